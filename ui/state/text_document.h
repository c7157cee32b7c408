// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/state/text_run.h"
#include "ui/tasks/task_runner.h"

namespace pescope::ui {

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
    void wantSimilarity(int axisIndex); ///< there at once for a short text

    [[nodiscard]] const QString& modelFolder() const { return m_folder; }
    [[nodiscard]] const std::shared_ptr<const bert::Encoder>& encoder() const
    {
        return m_model.encoder;
    } ///< null: none yet
    [[nodiscard]] const std::shared_ptr<const bert::Tokenizer>& tokenizer() const { return m_model.tokenizer; }
    /// What reading the model had to say: notes of its weights, a vocabulary that does not seem to fit.
    [[nodiscard]] const QStringList& modelNotes() const { return m_modelNotes; }
    [[nodiscard]] const ExchangeChoice& choice() const { return m_choice; }
    [[nodiscard]] const std::shared_ptr<const TextRun>& current() const { return m_current; } ///< null: none yet
    /// Of the layer that was wanted last, of the current run; null while it is computed.
    [[nodiscard]] const std::shared_ptr<const TextAttention>& attention() const { return m_attention.ready; }
    /// Of the state that was wanted last, of the current run; null while it is computed.
    [[nodiscard]] const std::shared_ptr<const TextSimilarity>& similarity() const { return m_similarity.ready; }
    [[nodiscard]] bool busy() const { return m_opening || m_running || m_attention.atWork || m_similarity.atWork; }

Q_SIGNALS:
    void modelChanged();
    void runFinished();
    void attentionReady();
    void similarityReady();
    void progressed(const QString& step, double fraction);
    void failed(const QString& title, const pescope::Error& error);

private:
    /// Something of one layer of the current run.
    template<typename T>
    struct OfLayer {
        std::optional<int> wanted;
        std::shared_ptr<const T> ready; ///< of that layer and of the current run; null: not yet
        bool atWork = false;
    };
    void finished(Result<TextRun> run);
    void startAttention();
    void startSimilarity();
    template<typename T, typename Work>
    void startOfLayer(OfLayer<T> TextDocument::* part, Work work, void (TextDocument::*ready)());

    QString m_folder, m_text;
    QStringList m_modelNotes;
    ExchangeChoice m_choice;
    TextModel m_model;
    std::shared_ptr<const TextRun> m_current;
    OfLayer<TextAttention> m_attention;
    OfLayer<TextSimilarity> m_similarity;
    bool m_opening = false, m_running = false, m_runWanted = false;
    TaskHandle m_task;
    // runners last: they join before anything that their tasks use goes away
    TaskRunner m_runner;
    TaskRunner m_layerRunner;
};

} // namespace pescope::ui
