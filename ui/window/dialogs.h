// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/state/document.h"
#include "ui/window/settings.h"

class QWidget;

namespace pescope::ui {

/// Theme, language, device, hints; everything takes effect at once.
void showSettings(QWidget* window, Settings& settings, Document& document);
/// LibTorch, BLAS, threads, devices and speed, as `pescope --diagnostics` tells them; can be copied.
void showDiagnostics(QWidget* window, Document& document);
void showAbout(QWidget* window);
/// Every step with its name; a click goes there.
void showHistory(QWidget* window, Document& document);

} // namespace pescope::ui
