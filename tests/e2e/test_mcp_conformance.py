"""The MCP project's own conformance suite, which needs npm: scripts/test.sh conformance."""
import pathlib
import subprocess

import pytest
import yaml

import daemon as d
from conftest import cannot
from daemon import Daemon
from proxy import Proxy

MCP = pathlib.Path(__file__).resolve().parent.parent / "mcp"


# Those that need no tools of the suite's own. It has no place for a token, so a proxy shows one.
@pytest.mark.parametrize("scenario", ["server-initialize", "ping", "tools-list", "resources-list",
                                      "server-sse-multiple-streams", "dns-rebinding-protection"])
def test_the_conformance_suite_of_the_mcp_project_passes(tmp_path, scenario):
    made = subprocess.run([str(MCP / "conformance.sh")], capture_output=True, text=True, timeout=600)
    if made.returncode == 77:
        cannot("the conformance suite of MCP cannot be had here")
    assert made.returncode == 0, made.stderr
    port = d.free_port()
    with_origin = Daemon(tmp_path)
    with_origin.settings["listen"]["origins"] = ["http://localhost:%d" % port]
    with_origin.config.write_text(yaml.dump(with_origin.settings, Dumper=d.Plain), encoding="utf-8")
    with with_origin as daemon:
        with Proxy(daemon.port, daemon.token("wetopi-build"), port) as proxy:
            ran = subprocess.run([made.stdout.strip(), "server", "--url", proxy.url, "--scenario", scenario],
                                 cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "0 failed" in ran.stdout and "Passed: 0/" not in ran.stdout, ran.stdout
