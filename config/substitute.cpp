#include "config/substitute.hpp"

#include <utility>

namespace wm::config {

namespace {

constexpr std::size_t substituted_bytes_max = 65536;

bool is_name(std::string_view text) {
    if (text.empty() || text.size() > 128 || (text.front() >= '0' && text.front() <= '9')) return false;
    for (const char c : text)
        if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_')) return false;
    return true;
}

// The value of what stands between ${ and }.
std::variant<std::string, Fault> value_of(std::string_view inner, const EnvLookup& lookup) {
    const auto mark = inner.find(":-");
    const auto name = inner.substr(0, mark);
    if (!is_name(name))
        return Fault{"holds a ${…} that names no variable",
                     "write ${NAME} or ${NAME:-default}; a plain ${ is written $${"};
    auto value = lookup(std::string(name));
    if (mark != std::string_view::npos && (!value || value->empty())) return std::string(inner.substr(mark + 2));
    if (!value)
        return Fault{"needs the environment variable " + std::string(name) + ", which is not set",
                     "set it, or write ${" + std::string(name) + ":-default}"};
    return std::move(*value);
}

}  // namespace

Substituted substitute(std::string_view text, const EnvLookup& lookup) {
    Substituted result;
    for (std::size_t at = 0; at < text.size();) {
        const auto rest = text.substr(at);
        if (rest.starts_with("$${")) {
            result.text += "${";
            at += 3;
            continue;
        }
        if (!rest.starts_with("${")) {
            result.text += rest.front();
            ++at;
            continue;
        }
        const auto end = rest.find('}');
        if (end == std::string_view::npos) {
            result.faults.push_back({"holds a ${ without its }", "close it; a plain ${ is written $${"});
            return result;
        }
        auto value = value_of(rest.substr(2, end - 2), lookup);
        if (auto* fault = std::get_if<Fault>(&value)) result.faults.push_back(std::move(*fault));
        else result.text += std::get<std::string>(value);
        result.from_environment = true;
        at += end + 1;
        if (result.text.size() > substituted_bytes_max) {
            result.faults.push_back({"is longer than 64 KiB once its variables are put in", "shorten the variable"});
            return result;
        }
    }
    return result;
}

std::string escape_substitution(std::string_view text) {
    std::string escaped;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text.substr(at).starts_with("${")) escaped += '$';
        escaped += text[at];
    }
    return escaped;
}

}  // namespace wm::config
