// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <QImage>

#include <memory>
#include <string>

namespace pescope::sweep {

/// Pictures of one size becoming one file that plays them again and again; lossless, equal pictures give equal bytes.
class Animation {
public:
    virtual ~Animation() = default;

    /// Each stays for the time that was given. Errors: Shape for another size than the first; Io where the encoder
    /// fails; Shape for a side beyond 16,383 pixels in WebP.
    [[nodiscard]] virtual Status add(const QImage& picture) = 0;
    /// The whole file. Once, after all pictures.
    [[nodiscard]] virtual Result<std::string> finish() = 0;
};

/// WebP by libwebp, only what changes between two pictures is stored. @param milliseconds  of each picture
[[nodiscard]] std::unique_ptr<Animation> webpAnimation(double milliseconds);
/// Animated PNG (APNG 1.0): whole pictures, deflated. Readers that know PNG alone show the first one.
[[nodiscard]] std::unique_ptr<Animation> pngAnimation(double milliseconds, const QString& description);

} // namespace pescope::sweep
