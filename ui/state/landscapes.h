// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/range_landscape.h"
#include "core/session/session.h"
#include "ui/tasks/task_runner.h"

#include <QObject>

#include <map>
#include <memory>

namespace pescope::ui {

/// Travel of one ω handle: the values it can take, evenly spaced on its slider.
struct Travel {
    double first = 0, last = 1;
    bool logarithmic = false;
    int steps = 0; ///< points of the landscape along it

    [[nodiscard]] double valueAt(double fraction) const; ///< fraction of the travel, 0 … 1
    [[nodiscard]] double fractionOf(double value) const;
};
[[nodiscard]] Travel travelOf(session::OmegaHandle handle, const encoding::SinusoidSpec& spec);

/// The handle's value in a sinusoid, and the sinusoid with another value (whole numbers for the cuts).
[[nodiscard]] double valueOf(session::OmegaHandle handle, const encoding::SinusoidSpec& spec);
[[nodiscard]] encoding::SinusoidSpec withValue(session::OmegaHandle handle, encoding::SinusoidSpec spec, double value);

/// The three ranges over a handle's whole travel, the rest of the sinusoid as it is now.
struct HandleLandscape {
    encoding::SinusoidSpec rest; ///< the sinusoid with the handle at its first value
    double epsilon = 1e-4;
    std::vector<double> x;
    analysis::Landscape ranges;
};

/// Computes landscapes on a worker and keeps the last one of each handle; moving the handle itself costs nothing.
/// GUI thread.
class Landscapes : public QObject {
    Q_OBJECT
public:
    explicit Landscapes(QObject* parent = nullptr);

    /// What is known for this sinusoid; null while it is being computed (then `ready` follows).
    [[nodiscard]] std::shared_ptr<const HandleLandscape> get(session::OmegaHandle handle,
                                                             const encoding::SinusoidSpec& spec, double epsilon);
    [[nodiscard]] bool computing() const;

Q_SIGNALS:
    void ready(pescope::session::OmegaHandle handle);

private:
    struct Slot {
        std::shared_ptr<const HandleLandscape> known;
        encoding::SinusoidSpec wanted;
        double wantedEpsilon = 0;
        bool inFlight = false;
        TaskHandle task;
    };
    std::map<session::OmegaHandle, Slot> m_slots;
    TaskRunner m_runner;
};

} // namespace pescope::ui
