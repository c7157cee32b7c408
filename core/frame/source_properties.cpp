// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frame/source_properties.h"

#include "core/proximity/square_cells.h"

#include <atomic>
#include <chrono>
#include <future>
#include <stop_token>
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

SourceProperties measured(const PropertySource& source, const PropertyQuestion& question, const JobContext& job)
{
    SourceProperties answer{
        .source = source.source, .properties = cancelled(), .ranges = std::nullopt, .mirrorCosine = std::nullopt};
    answer.properties = runGuarded([&] {
        answer.mirrorCosine = mirrorCosineOf(source, question);
        if (source.hasRanges)
            if (auto ranges =
                    analysis::tableRanges(source.proximity, source.omega, question.epsilon, source.positions, job))
                answer.ranges = *ranges;
        return analysis::properties(source.proximity, {.window = question.window, .positions = source.positions}, job);
    });
    return answer;
}

} // namespace

Result<std::vector<SourceProperties>> propertiesOf(const PropertyQuestion& question, const JobContext& job)
{
    return runGuarded([&]() -> Result<std::vector<SourceProperties>> {
        std::vector<std::optional<SourceProperties>> found(question.sources.size());
        std::atomic<std::size_t> next{0};
        const auto work = [&](const JobContext& context) {
            for (std::size_t k = next++; k < found.size() && !context.stopRequested(); k = next++)
                found[k] = measured(question.sources[k], question, context);
        };
        // products of one map keep one core busy, so a second one takes other sources; only this thread reports
        std::stop_source stop;
        std::future<void> helper;
        if (found.size() > 1)
            helper = std::async(std::launch::async, work, JobContext(stop.get_token(), {}));
        work(job);
        while (helper.valid() && helper.wait_for(std::chrono::milliseconds(5)) != std::future_status::ready)
            if (job.stopRequested())
                stop.request_stop();

        std::vector<SourceProperties> answers;
        for (std::optional<SourceProperties>& one : found) {
            if (!one || (!one->properties && one->properties.error().code == ErrorCode::Cancelled))
                return cancelled();
            answers.push_back(*std::move(one));
        }
        return answers;
    });
}

PropertyQuestion askProperties(std::vector<PropertySource> sources, const session::Options& options,
                               std::shared_ptr<const compute::Backend> backend)
{
    PropertyQuestion question{.sources = std::move(sources),
                              .commonPositions = 0,
                              .window = options.localWindow,
                              .epsilon = options.epsilon,
                              .backend = std::move(backend)};
    std::vector<proximity::SharedProximity> overPositions;
    for (const PropertySource& source : question.sources)
        if (!source.proximity->rowsAreOffsets())
            overPositions.push_back(source.proximity);
    if (options.commonPositions)
        question.commonPositions = proximity::commonPositions(overPositions);
    for (PropertySource& source : question.sources)
        source.positions = source.proximity->rowsAreOffsets() ? 0 : question.commonPositions;
    return question;
}

} // namespace pescope::frame
