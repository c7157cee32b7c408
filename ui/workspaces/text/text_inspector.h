// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <array>

class QScrollArea;
class QStackedWidget;
class QToolButton;

namespace pescope::ui {

class HeadPanel;
class ProbePanel;
class SegmentedControl;
class SpanPanel;

/// The right side of the Text workspace: spans, heads, probes.
class TextInspector : public QWidget {
    Q_OBJECT
public:
    enum class Page { Spans, Heads, Probes };
    explicit TextInspector(QWidget* parent = nullptr);

    void setPage(Page page);
    void setFolded(bool folded); ///< a strip with the button that unfolds it
    [[nodiscard]] bool isFolded() const;
    [[nodiscard]] Page page() const;
    [[nodiscard]] SpanPanel* spans() const { return m_spans; }
    [[nodiscard]] HeadPanel* heads() const { return m_heads; }
    [[nodiscard]] ProbePanel* probes() const { return m_probes; }

Q_SIGNALS:
    void pageChanged();

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();

    SegmentedControl* m_pages;
    QToolButton* m_fold;
    QStackedWidget* m_stack;
    SpanPanel* m_spans;
    HeadPanel* m_heads;
    ProbePanel* m_probes;
};

} // namespace pescope::ui
