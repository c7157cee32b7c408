// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/number_text.h"
#include "core/checkpoint/formats.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace pescope::checkpoint {

namespace {

constexpr std::string_view kTableHint =
    "A table has one position a line: numbers separated by commas, semicolons, tabs "
    "or blanks, and at most one line of names above them.";

/// Hands out the lines of a text file one at a time, with their numbers as an editor shows them (from 1).
class LineReader {
public:
    explicit LineReader(SharedFile file)
        : m_file(std::move(file))
    {
    }

    /// The next line that is neither blank nor a comment ('#'), without its end; false at the end of the file.
    Result<bool> next()
    {
        while (true) {
            PESCOPE_TRY(found, nextRaw());
            if (!found)
                return false;
            const auto first = m_line.find_first_not_of(" \t");
            if (first == std::string::npos || m_line[first] == '#')
                continue;
            if (m_line.size() > kMaxCells && isTooWide())
                return fail(ErrorCode::Format, fmt::format("line {} has more than {} values", m_number, kMaxCells),
                            std::string(kTableHint));
            return true;
        }
    }

    [[nodiscard]] const std::string& line() const { return m_line; }
    [[nodiscard]] std::size_t number() const { return m_number; }

private:
    static constexpr std::size_t kBlock = 1 << 20;
    static constexpr std::size_t kMaxLine = 1 << 26;
    static constexpr std::size_t kMaxCells = 1 << 20; ///< a cell takes many times the memory of its separator

    [[nodiscard]] bool isTooWide() const
    {
        return std::ranges::any_of(std::string_view(",;\t "), [&](char separator) {
            return static_cast<std::size_t>(std::ranges::count(m_line, separator)) > kMaxCells;
        });
    }

    Result<bool> nextRaw()
    {
        std::size_t end = m_buffer.find('\n', m_at);
        while (end == std::string::npos && m_read < m_file->size()) {
            m_buffer.erase(0, m_at);
            m_at = 0;
            const std::size_t before = m_buffer.size();
            if (before > kMaxLine)
                return fail(ErrorCode::Format, fmt::format("line {} has more than {} bytes", m_number + 1, kMaxLine),
                            std::string(kTableHint));
            m_buffer.resize(before + std::min<std::uint64_t>(kBlock, m_file->size() - m_read));
            const std::span<char> block(m_buffer.data() + before, m_buffer.size() - before);
            if (Status read = m_file->readAt(m_read, std::as_writable_bytes(block)); !read)
                return std::unexpected(std::move(read).error());
            if (m_read == 0 && m_buffer.starts_with("\xEF\xBB\xBF"))
                m_at = 3; // byte-order mark
            m_read += block.size();
            end = m_buffer.find('\n', std::max(before, m_at));
        }
        if (end == std::string::npos && m_at == m_buffer.size())
            return false;
        const std::size_t stop = std::min(end, m_buffer.size());
        m_line.assign(m_buffer, m_at, stop - m_at);
        if (m_line.ends_with('\r'))
            m_line.pop_back();
        m_at = std::min(stop + 1, m_buffer.size());
        ++m_number;
        return true;
    }

    SharedFile m_file;
    std::string m_buffer;
    std::string m_line;
    std::size_t m_at = 0; ///< in m_buffer
    std::uint64_t m_read = 0; ///< bytes of the file
    std::size_t m_number = 0;
};

/// Tab before semicolon before comma, so that a decimal comma never splits; blanks if there is none of them.
char separatorOf(std::string_view line)
{
    for (const char candidate : {'\t', ';', ','}) {
        if (line.contains(candidate))
            return candidate;
    }
    return ' ';
}

std::string_view trimmed(std::string_view cell)
{
    const auto first = cell.find_first_not_of(" \t");
    if (first == std::string_view::npos)
        return {};
    return cell.substr(first, cell.find_last_not_of(" \t") - first + 1);
}

std::vector<std::string> split(std::string_view line, char separator)
{
    std::vector<std::string> cells;
    std::string cell;
    bool inQuotes = false;
    if (separator == ' ')
        line = trimmed(line);
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] == '"') {
            inQuotes = !inQuotes;
        } else if (line[i] == separator && !inQuotes) {
            cells.emplace_back(trimmed(cell));
            cell.clear();
            while (separator == ' ' && i + 1 < line.size() && line[i + 1] == ' ')
                ++i; // any run of blanks is one separator
        } else {
            cell += line[i];
        }
    }
    cells.emplace_back(trimmed(cell));
    return cells;
}

std::optional<double> numberIn(std::string cell, char separator)
{
    const bool mayHaveDecimalComma = separator == ';' || separator == '\t';
    if (mayHaveDecimalComma && !cell.contains('.') && std::ranges::count(cell, ',') == 1)
        std::ranges::replace(cell, ',', '.');
    return parseDouble(cell);
}

bool allNumbers(const std::vector<std::string>& cells, char separator)
{
    return std::ranges::all_of(cells, [&](const std::string& cell) { return numberIn(cell, separator).has_value(); });
}

/// "0,1,2,…" above rows of as many numbers that are not all integers: the names a data frame without names gives its
/// columns. (With an index column it leaves the first name empty.)
bool isCountingHeader(const std::vector<std::string>& cells, const std::vector<std::string>& below)
{
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (cells[i] != std::to_string(i))
            return false;
    }
    return cells.size() >= 3 && cells.size() == below.size()
        && !std::ranges::all_of(below, [](const std::string& cell) { return parseInteger(cell).has_value(); });
}

std::string shown(std::string_view cell)
{
    return cell.size() <= 40 ? std::string(cell) : std::string(cell.substr(0, 40)) + "…";
}

/// What the first lines say of the whole table.
struct TableForm {
    char separator = ',';
    std::size_t cells = 0; ///< on every line of numbers
    bool hasHeader = false;
    bool hasIndex = false; ///< the first cell of a line is its name
    bool endsWithSeparator = false;
};

class TableParser {
public:
    explicit TableParser(const SharedFile& file)
        : m_lines(file)
    {
    }

    Status parse()
    {
        PESCOPE_TRY(hasFirst, m_lines.next());
        if (!hasFirst)
            return fail(ErrorCode::Format, "holds no line of numbers", std::string(kTableHint));
        const std::string first = m_lines.line();
        m_firstNumber = m_lines.number();
        PESCOPE_TRY(hasSecond, m_lines.next());
        decideForm(first, hasSecond ? m_lines.line() : first);
        if (columns() < 1)
            return noTable(fail(ErrorCode::Format,
                                fmt::format("line {} has a name and no number behind it", m_lines.number()),
                                std::string(kTableHint))
                               .error());
        if (!m_form.hasHeader) {
            if (Status added = addLine(first, m_firstNumber); !added)
                return noTable(std::move(added).error());
        } else if (!hasSecond) {
            return fail(ErrorCode::Format,
                        fmt::format("is no table: it holds one line, `{}`, and no numbers", shown(first)),
                        std::string(kTableHint));
        }
        bool more = hasSecond;
        while (more) {
            if (Status added = addLine(m_lines.line(), m_lines.number()); !added)
                return rows == 0 ? noTable(std::move(added).error()) : added;
            PESCOPE_TRY(another, m_lines.next());
            more = another;
        }
        return ok();
    }

    std::vector<double> values;
    std::int64_t rows = 0;
    std::vector<std::string> notices;
    [[nodiscard]] std::int64_t columns() const
    {
        return static_cast<std::int64_t>(m_form.cells - (m_form.hasIndex ? 1 : 0));
    }

private:
    void decideForm(const std::string& first, const std::string& second)
    {
        m_form.separator = separatorOf(second);
        // numbers above a line that lacks some, or all but one: no line of names
        if (const char own = separatorOf(first); own != ' ' && allNumbers(split(first, own), own))
            m_form.separator = own;
        std::vector<std::string> below = split(second, m_form.separator);
        m_form.endsWithSeparator = m_form.separator != ' ' && below.size() > 1 && below.back().empty();
        if (m_form.endsWithSeparator)
            below.pop_back();
        std::vector<std::string> top = split(first, m_form.separator);
        if (m_form.endsWithSeparator && top.size() > below.size() && top.back().empty())
            top.pop_back();
        const bool counting = isCountingHeader(top, below);
        const bool unnamed = top.size() > 1 && (top.front().empty() || top.front() == "Unnamed: 0");
        m_form.hasHeader = counting || unnamed || !allNumbers(top, m_form.separator);
        m_form.cells = m_form.hasHeader ? below.size() : top.size();
        const bool namedByR = m_form.hasHeader && top.size() > 1 && top.size() + 1 == below.size();
        m_form.hasIndex = m_form.hasHeader && (unnamed || namedByR);
        if (m_form.hasHeader && !m_form.hasIndex)
            m_form.cells = top.size();
        if (m_form.hasIndex)
            notices.emplace_back("the first column has no name: it is taken as an index of the rows and left out");
        if (counting)
            notices.emplace_back("the first line counts 0, 1, 2, …: it is taken as names of the columns and left out");
    }

    Status addLine(const std::string& line, std::size_t number)
    {
        std::vector<std::string> cells = split(line, m_form.separator);
        if (m_form.endsWithSeparator && cells.size() == m_form.cells + 1 && cells.back().empty())
            cells.pop_back();
        if (cells.size() != m_form.cells && rows == 1 && !m_form.hasHeader)
            return fail(ErrorCode::Format,
                        fmt::format("line {} has {} values, line {} has {}: no line is one of names, and the rows of a "
                                    "table are equally long",
                                    m_firstNumber, m_form.cells, number, cells.size()),
                        std::string(kTableHint));
        if (cells.size() != m_form.cells)
            return fail(ErrorCode::Format,
                        fmt::format("line {}: {} values instead of {} as in the lines before", number, cells.size(),
                                    m_form.cells),
                        std::string(kTableHint));
        for (std::size_t i = m_form.hasIndex ? 1 : 0; i < cells.size(); ++i) {
            const auto value = numberIn(cells[i], m_form.separator);
            if (!value)
                return fail(ErrorCode::Format,
                            cells[i].empty() ? fmt::format("line {}: value {} is missing", number, i + 1)
                                             : fmt::format("line {}: value {} is `{}`, not a number", number, i + 1,
                                                           shown(cells[i])),
                            std::string(kTableHint));
            values.push_back(*value);
        }
        ++rows;
        return ok();
    }

    static Status noTable(Error error)
    {
        error.message = "is a text file, but no table of numbers: " + error.message;
        return std::unexpected(std::move(error));
    }

    LineReader m_lines;
    TableForm m_form;
    std::size_t m_firstNumber = 0; ///< of the first line that is neither blank nor a comment
};

class CsvFile final : public Container {
public:
    CsvFile(const SharedFile& file, TableParser table)
        : m_values(std::move(table.values))
        , m_tensors{{.name = looseName(file->path()),
                     .dtype = "F64",
                     .readable = tables::DType::F64,
                     .shape = {table.rows, table.columns()},
                     .file = file->path()}}
    {
        for (const std::string& notice : table.notices)
            m_warnings.push_back(fmt::format("{}: {}", file->path().filename().string(), notice));
    }

    [[nodiscard]] std::string_view format() const override { return "csv"; }
    [[nodiscard]] const std::vector<TensorInfo>& tensors() const override { return m_tensors; }
    [[nodiscard]] std::vector<std::string> warnings() const override { return m_warnings; }

private:
    [[nodiscard]] Result<TensorBytes> readTensor(std::size_t) const override
    {
        const auto bytes = std::as_bytes(std::span(m_values));
        return TensorBytes{tables::DType::F64, m_tensors.front().shape, {bytes.begin(), bytes.end()}};
    }

    std::vector<double> m_values;
    std::vector<TensorInfo> m_tensors;
    std::vector<std::string> m_warnings;
};

} // namespace

bool looksLikeText(const FileHead& head)
{
    return std::ranges::none_of(
        head.text(), [](unsigned char c) { return c < 0x20 && c != '\t' && c != '\n' && c != '\r' && c != '\f'; });
}

/// Text has no header with its size: a table of numbers is read as a whole when it opens. Its type is F64.
Result<std::unique_ptr<Container>> openCsv(const SharedFile& file)
{
    TableParser table(file);
    if (Status parsed = table.parse(); !parsed)
        return std::unexpected(std::move(parsed).error());
    return std::make_unique<CsvFile>(file, std::move(table));
}

} // namespace pescope::checkpoint
