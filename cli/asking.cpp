#include "cli/asking.hpp"

#include <boost/json.hpp>

#include <cstdlib>

namespace wm::cli {

Secret token_from(const std::string& option) {
    const char* from_environment = std::getenv("WETOPI_MEMORY_TOKEN");
    return Secret(!option.empty() ? option : from_environment ? from_environment : "");
}

// The text of {"error":{"code":…,"message":…}}.
std::string refusal_of(const Page& page) {
    namespace json = boost::json;
    if (page.status == 401)
        return "the daemon wants a token of role operator; `wetopi-memory token create me --role operator` makes one, "
               "give it in $WETOPI_MEMORY_TOKEN";
    boost::system::error_code unreadable;
    const auto answer = json::parse(page.body, unreadable);
    if (!unreadable && answer.is_object())
        if (const auto* error = answer.as_object().if_contains("error"); error && error->is_object())
            if (const auto* text = error->as_object().if_contains("message"); text && text->is_string())
                return std::string(text->as_string());
    return "the daemon answered with status " + std::to_string(page.status);
}

}  // namespace wm::cli
