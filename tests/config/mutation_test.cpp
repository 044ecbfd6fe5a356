// Seeded damage to good files: whatever comes of it, load() answers with settings or with problems, never with an
// exception.
#include "config/print.hpp"
#include "config/tree.hpp"
#include "tests/config/reading.hpp"

#include <algorithm>
#include <array>
#include <random>

using namespace wm;
using namespace wm::config;

namespace {

constexpr std::array<std::string_view, 34> pieces{
    "{",    "}",   "[",      "]",     ": ",    "- ",          "\n", "\t",   "\"",   "'",   "|",  ">",
    "&a ",  "*a",  "!!str ", "---\n", "...\n", "%YAML 1.2\n", "${", "${X}", "$${",  "010", "-1", "99999999999999999999",
    "0x10", "1e9", "~",      "#",     "\xff",  "\xe2\x82",    "? ", "<<: ", "true", "null"};

class Damage {
public:
    explicit Damage(unsigned seed) : random_(seed) {}

    std::string operator()(std::string text) {
        const auto blows = 1 + below(4);
        for (std::size_t i = 0; i < blows; ++i) strike(text);
        return text;
    }

private:
    std::size_t below(std::size_t end) { return end == 0 ? 0 : random_() % end; }

    void strike(std::string& text) {
        const auto at = below(text.size() + 1);
        const auto length = std::min(below(40), text.size() - at);
        switch (below(7)) {
            case 0: text.erase(at, length); break;
            case 1: text.insert(at, pieces[below(pieces.size())]); break;
            case 2: text.insert(at, text.substr(below(text.size()), below(200))); break;
            case 3: text.replace(at, length, pieces[below(pieces.size())]); break;
            case 4: text.resize(at); break;
            case 5:
                if (at < text.size()) text[at] = static_cast<char>(below(256));
                break;
            default: double_line(text, at); break;
        }
    }

    static void double_line(std::string& text, std::size_t at) {
        const auto begin = at == 0 ? 0 : text.rfind('\n', at - 1) + 1;
        const auto end = text.find('\n', at);
        if (end != std::string::npos) text.insert(end + 1, text.substr(begin, end + 1 - begin));
    }

    std::mt19937 random_;
};

void expect_sound_answer(const std::string& text, const LoadResult& result) {
    ASSERT_EQ(result.ok(), result.problems.empty());
    const auto lines = 1 + std::count(text.begin(), text.end(), '\n');
    for (const auto& problem : result.problems) {
        EXPECT_GE(problem.line, 0);
        EXPECT_LE(problem.line, lines + 1);
        EXPECT_FALSE(problem.message.empty() || problem.remedy.empty());
        EXPECT_EQ(unprintable_at(describe(problem, "c.yaml")), std::string::npos);
    }
    if (!result.ok()) return;
    auto expected = *result.settings;
    if (!expected.backend.api_key.empty()) expected.backend.api_key = Secret("***");
    if (!expected.spool.key.empty()) expected.spool.key = Secret("***");
    const auto again = load(print(*result.settings), "printed", environment());
    EXPECT_TRUE(again.settings == expected) << describe(again);
}

}  // namespace

TEST(Mutation, ADamagedFileGetsAnAnswerAndNeverAnException) {
    std::size_t survived = 0;
    std::size_t refused = 0;
    for (const auto* name : {"config/wetopi-memory.yaml", "config/hindsight.example.yaml", "tests/config/full.yaml"}) {
        const auto original = contents(source(name));
        ASSERT_FALSE(original.empty());
        for (unsigned seed = 0; seed < 1000; ++seed) {
            const auto text = Damage(seed)(original);
            LoadResult result;
            ASSERT_NO_THROW(result = load(text, "c.yaml",
                                          environment({{"WM_TEST_KEY", "k"},
                                                       {"HINDSIGHT_API_URL", "http://h:1"},
                                                       {"HINDSIGHT_API_KEY", "k"}})))
                << name << " seed " << seed;
            expect_sound_answer(text, result);
            if (testing::Test::HasFailure()) FAIL() << name << " seed " << seed << "\n" << text;
            ++(result.ok() ? survived : refused);
        }
    }
    EXPECT_GT(survived, 100U);  // the damage is mild enough to reach the rules behind the parser…
    EXPECT_GT(refused, 1000U);  // …and hard enough to be noticed
}
