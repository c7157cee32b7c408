// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/state/document.h"

#include <QMenu>

namespace pescope::ui {

/// What can be done with one source. What needs no more than the document is done here; the rest are signals.
class SourceMenu : public QMenu {
    Q_OBJECT
public:
    SourceMenu(Document& document, session::SourceKey key, QWidget* parent);

Q_SIGNALS:
    void renameRequested();
    void numpyRequested(); ///< to the clipboard
    void commandRequested();
    void headViewRequested(); ///< the dialog
    void fitRequested(); ///< the sinusoid that fits it best, as a new source
    void whatIfRequested(); ///< the dialog
    void openAsRequested(); ///< the dialog

private:
    void addDifferences(const session::Source& source);
    void addWhatIfs(const session::Source& source);
    void addMetrics(const session::Source& source);

    Document& m_document;
    session::SourceKey m_key;
};

} // namespace pescope::ui
