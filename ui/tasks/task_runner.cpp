// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tasks/task_runner.h"

#include <chrono>

namespace pescope::ui {

TaskRunner::TaskRunner(QObject* parent)
    : QObject(parent)
    , m_worker([this](const std::stop_token& stop) { workerLoop(stop); })
{
}

TaskRunner::~TaskRunner()
{
    {
        const std::scoped_lock lock(m_mutex);
        for (const Entry& entry : m_queue)
            entry.stop->request_stop();
        if (m_running)
            m_running->request_stop();
    }
    m_worker.request_stop();
    m_worker.join();
}

void TaskRunner::enqueue(std::shared_ptr<std::stop_source> stop, std::function<void()> run)
{
    const std::scoped_lock lock(m_mutex);
    m_queue.push_back({std::move(stop), std::move(run)});
    m_wake.notify_one();
}

JobContext::Sink TaskRunner::throttled(std::shared_ptr<std::stop_source> stop, QPointer<QObject> alive,
                                       std::function<void(const Progress&)> progress)
{
    if (!progress)
        return {};
    using Clock = std::chrono::steady_clock;
    auto last = std::make_shared<Clock::time_point>(); // the sink is called from one worker only
    return [this, stop = std::move(stop), alive, progress = std::move(progress), last](const Progress& step) {
        const auto now = Clock::now();
        if (now - *last < std::chrono::milliseconds(33))
            return;
        *last = now;
        QMetaObject::invokeMethod(
            this,
            [stop, alive, progress, step] {
                if (alive && !stop->stop_requested())
                    progress(step);
            },
            Qt::QueuedConnection);
    };
}

void TaskRunner::workerLoop(const std::stop_token& stop)
{
    while (!stop.stop_requested()) {
        Entry entry;
        {
            std::unique_lock lock(m_mutex);
            if (!m_wake.wait(lock, stop, [this] { return !m_queue.empty(); }))
                return;
            entry = std::move(m_queue.front());
            m_queue.pop_front();
            m_running = entry.stop;
        }
        if (!entry.stop->stop_requested())
            entry.run();
        const std::scoped_lock lock(m_mutex);
        m_running.reset();
    }
}

} // namespace pescope::ui
