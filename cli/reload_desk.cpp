#include "cli/reload_desk.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/json.hpp>

#include <utility>

namespace wm::cli {

void ReloadDesk::ask(std::function<void(PageAnswer)> done) {
    boost::asio::post(io_, [this, done = std::move(done)] {
        const auto ticket = ++last_ticket_;
        waiting_.emplace(ticket, done);
        if (keeper_.tell({ticket, *this}) == Delivery::full) deliver({ticket, ReloadStatus::busy, 0, 0, "", {}});
    });
}

void ReloadDesk::deliver(ReloadDone answer) {
    audit_.note({AuditAction::config, {}, {}, {}, "rules_" + answer.fingerprint, std::string(name_of(answer.status))});
    boost::asio::post(io_, [this, answer = std::move(answer)] {
        const auto asked = waiting_.extract(answer.ticket);
        if (!asked.empty() && asked.mapped()) asked.mapped()(reload_page(answer));
    });
}

PageAnswer reload_page(const ReloadDone& answer) {
    namespace json = boost::json;
    json::object page{{"status", std::string(name_of(answer.status))}};
    if (answer.status != ReloadStatus::busy) {
        page["generation"] = answer.generation;
        page["rules"] = answer.count;
        page["fingerprint"] = answer.fingerprint;
    }
    if (answer.status == ReloadStatus::refused)
        page["problems"] = json::array(answer.problems.begin(), answer.problems.end());
    const int status = answer.status == ReloadStatus::refused ? 422 : answer.status == ReloadStatus::busy ? 503 : 200;
    return {status, json::serialize(page) + "\n"};
}

}  // namespace wm::cli
