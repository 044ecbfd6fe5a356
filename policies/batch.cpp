#include "policies/batch.hpp"

#include "policies/evidence.hpp"
#include "policies/fold.hpp"
#include "policies/language.hpp"
#include "policies/retain.hpp"
#include "policies/utf8.hpp"

#include <sodium.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string_view>

namespace wm::policies {

namespace {

// BLAKE2b over fields that are told apart by their length, so that ("a", "bc") and ("ab", "c") differ.
class Digest {
public:
    explicit Digest(std::size_t size) : size_(size) { crypto_generichash_init(&state_, nullptr, 0, size); }
    Digest& add(std::string_view field) {
        std::array<unsigned char, 8> length{};
        for (std::size_t i = 0; i < length.size(); ++i) length[i] = static_cast<unsigned char>(field.size() >> (8 * i));
        crypto_generichash_update(&state_, length.data(), length.size());
        crypto_generichash_update(&state_, reinterpret_cast<const unsigned char*>(field.data()), field.size());
        return *this;
    }
    std::vector<unsigned char> bytes() {
        std::vector<unsigned char> out(size_);
        crypto_generichash_final(&state_, out.data(), out.size());
        return out;
    }

private:
    std::size_t size_;
    crypto_generichash_state state_{};
};

std::string hex(const std::vector<unsigned char>& bytes) {
    static constexpr std::string_view digits = "0123456789abcdef";
    std::string out;
    for (const unsigned char byte : bytes) {
        out += digits[byte >> 4];
        out += digits[byte & 15];
    }
    return out;
}

// RFC 9562 version 8: the bits are ours, the shape is a UUID's.
std::string uuid(std::vector<unsigned char> bytes) {
    bytes[6] = static_cast<unsigned char>((bytes[6] & 0x0F) | 0x80);
    bytes[8] = static_cast<unsigned char>((bytes[8] & 0x3F) | 0x80);
    std::string text = hex(bytes);
    for (const std::size_t at : {20U, 16U, 12U, 8U}) text.insert(at, 1, '-');
    return text;
}

std::string timestamp(WallTime at) {
    const auto days = std::chrono::floor<std::chrono::days>(at.time_since_epoch());
    const std::chrono::year_month_day date{std::chrono::sys_days(days)};
    const std::chrono::hh_mm_ss time{std::chrono::floor<std::chrono::seconds>(at.time_since_epoch() - days)};
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%04d-%02u-%02uT%02d:%02d:%02dZ", static_cast<int>(date.year()),
                  static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                  static_cast<int>(time.hours().count()), static_cast<int>(time.minutes().count()),
                  static_cast<int>(time.seconds().count()));
    return text.data();
}

constexpr std::size_t evidence_max = 8;  // calls that a document names

// A subject or attribute as a part of a document id.
std::string id_part(std::string_view name) {
    std::string out;
    for (const char c : fold_text(name)) {
        const bool keep = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '_' || c == '-' ||
                          static_cast<unsigned char>(c) >= 0x80;
        if (keep) {
            out += c;
        } else if (!out.empty() && out.back() != '-') {
            out += '-';
        }
        if (out.size() >= 80) break;
    }
    return out;
}

bool is_current_value(const LearningRecord& record) {
    return record.type == RecordType::state && !record.subject.empty() && !record.attribute.empty();
}

// What the plane itself writes around the records, in the language of the turn.
struct Headings {
    std::string_view before_scope, after_scope;  // around the scope's name in the first line
    std::string_view when, event, decision, procedure, learning, preference, state, evidence;
    std::string_view temporary, pending;  // behind a statement
};

const Headings& headings(Language language) {
    static constexpr Headings english{
        "",        " activity.", "When",          "Activity", "Decisions",    "Procedure",
        "Learned", "Preference", "Current state", "Evidence", " (temporary)", " (pending)"};
    static constexpr Headings spanish{"Actividad de ", ".",           "Cuándo",      "Actividad",     "Decisiones",
                                      "Procedimiento", "Aprendido",   "Preferencia", "Estado actual", "Evidencia",
                                      " (temporal)",   " (pendiente)"};
    static constexpr Headings german{"Aktivität in ",
                                     ".",
                                     "Wann",
                                     "Aktivität",
                                     "Entscheidungen",
                                     "Vorgehen",
                                     "Erkenntnisse",
                                     "Vorliebe",
                                     "Aktueller Stand",
                                     "Belege",
                                     " (vorübergehend)",
                                     " (offen)"};
    switch (language) {
        case Language::spanish: return spanish;
        case Language::german: return german;
        case Language::english: return english;
    }
    return english;
}

// Of the speaker; of the agent when the speaker's words do not tell, as "ok" does not.
Language speaker_language(const Turn& turn, const std::vector<LearningRecord>& records) {
    std::string text = turn.user_message.text;
    for (const LearningRecord& record : records) text.append(" ").append(record.text.text);
    return language_of(text);
}

std::string line_of(const LearningRecord& record, const Headings& words) {
    std::string line = record.text.text;
    if (record.temporal == Temporality::temporary) line.append(words.temporary);
    if (record.temporal == Temporality::pending) line.append(words.pending);
    return line;
}

void add_section(std::string& body, std::string_view heading, const std::vector<std::string>& lines) {
    if (lines.empty()) return;
    body.append("\n").append(heading).append(":\n");
    for (const std::string& line : lines) body.append("- ").append(line).append("\n");
}

// The turn's event document (ADR §14). A current value stands in its own document only: here it would outlive its
// replacement.
std::string event_body(const Turn& turn, const ScopeName& scope, const std::vector<LearningRecord>& records,
                       const Headings& words) {
    struct Section {
        RecordType type;
        std::string_view heading;
        std::vector<std::string> lines;
    };
    std::array<Section, 6> sections{{{RecordType::event, words.event, {}},
                                     {RecordType::decision, words.decision, {}},
                                     {RecordType::procedure, words.procedure, {}},
                                     {RecordType::learning, words.learning, {}},
                                     {RecordType::preference, words.preference, {}},
                                     {RecordType::state, words.state, {}}}};
    std::vector<std::string> wanted;
    bool any = false;
    for (const LearningRecord& record : records) {
        if (is_current_value(record)) continue;
        for (Section& section : sections) {
            if (section.type != record.type) continue;
            std::string line = line_of(record, words);
            if (std::find(section.lines.begin(), section.lines.end(), line) == section.lines.end())
                section.lines.push_back(line);
        }
        wanted.insert(wanted.end(), record.evidence.begin(), record.evidence.end());
        any = true;
    }
    if (!any) return {};
    std::string body(words.before_scope);
    body.append(scope.str()).append(words.after_scope);
    body.append("\n\n").append(words.when).append(": ").append(timestamp(turn.at)).append("\n");
    for (const Section& section : sections) add_section(body, section.heading, section.lines);
    std::vector<std::string> evidence;
    for (const ToolRun& run : turn.tools) {
        const bool cited = !run.call_id.empty() && std::find(wanted.begin(), wanted.end(), run.call_id) != wanted.end();
        if (!cited || evidence.size() >= evidence_max) continue;
        const RunJudgement judged = judge_run(run);
        if (judged.succeeded && std::find(evidence.begin(), evidence.end(), judged.summary) == evidence.end())
            evidence.push_back(judged.summary);
    }
    add_section(body, words.evidence, evidence);
    return body;
}

void add_tags(std::vector<std::string>& tags, const std::vector<std::string>& more) {
    for (const std::string& tag : more) {
        if (tags.size() < 24 && std::find(tags.begin(), tags.end(), tag) == tags.end()) tags.push_back(tag);
    }
}

}  // namespace

RetainBatch make_batch(const Turn& turn, const ScopeName& scope, const std::vector<LearningRecord>& records,
                       const BatchLimits& limits, std::vector<std::size_t>* left_out) {
    RetainBatch batch;
    batch.scope = scope;
    batch.at = turn.at;
    const Headings& words = headings(speaker_language(turn, records));
    std::size_t bytes = 0;
    std::vector<bool> lost(records.size(), false);
    const auto push = [&](BatchItem item) {  // the text as it is kept; empty: not at all
        item.content.text.resize(cut(item.content.text, limits.item_bytes_max).size());
        if (batch.items.size() >= limits.items_max || bytes + item.content.text.size() > limits.batch_bytes_max)
            return std::string_view();
        bytes += item.content.text.size();
        return std::string_view(batch.items.emplace_back(std::move(item)).content.text);
    };
    if (std::string body = event_body(turn, scope, records, words); !body.empty()) {
        BatchItem item;
        const auto id =
            Digest(16).add(turn.agent.str()).add(turn.session.str()).add(turn.id.str()).add(scope.str()).bytes();
        item.document = DocumentId("turn:" + hex(id));
        item.content.text = std::move(body);
        item.context = scope.str() + " activity of one turn";
        for (const LearningRecord& record : records) {
            if (!is_current_value(record)) add_tags(item.tags, record.tags);
        }
        const std::string_view kept = push(std::move(item));
        for (std::size_t i = 0; i < records.size(); ++i)
            lost[i] = !is_current_value(records[i]) && kept.find("- " + line_of(records[i], words) + "\n") == kept.npos;
    }
    // The last value of a subject and attribute in the turn is the one that holds.
    for (std::size_t i = 0; i < records.size(); ++i) {
        const LearningRecord& record = records[i];
        if (!is_current_value(record)) continue;
        const bool superseded = std::any_of(records.begin() + static_cast<std::ptrdiff_t>(i) + 1, records.end(),
                                            [&](const LearningRecord& later) {
                                                return is_current_value(later) && later.subject == record.subject &&
                                                       later.attribute == record.attribute;
                                            });
        if (superseded) continue;
        BatchItem item;
        item.document = DocumentId("state:" + id_part(record.subject) + ":" + id_part(record.attribute));
        item.content.text = line_of(record, words);
        item.context = "current " + record.attribute + " of " + record.subject;
        item.tags = record.tags;
        item.subject = record.subject;
        item.attribute = record.attribute;
        lost[i] = push(std::move(item)) != line_of(record, words);
    }
    for (std::size_t i = 0; left_out && i < lost.size(); ++i)
        if (lost[i]) left_out->push_back(i);
    const std::string hash = content_hash(batch);
    batch.operation = OperationId(uuid(Digest(16)
                                           .add(turn.agent.str())
                                           .add(turn.session.str())
                                           .add(turn.id.str())
                                           .add(scope.str())
                                           .add(hash)
                                           .bytes()));
    return batch;
}

std::string content_hash(const RetainBatch& batch) {
    Digest digest(32);
    digest.add(batch.scope.str()).add(timestamp(batch.at));
    for (const BatchItem& item : batch.items) {
        digest.add(item.document.str()).add(item.content.text).add(item.context).add(item.subject).add(item.attribute);
        for (const std::string& tag : item.tags) digest.add(tag);
    }
    return hex(digest.bytes());
}

bool mend(RetainBatch& batch, std::size_t item, const Content& text) {
    if (item >= batch.items.size() || (text.empty() && batch.items.size() == 1)) return false;
    const auto at = batch.items.begin() + static_cast<std::ptrdiff_t>(item);
    if (text.empty()) batch.items.erase(at);
    else at->content = text;
    batch.operation =
        OperationId(uuid(Digest(16).add("mended").add(batch.operation.str()).add(content_hash(batch)).bytes()));
    return true;
}

}  // namespace wm::policies
