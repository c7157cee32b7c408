// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sweep/write.h"

#include "core/base/atomic_file.h"
#include "ui/sweep/animation.h"

#include <fmt/format.h>

#include <QScopeGuard>

#include <algorithm>
#include <cctype>
#include <regex>
#include <system_error>
#include <unistd.h>

namespace pescope::sweep {

namespace fs = std::filesystem;

namespace {

std::string lower(std::string text)
{
    std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

std::string progressText(const Sweep& sweep, int frame)
{
    return fmt::format("frame {} of {}", frame + 1, sweep.frames());
}

Status writeNumbered(const Sweep& sweep, const Target& target, const JobContext& job)
{
    std::error_code error;
    const fs::path folder = target.path.has_parent_path() ? target.path.parent_path() : fs::path(".");
    fs::create_directories(folder, error);
    // beside the frames, so that moving them is a rename; ours alone by the number of the process
    const fs::path hidden = folder / fmt::format(".pescope-sweep-{}", ::getpid());
    if (!error)
        fs::create_directory(hidden, error);
    if (error)
        return fail(ErrorCode::Io, fmt::format("{} cannot be written to: {}", folder.string(), error.message()),
                    "Choose another folder.");
    const auto cleaned = qScopeGuard([&hidden] {
        std::error_code ignored;
        fs::remove_all(hidden, ignored);
    });
    for (int k = 0; k < sweep.frames(); ++k) {
        if (job.stopRequested())
            return cancelled();
        job.report(static_cast<double>(k) / sweep.frames(), progressText(sweep, k));
        PESCOPE_TRY(composed, sweep.figureOf(k, job));
        PESCOPE_TRY(written, figure::write(composed, hidden / target.frame(k).filename()));
        static_cast<void>(written);
    }
    for (int k = 0; k < sweep.frames(); ++k) {
        fs::rename(hidden / target.frame(k).filename(), target.frame(k), error);
        if (error)
            return fail(ErrorCode::Io, fmt::format("{}: {}", target.frame(k).string(), error.message()),
                        "Frames before it were written; choose another folder.");
    }
    return ok();
}

Status writeFilm(const Sweep& sweep, const Target& target, double framesPerSecond, const JobContext& job)
{
    const double milliseconds = 1000 / framesPerSecond;
    const bool webp = lower(target.path.extension().string()) == ".webp";
    const auto film = webp ? webpAnimation(milliseconds)
                           : pngAnimation(milliseconds, QString::fromStdString(sweep.request().description));
    for (int k = 0; k < sweep.frames(); ++k) {
        if (job.stopRequested())
            return cancelled();
        job.report(static_cast<double>(k) / sweep.frames(), progressText(sweep, k));
        PESCOPE_TRY(picture, sweep.picture(k, job));
        PESCOPE_TRY(added, film->add(picture));
        static_cast<void>(added);
    }
    PESCOPE_TRY(bytes, film->finish());
    return writeFileAtomically(target.path, bytes);
}

} // namespace

fs::path Target::frame(int index) const
{
    return path.parent_path() / fmt::format("{}{:0{}}{}", before, index + 1, digits, after);
}

Result<Target> targetOf(const std::string& text)
{
    Target target;
    target.path = text;
    const std::string extension = lower(target.path.extension().string());
    const std::string name = target.path.filename().string();
    if (extension == ".webp" || extension == ".apng")
        return target;
    if (extension != ".png")
        return fail(ErrorCode::Unsupported, fmt::format("{}: a sweep cannot be written as '{}'", text, extension),
                    "Choose FILE.webp or FILE.apng, or numbered pictures: FOLDER/frame-%04d.png.");
    std::smatch parts;
    const std::regex number("([^%]*)%0?([0-9])?d([^%]*)");
    if (!std::regex_match(name, parts, number))
        return fail(ErrorCode::Unsupported, fmt::format("{}: numbered pictures need one number in their name", text),
                    "Write FOLDER/frame-%04d.png, or choose one FILE.webp or FILE.apng.");
    target.numbered = true;
    target.before = parts[1];
    target.digits = parts[2].matched ? std::stoi(parts[2]) : 1;
    target.after = parts[3];
    return target;
}

Status write(const Sweep& sweep, const Target& target, double framesPerSecond, const JobContext& job)
{
    if (!(framesPerSecond >= 0.1 && framesPerSecond <= 60))
        return fail(ErrorCode::Numeric, fmt::format("{:g} frames a second cannot be shown", framesPerSecond),
                    "Choose 0.1 to 60.");
    return runGuarded([&]() -> Status {
        PESCOPE_TRY(written,
                    target.numbered ? writeNumbered(sweep, target, job)
                                    : writeFilm(sweep, target, framesPerSecond, job));
        job.report(1, "done");
        return written;
    });
}

} // namespace pescope::sweep
