"""`wetopi-memory bench load`: agents at a constant rate, and what it says of a daemon that stalls."""
import json
import threading
import time

import daemon as d
from daemon import Daemon

PEOPLE = {"wetopi-build": ["personal", "business", "platform"]}


def measured(*args, env=None):
    ran = d.run("bench", "load", "--json", *args, env=env, timeout=120)
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


def test_without_a_url_it_measures_a_daemon_of_its_own_and_leaves_nothing_behind(tmp_path):
    page = tmp_path / "load.html"
    folder = tmp_path / "tmp"
    folder.mkdir()
    figures = measured("--rate", 40, "--seconds", 3, "--connections", 8, "--tools", 2, "--searches", 0.2, "--html", page,
                       env={"TMPDIR": str(folder)})
    assert figures["offered"] == 120 and figures["done"] == 120 and figures["not_done"] == 0
    assert figures["errors"] == {}
    for part in ("connect", "pre_llm_call", "memory_search", "post_llm_call", "turn"):
        row = figures["latency"][part]
        assert 0 < row["p50_us"] <= row["p99_us"] <= row["max_us"], part
    assert figures["daemon"]["cpu_us_per_turn"] > 0
    assert len(figures["series"]) == 3
    assert "<svg" in page.read_text(encoding="utf-8")
    assert list(folder.iterdir()) == []


def test_a_daemon_that_stalls_is_charged_for_every_turn_that_was_due_meanwhile(tmp_path):
    with Daemon(tmp_path, PEOPLE) as daemon:
        token = daemon.token("wetopi-build")

        def stall():
            time.sleep(2.5)
            daemon.hang()
            time.sleep(1.0)
            daemon.resume()

        threading.Thread(target=stall).start()
        figures = measured("--url", daemon.url, "--pid", daemon.process.pid, "--rate", 100, "--seconds", 4,
                           "--connections", 4, env={"WETOPI_MEMORY_TOKEN": token})
    assert figures["not_done"] == 0
    # A closed loop would have four slow turns of 400; here a quarter of all was due while nothing moved.
    assert figures["latency"]["turn"]["p90_us"] > 300_000, figures["latency"]["turn"]
    assert figures["latency"]["turn"]["max_us"] > 900_000


def test_it_says_what_is_missing(tmp_path):
    assert d.run("bench", "load", "--url", "ws://127.0.0.1:1").returncode == 2
    refused = d.run("bench", "load", "--url", "ws://127.0.0.1:1", env={"WETOPI_MEMORY_TOKEN": "x"})
    assert refused.returncode == 1 and "0 of 64 connections came up" in refused.stderr
    assert d.run("bench", "load", "--rate", "0").returncode == 2
    unread = d.run("bench", "load", "--turns", tmp_path / "none.jsonl")
    assert unread.returncode == 1 and "cannot be read" in unread.stderr
