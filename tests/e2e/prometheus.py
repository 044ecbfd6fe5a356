"""The real Prometheus, scraping daemons.

    with Prometheus(tmp_path, {"embedded": daemon}) as p:
        p.query("up")        # [(labels, value)]
"""
import json
import shutil
import subprocess
import time
import urllib.error
import urllib.parse
import urllib.request

import yaml

from daemon import free_port

START_S = 30


def missing():
    """Why it cannot run here, "" when it can."""
    for name in ("prometheus", "promtool"):
        if shutil.which(name) is None:
            return "there is no %s: scripts/install.sh test brings it" % name
    return ""


class Prometheus:
    def __init__(self, root, daemons, interval="1s"):
        self._root, self._port = root / "prometheus", free_port()
        self._root.mkdir()
        jobs = []
        for name, daemon in daemons.items():
            token = self._root / (name + ".token")
            token.write_text(daemon.token("ops", "operator"))
            jobs.append({"job_name": name, "scrape_interval": interval, "scrape_timeout": interval,
                         "authorization": {"credentials_file": str(token)},
                         "static_configs": [{"targets": ["127.0.0.1:%d" % daemon.port]}]})
        self._config = self._root / "prometheus.yml"
        self._config.write_text(yaml.safe_dump({"scrape_configs": jobs}))
        self._process = None

    def __enter__(self):
        with open(self._root / "log", "wb") as log:
            self._process = subprocess.Popen(
                ["prometheus", "--config.file=%s" % self._config, "--storage.tsdb.path=%s" % (self._root / "data"),
                 "--web.listen-address=127.0.0.1:%d" % self._port, "--log.level=warn"], stdout=log, stderr=log)
        end = time.monotonic() + START_S
        while True:
            try:
                if self._get("/-/ready")[0] == 200:
                    return self
            except OSError:
                pass
            assert self._process.poll() is None and time.monotonic() < end, (self._root / "log").read_text()[-2000:]
            time.sleep(0.1)

    def __exit__(self, *exc):
        self._process.terminate()
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()

    def _get(self, path):
        try:
            with urllib.request.urlopen("http://127.0.0.1:%d%s" % (self._port, path), timeout=10) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as exc:
            return exc.code, exc.read().decode()

    def query(self, expression):
        status, body = self._get("/api/v1/query?" + urllib.parse.urlencode({"query": expression}))
        assert status == 200, (expression, body)
        return [(row["metric"], float(row["value"][1])) for row in json.loads(body)["data"]["result"]]
