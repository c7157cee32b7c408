// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bert/comparison.h"
#include "core/bert/encoder_module.h"
#include "core/bert/tokenizer.h"
#include "core/encoding/sinusoid.h"
#include "ui/tasks/task_runner.h"

namespace pescope::ui {

/// What stands in the place of the trained positions.
enum class Exchange { None, Shuffled, Sinusoid, FirstRows };

struct ExchangeChoice {
    Exchange kind = Exchange::Shuffled;
    std::uint64_t seed = 0; ///< of the shuffled ones
    int firstRows = 4;
    bool matchNorm = true; ///< of the sinusoid, to the mean norm of the trained positions
    encoding::SinusoidSpec sinusoid; ///< its ω; width and length follow the model and the text
    bool operator==(const ExchangeChoice&) const = default;
};

/// A text after its run with the trained positions and with exchanged ones.
struct TextRun {
    bert::Encoded encoded;
    std::shared_ptr<const bert::EncodedText> original, exchanged;
    bert::ExchangeCurves curves;
    ExchangeChoice choice;
};

/// Attention of one layer in both runs.
struct TextAttention {
    bert::Layer layer;
    bert::AttentionMaps original, exchanged;
};

/// The model and the text of the Text workspace, and what came out of it. One run at a time, the newest wants first;
/// what is shown is always of one run. GUI thread.
class TextDocument : public QObject {
    Q_OBJECT
public:
    explicit TextDocument(QObject* parent = nullptr);

    void openModel(const QString& folder, const compute::DeviceChoice& device);
    void setText(const QString& text) { m_text = text; }
    void setChoice(const ExchangeChoice& choice);
    void run(); ///< of the present text and choice
    void cancel();
    void wantAttention(bert::Layer layer);

    [[nodiscard]] const QString& modelFolder() const { return m_folder; }
    [[nodiscard]] const std::shared_ptr<const bert::Encoder>& encoder() const { return m_encoder; } ///< null: none yet
    [[nodiscard]] const ExchangeChoice& choice() const { return m_choice; }
    [[nodiscard]] const std::shared_ptr<const TextRun>& current() const { return m_current; } ///< null: none yet
    /// Of the layer that was wanted last, of the current run; null while it is computed.
    [[nodiscard]] const std::shared_ptr<const TextAttention>& attention() const { return m_attention; }
    [[nodiscard]] bool busy() const { return m_opening || m_running || m_attending; }

Q_SIGNALS:
    void modelChanged();
    void runFinished();
    void attentionReady();
    void progressed(const QString& step, double fraction);
    void failed(const QString& title, const pescope::Error& error);

private:
    struct Model {
        std::shared_ptr<const bert::Encoder> encoder;
        std::shared_ptr<const bert::Tokenizer> tokenizer;
    };
    void finished(Result<TextRun> run);
    void startAttention();

    QString m_folder, m_text;
    ExchangeChoice m_choice;
    std::shared_ptr<const bert::Encoder> m_encoder;
    std::shared_ptr<const bert::Tokenizer> m_tokenizer;
    std::shared_ptr<const TextRun> m_current;
    std::shared_ptr<const TextAttention> m_attention;
    std::optional<bert::Layer> m_wantedLayer;
    bool m_opening = false, m_running = false, m_runWanted = false, m_attending = false;
    TaskHandle m_task;
    // runners last: they join before anything that their tasks use goes away
    TaskRunner m_runner;
    TaskRunner m_attentionRunner;
};

} // namespace pescope::ui
