"""The end-to-end tests: the real daemon, the real Hermes, real Hindsight servers. tests/e2e/run.sh runs them.

A part that this machine cannot have is skipped; with WM_REQUIRE_REAL=1 that is a failure.
"""
import os
import pathlib
import sys

import pytest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "hermes"), str(HERE.parent / "mcp")]

import daemon  # noqa: E402
import facts  # noqa: E402
import hindsight  # noqa: E402
import rig  # noqa: E402


# What needs more than Debian and PyPI have is a stage of its own.
collect_ignore = [] if os.environ.get("WM_MCP_CONFORMANCE_SUITE") == "1" else ["test_mcp_conformance.py"]


def cannot(reason):
    if os.environ.get("WM_REQUIRE_REAL") == "1":
        pytest.fail("WM_REQUIRE_REAL=1, but " + reason, pytrace=False)
    pytest.skip(reason)


def pytest_configure(config):
    config.addinivalue_line("markers", "hermes: runs the real hermes-agent")


def pytest_runtest_setup(item):
    if not os.access(daemon.binary(), os.X_OK):
        pytest.fail("no daemon at %s: build it, or set WM_BINARY" % daemon.binary(), pytrace=False)
    if item.get_closest_marker("hermes") is not None and rig.missing():
        cannot(rig.missing())


@pytest.fixture
def draw(request):
    """What this test draws; other tests, other things, the same with the same seed."""
    return facts.Draw("%d %s" % (facts.SEED, request.node.name))


@pytest.fixture(scope="session")
def hindsight_servers():
    """Servers by version, started when first asked for."""
    with hindsight.Servers() as servers:
        yield servers


@pytest.fixture
def hindsight_of(hindsight_servers):
    def server(version):
        try:
            return hindsight_servers.get(version)
        except hindsight.NotHere as exc:
            return cannot(str(exc))
    return server


def pytest_terminal_summary(terminalreporter):
    terminalreporter.write_line("")
    for word, outcome in (("PASS", "passed"), ("SKIP", "skipped"), ("FAIL", "failed"), ("FAIL", "error")):
        for report in terminalreporter.stats.get(outcome, []):
            terminalreporter.write_line("%s %s (%.1f s)" % (word, report.nodeid.split("/")[-1], report.duration))
    terminalreporter.write_line("drawn with WM_E2E_SEED=%d" % facts.SEED)
