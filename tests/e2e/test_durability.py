"""What was acknowledged is on disk: a kill -9 right behind the acknowledgement loses nothing and doubles nothing."""
import socket
import threading
import uuid

import pytest
from websockets.exceptions import WebSocketException

from client import Client
from daemon import Daemon, tolerance

TOLERANCE_S = 2.0


def test_what_was_acknowledged_survives_kill_9_and_is_there_once(tmp_path, draw):
    with Daemon(tmp_path) as daemon:
        token = daemon.token("wetopi-build")
        told = draw.one_of_each_language() + draw.one_of_each_language()
        for fact in told:
            with Client(daemon.url, token) as c:
                c.session().turn(fact.statement)  # returns with the acknowledgement
                daemon.kill()
            daemon.start()
        daemon.wait_spool_empty()
        for fact in told:
            assert daemon.copies(fact) == 1, str(fact)
        with Client(daemon.url, token) as c:
            for fact in told:
                assert not fact.missing_in(c.session().context(fact.question)), str(fact)


def test_a_turn_sent_again_after_kill_9_is_acknowledged_and_there_once(tmp_path, draw):
    fact = draw.one_of_each_language()[0]
    with Daemon(tmp_path) as daemon:
        token = daemon.token("wetopi-build")
        session, turn = "s-" + uuid.uuid4().hex, "t-" + uuid.uuid4().hex
        for attempt in range(3):
            with Client(daemon.url, token) as c:
                assert c.session(session_id=session).resend(turn, fact.statement)["type"] == "ack"
                if attempt < 2:
                    daemon.kill()
            if attempt < 2:
                daemon.start()
        daemon.wait_spool_empty()
        assert daemon.copies(fact) == 1


def test_many_turns_at_once_and_kill_9_lose_none_that_was_acknowledged(tmp_path, draw):
    told = draw.all()
    with Daemon(tmp_path) as daemon:
        token = daemon.token("wetopi-build")
        acknowledged, lock = [], threading.Lock()

        def tell(facts):
            try:
                with Client(daemon.url, token) as c:
                    for fact in facts:
                        c.session().turn(fact.statement)
                        with lock:
                            acknowledged.append(fact)
            except (OSError, WebSocketException, TimeoutError):
                pass  # killed in the middle: this turn was not acknowledged

        threads = [threading.Thread(target=tell, args=(told[i::4],)) for i in range(4)]
        for thread in threads:
            thread.start()
        while len(acknowledged) < len(told) // 2 and any(t.is_alive() for t in threads):
            threads[0].join(0.01)
        daemon.kill()
        for thread in threads:
            thread.join(30)
        daemon.start()
        daemon.wait_spool_empty()
        assert len(acknowledged) >= len(told) // 2
        for fact in acknowledged:
            assert daemon.copies(fact) == 1, str(fact)


@pytest.mark.parametrize("work", ["a retain", "a recall"])
def test_sigterm_while_hindsight_hangs_ends_within_the_drain(tmp_path, draw, work):
    fact = draw.one_of_each_language()[1]
    with socket.socket() as deaf:  # takes connections and says nothing
        deaf.bind(("127.0.0.1", 0))
        deaf.listen(20)
        url = "http://127.0.0.1:%d" % deaf.getsockname()[1]
        with Daemon(tmp_path, backend={"type": "hindsight", "url": url, "timeout_seconds": 60},
                    limits={"drain": "1s"}) as daemon:
            with Client(daemon.url, daemon.token("wetopi-build")) as c:
                if work == "a retain":
                    c.session().turn(fact.statement)
                else:
                    c.session().begin(fact.question)
                daemon.wait_for(lambda m: m["wetopi_memory_backend_inflight"] == 1, "nothing was asked of the backend")
                code, seconds = daemon.stop()
            assert seconds <= 1.0 + tolerance(TOLERANCE_S), seconds
            assert code in (0, 1), daemon.log()[-2000:]
            daemon.start()
            depth = 1 if work == "a retain" else 0
            daemon.wait_for(lambda m: m["wetopi_memory_spool_depth"] == depth, "the batch is not waiting on disk")
