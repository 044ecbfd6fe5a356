"""Real Hindsight servers for the tests, started by tests/hindsight, with a key."""
import contextlib
import json
import os
import pathlib
import random
import socket
import subprocess
import sys
import urllib.parse
import urllib.request

FOLDER = pathlib.Path(__file__).resolve().parents[1] / "hindsight"
START_S = 400  # the first time it is installed
KEY = "e2e-" + "".join(random.SystemRandom().choice("abcdefghjkmnpqrstuvwxyz") for _ in range(20))


class NotHere(Exception):
    """This machine cannot have the server."""


def three_free_ports():
    def free(port):
        with socket.socket() as s:
            try:
                s.bind(("127.0.0.1", port))
                return True
            except OSError:
                return False
    while True:
        first = random.SystemRandom().randrange(20000, 29990)
        if all(free(first + i) for i in range(3)):
            return first


class Server:
    def __init__(self, version):
        self.version, self.key, port = version, KEY, three_free_ports()
        self._models = "http://127.0.0.1:%d" % (port + 2)
        self._env = {**os.environ, "HS_VERSION": version, "HS_PORT": str(port), "HS_API_KEY": KEY}
        # To files, not pipes: what it starts would hold a pipe open.
        began = subprocess.run(["bash", str(FOLDER / "install.sh")], env=self._env, stdin=subprocess.DEVNULL, text=True,
                               capture_output=True, timeout=START_S)
        if began.returncode == 77:
            raise NotHere("Hindsight %s cannot run here: %s" % (version, began.stderr.strip()))
        assert began.returncode == 0, began.stderr
        began = subprocess.run(["bash", str(FOLDER / "start.sh"), "--auth"], env=self._env, stdin=subprocess.DEVNULL,
                               text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=START_S)
        assert began.returncode == 0, began.stdout
        self.url = began.stdout.strip().splitlines()[-1]

    def stop(self):
        subprocess.run(["bash", str(FOLDER / "stop.sh")], env=self._env, stdin=subprocess.DEVNULL, timeout=60,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)

    def wait_idle(self, seconds=120):
        subprocess.run([sys.executable, str(FOLDER / "wait_idle.py"), self.url, "--key", self.key, "--seconds",
                        str(seconds)], check=True, timeout=seconds + 30)

    @contextlib.contextmanager
    def slow(self, ms):
        """Every embedding takes that long, so every recall does."""
        self._control(embed_delay_ms=ms)
        try:
            yield self
        finally:
            self._control(embed_delay_ms=0)

    def _control(self, **knobs):
        request = urllib.request.Request(self._models + "/control", json.dumps(knobs).encode(),
                                         {"Content-Type": "application/json"})
        urllib.request.urlopen(request, timeout=10).close()

    def get(self, path):
        request = urllib.request.Request(self.url + "/v1/default" + path, headers={"Authorization": "Bearer " + self.key})
        with urllib.request.urlopen(request, timeout=20) as answer:
            return json.load(answer)

    def banks(self):
        return sorted(bank["bank_id"] for bank in self.get("/banks?limit=100")["banks"])

    def banks_of(self, prefix):
        return [bank for bank in self.banks() if bank.startswith(prefix)]

    def documents(self, bank):
        """Every document of the bank, with its text."""
        path = "/banks/%s/documents" % urllib.parse.quote(bank, safe="")
        ids = [item["id"] for item in self.get(path + "?limit=100")["items"]]
        return [self.get("%s/%s" % (path, urllib.parse.quote(one, safe=""))) for one in ids]


class Servers:
    def __init__(self):
        self._running = {}

    def get(self, version):
        if version not in self._running:
            self._running[version] = Server(version)
        return self._running[version]

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        for server in self._running.values():
            server.stop()
