"""Finished turns until the daemon acknowledges them, and what the operator is told."""
import json
import logging
import threading
import time

from fake_daemon import FakeDaemon
from support import settle, took, unacked
from wetopi_memory_plugin import delivery, hooks, identity, transport


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
        post = second.wait_hook("post_llm_call")[0]
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
        settle(lambda: agent.plugin.runtime().link.connected)
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
        got = d.wait_hook("post_llm_call", count=20)
        assert [f["data"]["user_message"] for f in got] == ["q%d" % i for i in range(20)]
        assert all(f["data"]["resent"] for f in got)
        settle(lambda: unacked(agent) == [])


def test_a_connection_lost_in_the_middle_of_a_turn_loses_nothing(daemon, agents):
    agent = agents(daemon.url)
    daemon.close_on = "post_tool_call"
    agent.begin("one")
    agent.tool_ran("terminal", {"command": "ls"}, "out")
    agent.end("a")
    post = daemon.wait(lambda f: f.get("hook") == "post_llm_call")[-1]
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
    again = daemon.wait_hook("post_llm_call", count=2)[1]
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
    assert wall < hooks.EXIT_WAIT_S and len(daemon.of("post_llm_call")) == 1
    assert list((agent.home / "wetopi-memory" / "outbox").iterdir()) == []


def test_at_exit_without_a_daemon_it_does_not_wait(agents):
    agent = agents("ws://127.0.0.1:9")
    agent.begin("one")
    agent.end("a")
    settle(lambda: not agent.plugin.runtime().link.connected)
    assert took(agent.plugin.close)[0] < hooks.EXIT_WAIT_S
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
        post = d.wait_hook("post_llm_call")[0]
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
    posts = daemon.wait_hook("post_llm_call", count=40)
    assert not wrong and len({f["turn"] for f in posts}) == 40
    assert all(f["data"]["assistant_response"] == "a" + f["session"]["id"][1:] for f in posts)
    for turn in {f["turn"] for f in posts}:
        mine = [f["hook"] for f in daemon.frames if f.get("turn") == turn]
        assert mine == ["pre_llm_call", "post_tool_call", "post_llm_call"]
    settle(lambda: unacked(agent) == [])



def test_two_writers_are_warned_about_once(daemon, agents, monkeypatch, caplog):
    monkeypatch.setattr(hooks.config, "hermes_config", lambda: {"memory": {"provider": "hindsight"}})
    agent = agents(daemon.url)
    agent.begin("one")
    daemon.close_on = "pre_llm_call"
    agent.begin("two", turn="s1:t:2")
    settle(lambda: daemon.connections == 2)
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
    agent.request([{"role": "user", "content": object()}])
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
