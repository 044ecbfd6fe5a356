// libFuzzer over the wire toward Hermes: whatever comes in, decode answers; what it took is bounded; what it answers is
// JSON. Seeds: the lines of tests/golden/protocol.jsonl.

#include "net/wire.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace {

void require(bool holds) {
    if (!holds) std::abort();
}

void check(const wm::Decoded& decoded, const wm::WireLimits& limits, wm::Decoder& decoder) {
    if (const auto* error = std::get_if<wm::WireError>(&decoded)) {
        require(!error->message.empty() && error->message.size() < 1000);
        // An error is an object with type and id ≥ 0: readable again, and of no type that a client sends.
        const auto again = decoder.decode(wm::encode(wm::WireError{error->code, 1, error->message}), {});
        require(std::holds_alternative<wm::Ignored>(again));
    }
    if (const auto* hook = std::get_if<wm::HookArrived>(&decoded)) {
        require(!hook->speaker.session.empty() && hook->speaker.session.str().size() <= limits.name_bytes_max);
        require(hook->turn.str().size() <= limits.name_bytes_max && hook->frame > 0);
        require(hook->deadline > wm::Instant{} && hook->deadline <= wm::Instant{} + wm::Millis{60'000});
        if (const auto* tool = std::get_if<wm::PostTool>(&hook->event))
            require(tool->run.result.text.size() <= limits.evidence_bytes_max);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const wm::WireLimits limits;
    static wm::Decoder decoder(limits);
    const std::string_view frame(reinterpret_cast<const char*>(data), size);
    check(decoder.decode(frame, {}), limits, decoder);
    for (const auto& decoded : decoder.decode_all(frame, {})) check(decoded, limits, decoder);
    return 0;
}
