#pragma once
// A simulated Hermes with the plugin's manners: hooks in any legal and some illegal order, an outbox of whole turns that are
// sent again until acknowledged. It checks every answer that it gets.

#include "actors/hooks.hpp"
#include "tests/sim/faults.hpp"
#include "tests/sim/hindsight.hpp"

#include <gtest/gtest.h>

#include <deque>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace wm::sim {

struct Person {
    std::string user;  // internal id; empty: unknown to the directory
    std::string account;
};
struct Chat {
    AgentId agent;
    Speaker speaker;
    Person person;
    bool shared = false;
    int turns = 0;
};
struct SimTurn {
    Chat* chat;
    Speaker speaker;
    TurnId id;
    PostLlm end;
    std::string host;  // the name that its fact is about; empty: nothing durable was said
    bool personal = false;
    bool acked = false;
    std::uint64_t sent = 0;
    Instant last_sent{};
};

class SimHermes {
public:
    using Tell = std::function<Delivery(HookArrived)>;
    SimHermes(World& world, Faults& faults) : world_(world), faults_(faults) {}

    void connect(Tell tell) {
        tell_ = std::move(tell);
        ++connection_;
    }
    void disconnect() { tell_ = nullptr; }

    // The front's side: what the daemon answers. Called from an actor's strand.
    void deliver(Answer answer) {
        const auto it = asked_.find(answer.frame);
        ASSERT_NE(it, asked_.end()) << "an answer nobody asked for";
        auto& question = it->second;
        if (std::holds_alternative<PendingAnswer>(answer.body)) {
            EXPECT_EQ(question.pendings++, 0) << "one extension at most";
            EXPECT_EQ(question.answers, 0);
            question.deadline = world_.now() + std::get<PendingAnswer>(answer.body).deadline;
            return;
        }
        EXPECT_EQ(++question.answers, 1) << "one answer to a question";
        ++answers;
        if (const auto* context = std::get_if<ContextAnswer>(&answer.body)) {
            EXPECT_LE(world_.now(), question.deadline) << "a context after its deadline";
            check_privacy(question, context->context.text);
            check_session(question, context->context.text);
            for (const auto& scope : context->scopes) EXPECT_FALSE(question.shared && scope == ScopeName("personal"));
            contexts_with_text += !context->context.empty();
        } else if (const auto* result = std::get_if<ToolResult>(&answer.body)) {
            if (const auto* search = std::get_if<SearchResult>(result))
                for (const auto& memory : search->memories) check_privacy(question, memory.text.text);
        } else if (std::holds_alternative<AckAnswer>(answer.body)) {
            if (!faults_.strikes(Fault::lost_answer, 15)) turns[question.turn].acked = true;
        } else if (question.forged) {
            const auto code = std::get<ErrorAnswer>(answer.body).code;
            EXPECT_TRUE(code == ErrorCode::scope_denied || code == ErrorCode::busy);
            ++refused_forgeries;
        }
        if (question.forged)
            EXPECT_FALSE(std::holds_alternative<ToolResult>(answer.body)) << "a forged scope was served";
    }

    void play_turn(Chat& chat) {
        if (faults_.strikes(Fault::reconnect, 10)) ++connection_;
        const auto index = turns.size();
        auto& turn = turns.emplace_back();
        turn.chat = &chat;
        turn.speaker = chat.speaker;
        if (faults_.strikes(Fault::unknown_sender, 10)) turn.speaker.sender = "666";
        ++chat.turns;
        turn.id = TurnId(chat.speaker.session.str() + ":" + std::to_string(index));
        write(turn, index);
        if (chat.turns == 1) send(turn, SessionStart{}, index);
        send(turn, PreLlm{turn.end.user_message}, index);
        breathe();
        for (auto tools = world_.below(4); tools > 0; --tools) send(turn, PostTool{run(turn)}, index);
        if (world_.chance(25)) search(turn, index);
        breathe();
        if (faults_.strikes(Fault::missing_end, 10)) {
            turn.acked = true;  // nothing to acknowledge
            turn.host.clear();
            return;
        }
        send_end(index, false);
        if (faults_.strikes(Fault::late_tool_result, 15)) send(turn, PostTool{run(turn)}, index);
        if (faults_.strikes(Fault::duplicate_hook, 15)) send_end(index, false);
    }

    void resend_unacknowledged(Duration older_than) {
        for (std::size_t i = 0; i < turns.size(); ++i)
            if (!turns[i].acked && turns[i].last_sent + older_than <= world_.now()) send_end(i, true);
    }
    void end_session(Chat& chat) {
        SimTurn turn{&chat, chat.speaker, TurnId("end"), {}, "", false, true, 0, {}};
        send(turn, SessionEnd{}, 0);
    }
    std::size_t unacknowledged() const {
        return static_cast<std::size_t>(
            std::count_if(turns.begin(), turns.end(), [](const auto& turn) { return !turn.acked; }));
    }

    std::deque<SimTurn> turns;
    std::uint64_t answers = 0, contexts_with_text = 0, refused_forgeries = 0, answers_for_the_asker = 0;

private:
    struct Question {
        std::size_t turn;
        Instant deadline;
        std::string user;
        bool shared;
        std::string asker;  // see asker_of
        bool forged = false;
        int answers = 0;
        int pendings = 0;
    };

    // Who asks, where: a recall's answer repeats it (SimHindsight), so an answer that went astray is seen.
    static std::string asker_of(const SimTurn& turn) {
        return "asker-" + turn.chat->speaker.session.str() + "-" + turn.chat->person.user + "-end";
    }
    // Every fact carries the name of a host of its own, and whose it is.
    void write(SimTurn& turn, std::size_t index) {
        const auto& person = turn.chat->person;
        const auto host = "srv" + std::to_string(index) + "x";
        switch (world_.below(5)) {
            case 0:
                turn.host = host;
                turn.end.user_message = {"Recuerda que " + host + " está apagado por mantenimiento."};
                break;
            case 1:
                turn.host = host;
                turn.end.user_message = {"Remember that " + host + " is in read-only mode. The key is " +
                                         planted_secret + "."};
                break;
            case 2:
                turn.end.user_message = {"Recuerda que prefiero los informes de owner-" + person.user +
                                         "-end los lunes."};
                turn.personal = true;
                break;
            case 3:
                turn.end.user_message = {"¿En qué estado está el servidor srv" +
                                         std::to_string(world_.below(index + 1)) + "x? (" + asker_of(turn) + ")"};
                break;
            case 4:
                turn.end.user_message = {"¿Qué sabemos en nuestra memoria sobre los informes y el servidor? (" +
                                         asker_of(turn) + ")"};
                break;
        }
        turn.end.assistant_response = {"De acuerdo."};
    }
    ToolRun run(const SimTurn& turn) {
        return {"terminal",
                {{"command", "uptime"}},
                {"up 3 days, token " + planted_secret},
                true,
                turn.id.str() + "/" + std::to_string(++calls_)};
    }
    void search(SimTurn& turn, std::size_t index) {
        SearchArguments arguments{{"informes servidor"}, {}, std::nullopt, world_.chance(50)};
        const bool forged = faults_.strikes(Fault::forged_scope, 50);
        if (forged) arguments.scopes = {ScopeName("user-" + std::string("u_ben"))};
        if (!send(turn, ToolCall{std::move(arguments)}, index)) return;
        asked_[frame_].forged = forged && turn.speaker.sender != "666";
        asked_[frame_].deadline = world_.now() + Millis(10000);
    }
    void send_end(std::size_t index, bool resent) {
        auto& turn = turns[index];
        turn.end.resent = resent;
        ++turn.sent;
        turn.last_sent = world_.now();
        send(turn, turn.end, index);
    }
    bool send(const SimTurn& turn, HookEvent event, std::size_t index) {
        if (!tell_) return false;
        const auto within = std::holds_alternative<ToolCall>(event) ? Millis(10000) : Millis(300);
        const bool answered = std::holds_alternative<PreLlm>(event) || std::holds_alternative<PostLlm>(event) ||
                              std::holds_alternative<ToolCall>(event);
        ++frame_;
        if (answered)
            asked_[frame_] = {index, world_.now() + within, turn.speaker.sender == "666" ? "" : turn.chat->person.user,
                              turn.chat->shared, asker_of(turn)};
        return tell_({connection_, frame_, turn.chat->agent, turn.speaker, turn.id, world_.wall(),
                      world_.now() + within, std::move(event)}) == Delivery::accepted;
    }
    void check_privacy(const Question& question, const std::string& text) {
        EXPECT_EQ(text.find(planted_secret), std::string::npos) << "a secret came back";
        for (auto at = text.find("owner-"); at != std::string::npos; at = text.find("owner-", at + 1)) {
            EXPECT_FALSE(question.shared) << "personal memory in a shared session";
            EXPECT_EQ(text.compare(at, 6 + question.user.size() + 4, "owner-" + question.user + "-end"), 0)
                << "another person's memory: " << text;
        }
    }
    void check_session(const Question& question, const std::string& text) {
        for (auto at = text.find("asker-"); at != std::string::npos; at = text.find("asker-", at + 1)) {
            EXPECT_EQ(text.compare(at, question.asker.size(), question.asker), 0)
                << "recalled for another session: " << text;
            ++answers_for_the_asker;
        }
    }
    void breathe() {
        if (world_.chance(40)) world_.advance(Millis(world_.below(200)));
        else if (world_.chance(50)) world_.step();
    }

    World& world_;
    Faults& faults_;
    Tell tell_;
    ConnectionId connection_ = 0;
    FrameId frame_ = 0;
    std::uint64_t calls_ = 0;
    std::map<FrameId, Question> asked_;
};

}  // namespace wm::sim
