"""Turns that the daemon has not acknowledged, on disk: bounded, 0600, encrypted with a key made from the agent's token.

Every process has its own folder below <HERMES_HOME>/wetopi-memory/outbox, held by a lock that the kernel drops however
the process ends. A folder whose lock is free belongs to nobody, and its turns move to whoever asks first; so no two
processes ever send the same turn. A file's name begins with the time, so names sort in the order of the turns. A file
survives kill -9; it is not fsynced, the daemon's spool is what outlives a power cut.
"""
import collections
import fcntl
import json
import logging
import os
import pathlib
import secrets
import shutil
import threading
import time

log = logging.getLogger("wetopi_memory")

MAX_TURNS = 1000
MAX_BYTES = 64 * 1024 * 1024
MAX_AGE_S = 7 * 86400      # the daemon remembers judged turns for longer than this, so a resend is never judged twice
SUFFIX = ".turn"
_MAGIC = b"WMO1"


def _key(token):
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF
    return HKDF(SHA256(), 32, salt=b"wetopi-memory outbox", info=b"turns v1").derive(token.encode())


class Outbox:
    """Thread-safe. Calls do a file operation each and never wait for another process."""

    def __init__(self, root, token, max_turns=MAX_TURNS, max_bytes=MAX_BYTES, now=time.time_ns):
        self._root = pathlib.Path(root)
        self._token, self._cipher = token, None
        self._max_turns, self._max_bytes, self._now = max_turns, max_bytes, now
        self._lock = threading.RLock()
        self._folder, self._held, self._pid = None, None, 0
        self._files = collections.OrderedDict()  # name -> bytes, oldest first
        self._last = 0
        self.dropped = 0      # turns not kept because the outbox was full or the disk refused
        self.unreadable = 0   # turns written with another token
        self.expired = 0

    def _aes(self):
        if self._cipher is None:
            from cryptography.hazmat.primitives.ciphers.aead import AESGCM
            self._cipher = AESGCM(_key(self._token))
        return self._cipher

    def _claim_folder(self):
        """Makes this process's folder, locked before its name can be found by others."""
        if self._folder is not None and self._pid == os.getpid():
            return
        if self._folder is not None:  # forked: the folder is the parent's
            self._files.clear()
        self._pid = os.getpid()
        self._root.mkdir(parents=True, exist_ok=True, mode=0o700)
        name = "%d-%s" % (os.getpid(), secrets.token_hex(6))
        making = self._root / ("." + name)
        making.mkdir(mode=0o700)
        held = os.open(making / "lock", os.O_RDWR | os.O_CREAT, 0o600)
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        making.rename(self._root / name)
        self._folder, self._held = self._root / name, held

    def put(self, turn):
        """Keeps a turn (a JSON object). Returns its name, or None when it could not be kept (counted, and logged)."""
        with self._lock:
            try:
                self._claim_folder()
                self._last = max(self._now(), self._last + 1)
                name = "%020d-%s%s" % (self._last, secrets.token_hex(4), SUFFIX)
                nonce = secrets.token_bytes(12)
                plain = json.dumps(turn, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
                raw = _MAGIC + nonce + self._aes().encrypt(nonce, plain, name.encode())
                if len(self._files) >= self._max_turns or sum(self._files.values()) + len(raw) > self._max_bytes:
                    return self._refuse("it is full (%d turns)" % len(self._files))
                partial = self._folder / ("." + name)
                fd = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
                with os.fdopen(fd, "wb") as fh:
                    fh.write(raw)
                os.rename(partial, self._folder / name)
            except OSError as exc:
                return self._refuse("it cannot be written (%s)" % exc.strerror)
            self._files[name] = len(raw)
            return name

    def _refuse(self, why):
        self.dropped += 1
        if self.dropped & (self.dropped - 1) == 0:  # 1, 2, 4, 8…: a dead daemon must not flood the log
            log.warning("the outbox did not keep a turn: %s; %d so far. Is the wetopi-memory daemon running?",
                        why, self.dropped)
        return None

    def get(self, name):
        """The turn of that name; None when it is gone, too old, damaged or was written with another token."""
        with self._lock:
            if name not in self._files:
                return None
            if self._now() - int(name.split("-")[0]) > MAX_AGE_S * 10**9:
                self.expired += 1
                log.warning("a turn left the outbox unsent, older than %d days; %d so far",
                            MAX_AGE_S // 86400, self.expired)
                self.remove(name)
                return None
            try:
                raw = (self._folder / name).read_bytes()
                if raw[:4] != _MAGIC:
                    raise ValueError("not an outbox file")
                return json.loads(self._aes().decrypt(raw[4:16], raw[16:], name.encode()))
            except Exception:
                # Kept on disk until it expires (the former token may come back) but not offered again.
                self._files.pop(name, None)
                self.unreadable += 1
                if self.unreadable == 1:
                    log.warning("the outbox holds turns that this token cannot read; they wait for the former token")
                return None

    def remove(self, name):
        with self._lock:
            self._files.pop(name, None)
            if self._folder is not None:
                (self._folder / name).unlink(missing_ok=True)

    def names(self):
        """What waits, oldest first."""
        with self._lock:
            return list(self._files)

    def adopt_orphans(self):
        """Takes over the turns of processes that are gone. Returns how many."""
        with self._lock:
            try:
                folders = sorted(p for p in self._root.iterdir()
                                 if p.is_dir() and not p.name.startswith(".") and p != self._folder)
            except FileNotFoundError:
                return 0
            found = 0
            for folder in folders:
                try:
                    found += self._adopt(folder)
                except FileNotFoundError:
                    continue  # another process was faster
                except OSError as exc:
                    log.warning("cannot take over an abandoned outbox folder: %s", exc.strerror)
            if found:
                self._files = collections.OrderedDict(sorted(self._files.items()))
            return found

    def _adopt(self, folder):
        held = os.open(folder / "lock", os.O_RDWR)
        try:
            try:
                fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return 0
            names = sorted(p.name for p in folder.iterdir() if p.name.endswith(SUFFIX) and not p.name.startswith("."))
            if names:
                self._claim_folder()
            for name in names:
                size = (folder / name).stat().st_size
                os.rename(folder / name, self._folder / name)
                self._files[name] = size
            shutil.rmtree(folder, ignore_errors=True)
            return len(names)
        finally:
            os.close(held)

    def close(self):
        """Gives the folder back; it goes when it is empty, else another process takes its turns."""
        with self._lock:
            if self._folder is None:
                return
            if not any(p.name.endswith(SUFFIX) for p in self._folder.iterdir()):
                shutil.rmtree(self._folder, ignore_errors=True)
            os.close(self._held)
            self._folder, self._held = None, None
            self._files.clear()
