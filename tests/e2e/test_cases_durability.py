"""Cases that users of other memory systems reported, about what must not be lost, doubled or in the way: turns below a batch's
boundary, a lost acknowledgement, a backend that is dead for days, one that asks for time, two writers on one store. On the
daemon as it is built and a stand-in for Hindsight that fails when told to."""
import json
import pathlib
import subprocess
import sys
import time
import urllib.request

import pytest

from client import Client
from daemon import REPO, Daemon, free_port, run, tolerance

ENOUGH_S = 60


class Faulty:
    """tests/torture/faulty_hindsight.py on a port that stays; what it was given is in its journal."""

    def __init__(self, root):
        self.journal, self.port = pathlib.Path(root) / "journal", free_port()
        self.url = "http://127.0.0.1:%d" % self.port
        self.process = None

    def start(self):
        script = REPO / "tests" / "torture" / "faulty_hindsight.py"
        self.process = subprocess.Popen([sys.executable, str(script), str(self.journal), str(self.port)],
                                        stdout=subprocess.PIPE, text=True)
        assert self.process.stdout.readline().strip() == str(self.port)
        return self

    def stop(self):
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process.stdout.close()
            self.process = None

    def faults(self, **shares):
        urllib.request.urlopen(urllib.request.Request(self.url + "/faults", json.dumps(shares).encode()), timeout=5).close()

    def counts(self):
        with urllib.request.urlopen(self.url + "/counts", timeout=5) as answer:
            return json.load(answer)

    def stored(self):
        """The operations in the order they came, with their items."""
        return [json.loads(line) for line in self.journal.read_text(encoding="utf-8").splitlines()]

    def copies(self, fact):
        """In how many operations a fact stands."""
        return sum(all(w.lower() in json.dumps(entry["items"], ensure_ascii=False).lower() for w in fact.words)
                   for entry in self.stored())


@pytest.fixture
def backend(tmp_path):
    server = Faulty(tmp_path).start()
    yield server
    server.stop()


def daemon_on(tmp_path, backend, **more):
    return Daemon(tmp_path, backend={"type": "hindsight", "url": backend.url}, **more)


@pytest.mark.parametrize("end", ["the session", "the socket", "SIGTERM", "SIGKILL"])
def test_br09_a_session_that_ends_below_a_batchs_boundary(tmp_path, draw, backend, end):
    told = draw.one_of_each_language()[:3]
    backend.faults(fail=1.0)  # nothing leaves before the end
    with daemon_on(tmp_path, backend, limits={"drain": "2s"}) as daemon:
        client = Client(daemon.url, daemon.token("wetopi-build"))
        session = client.session()
        for fact in told:
            session.turn(fact.statement)
        if end == "the session":
            client.send({"type": "hook", "hook": "on_session_end", "session": session.session, "turn": "", "data": {}})
        elif end == "the socket":
            client._socket.socket.close()
        elif end == "SIGTERM":
            _, seconds = daemon.stop()
            assert seconds <= 2 + tolerance(2.0)
        else:
            daemon.kill()
        backend.faults(fail=0.0)
        if daemon.process.poll() is not None:
            daemon.start()
        daemon.wait_spool_empty()
    for fact in told:
        assert backend.copies(fact) == 1, str(fact)


def test_br10_an_acknowledgement_is_lost_and_the_daemon_dies_between_the_tries(tmp_path, draw, backend):
    first, fact = draw.one_of_each_language()[:2]
    with daemon_on(tmp_path, backend) as daemon:
        with Client(daemon.url, daemon.token("wetopi-build")) as c:
            c.session().turn(first.statement)  # its bank is there now
            daemon.wait_spool_empty()
            backend.faults(lose=1.0)  # takes it, and says nothing
            c.session().turn(fact.statement)
        end = time.monotonic() + ENOUGH_S
        while not backend.copies(fact):
            assert time.monotonic() < end, "the batch never left"
            time.sleep(0.05)
        for _ in range(2):
            daemon.kill()
            daemon.start()
        backend.faults(lose=0.0)
        daemon.wait_spool_empty()
        metrics = daemon.metrics()
        assert metrics.of("wetopi_memory_retain_total", status="dead_letter") == 0
    assert backend.copies(fact) == 1 and backend.counts()["repeated"] >= 1
    operations = [entry["operation"] for entry in backend.stored()]
    assert len(operations) == len(set(operations))


def test_br13_a_backend_that_is_dead_is_loud_cheap_and_harmless(tmp_path, draw, backend):
    told = draw.all()[:12]
    backend.stop()
    with daemon_on(tmp_path, backend) as daemon:
        with Client(daemon.url, daemon.token("wetopi-build")) as c:
            session, waits = c.session(), []
            for fact in told:
                session.turn(fact.statement)
            daemon.wait_for(lambda m: m["wetopi_memory_breaker_state"] == 2, "the breaker did not open")
            for number in range(50):
                began = time.monotonic()
                session.context("How is host number %d?" % number)
                waits.append(time.monotonic() - began)
            status = session.tool("memory_status")
        assert sorted(waits)[len(waits) // 2] < tolerance(0.05), waits
        assert status["backend"] == "down" and status["degraded_since"] and status["queue_depth"] >= 1, status
        assert daemon.log().count("backend down") == 1, "one line a change of state"
        backend.start()
        daemon.wait_spool_empty()
        with Client(daemon.url, daemon.token("wetopi-build")) as c:
            assert c.session().tool("memory_status")["backend"] == "up"
    for fact in told:
        assert backend.copies(fact) == 1, str(fact)
    texts = [json.dumps(entry["items"], ensure_ascii=False).lower() for entry in backend.stored()]
    places = [next(i for i, text in enumerate(texts) if all(w.lower() in text for w in fact.words)) for fact in told]
    assert places == sorted(places), "the queue was not drained in order"


def test_br19_a_backend_that_fails_most_calls_gets_one_at_a_time_and_loses_nothing(tmp_path, draw, backend):
    told = draw.all()[:10]
    backend.faults(fail=0.5)
    with daemon_on(tmp_path, backend) as daemon:
        with Client(daemon.url, daemon.token("wetopi-build")) as c:
            for fact in told:
                c.session().turn(fact.statement)
        daemon.wait_for(lambda m: m["wetopi_memory_backend_inflight"] <= 1 and m["wetopi_memory_backend_retries_total"] > 0,
                        "nothing was tried again")
        backend.faults(fail=0.0)
        daemon.wait_spool_empty()
    for fact in told:
        assert backend.copies(fact) == 1, str(fact)


def test_br20_two_writers_on_one_store(tmp_path, draw):
    told = draw.one_of_each_language()
    with Daemon(tmp_path) as daemon:
        with Client(daemon.url, daemon.token("wetopi-build")) as c:
            session = c.session()
            for number, fact in enumerate(told):
                session.turn(fact.statement)
                second = run("serve", "--config", daemon.config)
                assert second.returncode != 0 and str(daemon.process.pid) in second.stdout + second.stderr, second
                if number == 0:
                    daemon.kill()  # in the middle: what it held is free at once
                    daemon.start()
                    c = Client(daemon.url, daemon.token("wetopi-build"))
                    session = c.session()
        daemon.wait_spool_empty()
        for fact in told:
            assert daemon.copies(fact) == 1, str(fact)
