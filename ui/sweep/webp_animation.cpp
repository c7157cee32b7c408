// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sweep/animation.h"

#include <fmt/format.h>

#include <cmath>
#include <webp/encode.h>
#include <webp/mux.h>

namespace pescope::sweep {

namespace {

/// Effort of the lossless encoder, 0 … 9: from 3 on files hardly get smaller, and take twice the time.
constexpr int kEffort = 2;

class WebpAnimation final : public Animation {
public:
    explicit WebpAnimation(double milliseconds)
        : m_milliseconds(milliseconds)
    {
    }

    Status add(const QImage& picture) override
    {
        const QImage image = picture.convertToFormat(QImage::Format_RGB32);
        if (!m_encoder) {
            WebPAnimEncoderOptions options;
            WebPConfig config;
            if (WebPAnimEncoderOptionsInit(&options) == 0 || WebPConfigInit(&config) == 0
                || WebPConfigLosslessPreset(&config, kEffort) == 0)
                return fail(ErrorCode::Backend, "this libwebp speaks another version of its interface",
                            "Install the libwebp that the program was built with, or choose .apng.");
            m_config = config;
            m_size = image.size();
            m_encoder.reset(WebPAnimEncoderNew(image.width(), image.height(), &options));
            if (!m_encoder)
                return failed("cannot start");
        }
        if (image.size() != m_size)
            return fail(ErrorCode::Shape,
                        fmt::format("a picture of {} × {} in a film of {} × {}", image.width(), image.height(),
                                    m_size.width(), m_size.height()));
        WebPPicture frame;
        if (WebPPictureInit(&frame) == 0)
            return failed("cannot start");
        const std::unique_ptr<WebPPicture, void (*)(WebPPicture*)> freed(&frame, WebPPictureFree);
        frame.use_argb = 1;
        frame.width = image.width();
        frame.height = image.height();
        if (WebPPictureImportBGRX(&frame, image.constBits(), static_cast<int>(image.bytesPerLine())) == 0)
            return fail(ErrorCode::OutOfMemory,
                        fmt::format("no memory for {} × {} pixels", image.width(), image.height()));
        if (WebPAnimEncoderAdd(m_encoder.get(), &frame, timeOf(m_count), &m_config) == 0)
            return failed(WebPAnimEncoderGetError(m_encoder.get()));
        ++m_count;
        return ok();
    }

    Result<std::string> finish() override
    {
        if (!m_encoder)
            return fail(ErrorCode::Shape, "a film without pictures");
        WebPData data;
        WebPDataInit(&data);
        const std::unique_ptr<WebPData, void (*)(WebPData*)> freed(&data, WebPDataClear);
        if (WebPAnimEncoderAdd(m_encoder.get(), nullptr, timeOf(m_count), nullptr) == 0
            || WebPAnimEncoderAssemble(m_encoder.get(), &data) == 0)
            return failed(WebPAnimEncoderGetError(m_encoder.get()));
        return std::string(reinterpret_cast<const char*>(data.bytes), data.size);
    }

private:
    [[nodiscard]] int timeOf(int picture) const { return static_cast<int>(std::lround(picture * m_milliseconds)); }

    static std::unexpected<Error> failed(const char* reason)
    {
        return fail(ErrorCode::Io, fmt::format("the WebP encoder failed: {}", reason),
                    "Choose fewer dpi (a side has at most 16,383 pixels), or .apng.");
    }

    double m_milliseconds;
    int m_count = 0;
    QSize m_size;
    WebPConfig m_config{};
    std::unique_ptr<WebPAnimEncoder, void (*)(WebPAnimEncoder*)> m_encoder{nullptr, WebPAnimEncoderDelete};
};

} // namespace

std::unique_ptr<Animation> webpAnimation(double milliseconds)
{
    return std::make_unique<WebpAnimation>(milliseconds);
}

} // namespace pescope::sweep
