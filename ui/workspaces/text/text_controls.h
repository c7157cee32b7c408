// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/state/document.h"
#include "ui/state/text_exchange.h"

#include <QWidget>

#include <array>

class QButtonGroup;
class QCheckBox;
class QComboBox;
class QLabel;
class QPlainTextEdit;
class QPushButton;
class QRadioButton;
class QSpinBox;

namespace pescope::ui {

class ElidedLabel;
class JobNote;

/// The left side of the Text workspace: model, text, and what takes the place of the positions.
class TextControls : public QWidget {
    Q_OBJECT
public:
    explicit TextControls(Document& positions, QWidget* parent = nullptr);

    [[nodiscard]] QString sentence() const;
    void setSentence(const QString& sentence);
    void setModel(const QString& name, bool ready); ///< empty: none is open
    void setModelNotes(const QString& text);
    void setShape(const QString& text);
    void setNotes(const QString& text); ///< what the exchange has to say
    void setExchange(Exchange kind);
    void setExchange(const session::TextSide& side); ///< with its settings; its source where Positions has it
    [[nodiscard]] JobNote* note() const { return m_note; }
    [[nodiscard]] ExchangeChoice choice() const;
    /// One choice of each kind, with the settings as they stand, and the source as it is besides.
    [[nodiscard]] std::vector<ExchangeChoice> allChoices() const;
    void showSources(); ///< after a change in Positions

Q_SIGNALS:
    void openRequested();
    void runRequested();
    void choiceChanged();

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void build();
    void choose();
    void retranslate();

    Document& m_positions;
    bool m_sourceChosen = false; ///< by hand
    bool m_showing = false; ///< widgets are being filled: their signals are no changes
    ElidedLabel* m_model;
    QPushButton* m_open;
    QPlainTextEdit* m_edit;
    QLabel *m_modelLabel, *m_modelNotes, *m_textLabel, *m_shape, *m_exchangeLabel, *m_notes;
    QPushButton* m_run;
    QButtonGroup* m_exchanges;
    std::array<QRadioButton*, std::size(kExchanges)> m_exchange{};
    QSpinBox *m_seed, *m_rows;
    QComboBox* m_source;
    QCheckBox *m_match, *m_endsStay;
    JobNote* m_note;
};

} // namespace pescope::ui
