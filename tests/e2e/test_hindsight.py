"""The main job with a real Hindsight server as the backend: its key is the daemon's alone."""
import json
import re
import time

import pytest

from agent import HEADER, Agent, injected_in
from daemon import SCOPES, Daemon, tolerance
from facts import TEMPLATES, UNRELATED, personal


def stores(prefix):
    return {"personal": {"bank_template": prefix + "-user-{internal_user_id}", "retain": {"mode": "automatic"}},
            "business": {"bank": prefix + "-business"}, "platform": {"bank": prefix + "-platform"}}


def backend(server, **more):
    """The key comes from the daemon's environment, as the example configuration has it."""
    return {"type": "hindsight", "url": server.url, "api_key": "${HINDSIGHT_API_KEY}", **more}


@pytest.mark.hermes
@pytest.mark.parametrize("version", ["1.1.0", "0.9.2"])
def test_a_new_session_gets_what_hindsight_was_told(tmp_path, draw, hindsight_of, version):
    server = hindsight_of(version)
    prefix, fact = draw.word(), draw.one_of_each_language()[1]
    with Daemon(tmp_path, backend=backend(server), stores=stores(prefix), env={"HINDSIGHT_API_KEY": server.key}) as daemon:
        with Agent(daemon) as agent:
            agent.ask(fact.statement)
            daemon.wait_stored(1)
            server.wait_idle()
            daemon.restart()
            got = agent.ask(fact.question)
            assert not fact.missing_in(got.get("platform", "")), (str(fact), got)
            line = next(line for line in got["platform"].splitlines() if not fact.missing_in(line))
            assert agent.files_with(HEADER, line) == []
            assert agent.ask(UNRELATED[0]) == {}
            assert agent.files_with(server.key) == []
            assert server.key not in repr(agent.env)
        assert server.banks_of(prefix) == [prefix + "-platform"], "a bank nobody wrote to was made"
        assert server.key not in daemon.log()
    assert [path for path in tmp_path.rglob("*") if path.is_file() and server.key.encode() in path.read_bytes()] == []


SLOW_MS = 2500      # longer than a hook waits, shorter than a person types
DEADLINE_MS = 1500  # longer than the product lets a hook wait: a busy machine answers late, too
LINE = re.compile(r"^- \d{4}-\d\d-\d\d( \((world|experience)\))?: [^-\s].*$")
UNHURRIED = {"cache": {"enabled": True, "ttl_seconds": 600}, "synchronous": {"enabled": False}}


def lines_of(frames):
    return [line for lines in frames.values() for line in lines.splitlines()]


@pytest.mark.hermes
def test_the_observations_fetched_after_a_turn_are_in_the_next_request(tmp_path, draw, hindsight_of):
    """The recall of a turn takes longer than the turn: only what was fetched ahead can be in the next request."""
    server, prefix = hindsight_of("1.1.0"), draw.word()
    fact, other = (draw.fact(t) for t in TEMPLATES if t[1].startswith(("Remember that {host} is", "Note that {host}")))
    with Daemon(tmp_path, backend=backend(server), stores=stores(prefix), recall=UNHURRIED,
                env={"HINDSIGHT_API_KEY": server.key}) as daemon, Agent(daemon, deadline_ms=DEADLINE_MS) as agent:
        agent.lib(fact.statement, other.statement)
        daemon.wait_stored(2)
        server.wait_idle()
        told = len(agent.turn_requests())
        with server.slow(SLOW_MS):
            pause = "@sleep:%d" % tolerance(6)
            rows = agent.lib(fact.question, pause, "And is %s still off?" % fact.words[0], pause, other.question)
            requests = agent.turn_requests()[told:]
            metrics = daemon.metrics()
    got = [injected_in(request) for request in requests]
    assert len(got) == 3 and len({row["session_id"] for row in rows}) == 1
    assert got[0] == {}, "the recall is slower than the hook waits"
    assert not fact.missing_in(got[1]["platform"]), got[1]
    assert all(LINE.match(line) and "(" not in line.split(":")[0] for line in lines_of(got[1])), "observations, dated"
    assert other.words[0] not in "".join(lines_of(got[1]))
    assert fact.words[0] not in "".join(lines_of(got[2])), "what was fetched for another thing is not injected"
    assert metrics.of("wetopi_memory_context_total", status="cache") >= 1
    assert metrics.of("wetopi_memory_context_total", status="synchronous") <= 1
    assert metrics.of("wetopi_memory_recall_total", operation="prefetch", status="ok") >= 1
    assert max(row["wall_s"] for row in rows) < tolerance(SLOW_MS / 1000 + 8), rows


@pytest.mark.hermes
def test_one_question_is_answered_from_two_stores_each_line_under_its_scope(tmp_path, draw, hindsight_of):
    server, prefix = hindsight_of("1.1.0"), draw.word()
    fact = next(draw.fact(t) for t in TEMPLATES if t[1].startswith("Remember that {host} is"))
    customer, price = draw.word().capitalize(), "4870"
    with Daemon(tmp_path, backend=backend(server), stores=stores(prefix),
                env={"HINDSIGHT_API_KEY": server.key}) as daemon, Agent(daemon) as agent:
        agent.ask(fact.statement)
        agent.ask("Remember that the customer %s pays %s euros a year for the support contract." % (customer, price))
        daemon.wait_stored(2)
        server.wait_idle()
        got = agent.ask("Do you remember whether the server %s is up and what the customer %s pays for the support "
                        "contract?" % (fact.words[0], customer))
    assert server.banks_of(prefix) == [prefix + "-business", prefix + "-platform"]
    assert set(got) == {"platform", "business"}, got
    assert not fact.missing_in(got["platform"]) and customer not in got["platform"]
    assert customer in got["business"] and price in got["business"] and fact.words[0] not in got["business"]
    assert all(LINE.match(line) for line in lines_of(got)), got


@pytest.mark.hermes
def test_sessions_with_slow_recalls_at_once_never_mix(tmp_path, draw, hindsight_of):
    server, prefix = hindsight_of("1.1.0"), draw.word()
    people = ["ada", "ben", "cleo"]
    users = {"u_" + name: {"accounts": [{"platform": "rigchat", "id": "rc-" + name}], "allowed_scopes": SCOPES}
             for name in people}
    own = {name: personal(draw, at) for at, name in enumerate(people)}
    script = {"default": {"text": "default answer"}, "steps": [
        {"when": {"user_contains": "%s %s" % (what, name)}, "text": "answer to %s %s" % (what, name)}
        for name in people for what in ("tell", "first", "second", "third")]}
    with Daemon(tmp_path, backend=backend(server), stores=stores(prefix), users=users, owners={},
                env={"HINDSIGHT_API_KEY": server.key}) as daemon, Agent(
                    daemon, scenario=script, plugins=("rigchat",), deadline_ms=DEADLINE_MS) as agent:
        with agent.gateway() as gateway:
            def say(name, what, text):
                gateway.say(text="%s. %s %s" % (text, what, name), chat_id="dm-" + name, chat_type="dm",
                            user_id="rc-" + name, user_name=name)

            def answered(names, what, pause=2):  # a message that comes sooner counts as sent while the agent is busy
                for name in names:
                    gateway.wait_reply("answer to %s %s" % (what, name), tolerance(60))
                time.sleep(tolerance(pause))

            for name in people:
                say(name, "tell", own[name][0])
                answered([name], "tell")
            daemon.wait_stored(len(people))
            server.wait_idle()
            with server.slow(SLOW_MS):
                for what in ("first", "second", "third"):
                    for name in people:
                        say(name, what, own[name][1])
                    answered(people, what, pause=4 * SLOW_MS / 1000)  # what is fetched ahead comes one after the other
        requests = agent.turn_requests()
    seen = {name: 0 for name in people}
    for request in requests:
        body = json.dumps(request["body"], ensure_ascii=False)
        whose = [name for name in people if re.search(r"(tell|first|second|third) %s\b" % name, body)]
        assert len(whose) == 1, "a session holds the messages of two people"
        for name in people:
            assert own[name][2] not in body or name == whose[0], (name, whose)
        seen[whose[0]] += own[whose[0]][2] in injected_in(request).get("personal", "")
    assert all(times >= 2 for times in seen.values()), seen
