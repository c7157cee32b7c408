// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/state/document.h"

#include <QStatusBar>

class QLabel;

namespace pescope::ui {

/// The status bar: what computes and on how many threads, what drew the picture and how long it took, how many sources;
/// at the right the values under the crosshair.
class StatusLine : public QStatusBar {
    Q_OBJECT
public:
    explicit StatusLine(Document& document, QWidget* parent = nullptr);
    /// What another workspace has to say in place of the pictures of Positions; empty: these again.
    void setOther(const QString& text);

protected:
    void changeEvent(QEvent* event) override;

private:
    void showFrame();
    void showView();

    Document& m_document;
    QString m_other;
    QLabel* m_backend;
    QLabel* m_method;
    QLabel* m_sources;
    QLabel* m_values;
};

} // namespace pescope::ui
