#!/usr/bin/env python3
"""Turns under load while daemon and backend are killed, or while the backend fails: nothing lost, nothing twice.

    torture.py kills  [--kills 200] [--backend embedded|stand-in] [--seed N]
    torture.py faults [--turns 10000] [--fail 0.3] [--lose 0.1] [--seed N]

Needs a daemon ($WM_BINARY) and the packages websockets and yaml. A client sends a turn that was not acknowledged again, as
the plugin does. Prints its figures; exit code 1 when an acknowledged turn is missing or there twice.
"""
import argparse
import collections
import contextlib
import json
import os
import pathlib
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "e2e"))

from websockets.exceptions import WebSocketException  # noqa: E402

import client  # noqa: E402
from client import Client  # noqa: E402
from daemon import Daemon, free_port, is_activity  # noqa: E402

CLIENTS = 8
TURNS_OF_A_SESSION = 25
DRAIN_S = 1800
TOLD = ["Recuerda que {} está apagado por mantenimiento", "Remember that {} is switched off for maintenance",
        "Merke dir, dass {} wegen Wartung abgeschaltet ist", "Note that {} has been down since 10:15"]
HOST = re.compile(r"srv-r(\d+)-(\d{3})")


def host(number):
    return "srv-r%d-%03d" % divmod(number, 1000)


def hosts_in(text):
    """The numbers of the hosts that a text names."""
    return {int(rack) * 1000 + int(unit) for rack, unit in HOST.findall(text)}


class StandIn:
    """The faulty backend as a process that can be killed, with the port and the journal of before."""

    def __init__(self, folder):
        self.journal, self.port = folder / "backend.jsonl", free_port()
        self.journal.touch()
        self.url = "http://127.0.0.1:%d" % self.port
        self.counts = collections.Counter()
        self._process = None

    def start(self):
        self._process = subprocess.Popen([sys.executable, str(HERE / "faulty_hindsight.py"), str(self.journal),
                                          str(self.port)], stdout=subprocess.PIPE, text=True)
        assert self._process.stdout.readline().strip() == str(self.port)

    def kill(self):
        self._process.kill()
        self._process.wait()
        self._process.stdout.close()

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *exc):
        self.kill()

    def ask(self, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        with urllib.request.urlopen(urllib.request.Request(self.url + path, data), timeout=20) as answer:
            return json.load(answer)

    def stored(self):
        """How often each host was told of: operations, or documents of events where there are more."""
        events = collections.defaultdict(set)
        operations = collections.Counter()
        for line in self.journal.read_text(encoding="utf-8").splitlines():
            entry = json.loads(line)
            named = set()
            for item in entry["items"]:
                for number in hosts_in(item["content"]):
                    named.add(number)
                    if item["document_id"].startswith("turn:"):
                        events[number].add(item["document_id"])
            operations.update(named)
        return {number: max(count, len(events[number])) for number, count in operations.items()}


def stored_in_file(daemon):
    """The same of the embedded store: how often each host was told of."""
    with contextlib.closing(sqlite3.connect("file:%s?mode=ro" % (daemon.data_dir / "memory.db"), uri=True)) as db:
        texts = [text for (text,) in db.execute("select content from documents")]
    activities, all_of = collections.Counter(), collections.Counter()
    for text in texts:
        for number in hosts_in(text):
            all_of[number] += 1
            activities[number] += is_activity(text)
    return {number: max(activities[number], count - activities[number]) for number, count in all_of.items()}


class Load:
    """Clients that tell turns until they are told to stop; each turn until it is acknowledged."""

    def __init__(self, daemon, most):
        self._daemon, self._token, self._most = daemon, daemon.token("wetopi-build"), most
        self._lock, self._next = threading.Lock(), 0
        self.acknowledged, self.again, self.stop = [], 0, threading.Event()
        self.given_up = False
        self._threads = [threading.Thread(target=self._tell, args=(i,)) for i in range(CLIENTS)]

    def __enter__(self):
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *exc):
        """Every turn that was begun is acknowledged then, unless something went wrong."""
        self.stop.set()
        self.given_up = exc[0] is not None
        self.wait()

    def wait(self):
        for thread in self._threads:
            thread.join()

    def _draw(self):
        with self._lock:
            if self.stop.is_set() or self._next >= self._most:
                return None
            self._next += 1
            return self._next

    def _tell(self, index):
        connection, told = None, 0
        while (number := self._draw()) is not None:
            session = {"session_id": "s-%d-%d" % (index, told // TURNS_OF_A_SESSION)}
            text, attempt = TOLD[number % len(TOLD)].format(host(number)), 0
            while not self.given_up:
                try:
                    connection = connection or Client(self._daemon.url, self._token)
                    s = connection.session(**session)
                    if attempt == 0:
                        s.turn_id = "t-%d" % number
                        answer = connection.answer(s.finish(text, "Noted."))
                    else:
                        answer = s.resend("t-%d" % number, text, "Noted.")
                    if answer["type"] == "ack":
                        break
                except (OSError, WebSocketException, TimeoutError, EOFError):
                    connection = None
                attempt += 1
                time.sleep(0.05)
            with self._lock:
                self.acknowledged.append(number)
                self.again += attempt > 0
            told += 1


def judge(load, stored):
    missing = [n for n in load.acknowledged if stored.get(n, 0) == 0]
    twice = [n for n in load.acknowledged if stored.get(n, 0) > 1]
    print("acknowledged %d turns, %d of them only when sent again; stored %d, missing %d, twice %d"
          % (len(load.acknowledged), load.again, sum(n in stored for n in load.acknowledged), len(missing), len(twice)))
    for name, numbers in (("MISSING", missing), ("TWICE", twice)):
        if numbers:
            print("%s: %s" % (name, ", ".join(host(n) for n in numbers[:20])))
    return 1 if missing or twice or not load.acknowledged else 0


def settings_for(backend):
    more = {"limits": {"backoff_first": "20ms", "backoff_max": "500ms"}}
    if backend:
        more["backend"] = {"type": "hindsight", "url": backend.url, "concurrency": {"max_inflight": 4}}
    return more


def kills(options, folder):
    chance = random.Random(options.seed)
    backend = StandIn(folder) if options.backend == "stand-in" else None
    with backend or contextlib.nullcontext(), Daemon(folder, **settings_for(backend)) as daemon:
        load, killed = Load(daemon, sys.maxsize), collections.Counter()
        began = time.monotonic()
        with load:
            for _ in range(options.kills):
                time.sleep(chance.uniform(0.0, 0.6))
                if backend and chance.random() < 0.3:
                    backend.kill()
                    time.sleep(chance.uniform(0.0, 0.3))
                    backend.start()
                    killed["backend"] += 1
                else:
                    daemon.kill()
                    daemon.start()
                    killed["daemon"] += 1
        daemon.wait_for(lambda m: m["wetopi_memory_spool_depth"] == 0, "the spool was not emptied", DRAIN_S)
        print("kill -9: %s, in %.0f s, seed %d" % (dict(killed), time.monotonic() - began, options.seed))
        return judge(load, backend.stored() if backend else stored_in_file(daemon))


def faults(options, folder):
    backend = StandIn(folder)
    with backend, Daemon(folder, **settings_for(backend)) as daemon:
        backend.ask("/faults", {"fail": options.fail, "lose": options.lose})
        load, began = Load(daemon, options.turns), time.monotonic()
        with load:
            load.wait()
        told = time.monotonic() - began
        daemon.wait_for(lambda m: m["wetopi_memory_spool_depth"] == 0, "the spool was not emptied", DRAIN_S)
        print("backend: %s; told in %.0f s, stored in %.0f s" % (backend.ask("/counts"), told, time.monotonic() - began))
        return judge(load, backend.stored())


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("what", choices=["kills", "faults"])
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--backend", choices=["embedded", "stand-in"], default="stand-in")
    parser.add_argument("--turns", type=int, default=10000)
    parser.add_argument("--fail", type=float, default=0.3)
    parser.add_argument("--lose", type=float, default=0.1)
    parser.add_argument("--seed", type=int, default=int.from_bytes(os.urandom(2), "big"))
    options = parser.parse_args()
    client.ANSWER_S = 10
    folder = pathlib.Path(tempfile.mkdtemp(prefix="wm_torture_"))
    try:
        return kills(options, folder) if options.what == "kills" else faults(options, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
