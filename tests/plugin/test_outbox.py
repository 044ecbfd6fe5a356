"""The outbox: nothing readable on disk, nothing lost with the process, never two senders of one turn."""
import os
import pathlib
import signal
import stat
import subprocess
import sys
import time

import pytest
import rig
from wetopi_memory_plugin import outbox as module
from wetopi_memory_plugin.outbox import Outbox


def turn(text="Recuerda que pve04 está apagado"):
    return {"ts": "2026-09-06T10:00:00+02:00", "session": {"id": "s"}, "turn": "s:t:1",
            "data": {"user_message": text, "assistant_response": "ok", "tools": []}}


def files(root):
    return sorted(p for p in pathlib.Path(root).rglob("*.turn"))


def in_other_process(root, code):
    """Runs code with an Outbox `box` in another process; returns the running process."""
    head = ("import sys, types, importlib.util as u\n"
            "s = u.spec_from_file_location('p.outbox', %r)\n"
            "m = u.module_from_spec(s); s.loader.exec_module(m)\n"
            "box = m.Outbox(%r, 'token')\n" % (str(rig.PLUGIN / "outbox.py"), str(root)))
    return subprocess.Popen([sys.executable, "-c", head + code], stdout=subprocess.PIPE, text=True)


def test_a_turn_comes_back_as_it_was_put(tmp_path):
    box = Outbox(tmp_path, "token")
    name = box.put(turn())
    assert box.names() == [name] and box.get(name) == turn()
    box.remove(name)
    assert box.names() == [] and files(tmp_path) == []


def test_nothing_on_disk_can_be_read_without_the_token(tmp_path):
    box = Outbox(tmp_path, "token")
    box.put(turn())
    raw = b"".join(p.read_bytes() for p in tmp_path.rglob("*") if p.is_file())
    assert raw and not any(word in raw for word in (b"pve04", b"Recuerda", b"token", b"user_message"))


def test_files_and_folders_belong_to_the_owner_alone(tmp_path):
    box = Outbox(tmp_path / "outbox", "token")
    box.put(turn())
    for path in [tmp_path / "outbox", *(tmp_path / "outbox").rglob("*")]:
        assert stat.S_IMODE(path.stat().st_mode) == (0o700 if path.is_dir() else 0o600), path


def test_a_file_under_another_name_is_not_accepted(tmp_path):
    box = Outbox(tmp_path, "token")
    first, second = box.put(turn("a")), box.put(turn("b"))
    a, b = (next(tmp_path.rglob(n)) for n in (first, second))
    a.write_bytes(b.read_bytes())
    assert box.get(first) is None and box.unreadable == 1


def test_turns_of_a_former_token_wait_on_disk_and_are_not_offered(tmp_path):
    before = Outbox(tmp_path, "former")
    before.put(turn())
    before.close()
    now = Outbox(tmp_path, "present")
    assert now.adopt_orphans() == 1
    assert now.get(now.names()[0]) is None and now.names() == [] and now.unreadable == 1
    assert len(files(tmp_path)) == 1
    now.close()
    again = Outbox(tmp_path, "former")
    again.adopt_orphans()
    assert again.get(again.names()[0]) == turn()


def test_when_full_by_count_the_oldest_are_kept_and_the_newest_is_refused(tmp_path, caplog):
    box = Outbox(tmp_path, "token", max_turns=2)
    kept = [box.put(turn("a")), box.put(turn("b"))]
    assert box.put(turn("c")) is None and box.dropped == 1
    assert box.names() == kept and "is full" in caplog.text


def test_when_full_by_bytes_the_newest_is_refused(tmp_path):
    box = Outbox(tmp_path, "token", max_bytes=3000)
    assert box.put(turn("x" * 2000))
    assert box.put(turn("y" * 2000)) is None and box.dropped == 1 and len(box.names()) == 1


def test_a_full_outbox_warns_ever_more_rarely(tmp_path, caplog):
    box = Outbox(tmp_path, "token", max_turns=0)
    for _ in range(100):
        box.put(turn())
    assert box.dropped == 100 and len(caplog.records) == 7  # 1, 2, 4, 8, 16, 32, 64


def test_a_disk_that_refuses_is_counted_and_raises_nothing(tmp_path, monkeypatch):
    box = Outbox(tmp_path, "token")
    box.put(turn())
    monkeypatch.setattr(module.os, "rename", lambda *a: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    assert box.put(turn()) is None and box.dropped == 1


def test_a_turn_older_than_the_daemons_memory_of_it_is_given_up(tmp_path):
    then = Outbox(tmp_path, "token", now=lambda: time.time_ns() - 8 * 86400 * 10**9)
    then.put(turn())
    then.close()
    box = Outbox(tmp_path, "token")
    box.adopt_orphans()
    assert box.get(box.names()[0]) is None and box.expired == 1 and files(tmp_path) == []


def test_order_holds_even_when_the_clock_steps_back(tmp_path):
    times = iter([100, 50, 70])
    box = Outbox(tmp_path, "token", now=lambda: next(times))
    names = [box.put(turn(t)) for t in "abc"]
    assert names == sorted(names) == box.names()


def test_turns_of_a_killed_process_are_taken_over_in_order(tmp_path):
    p = in_other_process(tmp_path, "import time\n"
                         "for i in range(5): box.put({'turn': 't%d' % i, 'data': {}})\n"
                         "print('written', flush=True); time.sleep(60)\n")
    assert p.stdout.readline() == "written\n"
    box = Outbox(tmp_path, "token")
    assert box.adopt_orphans() == 0, "a living process keeps its turns"
    os.kill(p.pid, signal.SIGKILL)
    p.wait()
    assert box.adopt_orphans() == 5
    assert [box.get(n)["turn"] for n in box.names()] == ["t0", "t1", "t2", "t3", "t4"]
    assert box.adopt_orphans() == 0


def test_what_was_taken_over_goes_before_what_came_later(tmp_path):
    before = Outbox(tmp_path, "token")
    before.put({"turn": "old"})
    before.close()
    box = Outbox(tmp_path, "token")
    box.put({"turn": "new"})
    box.adopt_orphans()
    assert [box.get(n)["turn"] for n in box.names()] == ["old", "new"]


@pytest.mark.parametrize("takers", [4])
def test_abandoned_turns_go_to_one_of_several_processes_only(tmp_path, takers):
    before = Outbox(tmp_path, "token")
    for i in range(40):
        before.put({"turn": "t%d" % i})
    before.close()
    ps = [in_other_process(tmp_path, "box.adopt_orphans()\nimport time\n"
                           "print(' '.join(box.get(n)['turn'] for n in box.names()), flush=True); time.sleep(5)\n")
          for _ in range(takers)]
    got = [p.stdout.readline().split() for p in ps]
    for p in ps:
        p.kill()
        p.wait()
    taken = [t for part in got for t in part]
    assert len(taken) == len(set(taken)) == 40


def test_a_half_written_file_is_never_read(tmp_path):
    box = Outbox(tmp_path, "token")
    name = box.put(turn())
    folder = next(tmp_path.rglob(name)).parent
    (folder / ".00000000000000000001-aaaaaaaa.turn").write_bytes(b"WMO1half")
    box.close()
    again = Outbox(tmp_path, "token")
    assert again.adopt_orphans() == 1 and again.names() == [name]


def test_an_empty_outbox_leaves_no_folder_behind(tmp_path):
    box = Outbox(tmp_path, "token")
    box.remove(box.put(turn()))
    box.close()
    assert list(tmp_path.iterdir()) == []
