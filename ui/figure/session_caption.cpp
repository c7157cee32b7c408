// SPDX-License-Identifier: GPL-3.0-or-later
// What the figure of a session says in words: beside titles, in its caption, in the metadata of its file.
#include "core/encoding/what_if.h"
#include "core/frame/vectors.h"
#include "core/session/source_hash.h"
#include "ui/figure/layout.h"
#include "ui/figure/session_panels.h"
#include "ui/figure/session_parts.h"
#include "ui/figure/text_panels.h"
#include "ui/figure/words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace pescope::figure {

using session::Source;

namespace {

std::string_view lensName(proximity::Lens lens)
{
    switch (lens) {
    case proximity::Lens::Value:
        break;
    case proximity::Lens::NonInvariance:
        return "departure from translation invariance";
    case proximity::Lens::Asymmetry:
        return "asymmetry";
    case proximity::Lens::Rising:
        return "where it rises";
    }
    return {};
}

} // namespace

const encoding::Encoding* encodingOf(const ShownSession& shown, session::SourceKey key)
{
    const auto at = shown.encodings.find(key);
    return at == shown.encodings.end() || !at->second || !*at->second ? nullptr : &**at->second;
}

std::string whatIfOf(const ShownSession& shown, session::SourceKey key)
{
    const encoding::Encoding* encoding = encodingOf(shown, key);
    return encoding ? encoding::whatIfText(*encoding) : std::string();
}

QString shapeOf(const ShownSession& shown, const Source& source, const proximity::Proximity& map)
{
    Index dim = 0;
    if (const auto* origin = std::get_if<session::SinusoidOrigin>(&source.origin))
        dim = origin->spec.columns();
    else if (const encoding::Encoding* encoding = encodingOf(shown, source.key))
        dim = frame::vectorLength(*encoding);
    if (const auto grid = map.grid())
        return QStringLiteral(", %1 × %2").arg(grid->prefix + grid->patches()).arg(dim > 0 ? dim : grid->patches());
    return QStringLiteral(", %1 × %2").arg(map.rows()).arg(dim > 0 ? dim : map.columns());
}

QString subtitleOf(const ShownSession& shown, const Source& source, const frame::Pane& pane, Language language)
{
    QStringList notes;
    if (pane.lens != proximity::Lens::Value)
        notes << word(language, lensName(pane.lens));
    if (const auto grid = pane.proximity ? pane.proximity->grid() : std::nullopt)
        notes << word(language, "grid of grids, %1 × %2 patches").arg(grid->height).arg(grid->width);
    if (const encoding::Encoding* encoding = encodingOf(shown, source.key))
        if (const auto* bias = std::get_if<encoding::LogitBias>(&encoding->content); bias && bias->heads() > 1)
            notes << word(language, "head %1 (from 0)").arg(source.head);
    if (const std::string mark = whatIfOf(shown, source.key); !mark.empty() && !source.name.contains(mark))
        notes << qt(mark);
    return notes.join(QStringLiteral(", "));
}

std::string provenance(const ShownSession& shown, const std::vector<Wanted>& wanted)
{
    std::vector<std::string> parts{fmt::format("PEScope {}", PESCOPE_VERSION)};
    for (const session::SourceKey key : session::visibleSources(shown.session)) {
        const Source& source = *session::find(shown.session, key);
        const std::string letter = session::letterText(source);
        const bool used = std::ranges::any_of(wanted, [&](const Wanted& one) {
            const bool chart = std::ranges::find(chartPanels(), one.name) != chartPanels().end();
            return chart || (one.pane && one.name == letter);
        });
        if (!used)
            continue;
        std::string part = fmt::format("{} = {}", letter, source.name);
        if (const auto* opened = std::get_if<session::OpenedOrigin>(&source.origin)) {
            part = fmt::format("{} = {}{}", letter, opened->spec, opened->id.empty() ? "" : "#" + opened->id);
            if (const encoding::Encoding* encoding = encodingOf(shown, key)) {
                if (!encoding->tensor.empty())
                    part += ", tensor " + encoding->tensor;
                if (const auto hash = encoding->whatIf.empty() ? session::contentHash(*encoding) : std::nullopt)
                    part += ", sha256 " + *hash;
            }
        }
        part += fmt::format(", {}", proximity::name(session::metricOf(shown.session, source)));
        if (const std::string mark = whatIfOf(shown, key); !mark.empty())
            part += ", " + mark;
        parts.push_back(std::move(part));
    }
    if (shown.text && std::ranges::any_of(wanted, [](const Wanted& one) {
            return std::ranges::find(textPanels(), one.name) != textPanels().end();
        }))
        parts.push_back(textProvenance(*shown.text));
    parts.emplace_back("m = i − j (query − key)");
    return fmt::format("{}", fmt::join(parts, "; "));
}

QString captionOf(const ShownSession& shown, const std::vector<Wanted>& wanted, const Figure& figure,
                  const QStringList& charts, const Settings& settings)
{
    const Language language = settings.language;
    const QString stop = language == Language::Chinese ? QStringLiteral("。") : QStringLiteral(".");
    QStringList formulas, marks, panels;
    bool ofText = false;
    bool ofPositions = false;
    qsizetype chart = 0;
    for (std::size_t k = 0; k < wanted.size(); ++k) {
        const Wanted& one = wanted[k];
        const QString letter = settings.letters == Letters::OfSources
            ? (one.pane ? qt(one.name) + QLatin1Char(':') : QString())
            : settings.letters == Letters::None ? QString()
                                                : panelLetter(settings.letters, k);
        const QString start = letter.isEmpty() ? QString() : letter + QLatin1Char(' ');
        const bool textPanel = std::ranges::find(textPanels(), one.name) != textPanels().end();
        ofText = ofText || textPanel;
        ofPositions = ofPositions || !textPanel;
        if (one.textMap) {
            if (!start.isEmpty())
                panels << start + textMapTitle(one.name, language) + stop;
            continue;
        }
        if (!one.pane) {
            panels << start + charts.value(chart++);
            continue;
        }
        const Source& source = *session::find(shown.session, one.pane->source);
        QString sentence = start + qt(source.name) + shapeOf(shown, source, *one.pane->proximity);
        if (const QString note = subtitleOf(shown, source, *one.pane, language); !note.isEmpty())
            sentence += QStringLiteral(" (") + note + QLatin1Char(')');
        panels << sentence + stop;
        if (const std::string mark = whatIfOf(shown, source.key); !mark.empty())
            marks << qt(session::letterText(source)) + QLatin1Char(' ') + qt(mark);
        const QString formula = qt(shown.frame->scales[static_cast<std::size_t>(one.pane->scale)].formula);
        if (!formulas.contains(formula))
            formulas << formula;
    }
    QStringList sentences;
    if (!formulas.isEmpty())
        sentences << word(language, "Proximity %1.").arg(formulas.join(QStringLiteral("; ")));
    if (std::ranges::any_of(
            wanted, [](const Wanted& one) { return one.pane && one.pane->proximity && one.pane->proximity->grid(); }))
        sentences << word(language, "At the place of each patch i stands the map of φ(i, j) over all patches j.");
    if (ofText)
        sentences << textCaption(*shown.text, language);
    sentences << panels;
    if (std::ranges::any_of(figure.colourBars,
                            [](const FigureColourBar& bar) { return bar.arrowAbove || bar.arrowBelow; }))
        sentences << word(language, "Cells beyond the ends of a colour scale have the colour of its arrow.");
    if (!marks.isEmpty())
        sentences << word(language, "No model was trained so: %1.").arg(marks.join(QStringLiteral("; ")));
    if (ofPositions)
        sentences << word(language, "m = i − j is query minus key; row 0 is the first position.");
    return sentences.join(language == Language::Chinese ? QString() : QStringLiteral(" "));
}

std::string latexCaption(const QString& caption)
{
    QString text;
    for (const QChar c : caption) {
        if (c == u'\\')
            text += QStringLiteral("\\textbackslash{}");
        else if (c == u'~')
            text += QStringLiteral("\\textasciitilde{}");
        else if (c == u'^')
            text += QStringLiteral("\\textasciicircum{}");
        else if (QStringLiteral("#$%&_{}").contains(c))
            text += QLatin1Char('\\') + QString(c);
        else
            text += c;
    }
    return QStringLiteral("\\caption{%1}\n").arg(text).toStdString();
}

} // namespace pescope::figure
