#include "cli/locomo.hpp"

#include "store/dates.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>

namespace wm::cli {
namespace {

namespace json = boost::json;

std::string text_at(const json::object& object, std::string_view key) {
    const auto* value = object.if_contains(key);
    if (!value) return {};
    if (value->is_string()) return std::string(value->as_string());
    return value->is_number() ? json::serialize(*value) : std::string();
}

std::optional<int> number_at(std::string_view text, std::size_t& at) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), value);
    if (error != std::errc{}) return std::nullopt;
    at = static_cast<std::size_t>(end - text.data());
    return value;
}

Turn turn_of(const json::object& turn) {
    Turn out{text_at(turn, "dia_id"), text_at(turn, "speaker"), text_at(turn, "text")};
    if (const auto ids = evidence_ids(out.id); !ids.empty()) out.id = ids.front();
    for (const auto* key : {"blip_caption", "query"})
        if (const auto shown = text_at(turn, key); !shown.empty()) out.text.append(" [").append(shown).append("]");
    return out;
}

std::vector<Session> sessions_of(const json::object& conversation) {
    constexpr std::string_view prefix = "session_";
    std::vector<Session> sessions;
    for (const auto& [key, value] : conversation) {
        const std::string_view name(key);
        if (!value.is_array() || !name.starts_with(prefix)) continue;
        auto at = prefix.size();
        const auto number = number_at(name, at);
        if (!number || at != name.size()) continue;
        Session session{*number, text_at(conversation, std::string(name) + "_date_time"), {}, {}};
        session.at = session_time(session.date);
        for (const auto& turn : value.as_array())
            if (turn.is_object()) session.turns.push_back(turn_of(turn.as_object()));
        if (!session.turns.empty()) sessions.push_back(std::move(session));
    }
    std::ranges::sort(sessions, {}, &Session::number);
    return sessions;
}

DialogueQuestion question_of(const json::object& asked, const std::set<std::string>& known) {
    DialogueQuestion question{text_at(asked, "question"), 0, {}};
    if (const auto* category = asked.if_contains("category"); category && category->is_int64())
        question.category = static_cast<int>(category->as_int64());
    const auto* evidence = asked.if_contains("evidence");
    json::array one;
    if (evidence && evidence->is_string()) one.push_back(*evidence);
    const auto& all = evidence && evidence->is_array() ? evidence->as_array() : one;
    for (const auto& part : all) {
        if (!part.is_string()) continue;
        for (auto& id : evidence_ids(part.as_string()))
            if (known.contains(id) && std::ranges::find(question.evidence, id) == question.evidence.end())
                question.evidence.push_back(std::move(id));
    }
    return question;
}

Dialogue dialogue_of(const json::object& sample, std::size_t number) {
    Dialogue out;
    out.name = text_at(sample, "sample_id");
    if (out.name.empty()) out.name = "conversation " + std::to_string(number);
    if (const auto* conversation = sample.if_contains("conversation"); conversation && conversation->is_object())
        out.sessions = sessions_of(conversation->as_object());
    std::set<std::string> known;
    for (const auto& session : out.sessions)
        for (const auto& turn : session.turns) known.insert(turn.id);
    if (const auto* asked = sample.if_contains("qa"); asked && asked->is_array())
        for (const auto& one : asked->as_array())
            if (one.is_object()) out.questions.push_back(question_of(one.as_object(), known));
    return out;
}

}  // namespace

std::vector<std::string> evidence_ids(std::string_view text) {
    std::vector<std::string> ids;
    for (std::size_t at = text.find('D'); at != std::string_view::npos; at = text.find('D', at)) {
        ++at;
        if (at < text.size() && text[at] == ':') ++at;
        const auto session = number_at(text, at);
        if (!session || at >= text.size() || text[at] != ':') continue;
        ++at;
        const auto turn = number_at(text, at);
        if (turn) ids.push_back("D" + std::to_string(*session) + ":" + std::to_string(*turn));
    }
    return ids;
}

std::optional<WallTime> session_time(std::string_view text) {
    using namespace std::chrono;
    const auto dates = dates_in(text);
    if (dates.empty()) return std::nullopt;
    const auto& date = dates.front();
    if (!date.year || !date.month || !date.day) return std::nullopt;
    const year_month_day day(year(*date.year), month(*date.month), std::chrono::day(*date.day));
    if (!day.ok()) return std::nullopt;
    std::size_t at = 0;
    int hour = 12, minute = 0;
    if (const auto read = number_at(text, at); read && at < text.size() && text[at] == ':' && *read < 24) {
        ++at;
        hour = *read;
        minute = std::clamp(number_at(text, at).value_or(0), 0, 59);
        if (text.find("pm") != std::string_view::npos && hour < 12) hour += 12;
        if (text.find("am") != std::string_view::npos && hour == 12) hour = 0;
    }
    const auto when = sys_days(day) + hours(hour) + minutes(minute);
    return WallTime(duration_cast<Wall::duration>(when.time_since_epoch()));
}

std::variant<std::vector<Dialogue>, std::string> parse_dialogues(std::string_view text) {
    boost::system::error_code error;
    const auto parsed = json::parse(text, error);
    if (error) return "not JSON (" + error.message() + ")";
    if (!parsed.is_array()) return "not a list of conversations";
    std::vector<Dialogue> dialogues;
    for (const auto& sample : parsed.as_array()) {
        if (!sample.is_object()) return "conversation " + std::to_string(dialogues.size() + 1) + " is not an object";
        dialogues.push_back(dialogue_of(sample.as_object(), dialogues.size() + 1));
        if (dialogues.back().sessions.empty())
            return dialogues.back().name + ": \"conversation\" holds no session_1 with turns";
    }
    if (dialogues.empty()) return "no conversation in it";
    return dialogues;
}

std::variant<std::vector<Dialogue>, std::string> read_dialogues(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    if (!in) return file + ": cannot be read";
    std::ostringstream text;
    text << in.rdbuf();
    auto parsed = parse_dialogues(text.view());
    if (auto* error = std::get_if<std::string>(&parsed)) return file + ": " + *error;
    return parsed;
}

}  // namespace wm::cli
