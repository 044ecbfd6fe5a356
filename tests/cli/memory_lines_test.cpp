#include "cli/memory_lines.hpp"

#include <gmock/gmock.h>

#include <sstream>

namespace wm::cli::test {
namespace {

using testing::HasSubstr;

std::vector<CarriedMemory> two() {
    CarriedMemory state{.number = 1, .bank = "platform-main", .document = "state:pve04:power", .operation = "op-1"};
    state.text = state.content = "pve04 is offline & <down>\n\"now\" — ñ";
    state.subject = "pve04";
    state.attribute = "power";
    state.from = state.recorded = state.document_at = 1'780'000'000'000;
    state.until = 1'780'090'000'000;
    state.kind = 1;
    state.confidence = 0.8;
    state.replaced_by = 2;
    state.outdates = {2};
    auto next = state;
    next.number = 2;
    next.text = "pve04 is online";
    next.until = next.replaced_by = {};
    next.outdates.clear();
    next.current = true;
    next.ttl_days = 30;
    return {state, next};
}
std::string fault(const std::string& text) {
    std::istringstream in(text);
    const auto read = read_jsonl(in);
    const auto* message = std::get_if<std::string>(&read);
    return message ? *message : "";
}
std::string written() {
    std::ostringstream out;
    write_jsonl(out, two());
    return out.str();
}

TEST(MemoryLines, AreReadAsTheyWereWritten) {
    std::istringstream in(written());
    EXPECT_EQ(std::get<std::vector<CarriedMemory>>(read_jsonl(in)), two());
}

TEST(MemoryLines, SayWhichLineIsWrongAndNotWhatItSays) {
    const auto text = written();
    EXPECT_THAT(fault(text.substr(0, text.size() - 40)), HasSubstr("line 3: no JSON object"));
    EXPECT_THAT(fault(text.substr(0, text.rfind('\n', text.size() - 2) + 1)), HasSubstr("cut off"));
    EXPECT_THAT(fault(text.substr(text.find('\n') + 1)), HasSubstr("line 1: not an export"));
    EXPECT_THAT(fault(text.substr(0, text.find('\n') + 1) + "{\"bank\":7}\n"),
                HasSubstr("line 2: \"bank\" must be a text"));
    EXPECT_THAT(fault(""), HasSubstr("empty or cut off"));
}

TEST(MemoryLines, AreMarkdownByBankAndSubjectWithWhatHoldsFirst) {
    std::ostringstream out;
    write_markdown(out, two());
    EXPECT_EQ(out.str(),
              "# platform-main\n\n## pve04\n\n- 2026-05-28: pve04 is online\n"
              "- 2026-05-28 – 2026-05-29: pve04 is offline & <down> \"now\" — ñ\n");
}

TEST(MemoryLines, AreAGraphOfSubjectsAndMemories) {
    std::ostringstream out;
    write_graphml(out, two());
    EXPECT_THAT(out.str(), HasSubstr("pve04 is offline &amp; &lt;down&gt;"));
    EXPECT_THAT(out.str(), HasSubstr(R"(<edge source="s1" target="m2"><data key="relation">power</data></edge>)"));
    EXPECT_THAT(out.str(), HasSubstr(R"(<edge source="m2" target="m1"><data key="relation">replaces</data></edge>)"));
}

}  // namespace
}  // namespace wm::cli::test
