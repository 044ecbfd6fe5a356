"""Fixtures of the plugin's tests. Run them with the Python of the Hermes environment:

    WM_HERMES_VENV=... $WM_HERMES_VENV/bin/python -m pytest -q tests/plugin

Tests marked `real` need the real hermes-agent; without it they skip, with WM_REQUIRE_REAL=1 they fail instead.
"""
import importlib.util
import json
import os
import pathlib
import sys

import pytest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "hermes")]

import rig  # noqa: E402
from fake_daemon import FakeDaemon  # noqa: E402


def pytest_configure(config):
    config.addinivalue_line("markers", "real: runs the real hermes-agent")


def pytest_runtest_setup(item):
    if item.get_closest_marker("real") is None:
        return
    reason = rig.missing()
    if reason:
        if os.environ.get("WM_REQUIRE_REAL") == "1":
            pytest.fail("WM_REQUIRE_REAL=1, but " + reason, pytrace=False)
        pytest.skip(reason)


def load_plugin():
    """The plugin as a package, the way Hermes loads a folder whose name is no identifier."""
    name = "wetopi_memory_plugin"
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, rig.PLUGIN / "__init__.py",
                                                      submodule_search_locations=[str(rig.PLUGIN)])
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
    return sys.modules[name]


load_plugin()


class FakeContext:
    """What register() gets from Hermes."""

    def __init__(self, profile="default"):
        self.profile_name = profile
        self.hooks, self.middleware, self.tools = {}, {}, {}

    def register_hook(self, name, work):
        self.hooks[name] = work

    def register_middleware(self, name, work):
        self.middleware[name] = work

    def register_tool(self, name, toolset, schema, handler, **_):
        self.tools[name] = handler


class Agent:
    """Plays the host: calls the plugin's hooks as Hermes does, in one session of a CLI unless told otherwise."""

    def __init__(self, plugin, context):
        self.plugin, self.context = plugin, context

    def hook(self, name, **kw):
        return self.context.hooks[name](telemetry_schema_version="hermes.observer.v1", **kw)

    def begin(self, text, session="s1", turn="s1:t:1", platform="cli", sender=""):
        return self.hook("pre_llm_call", session_id=session, task_id="t", turn_id=turn, user_message=text,
                         conversation_history=[], is_first_turn=True, model="m", platform=platform, sender_id=sender)

    def tool_ran(self, tool, args, result, session="s1", turn="s1:t:1", call="c1", status="ok"):
        self.hook("pre_tool_call", tool_name=tool, args=args, task_id="t", session_id=session, tool_call_id=call,
                  turn_id=turn)
        self.hook("post_tool_call", tool_name=tool, args=args, result=result, task_id="t", session_id=session,
                  tool_call_id=call, turn_id=turn, status=status)

    def end(self, answer, session="s1", turn="s1:t:1", text="", platform="cli"):
        self.hook("post_llm_call", session_id=session, task_id="t", turn_id=turn, user_message=text,
                  assistant_response=answer, conversation_history=[], model="m", platform=platform)
        self.hook("on_session_end", session_id=session, task_id="t", turn_id=turn, completed=True, interrupted=False,
                  model="m", platform=platform)

    def call(self, tool, args, session="s1", **kw):
        return json.loads(self.context.tools[tool](args, session_id=session, **kw))

    def request(self, messages, turn="s1:t:1", session="s1", key="messages"):
        given = {"model": "m", key: messages}
        changed = self.context.middleware["llm_request"](request=given, session_id=session, turn_id=turn, task_id="t")
        return (changed or {}).get("request")


@pytest.fixture
def agents(tmp_path, monkeypatch):
    """Makes plugin instances ("processes") of one HERMES_HOME, each connected to the given daemon. They wait longer for a
    context than the product does: a busy machine is no failure of what a test looks at."""
    from wetopi_memory_plugin import config
    from wetopi_memory_plugin.hooks import Plugin
    made = []

    def make(url, token="test-token", home="home", profile="default", deadline_ms=rig.PATIENT_MS):
        monkeypatch.setattr(config, "CONTEXT_DEADLINE_MS", deadline_ms)
        (tmp_path / home).mkdir(exist_ok=True)
        monkeypatch.setenv("HERMES_HOME", str(tmp_path / home))
        monkeypatch.setenv("WETOPI_MEMORY_URL", url)
        monkeypatch.setenv("WETOPI_MEMORY_TOKEN", token)
        context = FakeContext(profile)
        plugin = Plugin(context)
        plugin.register()
        agent = Agent(plugin, context)
        agent.home = tmp_path / home
        made.append(plugin)
        return agent

    yield make
    from wetopi_memory_plugin import hooks
    monkeypatch.setattr(hooks, "EXIT_WAIT_S", 0.1)
    for plugin in made:
        plugin.close()


@pytest.fixture
def daemon():
    with FakeDaemon() as d:
        yield d
