// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/encoding/resolve.h"
#include "core/frame/frame.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>

namespace pescope::frametest {

using session::SourceKey;

inline std::shared_ptr<const Result<encoding::Encoding>> opened(tables::MatrixD rows)
{
    encoding::Encoding encoding;
    encoding::StoredTable table;
    table.positions = rows.rows();
    table.rows = std::make_shared<const tables::MatrixD>(std::move(rows));
    encoding.content = std::move(table);
    return std::make_shared<const Result<encoding::Encoding>>(std::move(encoding));
}

/// A small table with a row that stands apart and no symmetry to hide behind.
inline tables::MatrixD smallTable()
{
    tables::MatrixD rows(40, 6);
    for (Eigen::Index i = 0; i < rows.rows(); ++i)
        for (Eigen::Index k = 0; k < rows.cols(); ++k)
            rows(i, k) =
                std::sin(0.7 * static_cast<double>(i + 1) * static_cast<double>(k + 1)) + 0.01 * static_cast<double>(i);
    rows.row(0) *= 40;
    return rows;
}

struct Fixture {
    frame::Request request;
    frame::Composer composer;

    Fixture() { request.backend = compute::eigenBackend(); }

    SourceKey addSinusoid(int dim = 32, tables::Index length = 64)
    {
        encoding::SinusoidSpec spec;
        spec.dim = dim;
        spec.length = length;
        return session::add(request.session, session::SinusoidOrigin{spec});
    }
    SourceKey addTable(std::shared_ptr<const Result<encoding::Encoding>> encoding)
    {
        const SourceKey key = session::add(request.session, session::OpenedOrigin{"table.npy", ""});
        if (encoding)
            request.opened[key] = std::move(encoding);
        return key;
    }
    /// Any SOURCE of the command line that has one encoding.
    SourceKey addSpec(const std::string& spec)
    {
        return addTable(std::make_shared<const Result<encoding::Encoding>>(encoding::resolveOne(spec)));
    }
    void setLens(SourceKey key, proximity::Lens lens) { session::find(request.session, key)->lens = lens; }
    void showAll(int width = 64)
    {
        request.panes.clear();
        for (const SourceKey key : session::visibleSources(request.session))
            request.panes.push_back({key, width, width, std::nullopt});
    }
    frame::Frame compose()
    {
        ++request.revision;
        auto frame = composer.compose(request);
        if (!frame) {
            std::fprintf(stderr, "compose failed: %s\n", describe(frame.error()).c_str());
            std::abort();
        }
        return std::move(*frame);
    }
};

} // namespace pescope::frametest
