"""The hooks and tools against a stand-in of the daemon: what is sent, for whom, and when a turn is closed."""
import json
import threading

import pytest
from support import SLACK_S, settle, took, unacked
from wetopi_memory_plugin import identity, turns


def test_a_turn_is_sent_in_order_and_acknowledged(daemon, agents):
    agent = agents(daemon.url)
    daemon.context = lambda f: "FACT"
    agent.hook("on_session_start", session_id="s1", model="m", platform="cli")
    agent.begin("¿qué tal pve04?")
    assert agent.request([{"role": "user", "content": "q"}])["messages"][0]["content"] == "q\n\nFACT"
    agent.tool_ran("terminal", {"command": "true"}, "ok")
    agent.end("bien")
    agent.hook("on_session_finalize", session_id="s1", platform="cli", reason="shutdown")
    daemon.wait_hook("on_session_end")
    assert [f["hook"] for f in daemon.frames] == ["on_session_start", "pre_llm_call", "post_tool_call", "post_llm_call",
                                                  "on_session_end"]
    settle(lambda: unacked(agent) == [])
    post = daemon.of("post_llm_call")[0]
    assert post["data"] == {"user_message": "¿qué tal pve04?", "assistant_response": "bien"}
    assert post["session"] == {"id": "s1", "platform": "cli", "kind": "private", "profile": "default"}
    assert post["turn"] == "s1:t:1" and post["ts"][10] == "T" and len({f["id"] for f in daemon.frames}) == 5
    assert all(isinstance(raw, bytes) for raw in daemon.raw)


def test_the_context_is_for_its_own_turn_only(daemon, agents):
    agent = agents(daemon.url)
    daemon.context = lambda f: "FACT" if "one" in f["data"]["user_message"] else ""
    agent.begin("one", turn="s1:t:1")
    assert agent.request([{"role": "user", "content": "q"}], turn="s1:t:1")
    assert agent.request([{"role": "user", "content": "q"}], turn="s1:t:other") is None
    agent.end("a", turn="s1:t:1")
    assert agent.request([{"role": "user", "content": "q"}], turn="s1:t:1") is None
    agent.begin("two", turn="s1:t:2")
    assert agent.request([{"role": "user", "content": "q"}], turn="s1:t:2") is None


def test_the_other_injection_mode_hands_the_context_to_the_host(daemon, agents):
    daemon.hello["inject"] = "pre_llm_call"
    daemon.context = lambda f: "FACT"
    agent = agents(daemon.url)
    assert agent.begin("one") == {"context": "FACT"}
    assert agent.request([{"role": "user", "content": "q"}]) is None


def test_a_context_that_the_host_would_put_in_a_file_goes_into_the_request(daemon, agents):
    daemon.hello["inject"] = "pre_llm_call"
    daemon.context = lambda f: "x" * 9901
    agent = agents(daemon.url)
    assert agent.begin("one") is None
    assert agent.request([{"role": "user", "content": "q"}])["messages"][0]["content"].endswith("x" * 9901)


def test_results_are_cut_where_the_greeting_says_and_never_inside_a_character(daemon, agents):
    daemon.hello["limits"]["evidence_bytes"] = 11
    agent = agents(daemon.url)
    agent.begin("one")
    agent.tool_ran("terminal", {"command": "y" * 50, "more": ["z" * 50]}, "ññññññññ")
    data = daemon.wait_hook("post_tool_call")[0]["data"]
    assert data["result"] == "ñññññ" and data["args"] == {"command": "y" * 11, "more": ["z" * 11]}


def test_arguments_that_strict_json_cannot_hold_arrive_as_text(daemon, agents):
    """The daemon reads 32 levels, 64-bit numbers and no NaN; one odd argument must not cost the turn."""
    deep = []
    for _ in range(40):
        deep = [deep]
    agent = agents(daemon.url)
    agent.begin("one")
    agent.tool_ran("terminal", {"deep": deep, "nan": float("nan"), "big": 2**70, "odd": object, "text": "\ud800x"}, "ok")
    args = daemon.wait_hook("post_tool_call")[0]["data"]["args"]
    raw = daemon.raw[-1].decode()
    assert args["nan"] == "nan" and args["big"] == str(2**70) and "NaN" not in raw and args["text"] == "?x"
    assert raw.count("[") < 64 and isinstance(args["odd"], str)
    level, here = 0, args["deep"]
    while isinstance(here, list):
        level, here = level + 1, here[0]
    assert level < 20


def test_the_planes_own_tools_are_not_evidence(daemon, agents):
    agent = agents(daemon.url)
    agent.begin("one")
    for name in ("memory_search", "memory_retain", "memory_reflect", "memory_status"):
        agent.tool_ran(name, {"query": "x"}, "{}")
    agent.tool_ran("memory", {"action": "add"}, "{}")
    assert daemon.wait_hook("post_tool_call")[0]["data"]["tool"] == "memory"
    agent.end("a")
    daemon.wait_hook("post_llm_call")
    assert len(daemon.of("post_tool_call")) == 1 and daemon.of("pre_tool_call") == []


def test_the_models_wish_to_remember_is_passed_on_and_native_reads_are_only_named(daemon, agents):
    agent = agents(daemon.url)
    agent.begin("one")
    agent.tool_ran("hindsight_retain", {"content": "Ada likes tea"}, "stored", call="c1")
    agent.tool_ran("hindsight_recall", {"query": "SECRET-QUERY"}, "SECRET-RESULT", call="c2")
    daemon.wait_hook("post_tool_call", count=2)
    pre = [f["data"] for f in daemon.of("pre_tool_call")]
    assert pre == [{"tool": "hindsight_retain", "args": {"content": "Ada likes tea"}, "call_id": "c1"},
                   {"tool": "hindsight_recall", "args": {}, "call_id": "c2"}]
    assert daemon.of("post_tool_call")[1]["data"] == {"tool": "hindsight_recall", "args": {}, "result": "",
                                                      "status": "ok", "call_id": "c2"}
    assert b"SECRET" not in b"".join(daemon.raw)


def test_a_finished_delegation_opens_a_turn_without_speech_and_waits_for_nothing(daemon, agents):
    agent = agents(daemon.url)
    daemon.mute = True
    agent.begin("warm up", turn="s1:t:0")
    wall, _ = took(agent.begin, "[ASYNC DELEGATION COMPLETE — d1]\nresult")
    assert wall < SLACK_S
    assert daemon.wait_hook("pre_llm_call", count=2)[1]["data"] == {"user_message": ""}


def test_the_background_review_is_ignored_wholly(daemon, agents, monkeypatch):
    agent = agents(daemon.url)
    agent.begin("one")
    monkeypatch.setattr(identity, "is_review", lambda: True)
    agent.hook("on_session_start", session_id="s1", model="m", platform="cli")
    agent.begin("Review the conversation above", turn="s1:t:review")
    agent.tool_ran("memory", {"action": "add"}, "{}", turn="s1:t:review")
    assert "not available" in agent.call("memory_search", {"query": "x"})["error"]
    assert agent.request([{"role": "user", "content": "q"}], turn="s1:t:review") is None
    agent.end("Nothing to save.", turn="s1:t:review")
    monkeypatch.setattr(identity, "is_review", lambda: False)
    agent.end("a")
    daemon.wait_hook("post_llm_call")
    assert {f["turn"] for f in daemon.frames} == {"s1:t:1"} and len(daemon.frames) == 2


def test_a_subagent_is_told_as_such_with_its_parent(daemon, agents):
    agent = agents(daemon.url)
    agent.begin("one")
    agent.hook("subagent_start", parent_session_id="s1", parent_turn_id="s1:t:1", child_session_id="kid",
               child_role="leaf", child_goal="look")
    agent.begin("look", session="kid", turn="kid:t:1", platform="subagent")
    assert daemon.wait_hook("pre_llm_call", count=2)[1]["session"] == {
        "id": "kid", "platform": "subagent", "kind": "shared", "profile": "default", "parent": "s1",
        "origin": "cli"}
    assert "sender" not in daemon.of("pre_llm_call")[1]


def test_a_subagent_works_for_who_spoke_in_the_turn_that_started_it(daemon, agents):
    agent = agents(daemon.url)

    def starts(parent, turn, kid):
        agent.hook("subagent_start", parent_session_id=parent, parent_turn_id=turn, child_session_id=kid)
        agent.hook("on_session_start", session_id=kid, platform="subagent", model="m")
        agent.begin("look", session=kid, turn=kid + ":t:1", platform="subagent")
        agent.call("memory_status", {}, session=kid)
        agent.end("found", session=kid, turn=kid + ":t:1", platform="subagent")
        daemon.wait(lambda f: f.get("hook") == "post_llm_call" and f["session"]["id"] == kid)
        return [(f.get("sender"), f["session"].get("origin"), f["session"]["parent"]) for f in daemon.frames
                if f["session"]["id"] == kid]

    agent.begin("ada asks", session="g", turn="g:t:1", platform="telegram", sender="42")
    agent.hook("subagent_start", parent_session_id="g", parent_turn_id="g:t:1", child_session_id="kid")
    agent.begin("look", session="kid", turn="kid:t:0", platform="subagent")
    assert starts("kid", "kid:t:0", "grandkid") == [({"id": "42"}, "telegram", "kid")] * 4
    agent.begin("bob asks", session="g", turn="g:t:2", platform="telegram", sender="43")
    assert starts("g", "g:t:2", "kid2") == [({"id": "43"}, "telegram", "g")] * 4
    assert starts("g", "g:t:1", "kid3") == [(None, None, "g")] * 4, "ada's turn is over"



def test_the_next_turn_of_a_session_closes_one_that_failed(daemon, agents):
    agent = agents(daemon.url)
    agent.begin("fails", turn="s1:t:1")
    agent.begin("second", turn="s1:t:2")
    post = daemon.wait_hook("post_llm_call")[0]
    assert post["turn"] == "s1:t:1" and post["data"] == {"user_message": "fails", "assistant_response": ""}


def test_an_interrupted_turn_is_closed_at_the_hosts_end_of_turn(daemon, agents):
    agent = agents(daemon.url)
    agent.begin("stop me")
    agent.hook("on_session_end", session_id="s1", task_id="t", turn_id="s1:t:1", completed=True, interrupted=True,
               model="m", platform="cli")
    assert daemon.wait_hook("post_llm_call")[0]["data"]["assistant_response"] == ""


def test_the_end_of_the_session_and_the_exit_close_what_is_open(daemon, agents):
    agent = agents(daemon.url)
    agent.begin("one", session="a", turn="a:t:1")
    agent.begin("two", session="b", turn="b:t:1")
    agent.hook("on_session_finalize", session_id="a", platform="cli", reason="shutdown")
    agent.plugin.close()
    assert [f["turn"] for f in daemon.of("post_llm_call")] == ["a:t:1", "b:t:1"]
    ends = daemon.of("on_session_end")
    assert [f["session"]["id"] for f in ends] == ["a"] and "turn" not in ends[0]
    assert daemon.frames.index(daemon.of("post_llm_call")[0]) < daemon.frames.index(ends[0])


def test_a_new_session_command_ends_the_old_one(daemon, agents):
    agent = agents(daemon.url)
    agent.begin("one")
    agent.hook("on_session_reset", session_id="s2", platform="telegram", reason="new_session", old_session_id="s1",
               new_session_id="s2")
    assert daemon.wait_hook("on_session_end")[0]["session"]["id"] == "s1"


def test_open_turns_are_bounded(daemon, agents, monkeypatch):
    monkeypatch.setattr(turns, "MAX_OPEN", 3)
    agent = agents(daemon.url)
    for i in range(5):
        agent.begin("q", session="s%d" % i, turn="s%d:t:1" % i)
    assert [f["turn"] for f in daemon.wait_hook("post_llm_call", count=2)] == ["s0:t:1", "s1:t:1"]


def test_compaction_may_give_a_running_turn_a_new_session_id(daemon, agents):
    agent = agents(daemon.url)
    agent.begin("one")
    call = agent.context.tools["memory_status"]
    assert "error" in json.loads(call({}, session_id="s1-compacted"))
    agent.request([{"role": "user", "content": "q"}], session="s1-compacted")
    assert "error" not in json.loads(call({}, session_id="s1-compacted"))



def test_a_tool_call_carries_the_speaker_and_every_argument_as_given(daemon, agents):
    agent = agents(daemon.url)
    agent.begin("one")
    daemon.tool = lambda f: {"type": "result", "content": "{\"ok\": true}"}
    args = {"query": "pve04", "bank_id": "forged", "user_id": "bob", "session": {"id": "other"}}
    assert agent.call("memory_search", args, task_id="t", user_task=None) == {"ok": True}
    frame = daemon.of("tool")[0]
    assert frame["args"] == args and frame["tool"] == "memory_search" and frame["deadline_ms"] == 10000
    assert frame["session"]["id"] == "s1" and frame["turn"] == "s1:t:1"


def test_a_refusal_becomes_an_error_result(daemon, agents):
    agent = agents(daemon.url)
    agent.begin("one")
    daemon.tool = lambda f: {"type": "error", "code": "argument_unknown", "message": "unknown argument \"bank_id\""}
    assert agent.call("memory_search", {"bank_id": "x"}) == {
        "error": "unknown argument \"bank_id\"", "code": "argument_unknown"}


@pytest.mark.parametrize("session", ["s2", "", None])
def test_a_call_of_another_session_is_refused_and_nothing_is_sent(daemon, agents, session):
    agent = agents(daemon.url)
    agent.begin("one")
    assert agent.call("memory_search", {"query": "x"}, session)["code"] == "identity_unknown"
    assert daemon.of("tool") == []


def test_a_call_on_a_thread_without_a_turn_is_refused(daemon, agents):
    agent = agents(daemon.url)
    agent.begin("one")
    got = []
    thread = threading.Thread(target=lambda: got.append(agent.call("memory_search", {"query": "x"})))
    thread.start()
    thread.join()
    assert got[0]["code"] == "identity_unknown"


def test_a_call_after_its_turn_is_refused(daemon, agents):
    agent = agents(daemon.url)
    agent.begin("one")
    agent.end("a")
    assert agent.call("memory_search", {"query": "x"})["code"] == "identity_unknown"


def test_a_tool_waits_its_deadline_and_no_longer(daemon, agents, monkeypatch):
    agent = agents(daemon.url)
    agent.begin("one")
    run = agent.plugin.runtime()
    object.__setattr__(run.settings, "tool_deadline_ms", 400)
    daemon.mute = True
    wall, got = took(agent.context.tools["memory_search"], {"query": "x"}, session_id="s1")
    assert json.loads(got)["code"] == "deadline_exceeded" and 0.39 < wall < 0.4 + SLACK_S


def test_without_a_connection_a_tool_says_so_at_once(agents):
    agent = agents("ws://127.0.0.1:9")
    agent.begin("one")
    wall, got = took(agent.context.tools["memory_status"], {}, session_id="s1")
    assert json.loads(got)["code"] == "unreachable" and wall < SLACK_S
