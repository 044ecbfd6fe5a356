"""Where the connection comes from, and what a bad one is answered."""
import json
import os

import pytest
from wetopi_memory_plugin import config
from wetopi_memory_plugin.config import ConfigError, load, parse_url


@pytest.mark.parametrize("url, uri, path", [
    ("ws://127.0.0.1:7171", "ws://127.0.0.1:7171/v1/ws", ""),
    ("http://127.0.0.1:7171/", "ws://127.0.0.1:7171/v1/ws", ""),
    ("https://memory.example", "wss://memory.example/v1/ws", ""),
    ("wss://memory.example/base/v1/ws", "wss://memory.example/base/v1/ws", ""),
    ("ws://[::1]:7171", "ws://[::1]:7171/v1/ws", ""),
    ("unix:/run/wm.sock", "ws://localhost/v1/ws", "/run/wm.sock"),
    ("unix:///run/wm.sock", "ws://localhost/v1/ws", "/run/wm.sock"),
])
def test_urls_of_every_form(url, uri, path):
    assert parse_url(url) == (uri, path)


@pytest.mark.parametrize("url", ["", "7171", "ftp://x", "ws://", "unix:relative.sock", "ws://u:secret@h",
                                 "ws://h?token=secret"])
def test_a_bad_url_is_refused_without_repeating_it(url):
    with pytest.raises(ConfigError) as error:
        parse_url(url)
    assert "secret" not in str(error.value) and "url" in str(error.value)


def write(home, text, mode=0o600):
    (home / "wetopi-memory").mkdir(exist_ok=True)
    path = home / "wetopi-memory" / "connection.json"
    path.write_text(text)
    os.chmod(path, mode)


def test_the_installers_file_is_read(tmp_path):
    write(tmp_path, json.dumps({"url": "ws://h:1", "token": "t"}))
    got = load(tmp_path, {}, {})
    assert (got.uri, got.token, got.data_dir) == ("ws://h:1/v1/ws", "t", tmp_path / "wetopi-memory")
    assert (got.context_deadline_ms, got.tool_deadline_ms) == (300, 10000)


def test_the_environment_goes_first(tmp_path):
    write(tmp_path, json.dumps({"url": "ws://file:1", "token": "file"}))
    got = load(tmp_path, {"WETOPI_MEMORY_URL": "ws://env:2", "WETOPI_MEMORY_TOKEN": "env"}, {})
    assert (got.uri, got.token) == ("ws://env:2/v1/ws", "env")


@pytest.mark.parametrize("text", [None, "{", "[]", "{}", '{"url":"ws://h"}', '{"token":"t"}'])
def test_without_a_usable_connection_it_says_how_to_get_one(tmp_path, text):
    if text is not None:
        write(tmp_path, text)
    with pytest.raises(ConfigError, match="wetopi-memory hermes install"):
        load(tmp_path, {}, {})


def test_a_file_that_others_can_read_is_warned_about(tmp_path, caplog):
    write(tmp_path, json.dumps({"url": "ws://h:1", "token": "t0ken"}), 0o644)
    load(tmp_path, {}, {})
    assert "chmod 600" in caplog.text and "t0ken" not in caplog.text


@pytest.mark.parametrize("url, warned", [("ws://memory.example:1", True), ("ws://127.0.0.1:1", False),
                                         ("wss://memory.example", False), ("unix:/run/wm.sock", False)])
def test_an_unencrypted_url_beyond_this_machine_is_warned_about(tmp_path, caplog, url, warned):
    load(tmp_path, {"WETOPI_MEMORY_URL": url, "WETOPI_MEMORY_TOKEN": "t"}, {})
    assert ("unencrypted" in caplog.text) == warned


def test_waiting_times_come_from_hermes_config(tmp_path):
    env = {"WETOPI_MEMORY_URL": "ws://h", "WETOPI_MEMORY_TOKEN": "t"}
    entry = {"plugins": {"entries": {"wetopi-memory": {"deadline_ms": 800, "tool_deadline_ms": "soon"}}}}
    got = load(tmp_path, env, entry)
    assert (got.context_deadline_ms, got.tool_deadline_ms) == (800, 10000)
    assert load(tmp_path, env, {"plugins": None}).context_deadline_ms == 300


def test_the_native_provider_is_read_from_hermes_config():
    assert config.native_provider({"memory": {"provider": "hindsight"}}) == "hindsight"
    assert config.native_provider({"memory": None}) == config.native_provider({}) == ""


def test_printing_the_settings_does_not_show_the_token(tmp_path):
    got = load(tmp_path, {"WETOPI_MEMORY_URL": "ws://h", "WETOPI_MEMORY_TOKEN": "t0ken"}, {})
    assert "t0ken" not in repr(got) and got.token == "t0ken"
