// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QPointF>
#include <QString>

#include <numbers>

namespace pescope::ui::charts {

inline constexpr double kTwoPi = 2 * std::numbers::pi;

/// How values lie on an axis. The axes of Qt Charts stay linear; values go through `toAxis` first, so that one kind of
/// axis serves all three and the symmetric-log one, which Qt Charts does not have, is exact where it is joined.
class Scale {
public:
    enum class Kind { Linear, Log, SymLog };

    [[nodiscard]] static Scale linear() { return Scale(Kind::Linear, 1); }
    [[nodiscard]] static Scale log() { return Scale(Kind::Log, 1); }
    /// u = v / w for |v| ≤ w, ±(1 + log₁₀(|v| / w)) beyond: continuous, 0 ↦ 0, ±w ↦ ±1, one unit a decade.
    [[nodiscard]] static Scale symLog(double linearWithin) { return Scale(Kind::SymLog, linearWithin); }

    [[nodiscard]] Kind kind() const { return m_kind; }
    [[nodiscard]] double toAxis(double value) const;
    [[nodiscard]] double toValue(double axis) const;

private:
    Scale(Kind kind, double linearWithin)
        : m_kind(kind)
        , m_linearWithin(linearWithin)
    {
    }
    Kind m_kind;
    double m_linearWithin;
};

struct Tick {
    double at = 0; ///< in axis units (after Scale::toAxis)
    QString label;
};

/// The smallest of 1, 2, 5 × 10ᵏ that needs at most `maxTicks` intervals over `span`.
[[nodiscard]] double niceInterval(double span, int maxTicks);
/// The smallest power of two ≥ 1 that does: positions are counted in powers of two.
[[nodiscard]] double offsetInterval(double span, int maxTicks);

/// Multiples of `interval` within [low, high], all with as many decimals as the interval needs.
[[nodiscard]] QList<Tick> linearTicks(double low, double high, double interval);
/// Decades within [low, high] (axis units: log₁₀), or 1, 2, 5 and both ends where there are few decades.
[[nodiscard]] QList<Tick> logTicks(double low, double high, int maxTicks, bool asPowers);
/// 0 and decades from ±0.01 on of a symmetric-log axis that is linear within ±0.001.
[[nodiscard]] QList<Tick> symLogTicks(const Scale& scale, double low, double high, int maxTicks);

/// "10⁻⁴" for exact powers of ten beyond 0.01 … 1000, plain figures else.
[[nodiscard]] QString powerText(double value);
/// Fixed decimals, true minus.
[[nodiscard]] QString fixedText(double value, int decimals);
/// At most `digits` significant digits and no zeros at the end: "0.05", "384".
[[nodiscard]] QString plainText(double value, int digits = 3);
/// "1 048 576"
[[nodiscard]] QString wholeText(qint64 value);
/// "+0.0179": the sign always shown.
[[nodiscard]] QString signedText(double value, int digits = 3);

/// At most two points a pixel column (its lowest and highest, in order), and one beyond each end so that lines run to
/// the edge. `points` ascend in x; points that are not finite are left out.
[[nodiscard]] QList<QPointF> thinned(const QList<QPointF>& points, double low, double high, int columns);

} // namespace pescope::ui::charts
