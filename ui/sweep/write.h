// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/sweep/sweep.h"

#include <filesystem>

namespace pescope::sweep {

/// Where the frames go: "FOLDER/frame-%04d.png" (numbered from 1), or one FILE.webp or FILE.apng.
struct Target {
    std::filesystem::path path; ///< of the film, or the pattern
    bool numbered = false;
    std::string before, after; ///< of the number in the file name
    int digits = 0;
    [[nodiscard]] std::filesystem::path frame(int index) const; ///< of frame `index`, from 0
};
/// Errors: Unsupported for another extension, a .png without a number, more than one number, a number in a folder.
[[nodiscard]] Result<Target> targetOf(const std::string& text);

/// Draws all frames and writes them: all or none. Numbered pictures are finished in a folder of their own beside their
/// place, and moved only when the last one is there; a film takes its place when it is complete.
/// Errors: those of `Sweep::picture` and `Animation`; Io with the path; Cancelled, asked for at each frame.
/// @param framesPerSecond  0.1 … 60, of a film
[[nodiscard]] Status write(const Sweep& sweep, const Target& target, double framesPerSecond,
                           const JobContext& job = {});

} // namespace pescope::sweep
