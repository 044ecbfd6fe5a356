// BR-01: what was recalled comes back in the transcript, in eleven shapes, and is never kept again.

#include "tests/policies/judge_support.hpp"

#include "policies/context.hpp"
#include "policies/learning.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace wm::policies {
namespace {

JudgeContext context() { return testing_judge::context({ScopeName("business"), ScopeName("platform")}); }

const std::string memory_text = "Argo CD is the GitOps deployment controller.";
const std::string question = "¿qué controlador GitOps usamos?";
const std::string answer = "Usáis Argo CD: «" + memory_text + "»";

std::string block() {
    const std::vector<Memory> ranked{{ScopeName("platform"), {memory_text}, MemoryType::observation, 0.9, {}, "m1"}};
    return render_context("", ranked, {}, 1000).text.text;
}

std::string indented(const std::string& text, const std::string& margin) {
    std::string out = margin;
    for (const char c : text) {
        out += c;
        if (c == '\n') out += margin;
    }
    return out;
}

std::string without_first_line(const std::string& text) { return text.substr(text.find('\n') + 1); }

std::string in_one_line(std::string text) {
    for (char& c : text) c = c == '\n' ? ' ' : c;
    return text;
}

Judgement judged(const std::string& user, const std::string& assistant) {
    Turn turn;
    turn.agent = AgentId("build");
    turn.session = SessionId("s");
    turn.id = TurnId("t");
    turn.user_message = strip_context({user});
    turn.assistant_response = strip_context({assistant});
    return judge_turn(turn, context());
}

TEST(RetainRecalled, KeepsNothingOfElevenShapesOfItsOwnBlock) {
    const std::string c = block();
    ASSERT_NE(c.find(memory_text), std::string::npos);
    const std::size_t half = c.find(memory_text) + memory_text.size() / 2;
    const std::vector<std::pair<std::string, std::string>> turns{
        {c + "\n" + question, answer},
        {question + "\n\n" + c, answer},
        {indented(c, "    ") + "\n" + question, answer},
        {indented(c, "> ") + "\n" + question, answer},
        {indented(c, "\t") + "\n" + question, answer},
        {without_first_line(c) + "\n" + question, answer},
        {indented(without_first_line(c), "  ") + "\n" + question, answer},
        {in_one_line(c) + "\n" + question, answer},
        {question + "\n" + c.substr(0, half), c.substr(half) + "\n" + answer},
        {c.substr(half) + "\n" + question, answer + "\n" + c.substr(0, half)},
        {c + "\n" + c + "\n" + question, c + "\n" + answer}};
    ASSERT_EQ(turns.size(), 11U);
    for (std::size_t i = 0; i < turns.size(); ++i)
        EXPECT_TRUE(judged(turns[i].first, turns[i].second).accepted.empty()) << "shape " << i;
}

TEST(RetainRecalled, KeepsOnlyWhatIsNewBesideIt) {
    const Judgement judgement = judged(
        block() + "\n" + question + " Y desde hoy también Flux en el clúster de pruebas, ya desplegado.", answer);
    ASSERT_EQ(judgement.accepted.size(), 1U);
    EXPECT_EQ(judgement.accepted[0].scope, ScopeName("platform"));
    for (const LearningRecord& record : judgement.accepted[0].records) {
        EXPECT_NE(record.text.text.find("Flux"), std::string::npos) << record.text.text;
        EXPECT_EQ(record.text.text.find("GitOps deployment controller"), std::string::npos) << record.text.text;
    }
}

}  // namespace
}  // namespace wm::policies
