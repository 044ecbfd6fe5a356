#pragma once
// Tools: memory_search, memory_retain, memory_reflect, memory_status, with the rights of the caller (seeds §17).
//
//   in   ToolWanted
//        RestWanted, RulesChanged, NamesChanged
//   own  Recalled, Reflected, TurnKept, GatewayStatus, ToolDue
//   out  Recall, Reflect, Retain, GatewayStatusWanted → Gateway, RecallSeen → Explainer, Answer → front, exactly once a
//        call

#include "actors/audit.hpp"
#include "actors/explainer.hpp"
#include "actors/gateway.hpp"
#include "actors/hooks.hpp"
#include "actors/metrics.hpp"
#include "actors/names.hpp"
#include "actors/router.hpp"
#include "config/settings.hpp"
#include "policies/route.hpp"
#include "runtime/actor.hpp"

#include <memory>
#include <set>
#include <unordered_map>
#include <vector>

namespace wm {

struct ToolWanted {
    ConnectionId connection;
    FrameId frame;
    Principal principal;
    SessionId session;
    TurnId turn;
    WallTime at;
    Instant deadline;
    ToolArguments arguments;
    policies::HarnessFacts harness{};
    bool progress = false;
};
struct ToolDue {
    std::uint64_t ticket;
};

class Tools final : public Actor<Tools, ToolWanted, RestWanted, RulesChanged, NamesChanged, Recalled, Reflected,
                                 TurnKept, GatewayStatus, ToolDue> {
public:
    Tools(Scheduler&, Time&, std::shared_ptr<const policies::RouteRules>, GatewayAddress gateway,
          Address<NamesLearned> names, ExplainerAddress explainer, Reply<Answer> front, Metrics&,
          const config::Settings&, Audit* audit = nullptr);
    void on(ToolWanted);
    void on(RestWanted);
    void on(RulesChanged);
    void on(NamesChanged);
    void on(Recalled);
    void on(Reflected);
    void on(TurnKept);
    void on(GatewayStatus);
    void on(ToolDue);

private:
    struct Open {
        ToolWanted call;
        std::string_view tool;
        std::set<ScopeName> missing;
        std::vector<ScopeName> failed;
        bool late = false;  // one of them for want of time
        std::vector<std::vector<Memory>> memories;
        std::vector<ReflectResult::Part> parts;
        RetainResult retain;
        std::unique_ptr<policies::RecallRecord> record;  // of a search; null: nothing is remembered for explain
        std::unique_ptr<policies::JudgedTurn> judged;    // of memory_retain
        Instant since{};
        std::vector<std::string> names;  // that a retain speaks of
        std::uint32_t asked = 0;         // scopes; for who wants to know how far it is
    };
    void remember(Open& open, const SearchArguments& arguments);
    void tell_progress(Open& open);
    static void asked(Open& open, const ScopeName& scope, Delivery sent);
    void start(std::uint64_t ticket, Open& open, const SearchArguments& arguments);
    void start(std::uint64_t ticket, Open& open, const RetainArguments& arguments);
    void start(std::uint64_t ticket, Open& open, const ReflectArguments& arguments);
    void start(std::uint64_t ticket, Open& open, const StatusArguments& arguments);
    // The scopes that a call means, or an answer that says why not.
    std::variant<std::vector<ScopeName>, ErrorAnswer> scopes_of(const ToolWanted& call,
                                                                const std::vector<ScopeName>& named,
                                                                std::string_view query,
                                                                const policies::HarnessFacts& harness) const;
    void finish(std::uint64_t ticket);
    void reply(std::uint64_t ticket, std::string_view status, AnswerBody body);

    Time& time_;
    std::shared_ptr<const policies::RouteRules> rules_;
    policies::ReadableNames names_;
    Judge judge_;
    GatewayAddress gateway_;
    ExplainerAddress explainer_;
    Address<NamesLearned> names_learned_;
    Reply<Answer> front_;
    Metrics& metrics_;
    const config::Settings& settings_;
    Audit* audit_;  // may be null
    std::uint64_t last_ticket_ = 0;
    std::unordered_map<std::uint64_t, Open> open_;
};

}  // namespace wm
