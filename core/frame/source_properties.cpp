// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frame/source_properties.h"

#include "core/proximity/square_cells.h"

#include <utility>

namespace pescope::frame {

namespace {

std::optional<double> mirrorCosineOf(const PropertySource& source, const PropertyQuestion& question)
{
    if (!source.relative || !*source.relative)
        return std::nullopt;
    const auto cosine = proximity::of(**source.relative, proximity::Metric::Cosine, question.backend);
    return cosine ? analysis::mirrorCosine(**cosine) : std::nullopt;
}

} // namespace

Result<std::vector<SourceProperties>> propertiesOf(const PropertyQuestion& question, const JobContext& job)
{
    return runGuarded([&]() -> Result<std::vector<SourceProperties>> {
        std::vector<SourceProperties> answers;
        for (const PropertySource& source : question.sources) {
            if (job.stopRequested())
                return cancelled();
            auto measured =
                analysis::properties(source.proximity, {.window = question.window, .positions = source.positions}, job);
            if (!measured && measured.error().code == ErrorCode::Cancelled)
                return cancelled();
            answers.push_back({.source = source.source,
                               .properties = std::move(measured),
                               .mirrorCosine = mirrorCosineOf(source, question)});
        }
        return answers;
    });
}

PropertyQuestion askProperties(std::vector<PropertySource> sources, bool common, tables::Index window,
                               std::shared_ptr<const compute::Backend> backend)
{
    PropertyQuestion question{
        .sources = std::move(sources), .commonPositions = 0, .window = window, .backend = std::move(backend)};
    std::vector<proximity::SharedProximity> overPositions;
    for (const PropertySource& source : question.sources)
        if (!source.proximity->rowsAreOffsets())
            overPositions.push_back(source.proximity);
    if (common)
        question.commonPositions = proximity::commonPositions(overPositions);
    for (PropertySource& source : question.sources)
        source.positions = source.proximity->rowsAreOffsets() ? 0 : question.commonPositions;
    return question;
}

} // namespace pescope::frame
