#include "store/document.hpp"

#include "policies/fold.hpp"

namespace wm {
namespace {

constexpr std::size_t statements_max = 256;  // the rest stays with the last one

std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

enum class Heading { other, activity, time };

Heading heading_of(std::string_view line) {
    const auto folded = policies::fold_text(line);
    const auto has = [&](std::string_view part) { return folded.find(part) != std::string::npos; };
    if (has("activit") || has("activid") || has("aktivitat")) return Heading::activity;
    return has("timestamp") || has("fecha:") || has("zeitpunkt") ? Heading::time : Heading::other;
}

bool is_list(std::string_view document) {
    return document.starts_with("- ") || document.find("\n- ") != std::string_view::npos;
}

}  // namespace

std::vector<Said> statements_of(std::string_view document) {
    document = trimmed(document);
    if (document.empty()) return {};
    if (!is_list(document)) return {{std::string(document), false}};
    std::vector<Said> said;
    auto heading = Heading::other;
    for (std::size_t at = 0; at < document.size();) {
        const auto end = std::min(document.find('\n', at), document.size());
        const auto whole = document.substr(at, end - at);
        auto line = trimmed(whole);
        const bool first = at == 0, item = line.starts_with("- ");
        at = end + 1;
        if (item) line = trimmed(line.substr(2));
        if (line.empty() || (first && !item)) continue;
        if (!item && line.ends_with(':')) {
            heading = heading_of(line);
        } else if (!said.empty() &&
                   ((!item && (whole.front() == ' ' || whole.front() == '\t')) || said.size() == statements_max)) {
            said.back().text.append("\n").append(line);
        } else if (heading != Heading::time) {
            said.push_back({std::string(line), heading == Heading::activity});
        }
    }
    return said;
}

}  // namespace wm
