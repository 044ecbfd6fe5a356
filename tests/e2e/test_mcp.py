"""The Model Context Protocol: the official SDK and Hermes' own client use every tool, over both transports."""
import json
import pathlib
import subprocess
import time

import pytest

import daemon as d
from agent import ANSWER, Agent
from client import Client
from conftest import cannot
from daemon import Daemon

MCP = pathlib.Path(__file__).resolve().parent.parent / "mcp"
PLUGIN = d.REPO / "plugin"
FACT = "Decision: the nightly backup of the database apollo goes to the store in Frankfurt."
TOOLS = {"memory_search", "memory_retain", "memory_reflect", "memory_status"}
WAYS = [("http", "auto"), ("http", "legacy"), ("stdio", "auto"), ("stdio", "legacy")]


@pytest.fixture(scope="session")
def sdk():
    made = subprocess.run([str(MCP / "setup.sh")], capture_output=True, text=True, timeout=600)
    if made.returncode == 77:
        cannot("the MCP SDK cannot be had here")
    assert made.returncode == 0, made.stderr
    python = pathlib.Path(made.stdout.strip()) / "bin" / "python"

    def run(daemon, token, transport, mode, **job):
        job = {"transport": transport, "mode": mode, "url": "http://127.0.0.1:%d" % daemon.port, "token": token,
               "binary": str(d.binary()), **job}
        ran = subprocess.run([str(python), str(MCP / "sdk_client.py")], input=json.dumps(job), capture_output=True,
                             text=True, timeout=120)
        assert ran.returncode == 0, ran.stderr[-3000:]
        return json.loads(ran.stdout)
    return run


def structured(call):
    assert not call["result"].get("isError"), call
    content = call["result"]["structuredContent"]
    assert json.loads(call["result"]["content"][0]["text"]) == content
    return content


@pytest.mark.parametrize("transport,mode", WAYS)
def test_the_official_sdk_uses_every_tool(tmp_path, sdk, transport, mode):
    with Daemon(tmp_path) as daemon:
        token = daemon.token("wetopi-build")
        told = sdk(daemon, token, transport, mode, calls=[
            ["memory_retain", {"content": FACT, "scope": "platform", "confidence": 0.9, "reason": "asked to"}]])
        assert told["version"] == ("2026-07-28" if mode == "auto" else "2025-11-25")
        assert {tool["name"] for tool in told["tools"]} >= TOOLS
        assert structured(told["calls"][0])["status"] == "accepted"
        daemon.wait_stored(1)
        seen = sdk(daemon, token, transport, mode, resources=["wetopi-memory://status", "wetopi-memory://recent"], calls=[
            ["memory_status", {}],
            ["memory_search", {"query": "Where does the backup of apollo go?", "scopes": ["platform", "business"]}],
            ["memory_reflect", {"query": "backup of apollo", "scopes": ["platform"]}]])
        status, found, digest = map(structured, seen["calls"])
        assert status["backend"] == "up" and "platform" in status["scopes"]
        assert "Frankfurt" in found["results"][0]["content"]
        assert "Frankfurt" in digest["answers"][0]["text"]
        # Each store that answers moves it on: two scopes were asked.
        done = [step for step in seen["calls"][1]["progress"]]
        assert done == sorted(done) and done[-1] == [2, 2], done
        recent = json.loads(seen["read"]["wetopi-memory://recent"]["contents"][0]["text"])
        assert "Frankfurt" in recent["results"][0]["content"]
        assert json.loads(seen["read"]["wetopi-memory://status"]["contents"][0]["text"])["backend"] == "up"


@pytest.mark.parametrize("transport,mode", WAYS)
def test_a_wrong_call_is_explained_and_harms_nothing(tmp_path, sdk, transport, mode):
    with Daemon(tmp_path, agents={"wetopi-build": ["platform"]}) as daemon:
        seen = sdk(daemon, daemon.token("wetopi-build"), transport, mode, calls=[
            ["memory_search", {"query": "salaries", "scopes": ["business"]}],
            ["memory_search", {"query": "x", "bank_id": "user-ada"}],
            ["memory_search", {}],
            ["no_such_tool", {}]],
            at_once=[["memory_status", {}]] * 20)
        denied, forged, missing, unknown = seen["calls"]
        assert denied["result"]["isError"] and "scope_denied" in denied["result"]["content"][0]["text"]
        assert forged["result"]["isError"] and "argument_unknown" in forged["result"]["content"][0]["text"]
        assert missing["result"]["isError"] and "arguments.query is missing" in missing["result"]["content"][0]["text"]
        assert unknown["error"] == -32602
        assert all(structured(call)["backend"] == "up" for call in seen["at_once"])
        assert daemon.metrics().of("wetopi_memory_denied_total", status="scope") >= 1


@pytest.mark.parametrize("transport,mode", WAYS)
def test_the_names_of_memorycore_do_what_they_stand_for(tmp_path, sdk, transport, mode):
    with Daemon(tmp_path, mcp={"memorycore_tools": True, "memorycore_scope": "platform"}) as daemon:
        token = daemon.token("wetopi-build")
        told = sdk(daemon, token, transport, mode, calls=[["memorycore_store_fact", {"content": FACT, "importance": 0.7}]])
        assert structured(told["calls"][0])["status"] == "accepted"
        daemon.wait_stored(1)
        seen = sdk(daemon, token, transport, mode, calls=[
            ["memorycore_recall", {"query": "Where does the backup of apollo go?", "top_k": 3}],
            ["memorycore_get_memory_usage", {}]])
        assert {tool["name"] for tool in seen["tools"]} >= TOOLS | {
            "memorycore_recall", "memorycore_store_fact", "memorycore_get_memory_usage"}
        found, usage = map(structured, seen["calls"])
        assert "Frankfurt" in found["results"][0]["content"]
        assert usage["backend"] == "up"


def test_a_client_is_the_person_its_token_was_made_for_and_nobody_else(tmp_path, sdk):
    """The token of ada's desktop opens her memory; another agent's token does not, whatever it asks."""
    secret_of_ada = "Remember that my daughter's name is Leonor and she plays the cello."
    users = {"u_ada": {"display_name": "Ada", "allowed_scopes": d.SCOPES,
                       "accounts": [{"platform": "mcp", "id": "ada-desktop"}]},
             "u_ben": {"display_name": "Ben", "allowed_scopes": d.SCOPES,
                       "accounts": [{"platform": "mcp", "id": "ben-desktop"}]}}
    agents = {name: d.SCOPES for name in ("wetopi-build", "ada-desktop", "ben-desktop", "shared-bot")}
    with Daemon(tmp_path, agents=agents, users=users, owners={"wetopi-build": "u_ada"}) as daemon:
        with Client(daemon.url, daemon.token("wetopi-build")) as c:
            c.session().turn(secret_of_ada, "I will remember that.")
        daemon.wait_stored(1)
        found, scopes = {}, {}
        for name in ("ada-desktop", "ben-desktop", "shared-bot"):
            seen = sdk(daemon, daemon.token(name), "http", "auto", resources=["wetopi-memory://recent"], calls=[
                ["memory_status", {}], ["memory_search", {"query": "What is the name of the daughter?"}]])
            scopes[name] = structured(seen["calls"][0])["scopes"]
            found[name] = json.dumps([seen["calls"][1], seen["read"]])
        assert "Leonor" in found["ada-desktop"]
        assert "Leonor" not in found["ben-desktop"] and "Leonor" not in found["shared-bot"]
        assert "personal" in scopes["ada-desktop"] and "personal" in scopes["ben-desktop"]
        assert "personal" not in scopes["shared-bot"]


def test_the_bridge_outlives_a_restart_of_the_daemon(tmp_path):
    """One stdio process, as a client keeps it: the daemon goes, is missed in words, comes back, and is used again."""
    with Daemon(tmp_path) as daemon:
        bridge = subprocess.Popen([str(d.binary()), "mcp", "--url", daemon.url], stdin=subprocess.PIPE,
                                  stdout=subprocess.PIPE, text=True,
                                  env={"WETOPI_MEMORY_TOKEN": daemon.token("wetopi-build"), "PATH": "/usr/bin:/bin"})

        def ask(method, number, params=None):
            bridge.stdin.write(json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params or {}}) + "\n")
            bridge.stdin.flush()
            answer = json.loads(bridge.stdout.readline())
            assert answer["id"] == number, answer
            return answer

        begun = ask("initialize", 1, {"protocolVersion": "2025-11-25", "capabilities": {}})
        assert begun["result"]["protocolVersion"] == "2025-11-25"
        bridge.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
        assert len(ask("tools/list", 2)["result"]["tools"]) >= len(TOOLS)
        daemon.stop()
        assert "not reachable" in ask("tools/call", 3, {"name": "memory_status"})["error"]["message"]
        daemon.start()
        assert ask("tools/call", 4, {"name": "memory_status"})["result"]["structuredContent"]["backend"] == "up"
        bridge.stdin.write("this is no message\n")
        bridge.stdin.flush()
        assert json.loads(bridge.stdout.readline())["error"]["code"] == -32700
        bridge.stdin.close()
        assert bridge.wait(10) == 0


def test_the_bridge_says_what_is_wrong_with_its_token(tmp_path):
    assert "WETOPI_MEMORY_TOKEN" in d.run("mcp").stderr
    with Daemon(tmp_path) as daemon:
        line = '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}\n'
        ran = subprocess.run([str(d.binary()), "mcp", "--url", daemon.url], input=line, capture_output=True, text=True,
                             timeout=30, env={"WETOPI_MEMORY_TOKEN": "wmt_unknown", "PATH": "/usr/bin:/bin"})
        assert "this token is not known here" in json.loads(ran.stdout)["error"]["message"]


def test_the_tools_are_told_as_the_plugin_tells_them(tmp_path, sdk):
    spec = {}
    source = (PLUGIN / "wetopi-memory" / "tools.py").read_text(encoding="utf-8")
    exec(compile(source[source.index("_SCOPES ="):source.index("NAMES =")], "tools.py", "exec"), spec)  # noqa: S102
    with Daemon(tmp_path) as daemon:
        seen = sdk(daemon, daemon.token("wetopi-build"), "http", "auto")
    offered = {tool["name"]: tool for tool in seen["tools"]}
    for schema in spec["SCHEMAS"]:
        tool = offered[schema["name"]]
        assert tool["description"] == schema["description"]
        assert set(tool["inputSchema"]["properties"]) == set(schema["parameters"]["properties"])
        assert tool["inputSchema"].get("required", []) == schema["parameters"].get("required", [])


@pytest.mark.hermes
@pytest.mark.parametrize("transport", ["http", "stdio"])
def test_hermes_own_client_uses_the_tools(tmp_path, transport):
    import rig
    if not list((rig.venv() / "lib").glob("python3*/site-packages/mcp")):
        cannot("this Hermes has no MCP client: its environment lacks the package mcp")
    question = "Where does the backup of apollo go?"
    def uses(said, tool, **args):
        return {"when": {"user_contains": said, "has_tool": "mcp__plane__" + tool},
                "tool_calls": [{"name": "mcp__plane__" + tool, "args": args}]}

    scenario = {"default": {"text": ANSWER}, "steps": [
        uses("Keep this", "memory_retain", content=FACT, scope="platform", confidence=0.9),
        uses("Keep this", "memory_status"),
        uses(question, "memory_search", query=question),
        uses(question, "memory_reflect", query="backup of apollo")]}
    with Daemon(tmp_path) as daemon:
        token = daemon.token("wetopi-build")
        server = ({"url": "http://127.0.0.1:%d/mcp" % daemon.port, "headers": {"Authorization": "Bearer " + token}}
                  if transport == "http" else
                  {"command": str(d.binary()), "args": ["mcp", "--url", daemon.url], "env": {"WETOPI_MEMORY_TOKEN": token}})
        with rig.HermesRig(scenario, install=False, config={"mcp_servers": {"plane": server}}) as hermes:
            assert ANSWER in hermes.chat("Keep this: " + FACT).stdout
            daemon.wait_stored(1)
            assert ANSWER in hermes.chat(question).stdout
            shown = json.dumps([request["body"]["messages"] for request in hermes.requests()])
            assert "accepted" in shown and "scope" in shown and shown.count("Frankfurt") > 3
        end = time.monotonic() + 5
        while daemon.metrics().of("wetopi_memory_tool_calls_total", status="ok") < 4:
            assert time.monotonic() < end, daemon.metrics_text()
            time.sleep(0.1)
