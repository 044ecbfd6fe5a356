#include "actors/batcher.hpp"

#include "policies/batch.hpp"
#include "policies/fold.hpp"
#include "policies/retain.hpp"
#include "policies/secrets.hpp"

#include <functional>

namespace wm {
namespace {

constexpr std::size_t statements_a_session_max = 1000;

std::uint64_t statement_of(const LearningRecord& record) {
    return std::hash<std::string>()(std::string(policies::type_name(record.type)) + '\n' +
                                    policies::fold(record.text.text).text);
}

}  // namespace

Batcher::Batcher(Scheduler& scheduler, ScopeName scope, Metrics& metrics, const config::Settings& settings)
    : Actor(scheduler, settings.limits.mailbox_max),
      scope_(std::move(scope)),
      metrics_(metrics),
      limits_(settings.limits) {}

void Batcher::on(Keep m) {
    const auto said = said_.find(m.turn->session);
    std::vector<LearningRecord> news;
    Batched out{m.ticket, scope_, std::nullopt, {}};
    for (auto& record : m.records) {
        const auto statement = statement_of(record);
        if (said != said_.end() && said->second.contains(statement)) {
            metrics_.retain_rejected_total.add({{Label::scope, scope_label(scope_)}, {Label::status, "duplicate"}});
            continue;
        }
        out.statements.push_back(statement);
        news.push_back(std::move(record));
    }
    if (!news.empty()) {
        auto batch = policies::make_batch(
            *m.turn, scope_, news, {.items_max = limits_.batch_items_max, .batch_bytes_max = limits_.batch_bytes_max});
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
    auto [said, fresh] = said_.try_emplace(m.session);
    if (fresh) sessions_.push_back(m.session);
    for (const auto statement : m.statements)
        if (said->second.size() < statements_a_session_max) said->second.insert(statement);
    while (sessions_.size() > limits_.sessions_max) {
        said_.erase(sessions_.front());
        sessions_.pop_front();
    }
}

void Batcher::on(RestWanted m) { m.reply_to.deliver({true}); }

}  // namespace wm
