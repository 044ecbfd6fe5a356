#pragma once
// RuleKeeper: the rules in force. Has them read anew on demand and hands them to every actor that routes; a pack with a
// problem changes nothing. One a process.
//
//   in   ReloadWanted   answered once, when the rules are in force or refused
//        RestWanted
//   own  RulesLoaded
//   out  RulesChanged → Prefetchers, Routers, Tools: always let in, so that none routes by old rules for want of room
//        ReloadDone → who asked
//   port RuleSource

#include "actors/metrics.hpp"
#include "actors/rest.hpp"
#include "policies/route.hpp"
#include "runtime/actor.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace wm {

struct RuleSet {
    RuleSet() = default;
    RuleSet(std::shared_ptr<const policies::RouteRules> rules, std::size_t how_many = 0, std::string of_texts = {})
        : compiled(std::move(rules)), count(how_many), fingerprint(std::move(of_texts)) {}  // implicit: rules alone
    std::shared_ptr<const policies::RouteRules> compiled;
    std::size_t count = 0;    // rules and entities
    std::string fingerprint;  // of the packs' texts: equal, nothing has changed
};
using RuleProblems = std::vector<std::string>;  // a line each: file, line, what, how to mend it

struct RulesLoaded {
    std::variant<RuleSet, RuleProblems> result;
};

// Reads and compiles the packs off the strands. load() returns at once; the answer is delivered exactly once, from any
// thread. The keeper asks for one load at a time.
class RuleSource {
public:
    virtual ~RuleSource() = default;
    virtual void load(Reply<RulesLoaded> reply_to) = 0;
};

struct RulesChanged {
    std::shared_ptr<const policies::RouteRules> rules;
};

enum class ReloadStatus : std::uint8_t { reloaded, unchanged, refused, busy };
std::string_view name_of(ReloadStatus status);

struct ReloadDone {
    std::uint64_t ticket;  // the asker's own
    ReloadStatus status;
    std::uint64_t generation;  // of the rules in force; 1: those of the start
    std::size_t count;
    std::string fingerprint;
    RuleProblems problems;  // of refused
};
struct ReloadWanted {
    std::uint64_t ticket;
    Reply<ReloadDone> reply_to;
};

class RuleKeeper final : public Actor<RuleKeeper, ReloadWanted, RulesLoaded, RestWanted> {
public:
    // `source` null: there is nothing to read anew, every reload is refused.
    RuleKeeper(Scheduler&, RuleSource* source, RuleSet at_start, std::vector<Reply<RulesChanged>> routers, Metrics&);
    void on(ReloadWanted);
    void on(RulesLoaded);
    void on(RestWanted);

private:
    void load();
    void answer(std::vector<ReloadWanted>& askers, ReloadStatus status, const RuleProblems& problems);
    void take(RuleSet rules);

    RuleSource* source_;
    RuleSet in_force_;
    std::vector<Reply<RulesChanged>> routers_;
    Metrics& metrics_;
    std::uint64_t generation_ = 1;
    bool loading_ = false;
    std::vector<ReloadWanted> asked_;    // of the load under way
    std::vector<ReloadWanted> waiting_;  // asked since: the files may have changed after they were read
};

}  // namespace wm
