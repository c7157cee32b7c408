// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// What each instruction set implements. Plain pointers only: the files behind it are compiled for different
/// processors, and an inline function of the standard library in one of them could end up in the whole program.
namespace pescope::proximity::kernel {

inline constexpr long kLanes = 4; ///< arrays over frequencies are padded to a multiple of this
inline constexpr long kHalfBlock = 32; ///< cosines are exact every 2·kHalfBlock steps
inline constexpr long kAnchors = 4; ///< blocks done together
inline constexpr long kFejerRun = 4; ///< offsets done together

/// Doubles of scratch that `psi` needs for n padded frequencies.
constexpr long psiScratch(long n)
{
    return 2 * n * (kHalfBlock + kAnchors);
}

struct Table {
    void (*sineCosine)(const double* high, const double* low, long n, double scale, double k, double* sine,
                       double* cosine);
    void (*psi)(const double* high, const double* low, long n, long valid, double first, long count, double* out,
                double* scratch);
    double (*drop)(const double* high, const double* low, long n, double m);
    /// Σ (sin(ω(first + t)/2) · inverse)² for t = 0 … kFejerRun − 1
    void (*fejer)(const double* high, const double* low, const double* sineHalf, const double* cosineHalf,
                  const double* inverse, long n, double first, double* out);
};

namespace baseline {
extern const Table kTable;
}
namespace avx2 {
extern const Table kTable;
}

} // namespace pescope::proximity::kernel
