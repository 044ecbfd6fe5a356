"""scripts/run.sh ends the daemon that it started, and no other process."""
import pathlib
import shutil
import subprocess

import pytest

SCRIPTS = pathlib.Path(__file__).resolve().parents[2] / "scripts"


@pytest.fixture
def tree(tmp_path):
    """A tree with the scripts and a stand-in for the daemon."""
    (tmp_path / "scripts").mkdir()
    (tmp_path / "build").mkdir()
    (tmp_path / ".run").mkdir()
    for name in ("run.sh", "lib.sh"):
        shutil.copy(SCRIPTS / name, tmp_path / "scripts" / name)
    shutil.copy(shutil.which("sleep"), tmp_path / "build" / "wetopi-memory")
    return tmp_path


@pytest.fixture
def started(tree):
    made = []

    def start(binary):
        process = subprocess.Popen([str(binary), "60"])
        made.append(process)
        (tree / ".run" / "pid").write_text("%d\n" % process.pid)
        return process

    yield start
    for process in made:
        process.kill()
        process.wait()


def run(tree, *arguments):
    return subprocess.Popen([str(tree / "scripts" / "run.sh"), *arguments], stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, text=True)


def rebuild(tree):
    binary = tree / "build" / "wetopi-memory"
    binary.unlink()
    shutil.copy(shutil.which("sleep"), binary)


@pytest.mark.parametrize("rebuilt", [False, True])
def test_stop_ends_the_daemon_even_when_it_was_built_anew(tree, started, rebuilt):
    daemon = started(tree / "build" / "wetopi-memory")
    if rebuilt:
        rebuild(tree)
    stop = run(tree, "--stop")
    assert daemon.wait(60) == -15 and stop.wait(60) == 0
    assert not (tree / ".run" / "pid").exists()


def test_stop_leaves_a_process_alone_that_only_has_the_number(tree, started):
    other = started(shutil.which("sleep"))
    assert run(tree, "--stop").wait(60) == 0
    assert other.poll() is None and not (tree / ".run" / "pid").exists()


def test_the_old_daemon_is_gone_before_anything_is_built_or_removed(tree, started):
    daemon = started(tree / "build" / "wetopi-memory")
    (tree / ".run" / "data").write_text("kept")
    install = tree / "scripts" / "install.sh"
    install.write_text("#!/bin/bash\nkill -0 %d 2>/dev/null && echo still there\necho building\nexit 1\n" % daemon.pid)
    install.chmod(0o755)
    start = run(tree)
    assert daemon.wait(60) == -15
    assert start.communicate(timeout=60)[0] == "building\n" and start.returncode == 1
    assert (tree / ".run" / "data").exists()
