// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace pescope::ui::charts {

/// The stretch of m that a chart shows within all there is: zoom keeps the m under the mouse where it is, nothing
/// leaves the full range, and eight positions are the closest look.
class OffsetAxis {
public:
    /// New full range and what double click goes back to. A stretch that the user chose is kept as far as it fits.
    void setFull(double low, double high, double homeLow, double homeHigh);
    void zoom(double at, double steps);
    void pan(double by);
    void reset();

    [[nodiscard]] double low() const { return m_low; }
    [[nodiscard]] double high() const { return m_high; }
    [[nodiscard]] bool isHome() const { return m_home; }

private:
    void hold();

    double m_fullLow = 0, m_fullHigh = 1;
    double m_homeLow = 0, m_homeHigh = 1;
    double m_low = 0, m_high = 1;
    bool m_home = true;
};

} // namespace pescope::ui::charts
