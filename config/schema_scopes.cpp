#include "config/rows.hpp"

#include <iterator>

namespace wm::config {

namespace {

using S = Settings;

template <class Member>
auto store(Member member) {
    return entry<ScopeName>(field(&S::stores), member);
}
template <class Member>
auto policy(Member member) {
    return entry<std::string>(field(&S::memory_policy), member);
}
template <class Member>
auto person(Member member) {
    return entry<UserId>(field(&S::identity, &IdentitySettings::users), member);
}
template <class Member>
auto agent(Member member) {
    return entry<AgentId>(field(&S::identity, &IdentitySettings::agents), member);
}
template <class Member>
auto profile(Member member) {
    return entry<std::string>(field(&S::identity, &IdentitySettings::profiles), member);
}
// An element of a list inside the entry: keys are the user and the index.
template <class Member>
auto account(Member member) {
    return [=](auto& settings, const Keys& keys) -> auto& {
        auto& accounts = person(&UserSettings::accounts)(settings, keys);
        return accounts.at(static_cast<std::size_t>(std::stoul(keys.at(1)))).*member;
    };
}

// Has no place in the settings: content never reaches a log, so there is nothing to switch.
Row content_in_logs() {
    auto made = row("observability.include_content_in_logs", "boolean", "false",
                    "Refused when true: no content of a person, an agent or a memory is ever logged.");
    made.put = [](Settings&, const Keys&, const std::string& value) -> std::optional<Fault> {
        const auto parsed = parse_flag(value);
        if (const auto* fault = std::get_if<Fault>(&parsed)) return *fault;
        if (std::get<bool>(parsed))
            return Fault{
                "is refused: logs are kept, copied and read by others, and the text of a person or a memory cannot be "
                "taken back from them",
                "leave the key out or write false; explain <turn> and the console show why something was kept"};
        return std::nullopt;
    };
    made.get = [](const Settings&, const Keys&) -> Shown { return {{"false"}}; };
    return made;
}

// Three types are names of what memory is not: their rows say so, and no file says otherwise.
Row policy_retain() {
    auto made = flag("memory_policy.<type>.retain", policy(&PolicyRow::retain),
                     "Whether a record of this type may be kept (ADR §9). true is refused for speculation, chatter and "
                     "raw_output: a guess, small talk or a tool's output never becomes a record.");
    made.put = [put = std::move(made.put)](Settings& settings, const Keys& keys,
                                           const std::string& value) -> std::optional<Fault> {
        const auto& type = keys.at(0);
        auto fault = put(settings, keys, value);
        if (fault || value != "true" || (type != "speculation" && type != "chatter" && type != "raw_output"))
            return fault;
        return Fault{"is refused: a guess, small talk or a tool's output never becomes a record",
                     "leave the key out or write false"};
    };
    return made;
}

std::vector<Row> store_rows() {
    using T = StoreSettings;
    return {
        choice<BackendType>("stores.<scope>.backend", store(&T::backend),
                            "Where this scope lives. Without it: backend.type."),
        text("stores.<scope>.bank", store(&T::bank), check_bank, "letters, digits, . _ : -, up to 192 bytes",
             "The bank of a shared scope. One of bank and bank_template; two scopes never share a bank.",
             Empty::hidden),
        text("stores.<scope>.bank_template", store(&T::bank_template), check_bank_template,
             "the same, with one {internal_user_id}",
             "A bank for each person: the scope is private, such as \"user-{internal_user_id}\".", Empty::hidden),
        choice<RecallMode>("stores.<scope>.recall.mode", store(&T::recall_mode),
                           "routed: recalled when the rules route to it. off: never recalled."),
        choice<RecallBudget>(
            "stores.<scope>.recall.budget", store(&T::recall_budget),
            "How hard the backend searches this scope while an agent waits, unless a tool call names a "
            "budget. For a prefetch it is recall.automatic.budget."),
        number(
            "stores.<scope>.recall.max_tokens", store(&T::recall_tokens_max), {50, 50000}, "tokens",
            "Ceiling of one recall of this scope, and of its part of the injected context; recall.max_total_tokens is "
            "the one over all scopes of that."),
        choice<RetainMode>("stores.<scope>.retain.mode", store(&T::retain_mode),
                           "automatic, curated: the same in this version; each keeps what memory_policy asks for and "
                           "refuses the rest. off: keep nothing here, neither of turns nor by memory_retain. Without "
                           "it: retain.mode."),
        word("stores.<scope>.retain.policy", store(&T::retain_policy), {"personal", "business", "platform"},
             "Which of the policies of seed §15 the scope is meant for. Recorded, with no effect on the judgement in "
             "this version: memory_policy is one table for every scope (ADR §9). Without it: the one of its own name, "
             "personal for a private scope, else platform."),
    };
}

std::vector<Row> policy_rows() {
    using P = PolicyRow;
    return {
        policy_retain(),
        flag("memory_policy.<type>.temporal", policy(&P::temporal),
             "Whether it holds for a time only. Recorded, with no effect: the words of a statement say whether it is "
             "temporary, a newer state always takes the older one's place, and an event always keeps its date."),
        choice<Verification>(
            "memory_policy.<type>.verification", policy(&P::verification),
            "The proof that a record of this type needs. required: a check in the turn, or a person's own word that it "
            "is verified. explicit_or_high: that, or explicit words of a person. medium: that, or any statement of a "
            "person, or one of the agent with a successful tool call. none: no proof. Nothing for speculation, chatter "
            "and raw_output, which are never kept."),
        fraction("memory_policy.<type>.durability", policy(&P::durability_min),
                 "The least durability that is kept. 0: durability is a property and no gate. Nothing for speculation, "
                 "chatter and raw_output."),
    };
}

std::vector<Row> identity_rows() {
    const std::string scopes = "names of stores";
    return {
        text("identity.users.<user>.display_name", person(&UserSettings::display_name), check_line,
             "one line, up to 200 bytes", "For people to read; never used to find a bank (seed A9)."),
        required(text("identity.users.<user>.accounts[].platform", account(&PlatformAccount::platform), check_platform,
                      "Hermes' word, such as telegram", "Platform of one of the person's accounts.")),
        required(text("identity.users.<user>.accounts[].id", account(&PlatformAccount::id), check_account,
                      "1 to 200 bytes", "The platform's own id of the person there.")),
        required(texts("identity.users.<user>.allowed_scopes", person(&UserSettings::allowed_scopes), check_scope,
                       scopes, "What the person may recall and retain, as far as the agent may too.")),
        required(texts("identity.agents.<agent>.allowed_scopes", agent(&AgentSettings::allowed_scopes), check_scope,
                       scopes, "What the agent may recall and retain. The agent is who its token says.")),
        texts("identity.agents.<agent>.platforms", agent(&AgentSettings::platforms), check_platform,
              "Hermes' words, such as telegram", "Platforms whose senders this agent may vouch for; empty: all."),
        required(text("identity.profiles.<profile>.owner", profile(&ProfileSettings::owner), check_id,
                      "one of identity.users", "Whose private scope the command line uses under this Hermes profile.")),
        texts("identity.default_agent_scopes", field(&S::identity, &IdentitySettings::default_agent_scopes),
              check_scope, scopes,
              "For an agent with a token that identity.agents does not list; empty: it is denied."),
        choice<PersonalOwner>(
            "personal.owner", field(&S::personal_owner),
            "plane: this daemon owns the private scopes and Hermes' native Hindsight provider is off (seed A1). "
            "native: the native provider owns them; they leave every allowed_scopes, so that no bank has two "
            "writers."),
        choice<Inject>("inject", field(&S::inject),
                       "Where the plugin puts the context. middleware: into each request, stored nowhere. "
                       "pre_llm_call: Hermes' own "
                       "way, into the turn's user message."),
    };
}

std::vector<Row> tool_rows() {
    using T = ToolSettings;
    using O = ObservabilitySettings;
    return {
        flag("tools.enabled", field(&S::tools, &T::enabled), "Offer the agents the memory tools."),
        choices<ToolName>("tools.expose", field(&S::tools, &T::expose), false, "Which of them."),
        flag(
            "mcp.enabled", field(&S::mcp, &McpSettings::enabled),
            "Offer the same tools to clients of the Model Context Protocol at /mcp. false: it answers 404. A client is "
            "known by its token alone: its agent's scopes, and a person's where identity.users.<user>.accounts has "
            "platform mcp with the agent's name as id."),
        counted<Millis>("mcp.tool_deadline_ms", field(&S::mcp, &McpSettings::tool_deadline), {100, 60000},
                        "milliseconds", "How long one call of a tool over MCP may take."),
        flag("mcp.memorycore_tools", field(&S::mcp, &McpSettings::memorycore_tools),
             "Offer memorycore_recall, memorycore_store_fact and memorycore_get_memory_usage beside memory_search, "
             "memory_retain and memory_status, which they stand for."),
        text("mcp.memorycore_scope", field(&S::mcp, &McpSettings::memorycore_scope), check_line, "a name of stores",
             "Where memorycore_store_fact offers a fact that names no scope. Empty: it must name one."),
        flag("observability.log_routing", field(&S::observability, &O::log_routing),
             "Log each routing decision: rule, scopes, confidence; never the text."),
        flag("observability.log_recall", field(&S::observability, &O::log_recall),
             "Log each recall: scopes, counts, latency."),
        flag("observability.log_retain", field(&S::observability, &O::log_retain),
             "Log each retain: scope, counts, reasons."),
        flag("observability.metrics", field(&S::observability, &O::metrics), "Serve /metrics. false: it answers 404."),
        number(
            "observability.explain_turns_max", field(&S::observability, &O::explain_turns_max), {0, 100000}, "recalls",
            "That a shard remembers, texts of memories included, so that an operator can be told why they came out so. "
            "In memory only. 0: none."),
        bytes("observability.explain_bytes_max", field(&S::observability, &O::explain_bytes_max),
              {64 * 1024, std::int64_t{1} << 30}, "Of them, a shard; the oldest go first."),
        content_in_logs(),
    };
}

}  // namespace

std::vector<Row> scope_rows() {
    std::vector<Row> all;
    for (auto part : {store_rows(), policy_rows(), tool_rows(), identity_rows()})
        std::move(part.begin(), part.end(), std::back_inserter(all));
    return all;
}

}  // namespace wm::config
