#include "policies/secrets_rules.hpp"
#include "policies/secrets_scan.hpp"
#include "policies/secrets_value.hpp"

#include <algorithm>
#include <array>

namespace wm::policies::secrets {
namespace {

constexpr std::size_t reach_bytes = 90;     // from "login" to the pair
constexpr std::size_t command_bytes = 300;  // from a command's name to the end of what is looked at
constexpr std::size_t password_bytes_min = 6;

bool is_blank(char c) { return c == ' ' || c == '\t'; }

// "admin" in admin / x: a name, an address.
bool is_account(std::string_view word) {
    if (word.ends_with("sha256") || word.ends_with("sha512") || word.ends_with("md5")) return false;  // api@sha256:…
    return word.size() >= 2 && word.size() <= 64 && std::all_of(word.begin(), word.end(), [](unsigned char c) {
               return in_alphabet(c, Alphabet::alnum) || c == '.' || c == '-' || c == '_' || c == '@' || c == '$' ||
                      c >= 0x80;
           });
}

bool is_secret_beside_a_name(std::string_view value) {
    // replicas=3: a setting
    if (const auto sign = value.find('=');
        sign != std::string_view::npos && sign > 0 && sign + 1 < value.size() && is_plain_word(value.substr(0, sign)))
        return false;
    return value.size() >= password_bytes_min && looks_like_password(value) && looks_chosen(value) &&
           !is_placeholder(value) && !is_reference(value);
}

bool is_joint(std::string_view word) {
    static constexpr auto joints = std::to_array<std::string_view>(
        {"/",         "|",          "-",           ":",        "y",         "e",        "and",   "und",    "con",
         "with",      "mit",        "pw",          "pw:",      "pass",      "pass:",    "clave", "clave:", "password",
         "password:", "contraseña", "contraseña:", "passwort", "passwort:", "kennwort", "pwd",   "pwd:",   "+"});
    return std::find(joints.begin(), joints.end(), word) != joints.end();
}

// The words of a line from `at`, split at blanks.
struct Line {
    std::string_view text;
    std::vector<std::size_t> begins, ends;
    Line(std::string_view whole, std::size_t at, std::size_t limit) : text(whole) {
        limit = std::min(whole.size(), limit);
        for (auto i = at; i < limit && whole[i] != '\n' && whole[i] != '\r';) {
            if (is_blank(whole[i])) {
                ++i;
                continue;
            }
            begins.push_back(i);
            const auto stop = std::min(whole.size(), i + 256);
            while (i < stop && !is_blank(whole[i]) && whole[i] != '\n' && whole[i] != '\r') ++i;
            ends.push_back(i);
        }
    }
    std::size_t size() const { return begins.size(); }
    std::string_view word(std::size_t i) const { return text.substr(begins[i], ends[i] - begins[i]); }
};

void trim(std::string_view text, std::size_t& begin, std::size_t& end) {
    static constexpr std::string_view around = "\"'`()[]{},;";
    while (begin < end && around.find(text[begin]) != std::string_view::npos) ++begin;
    while (end > begin && (around.find(text[end - 1]) != std::string_view::npos || text[end - 1] == '.')) --end;
}

bool take(std::string_view text, std::size_t begin, std::size_t end, Spans& out) {
    trim(text, begin, end);
    if (begin >= end || !is_secret_beside_a_name(text.substr(begin, end - begin))) return false;
    out.push_back({begin, end, "password"});
    return true;
}

// admin/x and admin:x in one word.
bool take_glued(std::string_view text, std::size_t begin, std::size_t end, Spans& out) {
    trim(text, begin, end);
    const auto word = text.substr(begin, end - begin);
    const auto cut = word.find_first_of("/:");
    if (cut == std::string_view::npos || word.substr(cut).starts_with("://") || !is_account(word.substr(0, cut)))
        return false;
    if (word[cut] == '/' && word.find('/', cut + 1) != std::string_view::npos) return false;  // a path
    return take(text, begin + cut + 1, end, out);
}

// "admin / X": the account stands there without a word that announces it.
bool is_account_itself(std::string_view text) {
    const auto low = lower_latin(text.substr(text.size() - std::min<std::size_t>(text.size(), 13)));
    return low.ends_with("admin") || low.ends_with("administrator") || low.ends_with("root");
}

bool wanted(Takes takes, const Line& line, std::size_t i, std::string_view option, std::size_t& begin,
            std::size_t& end) {
    const auto word = line.word(i);
    if (!word.starts_with(option)) return false;
    const bool glued = word.size() > option.size();
    if (glued && takes != Takes::next) {
        begin = line.begins[i] + option.size();
        end = line.ends[i];
        if (line.text[begin] == '=' && option.starts_with("--")) ++begin;
        return !option.starts_with("--") || begin != line.begins[i] + option.size();
    }
    if (glued || takes == Takes::glued || i + 1 >= line.size()) return false;
    begin = line.begins[i + 1];
    end = line.ends[i + 1];
    return true;
}

void scan_command(std::string_view text, std::size_t at, const CommandOption& command, Spans& out) {
    const Line line(text, at, at + command_bytes);
    const auto push = [&](std::size_t begin, std::size_t end) {
        static constexpr std::string_view quotes = "\"'`;)(";
        while (begin < end && quotes.find(text[begin]) != std::string_view::npos) ++begin;
        while (end > begin && quotes.find(text[end - 1]) != std::string_view::npos) --end;
        const auto value = text.substr(begin, end - begin);
        if (value.size() < 3 || value.front() == '-' || is_placeholder(value) || is_reference(value)) return;
        out.push_back({begin, end, "password"});
    };
    if (command.takes == Takes::before) {  // echo "root:X" | chpasswd
        const auto from = at - std::min(at, command_bytes);
        const auto line_begin = text.substr(0, at).rfind('\n');
        const Line before(text, line_begin == std::string_view::npos ? from : std::max(from, line_begin), at);
        for (std::size_t i = 0; i < before.size(); ++i)
            if (take_glued(text, before.begins[i], before.ends[i], out)) return;
        return;
    }
    if (command.takes == Takes::first) {
        if (line.size() > 0) push(line.begins[0], line.ends[0]);
        return;
    }
    if (command.takes == Takes::last) {
        if (line.size() < 2) return;
        const auto i = line.size() - 1;
        if (looks_like_password(line.word(i))) push(line.begins[i], line.ends[i]);
        return;
    }
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line.word(i) == "|" || line.word(i) == "&&" || line.word(i) == ";") return;
        std::size_t begin = 0, end = 0;
        if (!wanted(command.takes, line, i, command.option, begin, end)) continue;
        const auto value = text.substr(begin, end - begin);
        if (is_placeholder(value)) return;
        if (command.takes == Takes::pair || command.takes == Takes::percent) {
            const auto cut = value.find(command.takes == Takes::pair ? ':' : '%');
            if (cut != std::string_view::npos) push(begin + cut + 1, end);
        } else if (command.takes != Takes::glued || value.find('=') == std::string_view::npos) {
            push(begin, end);
        }
        return;
    }
}

}  // namespace

void scan_logins(std::string_view text, const Cues& cues, Spans& out) {
    for (const auto end : cues.login_ends) {
        if (end < text.size() && is_word_byte(static_cast<unsigned char>(text[end]))) continue;
        const Line line(text, end, end + reach_bytes);
        if (is_account_itself(text.substr(0, end))) {
            if (line.size() > 1 && line.word(0) == "/") take(text, line.begins[1], line.ends[1], out);
            continue;
        }
        for (std::size_t i = 0; i < line.size() && i < 12; ++i) {
            if (take_glued(text, line.begins[i], line.ends[i], out)) break;
            if (i == 0) continue;
            auto previous_begin = line.begins[i - 1], previous_end = line.ends[i - 1];
            const bool listed = previous_end > previous_begin && text[previous_end - 1] == ',';
            trim(text, previous_begin, previous_end);
            const auto previous = text.substr(previous_begin, previous_end - previous_begin);
            if (!(listed && i >= 1 && is_account(previous)) && !is_joint(lower_latin(line.word(i - 1)))) continue;
            if (take(text, line.begins[i], line.ends[i], out)) break;
        }
    }
}

void scan_commands(std::string_view text, const Cues& cues, Spans& out) {
    for (const auto end : cues.commands) {
        for (const auto& command : command_options()) {
            const auto size = command.name.size();
            if (end < size || lower_latin(text.substr(end - size, size)) != command.name) continue;
            if (end < text.size() && is_word_byte(static_cast<unsigned char>(text[end]))) continue;
            if (end > size && is_word_byte(static_cast<unsigned char>(text[end - size - 1]))) continue;
            scan_command(text, end, command, out);
        }
    }
}

}  // namespace wm::policies::secrets
