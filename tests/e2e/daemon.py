"""The real daemon, with a configuration, data and tokens of its own.

    with Daemon(tmp_path, agents={"wetopi-lead": ["personal", "platform"]}) as d:
        token = d.token("wetopi-lead")
        d.stop(); d.start()            # the port stays, so an agent finds it again
        d.kill(); d.hang(); d.resume()
        d.metrics()["wetopi_memory_turns_total"]

The binary is $WM_BINARY, default <repository>/build/wetopi-memory.
"""
import contextlib
import os
import pathlib
import random
import re
import signal
import socket
import sqlite3
import subprocess
import time
import urllib.error
import urllib.request

import yaml

REPO = pathlib.Path(__file__).resolve().parents[2]
START_S = 20     # a debug build on a busy machine
STOP_S = 20
STORE_S = 60
SCOPES = ["personal", "business", "platform"]
OWNER = "u_ada"  # who owns the command line of every agent's profile, unless a test says otherwise


def tolerance(seconds):
    """What a measured time may be off on a machine that has more to do than cores: seconds on a quiet one."""
    return seconds * max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


class Plain(yaml.SafeDumper):
    """Writes what stands in two places twice: the daemon takes no aliases."""

    def ignore_aliases(self, data):
        return True


def binary():
    return pathlib.Path(os.environ.get("WM_BINARY") or REPO / "build" / "wetopi-memory")


def free_port():
    """Below the range that outgoing connections use, since a stopped daemon wants its port back."""
    while True:
        port = random.SystemRandom().randrange(30000, 32700)
        with socket.socket() as s:
            try:
                s.bind(("127.0.0.1", port))
                return port
            except OSError:
                continue


def run(*args, env=None, cwd=None, timeout=60):
    """One command of the binary: CompletedProcess with text."""
    clean = {"PATH": "/usr/bin:/bin", "HOME": "/nonexistent", "LANG": "C.UTF-8"}
    return subprocess.run([str(binary()), *map(str, args)], env={**clean, **(env or {})}, cwd=cwd, text=True,
                          capture_output=True, stdin=subprocess.DEVNULL, timeout=timeout)


def default_settings(data_dir, port, agents, users=None, owners=None, **more):
    users = users or {OWNER: {"display_name": "Ada", "allowed_scopes": SCOPES}}
    owners = owners or {name: next(iter(users)) for name in agents}
    settings = {
        "version": 1, "data_dir": str(data_dir), "listen": {"address": "127.0.0.1", "port": port},
        "identity": {"users": users, "agents": {name: {"allowed_scopes": allowed} for name, allowed in agents.items()},
                     "profiles": {name + "/default": {"owner": user} for name, user in owners.items()}},
        "log": {"level": "info"}}
    settings.update(more)
    return settings


def is_activity(text):
    """Whether a stored document tells what happened, not a state: its first line says so, in the turn's language."""
    first = text.partition("\n")[0]
    return first.startswith(("Actividad de ", "Aktivität in ")) or " activity." in first


class Daemon:
    def __init__(self, root, agents=None, users=None, owners=None, env=None, **settings):
        self.root = pathlib.Path(root)
        self.root.mkdir(parents=True, exist_ok=True)
        self.data_dir, self.config, self.log_file = self.root / "data", self.root / "daemon.yaml", self.root / "daemon.log"
        self.port = free_port()
        self.url = "ws://127.0.0.1:%d" % self.port
        self.env = dict(env or {})
        self.settings = default_settings(self.data_dir, self.port, agents or {"wetopi-build": SCOPES}, users, owners,
                                         **settings)
        self.config.write_text(yaml.dump(self.settings, Dumper=Plain, allow_unicode=True), encoding="utf-8")
        self.tokens, self.process = {}, None

    def token(self, name, role="agent"):
        if (name, role) not in self.tokens:
            made = run("token", "--config", self.config, "create", name, "--role", role, env=self.env)
            assert made.returncode == 0, made.stderr
            self.tokens[name, role] = made.stdout.strip()
        return self.tokens[name, role]

    def start(self):
        if not self.tokens:  # before it serves: a running daemon looks for new ones every two seconds
            for name in self.settings["identity"]["agents"]:
                self.token(name)
            self.token("ops", "operator")
        with open(self.log_file, "ab") as log:
            self.process = subprocess.Popen([str(binary()), "serve", "--config", str(self.config)], stdout=log, stderr=log,
                                            stdin=subprocess.DEVNULL, env={"PATH": "/usr/bin:/bin", **self.env})
        end = time.monotonic() + START_S
        while True:
            try:
                if self.get("/healthz", timeout=1)[0] == 200:
                    return self
            except OSError:
                pass
            if self.process.poll() is not None or time.monotonic() > end:
                self.kill()
                raise RuntimeError("the daemon did not start:\n" + self.log()[-3000:])
            time.sleep(0.05)

    def stop(self):
        """SIGTERM. Returns (exit code, seconds it took)."""
        began = time.monotonic()
        self.process.terminate()
        try:
            code = self.process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            self.kill()
            raise RuntimeError("the daemon did not end within %d s:\n%s" % (STOP_S, self.log()[-3000:])) from None
        return code, time.monotonic() - began

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(10)

    def hang(self):
        self.process.send_signal(signal.SIGSTOP)

    def resume(self):
        self.process.send_signal(signal.SIGCONT)

    def restart(self):
        self.stop()
        return self.start()

    def __enter__(self):
        return self.start()

    def __exit__(self, *exc):
        if self.process is not None and self.process.poll() is None:
            self.resume()
            self.stop()

    def get(self, path, token="", timeout=5):
        """(status, body) of one page."""
        request = urllib.request.Request("http://127.0.0.1:%d%s" % (self.port, path),
                                         headers={"Authorization": "Bearer " + token} if token else {})
        try:
            with urllib.request.urlopen(request, timeout=timeout) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as exc:
            return exc.code, exc.read().decode()

    def metrics_text(self):
        status, body = self.get("/metrics", self.token("ops", "operator"))
        assert status == 200, body
        return body

    def metrics(self):
        return Metrics(self.metrics_text())

    def wait_for(self, condition, what, seconds=STORE_S):
        """Until condition(metrics) holds."""
        end = time.monotonic() + seconds
        while True:
            now = self.metrics()
            if condition(now):
                return now
            assert time.monotonic() < end, "%s; the daemon says:\n%s\n%s" % (what, now.text, self.log()[-2000:])
            time.sleep(0.1)

    def wait_stored(self, batches):
        """Until so many batches have been stored since the start, and none waits."""
        return self.wait_for(lambda m: m.of("wetopi_memory_retain_total", status="stored") >= batches
                             and m["wetopi_memory_spool_depth"] == 0, "%d batches were not stored" % batches)

    def wait_spool_empty(self):
        """Until nothing that was accepted waits for the backend, also what an earlier run left behind."""
        return self.wait_for(lambda m: m.has("wetopi_memory_spool_depth") and m["wetopi_memory_spool_depth"] == 0,
                             "the spool was not emptied")

    def log(self):
        try:
            return self.log_file.read_text(encoding="utf-8", errors="replace")
        except FileNotFoundError:
            return ""

    def documents(self, *words):
        """(bank, content) of what the embedded store was given and that holds all the words; one row a retain. The
        daemon may be running."""
        with contextlib.closing(sqlite3.connect("file:%s?mode=ro" % (self.data_dir / "memory.db"), uri=True)) as db:
            found = db.execute("select banks.name, documents.content from documents join banks on banks.id = bank "
                               "order by documents.id").fetchall()
        return [(bank, text) for bank, text in found if all(w.lower() in text.lower() for w in words)]

    def copies(self, fact):
        """How often the embedded store was given a fact: 0, 1, or more when something doubled it. An event that changes
        a state is one activity and one state."""
        texts = [text for _, text in self.documents(*fact.words)]
        activities = sum(is_activity(text) for text in texts)
        return max(activities, len(texts) - activities)


class Metrics:
    """Prometheus text, read: metrics["name"] is the sum, metrics.of("name", label="value") those that match."""
    line = re.compile(r'^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$')
    label = re.compile(r'(\w+)="((?:[^"\\]|\\.)*)"')

    def __init__(self, text):
        self.text, self.kinds, self.samples = text, {}, []
        for line in text.splitlines():
            if line.startswith("# TYPE "):
                _, _, name, kind = line.split()
                self.kinds[name] = kind
            elif line and not line.startswith("#"):
                name, labels, value = self.line.match(line).groups()
                self.samples.append((name, dict(self.label.findall(labels or "")), float(value)))

    def of(self, name, **labels):
        return sum(value for n, has, value in self.samples
                   if n == name and all(has.get(k) == v for k, v in labels.items()))

    def has(self, name):
        return any(n == name for n, _, _ in self.samples)

    def __getitem__(self, name):
        return self.of(name)

    def label_names(self):
        return {key for _, labels, _ in self.samples for key in labels}

    def label_values(self):
        return {value for _, labels, _ in self.samples for value in labels.values()}

