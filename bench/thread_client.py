"""A round trip as a Hermes agent sees it: the plugin's own transport, called from a plain thread.

    thread_client.py PORT TOKEN EVENT_FILE SECONDS      one JSON object: p50_us, p99_us, n
"""
import json
import pathlib
import sys
import threading
import time
import types

PLUGIN = pathlib.Path(__file__).resolve().parents[1] / "plugin" / "wetopi-memory"
package = types.ModuleType("wetopi_memory_plugin")
package.__path__ = [str(PLUGIN)]
sys.modules["wetopi_memory_plugin"] = package
from wetopi_memory_plugin import config, transport  # noqa: E402


class NothingToDeliver:
    """The plugin's outbox with no finished turn in it."""

    def begin(self, connection):
        pass

    def choose(self, now):
        return None

    def pause_s(self):
        return 60.0

    def waiting(self):
        return False

    def answered(self, number, message):
        pass


def main(port, token, event_file, seconds):
    event = json.loads(pathlib.Path(event_file).read_text().replace("@S@@", "0000").replace("@N@@@@@@@", "100000000"))
    event.pop("id")
    settings = config.Settings("ws://127.0.0.1:%s%s" % (port, config.PATH), "", token, pathlib.Path("/nonexistent"))
    link = transport.Link(settings, NothingToDeliver(), lambda hello: None)
    took, cached = [], 0

    def work():
        nonlocal cached
        link.call(event, 5000)
        end = time.monotonic() + float(seconds)
        while time.monotonic() < end:
            began = time.perf_counter_ns()
            answer, _ = link.call(event, 1000)
            took.append(time.perf_counter_ns() - began)
            cached += bool(answer) and answer.get("source") == "cache"

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    took.sort()
    print(json.dumps({"p50_us": took[len(took) // 2] / 1000, "p99_us": took[len(took) * 99 // 100] / 1000,
                      "n": len(took), "cached": cached}))


main(*sys.argv[1:])
