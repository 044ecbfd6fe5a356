#include "config/defaults.hpp"

namespace wm::config {

namespace {

struct PolicyDefault {
    std::string_view type;
    PolicyRow row;
};

// ADR §9, memory_policy. A preference is a person's own word: it needs no technical proof (seed §15, personal).
const std::vector<PolicyDefault>& policy_defaults() {
    static const std::vector<PolicyDefault> rows{
        {"state", {.retain = true, .temporal = true, .verification = Verification::medium}},
        {"event", {.retain = true, .temporal = true, .verification = Verification::medium}},
        {"decision", {.retain = true, .temporal = false, .verification = Verification::explicit_or_high}},
        {"procedure", {.retain = true, .temporal = false, .verification = Verification::required}},
        {"learning", {.retain = true, .temporal = false, .verification = Verification::required}},
        {"preference", {.retain = true, .temporal = false, .verification = Verification::medium}},
        {"speculation", {.retain = false, .temporal = false, .verification = Verification::none}},
        {"chatter", {.retain = false, .temporal = false, .verification = Verification::none}},
        {"raw_output", {.retain = false, .temporal = false, .verification = Verification::none}},
    };
    return rows;
}

}  // namespace

const std::vector<std::string_view>& policy_types() {
    static const std::vector<std::string_view> types = [] {
        std::vector<std::string_view> names;
        for (const auto& row : policy_defaults()) names.push_back(row.type);
        return names;
    }();
    return types;
}

StoreSettings default_store(const ScopeName& scope) {
    StoreSettings store;
    if (scope.str() == "personal") {
        store.bank_template = "user-{internal_user_id}";
        store.retain_mode = RetainMode::automatic;
        store.retain_policy = "personal";
    } else if (scope.str() == "business") {
        store.bank = "wetopi-business";
        store.recall_budget = RecallBudget::mid;
        store.recall_tokens_max = 1500;
        store.retain_policy = "business";
    } else if (scope.str() == "platform") {
        store.bank = "wetopi-platform";
        store.recall_budget = RecallBudget::mid;
        store.recall_tokens_max = 2000;
        store.retain_policy = "platform";
    }
    return store;
}

Settings default_settings() {
    Settings settings;
    for (const auto* name : {"personal", "business", "platform"}) {
        const ScopeName scope{name};
        settings.stores.emplace(scope, default_store(scope));
    }
    for (const auto& row : policy_defaults()) settings.memory_policy.emplace(std::string(row.type), row.row);
    return settings;
}

}  // namespace wm::config
