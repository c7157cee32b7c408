// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compute/torch_module.h"
#include "core/frame/frame.h"
#include "core/session/session.h"
#include "ui/state/source_store.h"
#include "ui/state/view_state.h"
#include "ui/tasks/task_runner.h"

#include <QObject>
#include <QUndoStack>

#include <functional>
#include <memory>

namespace pescope::ui {

/// The one state of the window: the session with its undo history, the view, what was read from files, and the latest
/// frame. Widgets read it and ask it to change; they never talk to each other. GUI thread.
class Document : public QObject {
    Q_OBJECT
public:
    explicit Document(QObject* parent = nullptr);
    ~Document() override;

    using Change = std::function<void(session::Session&)>;

    [[nodiscard]] const session::Session& session() const { return m_session; }
    [[nodiscard]] QUndoStack& undoStack() { return m_undo; }
    /// Another session in the place of this one; its history begins here.
    void restart(session::Session session, session::View view);
    [[nodiscard]] const session::View& viewOfAll() const { return m_view.value; }

    /// One undo step with a name for the history; nothing when the change changes nothing.
    void edit(const QString& name, const Change& change);
    /// A drag: any number of live changes that become one undo step named at its end.
    void beginGesture();
    void gesture(const Change& change);
    void endGesture(const QString& name);
    void cancelGesture(); ///< back to what was before it
    [[nodiscard]] bool inGesture() const { return m_gestureBefore.has_value(); }

    /// Opens SOURCE texts (paths, specs, PATH#ID). Each shows at once as loading; errors stay in its pane.
    void open(const QStringList& sources);
    void retry(session::SourceKey key);
    /// Reads a source that could not be opened in another way, in its place.
    void reopen(session::SourceKey key, const QString& text);
    [[nodiscard]] SourceStore& store() { return m_store; }
    /// Null while it is read, and for sources that are not opened from anything.
    [[nodiscard]] std::shared_ptr<const Result<encoding::Encoding>> encoding(session::SourceKey key) const;
    /// The active source's sinusoid; null when it is something else.
    [[nodiscard]] const encoding::SinusoidSpec* activeSinusoid() const;
    /// What the active sinusoid was before the last edit of its ω.
    [[nodiscard]] const std::optional<encoding::SinusoidSpec>& formerSinusoid() const { return m_former; }
    /// What is selected, and the handle in use: part of the session, but no steps of its history.
    void select(session::SourceKey key);
    void useHandle(session::OmegaHandle handle);

    /// Of the picture that is shown of a source; positions where none is.
    [[nodiscard]] RowKind rowKind(session::SourceKey key) const;
    [[nodiscard]] const PaneView& view(session::SourceKey key) const;
    /// Where its crosshair is kept: a grid of grids shares that of positions (i, j).
    [[nodiscard]] const PaneView& crosshairView(session::SourceKey key) const;
    /// Cells of the pane's map.
    struct Crosshair {
        tables::Index row = 0, column = 0;
        bool pinned = false;
        bool follows = false; ///< a map over offsets, at the m of a crosshair in a map over positions
    };
    [[nodiscard]] std::optional<Crosshair> crosshair(session::SourceKey key) const;
    /// A map over offsets follows with r = m and r′ = −m; else with r′ = 0.
    [[nodiscard]] bool offsetsMirrored() const { return m_view.value.mirrored; }
    void setOffsetsMirrored(bool mirrored);
    void setViewport(session::SourceKey key, std::optional<proximity::Viewport> viewport);
    void setCrosshair(session::SourceKey key, std::optional<tables::Index> row, std::optional<tables::Index> column,
                      bool pinned);
    /// The crosshair's m from a chart: moves to row and column around the middle of the view.
    void setCrosshairOffset(std::optional<tables::Index> m);

    /// Who knows the panes and their sizes; called on the GUI thread before each frame.
    void setPaneProvider(std::function<std::vector<frame::PaneGeometry>()> provider);
    /// A new frame is wanted. At most one is being computed; the newest request follows it.
    void requestFrame();
    [[nodiscard]] std::shared_ptr<const frame::Frame> currentFrame() const { return m_frame; }
    [[nodiscard]] std::uint64_t revision() const { return m_revision; }
    [[nodiscard]] bool idle() const; ///< no frame, statistics or file is on its way; for tests and screenshots

    /// Loads LibTorch on a worker and draws with it from then on.
    void loadTorch(const compute::DeviceChoice& device);
    [[nodiscard]] const compute::DeviceChoice& device() const { return m_device; } ///< that LibTorch was asked for
    [[nodiscard]] QString backendName() const;
    [[nodiscard]] const std::optional<Error>& torchError() const { return m_torchError; }
    [[nodiscard]] const std::optional<compute::TorchInfo>& torchInfo() const { return m_torchInfo; }

Q_SIGNALS:
    void sessionChanged(); ///< sources or options
    void viewChanged(); ///< viewport, crosshair
    void frameReady();
    void backendChanged();
    void sourceProgress(int key, double fraction, const QString& step);

private:
    class SessionCommand;
    [[nodiscard]] RowKind crosshairRows(session::SourceKey key) const;
    void apply(session::Session next);
    void startFrame();
    void finishFrame(Result<frame::Frame> frame);
    void startStatistics();
    void encodingsArrived(session::SourceKey key);
    static QString builtInName(const std::string& spec);
    void placeAtOffset(std::optional<tables::Index> m);

    session::Session m_session;
    std::optional<session::Session> m_gestureBefore;
    std::optional<encoding::SinusoidSpec> m_former;
    session::SourceKey m_formerKey = 0;
    ViewState m_view;
    QUndoStack m_undo;
    std::function<std::vector<frame::PaneGeometry>()> m_panes;

    std::uint64_t m_revision = 0;
    bool m_frameInFlight = false;
    bool m_frameWanted = false;
    bool m_frameScheduled = false;
    std::shared_ptr<const frame::Frame> m_frame;
    frame::Statistics m_statistics;
    bool m_statisticsInFlight = false;

    std::shared_ptr<const compute::Backend> m_backend;
    compute::DeviceChoice m_device;
    bool m_torchInFlight = false;
    std::optional<Error> m_torchError;
    std::optional<compute::TorchInfo> m_torchInfo;

    std::shared_ptr<frame::Composer> m_composer;
    // runners last: they join before anything that their tasks use goes away
    TaskRunner m_frameRunner;
    TaskRunner m_slowRunner;
    TaskRunner m_torchRunner;
    SourceStore m_store;
};

} // namespace pescope::ui
