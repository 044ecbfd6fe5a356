#include "net/hindsight_wire.hpp"

#include "tests/net/hindsight_cases.hpp"

#include <gtest/gtest.h>
#include <boost/json.hpp>

#include <random>
#include <string>

using namespace wm;
using namespace wm::hindsight_cases;
namespace json = boost::json;

namespace {

json::object body_of(const HindsightStep& step) { return json::parse(std::get<HttpRequest>(step).body).as_object(); }
HttpResponse ok(std::string body) { return {200, std::move(body), "", ""}; }
std::string after(const BackendCall& call, const HttpResponse& response) {
    HindsightExchange exchange(call);
    exchange.begin();
    return show(exchange.answered(response, WallTime()));
}

TEST(HindsightRecall, SaysWhatHindsightWouldElseGuess) {
    auto call = recall();
    call.types = {MemoryType::observation, MemoryType::world, MemoryType::experience};
    call.budget = Budget::high;
    call.max_tokens = 1500;
    const auto step = HindsightExchange(call).begin();
    EXPECT_EQ(show(step), "POST /v1/default/banks/demo/memories/recall");
    EXPECT_EQ(
        json::serialize(body_of(step)),
        R"({"query":"which port does the gateway use?","budget":"high","max_tokens":1500,"prefer_observations":true,)"
        R"("types":["observation","world","experience"],"include":{"entities":null}})");
}

TEST(HindsightRecall, PrefersObservationsOnlyWhereThereAreSome) {
    auto call = recall();
    call.types = {MemoryType::world};
    const auto body = body_of(HindsightExchange(call).begin());
    EXPECT_FALSE(body.contains("prefer_observations"));
    EXPECT_FALSE(body.contains("tags"));
    EXPECT_FALSE(body.contains("tags_match"));
}

TEST(HindsightRecall, CutsAQueryThatTheOlderServerRefuses) {
    const auto body = body_of(HindsightExchange(recall(std::string(100000, 'x'))).begin());
    EXPECT_EQ(body.at("query").as_string().size(), HindsightExchange::query_tokens_max);
}

TEST(HindsightRecall, FindsNothingForAQueryWithoutAWord) {
    for (const auto* query : {"", "?!", "🚀"})
        EXPECT_EQ(show(HindsightExchange(recall(query)).begin()), "memories 0") << query;
}

TEST(HindsightRecall, TakesQueryTextForTextAndNothingElse) {  // BR-14
    const std::string huge(100'000, 'x');
    for (const std::string query :
         {"TODO: fix", "pre-edit", "rm -rf", "--force", "\"unbalanced", "NEAR(", "设备", "清单", "contrasena",
          "POLITICA", "' OR 1=1 --", "a\\\"}],\"types\":[", "{{7*7}}"}) {
        const auto step = HindsightExchange(recall(query)).begin();
        const auto* request = std::get_if<HttpRequest>(&step);
        ASSERT_NE(request, nullptr) << query;
        EXPECT_EQ(json::parse(request->body).at("query").as_string(), query) << "as it was asked";
        EXPECT_EQ(request->target, "/v1/default/banks/demo/memories/recall");
    }
    for (const std::string nothing : {"", "*", "\"", "::", "()", "\xff\xfe\x80", "^ ~ *", "\xf0\x9f\x98\x80"}) {
        const auto step = HindsightExchange(recall(nothing)).begin();
        const auto* result = std::get_if<BackendResult>(&step);
        ASSERT_NE(result, nullptr) << "asks nothing: a bank would answer with what it has";
        EXPECT_TRUE(std::get<Memories>(*result).items.empty());
    }
    for (const std::string& odd :
         {"rm -rf --force /srv " + huge, std::string("\xffpol\xc3\xadtica\x80"), std::string("rm\0rf", 5)}) {
        const auto step = HindsightExchange(recall(odd)).begin();
        const auto* request = std::get_if<HttpRequest>(&step);
        ASSERT_NE(request, nullptr);
        EXPECT_LT(request->body.size(), 10'000u);
        boost::system::error_code error;
        EXPECT_TRUE(json::parse(request->body, error).is_object()) << error;
    }
}

TEST(HindsightRecall, ReadsAMemoryOfEitherVersion) {
    HindsightExchange exchange(recall());
    exchange.begin();
    const auto step = exchange.answered(ok(R"({"results":[
        {"id":"a","text":"port 9444","type":"observation","entities":null,"mentioned_at":"2026-11-30T16:54:55.666019+00:00",
         "occurred_start":"2026-01-01T00:00:00Z","document_id":null,"scores":{"final":1.1,"reranker":null}},
        {"id":"b","text":"port 9443","type":"world","occurred_start":"2026-11-30T16:54:55Z"},
        {"text":"I restarted it","type":"experience","scores":null,"mentioned_at":null}]})"),
                                        WallTime());
    const auto& memories = std::get<Memories>(std::get<BackendResult>(step)).items;
    ASSERT_EQ(memories.size(), 3u);
    EXPECT_EQ(memories[0].scope, ScopeName("platform"));
    EXPECT_EQ(memories[0].text.text, "port 9444");
    EXPECT_EQ(memories[0].id, "a");
    EXPECT_DOUBLE_EQ(memories[0].score, 1.1);
    EXPECT_EQ(memories[0].at, WallTime(Millis(1796057695666)));
    EXPECT_EQ(memories[1].type, MemoryType::world);
    EXPECT_EQ(memories[1].at, WallTime(Millis(1796057695000)));
    EXPECT_EQ(memories[2].type, MemoryType::experience);
    EXPECT_EQ(memories[2].at, WallTime());
}

TEST(HindsightRecall, PassesOverResultsItCannotUse) {
    EXPECT_EQ(
        after(recall(), ok(R"({"results":[null,7,{"text":"x"},{"text":"x","type":"opinion"},{"text":7,"type":"world"},
                                                {"text":"","type":"world"},{"text":"good","type":"world"}]})")),
        "memories 1");
}

TEST(HindsightRecall, TakesABankThatWasNeverMadeForAnEmptyOne) {
    EXPECT_EQ(after(recall(), {404, R"({"detail":"Bank 'never-made' not found"})", "", ""}), "memories 0");
    EXPECT_EQ(after(recall(), {404, R"({"detail":"Not Found"})", "", ""}), "rejected 404");  // the URL is wrong
    EXPECT_EQ(after(recall(), {404, "<html>", "", ""}), "rejected 404");
}

TEST(HindsightRetain, IsAsyncUnderOurIdWithADocumentForEachItem) {
    const auto step = HindsightExchange(retain()).begin();
    EXPECT_EQ(show(step), "POST /v1/default/banks/demo/memories");
    EXPECT_EQ(json::serialize(body_of(step)),
              R"({"async":true,"operation_id":"11111111-2222-4333-8444-555555555555","items":[)"
              R"({"content":"pve04 was powered off.","document_id":"turn-1","update_mode":"replace",)"
              R"("timestamp":"2026-03-02T10:00:00.000Z","context":"maintenance","tags":["host:pve04"]},)"
              R"({"content":"pve04 is offline.","document_id":"state:pve04:power","update_mode":"replace",)"
              R"("timestamp":"2026-03-02T10:00:00.000Z"}]})");
}

TEST(HindsightRetain, SendsNoHalfCharacter) {
    auto call = retain();
    call.batch.items[0].content.text = "cut \xC3";
    const auto body = body_of(HindsightExchange(call).begin());
    EXPECT_EQ(body.at("items").as_array()[0].at("content").as_string(), "cut \uFFFD");
}

TEST(HindsightRetain, IsAcceptedOnlyUnderOurOwnId) {
    const auto taken = [](const std::string& ours, const std::string& theirs) {
        return after(retain(ours), ok(R"({"success":true,"operation_id":)" + theirs + "}"));
    };
    const std::string id = "abcdef11-2222-4333-8444-555555555555";
    EXPECT_EQ(taken(id, '"' + id + '"'), "GET /v1/default/banks/demo/operations/" + id);
    EXPECT_EQ(taken("ABCDEF11-2222-4333-8444-555555555555", '"' + id + '"'),
              "GET /v1/default/banks/demo/operations/ABCDEF11-2222-4333-8444-555555555555");
    EXPECT_EQ(taken(id, R"("99999999-2222-4333-8444-555555555555")"), "malformed 200");
    EXPECT_EQ(taken(id, "null"), "malformed 200");
}

TEST(HindsightRetain, QueuesAFailedOperationAgain) {
    const auto third = [](const std::string& operation) {
        HindsightExchange exchange(retain());
        exchange.begin();
        exchange.answered(ok(R"({"operation_id":"11111111-2222-4333-8444-555555555555"})"), WallTime());
        return std::pair(exchange, show(exchange.answered(ok(operation), WallTime())));
    };
    for (const auto* operation :
         {R"({"status":"pending"})", R"({"status":"completed"})", R"({"status":"not_found"})"}) {
        EXPECT_EQ(third(operation).second, "accepted") << operation;
    }
    const std::string retry = "POST /v1/default/banks/demo/operations/11111111-2222-4333-8444-555555555555/retry";
    auto [exchange, step] = third(R"({"status":"failed"})");
    EXPECT_EQ(step, retry);
    EXPECT_EQ(show(exchange.answered(ok(R"({"success":true})"), WallTime())), "accepted");
    auto [stubborn, again] = third(R"({"status":"pending","child_operations":[{"status":"failed"}]})");
    EXPECT_EQ(again, retry);
    EXPECT_EQ(show(stubborn.answered({409, "{}", "", ""}, WallTime())), "failed 409");
}

TEST(HindsightRetain, RefusesWhatMustNotBeSent) {
    auto huge = retain();
    huge.batch.items[0].content.text.assign(HindsightExchange::request_bytes_max, 'x');
    EXPECT_EQ(show(HindsightExchange(huge).begin()), "rejected");
    auto empty = retain();
    empty.batch.items.clear();
    EXPECT_EQ(show(HindsightExchange(empty).begin()), "rejected");
}

TEST(HindsightBank, NamesAreEncodedOrRefused) {
    EXPECT_EQ(show(HindsightExchange(recall("q 1", "Ümlaut bank:1")).begin()),
              "POST /v1/default/banks/%C3%9Cmlaut%20bank%3A1/memories/recall");
    for (const auto& name : {std::string("a/b"), std::string(193, 'x'), std::string("a\0b", 3)}) {
        EXPECT_EQ(show(HindsightExchange(recall("q 1", name)).begin()), "rejected");
        EXPECT_EQ(show(HindsightExchange(retain("11111111-2222-4333-8444-555555555555", name)).begin()), "rejected");
    }
}

TEST(HindsightPoll, AsksForTheOperation) {
    EXPECT_EQ(show(HindsightExchange(poll()).begin()),
              "GET /v1/default/banks/demo/operations/11111111-2222-4333-8444-555555555555");
}

TEST(HindsightPoll, BelievesTheChildrenBeforeThePendingParent) {
    struct Row {
        const char* body;
        const char* result;
    };
    for (
        const auto& row : {
            Row{R"({"status":"pending"})", "accepted"},
            Row{R"({"status":"processing","child_operations":[]})", "accepted"},
            Row{R"({"status":"some_later_word"})", "accepted"},
            Row{R"({"status":"pending","child_operations":[{"status":"pending","error_message":"x"}]})", "accepted"},
            Row{R"({"status":"pending","child_operations":[{"status":"failed"},{"status":"processing"}]})", "accepted"},
            Row{R"({"status":"pending","child_operations":[{"status":"failed"},{"status":"completed"}]})",
                "failed 200"},
            Row{R"({"status":"pending","child_operations":[{"status":"cancelled"}]})", "failed 200"},
            Row{R"({"status":"pending","result_metadata":{"num_sub_batches":2},"child_operations":[{"status":"failed"}]})",
                "accepted"},
            Row{R"({"status":"pending","child_operations":["?"]})", "accepted"},
            Row{R"({"status":"failed","error_message":"Traceback"})", "failed 200"},
            Row{R"({"status":"cancelled"})", "failed 200"},
            Row{R"({"status":"not_found","result_metadata":null})", "lost 200"},
            Row{R"({"status":"completed","result_metadata":{"unit_ids_count":3}})", "stored 3"},
            Row{R"({"status":null})", "malformed 200"},
            Row{R"([])", "malformed 200"},
        }) {
        EXPECT_EQ(after(poll(), ok(row.body)), row.result) << row.body;
    }
    EXPECT_EQ(after(poll(), {404, R"({"detail":"Bank 'demo' not found"})", "", ""}), "lost 404");
    EXPECT_EQ(after(poll(), {400, R"({"detail":"bad"})", "", ""}), "rejected 400");
    EXPECT_EQ(after(poll(), {500, "", "", ""}), "server 500");
}

TEST(HindsightPoll, CountsTheDocumentsWhenTheOperationNamesNoUnits) {
    for (const auto* operation : {R"({"status":"completed","result_metadata":{"unit_ids_count":0}})",
                                  R"({"status":"completed","result_metadata":null})", R"({"status":"completed"})",
                                  R"({"status":"pending","child_operations":[{"status":"completed"}]})"}) {
        HindsightExchange exchange(poll());
        exchange.begin();
        EXPECT_EQ(show(exchange.answered(ok(operation), WallTime())),
                  "GET /v1/default/banks/demo/documents/state%3Apve04%3Apower");
        EXPECT_EQ(show(exchange.answered(ok(R"({"memory_unit_count":2})"), WallTime())),
                  "GET /v1/default/banks/demo/documents/turn-1");
        EXPECT_EQ(show(exchange.answered({404, R"({"detail":"Document not found"})", "", ""}, WallTime())), "stored 2");
    }
}

TEST(HindsightPoll, ShowsZeroUnitsAndEndsOnAFailedLookUp) {
    HindsightExchange none(poll({}));
    none.begin();
    EXPECT_EQ(show(none.answered(ok(R"({"status":"completed","result_metadata":{"unit_ids_count":0}})"), WallTime())),
              "stored 0");
    HindsightExchange down(poll());
    down.begin();
    down.answered(ok(R"({"status":"completed"})"), WallTime());
    EXPECT_EQ(show(down.answered({503, "", "", "3"}, WallTime())), "overloaded 503 after 3000");
}

TEST(HindsightPoll, AsksABoundedNumberOfTimes) {
    HindsightExchange exchange(poll(std::vector<DocumentId>(1000, DocumentId("d"))));
    exchange.begin();
    auto step = exchange.answered(ok(R"({"status":"completed"})"), WallTime());
    std::size_t asked = 0;
    for (; std::holds_alternative<HttpRequest>(step); ++asked)
        step = exchange.answered(ok(R"({"memory_unit_count":1})"), WallTime());
    EXPECT_EQ(asked, HindsightExchange::look_ups_max);
    EXPECT_EQ(show(step), "stored 64");
}

TEST(HindsightReflect, LooksBeforeItMakesABank) {
    HindsightExchange exchange(reflect());
    EXPECT_EQ(show(exchange.begin()), "GET /v1/default/banks/demo/stats?refresh=true");
    const auto step = exchange.answered(ok(R"({"total_nodes":3,"total_documents":1})"), WallTime());
    EXPECT_EQ(show(step), "POST /v1/default/banks/demo/reflect");
    EXPECT_EQ(json::serialize(body_of(step)),
              R"({"query":"Which port does the gateway use?","budget":"low","max_tokens":1000})");
    EXPECT_EQ(show(exchange.answered(ok(R"({"text":"9444","usage":null})"), WallTime())), "reflection 9444");
}

TEST(HindsightReflect, KnowsNothingOfAMissingOrEmptyBank) {
    EXPECT_EQ(after(reflect(), {404, R"({"detail":"Bank 'demo' not found"})", "", ""}), "reflection ");
    EXPECT_EQ(after(reflect(), ok(R"({"total_nodes":0,"total_documents":0})")), "reflection ");  // 0.9.2, missing
    EXPECT_EQ(after(reflect(), {404, R"({"detail":"Not Found"})", "", ""}), "rejected 404");
    EXPECT_EQ(after(reflect(), ok("{}")), "malformed 200");
    EXPECT_EQ(show(HindsightExchange(reflect("?!")).begin()), "reflection ");
}

TEST(HindsightWire, HidesAMemoryAndShowsItAgain) {
    const std::string id = "11111111-2222-4333-8444-555555555555";
    const auto forget = [&](ForgetMemory::How how, const std::string& of) {
        return ManageCall{bank("demo"), ForgetMemory{of, how, 7}};
    };
    HindsightExchange hide(forget(ForgetMemory::How::trash, id)), bring_back(forget(ForgetMemory::How::restore, id));
    const auto hidden = hide.begin();
    EXPECT_EQ(show(hidden), "PATCH /v1/default/banks/demo/memories/" + id);
    EXPECT_EQ(std::get<HttpRequest>(hidden).body, R"({"state":"invalidated"})");
    EXPECT_EQ(show(hide.answered(ok("{}"), WallTime())), "forgotten");
    EXPECT_EQ(std::get<HttpRequest>(bring_back.begin()).body, R"({"state":"valid"})");
    EXPECT_EQ(after(forget(ForgetMemory::How::trash, id), {404, "{}", "", ""}), "not known");
    EXPECT_EQ(after(forget(ForgetMemory::How::trash, id), {400, "{}", "", ""}), "unsupported");
    EXPECT_EQ(after(forget(ForgetMemory::How::trash, id), {500, "{}", "", ""}), "server 500");
    EXPECT_EQ(show(HindsightExchange(forget(ForgetMemory::How::ttl, id)).begin()), "unsupported");
    EXPECT_EQ(show(HindsightExchange(forget(ForgetMemory::How::trash, "../../x")).begin()), "not known");
}

TEST(HindsightWire, CountsMemoriesByTheirType) {
    const ManageCall count{bank("demo"), CountMemories{}};
    EXPECT_EQ(show(HindsightExchange(count).begin()), "GET /v1/default/banks/demo/stats?refresh=true");
    EXPECT_EQ(after(count, ok(R"({"total_nodes":5,"nodes_by_fact_type":{"world":3,"experience":2}})")),
              "counts 5 world 3 experience 2");
    EXPECT_EQ(after(count, {404, R"({"detail":"Bank 'demo' not found"})", "", ""}), "counts 0");
    EXPECT_EQ(after(count, ok("[]")), "malformed 200");
}

TEST(HindsightHealth, AsksForTheVersionToo) {
    HindsightExchange exchange(HealthCall{});
    EXPECT_EQ(show(exchange.begin()), "GET /health");
    EXPECT_EQ(show(exchange.answered(ok(R"({"status":"healthy"})"), WallTime())), "GET /version");
    EXPECT_EQ(show(exchange.answered(ok(R"({"api_version":"1.1.0 <b>&"})"), WallTime())), "healthy 1.1.0b");
    EXPECT_EQ(after(HealthCall{}, ok(R"({"status":"sick"})")), "malformed 200");
    EXPECT_EQ(after(HealthCall{}, {503, R"({"status":"unhealthy"})", "", ""}), "overloaded 503");
}

TEST(HindsightFailures, AreClassedByStatus) {
    struct Row {
        int status;
        const char* kind;
    };
    for (const auto& row :
         {Row{100, "malformed"}, Row{204, "malformed"}, Row{302, "malformed"}, Row{400, "rejected"}, Row{401, "denied"},
          Row{403, "denied"}, Row{404, "rejected"}, Row{405, "rejected"}, Row{408, "server"}, Row{409, "rejected"},
          Row{410, "rejected"}, Row{413, "rejected"}, Row{422, "rejected"}, Row{429, "overloaded"}, Row{499, "server"},
          Row{500, "server"}, Row{502, "server"}, Row{503, "overloaded"}, Row{504, "server"}}) {
        const auto line = std::string(row.kind) + " " + std::to_string(row.status);
        EXPECT_EQ(after(recall(), {row.status, "{}", "", ""}), line);
        EXPECT_EQ(after(retain(), {row.status, "{}", "", ""}), line);
    }
}

TEST(HindsightFailures, CarryRetryAfterOnlyWhereTryingAgainHelps) {
    const HttpResponse busy{503, "", "Sun, 06 Nov 1994 08:50:00 GMT", "Sun, 06 Nov 1994 08:50:09 GMT"};
    EXPECT_EQ(after(retain(), busy), "overloaded 503 after 9000");
    EXPECT_EQ(after(retain(), {500, "", "", "1"}), "server 500 after 1000");
    EXPECT_EQ(after(retain(), {422, "", "", "1"}), "rejected 422");
}

// Whatever comes back, there is a result after a bounded number of requests, and never a crash.
TEST(HindsightFuzz, SurvivesMutatedAnswers) {
    const std::string seeds[] = {
        R"({"results":[{"id":"a","text":"t","type":"world","scores":{"final":1e999},"mentioned_at":"2026-11-30T16:54:55+00:00"}]})",
        R"({"status":"pending","result_metadata":{"num_sub_batches":4294967296,"unit_ids_count":-1},"child_operations":[{}]})",
        R"({"status":"completed","result_metadata":{"unit_ids_count":1.5},"memory_unit_count":18446744073709551615})",
        R"({"operation_id":"11111111-2222-4333-8444-555555555555","success":true})",
        R"({"text":"x","total_nodes":1,"api_version":"1","status":"healthy","detail":[{"msg":"m"}]})",
        std::string(5000, '['),
        "",
        "\xFF\xFE{}",
        "null"};
    const BackendCall calls[] = {recall(),
                                 retain(),
                                 poll(),
                                 reflect(),
                                 HealthCall{},
                                 ManageCall{bank("demo"), CountMemories{}},
                                 ManageCall{bank("demo"), ForgetMemory{"11111111-2222-4333-8444-555555555555"}}};
    const int statuses[] = {200, 200, 200, 200, 404, 422, 500, 503, 0, -1, 999};
    std::mt19937 random(20261130);
    for (int round = 0; round < 20000; ++round) {
        HindsightExchange exchange(calls[random() % std::size(calls)]);
        auto step = exchange.begin();
        std::size_t requests = 0;
        while (std::holds_alternative<HttpRequest>(step)) {
            ASSERT_LE(++requests, 3u);
            auto body = seeds[random() % std::size(seeds)];
            for (auto changes = random() % 4; changes > 0 && !body.empty(); --changes) {
                const auto at = random() % body.size();
                if (random() % 2 == 0) body[at] = static_cast<char>(random());
                else body.erase(at, random() % 9);
            }
            step = exchange.answered({statuses[random() % std::size(statuses)], body, "x", std::to_string(random())},
                                     WallTime());
        }
    }
}

}  // namespace
