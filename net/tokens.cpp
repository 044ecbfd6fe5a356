#include "net/tokens.hpp"

#include "net/json_text.hpp"
#include "net/rfc3339.hpp"
#include "runtime/log.hpp"

#include <fcntl.h>
#include <sodium.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <boost/json.hpp>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace wm {
namespace {

namespace json = boost::json;

constexpr std::string_view prefix = "wmt_";
constexpr std::size_t file_bytes_max = 16u << 20;

class File {  // a descriptor with an owner
public:
    File(const std::filesystem::path& path, int flags) : fd_(::open(path.c_str(), flags | O_CLOEXEC, 0600)) {}
    File(const File&) = delete;
    File& operator=(const File&) = delete;
    ~File() { close(); }
    int fd() const { return fd_; }
    bool open() const { return fd_ >= 0; }
    bool write(std::string_view text) {
        while (!text.empty()) {
            const auto written = ::write(fd_, text.data(), text.size());
            if (written < 0 && errno == EINTR) continue;
            if (written <= 0) return false;
            text.remove_prefix(static_cast<std::size_t>(written));
        }
        return ::fsync(fd_) == 0;
    }
    void close() {
        if (fd_ >= 0) ::close(fd_);
        fd_ = -1;
    }

private:
    int fd_;
};

TokenFault system_fault(std::string_view doing, const std::filesystem::path& path) {
    return {"cannot " + std::string(doing) + " " + path.string() + ": " + std::strerror(errno)};
}

TokenFault nothing_created(const std::filesystem::path& path) {
    return {path.string() + " does not exist: no token was ever created here"};
}
TokenFault nobodys(const std::string& name_or_id) {
    return {"no token has the name or id \"" + name_or_id + "\": `wetopi-memory token list` shows them"};
}

TokenHash hash_of(std::string_view token) {
    TokenHash hash{};
    crypto_generichash(hash.data(), hash.size(), reinterpret_cast<const unsigned char*>(token.data()), token.size(),
                       nullptr, 0);
    return hash;
}

std::string hex(const TokenHash& hash) {
    std::string text(hash.size() * 2 + 1, '\0');
    sodium_bin2hex(text.data(), text.size(), hash.data(), hash.size());
    text.pop_back();
    return text;
}

std::optional<TokenHash> unhex(std::string_view text) {
    TokenHash hash{};
    std::size_t bytes = 0;
    if (sodium_hex2bin(hash.data(), hash.size(), text.data(), text.size(), nullptr, &bytes, nullptr) != 0)
        return std::nullopt;
    return bytes == hash.size() && text.size() == 2 * bytes ? std::optional(hash) : std::nullopt;
}

std::string random_token() {
    std::array<unsigned char, 32> bytes{};
    randombytes_buf(bytes.data(), bytes.size());
    constexpr int variant = sodium_base64_VARIANT_URLSAFE_NO_PADDING;
    std::string text(sodium_base64_ENCODED_LEN(bytes.size(), variant), '\0');
    sodium_bin2base64(text.data(), text.size(), bytes.data(), bytes.size(), variant);
    sodium_memzero(bytes.data(), bytes.size());
    text.pop_back();  // the terminating zero
    return std::string(prefix) + text;
}

std::string text_of(const std::optional<WallTime>& date) { return date ? format_rfc3339(*date) : std::string(); }

std::string_view text_at(const json::object& object, std::string_view key) {
    const auto* value = object.if_contains(key);
    const auto* text = value ? value->if_string() : nullptr;
    return text ? std::string_view(*text) : std::string_view();
}

std::optional<TokenEntry> read_entry(const json::value& value) {
    const auto* object = value.if_object();
    if (!object) return std::nullopt;
    const auto role = parse_role(text_at(*object, "role"));
    const auto hash = unhex(text_at(*object, "hash"));
    const auto created = parse_rfc3339(text_at(*object, "created"));
    const auto name = text_at(*object, "name");
    if (!role || !hash || !created || !is_agent_name(name)) return std::nullopt;
    std::optional<WallTime> expires;
    if (object->contains("expires")) {
        expires = parse_rfc3339(text_at(*object, "expires"));
        if (!expires) return std::nullopt;
    }
    return TokenEntry{hex(*hash).substr(0, 8), std::string(name), *role, *hash, *created, expires};
}

std::variant<std::vector<TokenEntry>, TokenFault> read_entries(const std::string& text,
                                                               const std::filesystem::path& path) {
    json::error_code error;
    const auto root = json::parse(text, error);
    const auto* object = error ? nullptr : root.if_object();
    const auto* list = object && object->contains("tokens") ? object->at("tokens").if_array() : nullptr;
    if (!list)
        return TokenFault{path.string() +
                          " is not a list of tokens: restore it, or move it away and create the tokens anew"};
    std::vector<TokenEntry> entries;
    for (const auto& value : *list) {
        auto entry = read_entry(value);
        if (!entry)
            return TokenFault{path.string() + ": tokens[" + std::to_string(entries.size()) +
                              "] needs name, role (agent, operator or metrics), hash (64 hex digits), created (a date) "
                              "and perhaps expires (a date)"};
        entries.push_back(std::move(*entry));
    }
    return entries;
}

std::variant<std::string, TokenFault> read_file(const std::filesystem::path& path) {
    const File file(path, O_RDONLY);
    struct ::stat info{};
    if (!file.open() && errno == ENOENT) return std::string(R"({"tokens":[]})");
    if (!file.open() || ::fstat(file.fd(), &info) != 0) return system_fault("read", path);
    if ((info.st_mode & 022) != 0)
        return TokenFault{path.string() + " may be written by others, who could add tokens: chmod 600 " +
                          path.string()};
    if (static_cast<std::size_t>(info.st_size) > file_bytes_max) return TokenFault{path.string() + " is too large"};
    std::string text(static_cast<std::size_t>(info.st_size), '\0');
    std::size_t have = 0;
    while (have < text.size()) {
        const auto got = ::read(file.fd(), text.data() + have, text.size() - have);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return system_fault("read", path);
        have += static_cast<std::size_t>(got);
    }
    return text;
}

// Held while the file is read, changed and replaced, so that two commands at once lose nothing.
class ChangeLock {
public:
    explicit ChangeLock(const std::filesystem::path& path) : file_(path.string() + ".lock", O_RDWR | O_CREAT) {
        held_ = file_.open() && ::flock(file_.fd(), LOCK_EX) == 0;
    }
    bool held() const { return held_; }

private:
    File file_;
    bool held_ = false;
};

void make_folder(const std::filesystem::path& path) {
    if (path.has_parent_path() && !std::filesystem::exists(path.parent_path())) {
        std::error_code ignored;  // what cannot be made cannot be opened either, and that is reported
        std::filesystem::create_directories(path.parent_path(), ignored);
        std::filesystem::permissions(path.parent_path(), std::filesystem::perms::owner_all, ignored);
    }
}

}  // namespace

std::string_view to_string(Role role) {
    switch (role) {
        case Role::agent: return "agent";
        case Role::operator_: return "operator";
        case Role::metrics: return "metrics";
    }
    return "agent";
}

std::optional<Role> parse_role(std::string_view text) {
    for (const auto role : {Role::agent, Role::operator_, Role::metrics})
        if (text == to_string(role)) return role;
    return std::nullopt;
}

bool is_agent_name(std::string_view text) {
    constexpr auto letter = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    };
    if (text.empty() || text.size() > 64 || !letter(text.front())) return false;
    return std::all_of(text.begin(), text.end(), [=](char c) { return letter(c) || c == '.' || c == '_' || c == '-'; });
}

const TokenEntry* TokenTable::find(std::string_view token) const {
    const auto hash = hash_of(token);
    const TokenEntry* found = nullptr;
    for (const auto& entry : entries_)
        if (sodium_memcmp(entry.hash.data(), hash.data(), hash.size()) == 0) found = &entry;
    return token.substr(0, prefix.size()) == prefix ? found : nullptr;
}

bool TokenTable::holds(const TokenHash& hash) const {
    return std::any_of(entries_.begin(), entries_.end(), [&](const TokenEntry& entry) { return entry.hash == hash; });
}

TokenFile::Stamp TokenFile::stamp() const {
    struct ::stat info{};
    if (::stat(path_.c_str(), &info) != 0) return {};
    return {info.st_ino, std::int64_t{info.st_mtim.tv_sec} * 1'000'000'000 + info.st_mtim.tv_nsec, info.st_size};
}

std::variant<std::shared_ptr<const TokenTable>, TokenFault> TokenFile::load() {
    loaded_ = stamp();  // before reading: a change in between is seen the next time
    auto text = read_file(path_);
    if (auto* fault = std::get_if<TokenFault>(&text)) return std::move(*fault);
    auto entries = read_entries(std::get<std::string>(text), path_);
    if (auto* fault = std::get_if<TokenFault>(&entries)) return std::move(*fault);
    return std::make_shared<const TokenTable>(std::move(std::get<std::vector<TokenEntry>>(entries)));
}

std::variant<std::shared_ptr<const TokenTable>, TokenFault> TokenFile::in_force(WallTime now) {
    auto all = load();
    if (auto* fault = std::get_if<TokenFault>(&all)) return std::move(*fault);
    next_expiry_.reset();
    std::vector<TokenEntry> entries;
    for (const auto& entry : std::get<std::shared_ptr<const TokenTable>>(all)->entries()) {
        if (entry.expires && *entry.expires <= now) continue;
        if (entry.expires) next_expiry_ = std::min(next_expiry_.value_or(*entry.expires), *entry.expires);
        entries.push_back(entry);
    }
    return std::make_shared<const TokenTable>(std::move(entries));
}

std::shared_ptr<const TokenTable> TokenFile::changed(WallTime now) {
    if (loaded_ == stamp() && !(next_expiry_ && *next_expiry_ <= now)) return nullptr;
    auto table = in_force(now);
    if (const auto* fault = std::get_if<TokenFault>(&table)) {
        log(Level::error, "tokens_unreadable", {{"reason", fault->message}});
        return nullptr;
    }
    return std::get<std::shared_ptr<const TokenTable>>(table);
}

std::optional<TokenFault> TokenFile::save(const std::vector<TokenEntry>& entries) const {
    std::string text = "{\"tokens\":[";
    for (const auto& entry : entries) {
        text += text.back() == '[' ? "\n{" : ",\n{";
        const std::pair<std::string_view, std::string> fields[] = {{"name", entry.name},
                                                                   {"role", std::string(to_string(entry.role))},
                                                                   {"hash", hex(entry.hash)},
                                                                   {"created", format_rfc3339(entry.created)},
                                                                   {"expires", text_of(entry.expires)}};
        for (const auto& [key, value] : fields) {
            if (value.empty()) continue;
            json_text::append_key(text, key);
            json_text::append_string(text, value);
        }
        text += '}';
    }
    text += "\n]}\n";
    auto fresh = path_;
    fresh += ".new";
    File file(fresh, O_WRONLY | O_CREAT | O_TRUNC);
    if (!file.open() || !file.write(text)) return system_fault("write", fresh);
    file.close();
    if (::rename(fresh.c_str(), path_.c_str()) != 0) return system_fault("replace", path_);
    const File folder(path_.has_parent_path() ? path_.parent_path() : std::filesystem::path("."),
                      O_RDONLY | O_DIRECTORY);
    if (!folder.open() || ::fsync(folder.fd()) != 0) return system_fault("sync the folder of", path_);
    return std::nullopt;
}

// A new one beside `entries`, and the file with all of them. The lock is held.
std::variant<NewToken, TokenFault> TokenFile::add(std::vector<TokenEntry> entries, const std::string& name, Role role,
                                                  WallTime now, std::optional<WallTime> expires) const {
    auto token = random_token();
    const auto hash = hash_of(token);
    entries.push_back(TokenEntry{hex(hash).substr(0, 8), name, role, hash, now, expires});
    if (auto fault = save(entries)) return std::move(*fault);
    return NewToken{Secret{std::move(token)}, entries.back()};
}

std::variant<NewToken, TokenFault> TokenFile::create(const std::string& name, Role role, WallTime now,
                                                     std::optional<WallTime> expires) {
    if (!is_agent_name(name))
        return TokenFault{"a token's name is 1 to 64 letters, digits, '.', '_' or '-', such as wetopi-build"};
    if (sodium_init() < 0) return TokenFault{"the system gives no random bytes"};
    make_folder(path_);
    const ChangeLock lock(path_);
    if (!lock.held()) return system_fault("lock", path_);
    auto table = load();
    if (auto* fault = std::get_if<TokenFault>(&table)) return std::move(*fault);
    auto entries = std::get<std::shared_ptr<const TokenTable>>(table)->entries();
    return add(std::move(entries), name, role, now, expires);
}

std::variant<NewToken, TokenFault> TokenFile::rotate(const std::string& name_or_id, WallTime now, WallTime until,
                                                     std::optional<WallTime> expires) {
    if (sodium_init() < 0) return TokenFault{"the system gives no random bytes"};
    if (stamp().bytes < 0) return nothing_created(path_);
    const ChangeLock lock(path_);
    if (!lock.held()) return system_fault("lock", path_);
    auto table = load();
    if (auto* fault = std::get_if<TokenFault>(&table)) return std::move(*fault);
    auto entries = std::get<std::shared_ptr<const TokenTable>>(table)->entries();
    std::optional<TokenEntry> old;
    for (auto& entry : entries) {
        if ((entry.name != name_or_id && entry.id != name_or_id) || (entry.expires && *entry.expires <= now)) continue;
        if (old && old->role != entry.role)
            return TokenFault{name_or_id +
                              " has tokens of several roles: name one by its id (`wetopi-memory token list`)"};
        entry.expires = std::min(entry.expires.value_or(until), until);
        old = entry;
    }
    if (!old) return nobodys(name_or_id);
    return add(std::move(entries), old->name, old->role, now, expires);
}

std::variant<std::vector<TokenEntry>, TokenFault> TokenFile::revoke(const std::string& name_or_id) {
    if (stamp().bytes < 0) return nothing_created(path_);
    const ChangeLock lock(path_);
    if (!lock.held()) return system_fault("lock", path_);
    auto table = load();
    if (auto* fault = std::get_if<TokenFault>(&table)) return std::move(*fault);
    std::vector<TokenEntry> kept, revoked;
    for (const auto& entry : std::get<std::shared_ptr<const TokenTable>>(table)->entries())
        (entry.name == name_or_id || entry.id == name_or_id ? revoked : kept).push_back(entry);
    if (revoked.empty()) return nobodys(name_or_id);
    if (auto fault = save(kept)) return std::move(*fault);
    return revoked;
}

}  // namespace wm
