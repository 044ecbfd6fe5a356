#pragma once
// Which scopes a message should be answered from, and whether it asks for what is remembered: deterministic rules in
// one pass over folded text, no model (A10). Immutable after compile, so any thread may route with it.

#include "policies/known_names.hpp"
#include "policies/rule_pack.hpp"
#include "policies/types.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace wm::policies {

// What the harness knows about the turn. Empty facts weigh nothing.
struct HarnessFacts {
    AgentId agent;
    std::string platform;
    std::vector<std::string> tool_namespaces;  // of the tools that the last turn of the session used
    std::string task_kind;
};

struct RoutedScope {
    ScopeName scope;
    double confidence = 0;  // 0..1: 1 - 2^-(sum of weights)
};

struct RouteReason {
    ScopeName scope;  // "any" for context, "memory" for memory requests
    std::string rule;
    double weight = 0;
};

enum class Reasons : std::uint8_t { given, left_out };

struct Route {
    std::vector<RoutedScope> scopes;   // best first, at or above the threshold
    std::vector<RouteReason> reasons;  // in the order of the rules
    bool memory_request = false;
};

inline constexpr std::size_t all_scopes = std::numeric_limits<std::size_t>::max();

class RouteRules {
public:
    // All problems of the pack, or the compiled rules. A pack with one problem is refused whole.
    static std::variant<std::shared_ptr<const RouteRules>, std::vector<std::string>> compile(const RulePack&);
    ~RouteRules();

    // At most `scopes_max` scopes. Of a message longer than 16 KiB its first 12 and its last 4 KiB are read.
    // `names`: of the banks that the speaker may read, and of no other. Reasons cost about as much as the rest of the
    // weighing: who does not show them leaves them out.
    Route route(std::string_view message, const HarnessFacts&, std::size_t scopes_max, const NameIndexes& names = {},
                Reasons reasons = Reasons::given) const;
    // False: route() finds no memory request in it. Told by the few rules that speak for one, for a part of the work.
    bool may_ask_for_memory(std::string_view message) const;
    double threshold() const;  // confidence below which a scope is not recalled, 0..1

private:
    struct Compiled;
    explicit RouteRules(std::unique_ptr<const Compiled>);
    std::unique_ptr<const Compiled> compiled_;
};

}  // namespace wm::policies
