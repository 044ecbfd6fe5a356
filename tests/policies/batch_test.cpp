// The records of a scope and turn as one backend call.

#include "policies/batch.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace wm::policies {
namespace {

Turn turn() {
    Turn made;
    made.agent = AgentId("wetopi-build");
    made.session = SessionId("s1");
    made.id = TurnId("t1");
    made.at = WallTime(std::chrono::milliseconds(1788688800123));
    return made;
}

LearningRecord record(RecordType type, std::string text, std::string subject = {}, std::string attribute = {}) {
    LearningRecord made;
    made.type = type;
    made.text.text = std::move(text);
    made.subject = std::move(subject);
    made.attribute = std::move(attribute);
    made.tags = {"platform"};
    return made;
}

const ScopeName platform("platform");

TEST(Batch, HoldsOneEventDocumentAndOneForEachNewState) {
    const RetainBatch batch =
        make_batch(turn(), platform,
                   {record(RecordType::event, "pve04 was powered off"), record(RecordType::decision, "Ceph stays"),
                    record(RecordType::state, "pve04 is offline", "pve04", "power")},
                   {});
    ASSERT_EQ(batch.items.size(), 2U);
    EXPECT_TRUE(batch.items[0].document.str().starts_with("turn:"));
    EXPECT_EQ(batch.items[0].content.text,
              "platform activity.\n\nWhen: 2026-09-06T10:00:00Z\n\nActivity:\n- pve04 was powered "
              "off\n\nDecisions:\n- Ceph stays\n");
    EXPECT_EQ(batch.items[1].document.str(), "state:pve04:power");
    EXPECT_EQ(batch.items[1].content.text, "pve04 is offline");
    EXPECT_EQ(batch.items[1].subject, "pve04");
    EXPECT_EQ(batch.items[1].attribute, "power");
}

TEST(Batch, SpeaksTheSpeakersLanguage) {
    LearningRecord off = record(RecordType::event, "He apagado pve04 para el mantenimiento de la placa");
    off.temporal = Temporality::temporary;
    const auto spanish = make_batch(turn(), platform, {off}, {}).items.at(0).content.text;
    EXPECT_EQ(spanish,
              "Actividad de platform.\n\nCuándo: 2026-09-06T10:00:00Z\n\nActividad:\n"
              "- He apagado pve04 para el mantenimiento de la placa (temporal)\n");
    const auto german =
        make_batch(turn(), platform,
                   {record(RecordType::decision, "Wir bleiben bei Ceph, und das ist mit dem Team so vereinbart")}, {})
            .items.at(0)
            .content.text;
    EXPECT_TRUE(
        german.starts_with("Aktivität in platform.\n\nWann: 2026-09-06T10:00:00Z\n\nEntscheidungen:\n- Wir bleiben"))
        << german;
}

TEST(Batch, KeepsTheLastOfTwoValuesOfOneSubjectAndAttribute) {
    const RetainBatch batch = make_batch(turn(), platform,
                                         {record(RecordType::state, "pve04 is offline", "pve04", "power"),
                                          record(RecordType::state, "pve04 is online", "pve04", "power"),
                                          record(RecordType::state, "db-7 is online", "db-7", "power")},
                                         {});
    ASSERT_EQ(batch.items.size(), 2U);
    EXPECT_EQ(batch.items[0].content.text, "pve04 is online");
}

TEST(Batch, PutsAStateThatNothingCanReplaceIntoTheEventDocument) {
    const RetainBatch batch =
        make_batch(turn(), platform, {record(RecordType::state, "Marta runs the platform", "marta", "")}, {});
    ASSERT_EQ(batch.items.size(), 1U);
    EXPECT_NE(batch.items[0].content.text.find("Current state:\n- Marta runs the platform"), std::string::npos);
}

TEST(Batch, NamesItsOperationByTurnScopeAndContent) {
    const std::vector<LearningRecord> records{record(RecordType::event, "x was restarted")};
    const RetainBatch first = make_batch(turn(), platform, records, {});
    EXPECT_EQ(first.operation, make_batch(turn(), platform, records, {}).operation);
    std::set<std::string> ids{first.operation.str()};
    ids.insert(make_batch(turn(), ScopeName("business"), records, {}).operation.str());
    ids.insert(make_batch(turn(), platform, {record(RecordType::event, "y was restarted")}, {}).operation.str());
    Turn other = turn();
    other.session = SessionId("s2");
    ids.insert(make_batch(other, platform, records, {}).operation.str());
    EXPECT_EQ(ids.size(), 4U);
    ASSERT_EQ(first.operation.str().size(), 36U);
    EXPECT_EQ(first.operation.str()[8], '-');
    EXPECT_EQ(first.operation.str()[14], '8');
    EXPECT_NE(std::string("89ab").find(first.operation.str()[19]), std::string::npos);
    EXPECT_EQ(content_hash(first).size(), 64U);
}

TEST(Batch, TellsItsDocumentByTurnAndScopeAlone) {
    const auto document = [](const char* text) {
        return make_batch(turn(), platform, {record(RecordType::event, text)}, {}).items.at(0).document;
    };
    EXPECT_EQ(document("a"), document("b"));
}

TEST(Batch, StaysInsideItsLimitsAndCutsNoCharacter) {
    std::vector<LearningRecord> records;
    for (int i = 0; i < 50; ++i)
        records.push_back(record(RecordType::state, "ñññññññññññññ", "host-" + std::to_string(i), "power"));
    BatchLimits limits;
    limits.items_max = 10;
    limits.item_bytes_max = 7;
    limits.batch_bytes_max = 40;
    std::vector<std::size_t> left_out;
    const RetainBatch batch = make_batch(turn(), platform, records, limits, &left_out);
    EXPECT_EQ(batch.items.size(), 6U);
    EXPECT_EQ(left_out.size(), 50U) << "a value that was cut is not the value";
    for (const BatchItem& item : batch.items) EXPECT_EQ(item.content.text, "ñññ");
}

TEST(Batch, TellsWhichRecordsDidNotFit) {
    const std::vector<LearningRecord> records{
        record(RecordType::state, "a is on", "a", "power"), record(RecordType::event, "x was restarted"),
        record(RecordType::state, "a is off", "a", "power"), record(RecordType::state, "b is off", "b", "power"),
        record(RecordType::event, "y was restarted")};
    std::vector<std::size_t> left_out;
    EXPECT_EQ(make_batch(turn(), platform, records, {}, &left_out).items.size(), 3U);
    EXPECT_TRUE(left_out.empty()) << "a superseded value is not missed";
    EXPECT_EQ(make_batch(turn(), platform, records, {.items_max = 2}, &left_out).items.size(), 2U);
    EXPECT_EQ(left_out, std::vector<std::size_t>{3});
    left_out.clear();
    const std::size_t whole = make_batch(turn(), platform, records, {}).items.at(0).content.text.size();
    make_batch(turn(), platform, records, {.item_bytes_max = whole - 1}, &left_out);
    EXPECT_EQ(left_out, std::vector<std::size_t>{4}) << "a line that was cut is not kept whole";
    left_out.clear();
    make_batch(turn(), platform, records, {.items_max = 0}, &left_out);
    EXPECT_EQ(left_out, (std::vector<std::size_t>{1, 2, 3, 4}));
}

TEST(Batch, HasNoItemWithoutARecord) { EXPECT_TRUE(make_batch(turn(), platform, {}, {}).items.empty()); }

TEST(Batch, CitesOnlyTheCallsThatBackARecordAndWorked) {
    Turn made = turn();
    for (const auto& [id, ok] : {std::pair("c1", true), std::pair("c2", false), std::pair("c3", true)}) {
        ToolRun run;
        run.tool = "terminal";
        run.call_id = id;
        run.ok = ok;
        run.arguments = {{"command", std::string("qm shutdown ") + id}};
        run.result.text = "UPID:raw output";
        made.tools.push_back(run);
    }
    LearningRecord event = record(RecordType::event, "the machine was shut down");
    event.evidence = {"c1", "c2"};
    const std::string body = make_batch(made, platform, {event}, {}).items.at(0).content.text;
    EXPECT_NE(body.find("Evidence:\n- qm shutdown c1: succeeded\n"), std::string::npos);
    EXPECT_EQ(body.find("c2"), std::string::npos);
    EXPECT_EQ(body.find("c3"), std::string::npos);
    EXPECT_EQ(body.find("UPID"), std::string::npos);
}

}  // namespace
}  // namespace wm::policies
