"""The dashboards and alerts of deploy/, with the real Prometheus: they name what the daemon serves, and show it."""
import collections
import contextlib
import json
import re
import subprocess
import sys
import time
import urllib.request

import pytest
import yaml

import daemon as d
import prometheus
from client import Client, Refused
from conftest import cannot
from daemon import REPO, Daemon

DEPLOY = REPO / "deploy"
BOARDS = sorted((DEPLOY / "grafana").glob("*.json"))
RULES = DEPLOY / "prometheus" / "wetopi-memory.rules.yml"
METRIC = re.compile(r"wetopi_memory_\w+")
# What a day without a broken disk, a damaged row and a full audit trail leaves at zero.
ZERO_ON_A_GOOD_DAY = {"wetopi_memory_" + name for name in
                      "spool_corrupt spool_failures spool_state audit_failures dead_letters dead_letters_dropped breaker_state "
                      "queue_depth backend_inflight learned_names".split()}


def panels(board):
    return [p for p in json.loads(board.read_text(encoding="utf-8"))["panels"] if p["type"] != "row"]


def queries():
    """(board, panel, query) of all of them."""
    return [(board.stem, panel["title"], target["expr"])
            for board in BOARDS for panel in panels(board) for target in panel["targets"]]


def metrics_of(text):
    return {re.sub(r"_(bucket|sum|count)$", "", name) for name in METRIC.findall(text)}


def documented():
    return metrics_of((REPO / "docs" / "metrics.md").read_text(encoding="utf-8"))


def test_dashboards_and_rules_name_only_metrics_that_exist():
    named = metrics_of(" ".join(query for _, _, query in queries()) + RULES.read_text(encoding="utf-8"))
    assert named and named <= documented(), named - documented()


def test_every_metric_has_a_panel():
    shown = metrics_of(" ".join(query for _, _, query in queries()))
    assert documented() <= shown, documented() - shown


@pytest.mark.parametrize("path", BOARDS, ids=lambda path: path.stem)
def test_a_dashboard_can_be_imported_anywhere(path):
    board = json.loads(path.read_text(encoding="utf-8"))
    assert board["uid"] == "wetopi-memory-" + path.stem and "id" not in board and "__inputs" not in board
    variables = {v["name"] for v in board["templating"]["list"]}
    cells, ids = collections.Counter(), set()
    for panel in board["panels"]:
        where = panel["gridPos"]
        assert where["x"] + where["w"] <= 24
        cells.update((x, y) for x in range(where["x"], where["x"] + where["w"])
                     for y in range(where["y"], where["y"] + where["h"]))
        assert panel["id"] not in ids
        ids.add(panel["id"])
        for target in panel.get("targets", []):
            assert target["datasource"]["uid"] == "${datasource}"
            used = set(re.findall(r"\$(?!__)(\w+)", target["expr"]))
            assert {"job", "instance"} <= used <= variables, panel["title"]
    assert max(cells.values()) == 1, "panels lie on one another"


def test_each_alert_has_its_runbook():
    chapters = {line[4:].strip().lower() for line in
                (REPO / "docs" / "operations.md").read_text(encoding="utf-8").splitlines() if line.startswith("### ")}
    alerts = [rule for group in yaml.safe_load(RULES.read_text(encoding="utf-8"))["groups"]
              for rule in group["rules"] if "alert" in rule]
    assert alerts
    for rule in alerts:
        page, _, chapter = rule["annotations"]["runbook"].partition("#")
        assert page == "docs/operations.md" and chapter in chapters, rule["alert"]


def test_each_alert_is_raised_by_what_it_names():
    if prometheus.missing():
        cannot(prometheus.missing())
    for command in (["check", "rules", RULES], ["test", "rules", REPO / "tests" / "deploy" / "rules_test.yml"],
                    ["check", "config", "--syntax-only", DEPLOY / "prometheus" / "prometheus.example.yml"]):
        done = subprocess.run(["promtool", *map(str, command)], capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
    tested = (REPO / "tests" / "deploy" / "rules_test.yml").read_text(encoding="utf-8")
    for name in re.findall(r"alert: (\w+)", RULES.read_text(encoding="utf-8")):
        assert tested.count("alertname: %s\n" % name) == 1, name + " is not raised by any test"


@pytest.fixture
def faulty(tmp_path):
    """A stand-in for Hindsight that fails four of ten calls: for what the real one does not do when asked."""
    script = REPO / "tests" / "torture" / "faulty_hindsight.py"
    process = subprocess.Popen([sys.executable, str(script), str(tmp_path / "journal")], stdout=subprocess.PIPE, text=True)
    try:
        url = "http://127.0.0.1:%d" % int(process.stdout.readline())
        urllib.request.urlopen(urllib.request.Request(url + "/faults", json.dumps({"fail": 0.4, "lose": 0.0}).encode()),
                               timeout=5).close()
        yield url
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def work(daemon, draw, stranger):
    """A day in small: everything that a panel shows happens."""
    fact = draw.one_of_each_language()[1]
    with Client(daemon.url, daemon.token("wetopi-build")) as c:
        s = c.session()
        s.turn(fact.statement)
        s.turn(fact.question)                        # waits: an explicit question
        s.turn(fact.question)
        s.context("What is the state of %s today?" % draw.host())
        s.uses("terminal", {"command": "systemctl restart nginx"}, json.dumps({"output": "", "exit_code": 0}))
        s.uses("hindsight_retain", {"content": "%s runs nginx" % draw.host()}, "{}")
        s.uses("hindsight_recall", {"query": "nginx"}, "{}")
        c.answer(s.finish("restart nginx", "I restarted nginx on %s; it runs." % draw.host()))
        s.uses("terminal", {"command": "true"}, "late")
        s.context("Check the disks.")
        for disk in ("sda", "sdb", "sdc", "sdd"):    # more than the evidence of a turn may hold
            s.uses("terminal", {"command": "smartctl -H /dev/" + disk}, json.dumps({"output": "PASSED", "exit_code": 0}))
        s.uses("hindsight_retain", {"content": "the password of root is Xk93!vmQ02zzPl"}, "{}")
        c.answer(s.finish("Check the disks.", "They are well."))
        s.turn("remember that the password of root is Xk93!vmQ02zzPl")
        s.context("What is the capital of France?")
        for query in (draw.host(), "nginx", "nginx"):
            with contextlib.suppress(Refused):       # the backend that fails may be down by now
                s.tool("memory_search", query=query)
        for call in ({"query": "x", "bank_id": "b"}, {"query": "x", "scopes": ["finance"]}):
            with pytest.raises(Refused):
                s.tool("memory_search", **call)
        c.session(sender=stranger, platform="rigchat", kind="private").context("How is pve04?")
    operator = {"WETOPI_MEMORY_TOKEN": daemon.token("ops", "operator")}
    assert d.run("reload", "--url", daemon.url, env=operator).returncode == 0


def test_every_panel_shows_data_after_a_day(tmp_path, draw, faulty):
    if prometheus.missing():
        cannot(prometheus.missing())
    embedded = Daemon(tmp_path / "embedded", limits={"evidence_runs_max": 3})
    failing = Daemon(tmp_path / "failing", backend={"type": "hindsight", "url": faulty})
    with embedded, failing, prometheus.Prometheus(tmp_path, {"embedded": embedded, "failing": failing}) as p:
        end = time.monotonic() + 20
        while [value for _, value in p.query("up")] != [1.0, 1.0]:
            assert time.monotonic() < end, "Prometheus does not reach the daemons: %s" % p.query("up")
            time.sleep(0.2)
        for day in range(3):
            for daemon in (embedded, failing):
                work(daemon, draw, "stranger-%d" % day)
            time.sleep(1.5)  # a rate wants two scrapes
        filled = {"$job": ".*", "$instance": ".*", "$agent": ".*", "$__rate_interval": "60s", "$__range": "60s"}
        empty, still = [], {}
        for board, panel, query in queries():
            for name, value in filled.items():
                query = query.replace(name, value)
            rows = p.query(query)
            if not rows:
                empty.append((board, panel, query))
            for name in metrics_of(query):
                still[name] = still.get(name, True) and not any(value > 0 for _, value in rows)
    assert not empty, "\n".join(map(str, empty))
    assert {name for name, zero in still.items() if zero} <= ZERO_ON_A_GOOD_DAY
