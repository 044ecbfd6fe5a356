#include "cli/evaluate_score.hpp"

#include <algorithm>
#include <iomanip>
#include <ostream>
#include <string_view>

namespace wm::cli {
namespace {

constexpr auto types =
    std::to_array<std::string_view>({"state", "event", "decision", "procedure", "learning", "preference"});

double share(std::size_t part, std::size_t rest) {
    return part + rest == 0 ? 1.0 : static_cast<double>(part) / static_cast<double>(part + rest);
}

}  // namespace

void EvaluateScore::add(const std::string& language, const ScopedTypes& expected, const ScopedTypes& judged) {
    ++turns_;
    std::set<std::string> scopes;
    for (const auto& [scope, type] : judged) scopes.insert(scope);
    batches_ += scopes.size();
    batches_max_ = std::max(batches_max_, scopes.size());
    const bool corporate =
        std::any_of(expected.begin(), expected.end(), [](const auto& entry) { return entry.first != "personal"; });
    relevant_ += corporate ? 1 : 0;
    with_record_ += corporate && !judged.empty() ? 1 : 0;
    const auto count = [&](const std::pair<std::string, std::string>& entry, std::size_t Count::* field) {
        for (const auto& name :
             {std::string("all"), "language " + language, "scope " + entry.first, "type " + entry.second})
            ++(counts_[name].*field);
    };
    ScopedTypes missed, extra;
    for (const auto& entry : expected) {
        const bool hit = judged.contains(entry);
        count(entry, hit ? &Count::hit : &Count::missed);
        if (hit) ++confusion_[{entry.second, entry.second}];
        else missed.insert(entry);
    }
    for (const auto& entry : judged) {
        if (expected.contains(entry)) continue;
        count(entry, &Count::extra);
        extra.insert(entry);
    }
    confuse(std::move(missed), std::move(extra));
}

void EvaluateScore::add_wanted(bool found) {
    ++wanted_;
    found_ += found ? 1 : 0;
}

void EvaluateScore::add_banned() { ++banned_; }

// A missed type goes with an extra one of its scope, else with the same type of another scope, else with nothing.
void EvaluateScore::confuse(ScopedTypes missed, ScopedTypes extra) {
    for (const auto& [scope, type] : missed) {
        auto taken = std::find_if(extra.begin(), extra.end(), [&](const auto& e) { return e.first == scope; });
        if (taken != extra.end()) {
            ++confusion_[{type, taken->second}];
            extra.erase(taken);
            continue;
        }
        taken = std::find_if(extra.begin(), extra.end(), [&](const auto& e) { return e.second == type; });
        ++confusion_[{type, std::string(taken != extra.end() ? other_scope : nothing)}];
        if (taken != extra.end()) extra.erase(taken);
    }
    for (const auto& [scope, type] : extra) ++confusion_[{std::string(nothing), type}];
}

void EvaluateScore::print(std::ostream& out) const {
    if (turns_ == 0) return;
    out << std::fixed << std::setprecision(3);
    out << "retained, over (turn, scope, type)\n";
    for (const auto& [name, c] : counts_) {
        const double precision = share(c.hit, c.extra), recall = share(c.hit, c.missed);
        const double f1 = precision + recall == 0 ? 0 : 2 * precision * recall / (precision + recall);
        out << "  " << std::left << std::setw(18) << name << " precision " << precision << "  recall " << recall
            << "  F1 " << f1 << "  (" << c.hit << " hit, " << c.extra << " extra, " << c.missed << " missed)\n";
    }
    out << "confusion: a row is what the label says, a column what was judged\n  " << std::setw(12) << "";
    for (const auto column : types) out << std::right << std::setw(12) << column;
    out << std::setw(12) << nothing << std::setw(13) << other_scope << '\n';
    const auto cell = [&](std::string_view row, std::string_view column) {
        const auto found = confusion_.find({std::string(row), std::string(column)});
        return found == confusion_.end() ? std::size_t{0} : found->second;
    };
    const auto line = [&](std::string_view row) {
        out << "  " << std::left << std::setw(12) << row << std::right;
        for (const auto column : types) out << std::setw(12) << cell(row, column);
        out << std::setw(12) << cell(row, nothing) << std::setw(13) << cell(row, other_scope) << '\n';
    };
    for (const auto row : types) line(row);
    line(nothing);
    out << "turns that concern the company and give a record: " << with_record_ << " of " << relevant_ << " ("
        << share(with_record_, relevant_ - with_record_) << ")\n";
    out << "must_contain found: " << share(found_, wanted_ - found_) << " (" << found_ << " of " << wanted_
        << "), must_not_contain written: " << banned_ << '\n';
    out << "retain calls a turn: " << (turns_ == 0 ? 0.0 : static_cast<double>(batches_) / static_cast<double>(turns_))
        << " on average, " << batches_max_ << " at most\n";
}

}  // namespace wm::cli
