#include "policies/orders.hpp"

#include "policies/fold.hpp"

#include <algorithm>
#include <iterator>
#include <string>

namespace wm::policies {
namespace {

// " a b c " of folded words, so that a phrase is found between blanks.
std::string words_of(std::string_view text) {
    std::string out(" ");
    for (const char c : fold_text(text)) {
        const bool word = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || static_cast<unsigned char>(c) >= 0x80;
        if (word) out += c;
        else if (out.back() != ' ') out += ' ';
    }
    if (out.back() != ' ') out += ' ';
    return out;
}

template <std::size_t n>
bool any(std::string_view words, const std::string_view (&phrases)[n]) {
    return std::any_of(std::begin(phrases), std::end(phrases),
                       [&](std::string_view phrase) { return words.find(phrase) != std::string_view::npos; });
}

// What makes a rule of a sentence.
constexpr std::string_view standing[] = {
    " from now on ",       " always ",      " never ",     " every time ",
    " whenever ",          " in future ",   " this rule ", " de ahora en adelante ",
    " a partir de ahora ", " desde ahora ", " siempre ",   " nunca ",
    " cada vez que ",      " esta regla ",  " ab jetzt ",  " ab sofort ",
    " von nun an ",        " kunftig ",     " immer ",     " niemals ",
    " jedes mal ",         " diese regel "};
// Whom it binds: the one who reads it.
constexpr std::string_view reader[] = {
    " you must ",   " you should ", " you shall ", " you have to ", " you will ",     " you are to ",   " your answer ",
    " your reply ", " debes ",      " deberas ",   " tienes que ",  " tendras que ",  " tu respuesta ", " du musst ",
    " musst du ",   " du sollst ",  " sollst du ", " du wirst ",    " deine antwort "};
// Somebody asks, and the answer is laid down.
constexpr std::string_view asked[] = {
    " somebody asks ",  " someone asks ", " anybody asks ", " anyone asks ",    " user asks ",    " when asked ",
    " whenever asked ", " if asked ",     " are asked ",    " alguien pregunt", " te pregunt",    " usuario pregunt",
    " si preguntan ",   " te lo pid",     " jemand fragt ", " gefragt wirst ",  " nutzer fragt ", " benutzer fragt "};
constexpr std::string_view roles[] = {"system:", "assistant:", "developer:", "sistema:", "[system", "[assistant"};

bool has_address(std::string_view text) { return text.find("://") != std::string_view::npos; }

// A line that poses as another speaker of the conversation.
bool poses_as_a_role(std::string_view text) {
    const auto folded = fold_text(text);
    for (std::size_t at = 0; at < folded.size();) {
        const auto first = folded.find_first_not_of(" \t>*#-", at);
        if (first == std::string::npos) return false;
        const std::string_view line = std::string_view(folded).substr(first);
        if (std::any_of(std::begin(roles), std::end(roles),
                        [&](std::string_view role) { return line.starts_with(role); }))
            return true;
        const auto end = folded.find('\n', first);
        if (end == std::string::npos) return false;
        at = end + 1;
    }
    return false;
}

}  // namespace

bool orders_the_reader(std::string_view text) {
    if (poses_as_a_role(text)) return true;
    const auto words = words_of(text);
    if (any(words, asked)) return true;
    return any(words, standing) && (any(words, reader) || has_address(text));
}

}  // namespace wm::policies
