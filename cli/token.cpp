#include "cli/token.hpp"

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
    "usage: wetopi-memory token create <agent> [--role agent|operator|metrics] [--json]\n"
    "       wetopi-memory token list [--json]\n"
    "       wetopi-memory token revoke <agent or id> [--json]\n";

struct Request {
    std::string action, subject;
    Role role = Role::agent;
    bool json = false;
};

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
        } else if (args[i].starts_with("-")) {
            return "there is no option " + args[i];
        } else {
            words.push_back(args[i]);
        }
    }
    if (words.empty()) return "say what to do: create, list or revoke";
    request.action = words[0];
    if (request.action == "list")
        return words.size() == 1 ? std::variant<Request, std::string>(request) : "list takes no name";
    if (request.action != "create" && request.action != "revoke")
        return "there is no action \"" + request.action + "\"";
    if (words.size() != 2) return request.action + " takes one name";
    request.subject = words[1];
    return request;
}

std::string as_json(const TokenEntry& entry, const std::string& token = "") {
    std::string out = "{";
    const std::pair<std::string_view, std::string> fields[] = {{"id", entry.id},
                                                               {"name", entry.name},
                                                               {"role", std::string(to_string(entry.role))},
                                                               {"created", format_rfc3339(entry.created)},
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
            std::printf("%-8s  %-8s  %s  %s\n", entry.id.c_str(), std::string(to_string(entry.role)).c_str(),
                        format_rfc3339(entry.created).c_str(), entry.name.c_str());
    }
    if (json) std::printf("%s]\n", list.c_str());
}

int create(TokenFile& file, const Request& request) {
    boost::asio::io_context io(1);
    auto created = file.create(request.subject, request.role, AsioTime(io).wall());
    if (const auto* fault = std::get_if<TokenFault>(&created)) return failure(*fault);
    const auto& fresh = std::get<NewToken>(created);
    if (request.json) {
        std::printf("%s\n", as_json(fresh.entry, fresh.token.reveal()).c_str());
        return done;
    }
    std::printf("%s\n", fresh.token.reveal().c_str());
    std::fprintf(stderr, "Token %s of %s, role %s. It is shown once and kept nowhere: copy it now.\n",
                 fresh.entry.id.c_str(), fresh.entry.name.c_str(), std::string(to_string(fresh.entry.role)).c_str());
    return done;
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
    return revoke(file, request);
}

}  // namespace wm::cli
