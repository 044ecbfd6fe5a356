#include "config/rows.hpp"

#include <iterator>

namespace wm::config {

namespace {

using S = Settings;
constexpr auto backend = &S::backend;
constexpr auto recall = &S::recall;
constexpr auto retain = &S::retain;
constexpr Range timeout_range{50, 600000};

// recall.automatic.mode is a word in the file and a flag in the settings: there is one mode, and off.
Row automatic_mode() {
    const std::vector<std::string> words{"prefetch", "off"};
    auto made =
        row("recall.automatic.mode", "choice", joined(words),
            "prefetch: what turn N+1 may need is recalled after turn N and waits in the cache (seed A2). off: no "
            "automatic recall; explicit memory requests and tools still work.");
    made.textual = true;
    made.put = [words](Settings& settings, const Keys&, const std::string& value) -> std::optional<Fault> {
        if (value != "prefetch" && value != "off") return unknown_word(words);
        settings.recall.automatic_prefetch = value == "prefetch";
        return std::nullopt;
    };
    made.get = [](const Settings& settings, const Keys&) -> Shown {
        return {{settings.recall.automatic_prefetch ? "prefetch" : "off"}};
    };
    return made;
}

// True always, and no file changes it: the row is there so that a file that says so loads, and one that says otherwise
// hears why not.
Row held(Row made, const std::string& why) {
    made.text += " false is refused.";
    return pinned(std::move(made), "true", {"is refused: " + why, "leave the key out or write true"});
}

Row without_router(Row made) {
    made.notice = "has no effect: this version has no semantic router, so there is no answer to remember";
    return made;
}

Row require_durable() {
    auto made =
        flag("retain.require_durable", field(retain, &RetainSettings::require_durable),
             "Superseded: memory_policy decides what is kept, and durability is a property of a record and no gate "
             "(ADR §9). Accepted for old files and reported; it has no effect.");
    made.notice = "is superseded by memory_policy and has no effect: durability is a property of a record (ADR §9)";
    return made;
}

std::vector<Row> file_rows() {
    return {
        number("version", field(&S::version), {1, 1}, "", "Version of this file's format."),
        text("data_dir", field(&S::data_dir), check_folder, "a folder",
             "Where the embedded store, the spool and the tokens live. Relative to where the daemon is started."),
    };
}

std::vector<Row> server_rows() {
    using B = BackendSettings;
    return {
        choice<BackendType>(
            "backend.type", field(backend, &B::type),
            "embedded: the store inside the daemon. hindsight: a Hindsight server at backend.url. A scope may "
            "choose otherwise with stores.<scope>.backend."),
        discreet(text("backend.url", field(backend, &B::url), check_url, "http(s)://host[:port][/path]",
                      "The Hindsight server. Needed as soon as a scope lives in Hindsight.")),
        secret("backend.api_key", field(backend, &B::api_key),
               "Bearer key of the Hindsight server; best as ${HINDSIGHT_API_KEY}. Agents never see it."),
        text("backend.banks_file", field(backend, &B::banks_file), check_path, "a file",
             "The declared banks of the Hindsight server, their missions and settings, in the format of "
             "config/banks.yaml. Empty: those, which are in the binary. wetopi-memory bootstrap applies them."),
        counted<std::chrono::seconds>(
            "backend.timeout_seconds", field(backend, &B::timeout), {1, 600}, "seconds",
            "How long a recall, or the acknowledgement of a retain, may take unless backend.timeouts "
            "says otherwise."),
        duration("backend.timeouts.recall", field(backend, &B::timeouts, &Timeouts::recall), timeout_range,
                 "A recall. Without this key: timeout_seconds."),
        duration("backend.timeouts.retain_ack", field(backend, &B::timeouts, &Timeouts::retain_ack), timeout_range,
                 "The acknowledgement of a retain. Without this key: timeout_seconds."),
        duration("backend.timeouts.reflect", field(backend, &B::timeouts, &Timeouts::reflect), timeout_range,
                 "A reflect; on Hindsight a model writes it."),
        duration("backend.timeouts.health", field(backend, &B::timeouts, &Timeouts::health), timeout_range,
                 "A health check."),
        number("backend.concurrency.max_inflight", field(backend, &B::inflight_max), {1, 64}, "calls",
               "Calls open to a backend at one moment, over all lanes (seed A7)."),
        number("backend.concurrency.reserved_sync", field(backend, &B::reserved_sync), {0, 63}, "calls",
               "How many of them only a synchronous recall or a tool may use; less than max_inflight."),
        flag("backend.concurrency.adaptive", field(backend, &B::adaptive),
             "Let the calls open at once follow the backend's latency, between 1 and max_inflight."),
        held(
            flag("backend.retain.batching", field(backend, &B::batching),
                 "All records of one scope of one turn go in one retain (seed A6)."),
            "a retain for each record would multiply the calls of a turn, and its records would be durable one by one"),
        flag("backend.retry.enabled", field(backend, &B::retry),
             "Try a recall again after a failure that may pass, within limits.attempts_max and its deadline. An "
             "accepted batch is on disk and is tried until it is stored or refused, whatever this says."),
        held(flag("backend.fail_open", field(backend, &B::fail_open),
                  "When the backend fails the agent's turn goes on without memory (seed §30)."),
             "a failure of the backend never holds up or breaks an agent's turn"),
    };
}

std::vector<Row> routing_rows() {
    using R = RoutingSettings;
    return {
        word("routing.mode", field(&S::routing, &R::mode), {"rules"},
             "Deterministic rules choose the scopes; no model is called to route (seed A10)."),
        flag("routing.semantic_fallback.enabled", field(&S::routing, &R::semantic_fallback),
             "A semantic router after the rules (seed A11). There is none in this version: true is accepted, reported, "
             "and rules alone route."),
        without_router(flag("routing.semantic_fallback.cache.enabled", field(&S::routing, &R::semantic_cache),
                            "Remember its answers. Accepted and reported; it has no effect in this version.")),
        without_router(
            word("routing.semantic_fallback.cache.key", field(&S::routing, &R::semantic_cache_key), {"query_hash"},
                 "What its answers are remembered by. Accepted and reported; it has no effect in this version.")),
        number("routing.max_scopes_per_recall", field(&S::routing, &R::scopes_per_recall_max), {1, 16}, "scopes",
               "Scopes that one recall asks; the most confident ones first."),
        text("routing.rules_dir", field(&S::routing, &R::rules_dir), check_path, "a folder",
             "Folder of your own rule packs, *.yaml, read after those of the binary (docs/rules.md). Relative to this "
             "file. `wetopi-memory reload` reads it anew. Empty: none."),
        flag("routing.learned_names.enabled", field(&S::routing, &R::learned_names),
             "Names of hosts, services, customers, people in accepted memories route later messages of whoever may "
             "read them to their scope."),
        number(
            "routing.learned_names.max", field(&S::routing, &R::learned_names_max), {1, 20000}, "names",
            "Learned names kept for one scope, of a private scope for each user; the longest unheard of goes first."),
    };
}

std::vector<Row> recall_rows() {
    using C = RecallSettings;
    return {
        flag("recall.enabled", field(recall, &C::enabled),
             "Recall for the context. false: nothing is injected; tools still search."),
        automatic_mode(),
        flag("recall.automatic.prefer_observations", field(recall, &C::prefer_observations),
             "Consolidated observations rank before single facts (seed A3)."),
        choices<RecallType>("recall.automatic.types", field(recall, &C::automatic_types), true,
                            "Kinds of memories that every recall for the context reads, but for one that the message "
                            "asked for in words: that reads all."),
        choice<RecallBudget>("recall.automatic.budget", field(recall, &C::automatic_budget),
                             "How hard the backend searches for a prefetch. While an agent waits it is "
                             "stores.<scope>.recall.budget."),
        flag("recall.synchronous.enabled", field(recall, &C::synchronous),
             "Allow a recall while the agent waits, in the cases of only_when (seed A2). false: a turn for which "
             "nothing was prefetched, such as the first of a session, still waits within the plugin's own deadline, "
             "unless recall.automatic.mode is off."),
        choices<SyncReason>("recall.synchronous.only_when", field(recall, &C::synchronous_only_when), false,
                            "What earns a synchronous recall."),
        counted<Millis>("recall.synchronous.deadline_ms", field(recall, &C::synchronous_deadline), {50, 30000},
                        "milliseconds",
                        "How long the agent's turn may wait for a recall of only_when. Later than that, it goes on "
                        "without."),
        held(flag("recall.parallel", field(recall, &C::parallel),
                  "Ask the scopes of one recall at the same time, within max_inflight."),
             "one scope after the other would make the agent wait for their sum; max_inflight: 1 asks the backend one "
             "thing at a time"),
        held(flag("recall.fail_open", field(recall, &C::fail_open),
                  "When one scope cannot be recalled, what the others gave is still injected."),
             "a scope that fails takes nothing away from the others, nor from the agent's turn"),
        flag(
            "recall.cache.enabled", field(recall, &C::cache),
            "Keep recalled memories for the next turn. false: nothing is prefetched, and every turn waits as the first "
            "of a session does."),
        counted<std::chrono::seconds>("recall.cache.ttl_seconds", field(recall, &C::cache_ttl), {1, 86400}, "seconds",
                                      "How long they are fresh enough to be injected."),
        number(
            "recall.max_total_tokens", field(recall, &C::total_tokens_max), {100, 100000}, "tokens",
            "Ceiling of the injected context of one turn, its header included, over all scopes. What a tool returns is "
            "bounded by stores.<scope>.recall.max_tokens."),
        flag("recall.deduplicate", field(recall, &C::deduplicate), "The same memory from two scopes is injected once."),
        text("recall.inject_header", field(recall, &C::inject_header), check_any, "up to 4096 bytes",
             "What the injected block begins with (seed §11)."),
    };
}

std::vector<Row> retain_rows() {
    using K = RetainSettings;
    return {
        flag("retain.enabled", field(retain, &K::enabled), "Keep anything at all. false: memory is read only."),
        flag("retain.automatic", field(retain, &K::automatic),
             "Judge each turn when it ends. false: only memory_retain keeps something."),
        choice<RetainMode>(
            "retain.mode", field(retain, &K::mode),
            "The mode of every scope that does not give its own; stores.<scope>.retain.mode says what the words do."),
        held(flag("retain.async", field(retain, &K::async), "The agent never waits for the backend to store."),
             "an agent waits for no write; an acknowledged turn is on disk and reaches the backend later"),
        word("retain.batching", field(retain, &K::batching), {"per_turn_per_scope"},
             "At most one retain a scope and turn (seed A6)."),
        require_durable(),
        held(flag("retain.reject_secrets", field(retain, &K::reject_secrets),
                  "A record that holds a key, token or password is refused."),
             "no secret is ever written, sent or shown"),
        held(flag("retain.reject_raw_tool_output", field(retain, &K::reject_raw_tool_output),
                  "Refuse what merely repeats a tool's output: it is evidence, not memory (seed A5)."),
             "a tool's output is evidence for what was said and is never a memory itself"),
        held(flag("retain.reject_unverified_hypotheses", field(retain, &K::reject_unverified_hypotheses),
                  "Refuse guesses that nothing in the turn confirmed."),
             "a guess that nothing confirmed would come back as a fact"),
    };
}

}  // namespace

std::vector<Row> backend_rows() {
    std::vector<Row> all;
    for (auto part : {file_rows(), server_rows(), routing_rows(), recall_rows(), retain_rows()})
        std::move(part.begin(), part.end(), std::back_inserter(all));
    return all;
}

}  // namespace wm::config
