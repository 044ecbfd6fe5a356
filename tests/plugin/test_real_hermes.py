"""The plugin inside the real hermes-agent, with a scripted model and a stand-in of the daemon."""
import json
import os
import random
import signal
import statistics
import subprocess
import sys
import time

import pytest
from fake_daemon import FakeDaemon
from rig import HERE, HermesRig, user_texts

pytestmark = pytest.mark.real
TOKEN = "test-token"
DEADLINE_S, SLACK_S = 0.3, 1.5  # slack: a shared machine


def fact():
    """A word no template, prompt or log could hold by chance."""
    return "HECHO-%06d" % random.SystemRandom().randrange(10**6)


def turn_frames(daemon):
    return [f for f in daemon.frames if f.get("turn")]


def test_a_recalled_fact_reaches_the_model_and_is_stored_nowhere(daemon):
    word = fact()
    daemon.context = lambda f: "<memory>%s ñ</memory>" % word if "pve04" in f["data"]["user_message"] else ""
    with HermesRig({"default": {"text": "apagado"}, "steps": []}, daemon.url, TOKEN) as r:
        rows = r.lib("¿cómo está pve04?", "y otra cosa", "¿y ahora pve04?")
        texts = [user_texts(q) for q in r.turn_requests()]
        assert texts == [
            ["¿cómo está pve04?\n\n<memory>%s ñ</memory>" % word],
            ["¿cómo está pve04?", "y otra cosa"],
            ["¿cómo está pve04?", "y otra cosa", "¿y ahora pve04?\n\n<memory>%s ñ</memory>" % word]]
        assert word not in r.requests()[0]["body"]["messages"][0]["content"], "the system prompt stays free of it"
        assert "pve04" in r.stored() and word not in r.stored()
        for path in r.home.rglob("*"):
            if path.is_file():
                assert word.encode() not in path.read_bytes(), path
        assert [row["final"] for row in rows] == ["apagado"] * 3 and word not in r.log()


def test_what_precedes_the_previous_user_message_keeps_its_bytes(daemon):
    daemon.context = lambda f: "CTX " + f["turn"]
    with HermesRig({"default": {"text": "ok"}, "steps": []}, daemon.url, TOKEN) as r:
        r.lib("one", "two", "three")
        bodies = [json.dumps(q["body"]["messages"], ensure_ascii=False) for q in r.turn_requests()]
        for before, after in zip(bodies, bodies[1:]):
            at = before.rindex('{"role": "user"')
            assert after[:at] == before[:at]


def test_the_context_stays_with_the_question_through_a_tool_loop_and_equal_recalls_give_equal_bytes(daemon):
    daemon.context = lambda f: "CTX"
    scenario = {"steps": [{"tool_calls": [{"name": "terminal", "args": {"command": "echo one"}}]},
                          {"tool_calls": [{"name": "terminal", "args": {"command": "echo two"}}]}, {"text": "done"}]}
    with HermesRig(scenario, daemon.url, TOKEN) as r:
        r.lib("go")
        requests = r.turn_requests()
        assert [user_texts(q) for q in requests] == [["go\n\nCTX"]] * 3
        heads = {json.dumps(q["body"]["messages"][:2]) for q in requests}
        assert len(heads) == 1
    runs = daemon.of("post_tool_call")
    assert [json.loads(f["data"]["result"])["output"] for f in runs] == ["one", "two"]
    assert all(f["data"]["tool"] == "terminal" and f["data"]["status"] == "ok" for f in runs)


def test_after_a_failed_turn_the_context_still_arrives_and_the_failed_turn_is_closed(daemon):
    daemon.context = lambda f: "CTX-" + f["data"]["user_message"]
    scenario = {"steps": [{"status": 400, "error": "scripted"}, {"text": "second ok"}]}
    with HermesRig(scenario, daemon.url, TOKEN) as r:
        r.lib("fails", "second")
        assert user_texts(r.turn_requests()[-1])[-1].endswith("second\n\nCTX-second")
        assert "CTX-fails" not in str(user_texts(r.turn_requests()[-1]))
    posts = daemon.wait_hook("post_llm_call", count=2)
    assert [(f["data"]["user_message"], f["data"]["assistant_response"]) for f in posts] == [
        ("fails", ""), ("second", "second ok")]


def test_an_image_message_is_told_as_text_and_gets_its_context(daemon):
    daemon.context = lambda f: "CTX"
    with HermesRig({"default": {"text": "a dot"}, "steps": []}, daemon.url, TOKEN) as r:
        r.lib("--image", "what is this")
        content = [m for m in r.turn_requests()[0]["body"]["messages"] if m["role"] == "user"][-1]["content"]
        assert "CTX" in json.dumps(content)
    assert daemon.of("pre_llm_call")[0]["data"]["user_message"].startswith("what is this")
    assert isinstance(daemon.wait_hook("post_llm_call")[0]["data"]["user_message"], str)


def test_the_other_mode_hands_the_context_to_hermes_which_stores_it(daemon):
    """Why middleware is the default: the same fact, left to the host, is in its database and replayed."""
    word = fact()
    daemon.hello["inject"] = "pre_llm_call"
    daemon.context = lambda f: word if f["data"]["user_message"] == "one" else ""
    with HermesRig({"default": {"text": "ok"}, "steps": []}, daemon.url, TOKEN) as r:
        r.lib("one", "two")
        assert [user_texts(q) for q in r.turn_requests()] == [["one\n\n" + word], ["one\n\n" + word, "two"]]
        assert word in r.stored()


def test_a_one_shot_process_sends_its_turn_before_it_ends(daemon):
    with HermesRig({"default": {"text": "anotado"}, "steps": []}, daemon.url, TOKEN) as r:
        p = r.chat("Recuerda que pve04 está apagado")
        assert "anotado" in p.stdout, p.stderr
        hooks = [f["hook"] for f in daemon.frames]
        assert hooks == ["on_session_start", "pre_llm_call", "post_llm_call", "on_session_end"]
        assert "resent" not in daemon.of("post_llm_call")[0]["data"]
        assert list((r.home / "wetopi-memory" / "outbox").rglob("*.turn")) == []
        session = daemon.frames[0]["session"]
        assert session["platform"] == "cli" and session["kind"] == "private" and session["profile"]


def test_the_z_mode_works_as_well(daemon):
    daemon.context = lambda f: "CTX"
    with HermesRig({"default": {"text": "oneshot answer"}, "steps": []}, daemon.url, TOKEN) as r:
        p = r.hermes("-z", "hello")
        assert "oneshot answer" in p.stdout
        assert user_texts(r.turn_requests()[0]) == ["hello\n\nCTX"]
        left = list((r.home / "wetopi-memory" / "outbox").rglob("*.turn"))
        assert daemon.of("post_llm_call") or len(left) == 1, "sent, or kept for the next process"


def test_memory_tools_run_for_the_speaker_and_forged_arguments_go_on_untouched(daemon):
    forged = {"query": "pve04", "bank_id": "user-bob", "user_id": "bob", "session_id": "forged"}
    scenario = {"steps": [{"tool_calls": [{"name": "memory_search", "args": forged}]}, {"text": "done"}]}
    daemon.tool = lambda f: {"type": "error", "code": "argument_unknown", "message": "unknown argument \"bank_id\""}
    with HermesRig(scenario, daemon.url, TOKEN) as r:
        r.lib("search it")
        sent = {t["function"]["name"] for t in r.turn_requests()[0]["body"]["tools"]}
        assert {"memory_search", "memory_retain", "memory_reflect", "memory_status"} <= sent
        result = [m for m in r.turn_requests()[-1]["body"]["messages"] if m["role"] == "tool"][-1]["content"]
        assert json.loads(result)["code"] == "argument_unknown"
    frame = daemon.of("tool")[0]
    assert frame["args"] == forged
    pre = daemon.of("pre_llm_call")[0]
    assert (frame["session"], frame["turn"]) == (pre["session"], pre["turn"]) and daemon.of("post_tool_call") == []


def test_a_subagent_speaks_under_its_own_session_and_without_personal_identity(daemon):
    scenario = {"default": {"text": "default"}, "steps": [
        {"when": {"user_contains": "delegate"},
         "tool_calls": [{"name": "delegate_task", "args": {"goal": "KID please"}}]},
        {"when": {"user_contains": "KID please"}, "tool_calls": [{"name": "memory_status", "args": {}}]},
        {"when": {"user_contains": "KID please"}, "text": "kid done"},
        {"when": {"user_contains": "delegate"}, "text": "delegated"}]}
    with HermesRig(scenario, daemon.url, TOKEN) as r:
        r.lib("delegate", "@sleep:3")
    first = daemon.of("pre_llm_call")[0]["session"]
    parent = first["id"]
    kid = daemon.wait(lambda f: f.get("hook") == "pre_llm_call" and f["session"]["platform"] == "subagent")[0]
    assert kid["session"]["kind"] == "shared" and kid["session"]["parent"] == parent and "sender" not in kid
    assert kid["session"].get("origin") == first.get("platform")
    assert kid["session"]["id"] != parent and kid["data"]["user_message"].startswith("KID please")
    tools = daemon.of("tool")
    assert [t["session"] for t in tools] == [kid["session"]]


def test_the_background_review_leaves_no_trace(daemon):
    scenario = {"steps": [{"text": "hi"}, {"tool_calls": [{"name": "memory", "args": {
        "action": "add", "target": "user", "content": "Reviewed fact."}}]}, {"text": "Nothing else."}]}
    daemon.context = lambda f: "CTX"
    with HermesRig(scenario, daemon.url, TOKEN, config={"memory": {"nudge_interval": 1}}) as r:
        r.lib("hello", "@sleep:4")
        reviews = [q for q in r.turn_requests() if "Review the conversation" in str(q["body"]["messages"])]
        assert reviews, "the review fork ran"
        assert not any("CTX" in str(q["body"]["messages"]) for q in reviews)
    assert [f["hook"] for f in turn_frames(daemon)] == ["pre_llm_call", "post_llm_call"]
    assert b"Review" not in b"".join(daemon.raw)


# ---- a daemon that is not there

def wait_for(found, timeout=60):
    """The first true value of found(); errors until then do not count."""
    end = time.monotonic() + timeout
    while True:
        try:
            value = found()
        except (OSError, IndexError, ValueError):
            value = None
        if value or time.monotonic() > end:
            assert value, "did not happen"
            return value
        time.sleep(0.05)


def walls(rig, turns=4):
    return [row["wall_s"] for row in rig.lib(*["turn %d" % i for i in range(turns)])]


@pytest.fixture(scope="module")
def bare():
    """Wall time of later turns without the plugin, on this machine, now."""
    with HermesRig({"default": {"text": "ok"}, "steps": []}, install=False) as r:
        return statistics.median(walls(r)[1:])


@pytest.mark.parametrize("fault", ["stopped", "refusing", "silent", "muted", "frozen"])
def test_a_turn_lasts_at_most_its_deadline_longer_whatever_the_daemon_does(fault, bare):
    with FakeDaemon(token=TOKEN, silent=fault == "silent", mute=fault == "muted", refuse=fault == "refusing") as d:
        url = d.url
        if fault == "stopped":
            d.stop()
        if fault == "frozen":  # a stopped process still has its port: the kernel accepts, nobody answers
            import socket
            frozen = socket.socket()
            frozen.bind(("127.0.0.1", 0))
            frozen.listen(8)
            url = "ws://127.0.0.1:%d" % frozen.getsockname()[1]
        with HermesRig({"default": {"text": "ok"}, "steps": []}, url, TOKEN, deadline_ms=None) as r:
            got = walls(r)
            assert all(w < bare + DEADLINE_S + SLACK_S for w in got[1:]), (fault, bare, got)
            assert [user_texts(q)[-1] for q in r.turn_requests()] == ["turn %d" % i for i in range(4)]
            assert len(list((r.home / "wetopi-memory" / "outbox").rglob("*.turn"))) == 4, "kept for later"


def test_a_daemon_stopped_in_mid_session_costs_the_deadline_at_most_and_gets_every_turn_once(bare, tmp_path):
    frames = tmp_path / "frames"
    with open(frames, "w") as out:
        daemon = subprocess.Popen([sys.executable, HERE.parent / "plugin" / "fake_daemon.py", TOKEN], stdout=out)
    try:
        port = wait_for(lambda: frames.read_text().splitlines()[0])
        with HermesRig({"default": {"text": "ok"}, "steps": []}, "ws://127.0.0.1:" + port, TOKEN, deadline_ms=None) as r:
            p = r.popen_lib("one", "@sleep:1", "two", "three", "four", "five", "six", "@sleep:4")
            assert json.loads(p.stdout.readline())["turn"] == "one"
            daemon.send_signal(signal.SIGSTOP)
            got = [json.loads(p.stdout.readline())["wall_s"] for _ in range(5)]
            daemon.send_signal(signal.SIGCONT)
            assert all(w < bare + DEADLINE_S + SLACK_S for w in got), (bare, got)
            p.wait()
            p.stdout.close()

            def posts():
                rows = [json.loads(line) for line in frames.read_text().splitlines()[1:]]
                return [f["data"]["user_message"] for f in rows if f["hook"] == "post_llm_call"]

            wait_for(lambda: len(posts()) >= 6)
            assert posts() == ["one", "two", "three", "four", "five", "six"]
    finally:
        daemon.kill()
        daemon.wait()


def test_turns_of_a_killed_process_arrive_once_after_the_restart(daemon):
    daemon.acks = False
    with HermesRig({"default": {"text": "ok"}, "steps": []}, daemon.url, TOKEN) as r:
        p = r.popen_lib("Recuerda que pve04 está apagado", "@sleep:60")
        first = daemon.wait_hook("post_llm_call", 60)[0]
        os.kill(p.pid, signal.SIGKILL)
        p.wait()
        p.stdout.close()
        assert len(list((r.home / "wetopi-memory" / "outbox").rglob("*.turn"))) == 1
        daemon.stop()
        with FakeDaemon(token=TOKEN, port=daemon.port) as again:
            r.chat("second")
            posts = again.wait_hook("post_llm_call", count=2)
            assert [(f["turn"] == first["turn"], f["data"].get("resent", False)) for f in posts] == [
                (True, True), (False, False)]
            assert posts[0]["data"]["user_message"] == "Recuerda que pve04 está apagado"
            wait_for(lambda: list((r.home / "wetopi-memory" / "outbox").rglob("*.turn")) == [])


def test_two_processes_of_one_home_never_send_each_others_turns(daemon):
    with HermesRig({"default": {"text": "ok"}, "steps": []}, daemon.url, TOKEN) as r:
        daemon.acks = False
        one = r.popen_lib("from one", "@sleep:300")
        daemon.wait_hook("post_llm_call", 60)
        two = r.popen_lib("from two", "@sleep:1")
        daemon.wait(lambda f: f["data"].get("user_message") == "from two" and f["hook"] == "post_llm_call", 60)
        two.wait()
        sent = {(source, f["data"]["user_message"]) for source, f in zip(daemon.sources, daemon.frames)
                if f["hook"] == "post_llm_call"}
        assert sent == {(1, "from one"), (2, "from two")}
        for p in (one, two):
            p.kill()
            p.wait()
            p.stdout.close()


def test_two_writers_are_warned_about_in_hermes_log_once(daemon):
    with HermesRig({"default": {"text": "ok"}, "steps": []}, daemon.url, TOKEN,
                   config={"memory": {"provider": "hindsight"}}) as r:
        r.lib("one", "two")
        assert r.log().count("two writers would keep the same conversations") >= 1
        lines = [l for l in (r.home / "logs" / "agent.log").read_text().splitlines() if "two writers" in l]
        assert len(lines) == 1 and "WARNING" in lines[0]


def test_in_native_mode_there_is_no_warning(daemon):
    daemon.hello["personal_owner"] = "native"
    with HermesRig({"default": {"text": "ok"}, "steps": []}, daemon.url, TOKEN,
                   config={"memory": {"provider": "hindsight"}}) as r:
        r.lib("one")
        assert "two writers" not in r.log()


def shape(frame):
    """A frame without what differs from run to run."""
    out = {**frame, "id": 0, "ts": "", "turn": ":" in frame.get("turn", ":"), "session": {**frame["session"], "id": ""}}
    return json.dumps(out, sort_keys=True)


def test_the_golden_session_is_what_the_plugin_sends_now(tmp_path):
    import record
    assert record.main(tmp_path / "now.jsonl") == 0
    golden = HERE.parent / "golden" / "hermes_session.jsonl"
    frames = [[json.loads(line) for line in path.read_text().splitlines()] for path in (golden, tmp_path / "now.jsonl")]
    assert [shape(f) for f in frames[0]] == [shape(f) for f in frames[1]]
    sessions = [f["session"]["id"] for f in frames[0]]
    assert len(set(sessions)) == 2 and sessions == sorted(sessions)


def test_hermes_lists_the_plugin_as_enabled(daemon):
    with HermesRig({"default": {"text": "ok"}, "steps": []}, daemon.url, TOKEN) as r:
        p = r.hermes("plugins", "list")
        row = next(line for line in p.stdout.splitlines() if "wetopi-memory" in line)
        assert "enabled" in row.lower() and "0.1.0" in row, row
    assert daemon.connections == 0, "listing plugins connects nowhere"
