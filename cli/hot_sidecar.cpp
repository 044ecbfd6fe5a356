#include "cli/hot_sidecar.hpp"

#include "net/rfc3339.hpp"

#include <boost/json.hpp>

#include <algorithm>

namespace wm::cli {
namespace {

namespace json = boost::json;
using policies::hot::Kind;
using policies::hot::Meta;

constexpr std::size_t key_digits = 64;

bool is_key(std::string_view text) {
    return text.size() == key_digits &&
           std::ranges::all_of(text, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

std::optional<Meta> read_meta(const json::value& value) {
    const auto* object = value.if_object();
    const auto* kind = object ? object->if_contains("kind") : nullptr;
    const auto* since = object ? object->if_contains("since") : nullptr;
    if (!kind || !kind->is_string() || !since || !since->is_string()) return std::nullopt;
    const auto at = parse_rfc3339(std::string_view(since->as_string()));
    const std::string_view word(kind->as_string());
    if (!at || (word != "state" && word != "rule")) return std::nullopt;
    Meta meta{word == "state" ? Kind::state : Kind::rule, *at, std::nullopt, false};
    if (const auto* importance = object->if_contains("importance"); importance && importance->is_number())
        meta.importance = std::clamp(importance->to_number<double>(), 0.0, 1.0);
    if (const auto* stub = object->if_contains("stub"); stub && stub->is_bool()) meta.stub = stub->as_bool();
    return meta;
}

}  // namespace

std::optional<policies::hot::Sidecar> read_sidecar(std::string_view text) {
    policies::hot::Sidecar sidecar;
    if (text.empty()) return sidecar;
    json::error_code bad;
    const auto root = json::parse(text, bad);
    const auto* object = bad ? nullptr : root.if_object();
    const auto* entries = object && object->contains("entries") ? object->at("entries").if_object() : nullptr;
    if (!entries) return std::nullopt;
    for (const auto& [key, value] : *entries)
        if (const auto meta = read_meta(value); meta && is_key(key)) sidecar.emplace(std::string(key), *meta);
    return sidecar;
}

std::string write_sidecar(const policies::hot::Sidecar& sidecar) {
    json::object entries;
    for (const auto& [key, meta] : sidecar) {
        json::object one{{"kind", meta.kind == Kind::state ? "state" : "rule"}, {"since", format_rfc3339(meta.since)}};
        if (meta.importance) one["importance"] = *meta.importance;
        if (meta.stub) one["stub"] = true;
        entries[key] = std::move(one);
    }
    return json::serialize(json::object{{"version", 1}, {"entries", std::move(entries)}});
}

}  // namespace wm::cli
