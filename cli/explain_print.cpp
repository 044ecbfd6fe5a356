#include "cli/explain_print.hpp"

#include "policies/context.hpp"
#include "policies/retain_signals.hpp"
#include "policies/utf8.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>

namespace wm::cli {
namespace {

namespace json = boost::json;

constexpr std::size_t message_bytes = 300, memory_bytes = 100, rule_bytes = 90, list_bytes = 50;

std::string text_at(const json::object& object, std::string_view key) {
    const auto* value = object.if_contains(key);
    return value && value->is_string() ? std::string(value->as_string()) : std::string();
}
std::string number_at(const json::object& object, std::string_view key) {
    const auto* value = object.if_contains(key);
    return value && value->is_number() ? std::to_string(value->to_number<std::int64_t>()) : "0";
}
std::string decimal(double value, const char* format = "%.2f") {
    std::array<char, 32> out{};
    std::snprintf(out.data(), out.size(), format, value);
    return out.data();
}
double double_at(const json::object& object, std::string_view key) {
    const auto* value = object.if_contains(key);
    return value && value->is_number() ? value->to_number<double>() : 0;
}
const json::array& array_at(const json::object& object, std::string_view key) {
    static const json::array none;
    const auto* value = object.if_contains(key);
    return value && value->is_array() ? value->as_array() : none;
}

std::string shortened(const std::string& text, std::size_t bytes) {
    const auto head = policies::cut(text, bytes);
    return std::string(head) + (head.size() < text.size() && !head.ends_with("…") ? "…" : "");
}
// What a person or a memory said, on one line: no control or invisible character reaches the terminal.
std::string one_line(const std::string& text, std::size_t bytes) {
    return shortened(policies::neutralised(text), bytes);
}
std::size_t width_of(std::string_view text) {
    std::size_t width = 0;
    for (const char c : text) width += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
    return width;
}
std::string padded(std::string text, std::size_t width) {
    for (auto now = width_of(text); now < width; ++now) text += ' ';
    return text;
}

std::string in_words(std::string_view table, const std::string& word) {
    static const std::map<std::string, std::string, std::less<>> words = {
        {"waiting synchronous", "recalled at once"},
        {"waiting first_turn", "nothing was fetched yet: recalled within the client's own deadline"},
        {"waiting ahead", "fetched ahead, for the next turn"},
        {"waiting not_triggered", "not waited for"},
        {"waiting only_stores", "not waited for: the message hands something over to be kept"},
        {"waiting switched_off", "not waited for: recall.synchronous does not allow it, or nothing is fetched ahead"},
        {"waiting no_scope", "not waited for: no scope that is recalled is the speaker's"},
        {"waiting recall_disabled", "not recalled: recall.enabled is false"},
        {"trigger none", "none"},
        {"trigger explicit_memory_request", "asks for what is remembered"},
        {"trigger high_confidence_cache_miss", "a scope is near certain, and the cache held nothing about it"},
        {"scope not_allowed", "not the speaker's"},
        {"scope recall_off", "its recall is off, or there is no such store"},
        {"scope not_confident", "not chosen"},
        {"became not_relevant", "not about this message"},
        {"became not_allowed", "no longer the speaker's"},
        {"became over_count", "too many"},
        {"became over_scope_budget", "over the scope's budget"},
        {"became over_total_budget", "over the total budget"},
        {"became empty", "nothing left of it"},
        {"outcome pending", "not waited for any longer"}};
    const auto found = words.find(std::string(table) + " " + word);
    return found == words.end() ? word : found->second;
}

std::string row(std::string_view name, const std::string& text) { return padded(std::string(name), 10) + text + "\n"; }

std::string scopes_of(const json::object& recall) {
    std::string out;
    bool any = false;
    for (const auto& value : array_at(recall, "scopes")) {
        const auto& scope = value.as_object();
        const auto became = text_at(scope, "became");
        const bool chosen = became != "not_confident";
        any = any || chosen;
        std::string line = padded(text_at(scope, "scope"), 16);
        line += chosen ? decimal(double_at(scope, "confidence")) : "    ";
        line += "  own rules " + decimal(double_at(scope, "weight"), "%+.2f");
        if (became != "chosen") line += "  " + in_words("scope", became);
        out += row(out.empty() ? "routed" : "", line);
    }
    if (!any)
        out = row("routed", "nowhere: no scope reaches the threshold of " + decimal(double_at(recall, "threshold"))) +
              out;
    return out;
}

std::string rules_of(const json::object& recall) {
    std::string out;
    for (const auto& value : array_at(recall, "reasons")) {
        const auto& reason = value.as_object();
        out += row(out.empty() ? "rules" : "", decimal(double_at(reason, "weight"), "%+.2f") + "  " +
                                                   padded(text_at(reason, "scope"), 16) +
                                                   shortened(text_at(reason, "rule"), rule_bytes));
    }
    return out.empty() ? row("rules", "none fired") : out;
}

std::string routing_of(const json::object& recall) {
    const auto* asks = recall.if_contains("memory_request");
    return scopes_of(recall) + rules_of(recall) +
           row("asks", asks && asks->is_bool() && asks->as_bool() ? "for what is remembered" : "no memory request") +
           // A search is the model's own call, and waits for nothing else.
           (text_at(recall, "kind") == "search"
                ? ""
                : row("trigger", in_words("trigger", text_at(recall, "trigger")) + " → " +
                                     in_words("waiting", text_at(recall, "waiting"))));
}

std::string stores_of(const json::object& recall) {
    std::string out;
    for (const auto& value : array_at(recall, "stores")) {
        const auto& store = value.as_object();
        const auto outcome = text_at(store, "outcome");
        out += row(out.empty() ? "stores" : "",
                   padded(text_at(store, "scope"), 16) + in_words("outcome", outcome) +
                       (outcome == "pending" ? ""
                                             : " after " + number_at(store, "took_ms") + " ms, " +
                                                   number_at(store, "memories") + " memories"));
    }
    return out;
}

std::string candidates_of(const json::object& recall) {
    std::string out;
    int number = 0;
    for (const auto& value : array_at(recall, "candidates")) {
        const auto& candidate = value.as_object();
        const auto fate = text_at(candidate, "became");
        const bool ranked = fate != "not_relevant" && fate != "not_allowed";  // others got so far as to have a score
        auto became = in_words("became", fate);
        if (const auto* of = candidate.if_contains("duplicate_of"))
            became += " of " + std::to_string(of->to_number<std::int64_t>() + 1);
        const auto date = text_at(candidate, "date").substr(0, 10);
        if (out.empty()) out = row("memories", "  #  score  store   scope           date        type         became");
        out += row("", decimal(++number, "%3.0f") + "  " +
                           (ranked ? decimal(double_at(candidate, "score"), "%5.3f") : "    -") + "  " +
                           padded(decimal(double_at(candidate, "store_score"), "%.3f"), 8) +
                           padded(text_at(candidate, "scope"), 16) + padded(date.empty() ? "-" : date, 12) +
                           padded(text_at(candidate, "type"), 13) + became);
        out += row("", "     " + one_line(text_at(candidate, "content"), memory_bytes));
    }
    return out.empty() ? row("memories", "none were considered") : out;
}

std::string recall_of(const json::object& recall) {
    const auto user = text_at(recall, "user");
    const auto platform = text_at(recall, "platform");
    const auto kind = text_at(recall, "kind");
    std::string out = row(kind, text_at(recall, "at") + ", turn " + one_line(text_at(recall, "turn"), message_bytes));
    out += row("who", text_at(recall, "agent") + " for " + (user.empty() ? "nobody in particular" : user) +
                          (platform.empty() ? "" : " on " + platform) + ", session " + text_at(recall, "session"));
    out += row(kind == "search" ? "query" : "message", one_line(text_at(recall, "message"), message_bytes));
    std::string named;
    for (const auto& scope : array_at(recall, "named_scopes"))
        if (scope.is_string()) named += (named.empty() ? "" : ", ") + std::string(scope.as_string());
    if (!named.empty()) out += row("named", named + " (by the model: the rules below did not choose)");
    out += routing_of(recall);
    if (recall.contains("cache_generation"))
        out += row("cache", "filled by recall " + number_at(recall, "cache_generation"));
    else if (kind == "context") out += row("cache", "held nothing for this person in this session");
    constexpr std::string_view given[] = {"injected", "kept for the next turn", "returned"};
    const auto which = kind == "context" ? 0 : kind == "prefetch" ? 1 : 2;
    out += row(
        "result",
        number_at(recall, "memories") + " memories " + std::string(given[which]) +
            (which == 0 ? ", " + number_at(recall, "tokens") + " tokens, source " + text_at(recall, "source") : "") +
            ", after " + number_at(recall, "took_ms") + " ms");
    return out + stores_of(recall) + candidates_of(recall);
}

// "unverified: nothing in the turn confirms it"
std::string refusal_of(const std::string& reason) {
    const auto signals = policies::retain_signals();
    const auto signal = std::ranges::find(signals, reason, &policies::RetainSignal::rule);
    return signal == signals.end() ? reason : reason + ": " + std::string(signal->meaning);
}

std::string verdict_of(const json::object& verdict) {
    const bool kept = text_at(verdict, "became") == "kept";
    const auto scope = text_at(verdict, "scope"), type = text_at(verdict, "type");
    std::string calls;
    for (const auto& call : array_at(verdict, "evidence"))
        if (call.is_string())
            calls += (calls.empty() ? "; calls " : ", ") + one_line(std::string(call.as_string()), 40);
    const auto why = kept ? text_at(verdict, "rule") + " (" + text_at(verdict, "strength") + ")" + calls
                          : refusal_of(text_at(verdict, "reason"));
    return row("", padded(kept ? "kept" : "refused", 9) + padded(scope.empty() ? "-" : scope, 16) +
                       padded(type.empty() ? "-" : type, 12) + why) +
           row("", "         " + one_line(text_at(verdict, "content"), memory_bytes));
}

std::string judged_of(const json::object& judged) {
    const bool tool = text_at(judged, "by") != "turn";
    std::string out =
        row("judged", text_at(judged, "at") + ", turn " + one_line(text_at(judged, "turn"), message_bytes) +
                          (tool ? ", by " + text_at(judged, "by") : ""));
    out += row("result", text_at(judged, "status") + ", " + number_at(judged, "candidates") + " statements looked at");
    for (const auto& verdict : array_at(judged, "verdicts")) out += verdict_of(verdict.as_object());
    return out;
}

std::string kept_of(const json::object& answer) {
    const auto* complete = answer.if_contains("complete");
    return number_at(answer, "kept") + " recalls are remembered, at most " + number_at(answer, "kept_max") +
           (complete && complete->is_bool() && !complete->as_bool() ? "; a shard was too busy to look" : "") + "\n";
}

}  // namespace

std::string explained_list(const json::object& answer) {
    std::string out;
    for (const auto& value : array_at(answer, "recalls")) {
        const auto& recall = value.as_object();
        std::string scopes;
        for (const auto& scope : array_at(recall, "scopes"))
            if (text_at(scope.as_object(), "became") == "chosen")
                scopes += (scopes.empty() ? "" : ",") + text_at(scope.as_object(), "scope");
        out += text_at(recall, "at").substr(0, 19) + "  " + padded(text_at(recall, "turn"), 36) + "  " +
               padded(text_at(recall, "agent"), 16) + padded(text_at(recall, "kind"), 9) +
               padded(text_at(recall, "source"), 13) + padded(scopes.empty() ? "-" : scopes, 20) +
               padded(number_at(recall, "memories"), 4) + one_line(text_at(recall, "message"), list_bytes) + "\n";
    }
    if (!out.empty())
        out = padded("at", 21) + padded("turn", 38) + padded("agent", 16) + padded("kind", 9) + padded("source", 13) +
              padded("scopes", 20) + padded("n", 4) + "message\n" + out;
    return out + kept_of(answer);
}

std::string explained_turn(const json::object& answer) {
    std::string out;
    const auto& recalls = array_at(answer, "recalls");
    for (auto recall = recalls.rbegin(); recall != recalls.rend(); ++recall)  // in the order of the turn
        out += recall_of(recall->as_object()) + "\n";
    const auto& judged = array_at(answer, "judged");
    for (auto turn = judged.rbegin(); turn != judged.rend(); ++turn) out += judged_of(turn->as_object()) + "\n";
    return out + kept_of(answer);
}

std::string explained_text(const json::object& recall) { return routing_of(recall); }

}  // namespace wm::cli
