#pragma once
// The wire toward Hermes, protocol wetopi-memory.v1 (docs/protocol.md): frames into messages and answers into frames. A
// tolerant reader: unknown keys are ignored, null is the same as absent, a wrong type is an error that names its path.
// What an error says is ours: it names keys and limits, never a value that was sent.

#include "actors/hooks.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace wm {

struct WireLimits {
    std::size_t frame_bytes_max = 1u << 20;
    std::size_t depth_max = 32;              // of objects and arrays within each other
    std::size_t name_bytes_max = 512;        // an id, key, platform, tool name
    std::size_t evidence_bytes_max = 16384;  // a tool result is cut here
    std::size_t messages_max = 256;          // in one array
};

struct Received {  // when a frame came in
    Instant now{};
    WallTime wall{};
};

struct Ping {
    FrameId frame = 0;
};
struct Ignored {  // a hook or type of a later version of the protocol
    FrameId frame = 0;
};
struct WireError {
    ErrorCode code = ErrorCode::malformed;
    FrameId frame = 0;  // 0: the message had no readable id
    std::string message;
};
// HookArrived without connection and agent: the caller knows whose frame it was.
using Decoded = std::variant<HookArrived, Ping, Ignored, WireError>;

constexpr std::size_t frame_padding = 64;

// Never throws on any input. Not thread-safe: one a thread, kept, as its buffers are used again.
class Decoder {
public:
    explicit Decoder(WireLimits limits);
    ~Decoder();
    Decoder(Decoder&&) noexcept;
    Decoder& operator=(Decoder&&) noexcept;

    // `readable_behind`: bytes after the frame that may be read, whatever they hold; frame_padding of them spare a copy.
    Decoded decode(std::string_view frame, Received received, std::size_t readable_behind = 0);
    // One message or an array of them, each judged by itself; never empty unless the array was.
    std::vector<Decoded> decode_all(std::string_view body, Received received);

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

struct Hello {
    std::string version;
    AgentId agent;
    std::size_t frame_bytes_max = 0;
    std::size_t evidence_bytes_max = 0;
    std::string inject;          // middleware, pre_llm_call
    std::string personal_owner;  // plane, native
};

std::string encode(const Answer& answer);
// All of a context answer but the frame's number, for ContextAnswer::ready: encode() then only puts the number before it.
std::shared_ptr<const std::string> encode_ahead(const ContextAnswer& answer);
std::string content_of(const ToolResult& result);  // the JSON object that a tool's result holds
std::string encode(const WireError& error);
std::string encode(const Hello& hello);
std::string encode_pong(FrameId frame);

std::string_view to_string(ErrorCode code);

}  // namespace wm
