// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include <vector>

class QComboBox;
class QDialogButtonBox;
class QFormLayout;
class QLabel;
class QStackedWidget;

namespace pescope::ui {

/// "Add encoding": the built-in sources by name, with fields for their parameters and the command-line spec that means
/// the same.
class BuiltinDialog : public QDialog {
    Q_OBJECT
public:
    explicit BuiltinDialog(QWidget* parent = nullptr);
    [[nodiscard]] QString spec() const; ///< "sinusoid:dim=768,…", "alibi:heads=8,…"

private:
    /// A parameter of a built-in source: its key in the spec, and the field that gives its value as text.
    struct Parameter {
        QString key;
        std::function<QString()> value;
    };
    struct Kind {
        QString name; ///< in the spec, before the colon
        std::vector<Parameter> parameters;
    };

    void addKinds();
    QFormLayout* addKind(const QString& title, const QString& name);
    void addWhole(QFormLayout* form, const QString& label, const QString& key, int low, int high, int value);
    void addReal(QFormLayout* form, const QString& label, const QString& key, double low, double high, double value);
    /// Pairs of what is shown and what the spec says.
    void addChoice(QFormLayout* form, const QString& label, const QString& key,
                   const QList<QPair<QString, QString>>& choices);
    void showSpec();

    QComboBox* m_kind;
    QStackedWidget* m_pages;
    QLabel* m_spec;
    QDialogButtonBox* m_buttons;
    std::vector<Kind> m_kinds;
};

} // namespace pescope::ui
