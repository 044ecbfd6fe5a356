"""A wss:// url: whom the plugin trusts, and what it shows of itself."""
import shutil
import ssl
import subprocess

import pytest
from wetopi_memory_plugin.config import ConfigError, load

from fake_daemon import FakeDaemon
from support import settle

pytestmark = pytest.mark.skipif(shutil.which("openssl") is None, reason="there is no openssl")


def openssl(folder, *args):
    subprocess.run(["openssl", *args], cwd=folder, check=True, capture_output=True, timeout=30)


@pytest.fixture
def papers(tmp_path):
    """An authority, and what it signed: server.pem for 127.0.0.1, agent.pem for a client; and a stranger's own."""
    folder = tmp_path / "tls"
    folder.mkdir()
    for name in ("ca", "stranger"):
        openssl(folder, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
                "-subj", "/CN=" + name, "-keyout", name + ".key", "-out", name + ".pem")
    (folder / "ext").write_text("subjectAltName=IP:127.0.0.1\n")
    for name in ("server", "agent"):
        openssl(folder, "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=" + name,
                "-keyout", name + ".key", "-out", name + ".csr")
        openssl(folder, "x509", "-req", "-in", name + ".csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial",
                "-days", "2", "-extfile", "ext", "-out", name + ".pem")
    return folder


def served(papers, wants_papers=False):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(papers / "server.pem", papers / "server.key")
    if wants_papers:
        context.load_verify_locations(papers / "ca.pem")
        context.verify_mode = ssl.CERT_REQUIRED
    return FakeDaemon(tls=context)


def connects(agent, daemon):
    agent.begin("q")
    return daemon.connections > 0


def test_a_private_authority_is_trusted_when_it_is_named_and_no_other(agents, monkeypatch, papers):
    with served(papers) as daemon:
        monkeypatch.setenv("WETOPI_MEMORY_CA", str(papers / "stranger.pem"))
        assert not connects(agents(daemon.url, home="a", deadline_ms=1000), daemon)
        monkeypatch.setenv("WETOPI_MEMORY_CA", str(papers / "ca.pem"))
        agent = agents(daemon.url, home="b")
        agent.begin("q")
        settle(lambda: daemon.of("pre_llm_call"))


def test_a_certificate_is_shown_to_a_daemon_that_asks_for_one(agents, monkeypatch, papers):
    with served(papers, wants_papers=True) as daemon:
        monkeypatch.setenv("WETOPI_MEMORY_CA", str(papers / "ca.pem"))
        assert not connects(agents(daemon.url, home="a", deadline_ms=1000), daemon)
        monkeypatch.setenv("WETOPI_MEMORY_CERTIFICATE", str(papers / "agent.pem"))
        monkeypatch.setenv("WETOPI_MEMORY_KEY", str(papers / "agent.key"))
        agent = agents(daemon.url, home="b")
        agent.begin("q")
        settle(lambda: daemon.of("pre_llm_call"))


@pytest.mark.parametrize("env, what", [
    ({"WETOPI_MEMORY_CERTIFICATE": "/dev/null"}, "come together"),
    ({"WETOPI_MEMORY_KEY": "/dev/null"}, "come together"),
    ({"WETOPI_MEMORY_CA": "/nonexistent/ca.pem"}, "WETOPI_MEMORY_CA names /nonexistent/ca.pem"),
])
def test_half_of_a_pair_or_a_file_that_is_not_there_is_named(tmp_path, env, what):
    with pytest.raises(ConfigError) as error:
        load(tmp_path, {"WETOPI_MEMORY_URL": "wss://h", "WETOPI_MEMORY_TOKEN": "t", **env}, {})
    assert what in str(error.value)
