"""A scripted stand-in for the daemon: speaks docs/protocol.md over TCP or a Unix socket, keeps every frame, misbehaves
on request. It runs in a thread of the test.

    with FakeDaemon(token="t") as d:
        d.context = lambda frame: "FACT"      # text for a pre_llm_call; "" injects nothing
        d.wait(lambda f: f["hook"] == "post_llm_call")

Faults: `mute` (reads, answers nothing), `acks = False`, `error_code` (answers post_llm_call with that error),
`close_on` (closes the connection when this hook arrives), `refuse` (HTTP 401), `silent` (no greeting), `pending_ms`
(announces a longer wait and answers after `answer_after_s`).

As a command, `fake_daemon.py TOKEN`, it is a process of its own that can be stopped and killed: it prints its port, then
every frame as a line.
"""
import asyncio
import http
import json
import sys
import threading
import time

from websockets.asyncio.server import serve, unix_serve

SUBPROTOCOL = "wetopi-memory.v1"


class FakeDaemon:
    def __init__(self, token="test-token", path=None, port=0, **knobs):
        self.token, self.path, self.port = token, path, port
        self.context = lambda frame: ""
        self.tool = lambda frame: {"type": "result", "content": json.dumps({"results": [], "unavailable": []})}
        self.hello = {"type": "hello", "protocol": SUBPROTOCOL, "version": "0.1.0", "agent": "wetopi-build",
                      "limits": {"frame_bytes": 1048576, "evidence_bytes": 16384}, "inject": "middleware",
                      "personal_owner": "plane"}
        self.mute, self.acks, self.error_code, self.close_on = False, True, "", ""
        self.refuse, self.silent, self.pending_ms, self.answer_after_s = False, False, 0, 0.0
        self.tls = None  # an ssl.SSLContext: wss
        for name, value in knobs.items():
            setattr(self, name, value)
        self.frames, self.raw, self.connections = [], [], 0
        self.sources = []  # the number of the connection that each frame came over
        self._changed = threading.Condition()
        self._started = threading.Event()

    # ---- the test's side

    def __enter__(self):
        self._thread = threading.Thread(target=lambda: asyncio.run(self._main()), daemon=True)
        self._thread.start()
        assert self._started.wait(10), "the stand-in did not start"
        return self

    def __exit__(self, *exc):
        self.stop()

    def stop(self):
        """Closes the port and every connection, as a stopped daemon does."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._stop.set)
            self._thread.join(10)

    @property
    def url(self):
        return "unix:" + str(self.path) if self.path else "%s://127.0.0.1:%d" % ("wss" if self.tls else "ws", self.port)

    def of(self, hook):
        with self._changed:
            return [f for f in self.frames if f.get("hook") == hook or f.get("type") == hook]

    def wait(self, condition, timeout=30, count=1):
        """The frames for which the condition holds, as soon as there are `count` of them."""
        end = time.monotonic() + timeout
        with self._changed:
            while True:
                found = [f for f in self.frames if condition(f)]
                if len(found) >= count:
                    return found
                left = end - time.monotonic()
                if left <= 0:
                    raise TimeoutError("only %d of %d in %s" % (len(found), count, [
                        f.get("hook") or f.get("tool") or f["type"] for f in self.frames]))
                self._changed.wait(left)

    def wait_hook(self, hook, timeout=30, count=1):
        return self.wait(lambda f: f.get("hook") == hook, timeout, count)

    # ---- its own thread

    async def _main(self):
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        options = dict(process_request=self._request, subprotocols=[SUBPROTOCOL], compression=None, close_timeout=0.2,
                       max_size=8 * 1024 * 1024)
        if self.path:
            server = await unix_serve(self._serve, str(self.path), **options)
        else:
            server = await serve(self._serve, "127.0.0.1", self.port, ssl=self.tls, **options)
            self.port = server.sockets[0].getsockname()[1]
        self._started.set()
        await self._stop.wait()
        server.close()
        await server.wait_closed()

    def _request(self, connection, request):
        if self.refuse or request.headers.get("Authorization") != "Bearer " + self.token:
            return connection.respond(http.HTTPStatus.UNAUTHORIZED, "token\n")
        if request.path != "/v1/ws":
            return connection.respond(http.HTTPStatus.NOT_FOUND, "path\n")
        return None

    async def _serve(self, ws):
        self.connections += 1
        source = self.connections
        if self.silent:
            await self._stop.wait()
            return
        await ws.send(json.dumps(self.hello).encode())
        async for raw in ws:
            frame = json.loads(raw)
            with self._changed:
                self.frames.append(frame)
                self.sources.append(source)
                self.raw.append(raw if isinstance(raw, bytes) else raw.encode())
                self._changed.notify_all()
            if self.close_on and frame.get("hook") == self.close_on:
                self.close_on = ""
                await ws.close(1001)
                return
            if not self.mute:
                await self._answer(ws, frame)

    async def _answer(self, ws, frame):
        number = frame["id"]
        answer = None
        if frame["type"] == "tool":
            answer = self.tool(frame)
        elif frame["type"] == "ping":
            answer = {"type": "pong"}
        elif frame.get("hook") == "pre_llm_call":
            if self.pending_ms:
                await ws.send(json.dumps({"type": "pending", "id": number, "deadline_ms": self.pending_ms}).encode())
            if self.answer_after_s:
                await asyncio.wait([asyncio.ensure_future(self._stop.wait())], timeout=self.answer_after_s)
            text = self.context(frame)
            answer = {"type": "context", "context": text, "source": "cache" if text else "none", "scopes": [],
                      "tokens": len(text) // 4}
        elif frame.get("hook") == "post_llm_call" and self.error_code:
            answer = {"type": "error", "code": self.error_code, "message": "scripted"}
        elif frame.get("hook") == "post_llm_call" and self.acks:
            answer = {"type": "ack"}
        if answer is not None:
            await ws.send(json.dumps({**answer, "id": number}).encode())


if __name__ == "__main__":
    with FakeDaemon(token=sys.argv[1]) as daemon:
        print(daemon.port, flush=True)
        shown = 0
        while True:
            for frame in daemon.wait(lambda f: True, 3600, shown + 1)[shown:]:
                print(json.dumps(frame), flush=True)
                shown += 1
