"""The operator's own rule packs: read at the start, checked, read anew while the daemon runs; names learnt from memories."""
import shutil
import signal

import pytest

import daemon as d
from agent import frames
from client import Client
from daemon import Daemon

PACKS = d.REPO / "tests" / "config" / "packs"
OWN = ["business", "platform", "customer-acme", "security"]
STORES = {"personal": {"bank_template": "user-{internal_user_id}"}, "business": {"bank": "corp-business"},
          "platform": {"bank": "corp-platform"}, "customer-acme": {"bank": "corp-customer-acme"},
          "security": {"bank": "corp-security"}}
BROKEN = "version: 1\nscope: security\nrules:\n  - {id: a, weight: heavy, words: [zorbing]}\n"
GOOD = "version: 1\nscope: security\nrules:\n  - {id: a, weight: 1.5, words: [zorbing]}\n"


def company(tmp_path, **more):
    rules = tmp_path / "rules"
    shutil.copytree(PACKS, rules)
    people = {d.OWNER: {"display_name": "Ada", "allowed_scopes": ["personal"] + OWN}}
    return rules, Daemon(tmp_path, agents={"wetopi-build": OWN}, users=people, stores=STORES,
                         routing={"rules_dir": "rules"}, **more)


def reload(daemon):
    return d.run("reload", "--url", daemon.url, env={"WETOPI_MEMORY_TOKEN": daemon.token("ops", "operator")})


def test_a_customer_has_a_memory_of_its_own_by_configuration_alone(tmp_path):
    _, daemon = company(tmp_path)
    with daemon, Client(daemon.url, daemon.token("wetopi-build")) as c:
        c.session().turn("Decidido: el palet de Brennwald sale los martes.")
        daemon.wait_stored(1)
        assert "corp-customer-acme" in {bank for bank, _ in daemon.documents("palet")}
        got = frames(c.session().context("¿Cuándo sale el palet de Brennwald?"))
        assert "martes" in got.get("customer-acme", ""), got


def test_a_broken_pack_is_named_by_check_config_and_keeps_the_daemon_from_starting(tmp_path):
    rules, daemon = company(tmp_path)
    assert d.run("check-config", daemon.config, "--quiet").returncode == 0
    (rules / "own.yaml").write_text(BROKEN, encoding="utf-8")
    for command in (("check-config", daemon.config), ("serve", "--config", daemon.config)):
        said = d.run(*command)
        assert said.returncode == 2, said
        assert "%s:4: rules[0].weight: is not a number in its range" % (rules / "own.yaml") in said.stderr, said.stderr
    assert not daemon.data_dir.exists(), "a refused start leaves nothing behind"


def test_rules_are_read_anew_while_it_runs_and_an_invalid_pack_changes_nothing(tmp_path):
    rules, daemon = company(tmp_path)
    with daemon:
        same = reload(daemon)
        assert same.returncode == 0 and same.stdout.startswith("unchanged: generation 1"), same
        (rules / "own.yaml").write_text(BROKEN, encoding="utf-8")
        refused = reload(daemon)
        assert refused.returncode == 1 and refused.stdout.startswith("refused: generation 1"), refused
        assert "own.yaml:4: rules[0].weight" in refused.stderr
        (rules / "own.yaml").write_text(GOOD, encoding="utf-8")
        taken = reload(daemon)
        assert taken.returncode == 0 and taken.stdout.startswith("reloaded: generation 2"), taken
        with Client(daemon.url, daemon.token("wetopi-build")) as c:
            c.session().turn("Remember that the zorbing course is open again.")
            daemon.wait_stored(1)
        assert {bank for bank, _ in daemon.documents("zorbing")} == {"corp-security"}
        metrics = daemon.metrics()
        assert metrics["wetopi_memory_rules_generation"] == 2
        assert metrics.of("wetopi_memory_rules_reload_total", status="refused") == 1
        assert "zorbing" not in daemon.log() and "heavy" not in daemon.log()


def test_a_hang_up_reads_the_rules_anew(tmp_path):
    rules, daemon = company(tmp_path)
    with daemon:
        (rules / "own.yaml").write_text(GOOD, encoding="utf-8")
        daemon.process.send_signal(signal.SIGHUP)
        daemon.wait_for(lambda m: m["wetopi_memory_rules_generation"] == 2, "SIGHUP did not reload")


def test_only_an_operator_may_reload(tmp_path):
    _, daemon = company(tmp_path)
    with daemon:
        agent = d.run("reload", "--url", daemon.url, env={"WETOPI_MEMORY_TOKEN": daemon.token("wetopi-build")})
        assert agent.returncode == 1 and "role operator" in agent.stderr, agent
        assert d.run("reload", "--url", daemon.url).returncode == 1
        assert daemon.get("/v1/admin/reload", daemon.token("ops", "operator"))[0] == 405
    assert reload(daemon).returncode == 1, "nobody answers"


def test_a_name_learnt_yesterday_routes_today_and_after_a_restart(tmp_path):
    with Daemon(tmp_path) as daemon:
        with Client(daemon.url, daemon.token("wetopi-build")) as c:
            before = daemon.metrics()["wetopi_memory_route_hits_total"]
            assert c.session().context("who looks after Brennwald?") == ""
            assert daemon.metrics()["wetopi_memory_route_hits_total"] == before
            c.session().turn("Remember that the contract of our customer Brennwald is looked after by Zurutuza.")
            daemon.wait_stored(1)
            daemon.wait_for(lambda m: m["wetopi_memory_learned_names"] >= 1, "no name was learnt")
        daemon.restart()
        with Client(daemon.url, daemon.token("wetopi-build")) as c:
            got = frames(c.session().context("who looks after Brennwald?"))
            assert any("Zurutuza" in text for text in got.values()), (got, daemon.log()[-1500:])


def test_the_operators_own_secrets_are_taken_out_of_what_is_kept(tmp_path):
    rules = tmp_path / "secret-rules.yaml"
    rules.write_text("rules:\n  - {id: acme-badge, pattern: 'ACME-(\\d{4}-\\d{4})', keyword: acme-}\n")
    with Daemon(tmp_path / "d", secrets={"rules_file": str(rules)}) as daemon, \
            Client(daemon.url, daemon.token("wetopi-build")) as c:
        c.session().turn("Remember that the badge reader on gate-7 is offline, the spare is ACME-1234-5678")
        daemon.wait_stored(1)
        kept = daemon.documents("gate-7")
        assert kept and all("1234-5678" not in text for _, text in kept)
        assert b"1234-5678" not in b"".join(f.read_bytes() for f in daemon.data_dir.rglob("*") if f.is_file())


def test_a_faulty_file_of_secrets_keeps_the_daemon_from_starting(tmp_path):
    rules = tmp_path / "secret-rules.yaml"
    rules.write_text("rules:\n  - {id: acme-badge, pattern: '('}\n")
    with pytest.raises(RuntimeError) as refused:
        with Daemon(tmp_path / "d", secrets={"rules_file": str(rules)}):
            pass
    assert "secret-rules.yaml:2: rules[0].keyword: is missing" in str(refused.value)
