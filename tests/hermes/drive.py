"""Several turns in ONE process through the real agent. Run with the Hermes environment's Python.

    drive.py [--user ID] [--platform P] [--sleep S] [--image] TURN [TURN ...]

Builds the agent as the shipped one-shot entry does and passes each result's messages on as history, as the REPL does.
Prints one JSON line a turn: wall time, number of model calls, the answer, the session. A turn "@sleep:S" only sleeps,
"@until:PATH" until a file is there, two minutes at most.
"""
import argparse
import json
import os
import sys
import time

ap = argparse.ArgumentParser()
ap.add_argument("--user")
ap.add_argument("--platform", default="cli")
ap.add_argument("--sleep", type=float, default=0)
ap.add_argument("--image", action="store_true", help="send each turn as a list with an image part")
ap.add_argument("turns", nargs="+")
a = ap.parse_args()

from hermes_cli.config import load_config  # noqa: E402
from hermes_cli.runtime_provider import resolve_runtime_provider  # noqa: E402
from hermes_cli.tools_config import _get_platform_tools  # noqa: E402
from hermes_state import SessionDB  # noqa: E402
from run_agent import AIAgent  # noqa: E402

PIXEL = ("data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU"
         "5ErkJggg==")
cfg = load_config()
rt = resolve_runtime_provider(requested=None, target_model=cfg["model"]["default"])
db = SessionDB()
agent = AIAgent(api_key=rt.get("api_key"), base_url=rt.get("base_url"), provider=rt.get("provider"),
                api_mode=rt.get("api_mode"), model=cfg["model"]["default"],
                enabled_toolsets=sorted(_get_platform_tools(cfg, a.platform)), quiet_mode=True,
                platform=a.platform, session_db=db, user_id=a.user)
agent.suppress_status_output = True
history = []
for text in a.turns:
    if text.startswith("@sleep:"):
        time.sleep(float(text[7:]))
        continue
    if text.startswith("@until:"):
        end = time.monotonic() + 120
        while not os.path.exists(text[7:]) and time.monotonic() < end:
            time.sleep(0.05)
        continue
    message = [{"type": "text", "text": text}, {"type": "image_url", "image_url": {"url": PIXEL}}] if a.image else text
    s = time.monotonic()
    res = agent.run_conversation(message, conversation_history=list(history))
    history = res.get("messages") or history
    print(json.dumps({"turn": text[:40], "wall_s": round(time.monotonic() - s, 4), "api_calls": res.get("api_calls"),
                      "final": (res["final_response"] or "")[:200], "session_id": res.get("session_id")}), flush=True)
    time.sleep(a.sleep)
agent.close()
db.close()
sys.stdout.flush()
