#include "policies/route.hpp"

#include "policies/endings.hpp"
#include "policies/fold.hpp"
#include "policies/rule_matcher.hpp"
#include "policies/text_split.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace wm::policies {
namespace {

constexpr std::size_t head_bytes = 12 * 1024, tail_bytes = 4 * 1024;  // of a long message these speak
constexpr double least_evidence = 0.3;  // of a scope's own rules, before context and harness weigh in
// Own evidence that a second scope needs, from several rules or from one alone: context speaks for the first scope only.
constexpr double second_evidence = 1.25, second_evidence_of_one_rule = 1.05;
constexpr double second_share = 0.35;  // of the best scope's sum: a scope below is what the message mentions in passing
constexpr double context_max = 0.9;    // "our", "we", a report: they do not add up to a subject
constexpr double second_of_a_memory = 0.5;  // a part of that counts for a second scope of several rules
constexpr double own_max = 2.2;  // many words of a field outweigh no "translate this", "what is the difference between"
constexpr std::size_t parted_max = 4 * 1024;  // bytes of a message whose parts are looked at for a second scope
constexpr double other_matter = -0.8;         // context that speaks so much against: nothing of ours is asked for
constexpr double memory_of_a_scope = 0.4;     // asked of something that is ours: more likely a question to memory
constexpr double scope_of_a_memory = 0.6;     // asked for what is remembered: the scope needs less

enum class Target : std::uint8_t { scope, context, memory, language };

struct CompiledRule {  // one rule, ready
    Target target = Target::scope;
    std::size_t scope = 0;  // index
    double weight = 0;
    std::string name;
};

std::string clipped(std::string_view message) {
    if (message.size() <= head_bytes + tail_bytes) return fold_spaced(message);
    std::string both(message.substr(0, head_bytes));
    return fold_spaced(both.append("\n").append(message.substr(message.size() - tail_bytes)));
}

double confidence_of(double sum) { return sum <= 0 ? 0 : 1 - std::exp2(-sum); }

}  // namespace

struct RouteRules::Compiled {
    std::vector<ScopeName> scopes;
    std::vector<CompiledRule> rules;
    std::vector<HarnessRule> harness;
    RuleMatcher all;
    RuleMatcher asking;  // marks of languages, and the few rules that speak for a memory request
    double threshold = 0.5;

    std::size_t scope_index(const ScopeName& scope);
    void add(const Rule&, Target, std::size_t scope, std::vector<std::string>& problems);
    ScopeName scope_of(const CompiledRule&) const;  // as a reason names it
    std::vector<double> own_sums(std::string_view folded, const NameIndexes&) const;
    std::vector<bool> leading(std::string_view message, const NameIndexes&) const;
};

std::size_t RouteRules::Compiled::scope_index(const ScopeName& scope) {
    const auto found = std::find(scopes.begin(), scopes.end(), scope);
    if (found != scopes.end()) return static_cast<std::size_t>(found - scopes.begin());
    scopes.push_back(scope);
    return scopes.size() - 1;
}

void RouteRules::Compiled::add(const Rule& rule, Target target, std::size_t scope, std::vector<std::string>& problems) {
    if (rule.match.empty()) problems.push_back(rule.name + ": is empty");
    if (!std::isfinite(rule.weight) || std::abs(rule.weight) > 10)
        problems.push_back(rule.name + ": the weight is not within -10 and 10");
    auto more = target == Target::language ? all.add_mark(rule) : all.add(rule);
    if (more.empty() && target == Target::language) more = asking.add_mark(rule);
    if (more.empty() && target == Target::memory && rule.weight > 0) more = asking.add(rule);
    problems.insert(problems.end(), more.begin(), more.end());
    rules.push_back(CompiledRule{target, scope, rule.weight, rule.name});
}

std::variant<std::shared_ptr<const RouteRules>, std::vector<std::string>> RouteRules::compile(const RulePack& written) {
    const auto pack = with_endings(written);
    std::vector<std::string> problems;
    auto made = std::make_unique<Compiled>();
    if (!(pack.threshold > 0 && pack.threshold < 1)) problems.push_back("threshold: is not between 0 and 1");
    made->threshold = pack.threshold;
    made->harness = pack.harness;
    for (const auto& language : pack.languages)
        for (const auto& word : language.words)
            made->add({"language/" + language.language + ": " + word, language.language, RuleForm::word, word, 1},
                      Target::language, 0, problems);
    for (const auto& group : pack.scopes) {
        const auto index = made->scope_index(group.scope);
        for (const auto& rule : group.rules) made->add(rule, Target::scope, index, problems);
    }
    for (const auto& rule : pack.context) made->add(rule, Target::context, 0, problems);
    for (const auto& rule : pack.memory_requests) made->add(rule, Target::memory, 0, problems);
    for (const auto& entity : pack.entities) {
        const auto rule = rule_of(entity);
        if (entity.scope.empty()) made->add(rule, Target::context, 0, problems);
        else made->add(rule, Target::scope, made->scope_index(entity.scope), problems);
    }
    for (const auto& row : pack.harness) made->scope_index(row.scope);
    if (problems.empty())
        for (auto* matcher : {&made->all, &made->asking})
            if (auto wrong = matcher->compile(); !wrong.empty()) problems.push_back(std::move(wrong));
    if (!problems.empty()) return problems;
    return std::shared_ptr<const RouteRules>(new RouteRules(std::move(made)));
}

RouteRules::RouteRules(std::unique_ptr<const Compiled> compiled) : compiled_(std::move(compiled)) {}
RouteRules::~RouteRules() = default;
double RouteRules::threshold() const { return compiled_->threshold; }

ScopeName RouteRules::Compiled::scope_of(const CompiledRule& rule) const {
    if (rule.target == Target::scope) return scopes[rule.scope];
    return ScopeName(rule.target == Target::memory ? "memory" : "any");
}

namespace {

bool holds(const HarnessRule& row, const HarnessFacts& facts) {
    switch (row.fact) {
        case HarnessFact::agent: return row.value == facts.agent.str();
        case HarnessFact::platform: return row.value == facts.platform;
        case HarnessFact::tool_namespace:
            return std::find(facts.tool_namespaces.begin(), facts.tool_namespaces.end(), row.value) !=
                   facts.tool_namespaces.end();
        case HarnessFact::task_kind: return row.value == facts.task_kind;
    }
    return false;
}

struct Sums {
    std::vector<double> own;  // a scope each
    std::vector<int> rules;
    double context = 0, against = 0;
    double memory = 0, memory_hint = 0;  // rules of at least 1 and below 0 add up; of the others the best one counts

    void add_memory(double weight) {
        if (weight < 0 || weight >= 1) memory += weight;
        else memory_hint = std::max(memory_hint, weight);
    }
    double asked() const { return memory + memory_hint; }
};

struct Candidate {
    std::size_t scope = 0;
    double own = 0, sum = 0;
    int rules = 0;  // that speak for it
};

}  // namespace

// What each scope's own rules and names say of a part of a message.
std::vector<double> RouteRules::Compiled::own_sums(std::string_view folded, const NameIndexes& names) const {
    std::vector<double> own(scopes.size(), 0);
    const auto [hits, spoken] = all.find(folded);
    hits.each([&, said = spoken](std::uint32_t id) {
        if (rules[id].target == Target::scope && all.counts(id, said)) own[rules[id].scope] += rules[id].weight;
    });
    for (const auto& [scope, name] : find_names(names, folded)) {
        const auto at = std::find(scopes.begin(), scopes.end(), scope);
        if (at != scopes.end()) own[static_cast<std::size_t>(at - scopes.begin())] += weight_of_name(name);
    }
    return own;
}

// The scopes that some part of a message is about most of all. One part alone is about whatever it speaks of.
std::vector<bool> RouteRules::Compiled::leading(std::string_view message, const NameIndexes& names) const {
    const auto parts = split_matters(message);
    std::vector<bool> leads(scopes.size(), parts.size() < 2);
    if (parts.size() < 2) return leads;
    for (const auto part : parts) {
        const auto own = own_sums(fold_spaced(part), names);
        const double best = own.empty() ? 0 : *std::max_element(own.begin(), own.end());
        for (std::size_t s = 0; s < own.size(); ++s) leads[s] = leads[s] || (own[s] > 0 && own[s] >= best);
    }
    return leads;
}

bool RouteRules::may_ask_for_memory(std::string_view message) const {
    const auto& asking = compiled_->asking;
    const auto [hits, spoken] = asking.find(clipped(message));
    bool may = false;
    hits.each([&, said = spoken](std::uint32_t id) { may = may || asking.counts(id, said); });
    return may;
}

Route RouteRules::route(std::string_view message, const HarnessFacts& facts, std::size_t scopes_max,
                        const NameIndexes& names, Reasons reasons) const {
    const auto& c = *compiled_;
    const auto folded = clipped(message);
    const auto [hits, spoken] = c.all.find(folded);
    Route route;
    Sums sums{std::vector<double>(c.scopes.size(), 0), std::vector<int>(c.scopes.size(), 0)};
    hits.each([&](std::uint32_t id) {
        const auto& rule = c.rules[id];
        if (!c.all.counts(id, spoken)) return;
        if (rule.target == Target::scope) {
            sums.own[rule.scope] += rule.weight;
            sums.rules[rule.scope] += rule.weight > 0;
        } else if (rule.target == Target::memory) {
            sums.add_memory(rule.weight);
        } else {
            (rule.weight < 0 ? sums.against : sums.context) += rule.weight;
        }
        if (reasons == Reasons::given) route.reasons.push_back({c.scope_of(rule), rule.name, rule.weight});
    });
    for (const auto& [scope, name] : find_names(names, folded)) {
        const auto at = std::find(c.scopes.begin(), c.scopes.end(), scope);
        if (at == c.scopes.end()) continue;
        const auto weight = weight_of_name(name);
        sums.own[static_cast<std::size_t>(at - c.scopes.begin())] += weight;
        sums.rules[static_cast<std::size_t>(at - c.scopes.begin())] += 1;
        if (reasons == Reasons::given) route.reasons.push_back({scope, "learned: " + name, weight});
    }
    const bool asks = sums.asked() >= 1 - memory_of_a_scope - 1e-9;
    const double asked = asks ? scope_of_a_memory : 0;
    const double around = std::min(sums.context, context_max) + sums.against + asked;
    std::vector<Candidate> candidates;
    for (std::size_t s = 0; s < sums.own.size(); ++s) {
        if (sums.own[s] < least_evidence) continue;
        const double of_memory = sums.rules[s] > 1 ? asked * second_of_a_memory : 0;
        Candidate candidate{s, sums.own[s] + of_memory, sums.own[s] + around, sums.rules[s]};
        const double beyond = std::max(sums.own[s] - own_max, 0.0);  // ranks, but makes nothing surer
        for (const auto& row : c.harness) {
            if (row.scope != c.scopes[s] || !holds(row, facts)) continue;
            candidate.sum += row.weight;
            if (reasons == Reasons::given) route.reasons.push_back({row.scope, "harness: " + row.value, row.weight});
        }
        if (confidence_of(candidate.sum - beyond) >= c.threshold - 1e-9) candidates.push_back(candidate);
    }
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](const Candidate& a, const Candidate& b) { return a.sum > b.sum; });
    std::optional<std::vector<bool>> leads;  // of a message with more than one scope
    for (const auto& candidate : candidates) {
        const double needed = candidate.rules > 1 ? second_evidence : second_evidence_of_one_rule;
        const bool in_passing = candidate.own < needed || candidate.sum < second_share * candidates.front().sum;
        if (route.scopes.size() >= scopes_max || (!route.scopes.empty() && in_passing)) continue;
        if (!route.scopes.empty() && message.size() <= parted_max) {
            if (!leads) leads = c.leading(message, names);
            if (!(*leads)[candidate.scope]) continue;
        }
        route.scopes.push_back({c.scopes[candidate.scope], confidence_of(candidate.sum)});
    }
    const bool certain = sums.asked() >= 1 - 1e-9 && sums.against > other_matter;
    route.memory_request = certain || (asks && !route.scopes.empty());
    return route;
}

}  // namespace wm::policies
