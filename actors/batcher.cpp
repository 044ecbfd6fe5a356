#include "actors/batcher.hpp"

#include "policies/batch.hpp"
#include "policies/fold.hpp"
#include "policies/retain.hpp"
#include "policies/secrets.hpp"

#include <functional>
#include <iterator>
#include <ranges>
#include <utility>

namespace wm {
namespace {

constexpr std::size_t statements_a_session_max = 1000;
constexpr std::size_t states_max = 100000;

}  // namespace

Batcher::Batcher(Scheduler& scheduler, ScopeName scope, Metrics& metrics, const config::Settings& settings)
    : Actor(scheduler, settings.limits.mailbox_max),
      scope_(std::move(scope)),
      private_(!settings.stores.at(scope_).bank_template.empty()),
      metrics_(metrics),
      limits_(settings.limits) {}

Assertion Batcher::assertion_of(const LearningRecord& record, const UserId& user) const {
    Assertion out;
    out.text = std::hash<std::string>()(std::string(policies::type_name(record.type)) + '\n' +
                                        policies::fold_text(record.text.text));
    if (!record.subject.empty() && !record.attribute.empty()) {
        out.kind = Assertion::Kind::state;
        out.about = (private_ ? user.str() : "") + '\n' + record.subject + '\n' + record.attribute;
    } else if (record.type == RecordType::event) {
        out.kind = Assertion::Kind::event;
    }
    return out;
}

bool Batcher::is_news(const Assertion& statement, const Said* said) const {
    if (statement.kind == Assertion::Kind::state) {
        const auto last = states_.find(statement.about);
        return last == states_.end() || last->second != statement.text;
    }
    if (!said) return true;
    return !(statement.kind == Assertion::Kind::event ? said->last_events : said->others).contains(statement.text);
}

void Batcher::on(Keep m) {
    const auto* said = said_by({m.user, m.turn->session});
    std::vector<LearningRecord> news;
    Batched out{m.ticket, scope_, std::nullopt, {}};
    for (auto& record : m.records) {
        auto statement = assertion_of(record, m.user);
        if (!is_news(statement, said)) {
            metrics_.retain_rejected_total.add({{Label::scope, scope_label(scope_)}, {Label::status, "duplicate"}});
            continue;
        }
        out.statements.push_back(std::move(statement));
        news.push_back(std::move(record));
    }
    if (!news.empty()) {
        std::vector<std::size_t> left_out;
        auto batch = policies::make_batch(
            *m.turn, scope_, news, {.items_max = limits_.batch_items_max, .batch_bytes_max = limits_.batch_bytes_max},
            &left_out);
        // What did not fit is not kept, so it is not known either: said again, it is news.
        for (const auto at : std::views::reverse(left_out)) {
            metrics_.retain_rejected_total.add({{Label::scope, scope_label(scope_)}, {Label::status, "batch_full"}});
            out.statements.erase(out.statements.begin() + static_cast<std::ptrdiff_t>(at));
            news.erase(news.begin() + static_cast<std::ptrdiff_t>(at));
        }
        // The policies have redacted already. Whatever they missed does not get past here: nothing is spooled unscanned.
        for (auto& item : batch.items) item.content = policies::redact(item.content).text;
        if (!batch.items.empty()) out.batch = std::move(batch);
        for (const auto& record : news) {
            metrics_.learning_retained_total.add({{Label::scope, scope_label(scope_)}});
            metrics_.learning_type_total.add(
                {{Label::scope, scope_label(scope_)}, {Label::type, policies::type_name(record.type)}});
        }
    }
    m.reply_to.deliver(std::move(out));
}

void Batcher::on(Kept m) {
    auto& said = remember({m.user, m.session});
    bool events_begun = false;
    for (auto& statement : m.statements) {
        if (statement.kind == Assertion::Kind::state) {
            if (states_.size() >= states_max) states_.clear();  // the store tells a restatement apart too
            states_[std::move(statement.about)] = statement.text;
        } else if (statement.kind == Assertion::Kind::event) {
            if (!std::exchange(events_begun, true)) said.last_events.clear();
            said.last_events.insert(statement.text);
        } else if (said.others.size() < statements_a_session_max) {
            said.others.insert(statement.text);
        }
    }
}

const Batcher::Said* Batcher::said_by(const Speaker& who) const {
    const auto it = by_speaker_.find(who);
    return it == by_speaker_.end() ? nullptr : &*it->second;
}

Batcher::Said& Batcher::remember(const Speaker& who) {
    if (const auto it = by_speaker_.find(who); it != by_speaker_.end()) {
        said_.splice(said_.end(), said_, it->second);
        return said_.back();
    }
    if (said_.size() >= limits_.sessions_max) {
        by_speaker_.erase(said_.front().who);
        said_.pop_front();
    }
    said_.push_back({who, {}, {}});
    by_speaker_.emplace(who, std::prev(said_.end()));
    return said_.back();
}

void Batcher::on(RestWanted m) { m.reply_to.deliver({true}); }

}  // namespace wm
