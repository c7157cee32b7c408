// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/state/document.h"

#include <QWidget>

class QSplitter;

namespace pescope::ui {

class TextWorkspace;

/// The Text workspace, or two of them side by side: two texts, or two models. Layer, head and what is shown go
/// together.
class TextPage : public QWidget {
    Q_OBJECT
public:
    explicit TextPage(Document& positions, QWidget* parent = nullptr);

    [[nodiscard]] TextWorkspace& first() { return *m_first; }
    [[nodiscard]] TextWorkspace* second() { return m_second; } ///< null: one alone
    void setBeside(bool beside); ///< the second begins with the model and the text of the first
    [[nodiscard]] bool busy() const;

Q_SIGNALS:
    void openRequested(pescope::ui::TextWorkspace* workspace);
    void saveRequested(pescope::ui::TextWorkspace* workspace);
    void sourceWanted(const QString& spec);
    void statusChanged();

private:
    void listenTo(TextWorkspace* workspace);
    void follow(TextWorkspace* leader, TextWorkspace* follower);

    Document& m_positions;
    QSplitter* m_splitter;
    TextWorkspace* m_first;
    TextWorkspace* m_second = nullptr;
    bool m_following = false;
};

} // namespace pescope::ui
