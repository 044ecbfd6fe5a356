#include "policies/hot_plan.hpp"

#include "policies/fold.hpp"
#include "policies/hot_file.hpp"
#include "policies/hot_words.hpp"

#include <algorithm>
#include <utility>

namespace wm::policies::hot {
namespace {

constexpr double same_subject = 0.5;  // of the words that two entries tell of
constexpr std::size_t subject_words_min = 2;

struct Entry {
    std::string text, key;
    Signs signs;
    Meta meta;
    std::set<std::string> words;  // what it is about
    bool gone = false;            // a step has it
};

class Planner {
public:
    Planner(std::string_view file, const Sidecar& known, const Signals& signals, const Limits& limits, WallTime now)
        : signals_(signals), limits_(limits), now_(now) {
        for (auto& text : split(file)) entries_.push_back(entry_of(std::move(text), known));
        plan_.characters = characters(file);
        plan_.pressure = pressure_of(plan_.characters, limits);
        left_ = plan_.characters;
    }

    Plan make() {
        for (const auto& entry : entries_) plan_.sidecar.insert_or_assign(entry.key, entry.meta);
        drop_duplicates();
        sink_states();
        if (plan_.pressure != Pressure::none) {
            sink_stale();
            drop_copied();
            merge();
            compress();
        }
        if (plan_.pressure == Pressure::hard) {
            collect_stubs();
            stub();
        }
        return std::move(plan_);
    }

private:
    Entry entry_of(std::string text, const Sidecar& known) const {
        Entry entry{text, key_of(text), signs_of(text), {}, words_of(text)};
        const auto found = known.find(entry.key);
        if (found != known.end()) entry.meta = found->second;
        else entry.meta = {kind_of(entry.signs), now_, std::nullopt, false};
        // S2: a rule that says what was decided long ago, and nothing that is to be done, is a state after all.
        const bool recorded = entry.signs.date && entry.signs.completions >= 2 && !entry.signs.behaviour;
        if (entry.meta.kind == Kind::rule && recorded && !is_protected(entry) && age(entry) >= limits_.rule_retype)
            entry.meta.kind = Kind::state;
        return entry;
    }
    Wall::duration age(const Entry& entry) const { return now_ - entry.meta.since; }
    // Neither a precept, nor a red line, nor what somebody called important leaves the file but merged or compressed.
    bool is_protected(const Entry& entry) const {
        return entry.signs.precept || entry.signs.red_line ||
               (entry.meta.importance && *entry.meta.importance >= limits_.importance_protects);
    }
    bool enough() const {
        return static_cast<double>(left_) <= limits_.target * static_cast<double>(limits_.characters_max);
    }

    void add(Step step, std::initializer_list<Entry*> entries) {
        for (auto* entry : entries) {
            entry->gone = true;
            step.keys.push_back(entry->key);
            left_ -= std::min(left_, characters(entry->text));
        }
        left_ += characters(step.becomes);
        plan_.steps.push_back(std::move(step));
    }
    void sink(Step::What what, Entry& entry) { add({what, {}, {}, {entry.text}, {}}, {&entry}); }

    // Step 2. The one that stands first stays.
    void drop_duplicates() {
        std::map<std::string, const Entry*> seen;
        for (auto& entry : entries_) {
            const auto [first, fresh] = seen.emplace(same_key(entry.text), &entry);
            if (!fresh) add({Step::What::drop_duplicate, {}, {}, {}, first->second->key}, {&entry});
        }
    }
    // Whatever the pressure: a state's time is its own.
    void sink_states() {
        for (auto& entry : entries_)
            if (!entry.gone && entry.meta.kind == Kind::state && age(entry) >= limits_.state_ttl &&
                !is_protected(entry))
                sink(Step::What::sink_state, entry);
    }
    // Step 3.
    void sink_stale() {
        for (auto& entry : entries_)
            if (!entry.gone && !entry.meta.stub && entry.signs.stale && !is_protected(entry))
                sink(Step::What::sink_stale, entry);
    }
    // S5.
    void drop_copied() {
        if (!signals_.in_cold) return;
        for (auto& entry : entries_)
            if (!enough() && !entry.gone && !entry.meta.stub && !is_protected(entry) &&
                signals_.in_cold->contains(same_key(entry.text)))
                sink(Step::What::drop_copied, entry);
    }
    // Step 4, S3. Only where it saves room.
    void merge() {
        for (std::size_t i = 0; i < entries_.size() && !enough(); ++i)
            for (std::size_t j = i + 1; j < entries_.size(); ++j) {
                auto& a = entries_[i];
                auto& b = entries_[j];
                if (a.gone || b.gone || a.meta.stub || b.meta.stub || a.meta.kind != b.meta.kind || !alike(a, b))
                    continue;
                auto text = merged(a.text, b.text);
                if (characters(text) >= characters(a.text) + characters(b.text)) continue;
                add({Step::What::merge, {}, std::move(text), {a.text, b.text}, {}}, {&a, &b});
                break;
            }
    }
    bool alike(const Entry& a, const Entry& b) const {
        std::size_t common = 0;
        for (const auto& word : a.words) common += b.words.contains(word) ? 1 : 0;
        const auto all = a.words.size() + b.words.size() - common;
        return common >= subject_words_min && static_cast<double>(common) >= same_subject * static_cast<double>(all);
    }
    // S1, the gentle half.
    void compress() {
        for (auto& entry : entries_) {
            if (enough() || entry.gone || entry.meta.stub || entry.meta.kind != Kind::rule) continue;
            if (age(entry) < limits_.rule_compress || characters(entry.text) <= limits_.compress_from) continue;
            auto text = compressed(entry.text, limits_.compress_from);
            if (text.empty() || characters(text) >= characters(entry.text)) continue;
            add({Step::What::compress, {}, std::move(text), {entry.text}, {}}, {&entry});
        }
    }
    // Pointers do not fill the file a second time: the oldest go first, what they point to stays.
    void collect_stubs() {
        for (auto* entry : oldest_first([](const Entry& e) { return e.meta.stub; })) {
            if (enough()) return;
            add({Step::What::collect_stub, {}, {}, {}, {}}, {entry});
        }
    }
    // S1 and S4: nobody touched it, and nobody asked of it. Without a log of questions nobody knows, so it stays.
    void stub() {
        if (!signals_.asked) return;
        std::size_t made = 0;
        for (auto* entry : oldest_first([&](const Entry& e) { return may_stub(e); })) {
            if (enough() || made++ == limits_.stubs_per_run_max) return;
            auto text = stub_of(entry->text, limits_.stub_characters_max);
            if (text.empty() || characters(text) >= characters(entry->text)) continue;
            add({Step::What::stub, {}, std::move(text), {entry->text}, {}}, {entry});
        }
    }
    bool may_stub(const Entry& entry) const {
        if (entry.meta.stub || entry.meta.kind != Kind::rule || is_protected(entry)) return false;
        return age(entry) >= limits_.rule_stub_idle && !was_asked(entry);
    }
    bool was_asked(const Entry& entry) const {
        for (const auto& word : entry.words) {
            const auto asked = signals_.asked->find(word);
            if (asked != signals_.asked->end() && now_ - asked->second < limits_.activity_window) return true;
        }
        return false;
    }
    template <class Which>
    std::vector<Entry*> oldest_first(Which which) {
        std::vector<Entry*> chosen;
        for (auto& entry : entries_)
            if (!entry.gone && which(entry)) chosen.push_back(&entry);
        std::ranges::stable_sort(chosen, {}, [](const Entry* e) { return e->meta.since; });
        return chosen;
    }

    const Signals& signals_;
    const Limits& limits_;
    WallTime now_;
    std::vector<Entry> entries_;
    std::size_t left_ = 0;  // characters, when every step is taken
    Plan plan_;
};

}  // namespace

std::string_view to_string(Step::What what) {
    constexpr std::string_view names[] = {"drop_duplicate", "drop_copied", "sink_stale", "sink_state",
                                          "merge",          "compress",    "stub",       "collect_stub"};
    return names[static_cast<std::size_t>(what)];
}

Pressure pressure_of(std::size_t characters, const Limits& limits) {
    const auto used = static_cast<double>(characters) / static_cast<double>(limits.characters_max);
    return used >= limits.hard ? Pressure::hard : used >= limits.soft ? Pressure::soft : Pressure::none;
}

Plan plan_of(std::string_view file, const Sidecar& known, const Signals& signals, const Limits& limits, WallTime now) {
    if (round_trips(file)) return Planner(file, known, signals, limits, now).make();
    Plan plan;
    plan.characters = characters(file);
    plan.pressure = pressure_of(plan.characters, limits);
    plan.readable = false;
    plan.sidecar = known;
    return plan;
}

namespace {

bool is_confirmed(const Step& step, const std::set<std::string>& confirmed) {
    return std::ranges::all_of(step.cold, [&](const std::string& text) { return confirmed.contains(key_of(text)); });
}

}  // namespace

Applied apply(std::string_view file, const Plan& plan, const std::set<std::string>& confirmed, WallTime now) {
    Applied applied{std::string(file), plan.sidecar, {}};
    if (!plan.readable || !round_trips(file)) return applied;
    auto entries = split(file);
    const auto place = [&](const std::string& key) {
        return std::ranges::find(entries, key, [](const std::string& text) { return key_of(text); });
    };
    for (const auto& step : plan.steps) {
        const bool there = std::ranges::all_of(step.keys, [&](const auto& key) { return place(key) != entries.end(); });
        const bool twin = step.kept_by.empty() || place(step.kept_by) != entries.end();
        if (!there || !twin || !is_confirmed(step, confirmed)) continue;
        // Of two equal texts the second goes: the search finds the first.
        if (!step.kept_by.empty() && step.kept_by == step.keys.front()) {
            const auto last = std::ranges::find(entries.rbegin(), entries.rend(), step.keys.front(),
                                                [](const std::string& text) { return key_of(text); });
            if (std::ranges::count(entries, *last) < 2) continue;
            entries.erase(std::next(last).base());
            applied.taken.push_back(step);
            continue;
        }
        const auto first = place(step.keys.front());
        if (step.becomes.empty()) {
            entries.erase(first);
        } else {
            const auto meta = applied.sidecar[step.keys.front()];
            *first = step.becomes;
            applied.sidecar[key_of(step.becomes)] = {meta.kind, now, meta.importance, step.what == Step::What::stub};
        }
        for (std::size_t i = 1; i < step.keys.size(); ++i) entries.erase(place(step.keys[i]));
        applied.taken.push_back(step);
    }
    applied.file = join(entries);
    std::erase_if(applied.sidecar, [&](const auto& known) { return place(known.first) == entries.end(); });
    return applied;
}

bool nothing_lost(std::string_view before, std::string_view after, const std::vector<Step>& taken,
                  const std::set<std::string>& confirmed) {
    std::set<std::string> there, pointers;
    for (const auto& text : split(after)) there.insert(same_key(text));
    for (const auto& step : taken)
        if (step.what == Step::What::collect_stub) pointers.insert(step.keys.begin(), step.keys.end());
    return std::ranges::all_of(split(before), [&](const std::string& text) {
        return there.contains(same_key(text)) || confirmed.contains(key_of(text)) || pointers.contains(key_of(text));
    });
}

}  // namespace wm::policies::hot
