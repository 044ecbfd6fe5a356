"""Several people in one real Hermes gateway: every frame carries its own speaker."""
import json
import time

import pytest
from rig import HermesRig, user_texts

pytestmark = pytest.mark.real
TOKEN = "test-token"
ADA = dict(user_id="u-ada", user_name="Ada")
BOB = dict(user_id="u-bob", user_name="Bob")
THREAD = dict(chat_id="#grp", chat_type="group", thread_id="t9")
BETWEEN_S = 2.0  # a message that comes sooner counts as sent while the agent is busy


@pytest.fixture
def daemon(daemon):
    """Whose recall it was shows in every context."""
    daemon.context = lambda f: "FOR-%s-%s" % (f.get("sender", {}).get("id", "nobody"), f["session"]["kind"])
    return daemon


def of_text(daemon, text, hook="pre_llm_call"):
    return daemon.wait(lambda f: f.get("hook") == hook and f["data"]["user_message"] == text, 60)[0]


def test_every_frame_carries_its_own_sender_and_a_thread_is_shared(daemon):
    scenario = {"default": {"text": "default answer"}, "steps": [
        {"when": {"user_contains": "ada dm"}, "tool_calls": [{"name": "memory_search", "args": {"query": "x"}}]},
        {"when": {"user_contains": "ada dm"}, "text": "hi ada in dm"},
        {"when": {"user_contains": "bob dm"}, "text": "hi bob in dm"},
        {"when": {"user_contains": "ada group"}, "text": "hi ada in group"},
        {"when": {"user_contains": "ada thread"}, "text": "hi ada in thread"},
        {"when": {"user_contains": "bob thread"}, "text": "hi bob in thread"},
        {"when": {"user_contains": "api call"}, "text": "hi api", "repeat": 2}]}
    with HermesRig(scenario, daemon.url, TOKEN, plugins=("rigchat",)) as r:
        with r.gateway(api=True) as g:
            g.say(text="ada dm", chat_id="dm-ada", chat_type="dm", message_id="m1", **ADA)
            g.say(text="bob dm", chat_id="dm-bob", chat_type="dm", message_id="m2", **BOB)
            g.wait_reply("hi ada in dm")
            g.wait_reply("hi bob in dm")
            g.say(text="ada group", chat_id="#grp", chat_type="group", message_id="m3", **ADA)
            g.wait_reply("hi ada in group")
            g.say(text="ada thread", message_id="m4", **THREAD, **ADA)
            g.wait_reply("hi ada in thread")
            time.sleep(BETWEEN_S)
            g.say(text="bob thread", message_id="m5", **THREAD, **BOB)
            g.wait_reply("hi bob in thread")
            assert g.complete("api call plain")[0] == 200
            keys = {"X-Hermes-Session-Id": "sess-77", "X-Hermes-Session-Key": "carol"}
            assert g.complete("api call keyed", keys)[0] == 200
        wanted = {"ada dm": ("u-ada", "private", "agent:main:rigchat:dm:dm-ada"),
                  "bob dm": ("u-bob", "private", "agent:main:rigchat:dm:dm-bob"),
                  "ada group": ("u-ada", "private", "agent:main:rigchat:group:#grp:u-ada"),
                  "ada thread": ("u-ada", "shared", "agent:main:rigchat:group:#grp:t9"),
                  "bob thread": ("u-bob", "shared", "agent:main:rigchat:group:#grp:t9")}
        for text, (sender, kind, key) in wanted.items():
            for hook in ("pre_llm_call", "post_llm_call"):
                f = of_text(daemon, text, hook)
                assert (f["sender"], f["session"]["kind"], f["session"]["key"], f["session"]["platform"]) == (
                    {"id": sender}, kind, key, "rigchat"), (text, hook)
        tool = daemon.of("tool")[0]
        assert tool["sender"] == {"id": "u-ada"} and tool["turn"] == of_text(daemon, "ada dm")["turn"]
        plain, keyed = of_text(daemon, "api call plain"), of_text(daemon, "api call keyed")
        assert plain["session"]["kind"] == "shared" and "sender" not in plain
        assert keyed["session"]["kind"] == "private" and keyed["session"]["key"] == "carol" and "sender" not in keyed
        for q in r.turn_requests():
            texts = user_texts(q)
            assert not any("FOR-" in t for t in texts[:-1]), "an earlier speaker's context"
        bobs = next(q for q in r.turn_requests() if "bob thread" in user_texts(q)[-1])
        assert user_texts(bobs)[-1].endswith("FOR-u-bob-shared") and "u-ada" not in json.dumps(user_texts(bobs))
        assert "FOR-" not in r.stored()


def test_a_queued_follow_up_of_another_person_runs_under_that_person(daemon):
    """The host's own session variables still name the first person there."""
    scenario = {"default": {"text": "default answer"}, "steps": [
        {"when": {"user_contains": "slow one"}, "text": "slow answer", "delay_ms": 3000},
        {"when": {"user_contains": "bob queued"}, "tool_calls": [{"name": "memory_retain", "args": {
            "content": "c", "scope": "platform", "user_id": "u-ada", "session_id": "forged"}}]},
        {"when": {"user_contains": "bob queued"}, "text": "bob done"}]}
    with HermesRig(scenario, daemon.url, TOKEN, plugins=("rigchat",),
                   config={"display": {"busy_input_mode": "queue"}}) as r:
        with r.gateway() as g:
            g.say(text="slow one", message_id="m1", **THREAD, **ADA)
            daemon.wait_hook("pre_llm_call", 90)
            time.sleep(1.0)
            g.say(text="bob queued", message_id="m2", **THREAD, **BOB)
            g.wait_reply("bob done")
    senders = [(f["sender"]["id"], f["data"]["user_message"]) for f in daemon.of("pre_llm_call")]
    assert senders == [("u-ada", "slow one"), ("u-bob", "bob queued")]
    tool = daemon.of("tool")[0]
    assert tool["sender"] == {"id": "u-bob"} and tool["args"]["user_id"] == "u-ada"
    assert tool["session"]["kind"] == "shared"


def test_an_interrupted_turn_is_closed_and_the_new_one_has_its_own_context(daemon):
    scenario = {"default": {"text": "default answer"}, "steps": [
        {"when": {"user_contains": "slow one"}, "text": "slow answer", "delay_ms": 6000},
        {"when": {"user_contains": "cuts in"}, "text": "answer for the interruption"}]}
    with HermesRig(scenario, daemon.url, TOKEN, plugins=("rigchat",),
                   config={"display": {"busy_input_mode": "interrupt"}}) as r:
        with r.gateway() as g:
            g.say(text="slow one", message_id="m1", chat_id="dm-ada", chat_type="dm", **ADA)
            daemon.wait_hook("pre_llm_call", 90)
            time.sleep(1.0)
            g.say(text="ada cuts in", message_id="m2", chat_id="dm-ada", chat_type="dm", **ADA)
            g.wait_reply("answer for the interruption", 60)
        last = next(q for q in r.turn_requests() if "cuts in" in user_texts(q)[-1])
        assert user_texts(last)[-1].count("FOR-u-ada-private") == 1
    posts = daemon.wait_hook("post_llm_call", 60, count=2)
    assert posts[0]["data"]["assistant_response"] == "" and posts[0]["data"]["user_message"] == "slow one"
    assert posts[1]["data"]["assistant_response"] == "answer for the interruption"


def test_a_finished_delegation_is_nobodys_speech(daemon):
    scenario = {"default": {"text": "default answer"}, "steps": [
        {"when": {"user_contains": "delegate it"}, "tool_calls": [{"name": "delegate_task", "args": {
            "goal": "CHILD GOAL: look", "context": "ctx"}}]},
        {"when": {"user_contains": "CHILD GOAL"}, "text": "child done"},
        {"when": {"user_contains": "delegate it"}, "text": "delegated"}]}
    with HermesRig(scenario, daemon.url, TOKEN, plugins=("rigchat",)) as r:
        with r.gateway() as g:
            g.say(text="delegate it", message_id="m1", chat_id="dm-ada", chat_type="dm", **ADA)
            g.wait_reply("delegated")
            report = daemon.wait(lambda f: f.get("hook") == "pre_llm_call" and f["data"]["user_message"] == "", 60)[0]
            daemon.wait(lambda f: f.get("hook") == "post_llm_call" and f["turn"] == report["turn"], 60)
        assert any("ASYNC DELEGATION" in user_texts(q)[-1] for q in r.turn_requests() if user_texts(q))
    assert report["sender"] == {"id": "u-ada"} and report["session"]["platform"] == "rigchat"
    said = [f["data"]["user_message"] for f in daemon.frames if f.get("hook") in ("pre_llm_call", "post_llm_call")]
    assert not any("ASYNC DELEGATION" in text for text in said)
    kid = next(f for f in daemon.of("pre_llm_call") if f["session"]["platform"] == "subagent")
    assert kid["sender"] == {"id": "u-ada"} and kid["session"]["origin"] == "rigchat"
    assert kid["session"]["kind"] == "shared" and kid["session"]["parent"] == report["session"]["id"]


def test_a_new_session_command_ends_the_session(daemon):
    scenario = {"default": {"text": "an answer"},
                "steps": [{"when": {"user_contains": "fresh"}, "text": "fresh answer"}]}
    with HermesRig(scenario, daemon.url, TOKEN, plugins=("rigchat",),
                   config={"approvals": {"destructive_slash_confirm": False}}) as r:
        with r.gateway() as g:
            g.say(text="hello", message_id="m1", chat_id="dm-ada", chat_type="dm", **ADA)
            g.wait_reply("an answer")
            time.sleep(BETWEEN_S)
            g.say(text="/new", message_id="m2", chat_id="dm-ada", chat_type="dm", **ADA)
            ended = daemon.wait_hook("on_session_end", 90)[0]
            time.sleep(BETWEEN_S)
            g.say(text="fresh", message_id="m3", chat_id="dm-ada", chat_type="dm", **ADA)
            g.wait_reply("fresh answer")
    assert ended["session"]["id"] == of_text(daemon, "hello")["session"]["id"]
    assert of_text(daemon, "fresh")["session"]["id"] != ended["session"]["id"]
