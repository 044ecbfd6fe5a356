#pragma once
// The one table of the configuration: a row a key. Parsing, checking, the printed effective configuration and
// docs/config.md are all driven by it; nothing else knows a key's name. Immutable; any thread.

#include "config/scalar.hpp"
#include "config/settings.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wm::config {

// What the placeholders of a path stand for, in their order: {"u_1234", "0"} in identity.users.<user>.accounts[].id.
using Keys = std::vector<std::string>;

struct Row {
    std::string path;       // dotted; <name> stands for any word, [] for an element of a list
    std::string type;       // as docs/config.md says it: boolean, integer, text, choice, …
    std::string allowed;    // bounds or words
    std::string unit;       // of a plain number; empty when the value carries its unit or has none
    std::string text;       // what it does
    bool textual = false;   // may stand in quotes
    bool list = false;      // of such values
    bool filled = false;    // a list that must hold something
    bool secret = false;    // printed as ***, never quoted
    bool discreet = false;  // printed, but not quoted in a problem: it may hold a password by mistake
    bool required = false;  // the entry of its family needs it
    std::string notice;     // said when the file gives the key at all
    // Takes one value (of a list: appends it), or says why not.
    std::function<std::optional<Fault>(Settings&, const Keys&, const std::string&)> put;
    std::function<void(Settings&, const Keys&)> clear;  // lists only: empties it
    // The value as put() takes it, one for each of a list; nothing when there is none to show.
    std::function<std::optional<std::vector<std::string>>(const Settings&, const Keys&)> get;
};

// A section whose keys are the operator's own words (stores.<scope>), or a list of sections.
struct Family {
    std::string path;         // of the section itself: stores
    std::string placeholder;  // <scope>, or [] of a list
    std::string text;
    std::function<std::optional<Fault>(const std::string&)> check;  // of an entry's name
    std::function<void(Settings&, const Keys&)> clear;              // the file gives the section: defaults go
    std::function<void(Settings&, const Keys&)> open;               // makes the entry Keys ends with
    std::function<std::vector<std::string>(const Settings&, const Keys&)> entries;  // their names
    std::string defaults;  // said in the documentation when the entries' defaults differ
};

// Thread-safe, made at first use. Their order is the order of the file and of the documentation.
const std::vector<Row>& rows();
const std::vector<Family>& families();

// The same table as a tree, one Part for each word of the paths.
struct Part {
    std::string name;                // backend, <scope>, []
    const Row* row = nullptr;        // of a value
    const Family* family = nullptr;  // of a section with free keys: its only part is the placeholder
    std::vector<std::unique_ptr<Part>> parts;

    const Part* find(std::string_view word) const;
};
const Part& schema();

// Where a key of that last word stands in the table: {"backend.concurrency.max_inflight"}.
std::vector<std::string> places_of(std::string_view last_word);

}  // namespace wm::config
