#include "cli/token.hpp"

#include "config/scalar.hpp"
#include "net/json_text.hpp"
#include "net/rfc3339.hpp"
#include "net/tokens.hpp"
#include "runtime/asio_time.hpp"

#include <algorithm>
#include <cstdio>
#include <utility>

namespace wm::cli {
namespace {

constexpr int done = 0, failed = 1, misused = 2;

constexpr const char* usage =
    "usage: wetopi-memory token create <agent> [--role agent|operator|metrics] [--expires 90d] [--json]\n"
    "       wetopi-memory token list [--json]\n"
    "       wetopi-memory token rotate <agent or id> [--grace 1h] [--expires 90d] [--json]\n"
    "       wetopi-memory token revoke <agent or id> [--json]\n";

struct Request {
    std::string action, subject;
    Role role = Role::agent;
    Millis grace = std::chrono::hours(1);  // how long what is rotated still holds
    std::optional<Millis> expires;         // from now
    bool json = false;
};

// 30s, 1h, 90d: from a second to ten years.
std::optional<Millis> duration_of(std::string_view text) {
    const auto parsed = config::parse_duration(text, {1000, 3650LL * 24 * 3600 * 1000});
    const auto* milliseconds = std::get_if<std::int64_t>(&parsed);
    return milliseconds ? std::optional(Millis(*milliseconds)) : std::nullopt;
}

int misuse(const std::string& what) {
    std::fprintf(stderr, "token: %s\n%s", what.c_str(), usage);
    return misused;
}

int failure(const TokenFault& fault) {
    std::fprintf(stderr, "token: %s\n", fault.message.c_str());
    return failed;
}

// The request, or what is wrong with the words.
std::variant<Request, std::string> parse(std::span<const std::string> args) {
    Request request;
    std::vector<std::string> words;
    for (std::size_t i = 0; i < args.size(); ++i) {
        if (args[i] == "--json") {
            request.json = true;
        } else if (args[i] == "--role") {
            const auto role = i + 1 < args.size() ? parse_role(args[i + 1]) : std::nullopt;
            if (!role) return "--role takes agent, operator or metrics";
            request.role = *role;
            ++i;
        } else if (args[i] == "--expires" || args[i] == "--grace") {
            const auto given = i + 1 < args.size() ? duration_of(args[i + 1]) : std::nullopt;
            if (!given) return args[i] + " takes a time such as 90d or 1h, from a second to ten years";
            if (args[i] == "--expires") request.expires = given;
            else request.grace = *given;
            ++i;
        } else if (args[i].starts_with("-")) {
            return "there is no option " + args[i];
        } else {
            words.push_back(args[i]);
        }
    }
    if (words.empty()) return "say what to do: create, list, rotate or revoke";
    request.action = words[0];
    if (request.action == "list")
        return words.size() == 1 ? std::variant<Request, std::string>(request) : "list takes no name";
    if (request.action != "create" && request.action != "revoke" && request.action != "rotate")
        return "there is no action \"" + request.action + "\"";
    if (words.size() != 2) return request.action + " takes one name";
    request.subject = words[1];
    return request;
}

std::string expiry_of(const TokenEntry& entry) { return entry.expires ? format_rfc3339(*entry.expires) : ""; }

std::string as_json(const TokenEntry& entry, const std::string& token = "") {
    std::string out = "{";
    const std::pair<std::string_view, std::string> fields[] = {{"id", entry.id},
                                                               {"name", entry.name},
                                                               {"role", std::string(to_string(entry.role))},
                                                               {"created", format_rfc3339(entry.created)},
                                                               {"expires", expiry_of(entry)},
                                                               {"token", token}};
    for (const auto& [key, value] : fields) {
        if (value.empty()) continue;
        json_text::append_key(out, key);
        json_text::append_string(out, value);
    }
    return out + "}";
}

void print_entries(const std::vector<TokenEntry>& entries, bool json) {
    std::string list = "[";
    for (const auto& entry : entries) {
        list += (list.size() > 1 ? "," : "") + as_json(entry);
        if (!json)
            std::printf("%-8s  %-8s  %s  %-24s  %s\n", entry.id.c_str(), std::string(to_string(entry.role)).c_str(),
                        format_rfc3339(entry.created).c_str(), entry.expires ? expiry_of(entry).c_str() : "no expiry",
                        entry.name.c_str());
    }
    if (json) std::printf("%s]\n", list.c_str());
}

int show_new(const std::variant<NewToken, TokenFault>& made, const Request& request) {
    if (const auto* fault = std::get_if<TokenFault>(&made)) return failure(*fault);
    const auto& fresh = std::get<NewToken>(made);
    if (request.json) {
        std::printf("%s\n", as_json(fresh.entry, fresh.token.reveal()).c_str());
        return done;
    }
    std::printf("%s\n", fresh.token.reveal().c_str());
    std::fprintf(stderr, "Token %s of %s, role %s%s. It is shown once and kept nowhere: copy it now.\n",
                 fresh.entry.id.c_str(), fresh.entry.name.c_str(), std::string(to_string(fresh.entry.role)).c_str(),
                 fresh.entry.expires ? (", until " + expiry_of(fresh.entry)).c_str() : "");
    return done;
}

int create(TokenFile& file, const Request& request) {
    boost::asio::io_context io(1);
    const auto now = AsioTime(io).wall();
    const auto expires = request.expires ? std::optional(now + *request.expires) : std::nullopt;
    return show_new(file.create(request.subject, request.role, now, expires), request);
}

int rotate(TokenFile& file, const Request& request) {
    boost::asio::io_context io(1);
    const auto now = AsioTime(io).wall();
    const auto expires = request.expires ? std::optional(now + *request.expires) : std::nullopt;
    const auto made = file.rotate(request.subject, now, now + request.grace, expires);
    if (std::holds_alternative<NewToken>(made) && !request.json)
        std::fprintf(stderr, "The old one holds until %s.\n", format_rfc3339(now + request.grace).c_str());
    return show_new(made, request);
}

int list(TokenFile& file, const Request& request) {
    const auto table = file.load();
    if (const auto* fault = std::get_if<TokenFault>(&table)) return failure(*fault);
    const auto& entries = std::get<std::shared_ptr<const TokenTable>>(table)->entries();
    print_entries(entries, request.json);
    if (entries.empty() && !request.json) std::printf("No tokens. Create one: wetopi-memory token create <agent>\n");
    return done;
}

int revoke(TokenFile& file, const Request& request) {
    const auto revoked = file.revoke(request.subject);
    if (const auto* fault = std::get_if<TokenFault>(&revoked)) return failure(*fault);
    print_entries(std::get<std::vector<TokenEntry>>(revoked), request.json);
    if (!request.json) std::fprintf(stderr, "Revoked. Open connections with it are closed within seconds.\n");
    return done;
}

}  // namespace

int token_command(std::span<const std::string> args, const std::filesystem::path& tokens_file) {
    const auto parsed = parse(args);
    if (const auto* what = std::get_if<std::string>(&parsed)) return misuse(*what);
    const auto& request = std::get<Request>(parsed);
    TokenFile file(tokens_file);
    if (request.action == "create") return create(file, request);
    if (request.action == "list") return list(file, request);
    if (request.action == "rotate") return rotate(file, request);
    return revoke(file, request);
}

}  // namespace wm::cli
