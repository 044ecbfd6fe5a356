"""Why a turn recalled what it did: over the admin API and on the command line, for operators alone."""
import json
import time
import urllib.parse

import daemon as d
from client import Client
from daemon import Daemon

DONE, FAILED, MISUNDERSTOOD = 0, 1, 2


def path_of(**asked):
    return "/v1/admin/explain" + ("?" + urllib.parse.urlencode(asked, quote_via=urllib.parse.quote) if asked else "")


def explained(daemon, seconds=5, **asked):
    """The recalls that the API tells of; a turn is explained only after its answer went out."""
    end = time.monotonic() + seconds
    while True:
        status, body = daemon.get(path_of(**asked), daemon.token("ops", "operator"))
        if status == 200:
            return json.loads(body)
        assert status == 404 and time.monotonic() < end, (status, body)
        time.sleep(0.05)


def command(daemon, *args, token=None, url=None):
    return d.run("explain", *args, "--url", url or daemon.url,
                 env={"WETOPI_MEMORY_TOKEN": token or daemon.token("ops", "operator")})


def test_a_turn_is_explained_with_its_rules_its_stores_and_what_became_of_each_memory(tmp_path, draw):
    fact = draw.one_of_each_language()[1]
    with Daemon(tmp_path) as daemon, Client(daemon.url, daemon.token("wetopi-build")) as c:
        c.session().turn(fact.statement)
        daemon.wait_stored(1)
        s = c.session()
        context = s.turn(fact.question)
        assert not fact.missing_in(context), (str(fact), context)
        s.tool("memory_search", query=fact.question, scopes=["platform"])

        told = explained(daemon, turn=s.turn_id)
        recalls = {recall["kind"]: recall for recall in told["recalls"]}
        assert "context" in recalls and "search" in recalls, told
        recall = recalls["context"]
        assert (recall["agent"], recall["user"]) == ("wetopi-build", d.OWNER)
        assert recall["session"] == s.session["id"] and recall["turn"] == s.turn_id
        assert recall["message"] == fact.question
        assert recall["source"] == "synchronous" and recall["waiting"] in ("synchronous", "first_turn")
        assert any(scope["became"] == "chosen" and scope["confidence"] >= recall["threshold"]
                   for scope in recall["scopes"])
        weights = [abs(reason["weight"]) for reason in recall["reasons"]]
        assert weights and weights == sorted(weights, reverse=True)
        assert recall["stores"] and all(store["outcome"] == "ok" for store in recall["stores"])
        injected = [m for m in recall["candidates"] if m["became"] == "injected"]
        assert len(injected) == recall["memories"] > 0 and recall["tokens"] > 0
        assert not fact.missing_in(" ".join(m["content"] for m in injected))
        assert recalls["search"]["named_scopes"] == ["platform"]
        assert any(m["became"] == "returned" for m in recalls["search"]["candidates"])

        s.turn(fact.question)  # from the cache that the prefetch after the turn before filled
        cached = [r for r in explained(daemon, turn=s.turn_id)["recalls"] if r["kind"] == "context"][0]
        if cached["source"] == "cache":
            assert cached["cache_generation"] > 0 and cached["stores"] == []

        listed = explained(daemon, session=s.session["id"])["recalls"]
        assert {recall["turn"] for recall in listed} >= {recall["turn"], s.turn_id}
        assert "candidates" not in listed[0] and listed[0]["at"] >= listed[-1]["at"]
        assert explained(daemon, session="another")["recalls"] == []

        shown = command(daemon, recall["turn"])
        assert shown.returncode == DONE, shown.stderr
        for word in ("platform", "injected", "rules", "threshold" if not recall["reasons"] else "+", *fact.words):
            assert word.lower() in shown.stdout.lower(), (word, shown.stdout)
        same = command(daemon, recall["turn"], "--json", url="unix:%s/wetopi-memory.sock" % daemon.data_dir)
        assert same.returncode == DONE and json.loads(same.stdout)["recalls"], same.stderr
        line = command(daemon, "--last", "1")
        assert line.returncode == DONE and s.turn_id in line.stdout and recall["turn"] not in line.stdout, line.stdout
        for word in fact.words:
            assert len(word) < 5 or word.lower() not in daemon.log().lower(), "content in the log"


def test_only_an_operator_is_told(tmp_path, draw):
    fact = draw.one_of_each_language()[0]
    with Daemon(tmp_path) as daemon, Client(daemon.url, daemon.token("wetopi-build")) as c:
        s = c.session()
        s.turn(fact.statement)
        for turn in ({}, {"turn": s.turn_id}):
            assert daemon.get(path_of(**turn))[0] == 401
            status, body = daemon.get(path_of(**turn), daemon.token("wetopi-build"))
            assert status == 403 and not set(fact.words) & set(body.split()), body
        refused = command(daemon, s.turn_id, token=daemon.token("wetopi-build"))
        assert refused.returncode == FAILED and "operator" in refused.stderr and refused.stdout == ""


def test_a_turn_that_is_not_remembered_is_told_from_a_question_that_is_wrong(tmp_path):
    with Daemon(tmp_path, observability={"explain_turns_max": 2}) as daemon, \
            Client(daemon.url, daemon.token("wetopi-build")) as c:
        s = c.session()
        turns = []
        for number in range(4):
            s.context("How many days has February in the year %d?" % (2020 + number))
            turns.append(s.turn_id)
        explained(daemon, turn=turns[-1])
        gone = command(daemon, turns[0])
        assert gone.returncode == FAILED and "among the 2 that are remembered" in gone.stderr, gone.stderr
        operator = daemon.token("ops", "operator")
        assert daemon.get(path_of(turn=turns[0]), operator)[0] == 404
        for wrong in ("?last=0", "?user=u", "?turn="):
            assert daemon.get("/v1/admin/explain" + wrong, operator)[0] == 400
        for wrong in (["--last", "0"], ["--last", "many"], ["--nothing"], ["one", "two"]):
            said = command(daemon, *wrong)
            assert said.returncode == MISUNDERSTOOD and said.stderr, wrong
    assert command(daemon, turns[0]).returncode == FAILED  # nobody listens


def test_explaining_can_be_switched_off(tmp_path):
    with Daemon(tmp_path, observability={"explain_turns_max": 0}) as daemon:
        status, body = daemon.get(path_of(), daemon.token("ops", "operator"))
        assert status == 404 and "observability.explain_turns_max" in body


def test_a_text_is_routed_without_a_daemon(tmp_path, draw):
    fact = draw.one_of_each_language()[1]
    shown = d.run("explain", "--text", fact.question, cwd=tmp_path)
    assert shown.returncode == DONE and "routed" in shown.stdout and "rules" in shown.stdout, shown.stderr
    routing = json.loads(d.run("explain", "--json", "--text", "¿Recuerdas qué decidimos sobre el clúster de Kubernetes?",
                               cwd=tmp_path).stdout)
    assert routing["memory_request"] and routing["trigger"] == "explicit_memory_request"
    assert [scope["scope"] for scope in routing["scopes"] if scope["became"] == "chosen"] == ["platform"]
    assert routing["reasons"]
    nowhere = d.run("explain", "--text", "What is the capital of France?", cwd=tmp_path)
    assert nowhere.returncode == DONE and "nowhere" in nowhere.stdout, nowhere.stdout

    daemon = Daemon(tmp_path / "d", agents={"wetopi-lead": ["personal", "business"]})
    asked = ["explain", "--config", daemon.config, "--json", "--text", "Is the Kubernetes cluster healthy?"]
    theirs = json.loads(d.run(*asked, "--agent", "wetopi-lead").stdout)
    assert [scope["became"] for scope in theirs["scopes"] if scope["scope"] == "platform"] == ["not_allowed"]
    unknown = d.run(*asked, "--agent", "nobody")
    assert unknown.returncode == MISUNDERSTOOD and "wetopi-lead" in unknown.stderr
    for wrong in (["--text", ""], ["--text", "x", "turn"], ["--text", "x", "--session", "s"],
                  ["--text", "x", "--config", tmp_path / "none.yaml"]):
        said = d.run("explain", *wrong, cwd=tmp_path)
        assert said.returncode == MISUNDERSTOOD and said.stderr, wrong
