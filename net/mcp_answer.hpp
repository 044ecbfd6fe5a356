#pragma once
// What an MCP client is answered, as JSON-RPC text. Functions of values.

#include "actors/hooks.hpp"
#include "net/mcp_wire.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wm::mcp {

// Which half of the protocol a request speaks: with its version in each request, or within a session.
enum class Era : std::uint8_t { stateless, session };

struct Offer {  // what this daemon gives to MCP clients
    std::string version;
    std::vector<std::size_t> tools;  // places in net/tool_table
    bool memorycore = false;         // MemoryCore's names for them too
    ScopeName fact_scope{};          // of a fact that names none; empty: it must
    bool has(std::string_view tool) const;
};

// What a client may read without calling a tool. It is there when the tool that shows the same is.
enum class Resource : std::uint8_t { status, recent };
std::optional<Resource> resource_of(std::string_view uri, const Offer& offer);
ToolArguments arguments_of(Resource resource);

std::string initialized(const std::string& id, std::string_view version, const Offer& offer);
std::string discovered(const std::string& id, const Offer& offer);
std::string ponged(const std::string& id);
std::string tools_listed(const std::string& id, Era era, const Offer& offer);
std::string resources_listed(const std::string& id, Era era, const Offer& offer);
std::string templates_listed(const std::string& id, Era era);

std::string called(const std::string& id, Era era, const AnswerBody& answer);
std::string called(const std::string& id, Era era, const ToolFault& fault);
std::string resource_read(const std::string& id, Era era, const std::string& uri, const AnswerBody& answer);
std::string progressed(const std::string& token, const ProgressAnswer& progress);

std::string refused(const Fault& fault);
std::string version_refused(const std::string& id, std::string_view requested);  // names those that are spoken

}  // namespace wm::mcp
