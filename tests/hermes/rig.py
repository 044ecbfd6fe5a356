"""The real hermes-agent with our plugin and a scripted model, in a throw-away HERMES_HOME. Nothing leaves the machine.

    with HermesRig(scenario, url="ws://127.0.0.1:7171", token="...") as rig:
        out = rig.chat("hello")            # `hermes chat -Q -q`, a process of its own
        rows = rig.lib("one", "two")       # several turns in one process, one dict a turn
        rig.requests("step")               # request bodies the model received
        with rig.gateway() as g:           # a gateway with the loopback chat platform
            g.say(text="hi", user_id="u-ada", user_name="Ada", chat_id="dm-ada", chat_type="dm")
            g.wait_reply("hello ada")

A rig may be used again with another daemon: rig.connect(url, token). Passing `home` keeps memory and sessions between
rigs. The scenario format is described in fake_llm.py. The environment comes from WM_HERMES_VENV, default
<repository>/.cache/hermes-venv (tests/hermes/setup.sh makes it).
"""
import json
import os
import pathlib
import shutil
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time

import yaml

HERE = pathlib.Path(__file__).resolve().parent
REPO = HERE.parent.parent
PLUGIN = REPO / "plugin" / "wetopi-memory"
sys.path.insert(0, str(HERE))
import fake_llm  # noqa: E402


def venv():
    return pathlib.Path(os.environ.get("WM_HERMES_VENV") or REPO / ".cache" / "hermes-venv")


def missing():
    """Why the real Hermes cannot be run here; "" when it can."""
    if not (venv() / "bin" / "hermes").exists():
        return "no hermes-agent in %s; run tests/hermes/setup.sh" % venv()
    return ""


def jsonl(path):
    try:
        with open(path, encoding="utf-8") as fh:
            return [json.loads(line) for line in fh if line.strip()]
    except FileNotFoundError:
        return []


def merge(base, more):
    for key, value in (more or {}).items():
        if isinstance(value, dict) and isinstance(base.get(key), dict):
            merge(base[key], value)
        else:
            base[key] = value
    return base


def flat(content):
    return fake_llm.flat(content)


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


PATIENT_MS = 3000  # a wait for a context that a busy machine keeps


class HermesRig:
    """A Hermes home of its own. Its plugin waits longer for a context than the product does, so that a busy machine is
    no failure of what a test looks at; a test of that wait gives deadline_ms itself (None: the product's own)."""

    def __init__(self, scenario, url="", token="", home=None, config=None, env=None, plugins=(), install=True,
                 keep=False, deadline_ms=PATIENT_MS):
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="hermes-rig-"))
        self.home = pathlib.Path(home) if home else self.root / "hermes_home"
        self.keep = keep
        self.cwd = self.root / "cwd"
        self.request_log = self.root / "requests.jsonl"
        for folder in (self.home / "plugins", self.cwd, self.root / "home"):
            folder.mkdir(parents=True, exist_ok=True)
        for name in plugins:
            shutil.copytree(HERE / "plugins" / name, self.home / "plugins" / name, dirs_exist_ok=True)
        names = list(plugins)
        if install:
            shutil.copytree(PLUGIN, self.home / "plugins" / "wetopi-memory", dirs_exist_ok=True,
                            ignore=shutil.ignore_patterns("__pycache__"))
            names.append("wetopi-memory")
        self.server = fake_llm.serve(scenario, str(self.request_log))
        self.config = merge({
            "model": {"default": scenario.get("model", "fake-1"), "provider": "custom", "api_key": "rig-key",
                      "base_url": "http://127.0.0.1:%d/v1" % self.server.server_address[1],
                      "context_length": scenario.get("context_length", 200000)},
            "plugins": {"enabled": names},
            "agent": {"max_turns": 12},
            # Nothing may reach for the network or install packages mid-run.
            "updates": {"check": False},
            "security": {"allow_lazy_installs": False, "tirith_enabled": False},
            "curator": {"enabled": False},
            "memory": {"nudge_interval": 0},
            "skills": {"creation_nudge_interval": 0},
        }, config)
        if deadline_ms is not None:
            merge(self.config, {"plugins": {"entries": {"wetopi-memory": {"deadline_ms": deadline_ms}}}})
        self.write_config()
        self.env = {
            "PATH": "%s/bin:/usr/bin:/bin" % venv(), "HOME": str(self.root / "home"), "HERMES_HOME": str(self.home),
            "LANG": "C.UTF-8", "TERM": "dumb", "NO_COLOR": "1", "PYTHONDONTWRITEBYTECODE": "1",
            "NO_PROXY": "*", "no_proxy": "*", **(env or {})}
        if url:
            self.connect(url, token)

    def write_config(self):
        (self.home / "config.yaml").write_text(yaml.safe_dump(self.config), encoding="utf-8")

    def connect(self, url, token):
        """Where the plugin finds the daemon, written as the installer writes it."""
        folder = self.home / "wetopi-memory"
        folder.mkdir(mode=0o700, exist_ok=True)
        path = folder / "connection.json"
        path.unlink(missing_ok=True)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600), "w") as fh:
            json.dump({"url": url, "token": token}, fh)

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.server.shutdown()
        self.server.server_close()
        if not self.keep:
            shutil.rmtree(self.root, ignore_errors=True)

    def run(self, argv, timeout=180, env=None):
        start = time.monotonic()
        p = subprocess.run([str(a) for a in argv], env={**self.env, **(env or {})}, cwd=self.cwd, input="", text=True,
                           capture_output=True, timeout=timeout)
        p.wall = time.monotonic() - start
        return p

    def hermes(self, *args, **kw):
        return self.run([venv() / "bin" / "hermes", *args], **kw)

    def chat(self, text, *more, **kw):
        """One `hermes chat -Q -q` process. Its stdout is the answer."""
        return self.hermes("chat", "-Q", *more, "-q", text, **kw)

    def lib(self, *turns, **kw):
        """Turns in one process (drive.py); a list of dicts with wall_s, final, session_id."""
        p = self.run([venv() / "bin" / "python", HERE / "drive.py", *turns], **kw)
        rows = [json.loads(line) for line in p.stdout.splitlines() if line.startswith("{")]
        if p.returncode or len(rows) < sum(1 for t in turns if not t.startswith(("-", "@"))) and "--" not in turns[0]:
            raise RuntimeError("drive.py ended with %d:\n%s\n%s" % (p.returncode, p.stdout, p.stderr[-3000:]))
        return rows

    def popen_lib(self, *turns):
        """drive.py as a running process, for tests that kill it."""
        return subprocess.Popen([venv() / "bin" / "python", HERE / "drive.py", *turns], env=self.env, cwd=self.cwd,
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)

    def requests(self, kind=None):
        """What the scripted model was sent; kind "step" or "default" for turns, "aux" for titles and the like."""
        return [r for r in jsonl(self.request_log) if kind is None or r["kind"] == kind]

    def turn_requests(self):
        return [r for r in self.requests() if r["kind"] != "aux"]

    def stored(self):
        """Everything state.db holds, as one text: nothing injected may be in it."""
        out = []
        with sqlite3.connect(self.home / "state.db") as db:
            for (name,) in db.execute("select name from sqlite_master where type='table'").fetchall():
                try:
                    out += [repr(row) for row in db.execute('select * from "%s"' % name)]
                except sqlite3.DatabaseError:
                    continue  # shadow tables of the full-text index
        return "\n".join(out)

    def log(self):
        """Hermes' own logs as one text."""
        folder = self.home / "logs"
        return "\n".join(p.read_text(encoding="utf-8", errors="replace") for p in sorted(folder.glob("*.log")))

    def gateway(self, **kw):
        from gateway_rig import Gateway
        return Gateway(self, **kw)


def user_texts(request):
    """Texts of the user messages of one recorded request."""
    return [flat(m["content"]) for m in request["body"]["messages"] if m["role"] == "user"]


class Replies:
    """Lines a gateway's chat platform sent, to wait on."""

    def __init__(self):
        self.rows, self._changed = [], threading.Condition()

    def add(self, row):
        with self._changed:
            self.rows.append(row)
            self._changed.notify_all()

    def wait(self, want, timeout):
        end = time.monotonic() + timeout
        with self._changed:
            while True:
                for row in self.rows:
                    if want in (row["content"] or ""):
                        return row
                left = end - time.monotonic()
                if left <= 0:
                    raise TimeoutError("no reply with %r in %r" % (want, self.rows))
                self._changed.wait(left)
