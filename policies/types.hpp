#pragma once
// The names that must not be mixed up, as distinct types, and the two kinds of text that must not be printed.

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

namespace wm {

// A string of one meaning. Construction is explicit, so that a session never passes for a turn.
template <class Tag>
class Name {
public:
    Name() = default;
    explicit Name(std::string text) : text_(std::move(text)) {}
    const std::string& str() const noexcept { return text_; }
    bool empty() const noexcept { return text_.empty(); }
    friend auto operator<=>(const Name&, const Name&) = default;

private:
    std::string text_;
};

using ScopeName = Name<struct ScopeTag>;      // what an agent may name: personal, platform, customer-42
using UserId = Name<struct UserTag>;          // internal id from the directory, never a display name (A9)
using AgentId = Name<struct AgentTag>;        // whose token it is
using SessionId = Name<struct SessionTag>;    // Hermes' session_id
using TurnId = Name<struct TurnTag>;          // Hermes' turn_id
using DocumentId = Name<struct DocumentTag>;  // one document of a bank
using OperationId = Name<struct OperationTag>;  // UUID text: one retain, the same through every retry

using ConnectionId = std::uint64_t;  // a socket is known by number, never by pointer
using FrameId = std::uint64_t;       // the client's own number of its message
using CallId = std::uint64_t;        // one piece of work of the gateway

// Text of a person, an agent or a memory. No operator<<, no formatting: content cannot reach a log or a label (P15).
struct Content {
    std::string text;
    bool empty() const noexcept { return text.empty(); }
    friend bool operator==(const Content&, const Content&) = default;
};

// A key or token. Compared in constant time by whoever checks it; printed by nobody.
class Secret {
public:
    Secret() = default;
    explicit Secret(std::string value) : value_(std::move(value)) {}
    const std::string& reveal() const noexcept { return value_; }  // the one way out: grep for it
    bool empty() const noexcept { return value_.empty(); }
    friend bool operator==(const Secret&, const Secret&) = default;

private:
    std::string value_;
};

// Where a scope lives in a backend. Made by StoreRegistry (policies/access) alone; an agent neither names nor sees one (A8).
class BankId {
public:
    const std::string& str() const noexcept { return text_; }
    friend auto operator<=>(const BankId&, const BankId&) = default;

private:
    friend class StoreRegistry;
    explicit BankId(std::string text) : text_(std::move(text)) {}
    std::string text_;
};

}  // namespace wm

template <class Tag>
struct std::hash<wm::Name<Tag>> {
    std::size_t operator()(const wm::Name<Tag>& name) const noexcept { return std::hash<std::string>()(name.str()); }
};
template <>
struct std::hash<wm::BankId> {
    std::size_t operator()(const wm::BankId& bank) const noexcept { return std::hash<std::string>()(bank.str()); }
};
