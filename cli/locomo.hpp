#pragma once
// Dated dialogues with questions in LoCoMo's public format (a list of conversations; docs/operations.md), as the benchmark
// of the memory's search needs them. Tolerant of what such files hold: several evidence ids in one string, leading zeros,
// ids of turns that are not there, turns that share a picture.

#include "policies/instant.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace wm::cli {

struct Turn {
    std::string id;  // D1:3
    std::string speaker;
    std::string text;  // what a shared picture shows is part of it
};

struct Session {
    int number = 0;
    std::string date;            // as written; may be empty
    std::optional<WallTime> at;  // when it can be read
    std::vector<Turn> turns;
};

struct DialogueQuestion {
    std::string text;
    int category = 0;                   // 0: none given
    std::vector<std::string> evidence;  // ids of turns that are there; empty: cannot be scored
};

struct Dialogue {
    std::string name;
    std::vector<Session> sessions;  // by their number
    std::vector<DialogueQuestion> questions;
};

// Or what is wrong with the file, for a person.
std::variant<std::vector<Dialogue>, std::string> read_dialogues(const std::string& file);
std::variant<std::vector<Dialogue>, std::string> parse_dialogues(std::string_view text);

std::vector<std::string> evidence_ids(std::string_view text);  // "D1:03; D:2:4" → D1:3, D2:4
std::optional<WallTime> session_time(std::string_view text);   // "1:56 pm on 8 May, 2023"

}  // namespace wm::cli
