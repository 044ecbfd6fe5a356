#include "net/tool_arguments.hpp"

#include "net/tool_table.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace wm::wire {
namespace {

constexpr std::size_t scopes_max = 32;
constexpr std::array<std::string_view, 4> search_keys{"query", "scopes", "budget", "mode"};
constexpr std::array<std::string_view, 4> retain_keys{"content", "scope", "reason", "confidence"};
constexpr std::array<std::string_view, 2> reflect_keys{"query", "scopes"};

ScopeName read_scope(const Fields& in, std::string_view key, std::string_view found) {
    if (is_scope_name(found)) return ScopeName{std::string(found)};
    in.fault(key, "is not the name of a scope: use one that memory_status lists, such as \"platform\"");
    return {};
}

std::vector<ScopeName> read_scopes(const Fields& in) {
    std::vector<ScopeName> scopes;
    const auto list = in.array("scopes");
    if (!list) return scopes;
    std::size_t index = 0;
    for (const auto element : *list) {
        const auto key = "scopes[" + std::to_string(index++) + "]";
        std::string_view found;
        if (index > scopes_max) {
            in.fault("scopes", "has more than " + std::to_string(scopes_max) + " elements");
            break;
        }
        if (element.get(found) != simdjson::SUCCESS) {
            in.fault(key, "must be a string, not " + std::string(type_name(element)));
            break;
        }
        auto scope = read_scope(in, key, found);
        if (std::find(scopes.begin(), scopes.end(), scope) == scopes.end()) scopes.push_back(std::move(scope));
    }
    return scopes;
}

ToolArguments read_search(const Fields& in) {
    SearchArguments search;
    search.query = needed_text(in, "query");
    search.scopes = read_scopes(in);
    if (in.find("budget")) {
        search.budget = in.name("budget", Need::required);
        if (*search.budget != "low" && *search.budget != "mid" && *search.budget != "high")
            in.fault("budget", "must be low, mid or high");
    }
    const auto mode = in.name("mode", Need::optional);
    if (!mode.empty() && mode != "normal" && mode != "deep") in.fault("mode", "must be normal or deep");
    search.deep = mode == "deep";
    return search;
}

ToolArguments read_retain(const Fields& in) {
    RetainArguments retain;
    retain.content = needed_text(in, "content");
    const auto scope = in.name("scope", Need::required);
    if (!scope.empty()) retain.scope = read_scope(in, "scope", scope);
    retain.reason = in.text("reason", Need::optional).text;
    retain.confidence = in.number("confidence").value_or(0);
    if (!(retain.confidence >= 0 && retain.confidence <= 1)) in.fault("confidence", "must be between 0 and 1");
    return retain;
}

ToolArguments read_reflect(const Fields& in) {
    ReflectArguments reflect;
    reflect.query = needed_text(in, "query");
    reflect.scopes = read_scopes(in);
    return reflect;
}

ToolArguments read_status(const Fields&) { return StatusArguments{}; }

struct Tool {
    std::span<const std::string_view> keys;
    ToolArguments (*read)(const Fields&);
};
constexpr std::array tools{
    // beside net/tool_table
    Tool{search_keys, read_search},
    Tool{retain_keys, read_retain},
    Tool{reflect_keys, read_reflect},
    Tool{{}, read_status},
};
static_assert(tools.size() == std::variant_size_v<ToolArguments>);

std::string tool_names() {
    std::string names;
    for (const auto& row : tool_table()) names += (names.empty() ? "" : ", ") + std::string(row.name);
    return names;
}

}  // namespace

void refuse_unknown(const Fields& in, std::string_view tool, std::span<const std::string_view> known) {
    if (!in.raw()) return;
    for (const auto field : *in.raw()) {
        if (std::find(known.begin(), known.end(), field.key) != known.end()) continue;
        std::string message = in.path().str() + "." + printable_key(field.key) + " is not an argument of " +
                              std::string(tool) + "; it takes ";
        if (known.empty()) message += "none";
        for (std::size_t i = 0; i < known.size(); ++i) message += (i > 0 ? ", " : "") + std::string(known[i]);
        in.faults().add(ErrorCode::argument_unknown, message);
        return;
    }
}

Content needed_text(const Fields& in, std::string_view key) {
    auto text = in.text(key, Need::required);
    if (text.text.find_first_not_of(" \t\r\n") == std::string::npos) in.fault(key, "must not be empty");
    return text;
}

bool is_scope_name(std::string_view text) {
    constexpr std::size_t bytes_max = 63;
    constexpr auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
    if (text.empty() || text.size() > bytes_max || !letter(text.front())) return false;
    return std::all_of(text.begin(), text.end(), [=](char c) { return letter(c) || c == '-'; });
}

ToolArguments read_tool_arguments(std::string_view tool, const Fields& arguments) {
    const auto table = tool_table();
    const auto row = std::ranges::find(table, tool, &ToolRow::name);
    if (row == table.end()) {
        arguments.faults().add(ErrorCode::tool_unknown, "tool is none of " + tool_names());
        return StatusArguments{};
    }
    const auto& known = tools[static_cast<std::size_t>(row - table.begin())];
    refuse_unknown(arguments, tool, known.keys);  // first: a forged key is the fault to name
    return known.read(arguments);
}

}  // namespace wm::wire
