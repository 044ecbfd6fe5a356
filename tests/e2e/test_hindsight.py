"""The main job with a real Hindsight server as the backend: its key is the daemon's alone."""
import pytest

from agent import HEADER, Agent
from daemon import Daemon
from facts import UNRELATED


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
