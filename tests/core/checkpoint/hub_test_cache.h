// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/core/checkpoint/test_files.h"

/// A cache as huggingface_hub lays it out: blobs by their hash, snapshots of links to them, refs with commits.
namespace test {

class HubCache {
public:
    explicit HubCache(std::filesystem::path root)
        : m_root(std::move(root))
    {
        std::filesystem::create_directories(m_root);
    }

    [[nodiscard]] const std::filesystem::path& root() const { return m_root; }
    [[nodiscard]] std::filesystem::path model(const std::string& folder) const
    {
        return m_root / ("models--" + folder);
    }

    /// One file of a snapshot: a link to a blob, which is written unless `content` is null.
    void file(const std::string& folder, const std::string& commit, const std::string& name, const std::string& blob,
              const std::string* content) const
    {
        const std::filesystem::path link = model(folder) / "snapshots" / commit / name;
        std::filesystem::create_directories(link.parent_path());
        std::filesystem::create_directories(model(folder) / "blobs");
        std::string up = "../../blobs/";
        for (const char c : name)
            up = c == '/' ? "../" + up : up;
        std::filesystem::create_symlink(up + blob, link);
        if (content)
            writeFile(model(folder) / "blobs" / blob, *content);
    }
    void file(const std::string& folder, const std::string& commit, const std::string& name, const std::string& blob,
              const std::string& content) const
    {
        file(folder, commit, name, blob, &content);
    }

    void ref(const std::string& folder, const std::string& name, const std::string& commit) const
    {
        writeFile(model(folder) / "refs" / name, commit);
    }

private:
    std::filesystem::path m_root;
};

} // namespace test
