#include "net/hindsight_bank_setup.hpp"

#include "net/hindsight_bank_wire.hpp"

namespace wm::hindsight {
namespace {

using Kind = Failure::Kind;

BankSetup::Step unready(int status) { return Failure{Kind::unready, {}, status}; }

// The batch that waits is good: what the server refuses is the declaration.
BankSetup::Step failure_of(const HttpResponse& response) {
    const auto kind = classify(response.status);
    return Failure{kind == Kind::rejected || kind == Kind::malformed ? Kind::unready : kind, {}, response.status};
}

}  // namespace

BankSetup::Step BankSetup::begin() { return read(Stage::looking); }

HttpRequest BankSetup::read(Stage next) {
    stage_ = next;
    return get_bank_config(desired_.bank);
}

BankSetup::Step BankSetup::answered(const HttpResponse& response) {
    if (stage_ == Stage::looking && bank_is_missing(response)) {
        stage_ = Stage::creating;
        return put_bank(desired_.bank, desired_.name);
    }
    // 1.1.0 answers 500 to settings whose structure it does not expect. It has just answered a read, so it is not down;
    // when it is, the next attempt's read says so.
    if (stage_ == Stage::applying && classify(response.status) == Kind::server) return unready(response.status);
    if (response.status != 200) return failure_of(response);
    if (stage_ == Stage::creating) return read(Stage::learning);
    if (stage_ == Stage::applying) return read(Stage::verifying);
    auto state = read_bank_config(response);
    if (!state) return unready(response.status);
    state->exists = true;
    state->name = desired_.name;  // a label is no reason to complain
    if (stage_ == Stage::looking) return look(std::move(*state));
    if (stage_ == Stage::learning) return apply(std::move(*state));
    return verify(*state, response.status);
}

bool BankSetup::has_mission(const policies::BankState& state) const {
    if (desired_.config.contains("retain_mission")) return state.overrides.contains("retain_mission");
    return !state.overrides.empty();
}

BankSetup::Step BankSetup::look(policies::BankState state) {
    if (state.overrides.empty()) {  // never made (0.9.2 answers the same), or made by a write and never set
        stage_ = Stage::creating;
        return put_bank(desired_.bank, desired_.name);
    }
    if (!has_mission(state)) return apply(std::move(state));
    const auto change = policies::plan_bank(desired_, state);
    return Ready{false, !change.empty(), !change.left_out.empty()};
}

BankSetup::Step BankSetup::apply(policies::BankState state) {
    auto change = policies::plan_bank(desired_, state);
    const auto set_by_somebody = std::erase_if(change.keys, [](const auto& key) { return key.from.has_value(); });
    ready_ = {true, set_by_somebody > 0, !change.left_out.empty()};
    if (change.keys.empty()) return ready_;
    added_.bank = desired_.bank;
    for (const auto& key : change.keys) added_.config.emplace(key.key, *key.to);
    stage_ = Stage::applying;
    return patch_bank_config(desired_.bank, change.keys);
}

BankSetup::Step BankSetup::verify(const policies::BankState& state, int status) {
    if (!policies::unkept(added_, state).empty()) return unready(status);
    return ready_;
}

}  // namespace wm::hindsight
