#include "net/tool_table.hpp"

#include "actors/hooks.hpp"

#include <array>

namespace wm {
namespace {

constexpr std::string_view search_in =
    R"({"type":"object","properties":{)"
    R"("query":{"type":"string","description":"What to look for, in plain words."},)"
    R"("scopes":{"type":"array","items":{"type":"string"},"maxItems":32,"description":"Scopes to look in, such as )"
    R"(personal, business, platform, project-<id>. Leave it out to let the memory choose."},)"
    R"("budget":{"type":"string","enum":["low","mid","high"],"description":"How much to bring back."},)"
    R"("mode":{"type":"string","enum":["normal","deep"],"description":"deep also reads single records."}},)"
    R"("required":["query"],"additionalProperties":false})";
constexpr std::string_view search_out =
    R"({"type":"object","properties":{"results":{"type":"array","items":{"type":"object","properties":{)"
    R"("scope":{"type":"string"},"content":{"type":"string"},)"
    R"("type":{"type":"string","enum":["observation","world","experience"]},)"
    R"("score":{"type":"number","minimum":0,"maximum":1},"date":{"type":"string"},"until":{"type":"string"},)"
    R"("origin":{"type":"object"}},"required":["scope","content","type","score","date"]}},)"
    R"("unavailable":{"type":"array","items":{"type":"string"},"description":"Scopes whose store did not answer."}},)"
    R"("required":["results","unavailable"]})";

constexpr std::string_view retain_in =
    R"({"type":"object","properties":{)"
    R"("content":{"type":"string","description":"One statement that can be understood on its own."},)"
    R"("scope":{"type":"string","description":"The scope it belongs to, such as personal or platform."},)"
    R"("reason":{"type":"string","description":"Why it is worth keeping."},)"
    R"("confidence":{"type":"number","minimum":0,"maximum":1}},)"
    R"("required":["content","scope"],"additionalProperties":false})";
constexpr std::string_view retain_out =
    R"({"type":"object","properties":{"status":{"type":"string","enum":["accepted","rejected"]},)"
    R"("scope":{"type":"string"},"reason":{"type":"string"},"operation":{"type":"string"}},)"
    R"("required":["status","scope"]})";

constexpr std::string_view reflect_in =
    R"({"type":"object","properties":{)"
    R"("query":{"type":"string","description":"The subject or question."},)"
    R"("scopes":{"type":"array","items":{"type":"string"},"maxItems":32,"description":"Scopes to look in, such as )"
    R"(personal, business, platform, project-<id>. Leave it out to let the memory choose."}},)"
    R"("required":["query"],"additionalProperties":false})";
constexpr std::string_view reflect_out =
    R"({"type":"object","properties":{"answers":{"type":"array","items":{"type":"object","properties":{)"
    R"("scope":{"type":"string"},"text":{"type":"string"}},"required":["scope","text"]}},)"
    R"("unavailable":{"type":"array","items":{"type":"string"}}},"required":["answers","unavailable"]})";

constexpr std::string_view nothing_in = R"({"type":"object","properties":{},"additionalProperties":false})";
constexpr std::string_view status_out =
    R"({"type":"object","properties":{"backend":{"type":"string","enum":["up","degraded","down"]},)"
    R"("scopes":{"type":"array","items":{"type":"string"}},"latency_ms":{"type":"integer"},)"
    R"("last_recall":{"type":"string"},"last_retain":{"type":"string"},"degraded_since":{"type":"string"},)"
    R"("queue_depth":{"type":"integer","minimum":0},"drops":{"type":"integer","minimum":0}},)"
    R"("required":["backend","scopes","queue_depth","drops"]})";

constexpr std::array table{
    ToolRow{.name = "memory_search",
            .title = "Search memory",
            .description =
                "Search the shared, governed memory: facts, states, decisions and procedures kept from earlier "
                "conversations. Use it when the answer may depend on something known from before.",
            .input_schema = search_in,
            .output_schema = search_out,
            .read_only = true,
            .idempotent = true},
    ToolRow{.name = "memory_retain",
            .title = "Offer a memory",
            .description =
                "Offer one durable fact, decision, procedure or preference to the shared memory. Rules decide "
                "whether it is kept. Never offer secrets, raw tool output or guesses.",
            .input_schema = retain_in,
            .output_schema = retain_out},
    ToolRow{.name = "memory_reflect",
            .title = "Digest of a subject",
            .description = "Ask the shared memory for a digest of what it knows about a subject, with its sources.",
            .input_schema = reflect_in,
            .output_schema = reflect_out,
            .read_only = true,
            .idempotent = true},
    ToolRow{.name = "memory_status",
            .title = "State of the memory",
            .description = "State of the shared memory: scopes you may use, latency, queue, whether it is degraded.",
            .input_schema = nothing_in,
            .output_schema = status_out,
            .read_only = true,
            .idempotent = true},
};
static_assert(table.size() == std::variant_size_v<ToolArguments>);

}  // namespace

std::span<const ToolRow> tool_table() { return table; }

}  // namespace wm
