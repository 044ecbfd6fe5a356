#pragma once
// Agents that speak at a constant rate to a daemon, and how long it took to answer them. Open loop: a turn arrives when its
// time has come, whether or not the one before it was answered, and its latency counts from then on, so that a slow answer
// hides nothing of those behind it (no coordinated omission).

#include "cli/histogram.hpp"
#include "cli/load_turns.hpp"
#include "net/load_pool.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace wm::cli {

struct LoadShape {
    double turns_per_second = 50;
    double seconds = 10;         // of them counted
    double warm_up_seconds = 1;  // at the same rate before, not counted
    double ramp_seconds = 0;     // within which the connections are opened
    std::size_t connections = 64;
    std::size_t tools = 0;         // calls a turn; 0: as many as the turn has
    std::size_t result_bytes = 0;  // of each call at least
    double searches = 0;           // share of the turns in which the agent also calls memory_search, 0..1
    Millis think{0};               // between an answer and the agent's next message
    Millis give_up{30000};         // a turn that is not answered by then is lost
    std::uint64_t seed = 1;
};

// What is answered, and so has a latency.
enum class LoadPart : std::uint8_t { connect, context, search, ack, turn };
inline constexpr std::array<std::string_view, 5> load_part_names = {"connect", "pre_llm_call", "memory_search",
                                                                    "post_llm_call", "turn"};

struct LoadSecond {  // of the counted time
    std::uint64_t offered = 0, done = 0;
    std::array<Histogram, load_part_names.size()> parts;
};

struct LoadResult {
    std::array<Histogram, load_part_names.size()> parts;  // microseconds; `turn` without the agent's own pauses
    Histogram late;  // how much later than due a message was written by this client
    std::vector<LoadSecond> seconds;
    std::map<std::string, std::uint64_t> errors;   // by the daemon's code, or why a connection was lost
    std::map<std::string, std::uint64_t> sources;  // of contexts: none, cache, synchronous
    std::uint64_t offered = 0, done = 0, lost = 0, messages = 0, bytes = 0, answered_bytes = 0;
    std::size_t connected = 0;
    double counted_seconds = 0;
};

// Called with the time when counting begins and when it ends: for figures of the server's process.
struct LoadMoments {
    std::function<void()> connected, begins, ends;
};

// The fault that kept any load from being made, or what was measured.
std::variant<LoadResult, std::string> run_load(const std::string& url, const Secret& token,
                                               const std::vector<LoadTurn>& turns, const LoadShape& shape,
                                               const LoadMoments& moments);

}  // namespace wm::cli
