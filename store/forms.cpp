#include "store/forms.hpp"

#include "policies/stop_words.hpp"
#include "store/dates.hpp"
#include "store/stems.hpp"

#include <algorithm>
#include <cstring>
#include <type_traits>
#include <utility>

namespace wm {
namespace {

constexpr std::size_t text_bytes_max = 65536;  // of a memory that the index reads
constexpr std::uint8_t counts = 1, asks = 2;

static_assert(sizeof(Form) == 12 && std::is_trivially_copyable_v<Form>);

// Sorted. Small words of Spanish or German that are words of English.
constexpr std::string_view english_words[] = {"bin", "dame", "die",  "hat", "man", "mine", "once",
                                              "sea", "sin",  "solo", "son", "van", "via",  "war"};

bool is_noise(const Token& token, policies::Language language) {
    return token.kind == Token::Kind::word && !token.capitals && !token.digits && says_nothing_in(language, token.text);
}

}  // namespace

bool says_nothing_in(policies::Language language, std::string_view folded) {
    if (!policies::is_stop_word(folded)) return false;
    return language != policies::Language::english || !std::ranges::binary_search(english_words, folded);
}

std::uint32_t hash_of_term(std::string_view term) {
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const char c : term) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    return static_cast<std::uint32_t>(hash ^ (hash >> 32));
}

std::vector<std::string> index_terms(const Token& token, policies::Language language) {
    std::vector<std::string> terms{index_term(token)};
    if (token.kind != Token::Kind::word || token.digits) return terms;
    Token stem;
    stem.text = stem_of(language, token.text);
    if (auto other = index_term(stem); other != terms.front()) terms.push_back(std::move(other));
    return terms;
}

IndexedText index_text(std::string_view text, std::string_view subject, WallTime at) {
    IndexedText out;
    const auto language = policies::language_of(text);
    for (const bool about : {false, true}) {
        for (const auto& token : tokenize(about ? subject : text, text_bytes_max)) {
            auto terms = index_terms(token, language);
            if (!is_noise(token, language)) {
                const bool counted = token.kind == Token::Kind::word || token.kind == Token::Kind::cjk;
                out.forms.push_back({hash_of_term(terms.front()), hash_of_term(terms.back()),
                                     exact_of(hash_of_term(token.text)), about, counted ? counts : std::uint8_t{0}});
            }
            for (auto& term : terms) out.terms.push_back(std::move(term));
        }
        if (!about && !out.forms.empty() && text.find('?') != std::string_view::npos) out.forms.back().kind |= asks;
    }
    for (auto& term : date_terms(at)) out.terms.push_back(std::move(term));
    return out;
}

std::string_view packed(const std::vector<Form>& forms) {
    return {reinterpret_cast<const char*>(forms.data()), forms.size() * sizeof(Form)};
}

std::vector<Form> unpacked(std::string_view blob) {
    std::vector<Form> forms(blob.size() / sizeof(Form));
    if (!forms.empty()) std::memcpy(forms.data(), blob.data(), forms.size() * sizeof(Form));
    return forms;
}

}  // namespace wm
