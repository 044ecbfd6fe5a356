#include "policies/bank_plan.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace wm::policies {
namespace {

constexpr std::size_t diff_lines_max = 500;  // of one text; the work grows with the product of both

bool knows(const BankState& state, const std::string& key) { return state.known.empty() || state.known.contains(key); }

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty() && lines.size() < diff_lines_max) {
        const auto end = text.find('\n');
        lines.push_back(text.substr(0, end));
        text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    }
    return lines;
}

struct DiffLine {
    char mark;  // ' ' both, '-' only before, '+' only after
    std::string_view text;
};

// The longest common subsequence of lines, walked from the front.
std::vector<DiffLine> diff_of(std::string_view before, std::string_view after) {
    const auto a = lines_of(before), b = lines_of(after);
    std::vector<std::vector<std::size_t>> common(a.size() + 1, std::vector<std::size_t>(b.size() + 1, 0));
    for (std::size_t i = a.size(); i-- > 0;)
        for (std::size_t j = b.size(); j-- > 0;)
            common[i][j] = a[i] == b[j] ? common[i + 1][j + 1] + 1 : std::max(common[i + 1][j], common[i][j + 1]);
    std::vector<DiffLine> out;
    std::size_t i = 0, j = 0;
    while (i < a.size() || j < b.size()) {
        if (i < a.size() && j < b.size() && a[i] == b[j]) {
            out.push_back({' ', a[i]});
            ++i, ++j;
        } else if (j == b.size() || (i < a.size() && common[i + 1][j] >= common[i][j + 1])) {
            out.push_back({'-', a[i++]});
        } else {
            out.push_back({'+', b[j++]});
        }
    }
    return out;
}

const std::string* long_text(const std::optional<BankValue>& value) {
    return value ? std::get_if<std::string>(&value->data) : nullptr;
}

std::string shown(const std::optional<BankValue>& value) { return value ? describe(*value) : "(not set)"; }

// One line beside a change gives its place; the rest of what is equal is left out.
std::string text_change(const std::string& before, const std::string& after) {
    const auto lines = diff_of(before, after);
    std::string out;
    bool gap = false;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const bool near = lines[i].mark != ' ' || (i > 0 && lines[i - 1].mark != ' ') ||
                          (i + 1 < lines.size() && lines[i + 1].mark != ' ');
        if (near) out.append("      ").append(1, lines[i].mark).append(" ").append(lines[i].text).append("\n");
        else if (!gap) out += "        …\n";
        gap = !near;
    }
    return out;
}

std::string key_change(const KeyChange& change) {
    const auto* before = long_text(change.from);
    const auto* after = long_text(change.to);
    const auto lines = [](const std::string* text) { return text && text->find('\n') != std::string::npos; };
    if ((lines(before) || lines(after)) && (before || !change.from) && (after || !change.to))
        return "    " + change.key + ":\n" + text_change(before ? *before : "", after ? *after : "");
    return "    " + change.key + ": " + shown(change.from) + " → " + shown(change.to) + "\n";
}

std::string listed(const std::string& what, const std::vector<std::string>& names) {
    if (names.empty()) return "";
    std::string all;
    for (const auto& name : names) all += (all.empty() ? "" : ", ") + name;
    return "    " + what + ": " + all + "\n";
}

std::string number_text(double value) {
    if (std::floor(value) == value && std::abs(value) < 1e15) return std::to_string(static_cast<std::int64_t>(value));
    auto text = std::to_string(value);
    return text.substr(0, text.find_last_not_of('0') + 1);
}

}  // namespace

bool operator==(const BankValue& a, const BankValue& b) { return a.data == b.data; }

bool matches_bank(std::string_view pattern, std::string_view bank) {
    const auto star = pattern.find('*');
    if (star == std::string_view::npos) return pattern == bank;
    const auto before = pattern.substr(0, star), after = pattern.substr(star + 1);
    return bank.size() > before.size() + after.size() && bank.starts_with(before) && bank.ends_with(after);
}

std::optional<DesiredBank> BankCatalog::find(std::string_view bank) const {
    for (const auto& own : banks_)
        if (own.bank == bank) return own;
    const BankTemplate* best = nullptr;
    std::size_t most = 0;
    for (const auto& candidate : templates_)
        for (const auto& pattern : candidate.patterns)
            if (pattern.size() > most && matches_bank(pattern, bank)) {
                best = &candidate;
                most = pattern.size();
            }
    if (!best) return std::nullopt;
    auto made = best->bank;
    made.bank = bank;
    return made;
}

BankChange plan_bank(const DesiredBank& desired, const BankState& state) {
    BankChange change;
    change.bank = desired.bank;
    change.create = !state.exists;
    if (!desired.name.empty() && desired.name != state.name) {
        change.name_from = state.name;
        change.name_to = desired.name;
    }
    for (const auto& [key, value] : desired.config) {
        const auto held = state.overrides.find(key);
        if (!knows(state, key)) change.left_out.push_back(key);
        else if (held == state.overrides.end()) change.keys.push_back({key, std::nullopt, value});
        else if (held->second == value) ++change.equal;
        else change.keys.push_back({key, held->second, value});
    }
    for (const auto& key : desired.unset) {
        const auto held = state.overrides.find(key);
        if (held == state.overrides.end()) ++change.equal;
        else change.keys.push_back({key, held->second, std::nullopt});
    }
    std::ranges::sort(change.keys, {}, &KeyChange::key);
    for (const auto& [key, value] : state.overrides)
        if (!desired.config.contains(key) && std::ranges::find(desired.unset, key) == desired.unset.end())
            change.unmanaged.push_back(key);
    return change;
}

std::vector<std::string> unkept(const DesiredBank& desired, const BankState& state) {
    const auto left = plan_bank(desired, state);
    std::vector<std::string> names;
    if (left.create) names.emplace_back("the bank itself");
    if (!left.name_to.empty()) names.emplace_back("name");
    for (const auto& change : left.keys) names.push_back(change.key);
    return names;
}

std::vector<std::string> extra_banks(const std::set<std::string>& on_server, const std::set<std::string>& wanted) {
    std::vector<std::string> extra;
    std::ranges::set_difference(on_server, wanted, std::back_inserter(extra));
    return extra;
}

std::string describe(const BankValue& value) {
    struct Text {
        std::string operator()(std::monostate) const { return "null"; }
        std::string operator()(bool flag) const { return flag ? "true" : "false"; }
        std::string operator()(double number) const { return number_text(number); }
        std::string operator()(const std::string& text) const {
            std::string line = text.substr(0, text.find('\n'));
            return '"' + line + (line.size() < text.size() ? "…" : "") + '"';
        }
        std::string operator()(const BankList& list) const {
            std::string out;
            for (const auto& item : list) out += (out.empty() ? "" : ", ") + describe(item);
            return "[" + out + "]";
        }
        std::string operator()(const BankMap& map) const {
            std::string out;
            for (const auto& [key, item] : map) out += (out.empty() ? "" : ", ") + key + ": " + describe(item);
            return "{" + out + "}";
        }
    };
    return std::visit(Text(), value.data);
}

std::string describe(const BankChange& change) {
    std::string out = change.create ? "+ " : change.empty() ? "= " : "~ ";
    out += change.bank;
    if (change.create) out += " (missing)";
    if (change.empty()) out += " (" + std::to_string(change.equal) + " settings hold)";
    out += "\n";
    if (!change.name_to.empty()) out += "    name: \"" + change.name_from + "\" → \"" + change.name_to + "\"\n";
    for (const auto& key : change.keys) out += key_change(key);
    out += listed("left out, this server does not know", change.left_out);
    return out + listed("set there and not declared, left as it is", change.unmanaged);
}

}  // namespace wm::policies
