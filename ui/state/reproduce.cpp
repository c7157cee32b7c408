// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/reproduce.h"

#include "core/analysis/row_statistics.h"
#include "core/encoding/what_if.h"

#include <filesystem>

namespace pescope::ui {

namespace {

/// The rows whose norm stands apart.
std::vector<tables::Index> markedRows(const encoding::Encoding& encoding)
{
    const auto* table = std::get_if<encoding::StoredTable>(&encoding.content);
    if (!table)
        return {};
    const Eigen::VectorXd norms = table->positionRows().rowwise().norm();
    return analysis::outlyingRows({norms.data(), static_cast<std::size_t>(norms.size())});
}

/// What is copied is pasted somewhere else. A path may stand behind what-ifs.
std::string absolutePath(const std::string& text)
{
    std::error_code error;
    if (const std::size_t prefix = encoding::whatIfPrefix(text); prefix > 0)
        return text.substr(0, prefix) + absolutePath(text.substr(prefix));
    const std::string& path = text;
    return std::filesystem::exists(path, error) ? std::filesystem::absolute(path, error).string() : path;
}

} // namespace

Result<session::ShownMap> shownMapOf(const Document& document, session::SourceKey key)
{
    const session::Source* source = session::find(document.session(), key);
    if (!source)
        return fail(ErrorCode::Unsupported, "the source is gone");
    if (const auto* sinusoid = std::get_if<session::SinusoidOrigin>(&source->origin))
        return session::shownSinusoid(sinusoid->spec);
    if (const auto* difference = std::get_if<session::DifferenceOrigin>(&source->origin)) {
        PESCOPE_TRY(a, shownMapOf(document, difference->a));
        PESCOPE_TRY(b, shownMapOf(document, difference->b));
        return session::shownDifference(std::move(a), std::move(b));
    }
    const auto encoding = document.encoding(key);
    if (!encoding)
        return fail(ErrorCode::Unsupported, "the source is still being read", "Try again when its map is there.");
    if (!*encoding)
        return std::unexpected(encoding->error());
    const session::Options& options = document.session().options;
    session::ShownMap map{.source = std::get<session::OpenedOrigin>(source->origin).spec,
                          .encoding = **encoding,
                          .rows = {},
                          .difference = {}};
    map.source = absolutePath(map.source);
    map.encoding.file = absolutePath(map.encoding.file);
    map.rows.includeUnused = options.includeUnused;
    map.rows.head = source->head;
    if (options.withoutMarked)
        map.rows.leaveOut = markedRows(map.encoding);
    return map;
}

} // namespace pescope::ui
