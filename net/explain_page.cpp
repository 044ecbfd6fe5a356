#include "net/explain_page.hpp"

#include "net/json_text.hpp"
#include "net/rfc3339.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

namespace wm {
namespace {

using json_text::append_key;
using json_text::append_ratio;
using json_text::append_string;
using json_text::append_unsigned;
using namespace policies;

constexpr std::size_t name_bytes_max = 512;  // as on the wire

int digit_of(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    const char lower = static_cast<char>(c | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

// None: not percent-encoded text, too long, or with control characters.
std::optional<std::string> decoded(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        char c = text[i];
        if (c == '%') {
            if (i + 2 >= text.size()) return std::nullopt;
            const int high = digit_of(text[i + 1]), low = digit_of(text[i + 2]);
            if (high < 0 || low < 0) return std::nullopt;
            c = static_cast<char>(high * 16 + low);
            i += 2;
        }
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) return std::nullopt;
        out += c;
    }
    if (out.empty() || out.size() > name_bytes_max) return std::nullopt;
    return out;
}

void field(std::string& out, std::string_view key, std::string_view value) {
    append_key(out, key);
    append_string(out, value);
}
void field(std::string& out, std::string_view key, std::uint64_t value) {
    append_key(out, key);
    append_unsigned(out, value);
}
void ratio(std::string& out, std::string_view key, double value) {
    append_key(out, key);
    append_ratio(out, value);
}
void boolean(std::string& out, std::string_view key, bool value) {
    append_key(out, key);
    out += value ? "true" : "false";
}
std::uint64_t millis(Duration took) {
    return static_cast<std::uint64_t>(std::max<std::int64_t>(0, std::chrono::duration_cast<Millis>(took).count()));
}
std::string_view type_name_of(MemoryType type) {
    constexpr std::string_view names[] = {"observation", "world", "experience"};
    return names[static_cast<std::size_t>(type)];
}

// An array of objects under `key`.
template <class Items, class Append>
void array(std::string& out, std::string_view key, const Items& items, Append append) {
    append_key(out, key);
    out += '[';
    bool first = true;
    for (const auto& item : items) {
        if (!std::exchange(first, false)) out += ',';
        out += '{';
        append(item);
        out += '}';
    }
    out += ']';
}

void append_candidate(std::string& out, const ExplainedCandidate& candidate) {
    field(out, "scope", candidate.scope.str());
    field(out, "content", candidate.text.text);
    field(out, "type", type_name_of(candidate.type));
    ratio(out, "store_score", candidate.store_score);
    ratio(out, "score", candidate.score);
    if (candidate.at != WallTime{}) field(out, "date", format_rfc3339(candidate.at));
    if (!candidate.id.empty()) field(out, "id", candidate.id);
    field(out, "became", name_of(candidate.fate));
    if (candidate.fate == Fate::duplicate) field(out, "duplicate_of", static_cast<std::uint64_t>(candidate.of));
}

void append_recall(std::string& out, const Explanation& recall, bool whole) {
    field(out, "turn", recall.turn.str());
    field(out, "kind", name_of(recall.kind));
    field(out, "at", format_rfc3339(recall.at));
    field(out, "agent", recall.agent.str());
    field(out, "user", recall.user.str());
    field(out, "session", recall.session.str());
    field(out, "platform", recall.platform);
    field(out, "message", recall.text.text);
    boolean(out, "memory_request", recall.memory_request);
    ratio(out, "threshold", recall.threshold);
    array(out, "scopes", recall.scopes, [&](const ExplainedScope& scope) {
        field(out, "scope", scope.scope.str());
        ratio(out, "confidence", scope.confidence);
        ratio(out, "weight", scope.weight);
        field(out, "became", name_of(scope.fate));
    });
    field(out, "trigger", name_of(recall.trigger));
    field(out, "waiting", name_of(recall.waiting));
    field(out, "source", recall.source);
    field(out, "memories", static_cast<std::uint64_t>(recall.given));
    field(out, "tokens", static_cast<std::uint64_t>(recall.tokens));
    field(out, "took_ms", millis(recall.took));
    if (!whole) return;
    array(out, "reasons", recall.reasons, [&](const RouteReason& reason) {
        field(out, "scope", reason.scope.str());
        field(out, "rule", reason.rule);
        ratio(out, "weight", reason.weight);
    });
    append_key(out, "named_scopes");
    out += '[';
    for (const auto& scope : recall.named) {
        if (out.back() != '[') out += ',';
        append_string(out, scope.str());
    }
    out += ']';
    if (recall.had_cache) field(out, "cache_generation", recall.generation);
    array(out, "stores", recall.stores, [&](const ExplainedStore& store) {
        field(out, "scope", store.scope.str());
        ratio(out, "confidence", store.confidence);
        field(out, "outcome", store.outcome);
        field(out, "took_ms", millis(store.took));
        field(out, "memories", static_cast<std::uint64_t>(store.memories));
    });
    array(out, "candidates", recall.candidates,
          [&](const ExplainedCandidate& candidate) { append_candidate(out, candidate); });
}

void append_judged(std::string& out, const JudgedTurn& judged) {
    field(out, "turn", judged.turn.str());
    field(out, "by", judged.by);
    field(out, "at", format_rfc3339(judged.at));
    field(out, "agent", judged.agent.str());
    field(out, "user", judged.user.str());
    field(out, "status", judged.status);
    field(out, "candidates", static_cast<std::uint64_t>(judged.candidates));
    array(out, "verdicts", judged.verdicts, [&](const Verdict& verdict) {
        field(out, "became", verdict.reason.empty() ? "kept" : "refused");
        field(out, "scope", verdict.scope.str());
        field(out, "type", verdict.type ? type_name(*verdict.type) : "");
        field(out, "rule", verdict.rule);
        field(out, "strength", strength_name(verdict.strength));
        field(out, "reason", verdict.reason);
        field(out, "content", verdict.text.text);
        append_key(out, "evidence");
        out += '[';
        for (const auto& call : verdict.evidence) {
            if (out.back() != '[') out += ',';
            append_string(out, call);
        }
        out += ']';
    });
}

}  // namespace

std::variant<ExplainQuery, std::string> parse_explain_query(std::string_view target) {
    ExplainQuery query;
    const auto mark = target.find('?');
    auto rest = mark == std::string_view::npos ? std::string_view() : target.substr(mark + 1);
    while (!rest.empty()) {
        const auto part = rest.substr(0, rest.find('&'));
        rest.remove_prefix(std::min(rest.size(), part.size() + 1));
        if (part.empty()) continue;
        const auto equals = part.find('=');
        const auto key = part.substr(0, equals);
        const auto value = equals == std::string_view::npos ? std::nullopt : decoded(part.substr(equals + 1));
        if (key != "turn" && key != "session" && key != "agent" && key != "last")
            return "there is turn, session, agent and last; nothing else can be asked";
        if (!value)
            return std::string(key) + ": write 1 to 512 bytes of percent-encoded text without control characters";
        if (key == "turn") query.turn = TurnId(*value);
        else if (key == "session") query.session = SessionId(*value);
        else if (key == "agent") query.agent = AgentId(*value);
        else {
            const auto* end = value->data() + value->size();
            const auto [stopped, error] = std::from_chars(value->data(), end, query.last);
            if (error != std::errc() || stopped != end || query.last < 1 || query.last > explain_last_max)
                return "last: write a number between 1 and " + std::to_string(explain_last_max);
        }
    }
    return query;
}

std::string encode(const Explained& explained) {
    std::string out = "{";
    field(out, "kept", static_cast<std::uint64_t>(explained.kept));
    field(out, "kept_max", static_cast<std::uint64_t>(explained.kept_max));
    boolean(out, "complete", explained.complete);
    const bool whole = !explained.query.turn.empty();
    array(out, "recalls", explained.recalls, [&](const Explanation& recall) { append_recall(out, recall, whole); });
    if (whole)
        array(out, "judged", explained.judged,
              [&](const std::shared_ptr<const JudgedTurn>& judged) { append_judged(out, *judged); });
    return out + "}\n";
}

std::string explain_not_found(const Explained& explained) {
    return "neither a recall nor a judgement of this turn is among the " + std::to_string(explained.kept) +
           " that are remembered (at most " + std::to_string(explained.kept_max) +
           ": observability.explain_turns_max a shard, explain_bytes_max); GET /v1/admin/explain lists the latest";
}

}  // namespace wm
