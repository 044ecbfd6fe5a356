#!/usr/bin/env python3
"""Records tests/golden/hermes_session.jsonl: the frames the plugin sends in a real Hermes session, one a line, as sent.

    WM_HERMES_VENV=... $WM_HERMES_VENV/bin/python tests/hermes/record.py [FILE]

Two processes of one HERMES_HOME: the first states a fact and looks at the machine with a terminal call, the second asks
for it. The scripted model and the stand-in of the daemon are the tests' own.
"""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "plugin")]

import rig  # noqa: E402
from fake_daemon import FakeDaemon  # noqa: E402

STATEMENT = "Recuerda que pve04 está apagado por mantenimiento"
QUESTION = "¿Recuerdas cómo está pve04?"  # asking for memory earns a recall with a cold cache
SCENARIO = {"default": {"text": "ok"}, "steps": [
    {"when": {"user_contains": "Recuerda que"},
     "tool_calls": [{"name": "terminal", "args": {"command": "echo 'pve04: stopped (maintenance)'"}}]},
    {"when": {"user_contains": "Recuerda que"}, "text": "Anotado: pve04 está apagado por mantenimiento."},
    {"when": {"user_contains": "Recuerdas"}, "text": "pve04 está apagado por mantenimiento."}]}


def main(path):
    if rig.missing():
        print(rig.missing(), file=sys.stderr)
        return 77
    with FakeDaemon() as daemon, rig.HermesRig(SCENARIO, daemon.url, daemon.token, deadline_ms=None) as hermes:
        for text in (STATEMENT, QUESTION):
            run = hermes.chat(text)
            if run.returncode:
                print(run.stderr, file=sys.stderr)
                return 1
        daemon.wait_hook("on_session_end", count=2)
        lines = list(daemon.raw)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"\n".join(lines) + b"\n")
    print("%d frames in %s" % (len(lines), path))
    return 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else HERE.parent / "golden" / "hermes_session.jsonl"))
