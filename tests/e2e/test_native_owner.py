"""personal.owner: native. Hermes' own Hindsight provider and our plugin on one server: no bank has two writers."""
import fcntl
import json
import os
import pathlib
import subprocess

import pytest
from rig import venv

from agent import HEADER, Agent, injected_in
from client import Client
from conftest import cannot
from daemon import REPO, Daemon
from test_hindsight import backend, stores

# What the native provider imports; the real Hermes does not bring them.
PACKAGES = ["hindsight-client==0.6.1", "aiohttp-retry==2.9.1"]


def provider_packages():
    """A folder that holds them, made once."""
    folder = pathlib.Path(os.environ.get("WM_E2E_PACKAGES") or REPO / ".cache" / "hindsight-client")
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / ".lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / ".complete").exists():
            done = subprocess.run([str(venv() / "bin" / "python"), "-m", "pip", "install", "-q", "--no-deps", "--target",
                                   str(folder), "--disable-pip-version-check", "--retries", "1", *PACKAGES], text=True,
                                  capture_output=True, timeout=120, check=False)
            if done.returncode:
                cannot("the native provider's packages cannot be had: " + done.stderr.strip()[-300:])
            (folder / ".complete").touch()
    return folder


def native_provider(agent, server):
    """Sets Hermes' provider up for the very bank that our template would make."""
    folder = agent.home / "hindsight"
    folder.mkdir()
    (folder / "config.json").write_text(json.dumps({
        "mode": "local_external", "api_url": server.url, "api_key": server.key, "bank_id": "hermes",
        "bank_id_template": "user-{user}"}), encoding="utf-8")
    agent.config["memory"]["provider"] = "hindsight"
    agent.write_config()


@pytest.mark.hermes
def test_no_bank_has_two_writers_when_the_native_provider_owns_the_personal_ones(tmp_path, draw, hindsight_of):
    server = hindsight_of("1.1.0")
    packages, prefix, fact = provider_packages(), draw.word(), draw.one_of_each_language()[1]
    person, taste = "u_" + draw.word(), draw.word()
    personal = "Remember that I prefer answers in the %s format" % taste
    settings = stores(prefix)
    settings["personal"]["bank_template"] = "user-{internal_user_id}"
    before = server.banks()
    with Daemon(tmp_path, backend=backend(server), stores=settings, env={"HINDSIGHT_API_KEY": server.key},
                personal={"owner": "native"},
                users={person: {"accounts": [{"platform": "cli", "id": person}],
                                "allowed_scopes": ["personal", "business", "platform"]}}) as daemon:
        with Agent(daemon, env={"PYTHONPATH": str(packages)}) as agent:
            native_provider(agent, server)
            agent.lib("--user", person, "--sleep", "1", fact.statement, personal)
            daemon.wait_stored(1)
            server.wait_idle()
            # Asked twice: on a busy machine the first turn's recall may come too late, and is there for the next one.
            agent.lib("--user", person, "--sleep", "1", fact.question, fact.question)
            got = injected_in(agent.turn_requests()[-1])
            assert not fact.missing_in(got.get("platform", "")) and set(got) == {"platform"}, got
            server.wait_idle()
            log = agent.log()
        with Client(daemon.url, daemon.token("wetopi-build")) as c:
            scopes = c.session().tool("memory_status")["scopes"]
            assert "personal" not in scopes and "platform" in scopes
    made = [bank for bank in server.banks() if bank not in before]
    ours, theirs = prefix + "-platform", "user-" + person
    assert made == sorted([ours, theirs]), (made, log[-2000:])
    kept = [document["original_text"] for document in server.documents(ours)]
    assert any(not fact.missing_in(text) for text in kept)
    for text in kept:  # a statement or an activity, never the conversation that the native provider writes
        assert '"role"' not in text and "User:" not in text and taste not in text, text
    natives = [document["original_text"] for document in server.documents(theirs)]
    assert natives and any(taste in text for text in natives)
    for text in natives:
        assert '"role"' in text or "User:" in text, text
        assert HEADER not in text and "<scope" not in text, "what we injected was learnt as if it had been said"
