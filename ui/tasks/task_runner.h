// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"

#include <QObject>
#include <QPointer>

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

namespace pescope::ui {

/// A running or queued task as its starter sees it; the default one is no task.
class TaskHandle {
public:
    TaskHandle() = default;
    explicit TaskHandle(std::shared_ptr<std::stop_source> stop)
        : m_stop(std::move(stop))
    {
    }
    void requestStop() const
    {
        if (m_stop)
            m_stop->request_stop();
    }

private:
    std::shared_ptr<std::stop_source> m_stop;
};

/// One worker thread with a queue: the bridge from core jobs to the event loop.
///
/// A task gets a stop token of its own, never a flag that is reset, so that a cancel is never lost. After requestStop()
/// nothing of the task arrives any more; a task that is stopped before it starts is never run. The runner joins its
/// thread in the destructor. Lives on the GUI thread.
class TaskRunner : public QObject {
    Q_OBJECT
public:
    explicit TaskRunner(QObject* parent = nullptr);
    ~TaskRunner() override;

    /// Runs `work(JobContext)` (returning Result<T>) on the worker, then `done(Result<T>)` on the GUI thread, unless
    /// the task was stopped or `receiver` is gone. `progress` is called on the GUI thread, at most every 33 ms.
    template<typename Work, typename Done>
    TaskHandle start(QObject* receiver, Work work, Done done, std::function<void(const Progress&)> progress = {})
    {
        using Value = decltype(work(std::declval<const JobContext&>()));
        auto stop = std::make_shared<std::stop_source>();
        const QPointer<QObject> alive(receiver);
        auto run = [this, stop, alive, work = std::move(work), done = std::move(done), progress = std::move(progress)] {
            const JobContext job(stop->get_token(), throttled(stop, alive, progress));
            auto result = std::make_shared<Value>(runGuarded([&] { return work(job); }));
            // posted to the runner, which outlives its worker; receiver and stop are looked at on the GUI thread
            QMetaObject::invokeMethod(
                this,
                [stop, alive, result, done] {
                    if (alive && !stop->stop_requested())
                        done(std::move(*result));
                },
                Qt::QueuedConnection);
        };
        enqueue(stop, std::move(run));
        return TaskHandle(stop);
    }

private:
    struct Entry {
        std::shared_ptr<std::stop_source> stop;
        std::function<void()> run;
    };
    void enqueue(std::shared_ptr<std::stop_source> stop, std::function<void()> run);
    JobContext::Sink throttled(std::shared_ptr<std::stop_source> stop, QPointer<QObject> alive,
                               std::function<void(const Progress&)> progress);
    void workerLoop(const std::stop_token& stop);

    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::deque<Entry> m_queue;
    std::shared_ptr<std::stop_source> m_running;
    std::jthread m_worker;
};

} // namespace pescope::ui
