// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/monotone_range.h"
#include "core/analysis/psi.h"
#include "core/analysis/row_statistics.h"
#include "core/analysis/table_ranges.h"
#include "core/frame/column_choice.h"
#include "core/frame/source_spectrum.h"
#include "core/frame/vectors.h"
#include "core/proximity/grid_of_grids.h"
#include "core/proximity/lens.h"
#include "core/session/reproduce_views.h"

#include "python_runs.h"
#include "reproduce_cases.h"

#include <fmt/format.h>

#include <QTest>

#include <functional>

using namespace pescope;
using cases::Case;
using cases::largestOf;
using cases::proximityOf;
using cases::take;
using cases::worst;
using encoding::Encoding;
using proximity::Lens;
using session::ShownMap;
using tables::Index;
using tables::MatrixD;

namespace {

/// A code, what it leaves in files of these names, and what the program says of them.
struct View {
    std::string name;
    Result<std::string> code;
    std::map<std::string, MatrixD> expected; ///< by variable
    double tolerance = 1e-9;
};

/// Tables and spectra are of all positions.
bool hasChosenRows(const ShownMap& map)
{
    return map.rows.includeUnused || !map.rows.leaveOut.empty();
}

MatrixD column(const std::vector<double>& values)
{
    return Eigen::Map<const MatrixD>(values.data(), std::ssize(values), 1);
}

MatrixD one(double value)
{
    return MatrixD::Constant(1, 1, value);
}

MatrixD range(const std::optional<Index>& m)
{
    return one(m ? static_cast<double>(*m) : std::nan(""));
}

std::optional<View> lensView(const Case& source, Lens lens)
{
    const auto s = proximityOf(source.map, source.metric);
    if (lens == Lens::Asymmetry && s->rows() != s->columns())
        return std::nullopt;
    if (lens == Lens::Rising && source.name == "one column cosine")
        return std::nullopt; // ±1 everywhere: rounding decides which steps are ties
    const auto seen = take(proximity::through(s, lens));
    View view{source.name + ", " + std::string(proximity::name(lens)),
              session::numpyLens(source.map, source.metric, lens),
              {}};
    view.expected[lens == Lens::Value ? "S" : "L"] = take(seen->cells(0, s->rows(), 0, s->columns()));
    view.tolerance = 1e-6 * largestOf(take(s->cells(0, s->rows(), 0, s->columns())));
    return view;
}

std::vector<View> tableViews(const Case& source)
{
    std::vector<View> views;
    const auto vectors = frame::vectorsOf(source.map.encoding);
    if (!vectors || !vectors->allFinite() || hasChosenRows(source.map))
        return views;
    using session::Columns;
    for (const auto columns : {Columns::Stored, Columns::OtherLayout, Columns::Variance, Columns::Frequency}) {
        const auto order = frame::columnsOf(source.map.encoding, columns);
        if (!order)
            continue;
        MatrixD expected = *vectors;
        for (std::size_t k = 0; k < order->size(); ++k)
            expected.col(static_cast<Index>(k)) = vectors->col((*order)[k]);
        views.push_back({fmt::format("{}, columns {}", source.name, static_cast<int>(columns)),
                         session::numpyTable(source.map, columns, *order),
                         {{"T", expected}},
                         1e-6 * largestOf(expected)});
    }
    return views;
}

std::optional<View> gridView(const Case& source)
{
    const auto grid = proximity::patchGridOf(source.map.encoding);
    if (!grid || !source.map.difference.empty())
        return std::nullopt;
    const auto seen = take(proximity::gridOfGrids(proximityOf(source.map, source.metric), *grid));
    View view{source.name + ", grid of grids", session::numpyGrid(source.map, source.metric), {}};
    view.expected["G"] = take(seen->cells(0, seen->rows(), 0, seen->columns()));
    view.tolerance = 1e-6 * largestOf(view.expected["G"]);
    return view;
}

View distanceView(const Case& source)
{
    constexpr double kEpsilon = 1e-3;
    const auto s = proximityOf(source.map, source.metric);
    const auto band = take(analysis::band(*s, s->rows() + s->columns()));
    View view{source.name + ", distance", session::numpyDistance(source.map, source.metric, kEpsilon), {}};
    const MatrixD cells = take(s->cells(0, s->rows(), 0, s->columns()));
    view.tolerance = 1e-6 * largestOf(cells);
    view.expected["p10"] = column({band.p10.begin(), band.p10.end()});
    view.expected["p90"] = column({band.p90.begin(), band.p90.end()});
    const auto* sinusoid = std::get_if<encoding::SinusoidSpec>(&source.map.encoding.content);
    if (source.map.difference.empty() && sinusoid) {
        const auto omega = encoding::omega(*sinusoid);
        const auto ranges = analysis::profileRanges(analysis::psiSequence(omega, sinusoid->length), kEpsilon);
        view.expected["integer_range"] = range(ranges.integer);
        view.expected["tolerance_range"] = range(ranges.tolerance);
    } else if (!s->toeplitz()) { // ties of equal cells are decided by rounding
        const auto ranges = analysis::profileRanges(analysis::meanByDistance(take(s->profile())), kEpsilon);
        view.expected["integer_range"] = range(ranges.integer);
        view.expected["tolerance_range"] = range(ranges.tolerance);
    }
    return view;
}

std::optional<View> psiView(const Case& source)
{
    const auto* spec = std::get_if<encoding::SinusoidSpec>(&source.map.encoding.content);
    if (!spec || !source.map.difference.empty())
        return std::nullopt;
    const auto omega = encoding::omega(*spec);
    View view{source.name + ", ψ", session::numpyPsi(source.map, 1e-4), {}};
    view.expected["psi"] = column(analysis::psiSequence(omega, spec->length));
    view.expected["step"] = column(analysis::psiSteps(omega, spec->length));
    std::vector<double> slope;
    for (Index m = 0; m < spec->length; ++m)
        slope.push_back(analysis::psiPrime(omega, static_cast<double>(m)));
    view.expected["slope"] = column(slope);
    return view;
}

std::optional<View> omegaView(const Case& source)
{
    const auto omega = source.map.difference.empty() ? encoding::frequencies(source.map.encoding) : std::nullopt;
    if (!omega || omega->empty())
        return std::nullopt;
    View view{source.name + ", ω", session::numpyOmega(source.map), {{"omega", column(*omega)}}};
    view.tolerance = 1e-14;
    return view;
}

void addVectors(View& view, const frame::VectorSpectrum& vectors)
{
    view.tolerance = 1e-7;
    if (!vectors.centred || !vectors.columnSpectrum)
        return;
    const double size = std::max(1e-300, vectors.centred->values.empty() ? 0 : vectors.centred->values.front());
    view.tolerance = 1e-7 * std::max(1.0, size);
    if (vectors.centred->rowsNotFinite == 0) {
        view.expected["sigma"] = column(vectors.centred->values);
        view.expected["norms"] = column(vectors.norms);
    }
    view.expected["effective_rank"] = one(vectors.centred->effectiveRank);
    view.expected["participation_ratio"] = one(vectors.centred->participationRatio);
    view.expected["rms"] = column(vectors.columnSpectrum->rms);
    view.expected["omega"] = column(vectors.columnSpectrum->omega);
    view.expected["neighbours"] = column(vectors.neighbours.cosine);
    if (vectors.rowsAreOffsets)
        view.expected["mirror"] = column(vectors.mirror.cosine);
}

std::optional<View> spectrumView(const Case& source)
{
    const auto spectrum = frame::spectrumOf(source.map.encoding);
    if (!source.map.difference.empty() || hasChosenRows(source.map) || !spectrum)
        return std::nullopt;
    const auto& vectors = spectrum->vectors;
    if (vectors && (vectors->rows < 2 || !vectors->centred || vectors->centred->values.front() == 0))
        return std::nullopt; // a table of zeros has no directions
    View view{source.name + ", spectrum", session::numpySpectrum(source.map), {}};
    if (vectors)
        addVectors(view, *vectors);
    if (spectrum->rotary) {
        view.expected["decay"] = column(spectrum->rotary->decay);
        view.expected["kernel"] = column(spectrum->rotary->kernel);
    }
    if (spectrum->bias)
        view.expected["b"] = spectrum->bias->byHead;
    return view;
}

} // namespace

class TestReproduceViews : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        const QString interpreter = python::interpreter();
        QVERIFY2(!interpreter.isEmpty(), "no Python can import NumPy: install the package python3-numpy");
        m_root = std::filesystem::current_path() / "views";
        std::filesystem::remove_all(m_root);
        const std::vector<Case> sources = cases::CaseList(m_root).cases();
        for (const Case& source : sources) {
            for (const Lens lens : proximity::kLenses)
                keep(lensView(source, lens));
            keep(gridView(source));
            keep(distanceView(source));
            if (source.metric != proximity::Metric::Dot)
                continue; // the rest does not depend on it
            for (View& view : tableViews(source))
                keep(std::move(view));
            keep(psiView(source));
            keep(omegaView(source));
            keep(spectrumView(source));
        }
        std::vector<std::filesystem::path> folders;
        for (const View& view : m_views) {
            const auto folder = m_root / view.name;
            std::filesystem::create_directories(folder);
            QVERIFY2(view.code.has_value(), view.code ? "" : (view.name + ": " + describe(view.code.error())).c_str());
            std::string code = *view.code;
            for (const auto& [name, values] : view.expected)
                code += fmt::format("x = np.array(np.nan if {0} is None else {0}, dtype=np.float64)\n"
                                    "np.save('{0}.npy', np.atleast_2d(x) if x.ndim != 1 else x[:, None])\n",
                                    name);
            python::write(folder / "code.py", code);
            cases::writeTables(*view.code, folder);
            folders.push_back(folder);
        }
        QVERIFY(python::runAll(interpreter, folders));
    }

    void numbersAreThoseOfTheProgram_data()
    {
        QTest::addColumn<int>("index");
        for (std::size_t k = 0; k < m_views.size(); ++k)
            QTest::newRow(m_views[k].name.c_str()) << static_cast<int>(k);
    }

    void numbersAreThoseOfTheProgram()
    {
        QFETCH(int, index);
        const View& view = m_views[static_cast<std::size_t>(index)];
        const auto folder = m_root / view.name;
        const std::string failure = python::read(folder / "error.txt");
        QVERIFY2(failure.empty(), failure.c_str());
        for (const auto& [name, values] : view.expected) {
            const double difference = worst(python::readMatrix(folder / (name + ".npy")), values);
            QVERIFY2(difference <= view.tolerance,
                     qPrintable(QStringLiteral("%1 differs by %2").arg(QString::fromStdString(name)).arg(difference)));
        }
    }

    void codesSayWhatTheyAre()
    {
        for (const View& view : m_views) {
            QVERIFY2(view.code->starts_with("# PEScope "), view.code->c_str());
            QVERIFY2(view.code->ends_with("\n") && !view.code->ends_with("\n\n"), view.code->c_str());
        }
        ShownMap sinusoid = session::shownSinusoid(cases::sinusoid(768, 512));
        QVERIFY(take(session::numpyPsi(sinusoid, 1e-4)).find("ψ(m) = Σ cos ω m") != std::string::npos);
        QVERIFY(std::ranges::count(take(session::numpyPsi(sinusoid, 1e-4)), '\n') <= 16);
    }

    void whatIsNotThereIsSaid()
    {
        const ShownMap bias = cases::opened("alibi:heads=2,length=4");
        const ShownMap table = cases::opened("learned:length=4,dim=2");
        for (const auto& code : {session::numpyTable(bias, session::Columns::Stored, {}),
                                 session::numpyGrid(table, proximity::Metric::Dot), session::numpyPsi(table, 1e-4),
                                 session::numpyOmega(bias), session::numpyOmega(table),
                                 session::numpySpectrum(session::shownDifference(table, table))}) {
            QVERIFY(!code.has_value());
            QVERIFY(code.error().code == ErrorCode::Unsupported);
        }
    }

private:
    void keep(std::optional<View> view)
    {
        if (view)
            m_views.push_back(*std::move(view));
    }

    std::filesystem::path m_root;
    std::vector<View> m_views;
};

QTEST_APPLESS_MAIN(TestReproduceViews)
#include "tst_reproduce_views.moc"
