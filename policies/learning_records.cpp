// Candidates into records: subject, attribute, proof, policy.

#include "policies/fold.hpp"
#include "policies/learning_judge.hpp"
#include "policies/learning_names.hpp"

#include <algorithm>

namespace wm::policies::learning {

namespace {

constexpr double same_statement = 0.7;  // overlap from which two texts say the same thing

double durability_of(RecordType type, Temporality temporal) {
    switch (type) {
        case RecordType::state: return temporal == Temporality::final ? 0.5 : 0.2;
        case RecordType::event: return 0.5;
        case RecordType::decision: return 0.9;
        case RecordType::procedure: return 0.9;
        case RecordType::learning: return 0.9;
        case RecordType::preference: return 0.8;
    }
    return 0.5;
}

}  // namespace

// What the turn is about when a sentence does not say it: a word that the user wrote and a successful call used.
std::string Judge::topic() const {
    std::string used;
    for (std::size_t i = 0; i < turn_.tools.size(); ++i) {
        if (!proofs_.runs[i].succeeded) continue;
        for (const auto& [key, value] : turn_.tools[i].arguments) used.append(value.substr(0, 1000)).append(" ");
    }
    const std::vector<std::string> words = content_words(used, 4);
    std::string best;
    for (const std::string& word : content_words(turn_.user_message.text, 4)) {
        if (std::find(words.begin(), words.end(), word) == words.end()) continue;
        if (best.empty() || (is_identifier(word) && !is_identifier(best))) best = word;
    }
    return best;
}

const Judge::Names& Judge::names_of(const std::string& text) {
    if (names_.text != text || text.empty()) {
        names_.text = text;
        names_.entities = find_entities(text, 12);
        names_.subject = find_subject(text, names_.entities);
    }
    return names_;
}

bool Judge::accept(const Candidate& candidate, const ScopeName& scope) {
    LearningRecord record;
    record.type = candidate.type;
    record.text.text = candidate.text;
    record.verified = candidate.verified || (candidate.source != Source::user && proofs_.any);
    const Activity& activity = candidate.activity;
    record.temporal = activity.has(Signal::pending)     ? Temporality::pending
                      : activity.has(Signal::temporary) ? Temporality::temporary
                                                        : Temporality::final;
    record.durability = durability_of(record.type, record.temporal);
    const Strength strength = strength_of(candidate.rule);
    record.confidence = confidence_of(strength);
    const Names& names = names_of(candidate.text);
    record.entities = names.entities;
    record.subject = names.subject;
    const bool assisted = candidate.source == Source::assistant || candidate.source == Source::tool;
    if (assisted) {
        if (!topic_) topic_ = topic();
        const std::string& about = *topic_;
        if (!about.empty() && fold_text(record.text.text).find(about) == std::string::npos)
            record.text.text = about + ": " + record.text.text;
        if (record.subject.empty()) record.subject = about;
        record.evidence = proofs_.call_ids;
    }
    if (record.type == RecordType::state)
        record.attribute = activity.has(Signal::pending) ? "pending" : activity.attribute;
    record.tags = {scope.str(), std::string(type_name(record.type))};
    if (!record.subject.empty()) record.tags.push_back(record.subject);
    if (record.temporal != Temporality::final) record.tags.push_back("temporal");
    const Proof proof = proof_of(candidate.source == Source::user || candidate.source == Source::intent,
                                 assisted && proofs_.any, candidate.explicit_words, candidate.verified);
    Verdict verdict{scope, record.type, std::string(candidate.rule), strength, {}, record.text, record.evidence};
    const std::string_view refused =
        strength < least_strength ? std::string_view("policy") : refuse(record, proof, context_.policy);
    if (!refused.empty()) {
        verdict.reason = refused;
        note(std::move(verdict));
        reject(refused, scope);
        return false;
    }
    auto place = std::find_if(out_.accepted.begin(), out_.accepted.end(),
                              [&](const ScopedRecords& s) { return s.scope == scope; });
    if (place == out_.accepted.end()) place = out_.accepted.insert(out_.accepted.end(), {scope, {}});
    std::vector<WordSet>& words = words_[scope];
    WordSet said = word_set(record.text.text);
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (place->records[i].type == record.type && overlap(words[i], said) >= same_statement) {
            if (candidate.source == Source::user) reject("duplicate", scope);
            verdict.reason = "duplicate";
            note(std::move(verdict));
            return false;
        }
    }
    // Of one subject and attribute, words of status say more than the change that led there.
    const bool value = record.type == RecordType::state && !record.subject.empty() && !record.attribute.empty();
    for (const auto& [other_scope, subject, attribute] : stated_) {
        if (value && !activity.has(Signal::state) && other_scope == scope && subject == record.subject &&
            attribute == record.attribute) {
            verdict.reason = "duplicate";
            note(std::move(verdict));
            return false;
        }
    }
    if (value && activity.has(Signal::state)) stated_.emplace_back(scope, record.subject, record.attribute);
    note(std::move(verdict));
    words.push_back(std::move(said));
    place->records.push_back(std::move(record));
    return true;
}

Judgement Judge::finish() {
    for (const Candidate& candidate : candidates_) {
        for (const ScopeName& scope : candidate.scopes) {
            if (is_allowed(scope.str(), context_)) accept(candidate, scope);
        }
    }
    std::vector<ScopedRecords> ordered;
    for (const ScopeName& scope : context_.allowed) {
        for (ScopedRecords& entry : out_.accepted) {
            if (entry.scope == scope && !entry.records.empty()) ordered.push_back(std::move(entry));
        }
    }
    out_.accepted = std::move(ordered);
    return std::move(out_);
}

}  // namespace wm::policies::learning
