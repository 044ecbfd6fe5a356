"""Declared banks with the real command and real Hindsight servers: made, mended, made on demand."""
import json
import urllib.parse
import urllib.request

import pytest
import yaml

import daemon as d
from agent import Agent
from daemon import Daemon
from facts import personal
from test_hindsight import backend, stores

DONE, FAILED, MISUNDERSTOOD, DRIFT = 0, 1, 2, 3
MISSION = "Keep what is decided.\nKeep what is running."
VERSIONS = pytest.mark.parametrize("version", ["1.1.0", "0.9.2"])


def declared(prefix):
    return {"banks": {prefix + "-platform": {"name": "Platform of " + prefix,
                                             "config": {"retain_mission": MISSION, "retain_extraction_mode": "concise",
                                                        "recall_prefer_observations": True}}},
            "templates": {"people": {"banks": [prefix + "-user-*"],
                                     "config": {"retain_mission": "Keep what this person prefers."}}}}


def set_by_hand(server, bank, **updates):
    request = urllib.request.Request(
        "%s/v1/default/banks/%s/config" % (server.url, urllib.parse.quote(bank, safe="")),
        json.dumps({"updates": updates}).encode(), method="PATCH",
        headers={"Authorization": "Bearer " + server.key, "Content-Type": "application/json"})
    urllib.request.urlopen(request, timeout=20).close()


def overrides(server, bank):
    return server.get("/banks/%s/config" % urllib.parse.quote(bank, safe=""))["overrides"]


@VERSIONS
def test_the_second_bootstrap_changes_nothing_and_a_drifted_mission_is_found_and_mended(tmp_path, draw, hindsight_of, version):
    server, prefix = hindsight_of(version), draw.word()
    bank = prefix + "-platform"
    banks, config = tmp_path / "banks.yaml", tmp_path / "config.yaml"
    banks.write_text(yaml.dump(declared(prefix)))
    config.write_text(yaml.dump({"backend": backend(server), "stores": stores(prefix)}))

    def bootstrap(*more):
        ran = d.run("bootstrap", banks, "-c", config, *more, env={"HINDSIGHT_API_KEY": server.key})
        assert server.key not in ran.stdout + ran.stderr
        return ran

    planned = bootstrap("--dry-run")
    assert planned.returncode == DRIFT and "+ %s (missing)" % bank in planned.stdout, planned.stdout + planned.stderr
    assert server.banks_of(prefix) == []
    made = bootstrap()
    assert made.returncode == DONE, made.stdout + made.stderr
    assert overrides(server, bank)["retain_mission"] == MISSION
    assert ("recall_prefer_observations" in overrides(server, bank)) == (version != "0.9.2")
    assert ("does not know: recall_prefer_observations" in made.stdout) == (version == "0.9.2")

    before = server.get("/banks?limit=100")["banks"]
    again = bootstrap()
    assert again.returncode == DONE and "nothing to do: 1 banks" in again.stdout, again.stdout
    assert server.get("/banks?limit=100")["banks"] == before

    set_by_hand(server, bank, retain_mission="Keep everything.", retain_chunk_size=2500)
    found = bootstrap("--dry-run", "--json")
    assert found.returncode == DRIFT
    assert json.loads(found.stdout)["banks"][0]["changes"] == [
        {"setting": "retain_mission", "from": "Keep everything.", "to": MISSION}]
    assert overrides(server, bank)["retain_mission"] == "Keep everything."
    assert bootstrap().returncode == DONE
    assert overrides(server, bank)["retain_mission"] == MISSION
    assert overrides(server, bank)["retain_chunk_size"] == 2500, "what nobody declared is left alone"
    assert bootstrap("--dry-run").returncode == DONE
    assert [bank for bank in server.banks() if bank.startswith(prefix)] == [bank], "no bank was made beside the declared"


def test_bootstrap_says_that_the_key_is_wrong(tmp_path, hindsight_of):
    server, config = hindsight_of("1.1.0"), tmp_path / "config.yaml"
    config.write_text(yaml.dump({"backend": backend(server)}))
    ran = d.run("bootstrap", "-c", config, "--dry-run", env={"HINDSIGHT_API_KEY": "wrong"})
    assert ran.returncode == FAILED and "does not take the key" in ran.stderr, ran.stderr


@pytest.mark.hermes
@VERSIONS
def test_a_persons_bank_is_made_from_the_template_before_the_first_memory(tmp_path, draw, hindsight_of, version):
    server, prefix = hindsight_of(version), draw.word()
    banks = tmp_path / "banks.yaml"
    banks.write_text(yaml.dump(declared(prefix)))
    said, _, word = personal(draw)
    with Daemon(tmp_path, backend=backend(server, banks_file=str(banks)), stores=stores(prefix),
                env={"HINDSIGHT_API_KEY": server.key}) as daemon:
        with Agent(daemon) as agent:
            agent.ask(said)
            daemon.wait_stored(1)
        assert "bank made as declared bank=%s-user-%s" % (prefix, d.OWNER) in daemon.log()
    mine = "%s-user-%s" % (prefix, d.OWNER)
    assert server.banks_of(prefix) == [mine]
    assert overrides(server, mine) == {"retain_mission": "Keep what this person prefers."}
    assert any(word in document["original_text"] for document in server.documents(mine))


@pytest.mark.hermes
def test_a_batch_waits_on_disk_until_its_bank_is_as_declared(tmp_path, draw, hindsight_of):
    """1.1.0 answers 500 to a memory_defense that it does not expect; the backend is not down for it, and the operator
    mends the file."""
    server, prefix = hindsight_of("1.1.0"), draw.word()
    banks, broken = tmp_path / "banks.yaml", declared(prefix)
    broken["templates"]["people"]["config"]["memory_defense"] = {"rules": "none"}
    banks.write_text(yaml.dump(broken))
    said, _, word = personal(draw)
    with Daemon(tmp_path, backend=backend(server, banks_file=str(banks)), stores=stores(prefix),
                env={"HINDSIGHT_API_KEY": server.key}) as daemon:
        with Agent(daemon) as agent:
            agent.ask(said)
        daemon.wait_for(lambda m: m.of("wetopi_memory_backend_errors_total", status="bank_unready") >= 2,
                        "the bank was not tried twice")
        assert "bank not as declared: its batches wait on disk" in daemon.log()
        assert "backend down" not in daemon.log() and daemon.get("/readyz")[0] == 200
        assert server.get("/banks/%s-user-%s/stats" % (prefix, d.OWNER))["total_documents"] == 0
        banks.write_text(yaml.dump(declared(prefix)))
        daemon.restart()
        daemon.wait_stored(1)
    assert any(word in document["original_text"] for document in server.documents("%s-user-%s" % (prefix, d.OWNER)))
