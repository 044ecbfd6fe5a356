"""What an operator types: clear answers, the right exit codes, nothing broken by doing it twice."""
import json
import stat
import time

import pytest
import yaml

import daemon as d
from daemon import Daemon

BROKEN = sorted((d.REPO / "tests" / "config" / "broken").glob("*.yaml"))
DONE, FAILED, MISUNDERSTOOD = 0, 1, 2

HERMES_CONFIG = """\
# Hermes of the build machine
model:
  default: some-model   # the cheap one
plugins:
  enabled:
    - weather           # ours
    - calendar
  entries:
    weather: {city: Ulm}
memory:
  provider: ""
"""


@pytest.mark.parametrize("broken", BROKEN, ids=lambda path: path.stem)
def test_check_config_says_what_is_wrong_with_a_broken_file_and_where(broken):
    checked = d.run("check-config", broken)
    assert checked.returncode == MISUNDERSTOOD and checked.stdout == ""
    lines = [line for line in checked.stderr.splitlines() if line.startswith(str(broken))]
    assert lines, checked.stderr
    for line in lines:
        where, _, what = line[len(str(broken)):].partition(": ")
        assert where.strip(":").isdigit() or where == "", line
        assert len(what) > 15, line


def test_there_are_ten_broken_files_at_least():
    assert len(BROKEN) >= 10


@pytest.mark.parametrize("broken", BROKEN[:3], ids=lambda path: path.stem)
def test_serve_does_not_start_with_a_broken_file(broken, tmp_path):
    served = d.run("serve", "--config", broken, cwd=tmp_path)
    assert served.returncode == MISUNDERSTOOD and str(broken) in served.stderr
    assert list(tmp_path.iterdir()) == [], "a refused start leaves nothing behind"


def test_check_config_masks_secrets(tmp_path):
    path = tmp_path / "c.yaml"
    path.write_text("backend: {type: hindsight, url: 'http://127.0.0.1:1', api_key: '${KEY}'}\n", encoding="utf-8")
    checked = d.run("check-config", path, env={"KEY": "sk-very-secret-key"})
    assert checked.returncode == DONE and "sk-very" not in checked.stdout + checked.stderr


def test_the_log_holds_no_line_below_its_level(tmp_path):
    with Daemon(tmp_path / "talks") as daemon:
        assert " serving " in daemon.log()
    with Daemon(tmp_path / "keeps_to_warnings", log={"level": "warning"}) as daemon:
        daemon.stop()
        assert " info " not in daemon.log(), daemon.log()


def test_a_second_daemon_on_the_same_data_is_refused_and_told_who_has_it(tmp_path):
    with Daemon(tmp_path) as first:
        second = dict(first.settings, listen={"address": "127.0.0.1", "port": d.free_port()})
        path = tmp_path / "second.yaml"
        path.write_text(yaml.dump(second, Dumper=d.Plain), encoding="utf-8")
        served = d.run("serve", "--config", path)
        assert served.returncode == FAILED
        assert str(first.process.pid) in served.stderr and str(first.data_dir) in served.stderr, served.stderr
        assert first.get("/healthz")[0] == 200


def test_a_port_that_is_taken_is_named(tmp_path):
    with Daemon(tmp_path / "one") as first:
        path = tmp_path / "second.yaml"
        path.write_text(yaml.dump(dict(first.settings, data_dir=str(tmp_path / "other")), Dumper=d.Plain), encoding="utf-8")
        served = d.run("serve", "--config", path)
        assert served.returncode == FAILED and str(first.port) in served.stderr, served.stderr


def install(daemon, home, *more, token=None):
    return d.run("hermes", "install", "--home", home, "--url", daemon.url, *more,
                 env={"WETOPI_MEMORY_TOKEN": token or daemon.token("wetopi-build")})


def snapshot(home):
    return {path.relative_to(home): path.read_bytes() for path in home.rglob("*") if path.is_file()}


def test_installing_keeps_comments_and_other_plugins_and_twice_is_as_good_as_once(tmp_path):
    home = tmp_path / "hermes"
    home.mkdir()
    (home / "config.yaml").write_text(HERMES_CONFIG, encoding="utf-8")
    with Daemon(tmp_path / "d") as daemon:
        once = install(daemon, home)
        assert once.returncode == DONE and "answers as wetopi-build" in once.stdout, once.stdout + once.stderr
        after_one = snapshot(home)
        assert install(daemon, home).returncode == DONE
        assert snapshot(home) == after_one
    text = (home / "config.yaml").read_text(encoding="utf-8")
    config = yaml.safe_load(text)
    assert sorted(config["plugins"]["enabled"]) == ["calendar", "weather", "wetopi-memory"]
    assert config["plugins"]["entries"] == {"weather": {"city": "Ulm"}} and config["model"] == {"default": "some-model"}
    for line in HERMES_CONFIG.splitlines():
        assert line in text, "lost: " + line
    connection = home / "wetopi-memory" / "connection.json"
    assert json.loads(connection.read_text(encoding="utf-8")) == {"url": daemon.url, "token": daemon.token("wetopi-build")}
    assert stat.S_IMODE(connection.stat().st_mode) == 0o600
    assert (home / "plugins" / "wetopi-memory" / "plugin.yaml").exists()


def test_installing_into_a_profile_touches_that_profile_alone(tmp_path):
    home = tmp_path / "hermes"
    (home / "profiles" / "ops").mkdir(parents=True)
    (home / "config.yaml").write_text(HERMES_CONFIG, encoding="utf-8")
    with Daemon(tmp_path / "d") as daemon:
        assert install(daemon, home, "--profile", "ops").returncode == DONE
        unknown = install(daemon, home, "--profile", "nobody")
    assert unknown.returncode == FAILED and "nobody" in unknown.stderr
    assert {path.relative_to(home).parts[:2] for path in home.rglob("*") if path.is_file()} == {
        ("config.yaml",), ("profiles", "ops")}
    assert (home / "config.yaml").read_text(encoding="utf-8") == HERMES_CONFIG
    profile = yaml.safe_load((home / "profiles" / "ops" / "config.yaml").read_text(encoding="utf-8"))
    assert profile == {"plugins": {"enabled": ["wetopi-memory"]}}


def test_a_wrong_token_and_a_daemon_that_is_not_there_are_told_apart(tmp_path):
    home = tmp_path / "hermes"
    home.mkdir()
    daemon = Daemon(tmp_path / "d")
    with daemon:
        wrong = install(daemon, home, token="wm_" + "x" * 43)
        assert wrong.returncode == FAILED and "token" in wrong.stderr.lower(), wrong.stderr
    absent = install(daemon, home)
    assert absent.returncode == FAILED and str(daemon.port) in absent.stderr and absent.stderr != wrong.stderr
    none = d.run("hermes", "install", "--home", home, "--url", daemon.url)
    assert none.returncode == MISUNDERSTOOD and "wetopi-memory token create" in none.stderr
    for said in (wrong, absent, none):
        assert "xxxx" not in said.stderr and daemon.token("wetopi-build") not in said.stderr


def test_installing_works_at_once_with_a_token_made_while_the_daemon_runs(tmp_path):
    home = tmp_path / "hermes"
    home.mkdir()
    with Daemon(tmp_path / "d", agents={"wetopi-build": d.SCOPES, "wetopi-lead": d.SCOPES}) as daemon:
        fresh = d.run("token", "--config", daemon.config, "create", "wetopi-lead").stdout.strip()
        done = install(daemon, home, token=fresh)
    assert done.returncode == DONE and "answers as wetopi-lead" in done.stdout, done.stdout + done.stderr


def test_a_rotated_token_holds_for_its_grace_and_the_new_one_at_once(tmp_path):
    with Daemon(tmp_path) as daemon:
        old = daemon.token("ops", "operator")
        rotated = d.run("token", "--config", daemon.config, "rotate", "ops", "--grace", "4s")
        assert rotated.returncode == DONE and "The old one holds until" in rotated.stderr
        new, end = rotated.stdout.strip(), time.monotonic() + 15
        assert daemon.get("/v1/admin/explain", old)[0] == 200
        while daemon.get("/v1/admin/explain", new)[0] != 200:
            assert time.monotonic() < end, "the new token is not taken"
            time.sleep(0.2)
        while daemon.get("/v1/admin/explain", old)[0] != 401:
            assert time.monotonic() < end, "the old token is still taken"
            time.sleep(0.2)
        assert daemon.get("/v1/admin/explain", new)[0] == 200


def test_a_revoked_token_is_refused_within_seconds(tmp_path):
    with Daemon(tmp_path) as daemon:
        token = daemon.token("ops", "operator")
        assert daemon.get("/metrics", token)[0] == 200
        assert d.run("token", "--config", daemon.config, "revoke", "ops").returncode == DONE
        for _ in range(100):
            if daemon.get("/metrics", token)[0] == 401:
                return
            time.sleep(0.1)
        raise AssertionError("still taken after ten seconds")


def test_status_tells_an_operator_how_the_daemon_is(tmp_path):
    with Daemon(tmp_path) as daemon:
        told = d.run("status", "--url", daemon.url, env={"WETOPI_MEMORY_TOKEN": daemon.token("ops", "operator")})
        assert told.returncode == DONE and "up" in told.stdout, told.stdout + told.stderr
    assert d.run("status", "--url", daemon.url).returncode == FAILED
