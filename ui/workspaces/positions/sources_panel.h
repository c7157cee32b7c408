// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/state/document.h"

#include <QFrame>
#include <QWidget>

class QLabel;
class QPushButton;
class QToolButton;
class QVBoxLayout;

namespace pescope::ui {

class SourceDetails;

/// The sources on the table: letter, name, shape, badge, eye; opened by button, drop, or dialog; the details of the
/// selected one below. Folds to a strip of letters.
class SourcesPanel : public QWidget {
    Q_OBJECT
public:
    explicit SourcesPanel(Document& document, QWidget* parent = nullptr);

    void showSession();
    void setFolded(bool folded);
    [[nodiscard]] bool folded() const { return m_folded; }
    void rename(session::SourceKey key);
    void askWhatIf(session::SourceKey key);
    void askOpenAs(
        session::SourceKey key); ///< the dialog; what is chosen opens beside the source, or in place of one that failed
    void openMenu(session::SourceKey key, const QPoint& globalPosition); ///< rename, duplicate, difference, remove, …

Q_SIGNALS:
    void openRequested();
    void addEncodingRequested();
    void foldToggled(bool folded);
    void headViewRequested(int key); ///< the positions as one of the model's heads sees them
    void fitRequested(int key); ///< ω of the sinusoid that fits a source best

protected:
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void retranslate();
    QString rowsText() const;
    QWidget* makeRow(const session::Source& source);
    QWidget* makeChipButton(const session::Source& source);

    Document& m_document;
    bool m_folded = false;
    QString m_shown;
    QWidget* m_full;
    QWidget* m_strip;
    QLabel* m_title;
    QToolButton* m_fold;
    QToolButton* m_unfold;
    QToolButton* m_stripAdd;
    QPushButton* m_open;
    QPushButton* m_add;
    QVBoxLayout* m_rows;
    QVBoxLayout* m_stripRows;
    QLabel* m_drop;
    SourceDetails* m_details;
};

} // namespace pescope::ui
