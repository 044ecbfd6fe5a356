#include "store/query.hpp"

#include "policies/stop_words.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace wm {
namespace {

constexpr std::size_t query_bytes_max = 16384;
constexpr std::size_t terms_max = 96;
constexpr std::size_t looked_up_max = 8;
constexpr std::size_t memory_bytes_max = 65536;
constexpr std::uint64_t common_rows_min = 1000;  // below, every word may be common
constexpr std::uint64_t common_share = 20;       // a term in more than one row of twenty
// What a memory needs to be an answer; measured on tests/store/questions.hpp.
constexpr double share_min = 0.34;         // of the weight of the strong terms, or
constexpr double share_unnamed_min = 0.5;  // when a name was asked for and is not in it, or
constexpr double share_of_many_min = 0.2;  // with three of them, or
constexpr std::size_t many = 3;
constexpr std::uint64_t name_share = 20;  // a name that at most one row in twenty holds
constexpr double weak_share_min = 0.5;    // when nothing strong was asked

constexpr double rows_prior = 500;   // a young bank says little about how common a word is
constexpr double name_weight = 1.5;  // of identifiers too
constexpr double weak_weight = 0.4;
constexpr double inexact = 0.9;  // the same word with another ending
constexpr double usual_length = 20;

bool is_identifier(const Token& token) {
    const bool mixed = token.digits && token.letters;
    if (token.kind == Token::Kind::joined) return mixed;
    return token.kind == Token::Kind::word && mixed && token.text.size() >= 3 && token.text.front() >= 'a';
}

bool is_weak(const Token& token) {
    return token.part || policies::is_generic_word(token.text) || (!token.letters && token.text.size() < 3);
}

// What asks, in scripts without spaces.
constexpr std::string_view asking_pairs[] = {"什么", "怎么", "怎样", "么样", "哪里", "在哪", "哪个", "为什",
                                             "我们", "你们", "请问", "这个", "那个", "可以", "是否", "多少",
                                             "一下", "现在", "今天", "知道", "没有", "です", "ます", "すか",
                                             "した", "ない", "どこ", "何で", "なに", "くだ", "ださ", "さい"};

bool says_nothing(const Token& token) {
    if (token.kind == Token::Kind::cjk) return std::ranges::find(asking_pairs, token.text) != std::end(asking_pairs);
    if (token.kind != Token::Kind::word) return false;
    return token.text.size() < 2 || policies::is_stop_word(token.text) || policies::is_chatter(token.text);
}

bool is_shouted(const std::vector<Token>& tokens) {
    return std::ranges::count_if(tokens, &Token::capitals) * 2 > static_cast<std::ptrdiff_t>(tokens.size());
}

double rarity_of(std::uint64_t rows, std::uint64_t all) {
    const double n = static_cast<double>(all) + rows_prior, df = static_cast<double>(std::min(rows, all));
    return std::log1p((n - df + 0.5) / (df + 0.5));
}

struct Held {  // of one term in a memory
    double times = 0;
    bool exact = false, name = false;
};

}  // namespace

Query::Query(std::string_view text) {
    auto tokens = tokenize(text, query_bytes_max);
    const bool shouted = is_shouted(tokens);
    for (auto& token : tokens) {
        if (terms_.size() == terms_max) break;
        if (shouted) token.capitals = token.name = token.capitalised = false;
        if (says_nothing(token) && !token.capitals) continue;  // IT is not "it"
        add(token);
    }
}

void Query::add(const Token& token) {
    auto index = index_term(token);
    auto term = std::ranges::find(terms_, index, &Term::index);
    if (term == terms_.end()) term = terms_.insert(term, {.index = std::move(index), .word = token.text, .weak = true});
    term->doubtful = says_nothing(token);
    term->weak &= is_weak(token);
    term->identifier |= is_identifier(token) && !token.part;
    term->name |= token.name || token.capitalised || term->identifier;
    term->pair = token.kind == Token::Kind::cjk;
}

double Query::weight_of(const Term& term) const {
    if (term.doubtful && term.rows == 0) return 0;
    const double rarity = rarity_of(term.rows, rows_);
    if (term.weak || (term.pair && term.rows == 0)) return rarity * weak_weight;  // such a pair spans two words, mostly
    return term.name ? rarity * name_weight : rarity;
}

std::vector<const Query::Term*> Query::plan(std::uint64_t rows) {
    rows_ = rows;
    asked_ = strong_ = 0;
    named_ = false;
    for (auto& term : terms_) {
        term.weight = weight_of(term);
        asked_ += term.weight;
        if (!term.weak) strong_ += term.weight;
        named_ |= !term.weak && term.name && term.rows > 0;
    }
    std::vector<const Term*> chosen;
    for (const auto& term : terms_) {
        if (term.rows > 0 && (strong_ == 0 || !term.weak)) chosen.push_back(&term);
    }
    std::ranges::sort(
        chosen, [](const Term* a, const Term* b) { return std::tie(a->rows, a->index) < std::tie(b->rows, b->index); });
    if (chosen.size() > looked_up_max) chosen.resize(looked_up_max);
    while (chosen.size() > 1 && rows >= common_rows_min && chosen.back()->rows > rows / common_share) chosen.pop_back();
    return chosen;
}

Query::Verdict Query::judge(std::string_view text, std::string_view subject) const {
    std::map<std::string, Held, std::less<>> held;
    double length = 0;
    const auto look = [&](std::string_view part, bool name) {
        for (const auto& token : tokenize(part, memory_bytes_max)) {
            length += token.kind == Token::Kind::word || token.kind == Token::Kind::cjk;
            const auto index = index_term(token);
            const auto term = std::ranges::find(terms_, index, &Term::index);
            if (term == terms_.end() || (term->doubtful && !token.capitals)) continue;
            auto& found = held[index];
            found.times += 1;
            found.exact |= term->word == token.text;
            found.name |= name || token.name;
        }
    };
    look(text, false);
    look(subject, true);

    Verdict verdict;
    double strong = 0, matched = 0;
    std::size_t strong_terms = 0;
    bool has_name = false;
    const double damping = 1.2 * (0.25 + 0.75 * length / usual_length);
    for (const auto& term : terms_) {
        const auto found = held.find(term.index);
        if (found == held.end()) continue;
        const auto& [times, exact, name] = found->second;
        matched += term.weight;
        verdict.score += term.weight * std::min(1.0, 2.2 * times / (times + damping)) * (exact ? 1 : inexact);
        if (term.weak) continue;
        strong += term.weight;
        ++strong_terms;
        has_name |= term.name;
        const bool rare = term.rows <= std::max<std::uint64_t>(3, rows_ / name_share);
        verdict.relevant |= term.identifier || (rare && (term.name || name));
    }
    if (strong_ > 0) {
        const double share = strong / strong_;
        const double enough = named_ && !has_name ? share_unnamed_min : share_min;
        verdict.relevant |= share >= enough || (strong_terms >= many && share >= share_of_many_min);
        verdict.relevant &= strong_terms > 0;
    } else {
        verdict.relevant = asked_ > 0 && matched / asked_ >= weak_share_min;
    }
    verdict.score = asked_ > 0 ? std::min(1.0, verdict.score / asked_) : 0;
    return verdict;
}

}  // namespace wm
