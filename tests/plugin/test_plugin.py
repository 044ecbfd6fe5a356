"""The plugin's hooks against a stand-in of the daemon: what is sent, how long a turn waits, what is sent again."""
import json
import logging
import socket
import threading
import time

import pytest
from fake_daemon import FakeDaemon
from wetopi_memory_plugin import delivery, hooks, identity, transport, turns

SLACK_S = 0.25  # of a busy two-core machine, on top of a deadline


@pytest.fixture
def daemon():
    with FakeDaemon() as d:
        yield d


def took(work, *args, **kw):
    start = time.monotonic()
    result = work(*args, **kw)
    return time.monotonic() - start, result


def settle(condition, timeout=5.0):
    end = time.monotonic() + timeout
    while not condition():
        assert time.monotonic() < end, "did not settle"
        time.sleep(0.01)


def unacked(agent):
    return agent.plugin.runtime().outbox.names()


# ---- the turn

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
    assert wall < 0.1
    assert daemon.wait_hook("pre_llm_call", count=2)[1]["data"] == {"user_message": ""}


def test_the_background_review_is_ignored_wholly(daemon, agents, monkeypatch):
    agent = agents(daemon.url)
    agent.begin("one")
    monkeypatch.setattr(identity, "is_review", lambda: True)
    agent.hook("on_session_start", session_id="s1", model="m", platform="cli")
    agent.begin("Review the conversation above", turn="s1:t:review")
    agent.tool_ran("memory", {"action": "add"}, "{}", turn="s1:t:review")
    assert "not available" in agent.context.tools["memory_search"]({"query": "x"}, session_id="s1")
    assert agent.request([{"role": "user", "content": "q"}], turn="s1:t:review") is None
    agent.end("Nothing to save.", turn="s1:t:review")
    monkeypatch.setattr(identity, "is_review", lambda: False)
    agent.end("a")
    daemon.wait_hook("post_llm_call")
    assert {f["turn"] for f in daemon.frames} == {"s1:t:1"} and len(daemon.frames) == 2


def test_a_subagent_is_told_as_such_with_its_parent(daemon, agents):
    agent = agents(daemon.url)
    agent.begin("one")
    agent.hook("subagent_start", parent_session_id="s1", parent_turn_id="s1:t:1", child_session_id="kid", child_role="leaf",
               child_goal="look")
    agent.begin("look", session="kid", turn="kid:t:1", platform="subagent")
    assert daemon.wait_hook("pre_llm_call", count=2)[1]["session"] == {
        "id": "kid", "platform": "subagent", "kind": "shared", "profile": "default", "parent": "s1"}


# ---- turns that the host leaves open

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


# ---- tools

def test_a_tool_call_carries_the_speaker_and_every_argument_as_given(daemon, agents):
    agent = agents(daemon.url)
    agent.begin("one")
    daemon.tool = lambda f: {"type": "result", "content": "{\"ok\": true}"}
    args = {"query": "pve04", "bank_id": "forged", "user_id": "bob", "session": {"id": "other"}}
    assert json.loads(agent.context.tools["memory_search"](args, session_id="s1", task_id="t", user_task=None)) == {"ok": True}
    frame = daemon.of("tool")[0]
    assert frame["args"] == args and frame["tool"] == "memory_search" and frame["deadline_ms"] == 10000
    assert frame["session"]["id"] == "s1" and frame["turn"] == "s1:t:1"


def test_a_refusal_becomes_an_error_result(daemon, agents):
    agent = agents(daemon.url)
    agent.begin("one")
    daemon.tool = lambda f: {"type": "error", "code": "argument_unknown", "message": "unknown argument \"bank_id\""}
    assert json.loads(agent.context.tools["memory_search"]({"bank_id": "x"}, session_id="s1")) == {
        "error": "unknown argument \"bank_id\"", "code": "argument_unknown"}


@pytest.mark.parametrize("session", ["s2", "", None])
def test_a_call_of_another_session_is_refused_and_nothing_is_sent(daemon, agents, session):
    agent = agents(daemon.url)
    agent.begin("one")
    assert json.loads(agent.context.tools["memory_search"]({"query": "x"}, session_id=session))["code"] == "identity_unknown"
    assert daemon.of("tool") == []


def test_a_call_on_a_thread_without_a_turn_is_refused(daemon, agents):
    agent = agents(daemon.url)
    agent.begin("one")
    got = []
    thread = threading.Thread(target=lambda: got.append(agent.context.tools["memory_search"]({"query": "x"}, session_id="s1")))
    thread.start()
    thread.join()
    assert json.loads(got[0])["code"] == "identity_unknown"


def test_a_call_after_its_turn_is_refused(daemon, agents):
    agent = agents(daemon.url)
    agent.begin("one")
    agent.end("a")
    assert json.loads(agent.context.tools["memory_search"]({"query": "x"}, session_id="s1"))["code"] == "identity_unknown"


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


# ---- how long a turn waits

def test_a_refused_connection_costs_no_wait(agents):
    agent = agents("ws://127.0.0.1:9")
    walls = [took(agent.begin, "q", turn="s1:t:%d" % i)[0] for i in range(5)]
    assert walls[0] < 0.3 + SLACK_S and max(walls[1:]) < 0.1


def test_a_port_that_never_answers_is_waited_for_once(agents):
    with socket.socket() as dead:
        dead.bind(("127.0.0.1", 0))
        dead.listen(5)
        agent = agents("ws://127.0.0.1:%d" % dead.getsockname()[1])
        walls = [took(agent.begin, "q", turn="s1:t:%d" % i)[0] for i in range(5)]
    assert 0.29 < walls[0] < 0.3 + SLACK_S and max(walls[1:]) < 0.1


def test_a_daemon_that_does_not_greet_is_waited_for_once(daemon, agents):
    daemon.silent = True
    agent = agents(daemon.url)
    walls = [took(agent.begin, "q", turn="s1:t:%d" % i)[0] for i in range(3)]
    assert walls[0] < 0.3 + SLACK_S and max(walls[1:]) < 0.1


def test_a_daemon_that_stops_answering_costs_its_deadline_three_times_then_nothing(daemon, agents):
    agent = agents(daemon.url)
    agent.begin("warm", turn="s1:t:0")
    daemon.mute = True
    walls = [took(agent.begin, "q", turn="s1:t:%d" % (i + 1))[0] for i in range(6)]
    assert all(0.29 < w < 0.3 + SLACK_S for w in walls[:3]) and max(walls[3:]) < 0.1
    daemon.mute = False
    daemon.context = lambda f: "BACK"
    agent.begin("q", turn="s1:t:8")  # its answer shows that the daemon speaks again
    daemon.wait(lambda f: f.get("turn") == "s1:t:8")
    settle(lambda: agent.plugin.runtime().link._unanswered == 0)
    agent.begin("q", turn="s1:t:9")
    assert agent.request([{"role": "user", "content": "q"}], turn="s1:t:9")


def test_the_end_of_a_turn_never_waits(daemon, agents):
    agent = agents(daemon.url)
    daemon.acks = False
    agent.begin("one")
    daemon.mute = True
    agent.tool_ran("terminal", {}, "x" * 100000)
    wall, _ = took(agent.end, "a" * 100000)
    assert wall < 0.1


def test_pending_extends_the_wait_once(daemon, agents):
    agent = agents(daemon.url)
    agent.begin("warm", turn="s1:t:0")
    daemon.pending_ms, daemon.answer_after_s = 2000, 0.7
    daemon.context = lambda f: "DEEP"
    wall, _ = took(agent.begin, "what do you remember?")
    assert 0.69 < wall < 0.7 + SLACK_S
    assert agent.request([{"role": "user", "content": "q"}])["messages"][0]["content"] == "q\n\nDEEP"


def test_pending_does_not_wait_beyond_what_it_says(daemon, agents):
    agent = agents(daemon.url)
    agent.begin("warm", turn="s1:t:0")
    daemon.pending_ms, daemon.answer_after_s = 500, 5.0
    wall, _ = took(agent.begin, "what do you remember?")
    assert 0.49 < wall < 0.5 + SLACK_S
    assert agent.request([{"role": "user", "content": "q"}]) is None


def test_a_late_answer_is_not_injected(daemon, agents):
    agent = agents(daemon.url)
    agent.begin("warm", turn="s1:t:0")
    daemon.answer_after_s, daemon.context = 0.5, lambda f: "LATE"
    agent.begin("q")
    time.sleep(0.5)
    assert agent.request([{"role": "user", "content": "q"}]) is None


def test_connecting_again_works_after_the_daemon_restarts(agents):
    with FakeDaemon() as first:
        agent = agents(first.url)
        agent.begin("one", turn="s1:t:1")
        port = first.port
    settle(lambda: not agent.plugin.runtime().link.connected)
    assert took(agent.begin, "two", turn="s1:t:2")[0] < 0.1
    with FakeDaemon(port=port) as second:
        second.context = lambda f: "AGAIN"
        settle(lambda: agent.plugin.runtime().link.connected, 15)
        agent.begin("three", turn="s1:t:3")
        assert agent.request([{"role": "user", "content": "q"}], turn="s1:t:3")


def test_a_unix_socket_serves_as_well(agents, tmp_path):
    with FakeDaemon(path=tmp_path / "wm.sock") as d:
        d.context = lambda f: "FACT"
        agent = agents(d.url)
        agent.begin("one")
        assert agent.request([{"role": "user", "content": "q"}])


# ---- the outbox at work

def test_an_unacknowledged_turn_is_sent_again_whole_after_a_reconnect(agents):
    with FakeDaemon(acks=False) as first:
        agent = agents(first.url)
        agent.begin("one")
        agent.tool_ran("terminal", {"command": "ls"}, "out")
        agent.end("a")
        sent = first.wait_hook("post_llm_call")[0]
        assert "resent" not in sent["data"] and "tools" not in sent["data"]
        port = first.port
    with FakeDaemon(port=port) as second:
        post = second.wait_hook("post_llm_call", 15)[0]
        assert post["turn"] == sent["turn"] and post["ts"] == sent["ts"] and post["session"] == sent["session"]
        assert post["data"] == {"user_message": "one", "assistant_response": "a", "resent": True, "tools": [
            {"tool": "terminal", "args": {"command": "ls"}, "result": "out", "status": "ok", "call_id": "c1"}]}
        settle(lambda: unacked(agent) == [])
        time.sleep(0.3)
        assert len(second.of("post_llm_call")) == 1


def test_a_turn_whose_events_the_daemon_did_not_all_see_goes_whole(agents):
    with FakeDaemon() as first:
        agent = agents(first.url)
        agent.begin("one")
        agent.tool_ran("terminal", {"command": "ls"}, "out")
        first.wait_hook("post_tool_call")
        port = first.port
    with FakeDaemon(port=port) as second:
        settle(lambda: agent.plugin.runtime().link.connected, 15)
        agent.tool_ran("terminal", {"command": "pwd"}, "/", call="c2")
        agent.end("a")
        post = second.wait_hook("post_llm_call")[0]
        assert post["data"]["resent"] is True and [t["call_id"] for t in post["data"]["tools"]] == ["c1", "c2"]
        assert second.of("post_tool_call") == [], "events of a turn that this daemon never saw begin"


def test_turns_made_without_a_daemon_arrive_in_order_once_it_is_there(agents):
    with FakeDaemon() as probe:
        port = probe.port
    agent = agents("ws://127.0.0.1:%d" % port)
    for i in range(20):
        agent.begin("q%d" % i, turn="s1:t:%d" % i)
        agent.end("a%d" % i, turn="s1:t:%d" % i)
    assert len(unacked(agent)) == 20
    with FakeDaemon(port=port) as d:
        got = d.wait_hook("post_llm_call", 20, count=20)
        assert [f["data"]["user_message"] for f in got] == ["q%d" % i for i in range(20)]
        assert all(f["data"]["resent"] for f in got)
        settle(lambda: unacked(agent) == [])


def test_a_connection_lost_in_the_middle_of_a_turn_loses_nothing(daemon, agents):
    agent = agents(daemon.url)
    daemon.close_on = "post_tool_call"
    agent.begin("one")
    agent.tool_ran("terminal", {"command": "ls"}, "out")
    agent.end("a")
    post = daemon.wait(lambda f: f.get("hook") == "post_llm_call", 15)[-1]
    assert post["data"]["resent"] is True and post["data"]["tools"][0]["result"] == "out"


def test_a_missing_acknowledgement_is_asked_for_again_on_the_same_connection(daemon, agents, monkeypatch):
    monkeypatch.setattr(delivery, "ACK_TIMEOUT_S", 0.3)
    monkeypatch.setattr(delivery, "RETRY_S", (0.1, 1.0))
    daemon.acks = False
    agent = agents(daemon.url)
    agent.begin("one")
    agent.end("a")
    daemon.wait_hook("post_llm_call")
    daemon.acks = True
    again = daemon.wait_hook("post_llm_call", 10, count=2)[1]
    assert again["data"]["resent"] is True and daemon.connections == 1
    settle(lambda: unacked(agent) == [])


def test_a_busy_daemon_gets_the_turn_again_and_a_final_refusal_ends_it(daemon, agents, monkeypatch, caplog):
    monkeypatch.setattr(delivery, "RETRY_S", (0.1, 1.0))
    daemon.error_code = "busy"
    agent = agents(daemon.url)
    agent.begin("SECRET-TEXT")
    agent.end("a")
    daemon.wait_hook("post_llm_call", count=3)
    assert len(unacked(agent)) == 1
    daemon.error_code = "identity_unknown"
    settle(lambda: unacked(agent) == [])
    assert "identity_unknown" in caplog.text and "SECRET" not in caplog.text


def test_a_turn_survives_its_process_and_the_next_one_sends_it_once(agents):
    with FakeDaemon(acks=False) as d:
        first = agents(d.url)
        first.begin("one")
        first.end("a")
        d.wait_hook("post_llm_call")
        wall, _ = took(first.plugin.close)
        assert wall < hooks.EXIT_WAIT_S + 1.0
        d.acks = True
        second = agents(d.url)
        second.begin("two", turn="s1:t:2")
        second.end("b", turn="s1:t:2")
        settle(lambda: unacked(second) == [] and len(d.of("post_llm_call")) == 3)
        assert [(f["turn"], f["data"].get("resent", False)) for f in d.of("post_llm_call")] == [
            ("s1:t:1", False), ("s1:t:1", True), ("s1:t:2", False)]


def test_at_exit_it_waits_for_the_acknowledgement_only_as_long_as_it_takes(daemon, agents):
    agent = agents(daemon.url)
    agent.begin("one")
    agent.end("a")
    wall, _ = took(agent.plugin.close)
    assert wall < 1.0 and len(daemon.of("post_llm_call")) == 1
    assert list((agent.home / "wetopi-memory" / "outbox").iterdir()) == []


def test_at_exit_without_a_daemon_it_does_not_wait(agents):
    agent = agents("ws://127.0.0.1:9")
    agent.begin("one")
    agent.end("a")
    settle(lambda: not agent.plugin.runtime().link.connected)
    assert took(agent.plugin.close)[0] < 1.0
    assert len(list((agent.home / "wetopi-memory" / "outbox").rglob("*.turn"))) == 1


def test_a_whole_turn_that_is_too_large_for_a_frame_is_shortened(agents):
    hello = dict(FakeDaemon().hello, limits={"frame_bytes": 40000, "evidence_bytes": 16384})
    with FakeDaemon() as probe:
        port = probe.port
    agent = agents("ws://127.0.0.1:%d" % port)
    agent.begin("one")
    for i in range(20):
        agent.tool_ran("terminal", {"n": i}, "x" * 16000, call="c%d" % i)
    agent.end("a")
    with FakeDaemon(port=port, hello=hello) as d:
        post = d.wait_hook("post_llm_call", 15)[0]
        assert len(d.raw[0]) <= 40000 and len(post["data"]["tools"]) == 20
        assert post["data"]["tools"][0]["args"] == {"n": 0} and post["data"]["tools"][0]["result"].startswith("xxx")


def test_many_threads_at_once_keep_their_turns_apart(daemon, agents):
    agent = agents(daemon.url)
    daemon.context = lambda f: "FOR-" + f["session"]["id"]
    wrong = []

    def person(n):
        for i in range(5):
            ids = dict(session="s%d" % n, turn="s%d:t:%d" % (n, i))
            agent.begin("q", **ids)
            changed = agent.request([{"role": "user", "content": "q"}], ids["turn"], ids["session"])
            if changed is not None and changed["messages"][0]["content"] != "q\n\nFOR-s%d" % n:
                wrong.append(changed)
            agent.tool_ran("terminal", {"n": n}, "r%d" % n, **ids)
            agent.end("a%d" % n, **ids)

    threads = [threading.Thread(target=person, args=(n,)) for n in range(8)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    posts = daemon.wait_hook("post_llm_call", 15, count=40)
    assert not wrong and len({f["turn"] for f in posts}) == 40
    assert all(f["data"]["assistant_response"] == "a" + f["session"]["id"][1:] for f in posts)
    for turn in {f["turn"] for f in posts}:
        mine = [f["hook"] for f in daemon.frames if f.get("turn") == turn]
        assert mine == ["pre_llm_call", "post_tool_call", "post_llm_call"]
    settle(lambda: unacked(agent) == [])


# ---- what the operator is told

def test_two_writers_are_warned_about_once(daemon, agents, monkeypatch, caplog):
    monkeypatch.setattr(hooks.config, "hermes_config", lambda: {"memory": {"provider": "hindsight"}})
    agent = agents(daemon.url)
    agent.begin("one")
    daemon.close_on = "pre_llm_call"
    agent.begin("two", turn="s1:t:2")
    settle(lambda: daemon.connections == 2, 15)
    settle(lambda: agent.plugin.runtime().link.connected)
    assert caplog.text.count("two writers") == 1


def test_in_native_mode_there_is_nothing_to_warn_about(daemon, agents, monkeypatch, caplog):
    monkeypatch.setattr(hooks.config, "hermes_config", lambda: {"memory": {"provider": "hindsight"}})
    daemon.hello["personal_owner"] = "native"
    agents(daemon.url).begin("one")
    assert "two writers" not in caplog.text


def test_a_refused_token_is_said_once_and_never_shown(daemon, agents, caplog):
    agent = agents(daemon.url, token="wrong-t0ken")
    agent.begin("one")
    settle(lambda: "refuses this agent's token" in caplog.text)
    time.sleep(1.0)
    assert caplog.text.count("refuses this agent's token") == 1 and "wrong-t0ken" not in caplog.text


def test_an_unconfigured_plugin_stays_quiet_and_its_tools_say_why(tmp_path, monkeypatch, caplog, agents):
    agent = agents("")
    monkeypatch.delenv("WETOPI_MEMORY_URL")
    for i in range(3):
        assert agent.begin("one", turn="s1:t:%d" % i) is None
        agent.end("a", turn="s1:t:%d" % i)
    assert json.loads(agent.context.tools["memory_status"]({}, session_id="s1"))["code"] == "unconfigured"
    assert caplog.text.count("wetopi-memory hermes install") == 1


def test_no_content_is_ever_logged(daemon, agents, caplog):
    caplog.set_level(logging.DEBUG, logger="wetopi_memory")
    agent = agents(daemon.url)
    daemon.context = lambda f: "SECRET-CONTEXT"
    agent.begin("SECRET-QUESTION")
    agent.context.middleware["llm_request"](request={"messages": [{"role": "user", "content": object()}]}, turn_id="s1:t:1")
    agent.hook("post_tool_call", tool_name="t", args={"a": "SECRET-ARG"}, result={"SECRET": object()}, session_id="s1",
               turn_id="s1:t:1")
    agent.end("SECRET-ANSWER")
    daemon.wait_hook("post_llm_call")
    assert "SECRET" not in "".join(r.getMessage() for r in caplog.records if r.name == "wetopi_memory")


def test_a_hook_that_fails_inside_raises_nothing_and_names_no_content(daemon, agents, monkeypatch, caplog):
    agent = agents(daemon.url)
    monkeypatch.setattr(identity, "speech", lambda *a: (_ for _ in ()).throw(ValueError("SECRET-TEXT")))
    assert agent.begin("one") is None
    assert "pre_llm_call failed: ValueError" in caplog.text and "SECRET" not in caplog.text


def test_the_manifest_and_the_package_keep_the_hosts_traps_away():
    import yaml
    manifest = yaml.safe_load((hooks.config.pathlib.Path(hooks.__file__).parent / "plugin.yaml").read_text())
    source = (hooks.config.pathlib.Path(hooks.__file__).parent / "__init__.py").read_text()
    assert manifest["kind"] == "standalone" and manifest["name"] == "wetopi-memory"
    assert [e["name"] for e in manifest["requires_env"]] == ["WETOPI_MEMORY_URL", "WETOPI_MEMORY_TOKEN"]
    assert "MemoryProvider" not in source and "register_memory_provider" not in source
    assert set(manifest["provides_hooks"]) == set(hooks.HOOKS) and transport.SUBPROTOCOL == "wetopi-memory.v1"
