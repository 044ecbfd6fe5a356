// `wetopi-memory reload`: the daemon reads its rule packs anew; an invalid one changes nothing and is named.
#include "cli/asking.hpp"
#include "cli/commands.hpp"

#include "net/client.hpp"

#include <boost/json.hpp>

#include <iostream>

namespace wm::cli {
namespace {

namespace json = boost::json;

std::string text_of(const json::value& value) {
    return value.is_string() ? std::string(value.as_string()) : json::serialize(value);
}
std::string text_at(const json::object& object, std::string_view key) {
    const auto* value = object.if_contains(key);
    return value ? text_of(*value) : "";
}

}  // namespace

int reload(const ReloadOptions& options) {
    const auto fetched = post(options.url, "/v1/admin/reload", token_from(options.token), Millis(35000));
    if (const auto* error = std::get_if<ClientError>(&fetched)) {
        std::cerr << "wetopi-memory reload: " << error->message << '\n';
        return failed;
    }
    const auto& page = std::get<Page>(fetched);
    const auto& [status, body] = page;
    boost::system::error_code unreadable;
    const auto parsed = json::parse(body, unreadable);
    const auto* answer = unreadable ? nullptr : parsed.if_object();
    if (!answer || (status != 200 && status != 422)) {
        std::cerr << "wetopi-memory reload: " << refusal_of(page) << '\n';
        return failed;
    }
    if (const auto* problems = answer->if_contains("problems"); problems && problems->is_array())
        for (const auto& problem : problems->as_array()) std::cerr << text_of(problem) << '\n';
    std::cout << text_at(*answer, "status") << ": generation " << text_at(*answer, "generation") << ", "
              << text_at(*answer, "rules") << " rules, fingerprint " << text_at(*answer, "fingerprint") << '\n';
    return status == 200 ? done : failed;
}

}  // namespace wm::cli
