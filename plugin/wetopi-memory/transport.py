"""The WebSocket to the daemon, on a thread of its own, so that no hook ever waits for a socket.

    call(frame, ms)  waits for the answer, at most that long (a `pending` moves the end once); None when none came
    post(frame)      sends without an answer; dropped when there is no connection
    flush(seconds)   at exit: waits for what is under way

Connecting starts with the first message. Only the very first attempt is waited for, by one caller; afterwards a missing
connection answers at once. A daemon that accepts but answers nothing is waited for three times, then no more until it
speaks again.
"""
import asyncio
import collections
import json
import logging
import os
import queue
import random
import ssl
import threading
import time

from .config import SUBPROTOCOL
from .wire import encode

log = logging.getLogger("wetopi_memory")

CONNECT_TIMEOUT_S = 5.0
HELLO_TIMEOUT_S = 5.0
PING_INTERVAL_S = 10.0
BACKOFF_S = (0.2, 10.0)          # first and largest pause between attempts; the pause drawn is uniform below it
QUEUE_FRAMES = 2048
QUEUE_BYTES = 8 * 1024 * 1024
PENDING_MAX_MS = 30000           # the most that recall.synchronous.deadline_ms may be
PATIENCE = 3                     # unanswered calls in a row before calls stop waiting
DEFAULT_LIMITS = {"frame_bytes": 1048576, "evidence_bytes": 16384}


def preload():
    """Loads what connecting and writing the outbox need. Both take longer than a turn should wait."""
    import websockets.asyncio.client  # noqa: F401
    import cryptography.hazmat.primitives.ciphers.aead  # noqa: F401
    import cryptography.hazmat.primitives.kdf.hkdf  # noqa: F401


class Waiter:
    """What comes for one call, handed from the link's thread to the caller's. A queue in C: an Event costs several
    switches between Python threads more."""

    def __init__(self):
        self._news = queue.SimpleQueue()

    def finish(self, answer):
        self._news.put((answer, None))

    def wait_longer(self, ms):
        self._news.put((None, ms))

    def next(self, seconds):
        """(answer or None, milliseconds more to wait or None); queue.Empty when nothing came in time."""
        return self._news.get(timeout=seconds)


class Bell:
    """Wakes the one who waits, or the next one to wait; on the loop. An Event under wait_for makes a task each time."""

    def __init__(self):
        self._rung, self._waiting = False, None

    def ring(self):
        self._rung = True
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    async def wait(self, seconds):
        """Until it rings, at most so long."""
        if not self._rung:
            loop = asyncio.get_running_loop()
            self._waiting = loop.create_future()
            late = loop.call_later(seconds, self.ring)
            try:
                await self._waiting
            finally:
                late.cancel()
                self._waiting = None
        self._rung = False


class Link:
    def __init__(self, settings, delivery, on_hello):
        self._settings, self.delivery, self._on_hello = settings, delivery, on_hello
        self._lock = threading.Lock()
        self._thread, self._loop, self._pid, self._task = None, None, 0, None
        self._queue, self._queued, self._placed = collections.deque(), 0, 0  # (place, bytes, session it ends)
        self._wake = None
        self._waiters = {}
        self._next_id = 0
        self._attempt = 0                       # number of the connection attempt; the connection's name
        self._connected = False
        self._settled = threading.Event()       # the first attempt has ended, or somebody waited for it in vain
        self._stopping = False
        self._unanswered = 0
        self._warned = set()
        self.hello = {}
        self.counts = collections.Counter()     # dropped frames, timeouts, reconnects: numbers only

    # ---- any thread

    @property
    def connected(self):
        return self._connected

    def limits(self):
        found = self.hello.get("limits") if isinstance(self.hello.get("limits"), dict) else {}
        return {k: found[k] if isinstance(found.get(k), int) and found[k] > 0 else v
                for k, v in DEFAULT_LIMITS.items()}

    def start(self):
        with self._lock:
            if self._pid == os.getpid() and (self._thread is not None or self._stopping):
                return
            if self._pid != os.getpid():  # a fork takes no threads along
                self._connected, self._stopping = False, False
                self._queue, self._queued, self._waiters = collections.deque(), 0, {}
                self._settled = threading.Event()
            self._pid = os.getpid()
            self._attempt += 1
            self._thread = threading.Thread(target=self._run, name="wetopi-memory", daemon=True)
            self._thread.start()

    def next_id(self):
        with self._lock:
            self._next_id += 1
            return self._next_id

    def post(self, frame, only=0, ends=""):
        """The number of the connection that takes the frame, 0 when it was dropped. `only` names the one connection it
        may go to; `ends` the session that it ends."""
        self.start()
        return self._enqueue({"type": frame["type"], "id": self.next_id(), **frame}, only, ends)

    def mark(self):
        """The place of the newest queued frame; a turn finished now goes behind it and before later ones."""
        with self._lock:
            return self._placed

    def call(self, frame, deadline_ms):
        """(answer or None, number of the connection that took the frame or 0)."""
        self.start()
        end = time.monotonic() + deadline_ms / 1000
        waiter, number = Waiter(), self.next_id()
        frame = {"type": frame["type"], "id": number, **frame}
        self._waiters[number] = waiter
        try:
            taken = self._enqueue(frame)
            if not taken:
                return None, 0
            if not self._connected and not self._settled.wait(max(0.0, end - time.monotonic())):
                self._settled.set()
                return None, taken
            if self._unanswered >= PATIENCE:
                return None, taken
            return self._wait(waiter, end), taken
        finally:
            self._waiters.pop(number, None)

    def _wait(self, waiter, end):
        while True:
            try:
                answer, longer_ms = waiter.next(max(0.0, end - time.monotonic()))
            except queue.Empty:
                self._unanswered += 1
                self.counts["timeouts"] += 1
                return None
            if longer_ms is None:
                return answer
            end = time.monotonic() + longer_ms / 1000

    def _enqueue(self, frame, only=0, ends=""):
        raw = encode(frame)
        if len(raw) > self.limits()["frame_bytes"]:
            self.counts["too_large"] += 1
            return 0
        with self._lock:
            if self._stopping or not (self._connected or not self._settled.is_set()):
                self.counts["dropped"] += 1
                return 0
            if only and only != self._attempt:
                self.counts["dropped"] += 1
                return 0
            if len(self._queue) >= QUEUE_FRAMES or self._queued + len(raw) > QUEUE_BYTES:
                self.counts["dropped"] += 1
                return 0
            self._placed += 1
            self._queue.append((self._placed, raw, ends))
            self._queued += len(raw)
            attempt = self._attempt
        self.wake()
        return attempt

    def wake(self):
        loop, wake = self._loop, self._wake
        if loop is not None and wake is not None:
            try:
                loop.call_soon_threadsafe(wake.ring)
            except RuntimeError:
                pass  # the loop has just closed

    def flush(self, seconds):
        """Waits until everything is sent and acknowledged, at most so long, then closes. Does not wait when there is
        no connection: the outbox keeps what is left."""
        if self._thread is None or self._pid != os.getpid():
            return
        end = time.monotonic() + seconds
        while time.monotonic() < end and self._connected and self._unanswered < PATIENCE \
                and (self._queue or self.delivery.waiting()):
            time.sleep(0.01)
        with self._lock:
            self._stopping = True
        loop, task = self._loop, self._task
        if loop is not None and task is not None:
            try:
                loop.call_soon_threadsafe(task.cancel)
            except RuntimeError:
                return
            self._thread.join(max(0.05, min(0.5, end - time.monotonic())))

    # ---- the link's own thread

    def _run(self):
        try:
            asyncio.run(self._main())
        except asyncio.CancelledError:
            pass
        except Exception as exc:
            log.warning("the connection to wetopi-memory ended for good: %s", type(exc).__name__)
        finally:
            self._lost()

    async def _main(self):
        self._wake = Bell()
        self._task = asyncio.current_task()
        self._loop = asyncio.get_running_loop()
        pause = BACKOFF_S[0]
        while not self._stopping:
            served = False
            try:
                served = await self._serve()
            except Exception as exc:
                self._warn_once(exc)
            finally:
                self._lost()
            pause = BACKOFF_S[0] if served else min(pause * 2, BACKOFF_S[1])
            await asyncio.sleep(random.uniform(0.05, pause))
            with self._lock:
                self._attempt += 1

    def _dial(self):
        from websockets.asyncio.client import connect, unix_connect
        s = self._settings
        options = dict(subprotocols=[SUBPROTOCOL], additional_headers={"Authorization": "Bearer " + s.token},
                       open_timeout=CONNECT_TIMEOUT_S, close_timeout=0.3, ping_interval=PING_INTERVAL_S,
                       ping_timeout=PING_INTERVAL_S, max_size=8 * 1024 * 1024, compression=None,
                       user_agent_header="wetopi-memory-hermes")
        if s.socket_path:
            return unix_connect(path=s.socket_path, uri=s.uri, **options)
        if s.uri.startswith("wss:") and (s.ca or s.certificate):
            context = ssl.create_default_context(cafile=s.ca or None)
            if s.certificate:
                context.load_cert_chain(s.certificate, s.key)
            options["ssl"] = context
        return connect(s.uri, proxy=None, **options)

    async def _serve(self):
        """One connection, from dialling to its loss. True when it got as far as the greeting."""
        async with self._dial() as ws:
            if ws.subprotocol != SUBPROTOCOL:
                raise ConnectionError("the server does not speak " + SUBPROTOCOL)
            hello = json.loads(await asyncio.wait_for(ws.recv(), HELLO_TIMEOUT_S))
            if hello.get("type") != "hello" or hello.get("protocol") != SUBPROTOCOL:
                raise ConnectionError("the server greets otherwise than " + SUBPROTOCOL)
            self.hello = hello
            self._on_hello(hello)
            with self._lock:
                self._connected, self._unanswered = True, 0
                self.counts["connects"] += 1
            self._settled.set()
            self._warned.clear()
            tasks = [asyncio.ensure_future(work) for work in (self._read(ws), self._write(ws))]
            try:
                done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                for task in done:
                    task.result()
            except Exception as exc:
                self._warn_once(exc)
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
            return True

    async def _read(self, ws):
        async for raw in ws:
            try:
                message = json.loads(raw)
            except ValueError:
                self.counts["unreadable"] += 1
                continue
            if isinstance(message, dict):
                self._received(message)

    def _received(self, message):
        self._unanswered = 0
        kind, number = message.get("type"), message.get("id")
        waiter = self._waiters.get(number)
        if kind == "pending" and waiter is not None:
            ms = message.get("deadline_ms")
            if isinstance(ms, (int, float)) and 0 < ms <= PENDING_MAX_MS:
                waiter.wait_longer(ms)
        elif kind in ("context", "result", "error", "pong") and waiter is not None:
            waiter.finish(message)
        elif kind in ("ack", "error"):
            self.delivery.answered(number, message)
            self._wake.ring()

    async def _write(self, ws):
        """Sends what hooks queued and the turns that are finished, each turn behind its own tool calls and before the
        end of its session."""
        connection, delivery = self._attempt, self.delivery
        delivery.begin(connection)
        while True:
            newest = self.mark()
            chosen = delivery.choose(time.monotonic())
            await self._drain(ws, newest if chosen is None else min(newest, delivery.place(chosen, newest)))
            raw = delivery.frame(chosen, self, connection) if chosen is not None else None
            if raw is not None:
                await ws.send(raw)
            if chosen is not None or self._queue:
                continue
            await self._wake.wait(delivery.pause_s())

    async def _drain(self, ws, place):
        """Sends what was queued up to that place."""
        while True:
            with self._lock:
                if not self._queue or self._queue[0][0] > place:
                    return
                _, raw, ends = self._queue.popleft()
                self._queued -= len(raw)
            if ends:
                self.delivery.session_ended(ends)
            await ws.send(raw)

    def _lost(self):
        """Nobody waits for a connection that is gone, and nothing queued for it goes to the next one."""
        with self._lock:
            self._connected = False
            self._queue.clear()
            self._queued = 0
            waiters = list(self._waiters.values())
        self._settled.set()
        for waiter in waiters:
            waiter.finish(None)

    def _warn_once(self, exc):
        status = getattr(getattr(exc, "response", None), "status_code", None)
        closed = getattr(getattr(exc, "rcvd", None), "code", None)
        reason = "http %s" % status if status else "closed with %s" % closed if closed else type(exc).__name__
        if reason in self._warned:
            return
        self._warned.add(reason)
        if status in (401, 403):
            log.warning("wetopi-memory refuses this agent's token (%s); make one with \"wetopi-memory token create\" "
                        "and run \"wetopi-memory hermes install\"", reason)
        elif closed not in (1000, 1001):
            log.warning("no connection to wetopi-memory (%s); turns go on without it and are kept for later", reason)
