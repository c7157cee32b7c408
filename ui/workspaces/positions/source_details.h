// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/state/document.h"
#include "ui/workspaces/positions/source_numbers.h"

#include <QWidget>

class QFormLayout;
class QGridLayout;
class QLabel;
class QPushButton;
class QVBoxLayout;

namespace pescope::ui {

class ElidedLabel;

/// What is known of the selected source: file, tensor, dtype, rows and offset, why it was recognised, warnings.
class SourceDetails : public QWidget {
    Q_OBJECT
public:
    explicit SourceDetails(Document& document, QWidget* parent = nullptr);
    void showSource();
    [[nodiscard]] QString plainText() const; ///< for the clipboard

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Line {
        QString name, value;
    };
    QVector<Line> lines() const;
    void showFormula();
    /// Of the encoding that is shown of an opened source; null: not counted yet, or nothing is stored.
    [[nodiscard]] const encoding::EncodingDetails* numbers(const session::Source& source) const;

    Document& m_document;
    SourceNumbers* m_numbers;
    QLabel* m_title;
    QWidget* m_body;
    QGridLayout* m_grid;
    QLabel* m_formula; ///< how the source enters attention
    QLabel* m_notes;
    QVector<Line> m_lines;
    QVector<ElidedLabel*> m_values; ///< of the lines
    QString m_formulaText;
    QStringList m_noteTexts;
};

} // namespace pescope::ui
