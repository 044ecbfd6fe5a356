#include "policies/literals.hpp"

#include <algorithm>
#include <bit>
#include <cassert>

namespace wm::policies {
namespace {

constexpr std::size_t gap_bytes_max = 3, literal_bytes_max = 60'000, buckets = 4096;

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); }
bool joins(char c) { return c == ' ' || c == '-' || c == '_' || c == '/' || c == '.' || c == '\''; }

// Between two words of a phrase: a blank or a mark inside a sentence, no end of a sentence or clause.
bool is_gap(std::string_view text, std::size_t begin, std::size_t end) {
    if (end - begin > gap_bytes_max) return false;
    for (auto at = begin; at < end; ++at) {
        const char c = text[at];
        const bool blank_next = text[at + 1] == ' ' || text[at + 1] == '\n';
        if (c == '?' || c == '!' || c == ';' || ((c == '.' || c == ',' || c == ':') && blank_next)) return false;
    }
    return true;
}

std::uint64_t step_of(std::uint32_t node, WordId word) { return std::uint64_t{node} << 32 | word; }

std::uint64_t hash_of(std::uint64_t step) {
    const auto hash = step * 0x9E3779B97F4A7C15;
    return hash ^ hash >> 32;
}

}  // namespace

struct Literals::Search {
    const TextWords& words;
    Hits& hits;
    std::vector<Cue>& cues;
    std::uint32_t first = 0;  // word
};

std::size_t Literals::OpenWords::bucket(std::string_view letters) const {
    const auto some = at_end_ ? letters.substr(letters.size() - shared) : letters.substr(0, shared);
    std::uint32_t number = 0;
    for (const char c : some) number = number << 8 | static_cast<unsigned char>(c);
    return (number * 0x9E3779B1u) >> 20;
}

void Literals::OpenWords::compile(bool at_end) {
    at_end_ = at_end;
    const auto place = [&](const Open& open) { return open.letters.size() < shared ? buckets : bucket(open.letters); };
    std::stable_sort(all_.begin(), all_.end(), [&](const Open& a, const Open& b) { return place(a) < place(b); });
    std::size_t at = 0;
    for (std::size_t b = 0; b <= buckets; ++b) {
        while (at < all_.size() && place(all_[at]) < b) ++at;
        begins_[b] = static_cast<std::uint16_t>(at);
    }
    shorter_ = begins_[buckets];
    assert(all_.size() <= UINT16_MAX);
}

template <class Work>
void Literals::OpenWords::each(std::string_view word, Work work) const {
    const auto look = [&](std::size_t from, std::size_t to) {
        for (; from < to; ++from)
            if (at_end_ ? word.ends_with(all_[from].letters) : word.starts_with(all_[from].letters)) work(all_[from]);
    };
    if (word.size() >= shared) {
        const auto b = bucket(word);
        look(begins_[b], begins_[b + 1]);
    }
    look(shorter_, all_.size());
}

bool Literals::is_literal(std::string_view text) {
    if (text.ends_with('*')) text.remove_suffix(1);
    bool word = false;  // inside one
    for (const char c : text) {
        if (!is_letter(c) && !(joins(c) && word)) return false;
        word = is_letter(c);
    }
    return word && text.size() <= literal_bytes_max;
}

bool Literals::add_cue(std::string_view literal, Id id, char after) {
    if (!literal.starts_with('*')) return is_literal(literal) && add(literal, End{id, true, after});
    const auto word = literal.substr(1);
    if (word.size() < 3 || !std::all_of(word.begin(), word.end(), is_letter)) return false;
    endings_[std::string(word)].push_back({id, true, after});
    return true;
}

bool Literals::add(std::string_view literal, const End& what) {
    const bool open = literal.ends_with('*');
    if (open) literal.remove_suffix(1);
    std::uint32_t node = 0;
    for (std::size_t at = 0; at < literal.size();) {
        auto end = at;
        while (end < literal.size() && is_letter(literal[end])) ++end;
        const auto word = literal.substr(at, end - at);
        if (end == literal.size() && open) {
            drafts_[node].opens[std::string(word)].push_back(what);
            return true;
        }
        auto& next = drafts_[node].next[vocabulary_.add(word)];
        if (next == 0) next = static_cast<std::uint32_t>(drafts_.size());
        node = next;
        if (node == drafts_.size()) drafts_.emplace_back();
        at = end + 1;
    }
    drafts_[node].ends.push_back(what);
    return true;
}

Literals::Range Literals::keep(const std::vector<End>& ends) {
    const auto begin = static_cast<std::uint32_t>(ends_.size());
    ends_.insert(ends_.end(), ends.begin(), ends.end());
    return {begin, static_cast<std::uint32_t>(ends_.size())};
}

void Literals::compile() {
    vocabulary_.compile();
    std::size_t steps = 0;
    for (const auto& draft : drafts_) steps += draft.next.size();
    steps_.assign(std::bit_ceil(2 * steps + 2), {});
    for (std::uint32_t i = 1; i < drafts_.size(); ++i)
        for (const auto& [word, next] : drafts_[i].next) {
            auto at = hash_of(step_of(i, word)) & (steps_.size() - 1);
            while (steps_[at].from != 0) at = (at + 1) & (steps_.size() - 1);
            steps_[at] = {step_of(i, word), next};
        }
    for (const auto& draft : drafts_) {
        auto& node = nodes_.emplace_back();
        node.goes_on = !draft.next.empty() || !draft.opens.empty();
        node.ends = keep(draft.ends);
        node.opens.begin = static_cast<std::uint32_t>(opens_.size());
        if (&draft != drafts_.data())
            for (const auto& [letters, ends] : draft.opens) opens_.push_back({letters, keep(ends)});
        node.opens.end = static_cast<std::uint32_t>(opens_.size());
    }
    compile_root();
    drafts_.clear();
    endings_.clear();
}

// What begins or ends a known word is told once, here.
void Literals::compile_root() {
    for (const auto& [letters, ends] : drafts_.front().opens) open_ends_.add({letters, keep(ends)});
    for (const auto& [letters, ends] : endings_) open_begins_.add({letters, keep(ends)});
    open_ends_.compile(false);
    open_begins_.compile(true);
    firsts_.resize(vocabulary_.size());
    for (WordId id = 1; id < firsts_.size(); ++id) {
        std::vector<End> all;
        const auto add = [&](const Range& ends) {
            all.insert(all.end(), ends_.begin() + ends.begin, ends_.begin() + ends.end);
        };
        const auto& word = vocabulary_.word(id);
        open_ends_.each(word, [&](const Open& open) { add(open.ends); });
        open_begins_.each(word, [&](const Open& open) { add(open.ends); });
        if (const auto next = drafts_.front().next.find(id); next != drafts_.front().next.end()) {
            add(nodes_[next->second].ends);
            if (nodes_[next->second].goes_on) firsts_[id].node = next->second;
        }
        firsts_[id].ends = keep(all);
    }
}

std::uint32_t Literals::next_of(std::uint32_t node, WordId word) const {
    const auto from = step_of(node, word);
    for (auto at = hash_of(from) & (steps_.size() - 1); steps_[at].from != 0; at = (at + 1) & (steps_.size() - 1))
        if (steps_[at].from == from) return steps_[at].node;
    return 0;
}

void Literals::act(const Range& ends, std::size_t end, Search& search) const {
    for (auto i = ends.begin; i < ends.end; ++i) {
        const auto& [id, cue, after] = ends_[i];
        if (after != 0 && (end == search.words.text.size() || search.words.text[end] != after)) continue;
        if (cue) search.cues.push_back({id, search.first});
        else search.hits.set(id);
    }
}

// What begins with a word, and on to the next as long as phrases go on.
void Literals::follow(std::size_t first, Search& search) const {
    const auto& words = search.words;
    const auto id = words.ids[first];
    if (id == unknown_word) {
        const auto word = words.word(first);
        open_ends_.each(word, [&](const Open& open) { act(open.ends, words.end(first), search); });
        open_begins_.each(word, [&](const Open& open) { act(open.ends, words.end(first), search); });
        return;
    }
    act(firsts_[id].ends, words.end(first), search);
    auto node = firsts_[id].node;
    for (auto at = first + 1; node != 0 && at < words.count(); ++at) {
        const auto& from = nodes_[node];
        if (!from.goes_on || !is_gap(words.text, words.end(at - 1), words.begin(at))) return;
        for (auto i = from.opens.begin; i < from.opens.end; ++i)
            if (words.word(at).starts_with(opens_[i].letters)) act(opens_[i].ends, words.end(at), search);
        if (words.ids[at] == unknown_word) return;
        node = next_of(node, words.ids[at]);
        if (node != 0) act(nodes_[node].ends, words.end(at), search);
    }
}

void Literals::find(const TextWords& words, Hits& hits, std::vector<Cue>& cues) const {
    cues.reserve(2 * words.count());
    Search search{words, hits, cues, 0};
    for (; search.first < words.count(); ++search.first) follow(search.first, search);
}

}  // namespace wm::policies
