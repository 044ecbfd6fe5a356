#pragma once
// Bearer tokens: "wmt_" and 32 random bytes in base64url. The file holds their BLAKE2b-256 hashes only, so that who
// reads it can speak for nobody. Made, listed and revoked by `wetopi-memory token`; the daemon follows the file.

#include "policies/instant.hpp"
#include "policies/types.hpp"

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace wm {

enum class Role : std::uint8_t { agent, operator_, metrics };  // an operator may read the metrics too
std::string_view to_string(Role role);                         // agent, operator, metrics
std::optional<Role> parse_role(std::string_view text);

using TokenHash = std::array<std::uint8_t, 32>;

struct TokenEntry {
    std::string id;    // first 8 hex digits of the hash: what list shows and revoke takes
    std::string name;  // the agent, or who else it was made for
    Role role = Role::agent;
    TokenHash hash{};
    WallTime created{};
    std::optional<WallTime> expires;  // from then on it is nobody's; none: it holds until it is revoked
};

// An immutable set of tokens; shared between threads.
class TokenTable {
public:
    TokenTable() = default;
    explicit TokenTable(std::vector<TokenEntry> entries) : entries_(std::move(entries)) {}
    // Whose token it is; none: nobody's. Every entry is compared in full, whatever the others gave.
    const TokenEntry* find(std::string_view token) const;
    bool holds(const TokenHash& hash) const;
    const std::vector<TokenEntry>& entries() const noexcept { return entries_; }

private:
    std::vector<TokenEntry> entries_;
};

struct TokenFault {
    std::string message;  // for the operator: what, where, how to mend it
};
struct NewToken {
    Secret token;  // shown once, kept by nobody
    TokenEntry entry;
};

// <data_dir>/tokens.json, mode 0600, replaced in one step. Not thread-safe; several processes may use one file.
class TokenFile {
public:
    explicit TokenFile(std::filesystem::path path) : path_(std::move(path)) {}

    // A file that does not exist holds no tokens.
    std::variant<std::shared_ptr<const TokenTable>, TokenFault> load();
    // Of load(): those that have not expired. What a daemon begins with.
    std::variant<std::shared_ptr<const TokenTable>, TokenFault> in_force(WallTime now);
    // Those in force when the file is another than the last one loaded or one of them has expired since, otherwise null.
    // A broken file is logged once and leaves the old table in force.
    std::shared_ptr<const TokenTable> changed(WallTime now);

    std::variant<NewToken, TokenFault> create(const std::string& name, Role role, WallTime now,
                                              std::optional<WallTime> expires = {});
    // A new token in place of those of a name, or of one id: the old ones expire at `until`, unless they did before.
    std::variant<NewToken, TokenFault> rotate(const std::string& name_or_id, WallTime now, WallTime until,
                                              std::optional<WallTime> expires = {});
    std::variant<std::vector<TokenEntry>, TokenFault> revoke(
        const std::string& name_or_id);  // what was revoked; never empty

    const std::filesystem::path& path() const noexcept { return path_; }

private:
    struct Stamp {
        std::uint64_t inode = 0;
        std::int64_t modified_ns = 0;
        std::int64_t bytes = -1;  // -1: no file
        friend bool operator==(const Stamp&, const Stamp&) = default;
    };
    Stamp stamp() const;
    std::variant<NewToken, TokenFault> add(std::vector<TokenEntry> entries, const std::string& name, Role role,
                                           WallTime now, std::optional<WallTime> expires) const;
    std::optional<TokenFault> save(const std::vector<TokenEntry>& entries) const;

    std::filesystem::path path_;
    std::optional<Stamp> loaded_;
    std::optional<WallTime> next_expiry_;  // of those in force
};

bool is_agent_name(
    std::string_view text);  // 1 to 64 of letters, digits, '.', '_' and '-', beginning with a letter or digit

}  // namespace wm
