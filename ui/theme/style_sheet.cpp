// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/theme.h"

namespace pescope::ui {

/// One sheet for all widgets. Cards, panels and buttons are told apart by a dynamic property "look", so that a widget
/// says what it is and not how it looks.
QString Theme::styleSheet() const
{
    QString sheet = QStringLiteral(R"(
QMainWindow, QDialog { background: @window; }
QToolTip { background: @panel; color: @text; border: 1px solid @axis; padding: 4px 6px; }
QMenuBar { background: @panel; border-bottom: 1px solid @hairline; padding: 2px 8px; }
QMenuBar::item { padding: 4px 10px; border-radius: 4px; background: transparent; }
QMenuBar::item:selected { background: @wash; color: @accentText; }
QMenu { background: @panel; border: 1px solid @axis; padding: 4px; }
QMenu::item { padding: 5px 28px 5px 24px; border-radius: 4px; }
QMenu::item:selected { background: @wash; color: @accentText; }
QMenu::item:disabled { color: @third; }
QMenu::separator { height: 1px; background: @hairline; margin: 4px 8px; }
QStatusBar { background: @panel; border-top: 1px solid @hairline; }
QStatusBar::item { border: none; }
QToolBar { background: @panel; border: none; border-bottom: 1px solid @hairline; spacing: 6px; padding: 4px 12px; }
QWidget[look="panel"] { background: @panel; }
QFrame[look="rail-frame"] { background: @panel; border-right: 1px solid @hairline; }
QWidget[look="side-left"] { background: @panel; border-right: 1px solid @hairline; }
QWidget[look="side-right"] { background: @panel; border-left: 1px solid @hairline; }
QFrame[look="card"] { background: @panel; border: 1px solid @hairline; border-radius: 6px; }
QFrame[look="card"][selected="true"] { border: 1.5px solid @accent; }
QFrame[look="tour"] { background: @wash; border: 1.5px solid @accent; border-radius: 6px; }
QFrame[look="line"] { background: @hairline; border: none; max-height: 1px; min-height: 1px; }
QFrame[look="error"] { background: @panel; border: 1.5px solid @error; border-radius: 6px; }
QFrame[look="warning"] { background: @panel; border: 1.5px solid @warning; border-radius: 6px; }
QFrame[look="drop"] { background: transparent; border: 1.5px dashed @outline; border-radius: 6px; }
QLabel { background: transparent; border: none; }
QLabel[look="heading"] { font-weight: 600; }
QLabel[look="second"] { color: @second; }
QLabel[look="third"] { color: @third; }
QLabel[look="value"] { font-weight: 600; }
QLabel[look="error"] { color: @error; font-weight: 600; background: transparent; border: none; }
QLabel[look="badge"] { background: @sunk; color: @second; border-radius: 4px; padding: 2px 7px; }
QLabel[look="handle"] { background: @accent; color: @onAccent; border-radius: 4px; padding: 2px 8px; font-weight: 600; }
QPushButton { background: @panel; border: 1px solid @outline; border-radius: 4px; padding: 4px 12px; min-height: 18px; }
QPushButton:hover { background: @sunk; }
QPushButton:pressed, QPushButton:checked { background: @wash; border-color: @accent; color: @accentText; }
QPushButton:disabled { color: @third; border-color: @hairline; }
QPushButton:focus { border: 2px solid @accent; padding: 3px 11px; }
QPushButton[look="primary"] { background: @accent; color: @onAccent; border-color: @accent; font-weight: 600; }
QPushButton[look="primary"]:disabled { background: @sunk; color: @third; border-color: @hairline; }
QPushButton[look="primary"]:hover { background: @accentText; }
QPushButton[look="primary"]:focus { border: 2px solid @text; }
QPushButton[look="link"] { background: transparent; border: none; color: @accentText; padding: 4px 6px; }
QPushButton[look="link"]:hover { text-decoration: underline; }
QPushButton[look="link"]:focus { border: 2px solid @accent; border-radius: 4px; padding: 2px 4px; }
QToolButton { background: transparent; border: 1px solid transparent; border-radius: 4px; padding: 3px; color: @text; }
QToolButton:hover { background: @sunk; }
QToolButton:checked { background: @wash; border-color: @accent; color: @accentText; }
QToolButton:focus { border: 2px solid @accent; padding: 2px; }
QToolButton:disabled { color: @third; }
QToolButton::menu-indicator { image: none; }
QToolButton[look="rail"] { padding: 6px 2px; border-radius: 6px; color: @second; }
QToolButton[look="rail"]:checked { background: @wash; color: @accentText; border: 1px solid @wash; font-weight: 600; }
QToolButton[look="segment"] { border: none; border-radius: 4px; padding: 2px 9px; color: @second; }
QToolButton[look="segment"]:checked { background: @panel; border: 1px solid @axis; color: @text; font-weight: 600; padding: 1px 8px; }
QToolButton[look="segment"]:focus { border: 2px solid @accent; padding: 0px 7px; }
QFrame[look="segments"] { background: @sunk; border: 1px solid @hairline; border-radius: 6px; }
QComboBox, QLineEdit, QSpinBox, QDoubleSpinBox { background: @panel; border: 1px solid @outline; border-radius: 4px; min-height: 22px; padding: 1px 6px; selection-background-color: @accent; selection-color: @onAccent; }
QComboBox:focus, QLineEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus { border: 2px solid @accent; padding: 0px 5px; }
QComboBox:disabled, QLineEdit:disabled, QSpinBox:disabled { color: @third; border-color: @hairline; }
QLineEdit[invalid="true"] { border: 2px solid @error; }
QComboBox { padding-right: 20px; }
QComboBox::drop-down { border: none; width: 20px; }
QComboBox::down-arrow { image: url(:/icons/chevron-down-@shade.svg); width: 12px; height: 12px; }
QSpinBox, QDoubleSpinBox { padding-right: 18px; }
QSpinBox::up-button, QDoubleSpinBox::up-button { subcontrol-origin: border; subcontrol-position: top right; width: 18px; border: none; }
QSpinBox::down-button, QDoubleSpinBox::down-button { subcontrol-origin: border; subcontrol-position: bottom right; width: 18px; border: none; }
QSpinBox::up-arrow, QDoubleSpinBox::up-arrow { image: url(:/icons/chevron-up-@shade.svg); width: 10px; height: 10px; }
QSpinBox::down-arrow, QDoubleSpinBox::down-arrow { image: url(:/icons/chevron-down-@shade.svg); width: 10px; height: 10px; }
QComboBox QAbstractItemView { background: @panel; border: 1px solid @axis; selection-background-color: @wash; selection-color: @accentText; }
QTreeView, QListView, QTableView { background: @panel; border: none; outline: none; selection-background-color: @wash; selection-color: @text; }
QHeaderView::section { background: @panel; color: @second; border: none; border-bottom: 1px solid @hairline; padding: 3px 6px; }
QScrollArea { background: transparent; border: none; }
QScrollBar:vertical { background: transparent; width: 10px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 0; }
QScrollBar::handle { background: @axis; border-radius: 4px; min-height: 24px; min-width: 24px; margin: 1px; }
QScrollBar::handle:hover { background: @outline; }
QScrollBar::add-line, QScrollBar::sub-line, QScrollBar::add-page, QScrollBar::sub-page { background: none; border: none; width: 0; height: 0; }
QSplitter::handle { background: transparent; }
QSplitter::handle:hover { background: @axis; }
QProgressBar { background: @sunk; border: none; border-radius: 2px; max-height: 4px; min-height: 4px; }
QProgressBar::chunk { background: @accent; border-radius: 2px; }
QCheckBox { spacing: 6px; }
QCheckBox::indicator, QListView::indicator { width: 14px; height: 14px; border: 1px solid @outline; border-radius: 3px; background: @panel; }
QCheckBox::indicator:hover, QListView::indicator:hover { border-color: @accent; }
QCheckBox::indicator:checked, QListView::indicator:checked { border-color: @accent; background: @accent; image: url(:/icons/check-@shade.svg); }
QCheckBox::indicator:disabled { border-color: @hairline; }
QCheckBox:focus { color: @accentText; }
QRadioButton { spacing: 6px; }
QRadioButton::indicator { width: 14px; height: 14px; border: 1px solid @outline; border-radius: 8px; background: @panel; }
QRadioButton::indicator:hover { border-color: @accent; }
QRadioButton::indicator:checked { width: 6px; height: 6px; border: 5px solid @accent; background: @onAccent; }
QRadioButton:focus { color: @accentText; }
QPlainTextEdit { background: @panel; border: 1px solid @outline; border-radius: 4px; selection-background-color: @accent; selection-color: @onAccent; }
QPlainTextEdit:focus { border: 2px solid @accent; }
QTabWidget::pane { border: none; }
)");
    const std::pair<const char*, Role> roles[] = {{"@window", Role::Window},   {"@panel", Role::Panel},
                                                  {"@sunk", Role::Sunk},       {"@hairline", Role::Hairline},
                                                  {"@axis", Role::Axis},       {"@outline", Role::Outline},
                                                  {"@text", Role::Text},       {"@second", Role::TextSecond},
                                                  {"@third", Role::TextThird}, {"@accentText", Role::AccentText},
                                                  {"@accent", Role::Accent},   {"@onAccent", Role::OnAccent},
                                                  {"@wash", Role::AccentWash}, {"@warning", Role::Warning},
                                                  {"@error", Role::Error}};
    for (const auto& [name, role] : roles) // @accentText stands before @accent, of which it begins
        sheet.replace(QLatin1String(name), colour(role).name());
    sheet.replace(QLatin1String("@shade"), m_dark ? QLatin1String("dark") : QLatin1String("light"));
    return sheet;
}

} // namespace pescope::ui
