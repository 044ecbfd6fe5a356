#include "store/query.hpp"

#include "policies/stop_words.hpp"
#include "store/forms.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace wm {
namespace {

constexpr std::array languages{policies::Language::english, policies::Language::spanish, policies::Language::german};

constexpr std::size_t query_bytes_max = 16384;
constexpr std::size_t terms_max = 96;
constexpr std::size_t looked_up_max = 8;
constexpr std::size_t memory_bytes_max = 65536;
constexpr std::uint64_t common_rows_min = 1000;  // below, every word may be common
constexpr std::uint64_t common_share = 20;       // a term in more than one row of twenty
// What a memory needs to be an answer; measured on tests/store/questions.hpp.
constexpr double share_min = 0.34;         // of the weight of the strong terms, or
constexpr double share_of_many_min = 0.2;  // with three of them
constexpr std::size_t many = 3;
// What it needs when a name was asked for that is not in it:
constexpr double share_unnamed_min = 0.5;  // of all, or
constexpr double rest_share_min = 0.6;     // of what names nothing, with two of them,
constexpr std::size_t many_unnamed = 4;    // or this many, when it has a word that may be another's name
constexpr std::uint64_t name_share = 20;   // a name that at most one row in twenty holds
constexpr double weak_share_min = 0.5;     // when nothing strong was asked

constexpr double rows_prior = 500;   // a young bank says little about how common a word is
constexpr double name_weight = 1.5;  // of identifiers too
constexpr double weak_weight = 0.4;
constexpr double inexact = 0.9;  // the same word with another ending
constexpr double usual_length = 20;

bool is_identifier(const Token& token) {
    const bool mixed = token.digits && token.letters && !policies::is_kind_word(token.text);
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

bool names_one(const Query::Term& term) { return term.name || term.identifier || term.numbered || term.version; }

// Peter is not Petersen; Marta's is Marta.
bool same_name(std::string_view a, std::string_view b) {
    const auto longer = std::max(a.size(), b.size()), shorter = std::min(a.size(), b.size());
    return longer - shorter <= 1 && a.substr(0, shorter) == b.substr(0, shorter) &&
           (longer == shorter || (a.size() > b.size() ? a : b).back() == 's');
}

bool says_nothing(const Token& token) {
    if (token.kind == Token::Kind::cjk) return std::ranges::find(asking_pairs, token.text) != std::end(asking_pairs);
    if (token.kind == Token::Kind::spaced)  // "for 90" is no name
        return policies::is_stop_word(token.text.substr(0, token.text.find_first_of("0123456789")));
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

// pve04 → pve: what the number counts.
std::string_view kind_of(std::string_view name) {
    const auto end = name.find_last_not_of("0123456789");
    return end == std::string_view::npos ? std::string_view() : name.substr(0, end + 1);
}

}  // namespace

struct Query::Seen {
    std::map<std::string, Held, std::less<>> held;
    double length = 0;
    bool foreign_thing = false;   // an identifier that was not asked for
    bool foreign_number = false;  // ticket 4712 where ticket 4711 was asked for
    bool foreign_version = false;
    bool foreign_name = false;  // Brennwald, inside a sentence
    bool foreign_word = false;  // written like a name, but may be any word: the first of a sentence, an acronym
};

struct Query::Overlap {
    double matched = 0, strong = 0, rest = 0;  // weights
    std::size_t strong_terms = 0;
    bool identifier = false, number = false, version = false, name = false;  // held of what was asked
    bool rare_name = false;
};

Query::Query(std::string_view text, Reading reading) {
    auto tokens = tokenize(text, query_bytes_max);
    const auto language = policies::language_of(text.substr(0, query_bytes_max));
    const auto skipped = [&](const Token& token) {
        if (!says_nothing(token)) return false;
        if (reading == Reading::strict || token.kind != Token::Kind::word) return true;
        return says_nothing_in(language, token.text) || (token.text.size() < 2 && !token.digits);
    };
    const bool shouted = is_shouted(tokens);
    for (auto& token : tokens) {
        if (terms_.size() == terms_max) break;
        if (shouted) token.capitals = token.name = token.capitalised = false;
        if (skipped(token) && !token.capitals) continue;  // IT is not "it"
        add(token);
    }
}

void Query::add(const Token& token) {
    auto index = index_term(token);
    auto term = std::ranges::find(terms_, index, &Term::index);
    if (term == terms_.end()) term = terms_.insert(term, {.index = std::move(index), .word = token.text, .weak = true});
    for (const auto language : languages) {
        for (auto& stem : index_terms(token, language)) {
            if (stem != term->index && std::ranges::find(term->also, stem) == term->also.end())
                term->also.push_back(std::move(stem));
        }
    }
    term->doubtful = says_nothing(token);
    term->weak &= is_weak(token);
    term->identifier |= is_identifier(token) && !token.part;
    term->numbered |= token.kind == Token::Kind::spaced;
    term->version |= token.dotted;
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
    asked_ = strong_ = rest_ = 0;
    identified_ = numbered_ = versioned_ = named_ = false;
    for (auto& term : terms_) {
        term.weight = weight_of(term);
        asked_ += term.weight;
        identified_ |= term.identifier;
        numbered_ |= term.numbered;
        versioned_ |= term.version;
        if (term.weak || term.weight == 0) continue;
        strong_ += term.weight;
        named_ |= term.name;
        if (!names_one(term)) rest_ += term.weight;
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

std::vector<const Query::Term*> Query::plan_deep(std::uint64_t rows, std::uint64_t reads_max) {
    rows_ = rows;
    std::vector<const Term*> chosen;
    for (auto& term : terms_) {
        term.weight = rarity_of(term.rows, rows_);
        if (term.rows > 0) chosen.push_back(&term);
    }
    std::ranges::sort(
        chosen, [](const Term* a, const Term* b) { return std::tie(a->rows, a->index) < std::tie(b->rows, b->index); });
    std::uint64_t reads = 0;
    std::size_t kept = 0;
    for (; kept < chosen.size(); ++kept) {
        reads += chosen[kept]->rows;
        if (kept > 0 && reads > reads_max) break;
    }
    chosen.resize(kept);
    return chosen;
}

// Another thing of the kind that was asked for. What begins with a digit is a date, a size or a share.
bool Query::is_foreign_thing(const Token& token) const {
    return is_identifier(token) && !token.part && token.text.front() >= 'a';
}

// Cheaper than its index term, which begins as the word does.
bool Query::may_be_asked(std::string_view folded) const {
    const auto begin = folded.substr(0, 2);
    return std::ranges::any_of(terms_,
                               [&](const Term& term) { return std::string_view(term.index).substr(1, 2) == begin; });
}

void Query::look(Seen& seen, std::string_view part, bool is_subject) const {
    for (const auto& token : tokenize(part, memory_bytes_max)) {
        seen.length += token.kind == Token::Kind::word || token.kind == Token::Kind::cjk;
        const auto index = may_be_asked(token.text) ? index_term(token) : std::string();
        const auto term = index.empty() ? terms_.end() : std::ranges::find(terms_, index, &Term::index);
        if (term != terms_.end() && (!term->name || same_name(term->word, token.text))) {
            if (term->doubtful && !token.capitals) continue;
            auto& found = seen.held[index];
            found.times += 1;
            found.exact |= term->word == token.text;
            found.name |= is_subject || token.name || token.capitalised;
            continue;
        }
        seen.foreign_thing |= is_foreign_thing(token);
        seen.foreign_version |= token.dotted;
        if (token.digits && token.letters && !token.part)
            seen.foreign_number |= std::ranges::any_of(terms_, [kind = kind_of(token.text)](const Term& asked) {
                return (asked.numbered || asked.identifier) && kind_of(asked.word) == kind;
            });
        if (token.digits || policies::is_stop_word(token.text) || policies::is_generic_word(token.text)) continue;
        seen.foreign_name |= token.capitalised;
        seen.foreign_word |= token.name || token.first;
    }
}

Query::Overlap Query::overlap_of(const Seen& seen) const {
    Overlap out;
    for (const auto& term : terms_) {
        const auto found = seen.held.find(term.index);
        if (found == seen.held.end()) continue;
        out.matched += term.weight;
        out.identifier |= term.identifier;
        out.number |= term.numbered;
        out.version |= term.version;
        if (term.weak) continue;
        out.strong += term.weight;
        if (!names_one(term)) out.rest += term.weight;
        ++out.strong_terms;
        const bool rare = term.rows <= std::max<std::uint64_t>(3, rows_ / name_share);
        out.rare_name |= rare && (term.name || found->second.name);
        out.name |= term.name || (rare && found->second.name);
    }
    return out;
}

bool Query::answers(const Seen& seen, const Overlap& overlap) const {
    if (strong_ == 0) return asked_ > 0 && overlap.matched / asked_ >= weak_share_min;
    if (overlap.strong_terms == 0) return false;
    const double share = overlap.strong / strong_;
    const double rest = rest_ > 0 ? overlap.rest / rest_ : 0;
    if (identified_ && !overlap.identifier) {
        if (seen.foreign_thing || seen.foreign_number) return false;
        return overlap.strong_terms >= 2 && rest >= rest_share_min;
    }
    if (!overlap.name && ((numbered_ && !overlap.number && seen.foreign_number) ||
                          (versioned_ && !overlap.version && seen.foreign_version)))
        return false;
    if (named_ && !overlap.name) {
        if (seen.foreign_name) return false;
        if (seen.foreign_word) return overlap.strong_terms >= many_unnamed && rest >= rest_share_min;
        return share >= share_unnamed_min || (overlap.strong_terms >= 2 && rest >= rest_share_min);
    }
    return overlap.identifier || overlap.rare_name || share >= share_min ||
           (overlap.strong_terms >= many && share >= share_of_many_min);
}

Query::Verdict Query::judge(std::string_view text, std::string_view subject) const {
    Seen seen;
    look(seen, text, false);
    look(seen, subject, true);
    Verdict verdict;
    const double damping = 1.2 * (0.25 + 0.75 * seen.length / usual_length);
    for (const auto& term : terms_) {
        const auto found = seen.held.find(term.index);
        if (found == seen.held.end()) continue;
        const auto& [times, exact, name] = found->second;
        verdict.score += term.weight * std::min(1.0, 2.2 * times / (times + damping)) * (exact ? 1 : inexact);
    }
    verdict.score = asked_ > 0 ? std::min(1.0, verdict.score / asked_) : 0;
    verdict.relevant = answers(seen, overlap_of(seen));
    return verdict;
}

}  // namespace wm
