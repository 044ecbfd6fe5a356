#include "cli/dead_letters.hpp"
#include "net/rfc3339.hpp"
#include "net/routes.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/json.hpp>

#include <array>
#include <utility>

namespace wm::cli {
namespace {

namespace json = boost::json;
using What = DeadLetterWork::What;
using Status = DeadLettersAnswered::Status;

constexpr std::array<std::string_view, 5> whats{"list", "show", "fix", "replay", "drop"};
constexpr std::size_t most_max = 1000;

json::object object_of(const DeadLetter& letter) {
    const auto& batch = letter.spooled.batch;
    json::object out{{"id", letter.id},       {"reason", letter.reason},     {"at", format_rfc3339(letter.at)},
                     {"bytes", letter.bytes}, {"readable", letter.readable}, {"operation", batch.operation.str()}};
    if (!letter.readable) return out;
    out["agent"] = letter.spooled.agent.str();
    out["user"] = letter.spooled.user.str();
    out["scope"] = batch.scope.str();
    json::array items;
    for (const auto& item : batch.items) {
        json::object shown{{"document", item.document.str()}};
        if (!item.content.empty()) shown["text"] = item.content.text;
        items.push_back(std::move(shown));
    }
    out["items"] = std::move(items);
    return out;
}

std::string_view message_of(Status status) {
    switch (status) {
        case Status::unknown_letter: return "no dead letter has one of these ids; nothing was changed";
        case Status::unreadable_letter: return "one of them is damaged and can only be dropped; nothing was changed";
        case Status::unknown_item: return "it has no such item, or only that one: drop the letter instead";
        case Status::full: return "the queue has no room for them (limits.spool_bytes_max); nothing was changed";
        default: return "the disk refuses; nothing was changed";
    }
}

int status_of(Status status) {
    switch (status) {
        case Status::done: return 200;
        case Status::unknown_letter:
        case Status::unknown_item: return 404;
        case Status::unreadable_letter: return 409;
        case Status::full: return 507;
        case Status::failed: return 503;
    }
    return 503;
}

PageAnswer bad(std::string message) { return {400, refusal_body("bad_request", message)}; }

}  // namespace

std::variant<DeadLetterWork, std::string> read_dead_letter_work(std::string_view body) {
    boost::system::error_code unreadable;
    const auto parsed = json::parse(json::string_view(body.data(), body.size()), unreadable);
    const auto* object = unreadable ? nullptr : parsed.if_object();
    if (!object) return "the body must be a JSON object";
    DeadLetterWork work;
    bool known = false;
    if (const auto* what = object->if_contains("do"); what && what->is_string())
        for (std::size_t i = 0; i < whats.size(); ++i)
            if (std::string_view(what->as_string()) == whats[i]) work.what = static_cast<What>(i), known = true;
    if (!known) return "\"do\" must be list, show, fix, replay or drop";
    if (const auto* ids = object->if_contains("ids")) {
        if (!ids->is_array() || ids->as_array().size() > most_max) return "\"ids\" must be a list of 1000 ids at most";
        for (const auto& id : ids->as_array()) {
            if (!id.is_int64() || id.as_int64() < 1) return "an id is a positive number";
            work.ids.push_back(static_cast<SpoolId>(id.as_int64()));
        }
    }
    for (const auto& [name, field] : {std::pair{"most", &work.most}, {"item", &work.item}}) {
        const auto* value = object->if_contains(name);
        if (!value) continue;
        if (!value->is_int64() || value->as_int64() < 0 || value->as_int64() > static_cast<std::int64_t>(most_max))
            return "\"" + std::string(name) + "\" must be a number up to 1000";
        *field = static_cast<std::size_t>(value->as_int64());
    }
    if (const auto* text = object->if_contains("text")) {
        if (!text->is_string()) return "\"text\" must be a text";
        work.text.text = std::string(text->as_string());
    }
    if (work.what == What::show && work.ids.empty()) return "show needs \"ids\"";
    if (work.what == What::fix && work.ids.size() != 1) return "fix needs one id";
    if (work.what == What::drop && work.ids.empty()) return "drop needs \"ids\"";
    return work;
}

PageAnswer dead_letters_page(const DeadLettersAnswered& answer) {
    if (answer.status != Status::done)
        return {status_of(answer.status), refusal_body(name_of(answer.status), message_of(answer.status))};
    json::array letters;
    for (const auto& letter : answer.letters) letters.push_back(object_of(letter));
    const json::object page{
        {"changed", answer.changed}, {"replayed", answer.revived.size()}, {"dead_letters", std::move(letters)}};
    return {200, json::serialize(page) + "\n"};
}

void DeadLetterDesk::ask(std::string body, std::function<void(PageAnswer)> done) {
    boost::asio::post(io_, [this, body = std::move(body), done = std::move(done)] {
        auto work = read_dead_letter_work(body);
        if (auto* wrong = std::get_if<std::string>(&work)) return done(bad(std::move(*wrong)));
        auto& wanted = std::get<DeadLetterWork>(work);
        wanted.ticket = ++last_ticket_;
        const auto ticket = wanted.ticket;
        waiting_.emplace(ticket, done);
        if (gateway_.tell({std::move(wanted), *this}) != Delivery::full) return;
        waiting_.erase(ticket);
        done({503, refusal_body("busy", "the daemon is busy: try again in a moment")});
    });
}

void DeadLetterDesk::deliver(DeadLettersAnswered answer) {
    boost::asio::post(io_, [this, answer = std::move(answer)] {
        const auto asked = waiting_.extract(answer.ticket);
        if (!asked.empty()) asked.mapped()(dead_letters_page(answer));
    });
}

}  // namespace wm::cli
