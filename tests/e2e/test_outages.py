"""The daemon is stopped, killed or hangs: the agent's turn goes on, and what it missed arrives once."""
import time

import pytest
from rig import HermesRig

from agent import ANSWER, Agent
from daemon import Daemon, tolerance

DEADLINE_S = 0.3    # plugins.entries.wetopi-memory.deadline_ms
TOLERANCE_S = 1.0
TURNS = ["hello number %d" % i for i in range(5)]
EXIT_S = 3.0        # what leaving may cost: the plugin's last try to deliver


@pytest.fixture(scope="module")
def without_plugin():
    """Seconds of a process's first turn, which loads everything, and of its slowest later one, without a plugin."""
    with HermesRig({"default": {"text": ANSWER}}, install=False) as plain:
        walls = [row["wall_s"] for row in plain.lib(*TURNS)]
        return walls[0], max(walls[1:])


def assert_bounded(rows, without_plugin, again=None):
    """Every turn answered, none longer than allowed. Where the machine was busy with something else for a moment,
    `again` measures once more: a wait that is the plugin's own shows every time."""
    first, slowest = without_plugin
    assert len(rows) == len(TURNS) and all(row["final"] == ANSWER for row in rows), rows
    walls = [row["wall_s"] for row in rows]
    longer = DEADLINE_S + tolerance(TOLERANCE_S)
    if again is not None and (walls[0] > first + longer or max(walls[1:]) > slowest + longer):
        return assert_bounded(again(), without_plugin)
    assert walls[0] <= first + longer and max(walls[1:]) <= slowest + longer, (walls, without_plugin, longer)


def arrives_once(daemon, agent, fact):
    """A later process of the agent delivers what an earlier one could not."""
    agent.ask("hello again")
    daemon.wait_for(lambda _: daemon.documents(*fact.words), "the turn never arrived")
    time.sleep(1.0)  # a second copy would come now
    assert daemon.copies(fact) == 1


@pytest.mark.hermes
@pytest.mark.parametrize("how", ["stopped", "killed"])
def test_without_a_daemon_a_turn_goes_on_and_arrives_once_after_the_restart(tmp_path, draw, without_plugin, how):
    fact = draw.one_of_each_language()[1]
    with Daemon(tmp_path) as daemon, Agent(daemon, deadline_ms=None) as agent:
        agent.ask("hello before")
        daemon.stop() if how == "stopped" else daemon.kill()
        assert_bounded(agent.lib(*TURNS[:-1], fact.statement), without_plugin, lambda: agent.lib(*TURNS))
        daemon.start()
        arrives_once(daemon, agent, fact)


@pytest.mark.hermes
def test_with_a_hanging_daemon_a_turn_goes_on_and_arrives_once_when_it_wakes(tmp_path, draw, without_plugin):
    fact = draw.one_of_each_language()[1]
    with Daemon(tmp_path) as daemon, Agent(daemon, deadline_ms=None) as agent:
        agent.ask("hello before")
        daemon.hang()
        try:
            assert_bounded(agent.lib(*TURNS[:-1], fact.statement), without_plugin, lambda: agent.lib(*TURNS))
        finally:
            daemon.resume()
        arrives_once(daemon, agent, fact)


@pytest.mark.hermes
@pytest.mark.parametrize("how", ["killed", "hanging"])
def test_a_daemon_lost_in_the_middle_of_a_turn_costs_no_more_and_the_turn_arrives_once(
        tmp_path, draw, without_plugin, how):
    fact = draw.one_of_each_language()[2]
    thinking = {"default": {"text": ANSWER}, "steps": [
        {"when": {"user_contains": fact.statement}, "text": ANSWER, "delay_ms": 3000}]}
    with Daemon(tmp_path) as daemon, Agent(daemon, scenario=thinking, deadline_ms=None) as agent:
        arrived = tmp_path / "arrived"
        process = agent.popen_lib("hello", fact.statement, *TURNS[2:], "@until:%s" % arrived)
        try:
            daemon.wait_for(lambda m: m.of("wetopi_memory_hooks_total", operation="pre_llm_call") >= 2,
                            "the turn did not begin")
            daemon.kill() if how == "killed" else daemon.hang()
            rows = [agent.row(process) for _ in range(5)]
            daemon.start() if how == "killed" else daemon.resume()
            assert_bounded([{**rows[0]}, {**rows[1], "wall_s": rows[1]["wall_s"] - 3.0}, *rows[2:]], without_plugin)
            daemon.wait_for(lambda _: daemon.documents(*fact.words), "the turn never arrived")
            arrived.touch()
            assert process.wait(60) == 0
        finally:
            process.kill()
            process.wait()
        time.sleep(0.5)
        assert daemon.copies(fact) == 1


@pytest.mark.hermes
def test_a_process_ends_soon_though_the_daemon_hangs(tmp_path):
    with Daemon(tmp_path) as daemon, Agent(daemon, deadline_ms=None) as agent:
        agent.chat("hello")
        calm = agent.chat("hello").wall
        daemon.hang()
        try:
            ran = agent.chat("hello")
        finally:
            daemon.resume()
        assert ran.returncode == 0 and ANSWER in ran.stdout
        assert ran.wall <= calm + DEADLINE_S + EXIT_S + tolerance(TOLERANCE_S), (ran.wall, calm)
