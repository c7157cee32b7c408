// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspaces/positions/recipes.h"

#include "core/frame/source_spectrum.h"
#include "core/session/reproduce_views.h"
#include "ui/state/reproduce.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMessageBox>

#include <algorithm>

namespace pescope::ui {

namespace {

/// The stored column of each place of the table that is shown of a source.
std::vector<tables::Index> shownOrder(const Document& document, session::SourceKey key)
{
    std::vector<tables::Index> order;
    const auto frame = document.currentFrame();
    if (!frame)
        return order;
    const auto pane = std::ranges::find(frame->panes, key, &frame::Pane::source);
    if (pane == frame->panes.end() || !pane->proximity || !pane->proximity->isTable())
        return order;
    for (tables::Index place = 0; place < pane->proximity->columns(); ++place)
        order.push_back(pane->proximity->columnOf(place));
    return order;
}

/// A spectrum is of all positions, of a long sinusoid of the first ones.
session::ShownMap forSpectrum(session::ShownMap map)
{
    map.rows.includeUnused = false;
    map.rows.leaveOut.clear();
    if (auto* spec = std::get_if<encoding::SinusoidSpec>(&map.encoding.content))
        spec->length = std::min(spec->length, frame::kMostSpectrumRows);
    return map;
}

} // namespace

Result<std::string> paneCode(const Document& document, session::SourceKey key)
{
    PESCOPE_TRY(map, shownMapOf(document, key));
    const session::Source& source = *session::find(document.session(), key);
    if (source.shown == session::Shown::Table && map.difference.empty()) {
        const bool stored = source.columns == session::Columns::Stored;
        const std::vector<tables::Index> order = stored ? std::vector<tables::Index>() : shownOrder(document, key);
        if (!stored && order.empty())
            return fail(ErrorCode::Unsupported, "the table has no picture yet", "Try again when it is drawn.");
        return session::numpyTable(map, source.columns, order);
    }
    if (source.shown == session::Shown::Grid)
        return session::numpyGrid(map, session::metricOf(document.session(), source));
    return session::numpyLens(map, session::metricOf(document.session(), source), source.lens);
}

Result<std::string> chartCode(const Document& document, ChartKind kind)
{
    const session::SourceKey key = document.session().active;
    PESCOPE_TRY(map, shownMapOf(document, key));
    const session::Source& source = *session::find(document.session(), key);
    const double epsilon = document.session().options.epsilon;
    switch (kind) {
    case ChartKind::Distance:
        break;
    case ChartKind::Psi:
        return session::numpyPsi(map, epsilon);
    case ChartKind::Frequencies:
        return session::numpyOmega(map);
    case ChartKind::Spectrum:
        return session::numpySpectrum(forSpectrum(std::move(map)));
    }
    return session::numpyDistance(map, session::metricOf(document.session(), source), epsilon);
}

Result<std::string> paneCommand(const Document& document, session::SourceKey key)
{
    PESCOPE_TRY(map, shownMapOf(document, key));
    const session::Source& source = *session::find(document.session(), key);
    return session::commandText(map, session::metricOf(document.session(), source));
}

void copyOrExplain(QWidget* parent, const QString& title, const Result<std::string>& text)
{
    if (text)
        QGuiApplication::clipboard()->setText(QString::fromStdString(*text));
    else
        QMessageBox::information(parent, title, QString::fromStdString(describe(text.error())));
}

} // namespace pescope::ui
