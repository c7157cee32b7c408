// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frame/source_spectrum.h"

#include "core/analysis/psi.h"
#include "core/analysis/rotary_decay.h"
#include "core/compute/backend.h"
#include "core/frame/vectors.h"
#include "core/proximity/proximity.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pescope::frame {

namespace {

using tables::MatrixD;

constexpr Index kComponents = 3;

/// Puts the answer in its part, or the reason why there is none in the note; the first reason stays.
/// Errors: those that are not the part's own.
template<typename Part>
Status keep(Result<Part> answer, std::optional<Part>& part, std::string& note)
{
    if (answer) {
        part = *std::move(answer);
        return ok();
    }
    Error& error = answer.error();
    if (error.code == ErrorCode::Cancelled || error.code == ErrorCode::OutOfMemory)
        return std::unexpected(std::move(error));
    if (note.empty())
        note = describe(error);
    return ok();
}

/// The same encoding with as many computed rows as are looked at.
encoding::Encoding bounded(const encoding::Encoding& encoding, Index& leftOut)
{
    encoding::Encoding copy = encoding;
    if (auto* spec = std::get_if<encoding::SinusoidSpec>(&copy.content)) {
        leftOut = std::max<Index>(0, spec->length - kMostSpectrumRows);
        spec->length -= leftOut;
    }
    return copy;
}

Index firstLabel(const encoding::Encoding& encoding)
{
    if (const auto* relative = std::get_if<encoding::RelativeTable>(&encoding.content))
        return relative->lowestOffset();
    if (const auto* spec = std::get_if<encoding::RelativeSinusoid>(&encoding.content))
        return -spec->maxOffset;
    return 0;
}

/// (‖Σ u_r‖² − n) ÷ n(n − 1) with the unit vectors u_r.
std::optional<double> meanCosineOf(const MatrixD& table)
{
    Eigen::RowVectorXd sum = Eigen::RowVectorXd::Zero(table.cols());
    double count = 0;
    for (Index r = 0; r < table.rows(); ++r) {
        const double norm = table.row(r).stableNorm();
        if (!(norm > 0) || !std::isfinite(norm))
            continue;
        sum += table.row(r) / norm;
        ++count;
    }
    if (count < 2)
        return std::nullopt;
    return (sum.squaredNorm() - count) / (count * (count - 1));
}

Status addSingular(VectorSpectrum& spectrum, const MatrixD& table, const JobContext& job)
{
    if (table.rows() < 2) { // a mean row subtracted from itself
        spectrum.singularNote = "One row has one direction: there is no spectrum of singular values.";
        return ok();
    }
    job.report(0, "singular values");
    auto centred = analysis::singularSpectrum(table, {.centred = true, .components = kComponents}, job);
    if (const Status kept = keep(std::move(centred), spectrum.centred, spectrum.singularNote); !kept)
        return kept;
    job.report(0.45, "singular values without centring");
    return keep(analysis::singularSpectrum(table, {.centred = false, .components = 0}, job), spectrum.plain,
                spectrum.singularNote);
}

Status addFrequencies(VectorSpectrum& spectrum, const MatrixD& table, const JobContext& job)
{
    job.report(0.85, "frequencies of the columns");
    auto columns = analysis::columnSpectrum(table, {}, job);
    if (const Status kept = keep(std::move(columns), spectrum.columnSpectrum, spectrum.frequencyNote); !kept)
        return kept;
    if (!spectrum.centred)
        return ok();
    return keep(analysis::componentSpectrum(*spectrum.centred, analysis::Window::None, job), spectrum.componentSpectrum,
                spectrum.frequencyNote);
}

Status addNeighbours(VectorSpectrum& spectrum, const encoding::Encoding& encoding, const MatrixD& table,
                     const JobContext& job)
{
    job.report(0.95, "neighbouring rows");
    for (Index r = 0; r < table.rows(); ++r)
        spectrum.norms.push_back(table.row(r).stableNorm());
    std::optional<proximity::SharedProximity> cosine;
    const Status kept = keep(proximity::of(encoding, proximity::Metric::Cosine, compute::eigenBackend()), cosine,
                             spectrum.neighbourNote);
    if (!kept || !cosine)
        return kept;
    spectrum.neighbours = analysis::neighbourCosines(**cosine);
    spectrum.mirror = analysis::mirrorCosines(**cosine);
    spectrum.meanCosine = meanCosineOf(table);
    if (table.rows() < 2)
        spectrum.neighbourNote = "One row has no neighbour.";
    return job.stopRequested() ? Status(cancelled()) : ok();
}

Result<VectorSpectrum> spectrumOfVectors(const encoding::Encoding& encoding, const JobContext& job)
{
    VectorSpectrum spectrum;
    const encoding::Encoding shorter = bounded(encoding, spectrum.rowsLeftOut);
    PESCOPE_TRY(table, vectorsOf(shorter, kMostSpectrumRows));
    spectrum.rowsAreOffsets = std::holds_alternative<encoding::RelativeTable>(shorter.content)
        || std::holds_alternative<encoding::RelativeSinusoid>(shorter.content);
    spectrum.firstRow = firstLabel(shorter);
    spectrum.rows = table.rows();
    spectrum.columns = table.cols();
    Status done = addSingular(spectrum, table, job);
    if (done)
        done = addFrequencies(spectrum, table, job);
    if (done)
        done = addNeighbours(spectrum, shorter, table, job);
    if (!done)
        return std::unexpected(std::move(done).error());
    return spectrum;
}

RotarySpectrum spectrumOfRotary(const encoding::RotarySpec& spec, const std::vector<double>& omega)
{
    const Index count = std::min(spec.length, kMostDecayOffset + 1);
    return {.decay = analysis::rotaryDecay(omega, count), .kernel = analysis::psiSequence(omega, count)};
}

BiasSpectrum spectrumOfBias(const encoding::LogitBias& bias)
{
    // very many heads get fewer offsets: about 32 MB in all
    const Index affordable = std::max<Index>(16, (Index{1} << 21) / std::max(1, bias.heads()));
    const Index reach = std::min({bias.length - 1, kMostBiasOffset, affordable});
    const Index count = 2 * reach + 1;
    BiasSpectrum spectrum{.firstOffset = -reach, .byHead = MatrixD(bias.heads(), count)};
    for (int head = 0; head < bias.heads(); ++head) {
        const std::vector<double> values = encoding::biasByOffset(bias, head, -reach, count);
        std::ranges::copy(values, spectrum.byHead.row(head).data());
    }
    return spectrum;
}

} // namespace

Result<SourceSpectrum> spectrumOf(const encoding::Encoding& encoding, const JobContext& job)
{
    return runGuarded([&]() -> Result<SourceSpectrum> {
        if (job.stopRequested())
            return cancelled();
        SourceSpectrum spectrum;
        spectrum.omega = encoding::frequencies(encoding).value_or(std::vector<double>());
        if (const auto* spec = std::get_if<encoding::RotarySpec>(&encoding.content)) {
            spectrum.rotary = spectrumOfRotary(*spec, spectrum.omega);
        } else if (const auto* bias = std::get_if<encoding::LogitBias>(&encoding.content)) {
            spectrum.bias = spectrumOfBias(*bias);
        } else if (std::holds_alternative<encoding::GivenMap>(encoding.content)) {
            return fail(ErrorCode::Unsupported,
                        fmt::format("a spectrum of a source of kind {}", encoding::name(encoding.kind)),
                        "It is a picture as it is, without vectors, frequencies or heads behind it.");
        } else {
            PESCOPE_TRY(vectors, spectrumOfVectors(encoding, job));
            spectrum.vectors = std::move(vectors);
        }
        return spectrum;
    });
}

} // namespace pescope::frame
