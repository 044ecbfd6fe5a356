#!/usr/bin/env python3
"""pre_llm_call without an explicit request, answered beside a healthy backend, one that takes 2 s and a dead one.

    bench/backends_bench.py --build build-bench [--rounds 7] [--seconds 1] [--budget] [--json FILE]

Three daemons, warmed alike; then the backend of one becomes slow and that of another ends. While a daemon is measured, turns
of other sessions end all the time, so that recalls and retains are always under way. Rounds in turn; the quietest counts.
"""
import argparse
import json
import pathlib
import shutil
import sys
import tempfile
import threading
import urllib.request

from context_bench import HERE, QUESTION, TURN_BEFORE, Daemon, Server, frame, load

CONNECTIONS = 8
RATIO_MAX = 1.25  # of the healthy one's p50
BACKEND = "backend: {{type: hindsight, url: \"http://127.0.0.1:{port}\"}}\n"


class Measured:
    """A daemon with its stand-in."""

    def __init__(self, build, folder, name):
        self.name = name
        self.backend = Server.printing([sys.executable, HERE / "paced_hindsight.py"])
        self.daemon = Daemon(build, folder / name, backend=BACKEND.format(port=self.backend.port))
        self.rounds = []
        for i in range(CONNECTIONS):
            self.daemon.warm_session("bench-%04d" % i)

    def pace(self, seconds):
        request = urllib.request.Request(f"http://127.0.0.1:{self.backend.port}/pace",
                                         json.dumps({"takes": seconds}).encode())
        urllib.request.urlopen(request, timeout=10).read()

    def measure(self, build, event, seconds):
        done, turns = threading.Event(), 0

        def others():
            nonlocal turns
            while not done.wait(0.05):
                self.daemon.post(frame("post_llm_call", TURN_BEFORE, "other-%d" % (turns % 20), 5000 + turns,
                                       assistant_response="De acuerdo."))
                turns += 1
        thread = threading.Thread(target=others)
        thread.start()
        try:
            got = load(build, self.daemon, event, seconds, CONNECTIONS)
        finally:
            done.set()
            thread.join()
        if got["cached"] != got["messages"]:
            sys.exit(f"{self.name}: only {got['cached']} of {got['messages']} answers came from the cache")
        self.rounds.append({**got, "turns": turns})

    def stop(self):
        self.daemon.stop()
        self.backend.stop()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--build", type=pathlib.Path, default=pathlib.Path("build-bench"))
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=1)
    parser.add_argument("--budget", action="store_true")
    parser.add_argument("--json", type=pathlib.Path)
    options = parser.parse_args()
    build = options.build.resolve()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="wm_bench_"))
    all_three = []
    try:
        for name in ("healthy", "slow", "dead"):
            all_three.append(Measured(build, folder, name))
        healthy, slow, dead = all_three
        event = folder / "event.json"
        event.write_text(frame("pre_llm_call", QUESTION), encoding="utf-8")
        slow.pace(2.0)
        dead.backend.stop()
        for _ in range(options.rounds):
            for measured in all_three:
                measured.measure(build, event, options.seconds)
        rows = []
        for measured in all_three:
            best = min(measured.rounds, key=lambda r: r["p50_us"])
            rows.append({"backend": measured.name, "p50_us": best["p50_us"], "p99_us": best["p99_us"],
                         "cpu_us": best["cpu_us"], "turns": best["turns"]})
        print("| backend | p50 µs | p99 µs | CPU µs | × healthy |\n| --- | --- | --- | --- | --- |")
        above = []
        for row in rows:
            row["ratio"] = row["p50_us"] / rows[0]["p50_us"]
            print("| %s | %.0f | %.0f | %.1f | %.2f |" % (row["backend"], row["p50_us"], row["p99_us"], row["cpu_us"],
                                                         row["ratio"]))
            if row["ratio"] > RATIO_MAX:
                above.append("%s: %.2f is above %.2f" % (row["backend"], row["ratio"], RATIO_MAX))
        if options.json:
            options.json.write_text(json.dumps(rows, indent=1))
        for line in above:
            print("ABOVE THE BUDGET: " + line)
        return 1 if above and options.budget else 0
    finally:
        for measured in all_three:
            measured.stop()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
