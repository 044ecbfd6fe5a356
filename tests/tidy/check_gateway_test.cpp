// Retry, queue, dedupe and breaker exist in the gateway and its admission only, and only the gateway talks to a backend.
#include "tests/tidy/rules.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <set>

namespace wm::tidy {
namespace {

using Prefixes = std::vector<std::string>;

bool starts_with_any(const std::string& path, const Prefixes& prefixes) {
    return std::ranges::any_of(prefixes, [&](const std::string& prefix) { return path.starts_with(prefix); });
}

// Where trying again is decided, configured, shown or tested.
const Prefixes may_retry = {"policies/admission",
                            "policies/retry",
                            "policies/breaker",
                            "actors/gateway",
                            "actors/metrics",
                            "config/",
                            "cli/",
                            "tests/",
                            "bench/"};
// Who may hold the port to a backend: its owner, who builds it, who implements it.
const Prefixes may_reach = {
    "actors/backend.hpp", "actors/gateway", "actors/system", "net/hindsight", "store/", "cli/", "tests/", "bench/"};
const Prefixes speaks_hindsight = {"net/hindsight", "tests/"};

const std::set<std::string> retry_parts = {"retry",    "retries", "retried", "retrying",
                                           "attempts", "backoff", "requeue", "dedupe"};
const std::string fact = "retry_after";  // what a server said, not what we do about it

// RetryDue → retry, due; attempts_max → attempts, max
std::vector<std::string> parts(const std::string& identifier) {
    std::vector<std::string> found(1);
    for (const char c : identifier) {
        const bool upper = std::isupper(static_cast<unsigned char>(c)) != 0;
        if ((c == '_' || upper) && !found.back().empty()) found.emplace_back();
        if (c != '_') found.back() += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    return found;
}

bool about_retrying(const std::string& identifier) {
    if (identifier.find(fact) != std::string::npos) return false;
    return std::ranges::any_of(parts(identifier), [](const std::string& part) { return retry_parts.contains(part); });
}

bool holds_port(const std::string& code) {
    for (const std::string_view type : {"Backend&", "Backend*", "Backend>", ": public Backend", "BackendCall"})
        if (has_word(code, type)) return true;
    return false;
}

}  // namespace

Problems check_gateway_only(const Source& source) {
    Problems problems;
    const auto& path = source.path;
    for (std::size_t i = 0; i < source.code.size(); ++i) {
        const auto& code = source.code[i];
        const auto& raw = source.raw[i];
        const auto where = path + ":" + std::to_string(i + 1) + ": ";
        if (!starts_with_any(path, may_retry))
            for (const auto& word : words(code))
                if (about_retrying(word) || word == "Breaker")
                    problems.push_back(where + word + ": only the gateway and its admission try again");
        if (path.starts_with("actors/") && !starts_with_any(path, may_retry))
            for (const std::string_view queue : {"std::queue", "std::priority_queue"})
                if (has_word(code, queue))
                    problems.push_back(where + std::string(queue) +
                                       ": work waits in a mailbox or in the gateway's admission");
        if (!starts_with_any(path, may_reach) &&
            (holds_port(code) || raw.starts_with("#include \"actors/backend.hpp\"")))
            problems.push_back(where + "the backend is reached through the gateway alone");
        if (!starts_with_any(path, speaks_hindsight) && raw.find("/v1/default") != std::string::npos)
            problems.push_back(where + "Hindsight's addresses are known to net/hindsight alone");
    }
    return problems;
}

namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Problems gateway(const std::string& path, const std::string& text) {
    return check_gateway_only(read_source(path, text));
}

TEST(TidyGateway, AloneTriesAgain) {
    EXPECT_THAT(gateway("net/hindsight.cpp", "int attempts_max = 3;\n"),
                ElementsAre("net/hindsight.cpp:1: attempts_max: only the gateway and its admission try again"));
    EXPECT_THAT(gateway("actors/batcher.hpp", "struct RetryDue {};\n"), ElementsAre(HasSubstr("RetryDue")));
    EXPECT_THAT(gateway("actors/prefetcher.cpp", "time.call_at(when, [this] { retry(); });\n"),
                ElementsAre(HasSubstr("retry")));
    EXPECT_THAT(gateway("store/embedded.cpp", "Millis backoff_first;\nbool dedupe;\n"),
                ElementsAre(HasSubstr(":1: backoff_first"), HasSubstr(":2: dedupe")));
    EXPECT_THAT(gateway("net/hindsight.hpp", "Breaker breaker_;\n"), ElementsAre(HasSubstr("Breaker")));
}

TEST(TidyGateway, MayBeToldWhatAServerSaid) {
    EXPECT_THAT(gateway("net/hindsight_wire.cpp", "failure.retry_after = seconds;  // retry is the gateway's\n"),
                IsEmpty());
}

TEST(TidyGateway, KeepsItsWordsInItsOwnFiles) {
    EXPECT_THAT(gateway("policies/admission.hpp", "int attempts; Breaker breaker_; std::queue<int> q;\n"), IsEmpty());
    EXPECT_THAT(gateway("actors/gateway.hpp", "struct RetryDue {}; Backend& backend_;\n"), IsEmpty());
}

TEST(TidyGateway, IsTheOnlyActorWithAQueue) {
    EXPECT_THAT(gateway("actors/batcher.hpp", "std::queue<Keep> later_;\n"), ElementsAre(HasSubstr("std::queue")));
    EXPECT_THAT(gateway("actors/gateway.hpp", "std::queue<Keep> later_;\n"), IsEmpty());
}

TEST(TidyGateway, AloneReachesABackend) {
    EXPECT_THAT(gateway("actors/prefetcher.hpp", "#include \"actors/backend.hpp\"\n"),
                ElementsAre("actors/prefetcher.hpp:1: the backend is reached through the gateway alone"));
    EXPECT_THAT(gateway("actors/tools.hpp", "Backend& backend_;\n"), ElementsAre(HasSubstr("gateway alone")));
    EXPECT_THAT(gateway("net/ws_session.cpp", "void f(const BackendCall& call);\n"),
                ElementsAre(HasSubstr("gateway alone")));
    EXPECT_THAT(gateway("net/hindsight.hpp", "class Hindsight final : public Backend {\n"), IsEmpty());
    EXPECT_THAT(gateway("actors/system.hpp", "System(Backend& backend);\n"), IsEmpty());
}

TEST(TidyGateway, LeavesHindsightsAddressesToItsClient) {
    EXPECT_THAT(gateway("cli/doctor.cpp", "get(\"/v1/default/banks\");\n"),
                ElementsAre(HasSubstr("net/hindsight alone")));
    EXPECT_THAT(gateway("net/hindsight_wire.cpp", "get(\"/v1/default/banks\");\n"), IsEmpty());
}

}  // namespace
}  // namespace wm::tidy
