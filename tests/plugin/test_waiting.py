"""How long a turn waits for the daemon, whatever the daemon does."""
import functools
import socket
import time

import pytest

from fake_daemon import FakeDaemon
from support import DEADLINE_S, SLACK_S, settle, took


@pytest.fixture
def agents(agents):
    return functools.partial(agents, deadline_ms=int(DEADLINE_S * 1000))


def test_a_refused_connection_costs_no_wait(agents):
    agent = agents("ws://127.0.0.1:9")
    walls = [took(agent.begin, "q", turn="s1:t:%d" % i)[0] for i in range(5)]
    assert walls[0] < DEADLINE_S + SLACK_S and max(walls[1:]) < SLACK_S


def test_a_port_that_never_answers_is_waited_for_once(agents):
    with socket.socket() as dead:
        dead.bind(("127.0.0.1", 0))
        dead.listen(5)
        agent = agents("ws://127.0.0.1:%d" % dead.getsockname()[1])
        walls = [took(agent.begin, "q", turn="s1:t:%d" % i)[0] for i in range(5)]
    assert DEADLINE_S - 0.01 < walls[0] < DEADLINE_S + SLACK_S and max(walls[1:]) < SLACK_S


def test_a_daemon_that_does_not_greet_is_waited_for_once(daemon, agents):
    daemon.silent = True
    agent = agents(daemon.url)
    walls = [took(agent.begin, "q", turn="s1:t:%d" % i)[0] for i in range(5)]
    assert walls[0] < DEADLINE_S + SLACK_S and max(walls[1:]) < SLACK_S


def test_a_daemon_that_stops_answering_costs_its_deadline_three_times_then_nothing(daemon, agents):
    agent = agents(daemon.url)
    agent.begin("warm", turn="s1:t:0")
    daemon.wait_hook("pre_llm_call")
    settle(lambda: agent.plugin.runtime().link._unanswered == 0)
    daemon.mute = True
    walls = [took(agent.begin, "q", turn="s1:t:%d" % (i + 1))[0] for i in range(6)]
    assert all(DEADLINE_S - 0.01 < w < DEADLINE_S + SLACK_S for w in walls[:3]) and max(walls[3:]) < SLACK_S
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
    assert wall < SLACK_S


def test_pending_extends_the_wait_once(daemon, agents):
    agent = agents(daemon.url)
    agent.begin("warm", turn="s1:t:0")
    daemon.pending_ms, daemon.answer_after_s = 20000, 1.7
    daemon.context = lambda f: "DEEP"
    wall, _ = took(agent.begin, "what do you remember?")
    assert 1.69 < wall < 1.7 + SLACK_S
    assert agent.request([{"role": "user", "content": "q"}])["messages"][0]["content"] == "q\n\nDEEP"


@pytest.mark.parametrize("pending_ms, waits", [(30000, True), (30001, False), (0, False), ("2000", False)])
def test_pending_is_heeded_up_to_what_the_daemon_may_be_configured_to(daemon, agents, pending_ms, waits):
    agent = agents(daemon.url)
    agent.begin("warm", turn="s1:t:0")
    daemon.pending_ms, daemon.answer_after_s = pending_ms, 1.7
    daemon.context = lambda f: "DEEP"
    agent.begin("what do you remember?")
    assert (agent.request([{"role": "user", "content": "q"}]) is not None) == waits


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
    daemon.answer_after_s, daemon.context = 1.5, lambda f: "LATE"
    agent.begin("q")
    time.sleep(1.5)
    assert agent.request([{"role": "user", "content": "q"}]) is None


def test_connecting_again_works_after_the_daemon_restarts(agents):
    with FakeDaemon() as first:
        agent = agents(first.url)
        agent.begin("one", turn="s1:t:1")
        port = first.port
    settle(lambda: not agent.plugin.runtime().link.connected)
    assert took(agent.begin, "two", turn="s1:t:2")[0] < SLACK_S
    with FakeDaemon(port=port) as second:
        second.context = lambda f: "AGAIN"
        settle(lambda: agent.plugin.runtime().link.connected)
        agent.begin("three", turn="s1:t:3")
        assert agent.request([{"role": "user", "content": "q"}], turn="s1:t:3")


def test_a_unix_socket_serves_as_well(agents, tmp_path):
    with FakeDaemon(path=tmp_path / "wm.sock") as d:
        d.context = lambda f: "FACT"
        agent = agents(d.url)
        agent.begin("one")
        assert agent.request([{"role": "user", "content": "q"}])
