// The table of formats: every row finds what it describes, wherever it stands, and docs/secrets.md says what is in it.

#include "policies/secrets_table.hpp"
#include "policies/secrets.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace wm::policies {
namespace {

using secrets::SecretRule;

std::string members_of(std::string_view inside) {
    std::string members;
    for (std::size_t i = 0; i < inside.size(); ++i) {
        if (inside[i] == '\\' && i + 1 < inside.size()) {
            ++i;
            continue;  // \s, not needed in an example
        }
        if (i + 2 < inside.size() && inside[i + 1] == '-') {
            for (char c = inside[i]; c <= inside[i + 2]; ++c) members += c;
            i += 2;
        } else {
            members += inside[i];
        }
    }
    return members;
}

// A text that the pattern matches. Patterns of the table are classes, literals and counts.
std::string example_of(std::string_view pattern, std::mt19937& random) {
    std::string out;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        std::string members;
        if (pattern[i] == '[') {
            const auto close = pattern.find(']', i);
            const auto inside = pattern.substr(i + 1, close - i - 1);
            members = inside.starts_with('^') ? "abcdefgh2345" : members_of(inside);
            i = close;
        } else {
            if (pattern[i] == '\\') ++i;
            members = pattern[i];
        }
        std::size_t times = 1;
        if (i + 1 < pattern.size() && pattern[i + 1] == '{') {
            const auto least = std::strtoul(pattern.data() + i + 2, nullptr, 10);
            times = least == 0 && members.find('=') == std::string::npos ? 1 : least;
            if (members == " =\"'") members = " ", times = 1;
            i = pattern.find('}', i);
        }
        for (; times > 0; --times) out += members[random() % members.size()];
    }
    return out;
}

std::vector<SecretRule> all_rules() {
    std::vector<SecretRule> rules;
    for (const auto rows : {secrets::service_rules(), secrets::platform_rules()})
        rules.insert(rules.end(), rows.begin(), rows.end());
    return rules;
}

std::vector<std::string> anchors_of(const SecretRule& rule) {
    std::vector<std::string> anchors;
    std::istringstream words{std::string(rule.anchors)};
    for (std::string word; words >> word;) anchors.push_back(word);
    return anchors;
}

TEST(SecretTable, FindsWhatEachOfItsRowsDescribes) {
    std::mt19937 random(5);
    for (const auto& rule : all_rules())
        for (const auto& anchor : anchors_of(rule))
            for (int round = 0; round < 5; ++round) {
                const auto lead = example_of(rule.lead, random), body = example_of(rule.body, random);
                const auto secret = lead + anchor + body;
                for (const auto& text :
                     {secret, "mira (" + secret + ") ahora", "\\n" + secret + "\\n", "密钥" + secret + "。"}) {
                    const auto clean = redact(Content{text}).text.text;
                    EXPECT_EQ(clean.find(body.empty() ? lead : body), std::string::npos)
                        << rule.id << " " << rule.provider << " " << anchor << ": " << clean;
                }
            }
}

TEST(SecretTable, SaysOfEachRowWhoseItIsAndWhereThatIsWritten) {
    std::set<std::string_view> providers;
    for (const auto& rule : all_rules()) {
        EXPECT_FALSE(rule.provider.empty()) << rule.id;
        EXPECT_TRUE(rule.source.starts_with("https://") || rule.source.starts_with("docs/")) << rule.id;
        EXPECT_EQ(secrets::fault_of({std::string(rule.id), "x", "keyword", 0}), "") << rule.id;
        providers.insert(rule.provider);
    }
    EXPECT_GT(providers.size(), 120U);
}

// The mark stands in each example so that no scanner of repositories, ours included, takes it for a real one.
TEST(SecretTable, IsWhatTheDocumentationSays) {
    std::mt19937 random(1);
    std::string page =
        "# Formats of secrets\n\nWritten from the table in `policies/secrets_table_*.cpp` by\n"
        "`WM_UPDATE=1 build/policies_tests --gtest_filter='SecretTable*'`. The mark ⁂ is in no real one.\n\n"
        "| finding | issuer | begins or is marked with | example | source |\n| --- | --- | --- | --- | --- |\n";
    for (const auto& rule : all_rules()) {
        const auto anchor = anchors_of(rule).front();
        const auto lead = example_of(rule.lead, random).substr(0, 8);
        const auto body = example_of(rule.body, random).substr(0, 24);
        const auto example = lead + anchor + "⁂" + body;
        std::string escaped;
        for (const char c : example) escaped += c == '|' ? std::string("\\|") : std::string(1, c);
        page += "| " + std::string(rule.id) + " | " + std::string(rule.provider) + " | `" + std::string(rule.anchors) +
                "` | `" + escaped + "…` | " + std::string(rule.source) + " |\n";
    }
    const std::string path = WM_SOURCE_DIR "/docs/secrets.md";
    if (std::getenv("WM_UPDATE") != nullptr) std::ofstream(path) << page;
    std::ifstream file(path);
    std::stringstream written;
    written << file.rdbuf();
    EXPECT_EQ(written.str(), page) << "run it with WM_UPDATE=1";
}

class OwnSecretRules : public testing::Test {
protected:
    ~OwnSecretRules() override { use_own_secret_rules({}); }
};

TEST_F(OwnSecretRules, AreFoundBesideTheTable) {
    use_own_secret_rules({{"acme-badge", "ACME-(\\d{4}-\\d{4})", "acme-", 0}});
    EXPECT_EQ(redact(Content{"badge ACME-1234-5678 works"}).text.text, "badge ACME-[REDACTED:acme-badge] works");
    EXPECT_TRUE(holds_secret("contraseña: geheim123"));
    use_own_secret_rules({});
    EXPECT_FALSE(holds_secret("badge ACME-1234-5678 works"));
}

TEST_F(OwnSecretRules, AreRefusedWithTheReason) {
    EXPECT_NE(secrets::fault_of({"Acme", "x", "acme", 0}), "");
    EXPECT_NE(secrets::fault_of({"acme", "(", "acme", 0}), "");
    EXPECT_NE(secrets::fault_of({"acme", "a*", "acme", 0}), "");
    EXPECT_NE(secrets::fault_of({"acme", "(a)(b)", "acme", 0}), "");
    EXPECT_NE(secrets::fault_of({"acme", "x", "a", 0}), "");
    EXPECT_EQ(secrets::fault_of({"acme", "x(y)", "acme", 0}), "");
}

}  // namespace
}  // namespace wm::policies
