"""/metrics after a day's work in small: every metric that the designs name, closed labels, no content."""
import json
import re
import socket
import time

from client import Client, Refused
from daemon import REPO, SCOPES, Daemon
from facts import personal

DESIGN = """recall_total recall_duration_seconds recall_results recall_tokens cache_hits_total sync_recall_total
    retain_total retain_rejected_total retain_batches_total queue_depth backpressure_drops_total route_total
    route_scope_total route_hits_total route_misses_total manual_search_after_miss_total backend_errors_total""".split()
DECISION_RECORD = """intent_total intent_promoted_total intent_rejected_total learning_candidate_total
    learning_retained_total learning_type_total operational_activity_total""".split()
# What the day below must leave above zero.
WORKED = """recall_total recall_duration_seconds_count recall_results_count recall_tokens_count sync_recall_total
    retain_total retain_batches_total route_total route_scope_total route_hits_total route_misses_total
    manual_search_after_miss_total intent_total native_recall_total learning_candidate_total learning_retained_total
    learning_type_total operational_activity_total turns_total hooks_total tool_calls_total context_total
    cache_misses_total sync_recall_outcome_total front_events_total connections_open sessions_open""".split()
LABELS = {"agent", "scope", "operation", "status", "type", "le"}
WORD = re.compile(r"[a-z0-9_<>-]*")


def test_metrics_that_are_switched_off_are_not_found(tmp_path):
    with Daemon(tmp_path, observability={"metrics": False}) as daemon:
        status, body = daemon.get("/metrics", daemon.token("ops", "operator"))
        assert status == 404 and "observability.metrics" in body
        assert daemon.get("/metrics")[0] == 401  # whether there are any is for those who may read them
        assert daemon.get("/readyz", daemon.token("ops", "operator"))[0] == 200


def test_a_fresh_daemon_serves_every_metric_by_name(tmp_path):
    with Daemon(tmp_path) as daemon:
        kinds = daemon.metrics().kinds
    spool = ["spool_bytes", "dead_letters", "dead_letters_dropped", "spool_corrupt", "spool_failures", "spool_state"]
    missing = [name for name in DESIGN + DECISION_RECORD + spool if "wetopi_memory_" + name not in kinds]
    assert not missing


def test_every_metric_that_is_served_is_documented(tmp_path):
    documented = set(re.findall(r"`(wetopi_memory_\w+)`", (REPO / "docs" / "metrics.md").read_text(encoding="utf-8")))
    with Daemon(tmp_path) as daemon:
        served = set(daemon.metrics().kinds)
    assert served and served <= documented, served - documented


def test_every_metric_counts_what_it_names(tmp_path, draw):
    fact, tasted = draw.one_of_each_language()[1], personal(draw)
    host = draw.host()
    with Daemon(tmp_path) as daemon, Client(daemon.url, daemon.token("wetopi-build")) as c:
        s = c.session()
        s.turn(fact.statement)
        s.turn(tasted[0])
        daemon.wait_stored(2)
        fresh = c.session()
        fresh.turn(fact.question)
        daemon.wait_for(lambda m: m.of("wetopi_memory_recall_total", operation="prefetch") >= 1,
                        "nothing was prefetched")
        again = c.session()
        again.turn(tasted[1])
        working = c.session()
        working.context("restart nginx on %s please" % host)
        working.uses("terminal", {"command": "systemctl restart nginx"}, json.dumps({"output": "", "exit_code": 0}))
        working.uses("hindsight_retain", {"content": "%s runs nginx" % host}, "{}")
        working.uses("hindsight_recall", {"query": host}, "{}")
        c.answer(working.finish("restart nginx on %s please" % host, "I restarted nginx on %s; it runs." % host))
        lost = c.session()
        lost.context("What is the capital of France?")
        lost.tool("memory_search", query=host)
        try:
            lost.tool("memory_search", query=host, bank_id="b")
            raise AssertionError("a forged argument was taken")
        except Refused as refusal:
            assert refusal.code == "argument_unknown"
        daemon.wait_spool_empty()
        m = daemon.metrics()
    for name in WORKED:
        assert m["wetopi_memory_" + name] > 0, name
    judged = m["wetopi_memory_intent_promoted_total"] + m["wetopi_memory_intent_rejected_total"]
    assert judged == m["wetopi_memory_intent_total"]
    assert m["wetopi_memory_route_hits_total"] + m["wetopi_memory_route_misses_total"] == m["wetopi_memory_route_total"]
    assert m.of("wetopi_memory_front_events_total", status="argument_unknown") == 1
    assert m.of("wetopi_memory_retain_total", status="stored") == m["wetopi_memory_retain_batches_total"]

    assert m.label_names() <= LABELS
    known = {"wetopi-build", "ops", *SCOPES}
    for name, labels, _ in m.samples:
        for key, value in labels.items():
            if key == "le":
                float(value)
            elif key in ("agent", "scope"):
                assert value in known | {""}, (name, labels)
            else:
                assert WORD.fullmatch(value) and len(value) < 40, (name, labels)
    for content in (*fact.words, tasted[2], host, "nginx", "systemctl", "France", "capital"):
        if len(content) > 4:
            assert content.lower() not in m.text.lower(), content
            assert content.lower() not in daemon.log().lower(), content


def test_a_backend_that_is_down_shows(tmp_path, draw):
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))  # bound, not listening: refused
        url = "http://127.0.0.1:%d" % closed.getsockname()[1]
        with Daemon(tmp_path, backend={"type": "hindsight", "url": url}) as daemon:
            with Client(daemon.url, daemon.token("wetopi-build")) as c:
                c.session().turn(draw.one_of_each_language()[1].statement)
                m = daemon.wait_for(lambda m: m["wetopi_memory_backend_errors_total"] > 0, "no error was counted")
                assert m["wetopi_memory_spool_depth"] == 1 and m["wetopi_memory_spool_bytes"] > 0
                assert m["wetopi_memory_dead_letters"] == m["wetopi_memory_spool_failures"] == 0
                daemon.wait_for(lambda m: m["wetopi_memory_backend_retries_total"] > 0, "nothing was tried again")
                end = time.monotonic() + 20
                while json.loads(ready(daemon)[1])["backend"] not in ("degraded", "down"):
                    assert time.monotonic() < end, ready(daemon)
                    time.sleep(0.2)


def ready(daemon):
    return daemon.get("/readyz", daemon.token("ops", "operator"))


def test_metrics_are_shown_to_operators_and_scrapers_only(tmp_path):
    with Daemon(tmp_path) as daemon:
        assert daemon.get("/metrics")[0] == 401
        assert daemon.get("/metrics", "wm_not-a-token")[0] == 401
        assert daemon.get("/metrics", daemon.token("wetopi-build"))[0] == 403
        daemon.token("scraper", "metrics")
        daemon.restart()
        assert daemon.get("/metrics", daemon.token("scraper", "metrics"))[0] == 200
