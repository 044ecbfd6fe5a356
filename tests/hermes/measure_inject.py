#!/usr/bin/env python3
"""What each way of injecting costs a provider's prompt cache.

    WM_HERMES_VENV=... $WM_HERMES_VENV/bin/python tests/hermes/measure_inject.py [TURNS] [CONTEXT_CHARACTERS]

Every turn makes one tool call with some 4 KB of output and gets a recall, the worst case. Looked at is the first request
of each turn beside the last one of the turn before: `lost` was sent then and is sent again without being a common prefix, so
no cache has it; `carried` are the recalls of earlier turns in the last request.
"""
import json
import pathlib
import statistics
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "plugin")]

import rig  # noqa: E402
from fake_daemon import FakeDaemon  # noqa: E402


def common(a, b):
    n = 0
    for x, y in zip(a, b):
        if x != y:
            break
        n += 1
    return n


def measure(mode, turns, size):
    with FakeDaemon() as daemon:
        daemon.hello["inject"] = mode
        daemon.context = lambda f: ("<memory turn=%s>" % f["turn"][-8:]) + "m" * size
        step = {"when": {"last_role": "user"}, "repeat": turns,
                "tool_calls": [{"name": "terminal", "args": {"command": "seq 1 1000"}}]}
        scenario = {"default": {"text": "An answer of a usual length. " * 8}, "steps": [step]}
        with rig.HermesRig(scenario, daemon.url, daemon.token, install=mode != "none", deadline_ms=None) as hermes:
            hermes.lib(*["question %d, of a usual length, about pve04" % i for i in range(turns)])
            bodies = [json.dumps(q["body"]["messages"]).encode() for q in hermes.turn_requests()]
    pairs = list(zip(bodies[1::2], bodies[2::2]))
    lost = [len(last) - common(last, first) for last, first in pairs]
    return {"mode": mode, "turns": turns, "last_request_bytes": len(bodies[-1]),
            "lost_bytes_a_turn": round(statistics.median(lost)), "carried_contexts": bodies[-1].count(b"<memory turn=")}


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 12
    characters = int(sys.argv[2]) if len(sys.argv) > 2 else 2000
    for way in ("none", "middleware", "pre_llm_call"):
        print(json.dumps(measure(way, count, characters)))
