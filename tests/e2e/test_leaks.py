"""What people say, what tools print, what memory holds and what opens a door: none of it is in a log line, a label, a page,
the audit trail or what a crash leaves behind; a secret is in no file at all."""
import json
import signal
import uuid

import pytest
from websockets.exceptions import WebSocketException

from client import Client, Refused
from daemon import Daemon, run

USERS = {"u_ada": {"display_name": "Ada", "allowed_scopes": ["personal", "platform"],
                   "accounts": [{"platform": "telegram", "id": "42"}]}}
KEYS = {"spool": {"key": "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="}}


def planted():
    """Words that stand nowhere else, one for each place where content comes in."""
    words = {place: "zq%s%s" % (place, uuid.uuid4().hex[:10])
             for place in "said answered printed searched retained scope argument hook broken path".split()}
    words["secret"] = "gh" + "p_" + (uuid.uuid4().hex + "A7b")[:36].ljust(36, "Z")
    return words


def misbehave(daemon, client, words, refusals):
    """Everything that is refused, with content in it."""
    session = client.session()
    session.turn_id = "t-" + uuid.uuid4().hex
    for call in ({"query": words["searched"], "scopes": [words["scope"]]}, {"query": words["searched"], "scopes": ["business"]},
                 {"query": words["searched"], words["argument"]: words["argument"]},
                 {"query": [words["searched"]]}):
        with pytest.raises(Refused) as refused:
            session.tool("memory_search", **call)
        refusals.append(str(refused.value))
    stranger = client.session(sender="666-" + words["said"][:4], platform="telegram", key="agent:main:telegram:dm:666")
    stranger.context("Remember that " + words["said"])
    client.send({"type": "hook", "hook": words["hook"], "session": session.session, "turn": "t", "data": {}})
    for path in ("/" + words["path"], "/v1/admin/explain?turn=" + words["path"], "/metrics?" + words["path"]):
        daemon.get(path, words["secret"])
        daemon.get(path)
    with Client(daemon.url, daemon.token("wetopi-build")) as other:
        try:
            other._socket.send('{"type":"hook","data":{"user_message":"%s %s' % (words["broken"], words["secret"]))
            refusals.append(str(other._socket.recv(10)))
        except WebSocketException:
            pass  # it may be closed instead


@pytest.mark.parametrize("sealed", [False, True], ids=["in clear", "sealed"])
def test_content_is_in_no_log_label_page_audit_or_crash(tmp_path, sealed):
    words, refusals = planted(), []
    daemon = Daemon(tmp_path, agents={"wetopi-build": ["personal", "platform"]}, users=USERS, log={"level": "debug"},
                    **(KEYS if sealed else {}))
    with daemon:
        ops = daemon.token("ops", "operator")
        with Client(daemon.url, daemon.token("wetopi-build")) as c:
            session = c.session()
            said = "Remember that the host %s is off for maintenance, the token is %s" % (words["said"], words["secret"])
            session.begin(said)
            session.uses("terminal", {"command": "systemctl stop " + words["printed"]},
                         "stopped %s with %s" % (words["printed"], words["secret"]))
            assert c.answer(session.finish(said, "Done, %s is off." % words["answered"]))["type"] == "ack"
            session.context("How is %s?" % words["said"])
            session.tool("memory_search", query=words["searched"])
            for content in ("The host %s is online since today." % words["retained"],
                            "The password of %s is %s" % (words["retained"], words["secret"])):
                session.tool("memory_retain", content=content, scope="platform", reason="asked to", confidence=0.9)
            misbehave(daemon, c, words, refusals)
        daemon.wait_spool_empty()
        pages = [daemon.metrics_text()] + [daemon.get(path, ops)[1] for path in ("/readyz", "/", "/healthz")]
        labels = daemon.metrics().label_values()
        audit = run("audit", "--config", daemon.config, "export")
        assert audit.returncode == 0, audit.stderr
        daemon.process.send_signal(signal.SIGABRT)
        daemon.process.wait(20)
    assert daemon.documents(words["said"]), "nothing was kept, so nothing could have leaked"
    trail = "".join(path.read_text(encoding="ascii") for path in daemon.data_dir.glob("audit*.log"))
    for place, word in words.items():
        assert word not in daemon.log(), place
        assert word not in audit.stdout + audit.stderr + trail, place
        assert not any(word in page for page in pages), place
        assert not any(word in value for value in labels), place
    left = [path for path in tmp_path.rglob("*") if path.is_file() and words["secret"].encode() in path.read_bytes()]
    assert left == []
    assert not any(words["secret"] in text or words["said"] in text for text in refusals), refusals

    actions = [json.loads(line) for line in audit.stdout.splitlines()]
    denied = {(line["agent"], line["verdict"]) for line in actions if line["action"] == "denied"}
    assert {("wetopi-build", "scope"), ("wetopi-build", "sender_unknown")} <= denied, denied
    redacted = [line for line in actions if line["action"] == "redaction"]
    assert redacted and all(line["object"] and line["agent"] == "wetopi-build" for line in redacted), actions
    checked = run("audit", "--config", daemon.config, "verify")
    assert checked.returncode == 0 and "whole" in checked.stdout, checked
