// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

namespace pescope::ui {

/// The three ranges at one value of a handle; nothing where nothing ends them or they are not known yet.
struct TravelRanges {
    std::optional<double> tolerance, integer, continuous;
};

/// The three ranges over a handle's whole travel; `x` is the handle's value at each step.
struct TravelState {
    std::vector<double> x;
    std::vector<std::optional<double>> integer, tolerance, continuous;
    bool logX = true;
    double now = 0; ///< handle's value
    TravelRanges reached; ///< with it, exactly: between two steps of `x` an integer range may jump
    std::optional<double> before; ///< its value before the drag
    double epsilon = 1e-4;
    int sourceIndex = 0;
    std::uint64_t revision = 0;
};

/// A small strip under a handle: integer (source colour, drawn as min–max per pixel: over c it is a comb), ε (dotted)
/// and continuous (dashed) ranges over the travel, on a log y axis when they span more than a decade, with "now"
/// marked. The x axis lines up with a slider of the same width: `margins()` gives the plot's left and right inset.
class TravelStrip : public QWidget {
    Q_OBJECT
public:
    explicit TravelStrip(QWidget* parent = nullptr);
    ~TravelStrip() override;
    void setState(const TravelState& state);
    /// Moves the mark without new curves.
    void setNow(double value, const TravelRanges& reached, std::uint64_t revision);
    [[nodiscard]] QMargins plotMargins() const;
    [[nodiscard]] std::uint64_t paintedRevision() const;
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void changeEvent(QEvent* event) override;

Q_SIGNALS:
    void valueClicked(double x); ///< a click on the strip moves the handle there

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace pescope::ui
