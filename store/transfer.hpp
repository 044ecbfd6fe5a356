#pragma once
// The memories of the embedded store on their way out and in: every one of every bank with its history, its sources and what
// replaced what; not those in the trash. What is exported, brought into an empty store and exported again is the same.

#include "store/memories.hpp"

#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace wm {

struct CarriedMemory {
    std::int64_t number = 0;  // of this export, from 1: what others refer to
    std::string bank;
    // What it was retained as.
    std::string document, operation, context, tags, content;
    std::int64_t document_at = 0;  // milliseconds, as all times here
    // The memory.
    int type = 1;  // as stored: 1 world, 2 experience
    std::string text, subject, attribute;
    std::int64_t from = 0, recorded = 0;
    std::optional<std::int64_t> until, recorded_until, updated, expires, ttl_days;
    bool current = false, expired = false;
    int kind = 0;  // BlockKind
    std::string category;
    std::optional<double> confidence;
    std::optional<std::int64_t> replaced_by;  // a number
    std::vector<std::int64_t> outdates;       // numbers of statements that end when this state does
    friend bool operator==(const CarriedMemory&, const CarriedMemory&) = default;
};

// In the order they were kept. Nothing: the disk refused.
std::optional<std::vector<CarriedMemory>> carry_out(Database& db);

struct BroughtIn {
    std::size_t added = 0, known = 0;
    std::size_t secret = 0;  // refused: they hold a credential
};

// Brings in what is not there yet, a few hundred in each transaction; `before_next` is told after each. Repeated, also after
// the process was killed amidst, it ends the same. A value that is not the newest of its subject and attribute ends where
// the next begins. The index is stale afterwards: the next MemoryTable::open makes it anew. `dry`: changes nothing, tells
// what it would do. Nothing: the disk refused.
std::optional<BroughtIn> bring_in(Database& db, const std::vector<CarriedMemory>& memories, bool dry,
                                  const std::function<void(const BroughtIn&)>& before_next = {});

}  // namespace wm
