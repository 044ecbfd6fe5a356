#include "cli/locomo_score.hpp"

#include <algorithm>
#include <cmath>

namespace wm::cli {
namespace {

constexpr std::size_t first_turns = 10;

double rounded(double value) { return std::round(value * 10'000) / 10'000; }

}  // namespace

void LocomoScore::add(const std::vector<RankedTurn>& ranked, const std::vector<RankedTurn>& wanted, double micros) {
    std::vector<std::string> sessions;
    std::size_t found = 0;
    for (std::size_t i = 0; i < ranked.size(); ++i) {
        if (std::ranges::find(sessions, ranked[i].session) == sessions.end()) sessions.push_back(ranked[i].session);
        const auto is_it = [&](const RankedTurn& turn) {
            return turn.id == ranked[i].id && turn.session == ranked[i].session;
        };
        found += i < first_turns && std::ranges::any_of(wanted, is_it);
    }
    const auto first = std::ranges::find_if(sessions, [&](const std::string& session) {
        return std::ranges::find(wanted, session, &RankedTurn::session) != wanted.end();
    });
    const auto place = static_cast<std::size_t>(first - sessions.begin());
    const bool hit = first != sessions.end();
    hit_1_ += hit && place < 1;
    hit_5_ += hit && place < 5;
    hit_10_ += hit && place < 10;
    turns_ += static_cast<double>(found) / static_cast<double>(wanted.size());
    micros_.push_back(micros);
}

boost::json::object LocomoScore::figures() const {
    const auto count = std::max<double>(1, static_cast<double>(micros_.size()));
    auto sorted = micros_;
    std::ranges::sort(sorted);
    const auto at = [&](double share) {
        if (sorted.empty()) return 0.0;
        const auto index = static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1));
        return std::round(sorted[index] * 10) / 10;
    };
    return {{"session_hit@1", rounded(hit_1_ / count)},
            {"session_hit@5", rounded(hit_5_ / count)},
            {"session_hit@10", rounded(hit_10_ / count)},
            {"turn_recall@10", rounded(turns_ / count)},
            {"p50_us", at(0.5)},
            {"p99_us", at(0.99)}};
}

}  // namespace wm::cli
