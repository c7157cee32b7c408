// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cached_models.h"

#include "app/command.h"
#include "core/checkpoint/hub_cache.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>

namespace pescope::app {

namespace {

using checkpoint::CachedModel;
using State = checkpoint::WeightsThere::State;

std::string_view stateName(State state)
{
    switch (state) {
    case State::None:
        return "none";
    case State::Incomplete:
        return "incomplete";
    case State::Complete:
        return "complete";
    }
    return "";
}

std::string sizeText(std::uint64_t bytes)
{
    constexpr double kKilo = 1e3, kMega = 1e6;
    const auto size = static_cast<double>(bytes);
    return size < kMega ? fmt::format("{:.1f} kB", size / kKilo) : fmt::format("{:.1f} MB", size / kMega);
}

std::string weightsText(const checkpoint::WeightsThere& weights)
{
    switch (weights.state) {
    case State::None:
        return ", no weights";
    case State::Incomplete:
        return fmt::format(", incomplete: {} is not there", weights.missing);
    case State::Complete:
        break;
    }
    return {};
}

nlohmann::json jsonOf(const std::string& cache, const std::vector<CachedModel>& models)
{
    nlohmann::json list = nlohmann::json::array();
    for (const CachedModel& model : models) {
        nlohmann::json revisions = nlohmann::json::array();
        for (const CachedModel::Revision& one : model.revisions)
            revisions.push_back(
                {{"source", model.source(one)},
                 {"commit", one.commit},
                 {"names", one.names},
                 {"bytes", one.bytes},
                 {"weights", stateName(one.weights.state)},
                 {"missing", one.weights.missing.empty() ? nlohmann::json() : nlohmann::json(one.weights.missing)}});
        list.push_back({{"name", model.name}, {"bytes", model.bytes}, {"revisions", std::move(revisions)}});
    }
    return {{"cache", cache}, {"models", std::move(list)}};
}

std::string textOf(const std::string& cache, const std::vector<CachedModel>& models)
{
    std::string text =
        fmt::format("{}\n  hub cache, {} {}\n", cache, models.size(), models.size() == 1 ? "model" : "models");
    std::size_t width = 0;
    for (const CachedModel& model : models)
        for (const CachedModel::Revision& one : model.revisions)
            width = std::max(width, model.source(one).size());
    for (const CachedModel& model : models)
        for (const CachedModel::Revision& one : model.revisions)
            text += fmt::format("  {:<{}}  {}{}\n", model.source(one), width, sizeText(one.bytes),
                                weightsText(one.weights));
    return text;
}

} // namespace

int listCachedModels(bool asJson)
{
    const auto root = checkpoint::hubCacheRoot();
    const auto models = checkpoint::cachedModels(root);
    if (!models)
        return printError(models.error());
    const std::string text = asJson
        ? jsonOf(root.string(), *models).dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n"
        : textOf(root.string(), *models);
    std::fwrite(text.data(), 1, text.size(), stdout);
    return kDone;
}

} // namespace pescope::app
