#pragma once
// Typed access to the keys of a JSON object for net/wire: the first fault is kept with its path, and reading goes on
// with empty values. Only the files of net/wire include this.

#include "actors/hooks.hpp"

#include <simdjson.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace wm::wire {

using Element = simdjson::dom::element;
using Object = simdjson::dom::object;

// Where in the message we are. Lives on the stack of the reader; becomes text only when something is wrong.
struct Path {
    const Path* parent = nullptr;
    std::string_view key;  // empty: an index, or the root
    std::size_t index = 0;
    std::string str() const;  // data.tools[2].result
};

struct Fault {
    ErrorCode code = ErrorCode::malformed;
    std::string message;
};

class Faults {
public:
    void add(ErrorCode code, std::string message) {
        if (!first_) first_ = Fault{code, std::move(message)};
    }
    explicit operator bool() const noexcept { return first_.has_value(); }
    const Fault& first() const { return *first_; }

private:
    std::optional<Fault> first_;
};

enum class Need : std::uint8_t { optional, required };

class Fields {
public:
    // Without an object every key is absent.
    Fields(std::optional<Object> object, const Path& path, Faults& faults, std::size_t name_bytes_max,
           ErrorCode code = ErrorCode::malformed)
        : object_(object), path_(path), faults_(faults), name_bytes_max_(name_bytes_max), code_(code) {}

    std::optional<Element> find(std::string_view key) const;  // none: absent or null
    Content text(std::string_view key, Need need) const;      // any UTF-8
    std::string name(std::string_view key, Need need) const;  // bounded, no control characters, not empty when required
    std::optional<std::uint64_t> whole(std::string_view key, Need need) const;
    std::optional<double> number(std::string_view key) const;
    bool flag(std::string_view key) const;  // false when absent
    std::optional<Object> object(std::string_view key, Need need) const;
    std::optional<simdjson::dom::array> array(std::string_view key) const;

    void fault(std::string_view key, std::string_view what) const;  // "<path>.<key> <what>"
    const Path& path() const { return path_; }
    Faults& faults() const { return faults_; }
    std::size_t name_bytes_max() const { return name_bytes_max_; }
    const std::optional<Object>& raw() const { return object_; }

private:
    std::optional<Element> required(std::string_view key, Need need) const;
    void wrong_type(std::string_view key, std::string_view wanted, Element found) const;

    std::optional<Object> object_;
    const Path& path_;
    Faults& faults_;
    std::size_t name_bytes_max_;
    ErrorCode code_;
};

std::string_view type_name(Element element);  // "a string", "an object"…
// A key that a client chose, fit for an error text: cut, and nothing but letters, digits, '_', '-' and '.'.
std::string printable_key(std::string_view key);

}  // namespace wm::wire
