#!/usr/bin/env python3
"""Agents that stay connected and talk now and then: memory and descriptors of the daemon must not grow.

    soak.py [--connections 1000] [--minutes 20] [--turns-a-second 100] [--growth 0.05]

Needs a daemon ($WM_BINARY) and the packages websockets and yaml. Every connection opens a new session after some turns, as
agents do; what the daemon remembers is bounded so that it reaches its bounds in the first half. Prints a line a minute; exit
code 1 when resident memory of the last quarter is above that of the third by more than the share of --growth, or descriptors
are. The page caches of SQLite (16 MiB each) fill in the first ten minutes: a shorter run needs a larger share.
"""
import argparse
import asyncio
import json
import pathlib
import random
import resource
import shutil
import statistics
import sys
import tempfile
import time
import uuid

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "e2e"))

from websockets.asyncio.client import connect  # noqa: E402

from daemon import Daemon  # noqa: E402

SAMPLE_S = 2.0
TURNS_OF_A_SESSION = 5
GROWTH_BYTES_MAX = 4 << 20  # below that, a share says nothing
ANSWER_S = 30
SAID = ["Remember that {} is switched off for maintenance", "¿Cómo está {}?", "Danke!",
        "Why does {} answer so slowly since yesterday?", "Write me a poem about rain"]


class Agent:
    def __init__(self, number):
        self._number, self._turns, self._ids = number, 0, 0
        self._session = ""

    async def open(self, url, token):
        self._socket = await connect(url + "/v1/ws", subprotocols=["wetopi-memory.v1"], proxy=None, compression=None,
                                     additional_headers={"Authorization": "Bearer " + token}, open_timeout=30,
                                     ping_interval=None, max_size=1 << 20)
        await self._socket.recv()

    async def close(self):
        await self._socket.close()

    async def _ask(self, hook, turn, data):
        self._ids += 1
        await self._socket.send(json.dumps({
            "id": self._ids, "ts": "2026-01-01T00:00:00Z", "type": "hook", "hook": hook, "turn": turn, "deadline_ms": 300,
            "session": {"id": self._session, "platform": "cli", "kind": "private", "profile": "default"}, "data": data}))
        while True:
            answer = json.loads(await asyncio.wait_for(self._socket.recv(), ANSWER_S))
            if answer.get("id") == self._ids and answer["type"] != "pending":
                return answer

    async def turn(self):
        if self._turns % TURNS_OF_A_SESSION == 0:
            self._session = "s-%d-%s" % (self._number, uuid.uuid4().hex[:8])
        self._turns += 1
        text = random.choice(SAID).format("srv-r%d-%03d" % (random.randrange(50), random.randrange(1000)))
        turn = "%s:%d" % (self._session, self._turns)
        await self._ask("pre_llm_call", turn, {"user_message": text})
        answer = await self._ask("post_llm_call", turn, {"user_message": text, "assistant_response": "Noted."})
        assert answer["type"] == "ack", answer


def use_of(pid):
    """(resident bytes, open descriptors) of a process."""
    pages = int(pathlib.Path("/proc/%d/statm" % pid).read_text().split()[1])
    return pages * resource.getpagesize(), len(list(pathlib.Path("/proc/%d/fd" % pid).iterdir()))


async def talk(agents, done, rate):
    """An open loop: so many turns a second over all agents, whatever the daemon does."""
    waiting, idle, turns = set(), list(agents), 0
    began = time.monotonic()
    while not done.is_set():
        if idle and turns < (time.monotonic() - began) * rate:
            agent = idle.pop(random.randrange(len(idle)))
            turns += 1
            task = asyncio.create_task(agent.turn())
            task.add_done_callback(lambda t, a=agent: idle.append(a))
            waiting.add(task)
        else:
            await asyncio.sleep(0.005)
        for task in [t for t in waiting if t.done()]:
            waiting.discard(task)
            task.result()
    await asyncio.gather(*waiting)
    return turns


async def soak(options, daemon):
    token, pid = daemon.token("wetopi-build"), daemon.process.pid
    agents = [Agent(i) for i in range(options.connections)]
    for some in range(0, len(agents), 50):
        await asyncio.gather(*(a.open(daemon.url, token) for a in agents[some:some + 50]))
    done, samples = asyncio.Event(), []
    talking = asyncio.create_task(talk(agents, done, options.turns_a_second))
    began, told = time.monotonic(), 0.0
    while (gone := time.monotonic() - began) < options.minutes * 60 and not talking.done():
        await asyncio.sleep(SAMPLE_S)
        samples.append(use_of(pid))
        if gone >= told:
            told += 60
            print("minute %4.1f  resident %6.1f MiB  descriptors %d" % (gone / 60, samples[-1][0] / 2**20, samples[-1][1]),
                  flush=True)
    done.set()
    turns = await talking
    await asyncio.gather(*(a.close() for a in agents))
    return turns, samples


def judge(turns, samples, growth_max):
    quarter = len(samples) // 4
    early, late = samples[2 * quarter:3 * quarter], samples[3 * quarter:]
    memory = [statistics.median(s[0] for s in part) for part in (early, late)]
    descriptors = [max(s[1] for s in part) for part in (early, late)]
    grown = memory[1] - memory[0]
    print("%d turns; resident %.1f → %.1f MiB (%+.1f %%), descriptors %d → %d" %
          (turns, memory[0] / 2**20, memory[1] / 2**20, 100 * grown / memory[0], *descriptors))
    bad = grown > max(growth_max * memory[0], GROWTH_BYTES_MAX) or descriptors[1] > descriptors[0] + 8
    if bad:
        print("GROWS")
    return 1 if bad or not turns else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--connections", type=int, default=1000)
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--turns-a-second", type=float, default=100)
    parser.add_argument("--growth", type=float, default=0.05)
    options = parser.parse_args()
    wanted = options.connections + 512
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(wanted, hard), hard))
    folder = pathlib.Path(tempfile.mkdtemp(prefix="wm_soak_"))
    try:
        with Daemon(folder, limits={"connections_max": options.connections + 16, "session_idle": "1m"},
                    recall={"cache": {"ttl_seconds": 30}},
                    observability={"explain_bytes_max": "1MiB"}) as daemon:
            return judge(*asyncio.run(soak(options, daemon)), options.growth)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
