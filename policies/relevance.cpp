#include "policies/relevance.hpp"

#include "policies/topic_words.hpp"

#include <algorithm>
#include <deque>
#include <type_traits>
#include <unordered_map>
#include <utility>

namespace wm::policies {
namespace {

std::string_view key_of(std::string_view word) { return has_digit(word) ? word : stem(word); }

// Peter is not Petersen; Marta's is Marta.
bool names_it(const std::vector<std::string>& words, std::string_view name) {
    return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
        return word == name || (word.size() == name.size() + 1 && word.ends_with('s') && word.starts_with(name)) ||
               (name.size() == word.size() + 1 && name.ends_with('s') && name.starts_with(word));
    });
}

// A message that points back: fed with its words; see is_follow_up.
bool follows_up(const Reading& message) {
    if (!message.cjk.empty() || message.words.empty() || message.words.size() > 12) return false;
    bool back = false;
    for (const auto word : message.words) {
        const auto kind = word_kind(word);
        back |= kind.points_back;
        if (!kind.stop && !kind.chatter && !kind.generic && !kind.points_back && word.size() > 1) return false;
    }
    const auto first = message.words.front();
    return back || first == "y" || first == "and" || first == "und";
}

template <class T>
void make_unique(std::vector<T>& list) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
}

// What a message asks for. Names are read when a memory makes them matter.
class Wanted {
public:
    explicit Wanted(const Reading& message) : message_(message) {
        each_term(
            message,
            [this](auto&& term) {
                if constexpr (std::is_same_v<std::decay_t<decltype(term)>, std::string>)
                    telling.push_back(joined_.emplace_back(std::move(term)));
                else telling.push_back(term);
            },
            [this](std::string_view term) { generic.push_back(term); },
            [this](std::string_view word) { (is_version(word) ? versions : identifiers).push_back(word); });
        make_unique(generic);
        make_unique(identifiers);
        make_unique(versions);
    }
    // The term stands for a name or an identifier of the message.
    bool names_something(std::string_view term) {
        if (has_digit(term)) return true;
        read_names();
        return std::any_of(stems_.begin(), stems_.end(), [&](std::string_view name) { return name == term; });
    }
    const std::vector<std::string>& names() {  // written as such
        read_names();
        return names_;
    }
    std::size_t rest() {  // telling terms that name nothing
        read_names();
        return rest_;
    }
    bool tells(std::string_view term) const { return std::find(telling.begin(), telling.end(), term) != telling.end(); }

    // Telling ones as they stand there: most of them are looked up and never seen again.
    std::vector<std::string_view> telling;
    std::vector<std::string_view> generic, identifiers, versions;  // each once

private:
    void read_names() {
        if (std::exchange(read_, true)) return;
        auto written = names_of(message_);
        names_ = std::move(written.certain);
        names_.insert(names_.end(), written.likely.begin(), written.likely.end());
        for (const auto& name : names_) stems_.push_back(stem(name));
        auto once = telling;
        make_unique(once);
        for (const auto term : once) rest_ += !names_something(term);
    }
    const Reading& message_;
    std::deque<std::string> joined_;
    std::vector<std::string> names_;
    std::vector<std::string_view> stems_;
    std::size_t rest_ = 0;
    bool read_ = false;
};

}  // namespace

std::vector<std::string> content_terms(std::string_view text) {
    const Reading reading(text);
    std::vector<std::string> terms(reading.cjk.begin(), reading.cjk.end());
    for (const auto word : reading.words) {
        const auto kind = word_kind(word);
        if (!kind.stop && !kind.chatter && (word.size() > 1 || has_digit(word))) terms.emplace_back(key_of(word));
    }
    return terms;
}

bool is_follow_up(std::string_view message) { return follows_up(Reading(message)); }

struct RelevanceIndex::Data {
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const noexcept { return std::hash<std::string_view>()(text); }
    };
    using Positions = std::vector<std::uint32_t>;  // ascending
    using Terms = std::unordered_map<std::string, Positions, Hash, std::equal_to<>>;

    struct Subject {  // one memory
        std::vector<std::string> words;
        Names names;
        bool has_identifiers = false, has_versions = false;
    };
    // Which of the things that the message names a memory is not about, and whether it is about others.
    enum class Naming : std::uint8_t { holds, lacks, lacks_and_may_name_another, names_another };
    struct Common {  // terms of the message that a memory has
        std::size_t generic = 0;
        bool holds_identifier = false, holds_version = false;
        std::vector<std::string_view> terms;  // the telling ones, each once
    };

    std::vector<Subject> subjects;
    Terms telling, generic;
    Terms held;  // nas59, and what ends with it: ceph-osd55 is osd55
    std::vector<bool> concerned_previous;

    static void note(Terms& terms, std::string_view term, std::uint32_t position) {
        auto found = terms.find(term);
        if (found == terms.end()) found = terms.emplace(std::string(term), Positions()).first;
        if (found->second.empty() || found->second.back() != position) found->second.push_back(position);
    }
    void hold(std::string_view term, std::uint32_t position) {
        note(held, term, position);
        for (auto at = term.find('-'); at != std::string_view::npos; at = term.find('-', at + 1))
            note(held, term.substr(at + 1), position);
    }
    void add(std::string_view text) {
        const Reading reading(text);
        const auto position = static_cast<std::uint32_t>(subjects.size());
        auto& subject = subjects.emplace_back();
        each_term(
            reading,
            [&](const auto& term) {
                note(telling, term, position);
                hold(term, position);
            },
            [&](std::string_view term) { note(generic, term, position); },
            [&](std::string_view word) {
                (is_version(word) ? subject.has_versions : subject.has_identifiers) = true;
                note(held, word, position);
            });
        subject.words.assign(reading.words.begin(), reading.words.end());
        subject.names = names_of(reading);
    }
    Naming naming(const Subject& subject, const Common& common, Wanted& wanted) const;
    bool concerns(const Subject& subject, const Common& common, Wanted& wanted) const;
    void mark(const Reading& message, std::vector<bool>& concerned) const;
};

RelevanceIndex::Data::Naming RelevanceIndex::Data::naming(const Subject& subject, const Common& common,
                                                          Wanted& wanted) const {
    const auto names_asked = [&] {
        const auto& asked = wanted.names();
        return std::any_of(asked.begin(), asked.end(),
                           [&](const std::string& name) { return names_it(subject.words, name); });
    };
    if (!wanted.identifiers.empty()) {
        if (common.holds_identifier) return Naming::holds;
        if (subject.has_identifiers) return Naming::names_another;
        return names_asked() ? Naming::holds : Naming::lacks;
    }
    if (names_asked()) return Naming::holds;
    if (!wanted.versions.empty() && subject.has_versions && !common.holds_version) return Naming::names_another;
    if (wanted.names().empty()) return Naming::holds;
    if (!subject.names.certain.empty()) return Naming::names_another;
    const auto unasked = [&](const std::string& word) { return !wanted.tells(stem(word)); };
    const bool other = std::any_of(subject.names.likely.begin(), subject.names.likely.end(), unasked) ||
                       std::any_of(subject.names.first.begin(), subject.names.first.end(), unasked);
    return other ? Naming::lacks_and_may_name_another : Naming::lacks;
}

// One telling word in common suffices, as long as the memory does not speak of another thing than the message names;
// generic words only where the message has nothing better.
bool RelevanceIndex::Data::concerns(const Subject& subject, const Common& common, Wanted& wanted) const {
    if (common.terms.empty() &&
        (!wanted.telling.empty() || common.generic == 0 || 2 * common.generic < wanted.generic.size()))
        return common.holds_identifier;  // osd55 of ceph-osd55
    const auto named = naming(subject, common, wanted);
    if (named == Naming::holds || named == Naming::names_another) return named == Naming::holds;
    const auto rest =
        static_cast<std::size_t>(std::count_if(common.terms.begin(), common.terms.end(),
                                               [&](std::string_view term) { return !wanted.names_something(term); }));
    const bool most = 5 * rest >= 3 * wanted.rest();  // of what names nothing
    return most && rest >= (named == Naming::lacks ? 2u : 4u);
}

void RelevanceIndex::Data::mark(const Reading& message, std::vector<bool>& concerned) const {
    Wanted wanted(message);
    std::vector<Common> common(subjects.size());
    const auto among = [](const Terms& terms, std::string_view term, auto each) {
        if (const auto found = terms.find(term); found != terms.end())
            for (const auto position : found->second) each(position);
    };
    for (const auto term : wanted.telling)
        among(telling, term, [&](std::uint32_t at) {
            auto& terms = common[at].terms;
            if (std::find(terms.begin(), terms.end(), term) == terms.end()) terms.push_back(term);
        });
    for (const auto term : wanted.generic) among(generic, term, [&](std::uint32_t at) { ++common[at].generic; });
    for (const auto word : wanted.identifiers)
        among(held, word, [&](std::uint32_t at) { common[at].holds_identifier = true; });
    for (const auto word : wanted.versions)
        among(held, word, [&](std::uint32_t at) { common[at].holds_version = true; });
    for (std::size_t i = 0; i < subjects.size(); ++i)
        if (concerns(subjects[i], common[i], wanted)) concerned[i] = true;
}

RelevanceIndex::RelevanceIndex(std::span<const Memory> memories, std::string_view previous) {
    auto data = std::make_unique<Data>();
    data->subjects.reserve(memories.size());
    for (const auto& memory : memories) data->add(memory.text.text);
    data->concerned_previous.assign(memories.size(), previous.empty());
    if (!previous.empty()) data->mark(Reading(previous), data->concerned_previous);
    data_ = std::move(data);
}
RelevanceIndex::~RelevanceIndex() = default;
RelevanceIndex::RelevanceIndex(RelevanceIndex&&) noexcept = default;
RelevanceIndex& RelevanceIndex::operator=(RelevanceIndex&&) noexcept = default;

std::vector<std::uint32_t> RelevanceIndex::concerning(std::string_view message) const {
    std::vector<std::uint32_t> out;
    const auto count = data_->subjects.size();
    if (count == 0) return out;
    const Reading reading(message);
    std::vector<bool> concerned(count, false);
    data_->mark(reading, concerned);
    const bool follows = follows_up(reading);
    out.reserve(count);
    for (std::uint32_t i = 0; i < count; ++i)
        if (concerned[i] || (follows && data_->concerned_previous[i])) out.push_back(i);
    return out;
}

std::size_t RelevanceIndex::bytes() const noexcept {
    constexpr std::size_t a_term = 120, a_word = 40;  // node, short string, positions
    std::size_t words = 0;
    for (const auto& subject : data_->subjects) words += subject.words.size();
    return sizeof(Data) + (data_->telling.size() + data_->generic.size() + data_->held.size()) * a_term +
           words * a_word;
}

std::vector<Memory> relevant(std::span<const Memory> memories, std::string_view message, std::string_view previous) {
    std::vector<Memory> kept;
    for (const auto position : RelevanceIndex(memories, previous).concerning(message))
        kept.push_back(memories[position]);
    return kept;
}

}  // namespace wm::policies
