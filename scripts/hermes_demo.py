"""Two sessions of the real hermes-agent on a running daemon, with a scripted model: the first states a fact, the second
asks for it, and what the model was sent is shown. Called by scripts/run.sh --hermes.

    hermes_demo.py BINARY DAEMON_URL TOKEN_FILE SECONDS_BETWEEN
"""
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tests" / "hermes"))
import rig  # noqa: E402

STATEMENT = "Remember that the host pve04 is switched off for maintenance"
QUESTION = "How is pve04?"
SCENARIO = {"default": {"text": "ok"}, "steps": [
    {"when": {"user_contains": "Remember that"},
     "tool_calls": [{"name": "terminal", "args": {"command": "echo 'pve04: stopped (maintenance)'"}}]},
    {"when": {"user_contains": "Remember that"}, "text": "Noted: pve04 is switched off for maintenance."},
    {"when": {"user_contains": "How is"}, "text": "See above."}]}


def main(binary, url, token_file, pause):
    token = pathlib.Path(token_file).read_text(encoding="utf-8").strip()
    with rig.HermesRig(SCENARIO, install=False) as hermes:
        installed = hermes.run([binary, "hermes", "install", "--home", hermes.home, "--url", url],
                               env={"WETOPI_MEMORY_TOKEN": token})
        print(installed.stdout + installed.stderr, end="")
        if installed.returncode:
            return 1
        for number, text in enumerate((STATEMENT, QUESTION), 1):
            if number > 1:
                time.sleep(float(pause))
            run = hermes.chat(text)
            if run.returncode:
                print(run.stderr, file=sys.stderr)
                return 1
            print("\n-- session %d\nuser       %s\n  agent    %s" % (number, text, run.stdout.strip()))
        last = hermes.turn_requests()[-1]
        sent = "\n".join(rig.flat(message["content"]) for message in last["body"]["messages"] if message["role"] != "assistant")
    at = sent.find("[Wetopi Memory Plane]")
    if at < 0:
        print("  the model was sent nothing from memory")
        return 1
    print("  the model was sent:")
    for line in sent[at:].splitlines():
        if line:
            print("           | " + line)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
