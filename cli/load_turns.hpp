#pragma once
// What the agents of a load say: recorded turns or those of the product, written as the messages of the protocol.

#include "policies/instant.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace wm::cli {

struct LoadCall {
    std::string tool;
    std::vector<std::pair<std::string, std::string>> arguments;
    std::string result;
    bool ok = true;
};

struct LoadTurn {
    std::string user_message;
    std::vector<LoadCall> calls;
    std::string assistant_response;
};

// Turns in the format of `evaluate`, one JSON object a line; native memory calls are left out. Or the fault: file, line, what.
std::variant<std::vector<LoadTurn>, std::string> read_load_turns(const std::string& file);

// Questions, reports and small talk in three languages. @ in them stands for a number that differs from turn to turn.
const std::vector<LoadTurn>& built_in_load_turns();

// A turn as one agent says it: `number` differs in each turn of a run and replaces every @.
class SpokenTurn {
public:
    // `tools` calls exactly (0: as many as the turn has), each result filled up to `result_bytes` (0: as it is).
    SpokenTurn(const LoadTurn& turn, std::uint64_t number, std::size_t tools, std::size_t result_bytes);

    const std::string& user_message() const { return turn_.user_message; }
    std::size_t calls() const { return turn_.calls.size(); }

    // Messages of the protocol (docs/protocol.md); `id` is the connection's own number for each.
    std::string session_start(std::int64_t id, const std::string& session, WallTime at) const;
    std::string question(std::int64_t id, const std::string& session, WallTime at) const;
    std::string call(std::int64_t id, const std::string& session, WallTime at, std::size_t which) const;
    std::string answer(std::int64_t id, const std::string& session, WallTime at) const;
    std::string search(std::int64_t id, const std::string& session, WallTime at) const;

private:
    LoadTurn turn_;
    std::string name_;  // of the turn
};

}  // namespace wm::cli
