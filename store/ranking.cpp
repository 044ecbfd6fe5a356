#include "store/ranking.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <map>

namespace wm {
namespace {

constexpr double substantial = 2;  // times the usual length
constexpr double shortest = 0.7;   // of the usual length: a few words to say hello do not come first for being few

double rarity_of(std::uint64_t held, std::uint64_t rows) {
    const double n = static_cast<double>(rows), df = static_cast<double>(std::min(held, rows));
    return std::log1p((n - df + 0.5) / (df + 0.5));
}

// How often a candidate holds each term of the question, by how well.
struct Held {
    std::vector<double> times, best;
    double length = 0, near = 0;
    bool asks = false;
};

// The terms of a question by their forms: most forms of a text are none of them, and one look says so.
class AskedForms {
public:
    explicit AskedForms(const std::vector<AskedTerm>& terms) {
        for (std::size_t t = 0; t < terms.size(); ++t) {
            for (const auto form : terms[t].forms) {
                forms_.push_back({form, t});
                seen_[form % seen_.size()] = true;
            }
        }
    }
    template <class Use>
    void each_of(const Form& form, Use&& use) const {
        if (!seen_[form.rough % seen_.size()] && !seen_[form.stem % seen_.size()]) return;
        auto last = forms_.size();  // a term's forms stand side by side
        for (const auto& [one, term] : forms_) {
            if ((one != form.rough && one != form.stem) || term == last) continue;
            last = term;
            use(term);
        }
    }

private:
    struct Asked {
        std::uint32_t form;
        std::size_t term;
    };
    std::vector<Asked> forms_;
    std::array<bool, 1024> seen_{};
};

Held look(const std::vector<AskedTerm>& terms, const AskedForms& asked, const std::vector<Form>& forms, bool subjects,
          const RankingShares& shares) {
    Held held{std::vector<double>(terms.size()), std::vector<double>(terms.size())};
    std::ptrdiff_t last = -1;
    std::size_t last_at = 0;
    for (std::size_t at = 0; at < forms.size(); ++at) {
        const auto& form = forms[at];
        held.length += (form.kind & 1) != 0 && form.about == 0;
        held.asks |= (form.kind & 2) != 0;
        asked.each_of(form, [&](std::size_t t) {
            const bool exact = terms[t].exact == form.exact;
            const bool elsewhere = subjects && terms[t].name && form.about == 0;
            const double match = (exact ? 1 : shares.inexact) * (elsewhere ? shares.named_in_text : 1);
            held.times[t] += 1;
            held.best[t] = std::max(held.best[t], match);
            const auto index = static_cast<std::ptrdiff_t>(t);
            held.near += last >= 0 && last != index && at - last_at <= 2 && std::abs(last - index) == 1;
            last = index;
            last_at = at;
        });
    }
    return held;
}

void to_one(std::vector<ScoreParts>& parts, double ScoreParts::* part) {
    double most = 0;
    for (const auto& one : parts) most = std::max(most, one.*part);
    if (most > 0)
        for (auto& one : parts) one.*part /= most;
}

class Ranking {
public:
    Ranking(const std::vector<AskedTerm>& terms, const std::vector<Candidate>& candidates, std::uint64_t rows,
            const RankingShares& shares)
        : terms_(terms), candidates_(candidates), shares_(shares), parts_(candidates.size()) {
        const bool subjects = std::ranges::any_of(candidates, [](const Candidate& one) {
            return std::ranges::any_of(one.forms, [](const Form& form) { return form.about != 0; });
        });
        for (const auto& term : terms) weights_.push_back(rarity_of(term.rows, rows) * (term.weak ? shares.weak : 1));
        const AskedForms asked(terms);
        double length = 0;
        for (const auto& one : candidates) {
            held_.push_back(look(terms, asked, one.forms, subjects, shares));
            length += held_.back().length;
        }
        usual_length_ = candidates.empty() ? 1 : std::max(1.0, length / static_cast<double>(candidates.size()));
    }

    std::vector<ScoreParts> parts(const std::vector<AskedDate>& dates) && {
        words();
        neighbours();
        together();
        for (std::size_t i = 0; i < parts_.size(); ++i)
            for (const auto& date : dates) parts_[i].date = std::max(parts_[i].date, nearness(date, candidates_[i].at));
        for (std::size_t i = 0; i < parts_.size(); ++i) {
            auto& one = parts_[i];
            one.substance = std::min(1.0, held_[i].length / (substantial * usual_length_));
            one.score = one.words + one.neighbours + shares_.together * one.together + shares_.date * one.date +
                        shares_.substance * one.substance;
        }
        to_one(parts_, &ScoreParts::score);
        return std::move(parts_);
    }

private:
    void words() {
        for (std::size_t i = 0; i < parts_.size(); ++i) {
            const auto& held = held_[i];
            const double damping =
                shares_.k1 * (1 - shares_.b + shares_.b * std::max(held.length / usual_length_, shortest));
            for (std::size_t t = 0; t < terms_.size(); ++t)
                parts_[i].words +=
                    weights_[t] * held.best[t] * held.times[t] * (shares_.k1 + 1) / (held.times[t] + damping);
            parts_[i].words *= 1 + shares_.near_pair * std::min(held.near, 2.0);
        }
        to_one(parts_, &ScoreParts::words);
    }

    bool beside(std::size_t a, std::size_t b) const { return candidates_[a].group == candidates_[b].group; }
    // By distance in ids: what lies between two candidates may be none.
    void neighbours() {
        for (std::size_t i = 0; i < parts_.size(); ++i) {
            for (std::size_t j = i; j-- > 0 && beside(i, j) && candidates_[i].id - candidates_[j].id <= 2;) {
                const bool next = candidates_[i].id - candidates_[j].id == 1;
                const double share = next ? shares_.before + (held_[j].asks ? shares_.answer : 0) : shares_.further;
                parts_[i].neighbours += share * parts_[j].words;
            }
            for (std::size_t j = i + 1; j < parts_.size() && beside(i, j) && candidates_[j].id - candidates_[i].id <= 2;
                 ++j) {
                const bool next = candidates_[j].id - candidates_[i].id == 1;
                parts_[i].neighbours += (next ? shares_.after : shares_.further) * parts_[j].words;
            }
        }
    }

    // A group as one long memory: which of the terms it holds at all, and how often.
    void together() {
        std::map<std::int64_t, std::vector<double>> groups;
        for (std::size_t i = 0; i < parts_.size(); ++i) {
            auto& held = groups.try_emplace(candidates_[i].group, terms_.size(), 0.0).first->second;
            for (std::size_t t = 0; t < terms_.size(); ++t) held[t] += held_[i].best[t];
        }
        std::map<std::int64_t, double> scores;
        for (const auto& [group, held] : groups)
            for (std::size_t t = 0; t < terms_.size(); ++t) scores[group] += weights_[t] * held[t] / (held[t] + 1);
        for (std::size_t i = 0; i < parts_.size(); ++i) parts_[i].together = scores[candidates_[i].group];
        to_one(parts_, &ScoreParts::together);
    }

    const std::vector<AskedTerm>& terms_;
    const std::vector<Candidate>& candidates_;
    const RankingShares& shares_;
    std::vector<ScoreParts> parts_;
    std::vector<double> weights_;
    std::vector<Held> held_;
    double usual_length_ = 1;
};

}  // namespace

std::vector<ScoreParts> rank(const std::vector<AskedTerm>& terms, const std::vector<AskedDate>& dates,
                             const std::vector<Candidate>& candidates, std::uint64_t rows,
                             const RankingShares& shares) {
    return Ranking(terms, candidates, rows, shares).parts(dates);
}

}  // namespace wm
