#include "net/mcp_answer.hpp"

#include "net/json_text.hpp"
#include "net/mcp_aliases.hpp"
#include "net/tool_table.hpp"

#include <algorithm>

namespace wm::mcp {
namespace {

using json_text::append_key;
using json_text::append_signed;
using json_text::append_string;
using json_text::append_unsigned;

constexpr std::string_view json_type = "application/json";
constexpr std::uint64_t list_fresh_ms = 60'000;  // the lists change with the configuration, at a start

struct ResourceRow {
    Resource resource;
    std::string_view uri, name, title, description, tool;
};
constexpr std::array<ResourceRow, 2> resources{{
    {Resource::status, "wetopi-memory://status", "status", "State of the memory",
     "What memory_status tells: scopes you may use, latency, queue, whether it is degraded.", "memory_status"},
    {Resource::recent, "wetopi-memory://recent", "recent", "What was kept last",
     "The latest memories of the scopes you may use, as memory_search tells them.", "memory_search"},
}};

void append_text(std::string& out, std::string_view key, std::string_view value) {
    append_key(out, key);
    append_string(out, value);
}
void append_flag(std::string& out, std::string_view key, bool value) {
    append_key(out, key);
    out += value ? "true" : "false";
}
void append_json(std::string& out, std::string_view key, std::string_view value) {
    append_key(out, key);
    out += value;
}

void append_server(std::string& out, std::string_view key, const std::string& version) {
    append_key(out, key);
    out += '{';
    append_text(out, "name", "wetopi-memory");
    append_text(out, "title", "Wetopi Memory Plane");
    append_text(out, "version", version);
    out += '}';
}

std::string begin(const std::string& id) { return R"({"jsonrpc":"2.0","id":)" + id + R"(,"result":{)"; }
std::string end(std::string out) { return out + "}}"; }

std::string begin(const std::string& id, Era era) {
    auto out = begin(id);
    if (era == Era::stateless) append_text(out, "resultType", "complete");
    return out;
}

// How long a list may be used again, and that it is this caller's alone.
void append_cacheable(std::string& out, Era era, std::uint64_t fresh_ms) {
    if (era == Era::session) return;
    append_key(out, "ttlMs");
    append_unsigned(out, fresh_ms);
    append_text(out, "cacheScope", "private");
}

void append_capabilities(std::string& out) {
    append_json(out, "capabilities", R"({"tools":{},"resources":{}})");
    append_text(out, "instructions",
                "A governed memory that many agents share. Search it before you answer what may be known already; "
                "offer it durable facts, decisions and procedures, never secrets, raw tool output or guesses. You name "
                "scopes only, and see what your token may see.");
}

void append_tool(std::string& out, const ToolRow& tool) {
    out += '{';
    append_text(out, "name", tool.name);
    append_text(out, "title", tool.title);
    append_text(out, "description", tool.description);
    append_json(out, "inputSchema", tool.input_schema);
    if (!tool.output_schema.empty()) append_json(out, "outputSchema", tool.output_schema);
    out += R"(,"annotations":{)";
    append_text(out, "title", tool.title);
    append_flag(out, "readOnlyHint", tool.read_only);
    append_flag(out, "destructiveHint", tool.destructive);
    append_flag(out, "idempotentHint", tool.idempotent);
    append_flag(out, "openWorldHint", false);
    out += "}}";
}

std::string called_with(const std::string& id, Era era, std::string_view content, bool failed) {
    auto out = begin(id, era);
    append_key(out, "content");
    out += R"([{"type":"text")";
    append_text(out, "text", content);
    out += "}]";
    if (!failed) append_json(out, "structuredContent", content);
    append_flag(out, "isError", failed);
    return end(std::move(out));
}

std::string failure(ErrorCode code, std::string_view message) {
    std::string out = "{";
    append_text(out, "code", to_string(code));
    append_text(out, "error", message);
    return out + "}";
}

void append_versions(std::string& out, std::string_view key) {
    append_key(out, key);
    out += '[';
    append_string(out, stateless_version);
    for (const auto version : session_versions) {
        out += ',';
        append_string(out, version);
    }
    out += ']';
}

std::string error(const std::string& id, RpcCode code, std::string_view message, std::string_view data = {}) {
    std::string out = R"({"jsonrpc":"2.0","id":)" + (id.empty() ? "null" : id) + R"(,"error":{)";
    append_key(out, "code");
    append_signed(out, static_cast<int>(code));
    append_text(out, "message", message);
    if (!data.empty()) append_json(out, "data", data);
    return end(std::move(out));
}

}  // namespace

bool Offer::has(std::string_view tool) const {
    if (const auto stands_for = tool_of(tool); memorycore && !stands_for.empty()) return has(stands_for);
    return std::ranges::any_of(tools, [&](std::size_t place) { return tool_table()[place].name == tool; });
}

std::optional<Resource> resource_of(std::string_view uri, const Offer& offer) {
    for (const auto& row : resources)
        if (row.uri == uri && offer.has(row.tool)) return row.resource;
    return std::nullopt;
}

ToolArguments arguments_of(Resource resource) {
    if (resource == Resource::status) return StatusArguments{};
    SearchArguments latest;
    latest.latest = true;
    return latest;
}

std::string initialized(const std::string& id, std::string_view version, const Offer& offer) {
    auto out = begin(id);
    append_text(out, "protocolVersion", version);
    append_server(out, "serverInfo", offer.version);
    append_capabilities(out);
    return end(std::move(out));
}

std::string discovered(const std::string& id, const Offer& offer) {
    auto out = begin(id, Era::stateless);
    append_versions(out, "supportedVersions");
    append_capabilities(out);
    append_cacheable(out, Era::stateless, list_fresh_ms);
    out += R"(,"_meta":{)";
    append_server(out, "io.modelcontextprotocol/serverInfo", offer.version);
    out += '}';
    return end(std::move(out));
}

std::string ponged(const std::string& id) { return end(begin(id)); }

std::string tools_listed(const std::string& id, Era era, const Offer& offer) {
    auto out = begin(id, era);
    append_key(out, "tools");
    out += '[';
    for (const auto place : offer.tools) {
        if (out.back() != '[') out += ',';
        append_tool(out, tool_table()[place]);
    }
    for (const auto& alias : alias_table()) {
        if (!offer.has(alias.name)) continue;
        out += ',';
        append_tool(out, alias);
    }
    out += ']';
    append_cacheable(out, era, list_fresh_ms);
    return end(std::move(out));
}

std::string resources_listed(const std::string& id, Era era, const Offer& offer) {
    auto out = begin(id, era);
    append_key(out, "resources");
    out += '[';
    for (const auto& row : resources) {
        if (!offer.has(row.tool)) continue;
        if (out.back() != '[') out += ',';
        out += '{';
        append_text(out, "uri", row.uri);
        append_text(out, "name", row.name);
        append_text(out, "title", row.title);
        append_text(out, "description", row.description);
        append_text(out, "mimeType", json_type);
        out += '}';
    }
    out += ']';
    append_cacheable(out, era, list_fresh_ms);
    return end(std::move(out));
}

std::string templates_listed(const std::string& id, Era era) {
    auto out = begin(id, era);
    append_json(out, "resourceTemplates", "[]");
    append_cacheable(out, era, list_fresh_ms);
    return end(std::move(out));
}

std::string called(const std::string& id, Era era, const AnswerBody& answer) {
    if (const auto* result = std::get_if<ToolResult>(&answer)) return called_with(id, era, content_of(*result), false);
    if (const auto* wrong = std::get_if<ErrorAnswer>(&answer))
        return called_with(id, era, failure(wrong->code, wrong->message), true);
    return error(id, RpcCode::internal_error, "the memory gave no answer to this call");
}

std::string called(const std::string& id, Era era, const ToolFault& fault) {
    return called_with(id, era, failure(fault.code, fault.message), true);
}

std::string resource_read(const std::string& id, Era era, const std::string& uri, const AnswerBody& answer) {
    const auto* result = std::get_if<ToolResult>(&answer);
    if (!result) {
        const auto* wrong = std::get_if<ErrorAnswer>(&answer);
        return error(id, RpcCode::internal_error, wrong ? wrong->message : "the memory gave no answer");
    }
    auto out = begin(id, era);
    append_key(out, "contents");
    out += "[{";
    append_text(out, "uri", uri);
    append_text(out, "mimeType", json_type);
    append_text(out, "text", content_of(*result));
    out += "}]";
    append_cacheable(out, era, 0);
    return end(std::move(out));
}

std::string progressed(const std::string& token, const ProgressAnswer& progress) {
    std::string out = R"({"jsonrpc":"2.0","method":"notifications/progress","params":{)";
    append_json(out, "progressToken", token);
    append_key(out, "progress");
    append_unsigned(out, progress.done);
    append_key(out, "total");
    append_unsigned(out, progress.of);
    return end(std::move(out));
}

std::string refused(const Fault& fault) { return error(fault.id, fault.code, fault.message); }

std::string version_refused(const std::string& id, std::string_view requested) {
    std::string data = "{";
    append_versions(data, "supported");
    append_text(data, "requested", requested);
    return error(id, RpcCode::unsupported_version, "this revision of the protocol is not spoken here", data + "}");
}

}  // namespace wm::mcp
