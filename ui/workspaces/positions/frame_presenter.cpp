// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspaces/positions/frame_presenter.h"

#include "core/proximity/grid_of_grids.h"
#include "ui/theme/theme.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace pescope::ui::present {

namespace {

/// The context of this file's texts; lupdate finds no free functions.
struct Presenter {
    Q_DECLARE_TR_FUNCTIONS(pescope::ui::present)
};

QString letterOf(const session::Session& session, session::SourceKey key)
{
    const session::Source* source = session::find(session, key);
    return source ? sourceLetter(source->letter) : QString();
}

/// One number for all rows of a sinusoid; otherwise the row that stands apart.
void describeNorms(PaneTexts& texts, const frame::Pane& pane)
{
    if (!pane.norms || pane.norms->empty())
        return;
    std::vector<double> finite;
    QStringList broken;
    for (std::size_t i = 0; i < pane.norms->size(); ++i) {
        if (std::isfinite((*pane.norms)[i]))
            finite.push_back((*pane.norms)[i]);
        else
            broken << QString::number(pane.value ? pane.value->positionOf(static_cast<tables::Index>(i))
                                                 : static_cast<tables::Index>(i));
    }
    if (!broken.isEmpty()) {
        constexpr qsizetype kNamed = 4;
        const bool more = broken.size() > kNamed;
        texts.normWarning =
            Presenter::tr("%1 rows hold NaN, left out of the curves: %2")
                .arg(broken.size())
                .arg(broken.mid(0, kNamed).join(QStringLiteral(", ")) + (more ? QStringLiteral(", …") : QString()));
        return;
    }
    if (finite.size() == 1) {
        texts.normWarning = Presenter::tr("one row: there is nothing to compare it with");
        return;
    }
    const auto middle = finite.begin() + static_cast<std::ptrdiff_t>(finite.size() / 2);
    std::nth_element(finite.begin(), middle, finite.end());
    const double median = *middle;
    const auto [low, high] = std::ranges::minmax(finite);
    if (!pane.outlying.empty()) {
        const tables::Index row = pane.outlying.front();
        const double norm = (*pane.norms)[static_cast<std::size_t>(row)];
        texts.normWarning =
            Presenter::tr("‖p‖ of row %1: %2, others ≈ %3").arg(row).arg(numberText(norm), numberText(median));
        if (pane.outlying.size() > 1) {
            QStringList others;
            for (std::size_t k = 1; k < std::min<std::size_t>(4, pane.outlying.size()); ++k)
                others << QString::number(pane.outlying[k]);
            texts.normWarning += Presenter::tr("; also rows %1").arg(others.join(QStringLiteral(", ")))
                + (pane.outlying.size() > 4 ? QStringLiteral(", …") : QString());
        }
    } else if (high - low < 1e-9 * high) {
        texts.normNote = Presenter::tr("‖pᵢ‖ = %1 for all i").arg(numberText(median, 4));
    } else {
        texts.normNote = Presenter::tr("‖pᵢ‖ %1 to %2").arg(numberText(low), numberText(high));
    }
}

} // namespace

HeatmapPicture picture(const frame::Frame& frame, const frame::Pane& pane)
{
    HeatmapPicture picture;
    picture.view = pane.view;
    picture.revision = frame.revision;
    picture.cellValues = pane.cellValues;
    if (pane.proximity) {
        picture.grid = pane.proximity->grid();
        picture.rows = pane.proximity->rows();
        picture.columns = pane.proximity->columns();
        if (pane.proximity->rowsAreOffsets()) {
            picture.firstRowLabel = pane.proximity->positionOf(0);
            picture.firstColumnLabel = pane.proximity->isTable() ? 0 : picture.firstRowLabel;
        }
    }
    if (!pane.raster.pixels.empty())
        picture.image = QImage(reinterpret_cast<const uchar*>(pane.raster.pixels.data()), pane.raster.width,
                               pane.raster.height, pane.raster.width * 4, QImage::Format_RGB32)
                            .copy(); // the frame may go before the widget repaints
    return picture;
}

NormStrip normStrip(const frame::Pane& pane)
{
    if (pane.proximity && pane.proximity->grid()) // its rows are none of the table's
        return {};
    return {pane.norms, pane.outlying};
}

QString metricTitle(proximity::Metric metric)
{
    switch (metric) {
    case proximity::Metric::Dot:
        return Presenter::tr("Dot");
    case proximity::Metric::Scaled:
        return Presenter::tr("Scaled dot");
    case proximity::Metric::Cosine:
        return Presenter::tr("Cosine");
    case proximity::Metric::Centred:
        return Presenter::tr("Centred dot");
    case proximity::Metric::Distance:
        return Presenter::tr("Distance");
    }
    return {};
}

namespace {

QString lensNote(proximity::Lens lens)
{
    switch (lens) {
    case proximity::Lens::Value:
        return {};
    case proximity::Lens::NonInvariance:
        return Presenter::tr("φ − mean of its diagonal: 0 everywhere ⇔ TI = 1");
    case proximity::Lens::Asymmetry:
        return Presenter::tr("(φ(i, j) − φ(j, i)) / 2: 0 everywhere ⇔ SYM = 1");
    case proximity::Lens::Rising:
        return Presenter::tr("φ does not fall on the step away from the diagonal");
    }
    return {};
}

} // namespace

QString valueName(proximity::Lens lens)
{
    switch (lens) {
    case proximity::Lens::Value:
        break;
    case proximity::Lens::NonInvariance:
        return Presenter::tr("departure");
    case proximity::Lens::Asymmetry:
        return Presenter::tr("asymmetry");
    case proximity::Lens::Rising:
        return Presenter::tr("rises (1 = yes)");
    }
    return QStringLiteral("φ");
}

PaneTexts paneTexts(const Document& document, const frame::Frame& frame, const frame::Pane& pane)
{
    const session::Session& session = document.session();
    const session::Source* source = session::find(session, pane.source);
    PaneTexts texts;
    if (!source)
        return texts;
    texts.sourceIndex = source->letter;
    texts.name = QString::fromStdString(source->name);
    texts.shape = shapeText(document, frame, pane.source);
    texts.badge = badgeText(document, pane.source);
    texts.linked = session.options.linked;
    texts.offsets = pane.proximity && pane.proximity->rowsAreOffsets();
    texts.shareBelow = pane.clipped.below;
    texts.shareAbove = pane.clipped.above;
    texts.shareNotFinite = pane.clipped.notFinite;
    texts.sharesOfView = pane.clipped.ofView;
    if (std::holds_alternative<session::DifferenceOrigin>(source->origin)) {
        texts.name += QStringLiteral(" · ") + metricTitle(session::metricOf(session, *source));
    } else {
        describeNorms(texts, pane);
    }
    if (static_cast<std::size_t>(pane.scale) < frame.scales.size()) {
        const frame::ColourScale& scale = frame.scales[static_cast<std::size_t>(pane.scale)];
        texts.diverging = scale.map && scale.map->diverging;
        if (scale.scale.ranks)
            texts.scaleNote = Presenter::tr("rank scale");
        else if (source->metric && *source->metric != session.options.metric)
            texts.scaleNote = metricTitle(*source->metric);
        else if (scale.table)
            texts.scaleNote = Presenter::tr("table");
        else if (scale.key > 0 || (scale.sources.size() == 1 && frame.scales.size() > 1))
            texts.scaleNote = Presenter::tr("own scale");
    }
    texts.lens = pane.lens;
    texts.table = source->shown == session::Shown::Table;
    texts.gridShown = source->shown == session::Shown::Grid;
    texts.columns = static_cast<int>(source->columns);
    texts.lensNote =
        texts.gridShown ? Presenter::tr("at each patch i its map φ(i, j) over all patches j") : lensNote(pane.lens);
    if (const QString mark = whatIfText(document, pane.source); !mark.isEmpty() && texts.lensNote.isEmpty())
        texts.lensNote = mark;
    const auto encoding = document.encoding(pane.source);
    texts.grid = encoding && *encoding ? proximity::patchGridOf(**encoding) : std::nullopt;
    if (encoding && *encoding && std::holds_alternative<encoding::LogitBias>((*encoding)->content)) {
        texts.heads = (*encoding)->heads.value_or(0);
        texts.head = source->head;
    }
    if (pane.rising == proximity::RisingReading::Share)
        texts.cellNote = Presenter::tr("share of %1 × %2 cells")
                             .arg(numberText(pane.cellsPerPixelY, 2), numberText(pane.cellsPerPixelX, 2));
    else if (pane.cellsPerPixelX > 1 || pane.cellsPerPixelY > 1)
        texts.cellNote = Presenter::tr("mean of %1 × %2 cells")
                             .arg(numberText(pane.cellsPerPixelY, 2), numberText(pane.cellsPerPixelX, 2));
    return texts;
}

QString shapeText(const Document& document, const frame::Frame& frame, session::SourceKey key)
{
    const session::Source* source = session::find(document.session(), key);
    if (!source)
        return {};
    const auto pair = [](tables::Index rows, tables::Index columns) {
        return QStringLiteral("%1×%2").arg(rows).arg(columns);
    };
    if (const auto* sinusoid = std::get_if<session::SinusoidOrigin>(&source->origin))
        return pair(sinusoid->spec.length, sinusoid->spec.columns());
    if (std::holds_alternative<session::OpenedOrigin>(source->origin)) {
        const auto encoding = document.encoding(key);
        if (encoding && *encoding && (*encoding)->positions && (*encoding)->dim)
            return pair(*(*encoding)->positions, *(*encoding)->dim);
    }
    for (const frame::Pane& pane : frame.panes)
        if (pane.source == key && pane.proximity)
            return pair(pane.proximity->rows(), pane.proximity->columns());
    return {};
}

QString badgeText(const Document& document, session::SourceKey key)
{
    const session::Source* source = session::find(document.session(), key);
    if (!source)
        return {};
    if (std::holds_alternative<session::DifferenceOrigin>(source->origin))
        return Presenter::tr("Diff");
    if (std::holds_alternative<session::SinusoidOrigin>(source->origin))
        return Presenter::tr("APE");
    const auto encoding = document.encoding(key);
    if (!encoding || !*encoding)
        return {};
    const QString kind = kindText((*encoding)->kind);
    return (*encoding)->whatIf.empty() ? kind : Presenter::tr("%1 · what if").arg(kind);
}

QString whatIfText(const Document& document, session::SourceKey key)
{
    const auto encoding = document.encoding(key);
    if (!encoding || !*encoding || (*encoding)->whatIf.empty())
        return {};
    QStringList phrases;
    for (const std::string& phrase : (*encoding)->whatIf)
        phrases << QString::fromStdString(phrase);
    return Presenter::tr("what if: %1").arg(phrases.join(QStringLiteral(", ")));
}

QString kindText(encoding::Kind kind)
{
    switch (kind) {
    case encoding::Kind::Absolute:
    case encoding::Kind::Sinusoid:
        return Presenter::tr("APE");
    case encoding::Kind::Relative:
        return Presenter::tr("RPE");
    case encoding::Kind::Rotary:
        return Presenter::tr("RoPE");
    case encoding::Kind::Bias:
        return Presenter::tr("Bias");
    case encoding::Kind::Convolution:
        return Presenter::tr("Conv");
    case encoding::Kind::Matrix:
        return Presenter::tr("Map");
    }
    return {};
}

QString sinusoidText(const encoding::SinusoidSpec& spec)
{
    if (!spec.freeOmega.empty())
        return Presenter::tr("free ω, c = %1").arg(numberText(spec.scale));
    QString text = Presenter::tr("base %1, c = %2").arg(numberText(spec.base, 6), numberText(spec.scale));
    if (spec.skipFast > 0)
        text += Presenter::tr(", without the %1 fastest ω").arg(spec.skipFast);
    if (spec.skipSlow > 0)
        text += Presenter::tr(", without the %1 slowest ω").arg(spec.skipSlow);
    return text;
}

QString powerText(double value)
{
    static constexpr char16_t kDigits[] = u"⁰¹²³⁴⁵⁶⁷⁸⁹";
    if (!(value > 0))
        return numberText(value);
    const int exponent = static_cast<int>(std::floor(std::log10(value) + 1e-9));
    const double mantissa = value / std::pow(10.0, exponent);
    QString power = QStringLiteral("10");
    if (exponent < 0)
        power += QChar(u'⁻');
    for (const QChar digit : QString::number(std::abs(exponent)))
        power += QChar(kDigits[digit.digitValue()]);
    return std::abs(mantissa - 1) < 1e-6 ? power : numberText(mantissa, 2) + QStringLiteral("·") + power;
}

ColourBarState colourBar(const session::Session& session, const frame::ColourScale& scale)
{
    ColourBarState state;
    state.map = scale.map;
    state.scale = scale.scale;
    // what rounding leaves of an exact 0 is 0
    const double negligible = 1e-9 * (scale.dataMax - scale.dataMin);
    const auto rounded = [&](double value) { return std::abs(value) < negligible ? 0.0 : value; };
    state.dataMin = rounded(scale.dataMin);
    state.dataMax = rounded(scale.dataMax);
    state.automatic = scale.automatic;
    state.formula = QString::fromStdString(scale.formula);
    QStringList letters;
    for (const session::SourceKey key : scale.sources)
        letters << letterOf(session, key);
    state.sources = letters.join(QStringLiteral(", "));
    if (scale.scale.ranks)
        state.limits = Presenter::tr("rank scale: every colour covers an equal area");
    else if (!scale.automatic)
        state.limits = Presenter::tr("limits set by hand");
    else
        state.limits = scale.exact ? Presenter::tr("0.5–99.5 percentile of off-diagonal cells")
                                   : Presenter::tr("0.5–99.5 percentile of a sample of rows");
    return state;
}

} // namespace pescope::ui::present
