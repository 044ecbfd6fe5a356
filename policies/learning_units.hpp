#pragma once
// A message cut into the clauses that learning judges: each with its activity, its scope, and what speaks against it.

#include "policies/activity.hpp"
#include "policies/learning.hpp"
#include "policies/text_split.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wm::policies::learning {

enum class Source : std::uint8_t { user, assistant, intent, tool };

struct Clause {
    std::string text;  // redacted, without "remember that"
    Activity activity;
    std::size_t sentence = 0;
    std::size_t paragraph = 0;
    Block block = Block::prose;
    bool numbered = false;
    bool secret = false;    // a credential stood in it
    bool consumed = false;  // already part of a record
    const JudgeContext* context = nullptr;
    // By its own words; empty: as its surroundings. Routed when it is asked for, since most clauses never are.
    const std::vector<ScopeName>& scopes() const;

private:
    mutable std::optional<std::vector<ScopeName>> scopes_;
};

struct Message {
    Source source = Source::user;
    std::vector<Clause> clauses;
    std::uint32_t any = 0;  // all signals of all clauses
    bool secret = false;
    bool has(Signal signal) const { return (any >> static_cast<unsigned>(signal)) & 1U; }
};

// Of a message as much as is read, without its secrets and quotations.
struct CleanText {
    std::string text;
    bool secret = false;  // one was taken out
};
CleanText clean_text(const Content& content);

// `text` is cleaned here, before anything else reads it.
Message read_message(const Content& text, Source source, const JudgeContext& context);

// The scopes that the rules give a text and the principal may write, best first; the second only when it is close.
// `personal` is never among them.
std::vector<ScopeName> corporate_scopes(std::string_view text, const JudgeContext& context);

// What the kind of a change and a few plain words say of its scope, where the rules see none: power and deployment are
// infrastructure, contracts and prices are business.
std::vector<ScopeName> plain_scopes(std::string_view text, const Activity& activity, const JudgeContext& context);

// The rules see the speaker's own matters in it, and nothing else stronger.
bool is_personal(std::string_view text, const JudgeContext& context);

bool is_allowed(std::string_view scope, const JudgeContext& context);
inline constexpr std::string_view personal_scope = "personal";

// One line, blanks collapsed, Markdown emphasis off, at most `bytes_max` bytes.
std::string compact(std::string_view text, std::size_t bytes_max = 600);

// The reason of the labelling rules for which a clause is no statement; empty when it may be one. `incidents_count`: the
// speaker is the user, whose report of a failure is an event.
std::string_view objection(const Clause& clause, bool incidents_count = false);

}  // namespace wm::policies::learning
