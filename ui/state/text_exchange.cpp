// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/text_exchange.h"

#include "core/bert/position_source.h"
#include "core/encoding/resolve.h"
#include "core/session/quoting.h"

#include <fmt/format.h>

#include <QCoreApplication>

namespace pescope::ui {

namespace {

/// A sinusoid from a base, made as wide as the model's positions.
encoding::SinusoidSpec fitted(encoding::SinusoidSpec spec, tables::Index width)
{
    if (spec.columns() != width && spec.freeOmega.empty()) {
        spec.dim = static_cast<int>(width);
        spec.skipFast = spec.skipSlow = 0;
    }
    return spec;
}

/// The context of this file's texts.
struct TextExchange {
    Q_DECLARE_TR_FUNCTIONS(pescope::ui::TextExchange)
};

/// A sinusoid as a table that a model can take: as wide as its embedding, a row for each token. One that comes from a
/// base follows the model's width; free ω are as many as they are.
Result<std::shared_ptr<const tables::MatrixF>> sinusoidTable(encoding::SinusoidSpec spec, tables::Index width,
                                                             tables::Index positions)
{
    if (spec.columns() != width) {
        if (!spec.freeOmega.empty())
            return fail(ErrorCode::Shape,
                        TextExchange::tr("the sinusoid has %1 columns, the model's positions have %2")
                            .arg(spec.columns())
                            .arg(width)
                            .toStdString(),
                        TextExchange::tr("Free ω fit a model of their own width; choose a sinusoid that is made from "
                                         "a base.")
                            .toStdString());
    }
    spec = fitted(spec, width);
    const tables::MatrixD rows = encoding::table(spec, 0, positions);
    return std::make_shared<const tables::MatrixF>(rows.cast<float>());
}

} // namespace

Result<ExchangeChoice> choiceOf(const session::TextSide& side)
{
    ExchangeChoice choice;
    choice.kind = side.exchange;
    choice.seed = side.seed;
    choice.endsStay = side.endsStay;
    choice.firstRows = side.firstRows;
    choice.matchNorm = side.matchNorm;
    choice.sourceName = QString::fromStdString(side.sourceName);
    if (side.exchange != Exchange::Source || side.source.empty())
        return choice;
    PESCOPE_TRY(encoding, encoding::resolveOne(side.source));
    if (const auto* spec = std::get_if<encoding::SinusoidSpec>(&encoding.content); spec && encoding.whatIf.empty()) {
        choice.sinusoid = *spec;
        return choice;
    }
    choice.sourceSpec = side.source;
    choice.table = std::make_shared<const encoding::Encoding>(std::move(encoding));
    return choice;
}

void describe(const ExchangeChoice& choice, session::TextSide& side)
{
    side.exchange = choice.kind;
    side.seed = choice.seed;
    side.endsStay = choice.endsStay;
    side.firstRows = choice.firstRows;
    side.matchNorm = choice.matchNorm;
    if (choice.kind != Exchange::Source)
        return;
    side.sourceName = choice.sourceName.toStdString();
    side.source = choice.table ? choice.sourceSpec : encoding::specText(choice.sinusoid);
}

bert::Shuffled shuffleOf(const ExchangeChoice& choice)
{
    return {.seed = choice.seed,
            .among = choice.endsStay ? bert::Shuffled::Among::InnerTokens : bert::Shuffled::Among::Tokens};
}

std::string optionsOf(const ExchangeChoice& choice, tables::Index width, tables::Index tokens)
{
    switch (choice.kind) {
    case Exchange::None:
        return "--positions none";
    case Exchange::Shuffled:
        return fmt::format("--positions shuffled --seed {}{}", choice.seed, choice.endsStay ? " --keep-ends" : "");
    case Exchange::FirstRows:
        return fmt::format("--positions first:{}", choice.firstRows);
    case Exchange::Source:
        break;
    }
    std::string source = choice.sourceSpec;
    if (!choice.table) {
        encoding::SinusoidSpec spec = fitted(choice.sinusoid, width);
        spec.length = tokens;
        source = encoding::specText(spec);
    }
    return fmt::format("--positions {}{}", session::shellText(source), choice.matchNorm ? "" : " --match-norm no");
}

Result<bert::PositionScheme> schemeOf(const ExchangeChoice& choice, const bert::EncoderConfig& config,
                                      tables::Index tokens)
{
    switch (choice.kind) {
    case Exchange::None:
        return bert::PositionScheme::none();
    case Exchange::Shuffled:
        return bert::PositionScheme{shuffleOf(choice), shuffleOf(choice)};
    case Exchange::FirstRows:
        return bert::PositionScheme{bert::FirstRows{.count = choice.firstRows}, bert::AsTrained{}};
    case Exchange::Source:
        break;
    }
    if (choice.table)
        return bert::schemeOf(*choice.table, config, tokens, choice.matchNorm);
    PESCOPE_TRY(valid, encoding::validate(choice.sinusoid));
    static_cast<void>(valid);
    bert::GivenTable table;
    PESCOPE_TRY(rows, sinusoidTable(choice.sinusoid, config.embeddingDim(), tokens));
    table.rows = rows;
    table.matchNorm = choice.matchNorm;
    table.name = "sinusoid";
    return bert::PositionScheme{table, bert::AsTrained{}};
}

} // namespace pescope::ui
