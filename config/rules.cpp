#include "config/rules.hpp"

#include "config/checks.hpp"
#include "config/rule_folder.hpp"
#include "config/rule_reader.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdio>

namespace wm::config {
namespace {

using policies::Rule;
using policies::RulePack;

constexpr std::size_t rules_max = 20000;

// The compiler speaks of a rule by its name; the file's line and path are looked up.
RuleProblem placed(const std::string& message, const std::map<std::string, RulePlace>& places) {
    for (auto at = message.rfind(": "); at != std::string::npos && at > 0; at = message.rfind(": ", at - 1))
        if (const auto place = places.find(message.substr(0, at)); place != places.end())
            return {place->second.file,
                    {place->second.line, place->second.path, message.substr(at + 2), "mend or leave out this rule"}};
    return {"rules", {0, "", message, "mend the rule packs"}};
}

// The pack-and-id that an override may have meant.
std::string nearest_rule(const RuleOverride& row, const ReadRules& read) {
    std::vector<std::string> known;
    for (const auto& [name, place] : read.places) {
        const auto id = name.substr(0, name.find(": "));
        if (row.entity == name.starts_with("entity/")) known.push_back(row.entity ? name.substr(id.size() + 2) : id);
    }
    const auto near = nearest(row.entity ? row.target : row.target.substr(0, row.target.size() - 2), known);
    return near.empty() ? std::string("docs/rules.md says where the packs of the binary are listed")
                        : "did you mean " + near + "?";
}

// Changes or takes out every element that `meant` says; how many there were.
template <class Rows, class Meant>
std::size_t change(Rows& rows, const RuleOverride& row, const Meant& meant) {
    std::size_t found = 0;
    for (auto& each : rows)
        if (meant(each)) {
            ++found;
            if (row.weight) each.weight = *row.weight;
        }
    if (!row.enabled) std::erase_if(rows, meant);
    return found;
}

void apply(const RuleOverride& row, ReadRules& read) {
    auto& pack = read.pack;
    std::size_t found = 0;
    if (row.entity) {
        found = change(pack.entities, row, [&](const auto& entity) { return entity.name == row.target; });
    } else {
        const auto meant = [&](const Rule& rule) { return rule.name.starts_with(row.target); };
        for (auto& group : pack.scopes) found += change(group.rules, row, meant);
        found += change(pack.context, row, meant) + change(pack.memory_requests, row, meant);
    }
    if (found == 0)
        read.problems.push_back({row.place.file,
                                 {row.place.line, row.place.path + (row.entity ? ".entity" : ".rule"),
                                  "is in no pack, or switched off already", nearest_rule(row, read)}});
}

RulesResult compiled(ReadRules read) {
    for (const auto& row : read.overrides) apply(row, read);
    if (read.problems.empty() && read.places.size() > rules_max)
        read.problems.push_back(
            {"rules", {0, "", "the packs hold too many rules", "keep at most " + std::to_string(rules_max)}});
    if (!read.problems.empty()) return std::move(read.problems);
    auto made = policies::RouteRules::compile(read.pack);
    if (const auto* messages = std::get_if<std::vector<std::string>>(&made)) {
        for (const auto& message : *messages) read.problems.push_back(placed(message, read.places));
        return std::move(read.problems);
    }
    return Rules{std::get<std::shared_ptr<const policies::RouteRules>>(std::move(made)), std::move(read.pack),
                 read.places.size(), ""};
}

// FNV-1a over names and texts: two daemons with one fingerprint route alike. No protection against anybody.
std::string fingerprint(const RulePackTexts& built_in, const RulePackTexts& own) {
    std::uint64_t hash = 0xcbf29ce484222325;
    const auto mix = [&](std::string_view text) {
        for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
        hash = (hash ^ 0xff) * 0x100000001b3;
    };
    for (const auto* packs : {&built_in, &own})
        for (const auto& [name, text] : *packs) mix(name), mix(text);
    std::array<char, 17> hex{};
    std::snprintf(hex.data(), hex.size(), "%016llx", static_cast<unsigned long long>(hash));
    return hex.data();
}

}  // namespace

RulePackResult load_rule_packs(const RulePackTexts& packs) {
    ReadRules read;
    for (const auto& [file, text] : packs) read_rule_pack(read, file, text, nullptr);
    auto result = compiled(std::move(read));
    if (auto* problems = std::get_if<std::vector<RuleProblem>>(&result)) return std::move(*problems);
    return std::move(std::get<Rules>(result).pack);
}

RulesResult load_rules(const RulePackTexts& built_in, const RulePackTexts& own, const std::set<ScopeName>& stores) {
    ReadRules read;
    std::set<std::string> names;
    for (const auto& [file, text] : built_in) {
        names.insert(rule_pack_name(file));
        read_rule_pack(read, file, text, nullptr);
    }
    for (const auto& [file, text] : own) {
        if (!names.insert(rule_pack_name(file)).second)
            read.problems.push_back({file,
                                     {0, "", "has the name of a pack in the binary",
                                      "rename the file; rules of that pack are changed with overrides"}});
        read_rule_pack(read, file, text, &stores);
    }
    // A scope without a rule is there too: a learned name may speak for it.
    for (const auto& scope : stores)
        if (std::ranges::find(read.pack.scopes, scope, &policies::ScopeRules::scope) == read.pack.scopes.end())
            read.pack.scopes.push_back({scope, {}});
    auto result = compiled(std::move(read));
    if (auto* rules = std::get_if<Rules>(&result)) rules->fingerprint = fingerprint(built_in, own);
    return result;
}

RulesResult load_rules(const Settings& settings) {
    std::set<ScopeName> stores;
    for (const auto& [scope, store] : settings.stores) stores.insert(scope);
    auto own = read_rule_folder(settings.routing.rules_dir);
    if (auto* problems = std::get_if<std::vector<RuleProblem>>(&own)) return std::move(*problems);
    return load_rules(built_in_rule_texts(), std::get<RulePackTexts>(own), stores);
}

const policies::RulePack& built_in_rule_packs() {
    static const RulePack pack = [] {
        auto result = load_rule_packs(built_in_rule_texts());
        assert(std::holds_alternative<RulePack>(result));
        return std::get<RulePack>(std::move(result));
    }();
    return pack;
}

std::string describe(const RuleProblem& problem) {
    const auto& [file, p] = problem;
    return file + (p.line > 0 ? ":" + std::to_string(p.line) : "") + ": " + (p.path.empty() ? "" : p.path + ": ") +
           p.message + (p.remedy.empty() ? "" : "; " + p.remedy);
}

std::string describe(const std::vector<RuleProblem>& problems) {
    std::string all;
    for (const auto& problem : problems) all += describe(problem) + "\n";
    return all;
}

}  // namespace wm::config
