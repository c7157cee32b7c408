// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/checkpoint/hub_cache.h"
#include "ui/tasks/task_runner.h"

#include <QDialog>

class QLabel;
class QLineEdit;
class QPushButton;
class QTreeWidget;

namespace pescope::ui {

/// The models that the local hub cache holds, to be searched by name and opened; nothing is downloaded. GUI thread.
class HubDialog : public QDialog {
    Q_OBJECT
public:
    explicit HubDialog(const std::filesystem::path& cacheRoot, QWidget* parent);

    [[nodiscard]] QString source() const; ///< "hf:ORG/NAME[@REV]" of the row that is chosen; empty: none
    [[nodiscard]] QTreeWidget* list() const { return m_list; }
    [[nodiscard]] QLineEdit* search() const { return m_search; }

private:
    void fill(const std::vector<checkpoint::CachedModel>& models);
    void filter();

    QLineEdit* m_search;
    QTreeWidget* m_list;
    QLabel* m_note;
    QPushButton* m_open;
    TaskRunner m_runner; // last: it joins before anything that its tasks use goes away
};

} // namespace pescope::ui
