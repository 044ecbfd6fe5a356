#include "net/mcp_aliases.hpp"

#include "net/tool_arguments.hpp"

#include <algorithm>
#include <array>

namespace wm::mcp {
namespace {

using wire::Fields;
using wire::Need;

constexpr std::uint64_t top_k_max = 100;

constexpr std::array table{
    ToolRow{.name = "memorycore_recall",
            .title = "Recall",
            .description = "Search the memory for what is known of a question. The same as memory_search.",
            .input_schema = R"({"type":"object","properties":{)"
                            R"("query":{"type":"string","description":"What to look for, in plain words."},)"
                            R"("top_k":{"type":"integer","minimum":1,"maximum":100,"description":"How much to bring )"
                            R"(back: up to 5, up to 20, more."}},"required":["query"],"additionalProperties":false})",
            .output_schema = {},
            .read_only = true,
            .idempotent = true},
    ToolRow{.name = "memorycore_store_fact",
            .title = "Store a fact",
            .description = "Offer one durable fact to the memory. Rules decide whether it is kept. The same as "
                           "memory_retain.",
            .input_schema = R"({"type":"object","properties":{)"
                            R"("content":{"type":"string","description":"One statement that can be understood on its )"
                            R"(own."},"importance":{"type":"number","minimum":0,"maximum":1,"description":"Taken, and )"
                            R"(without effect here: what is kept is decided by rules."},)"
                            R"("scope":{"type":"string","description":"The scope it belongs to."}},)"
                            R"("required":["content"],"additionalProperties":false})",
            .output_schema = {}},
    ToolRow{.name = "memorycore_get_memory_usage",
            .title = "State of the memory",
            .description = "State of the memory. The same as memory_status.",
            .input_schema = R"({"type":"object","properties":{},"additionalProperties":false})",
            .output_schema = {},
            .read_only = true,
            .idempotent = true},
};
constexpr std::array<std::string_view, table.size()> tools{"memory_search", "memory_retain", "memory_status"};

std::size_t place_of(std::string_view alias) {
    return static_cast<std::size_t>(std::ranges::find(table, alias, &ToolRow::name) - table.begin());
}

ToolArguments read_recall(const Fields& in) {
    SearchArguments search;
    search.query = wire::needed_text(in, "query");
    const auto top_k = in.whole("top_k", Need::optional);
    if (top_k && (*top_k == 0 || *top_k > top_k_max)) in.fault("top_k", "must be between 1 and 100");
    if (top_k) search.budget = *top_k <= 5 ? "low" : *top_k <= 20 ? "mid" : "high";
    return search;
}

ToolArguments read_fact(const Fields& in) {
    RetainArguments retain;
    retain.content = wire::needed_text(in, "content");
    const auto scope = in.name("scope", Need::optional);
    if (wire::is_scope_name(scope)) retain.scope = ScopeName{scope};
    else if (!scope.empty()) in.fault("scope", "is not the name of a scope");
    const auto importance = in.number("importance").value_or(0);
    if (!(importance >= 0 && importance <= 1)) in.fault("importance", "must be between 0 and 1");
    return retain;
}

}  // namespace

std::span<const ToolRow> alias_table() { return table; }

std::string_view tool_of(std::string_view alias) {
    const auto place = place_of(alias);
    return place < tools.size() ? tools[place] : std::string_view();
}

std::optional<ToolArguments> read_alias(std::string_view alias, const Fields& arguments) {
    static constexpr std::array<std::string_view, 2> recall_keys{"query", "top_k"};
    static constexpr std::array<std::string_view, 3> fact_keys{"content", "importance", "scope"};
    switch (place_of(alias)) {
        case 0: wire::refuse_unknown(arguments, alias, recall_keys); return read_recall(arguments);
        case 1: wire::refuse_unknown(arguments, alias, fact_keys); return read_fact(arguments);
        case 2: wire::refuse_unknown(arguments, alias, {}); return StatusArguments{};
        default: return std::nullopt;
    }
}

}  // namespace wm::mcp
