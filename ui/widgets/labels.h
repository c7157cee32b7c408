// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"
#include "ui/widgets/icons.h"

#include <QFrame>
#include <QLabel>
#include <QToolButton>

#include <optional>

namespace pescope::ui {

/// A label of one line that ends in "…" when there is no room and then shows its whole text as tooltip. It keeps the
/// text itself: QLabel would ask for a new layout with every text, also where its width does not depend on it
/// (horizontal policy Ignored).
class ElidedLabel : public QLabel {
    Q_OBJECT
public:
    explicit ElidedLabel(const QString& text = {}, QWidget* parent = nullptr, Qt::TextElideMode mode = Qt::ElideRight);
    void setText(const QString& text);
    [[nodiscard]] QString text() const { return m_text; }
    /// For numbers that change with every frame: it takes more room when a text needs it and never gives it back.
    void setSteady(bool steady) { m_steady = steady; }
    /// Text in a colour of the theme, asked for at each paint; nothing: as the style sheet says.
    void setRole(std::optional<Role> role);
    [[nodiscard]] bool isElided() const;
    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    QString m_text;
    bool m_steady = false;
    mutable int m_widest = 0; ///< where it is steady
    Qt::TextElideMode m_mode;
    std::optional<Role> m_role;
};

/// A label for numbers that change with every frame of a drag: it takes more room when a text needs it and never gives
/// it back, so that a new number is a repaint and not a new layout of everything around. Its text must be set through
/// this class, not through QLabel.
class SteadyLabel : public QLabel {
    Q_OBJECT
public:
    using QLabel::QLabel;
    void setText(const QString& text);

protected:
    void changeEvent(QEvent* event) override;

private:
    void makeRoom();
};

/// A label with a "look" of the style sheet ("heading", "second", "third", "value", "badge", "error") and text size.
[[nodiscard]] QLabel* makeLabel(const QString& text, const char* look, QWidget* parent = nullptr,
                                TextSize size = TextSize::Body);
/// "APE": small text on a sunk ground.
[[nodiscard]] QLabel* makeBadge(const QString& text, QWidget* parent = nullptr);
/// A card: panel ground, hairline, 6 px radius.
[[nodiscard]] QFrame* makeCard(QWidget* parent = nullptr);
/// A horizontal hairline.
[[nodiscard]] QFrame* makeLine(QWidget* parent = nullptr);
/// A flat button with an icon; `text` is its accessible name and, with the key, its tooltip.
[[nodiscard]] QToolButton* makeIconButton(IconName name, const QString& text, QWidget* parent = nullptr,
                                          const QKeySequence& key = {});
/// New name and tooltip of such a button after a change of language.
void setIconButtonText(QToolButton* button, const QString& text, const QKeySequence& key = {});
/// Sets a dynamic property that the style sheet looks at, and polishes the widget anew.
void setLook(QWidget* widget, const char* property, const QVariant& value);

} // namespace pescope::ui
