#include "config/rows.hpp"

namespace wm::config {

// The words are MemoryCore's, in small letters.
std::vector<Row> hot_rows() {
    using S = Settings;
    using H = HotSettings;
    const auto hot = [](auto member) { return field(&S::hot, member); };
    constexpr Range percent{1, 100}, days{1, 3650};
    return {
        number("hot.characters_max", hot(&H::characters_max), {200, 1'000'000}, "characters",
               "Of a memory file that stands in every request. Hermes' own limits where its configuration has them "
               "(memory.memory_char_limit, memory.user_char_limit)."),
        number("hot.soft_percent", hot(&H::soft_percent), percent, "%",
               "Of the limit: from here on stale entries, copies and long rules may go."),
        number("hot.hard_percent", hot(&H::hard_percent), percent, "%",
               "From here on pointers may stand for rules that nobody asked of."),
        number("hot.target_percent", hot(&H::target_percent), percent, "%", "Down to here."),
        number("hot.state_ttl_days", hot(&H::state_ttl_days), days, "days",
               "After which a state (what was decided or done) goes to the cold tier."),
        number("hot.rule_compress_days", hot(&H::rule_compress_days), days, "days",
               "After which a long rule that was not touched may be compressed."),
        number("hot.compress_from_chars", hot(&H::compress_from_chars), {40, 100'000}, "characters",
               "What counts as long."),
        number("hot.rule_retype_days", hot(&H::rule_retype_days), days, "days",
               "After which a rule that only records what was decided on a day is taken for a state."),
        number("hot.rule_stub_idle_days", hot(&H::rule_stub_idle_days), days, "days",
               "After which a rule that was not touched may become a pointer."),
        number("hot.activity_window_days", hot(&H::activity_window_days), days, "days",
               "A question of its subject within so many days keeps it."),
        number("hot.max_stub_per_run", hot(&H::max_stub_per_run), {0, 100}, "pointers", "Made at once, at most."),
        number("hot.stub_max_chars", hot(&H::stub_max_chars), {10, 200}, "characters", "Of a pointer."),
        fraction("hot.importance_protect", hot(&H::importance_protect),
                 "An entry so important is only merged or compressed."),
    };
}

}  // namespace wm::config
