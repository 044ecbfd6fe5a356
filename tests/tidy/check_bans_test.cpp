// What may not be written, where, and why.
#include "tests/tidy/rules.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <set>

namespace wm::tidy {
namespace {

const std::string clock_why = "time is passed in; only runtime/ reads a clock";
const std::string lock_why = "actors share by telling, not by locking";
const std::string await_why = "g++ 12 destroys temporaries twice around co_await; coroutines stay in net/";
const std::string output_why = "texts go out through runtime/log and cli/";
const std::string chance_why = "randomness is handed over, or a seed replays nothing";
const std::string thread_why = "threads are made in runtime/ alone";

struct Ban {
    std::string word, why;
    std::set<std::string> allowed_in;  // path prefixes
};
const Ban bans[] = {
    {"_clock::now(", clock_why, {"runtime/", "tests/", "bench/"}},
    {"std::chrono::system_clock", clock_why, {"runtime/", "tests/", "bench/"}},
    {"std::chrono::steady_clock", clock_why, {"runtime/", "tests/", "bench/"}},
    {"std::time(", clock_why, {"runtime/", "tests/", "bench/"}},
    {"time(nullptr)", clock_why, {"runtime/", "tests/", "bench/"}},
    {"clock_gettime", clock_why, {"runtime/", "tests/", "bench/"}},
    {"gettimeofday", clock_why, {"runtime/", "tests/", "bench/"}},
    {"sleep_for", clock_why, {"runtime/", "tests/", "bench/"}},
    {"sleep_until", clock_why, {"runtime/", "tests/", "bench/"}},
    {"steady_timer", clock_why, {"runtime/", "net/", "tests/", "bench/"}},
    {"std::mutex", lock_why, {"runtime/", "store/serial.hpp", "tests/", "bench/"}},
    {"std::shared_mutex", lock_why, {"runtime/", "tests/", "bench/"}},
    {"std::recursive_mutex", lock_why, {"runtime/", "tests/", "bench/"}},
    {"std::condition_variable", lock_why, {"runtime/", "tests/", "bench/"}},
    {"std::future", "an answer is a message: waiting for one blocks a strand", {"runtime/", "tests/", "bench/"}},
    {"std::thread", thread_why, {"runtime/", "tests/", "bench/"}},
    {"std::jthread", thread_why, {"runtime/", "tests/", "bench/"}},
    {"std::async", thread_why, {"tests/", "bench/"}},
    {"co_await", await_why, {"net/", "tests/net/"}},
    {"co_return", await_why, {"net/", "tests/net/"}},
    {"co_yield", await_why, {"net/", "tests/net/"}},
    {"std::regex", "overflows the stack on long input: write a linear scanner", {}},
    {"asio::detached", "somebody must hear of the end", {}},
    {"shared_from_this", "owners are members; sockets are known by ConnectionId", {"net/", "tests/net/", "bench/"}},
    {"enable_shared_from_this",
     "owners are members; sockets are known by ConnectionId",
     {"net/", "tests/net/", "bench/"}},
    {"getenv", "the environment is read by config/ and the commands alone", {"config/", "cli/", "tests/", "bench/"}},
    {"secure_getenv",
     "the environment is read by config/ and the commands alone",
     {"config/", "cli/", "tests/", "bench/"}},
    {"printf(", output_why, {"cli/", "tests/", "bench/"}},
    {"fprintf(", output_why, {"cli/", "tests/", "bench/"}},
    {"std::puts(", output_why, {"cli/", "tests/", "bench/"}},
    {"std::cout", output_why, {"cli/", "tests/", "bench/"}},
    {"std::cerr", output_why, {"cli/", "tests/", "bench/"}},
    {"std::clog", output_why, {"cli/", "tests/", "bench/"}},
    {"std::random_device", chance_why, {"runtime/", "tests/", "bench/"}},
    {"std::mt19937", chance_why, {"runtime/", "tests/", "bench/"}},
    {"std::mt19937_64", chance_why, {"runtime/", "tests/", "bench/"}},
    {"std::rand(", chance_why, {}},
    {"reveal(",
     "a secret is opened where it is checked or sent",
     {"policies/types.hpp", "config/", "net/", "store/", "cli/", "tests/", "bench/"}},
    {"#if 0", "what is not compiled is not kept", {}},
};

bool allowed(const Ban& ban, const std::string& path) {
    return std::ranges::any_of(ban.allowed_in, [&](const std::string& prefix) { return path.starts_with(prefix); });
}

// Content and Secret can neither be streamed nor formatted (P15).
bool prints_content(const std::string& code) {
    const bool names = has_word(code, "Content") || has_word(code, "Secret");
    return names && (code.find("operator<<") != std::string::npos || has_word(code, "formatter") ||
                     has_word(code, "PrintTo") || has_word(code, "format_as"));
}

}  // namespace

Problems check_bans(const Source& source) {
    Problems problems;
    for (std::size_t i = 0; i < source.code.size(); ++i) {
        const auto& code = source.code[i];
        const auto where = source.path + ":" + std::to_string(i + 1) + ": ";
        for (const auto& ban : bans)
            if (has_word(code, ban.word) && !allowed(ban, source.path))
                problems.push_back(where + ban.word + ": " + ban.why);
        if (prints_content(code)) problems.push_back(where + "content and secrets cannot be printed, by type");
        if (source.path.ends_with(".hpp") && has_word(code, "using namespace"))
            problems.push_back(where + "using namespace: a header opens no namespace for others");
    }
    return problems;
}

// The line without a structured binding in front: `auto [ec, n] = co_await …` is sound.
std::string without_binding(const std::string& code) {
    const auto open = code.find("auto ["), close = code.find("] = co_await");
    return open < close && close != std::string::npos ? code.substr(close + 1) : code;
}

// An aggregate or a lambda beside co_await, also on the lines that the same call goes on to.
Problems check_awaits(const Source& source) {
    Problems problems;
    int open = 0;  // parentheses of the call being awaited
    bool inside = false;
    for (std::size_t i = 0; i < source.code.size(); ++i) {
        const auto code = without_binding(source.code[i]);
        const bool awaits = has_word(code, "co_await");
        if (!awaits && !inside) continue;
        if (code.find('{') != std::string::npos || code.find('[') != std::string::npos)
            problems.push_back(source.path + ":" + std::to_string(i + 1) + ": " +
                               (awaits ? "co_await" : "co_await above") +
                               " beside { or [: name the object in a line of its own, g++ 12 destroys it twice");
        for (const char c : code) open += c == '(' ? 1 : c == ')' ? -1 : 0;
        inside = open > 0 && code.find(';') == std::string::npos;
        if (!inside) open = 0;
    }
    return problems;
}

namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Problems bans_of(const std::string& path, const std::string& text) { return check_bans(read_source(path, text)); }

struct Planted {
    std::string path, line, word;
};
class TidyBans : public testing::TestWithParam<Planted> {};

TEST_P(TidyBans, NameTheLineAndTheReason) {
    const auto& [path, line, word] = GetParam();
    const auto problems = bans_of(path, "int first;\n" + line + "\n");
    ASSERT_FALSE(problems.empty()) << line;
    EXPECT_THAT(problems.front(), HasSubstr(path + ":2: " + word + ": "));
}

INSTANTIATE_TEST_SUITE_P(
    Each, TidyBans,
    testing::Values(
        Planted{"actors/x.cpp", "auto t = std::chrono::steady_clock::now();", "_clock::now("},
        Planted{"policies/x.cpp", "using C = std::chrono::system_clock;", "std::chrono::system_clock"},
        Planted{"net/x.cpp", "auto t = std::time(0);", "std::time("},
        Planted{"cli/x.cpp", "std::this_thread::sleep_for(t);", "sleep_for"},
        Planted{"actors/x.hpp", "boost::asio::steady_timer t;", "steady_timer"},
        Planted{"actors/x.hpp", "std::mutex m;", "std::mutex"},
        Planted{"net/x.hpp", "std::shared_mutex m;", "std::shared_mutex"},
        Planted{"actors/x.cpp", "co_await f();", "co_await"}, Planted{"runtime/x.cpp", "co_return;", "co_return"},
        Planted{"policies/x.cpp", "std::regex r;", "std::regex"},
        Planted{"tests/net/x.cpp", "std::regex r;", "std::regex"},
        Planted{"net/x.cpp", "co_spawn(ex, f(), boost::asio::detached);", "asio::detached"},
        Planted{"actors/x.hpp", "auto self = shared_from_this();", "shared_from_this"},
        Planted{"store/x.cpp", "auto h = std::getenv(name);", "getenv"},
        Planted{"net/x.cpp", "printf(text);", "printf("}, Planted{"actors/x.cpp", "std::cout << 1;", "std::cout"},
        Planted{"runtime/x.cpp", "std::cerr << 1;", "std::cerr"},
        Planted{"policies/x.cpp", "std::mt19937_64 r;", "std::mt19937_64"},
        Planted{"net/x.cpp", "std::thread t;", "std::thread"},
        Planted{"actors/x.cpp", "auto f = std::async(g);", "std::async"},
        Planted{"actors/x.cpp", "key.reveal();", "reveal("},
        Planted{"actors/x.cpp", "std::future<int> f;", "std::future"}, Planted{"net/x.cpp", "#if 0", "#if 0"}));

TEST(TidyBans, HoldOnlyWhereTheyAreMeant) {
    EXPECT_THAT(bans_of("runtime/asio_time.cpp", "auto t = std::chrono::steady_clock::now();\nstd::mutex m;\n"),
                IsEmpty());
    EXPECT_THAT(bans_of("cli/status.cpp", "std::cout << std::getenv(name);\n"), IsEmpty());
    EXPECT_THAT(bans_of("net/ws.cpp", "co_await read();\n"), IsEmpty());
}

TEST(TidyBans, DoNotReadStringsCommentsOrLongerWords) {
    EXPECT_THAT(bans_of("net/x.cpp", "f(\"printf(\"); // printf(\n/* std::mutex\n std::mutex */ snprintf(a);\n"),
                IsEmpty());
    EXPECT_THAT(bans_of("net/x.cpp", "f(R\"x(std::mutex \"co_await\")x\", '\"', 1'000); g();\n"), IsEmpty());
    EXPECT_THAT(bans_of("actors/x.cpp", "f(R\"(text)\"); std::mutex m;\n"), ElementsAre(HasSubstr("std::mutex")));
}

TEST(TidyBans, KeepContentOutOfStreams) {
    EXPECT_THAT(bans_of("policies/x.hpp", "std::ostream& operator<<(std::ostream&, const Content&);\n"),
                ElementsAre("policies/x.hpp:1: content and secrets cannot be printed, by type"));
    EXPECT_THAT(bans_of("runtime/x.hpp", "template <> struct fmt::formatter<wm::Secret> {};\n"),
                ElementsAre(HasSubstr("by type")));
}

TEST(TidyBans, KeepHeadersFromOpeningNamespaces) {
    EXPECT_THAT(bans_of("net/x.hpp", "using namespace std;\n"), ElementsAre(HasSubstr("using namespace")));
}

TEST(TidyAwaits, RefuseAggregatesAndLambdasBesideThem) {
    const auto awaits = [](const std::string& text) { return check_awaits(read_source("net/x.cpp", text)); };
    EXPECT_THAT(awaits("co_await send(Message{1});\n"), ElementsAre(HasSubstr("net/x.cpp:1: co_await beside { or [")));
    EXPECT_THAT(awaits("co_await run([&] { go(); });\n"), ElementsAre(HasSubstr("net/x.cpp:1")));
    EXPECT_THAT(awaits("co_await send(a,\n              Message{1});\n"),
                ElementsAre(HasSubstr("net/x.cpp:2: co_await above")));
    EXPECT_THAT(awaits("co_await send(a,\n   b);\nMessage m{1};\nauto f = [] {};\n"), IsEmpty());
    EXPECT_THAT(awaits("const auto [failed, size] = co_await read(socket);\n"), IsEmpty());
    EXPECT_THAT(awaits("auto [failed] = co_await send({1});\n"), ElementsAre(HasSubstr("beside { or [")));
    EXPECT_THAT(awaits("Message m{1};\nco_await send(std::move(m));  // { [\n"), IsEmpty());
}

}  // namespace
}  // namespace wm::tidy
