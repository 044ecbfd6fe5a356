// Recorded answers of real servers, each classed as it should be.

#include "tests/net/hindsight_cases.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>

using namespace wm;
using namespace wm::hindsight_cases;

namespace {

const std::filesystem::path folder = std::filesystem::path(WM_SOURCE_DIR) / "tests/net/hindsight_samples";

// One sample: the last HTTP answer in it, and what its request was about.
struct Sample {
    HttpResponse response;
    std::string text;
};
Sample load(const std::string& version, const std::string& name) {
    std::ifstream file(folder / version / (name + ".http"), std::ios::binary);
    Sample sample{{}, std::string(std::istreambuf_iterator<char>(file), {})};
    const auto start = sample.text.rfind("\nHTTP/1.1 ") + 1;
    const auto blank = sample.text.find("\n\n", start);
    sample.response.status = std::stoi(sample.text.substr(start + 9, 3));
    const auto head = sample.text.substr(start, blank - start);
    const auto field = [&](const std::string& key) {
        const auto at = head.find("\n" + key + ": ");
        return at == std::string::npos
                   ? std::string()
                   : head.substr(at + key.size() + 3, head.find('\n', at + 1) - at - key.size() - 3);
    };
    sample.response.date = field("date");
    sample.response.retry_after = field("retry-after");
    sample.response.body = sample.text.substr(blank + 2, sample.text.find("\n### time_total", blank) - blank - 2);
    return sample;
}

enum class As { recall, retain, poll, document, reflect_guard, reflect, health, version };
std::string classed(As as, const HttpResponse& response) {
    const HttpResponse completed{200, R"({"status":"completed"})", "", ""};
    const HttpResponse filled{200, R"({"total_nodes":1})", "", ""};
    const HttpResponse healthy{200, R"({"status":"healthy"})", "", ""};
    const auto through = [&](const BackendCall& call, const HttpResponse* first) {
        HindsightExchange exchange(call);
        exchange.begin();
        if (first) exchange.answered(*first, WallTime());
        return show(exchange.answered(response, WallTime()));
    };
    switch (as) {
        case As::recall: return through(recall(), nullptr);
        case As::retain: return through(retain(), nullptr);
        case As::poll: return through(poll({}), nullptr);
        case As::document: return through(poll({DocumentId("doc-standup-1")}), &completed);
        case As::reflect_guard: return through(reflect(), nullptr);
        case As::reflect: return through(reflect(), &filled);
        case As::health: return through(HealthCall{}, nullptr);
        case As::version: return through(HealthCall{}, &healthy);
    }
    return "";
}

struct Row {
    As as;
    const char* now;     // of 1.1.0
    const char* before;  // of 0.9.2; empty: no such sample
};
const char* const same = "=";
const char* const taken = "GET /v1/default/banks/demo/operations/11111111-2222-4333-8444-555555555555";
const std::map<std::string, Row>& rows() {
    static const std::map<std::string, Row> table{
        {"auth-missing-retain", {As::retain, "denied 401", same}},
        {"auth-wrong", {As::recall, "denied 401", same}},
        {"bank-profile-retired", {As::recall, "rejected 410", "malformed 200"}},
        {"bank-stats", {As::reflect_guard, "reflection ", same}},
        {"bank-stats-missing", {As::reflect_guard, "reflection ", same}},
        {"defense-block-async-op", {As::poll, "accepted", ""}},  // retried three times before it fails
        {"defense-retain-block", {As::retain, "rejected 422", ""}},
        {"document-get", {As::document, "stored 2", same}},
        {"document-get-missing", {As::document, "stored 0", same}},
        {"err-404-route", {As::recall, "rejected 404", same}},
        {"err-404-tenant", {As::recall, "rejected 404", same}},
        {"err-405", {As::recall, "rejected 405", same}},
        {"err-500-llm-down", {As::retain, "server 500", ""}},
        {"err-500-recall-db-down", {As::recall, "server 500", ""}},
        {"err-500-recall-embeddings-down", {As::recall, "server 500", ""}},
        {"err-500-reflect-llm-down", {As::reflect, "server 500", ""}},
        {"err-500-retain-db-down", {As::retain, "server 500", ""}},
        {"err-503-admission", {As::retain, "overloaded 503 after 2000", ""}},
        {"err-503-health-db-down", {As::health, "overloaded 503", ""}},
        {"health", {As::health, "GET /version", same}},
        {"operation-after-retry", {As::poll, "stored 1", ""}},
        {"operation-failed", {As::poll, "failed 200", ""}},
        {"operation-get", {As::poll, "stored 1", same}},
        {"operation-get-badid", {As::poll, "rejected 400", same}},
        {"operation-get-early", {As::poll, "accepted", same}},
        {"operation-get-unknown", {As::poll, "lost 200", same}},
        {"recall-bad-budget", {As::recall, "rejected 422", same}},
        {"recall-bad-tags-match", {As::recall, "rejected 422", same}},
        {"recall-bad-ts", {As::recall, "rejected 400", same}},
        {"recall-bad-type", {As::recall, "memories 0", same}},
        {"recall-empty-query", {As::recall, "rejected 422", same}},
        {"recall-full", {As::recall, "memories 1", same}},
        {"recall-long-query", {As::recall, "memories 0", "rejected 400"}},
        {"recall-max-tokens-neg", {As::recall, "memories 0", same}},
        {"recall-max-tokens-tiny", {As::recall, "memories 1", same}},
        {"recall-max-tokens-zero", {As::recall, "memories 0", same}},
        {"recall-min", {As::recall, "memories 1", "memories 2"}},
        {"recall-missing-bank", {As::recall, "memories 0", same}},
        {"recall-no-query", {As::recall, "rejected 422", same}},
        {"recall-observations", {As::recall, "memories 1", same}},
        {"recall-tag-groups", {As::recall, "memories 1", "memories 2"}},
        {"recall-tags-all-strict", {As::recall, "memories 0", same}},
        {"recall-tags-exact-untagged", {As::recall, "memories 1", "memories 2"}},
        {"recall-unknown-field", {As::recall, "memories 1", "memories 2"}},
        {"reflect-empty-query", {As::reflect, "rejected 422", "reflection Based on the stored memories:"}},
        {"reflect-facts", {As::reflect, "reflection Ana decided", same}},
        {"reflect-min", {As::reflect, "reflection Ana decided that the gateway listens on port 9444.", same}},
        {"reflect-missing-bank",
         {As::reflect, "reflection Nothing is known about this.", "reflection Based on the stored memories:"}},
        {"reflect-schema", {As::reflect, "reflection Ana decided", same}},
        {"retain-async", {As::retain, "malformed 200", same}},  // an id of the server's own: nothing we could poll
        {"retain-async-opid", {As::retain, taken, same}},
        {"retain-async-opid-bad", {As::retain, "rejected 422", same}},
        {"retain-async-opid-other-bank", {As::retain, "rejected 409", same}},
        {"retain-async-opid-other-payload", {As::retain, taken, same}},
        {"retain-async-opid-repeat", {As::retain, taken, same}},
        {"retain-async-opid-repeat-after", {As::retain, taken, same}},
        {"retain-bad-json", {As::retain, "rejected 422", same}},
        {"retain-bad-timestamp", {As::retain, "rejected 422", same}},
        {"retain-empty-content", {As::retain, "rejected 422", same}},
        {"retain-metadata-nonstring", {As::retain, "rejected 422", same}},
        {"retain-sync", {As::retain, "malformed 200", same}},
        {"version", {As::version, "healthy 1.1.0", "healthy 0.9.2"}},
    };
    return table;
}

void check(const std::string& version, bool now) {
    std::set<std::string> seen;
    for (const auto& entry : std::filesystem::directory_iterator(folder / version)) {
        const auto name = entry.path().stem().string();
        seen.insert(name);
        const auto row = rows().find(name);
        ASSERT_NE(row, rows().end()) << name << " is in no row";
        const std::string expected = now || row->second.before == same ? row->second.now : row->second.before;
        const auto result = classed(row->second.as, load(version, name).response);
        const bool reflection = expected.starts_with("reflection ") && expected.size() > 11;  // its text is a beginning
        EXPECT_EQ(reflection ? result.substr(0, expected.size()) : result, expected) << name;
    }
    for (const auto& [name, row] : rows()) {
        EXPECT_EQ(seen.contains(name), now || *row.before != '\0') << version << ": " << name;
    }
}

TEST(HindsightSamples, OfTheNewServerAreClassedRight) { check("1.1.0", true); }
TEST(HindsightSamples, OfTheOldServerAreClassedRight) { check("0.9.2", false); }

TEST(HindsightSamples, GiveNoTextOfTheServerAway) {
    for (const auto* name : {"operation-failed", "err-500-llm-down", "defense-retain-block", "recall-bad-ts"}) {
        const auto line = classed(rows().at(name).as, load("1.1.0", name).response);
        EXPECT_LT(line.size(), 15u) << line;  // a kind and a status: there is no field that could hold more
    }
}

}  // namespace
