// libFuzzer over the wire of the Model Context Protocol: whatever comes in, the reader answers; what it took is bounded.
// Seeds: the messages of tests/net/mcp_wire_test.cpp.

#include "net/mcp_answer.hpp"
#include "net/mcp_wire.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace {

void require(bool holds) {
    if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const wm::WireLimits limits;
    static wm::mcp::Reader reader(limits);
    const auto incoming = reader.read(std::string_view(reinterpret_cast<const char*>(data), size));
    if (const auto* fault = std::get_if<wm::mcp::Fault>(&incoming)) {
        require(!fault->message.empty() && fault->message.size() < 1000);
        // A refusal is a message with an error, which is read again as a reply.
        require(!std::holds_alternative<wm::mcp::Request>(reader.read(wm::mcp::refused(*fault))));
    }
    if (const auto* request = std::get_if<wm::mcp::Request>(&incoming)) {
        require(!request->id.empty() && request->id.size() < 1000 && request->method_name.size() <= 128);
        require(request->name.size() <= limits.name_bytes_max && request->version.size() <= limits.name_bytes_max);
        const auto again = reader.read(wm::mcp::ponged(request->id));
        require(std::holds_alternative<wm::mcp::Reply>(again));  // the id was kept whole
    }
    return 0;
}
