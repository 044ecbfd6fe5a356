#pragma once
// How the rows of the table are made: one function a kind of value. Used by config/schema*.cpp alone.

#include "config/checks.hpp"
#include "config/names.hpp"
#include "config/schema.hpp"

#include <algorithm>
#include <chrono>
#include <type_traits>
#include <utility>

namespace wm::config {

std::vector<Row> backend_rows();  // backend, routing, recall, retain
std::vector<Row> scope_rows();    // stores, memory_policy, tools, observability, identity
std::vector<Row> hot_rows();      // hot
std::vector<Row> daemon_rows();   // listen, tokens, log, limits

// --- where a value lives ---
// Each gives a function (settings, keys) → reference, const when the settings are.

template <class... Members>
auto field(Members... members) {
    return [=](auto& settings, const Keys&) -> auto& { return (settings.*....*members); };
}

// A member of the entry that keys[0] names in the map which `map` gives; the loader opens the entry before it fills it.
template <class Key, class Map, class Member>
auto entry(Map map, Member member) {
    return [=](auto& settings, const Keys& keys) -> auto& {
        return map(settings, keys).find(Key(keys.at(0)))->second.*member;
    };
}

// --- text of the names and back ---

inline const std::string& text_of(const std::string& text) { return text; }
template <class Tag>
const std::string& text_of(const Name<Tag>& name) {
    return name.str();
}

inline std::string joined(const std::vector<std::string>& words) {
    std::string all;
    for (const auto& word : words) all += (all.empty() ? "" : ", ") + word;
    return all;
}

template <class E>
std::vector<std::string> words_of() {
    std::vector<std::string> words;
    for (const auto& named : names(E{})) words.emplace_back(named.name);
    return words;
}

inline Fault unknown_word(const std::vector<std::string>& words) {
    return {words.size() == 1 ? "is not the one word allowed" : "is none of the words allowed",
            "write " + joined(words)};
}

// --- the kinds of rows ---

using Shown = std::optional<std::vector<std::string>>;

template <class Access>
using Held = std::remove_cvref_t<std::invoke_result_t<Access, Settings&, const Keys&>>;

inline Row row(std::string path, std::string type, std::string allowed, std::string text) {
    Row made;
    made.path = std::move(path);
    made.type = std::move(type);
    made.allowed = std::move(allowed);
    made.text = std::move(text);
    return made;
}

template <class Access>
Row flag(std::string path, Access at, std::string text) {
    auto made = row(std::move(path), "boolean", "true, false", std::move(text));
    made.put = [at](Settings& settings, const Keys& keys, const std::string& value) -> std::optional<Fault> {
        const auto parsed = parse_flag(value);
        if (const auto* fault = std::get_if<Fault>(&parsed)) return *fault;
        at(settings, keys) = std::get<bool>(parsed);
        return std::nullopt;
    };
    made.get = [at](const Settings& settings, const Keys& keys) -> Shown {
        return {{at(settings, keys) ? "true" : "false"}};
    };
    return made;
}

// A whole number without unit of time or size.
template <class Access>
Row number(std::string path, Access at, Range range, std::string unit, std::string text) {
    auto made = row(std::move(path), "integer", print_range(range), std::move(text));
    made.unit = std::move(unit);
    made.put = [at, range](Settings& settings, const Keys& keys, const std::string& value) -> std::optional<Fault> {
        const auto parsed = parse_integer(value, range);
        if (const auto* fault = std::get_if<Fault>(&parsed)) return *fault;
        at(settings, keys) = static_cast<Held<Access>>(std::get<std::int64_t>(parsed));
        return std::nullopt;
    };
    made.get = [at](const Settings& settings, const Keys& keys) -> Shown {
        return {{std::to_string(at(settings, keys))}};
    };
    return made;
}

// A plain number of the unit that the key's name says: timeout_seconds, deadline_ms.
template <class Unit, class Access>
Row counted(std::string path, Access at, Range range, std::string unit, std::string text) {
    auto made = row(std::move(path), "integer", print_range(range), std::move(text));
    made.unit = std::move(unit);
    made.put = [at, range](Settings& settings, const Keys& keys, const std::string& value) -> std::optional<Fault> {
        const auto parsed = parse_integer(value, range);
        if (const auto* fault = std::get_if<Fault>(&parsed)) return *fault;
        at(settings, keys) = Unit(std::get<std::int64_t>(parsed));
        return std::nullopt;
    };
    made.get = [at](const Settings& settings, const Keys& keys) -> Shown {
        return {{std::to_string(std::chrono::duration_cast<Unit>(at(settings, keys)).count())}};
    };
    return made;
}

// A number with its unit. The range is in milliseconds; the field may be coarser (hours), then so must the value be.
template <class Access>
Row duration(std::string path, Access at, Range range, std::string text) {
    using Field = Held<Access>;
    auto made = row(std::move(path), "duration", print_duration_range(range), std::move(text));
    made.put = [at, range](Settings& settings, const Keys& keys, const std::string& value) -> std::optional<Fault> {
        const auto parsed = parse_duration(value, range);
        if (const auto* fault = std::get_if<Fault>(&parsed)) return *fault;
        const Millis exact{std::get<std::int64_t>(parsed)};
        const auto held = std::chrono::duration_cast<Field>(exact);
        if (held != exact) return Fault{"is finer than this key counts", "write whole hours, such as 12h or 14d"};
        at(settings, keys) = held;
        return std::nullopt;
    };
    made.get = [at](const Settings& settings, const Keys& keys) -> Shown {
        return {{print_duration(std::chrono::duration_cast<Millis>(at(settings, keys)).count())}};
    };
    return made;
}

template <class Access>
Row bytes(std::string path, Access at, Range range, std::string text) {
    auto made = row(std::move(path), "size", print_bytes_range(range), std::move(text));
    made.put = [at, range](Settings& settings, const Keys& keys, const std::string& value) -> std::optional<Fault> {
        const auto parsed = parse_bytes(value, range);
        if (const auto* fault = std::get_if<Fault>(&parsed)) return *fault;
        at(settings, keys) = static_cast<std::size_t>(std::get<std::int64_t>(parsed));
        return std::nullopt;
    };
    made.get = [at](const Settings& settings, const Keys& keys) -> Shown {
        return {{print_bytes(static_cast<std::int64_t>(at(settings, keys)))}};
    };
    return made;
}

template <class Access>
Row fraction(std::string path, Access at, std::string text) {
    auto made = row(std::move(path), "number", "0 … 1", std::move(text));
    made.put = [at](Settings& settings, const Keys& keys, const std::string& value) -> std::optional<Fault> {
        const auto parsed = parse_fraction(value, 0, 1);
        if (const auto* fault = std::get_if<Fault>(&parsed)) return *fault;
        at(settings, keys) = std::get<double>(parsed);
        return std::nullopt;
    };
    made.get = [at](const Settings& settings, const Keys& keys) -> Shown {
        return {{print_fraction(at(settings, keys))}};
    };
    return made;
}

// An enum, or an optional one.
template <class E, class Access>
Row choice(std::string path, Access at, std::string text) {
    auto made = row(std::move(path), "choice", joined(words_of<E>()), std::move(text));
    made.textual = true;
    made.put = [at](Settings& settings, const Keys& keys, const std::string& value) -> std::optional<Fault> {
        const auto found = from_name<E>(value);
        if (!found) return unknown_word(words_of<E>());
        at(settings, keys) = *found;
        return std::nullopt;
    };
    made.get = [at](const Settings& settings, const Keys& keys) -> Shown {
        if constexpr (std::is_same_v<Held<Access>, std::optional<E>>) {
            const auto& held = at(settings, keys);
            if (!held) return std::nullopt;
            return {{std::string(name_of(*held))}};
        } else {
            return {{std::string(name_of(at(settings, keys)))}};
        }
    };
    return made;
}

template <class E, class Access>
Row choices(std::string path, Access at, bool filled, std::string text) {
    auto made = row(std::move(path), "list of choices", joined(words_of<E>()), std::move(text));
    made.textual = true;
    made.list = true;
    made.filled = filled;
    made.clear = [at](Settings& settings, const Keys& keys) { at(settings, keys).clear(); };
    made.put = [at](Settings& settings, const Keys& keys, const std::string& value) -> std::optional<Fault> {
        const auto found = from_name<E>(value);
        if (!found) return unknown_word(words_of<E>());
        at(settings, keys).push_back(*found);
        return std::nullopt;
    };
    made.get = [at](const Settings& settings, const Keys& keys) -> Shown {
        std::vector<std::string> shown;
        for (const auto value : at(settings, keys)) shown.emplace_back(name_of(value));
        return shown;
    };
    return made;
}

// One of a few words that no code but the table needs as an enum.
template <class Access>
Row word(std::string path, Access at, std::vector<std::string> words, std::string text) {
    auto made = row(std::move(path), "choice", joined(words), std::move(text));
    made.textual = true;
    made.put = [at, words](Settings& settings, const Keys& keys, const std::string& value) -> std::optional<Fault> {
        if (std::find(words.begin(), words.end(), value) == words.end()) return unknown_word(words);
        at(settings, keys) = value;
        return std::nullopt;
    };
    made.get = [at](const Settings& settings, const Keys& keys) -> Shown {
        const auto& held = at(settings, keys);
        if (held.empty()) return std::nullopt;
        return {{held}};
    };
    return made;
}

enum class Empty : std::uint8_t { shown, hidden };  // an empty text in the printed configuration

template <class Access>
Row text(std::string path, Access at, Check check, std::string allowed, std::string about, Empty empty = Empty::shown) {
    auto made = row(std::move(path), "text", std::move(allowed), std::move(about));
    made.textual = true;
    made.put = [at, check](Settings& settings, const Keys& keys, const std::string& value) -> std::optional<Fault> {
        if (auto fault = check(value)) return fault;
        at(settings, keys) = Held<Access>(value);
        return std::nullopt;
    };
    made.get = [at, empty](const Settings& settings, const Keys& keys) -> Shown {
        const auto& held = text_of(at(settings, keys));
        if (held.empty() && empty == Empty::hidden) return std::nullopt;
        return {{held}};
    };
    return made;
}

template <class Access>
Row texts(std::string path, Access at, Check check, std::string allowed, std::string about) {
    auto made = row(std::move(path), "list of texts", std::move(allowed), std::move(about));
    made.textual = true;
    made.list = true;
    made.clear = [at](Settings& settings, const Keys& keys) { at(settings, keys).clear(); };
    made.put = [at, check](Settings& settings, const Keys& keys, const std::string& value) -> std::optional<Fault> {
        if (auto fault = check(value)) return fault;
        at(settings, keys).push_back(typename Held<Access>::value_type(value));
        return std::nullopt;
    };
    made.get = [at](const Settings& settings, const Keys& keys) -> Shown {
        std::vector<std::string> shown;
        for (const auto& value : at(settings, keys)) shown.push_back(text_of(value));
        return shown;
    };
    return made;
}

template <class Access>
Row secret(std::string path, Access at, std::string about) {
    auto made = row(std::move(path), "secret", "one line", std::move(about));
    made.textual = true;
    made.secret = true;
    made.put = [at](Settings& settings, const Keys& keys, const std::string& value) -> std::optional<Fault> {
        if (auto fault = check_any(value)) return fault;
        if (value.find_first_of("\r\n") != std::string::npos)
            return Fault{"holds a line break", "give the key alone; a file's last line break does not belong to it"};
        at(settings, keys) = Secret(value);
        return std::nullopt;
    };
    made.get = [at](const Settings& settings, const Keys& keys) -> Shown {
        return {{at(settings, keys).empty() ? "" : "***"}};
    };
    return made;
}

// Takes one value alone; `reason` is what any other gets to hear.
inline Row pinned(Row made, std::string only, Fault reason) {
    made.allowed = only;
    made.put = [put = std::move(made.put), only, reason](Settings& settings, const Keys& keys,
                                                         const std::string& value) -> std::optional<Fault> {
        auto fault = put(settings, keys, value);
        if (!fault && value != only) return reason;
        return fault;
    };
    return made;
}

inline Row discreet(Row made) {
    made.discreet = true;
    return made;
}

inline Row required(Row made) {
    made.required = true;
    return made;
}

}  // namespace wm::config
