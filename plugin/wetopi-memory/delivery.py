"""Brings finished turns to the daemon, in order, until each is acknowledged.

A turn whose every frame went over the present connection is closed by a plain post_llm_call. Any other is sent whole,
tool runs included, with `resent: true`: the evidence of a turn lives in the daemon's memory only.
"""
import collections
import logging
import threading
import time

from .wire import encode

log = logging.getLogger("wetopi_memory")

WINDOW = 16               # turns sent and not yet acknowledged
LATE = 256                # given-up message ids whose answer is still recognised
RESEND_PAUSE_S = 0.02     # between two resent turns; the daemon limits the messages a second
ACK_TIMEOUT_S = 15.0
RETRY_S = (2.0, 300.0)    # first and largest pause after a missing acknowledgement
ORPHANS_EVERY_S = 60.0
# The daemon will never take these, however often they come.
FINAL_CODES = frozenset({"malformed", "identity_unknown", "scope_denied", "argument_unknown", "argument_invalid",
                         "tool_unknown", "rejected"})


def fit(frame, limit):
    """The frame's bytes within the limit: results are shortened first, then the two texts. None when it cannot be."""
    raw = encode(frame)
    data = dict(frame["data"])
    room = 16384
    while len(raw) > limit and room >= 64:
        if data.get("tools"):
            data["tools"] = [{**t, "result": t.get("result", "")[:room], "args": t.get("args") if room > 256 else {}}
                             for t in data["tools"]]
        if room <= 4096:
            for name in ("user_message", "assistant_response"):
                data[name] = data.get(name, "")[:room * 16]
        raw = encode({**frame, "data": data})
        room //= 2
    return raw if len(raw) <= limit else None


class Delivery:
    def __init__(self, outbox):
        self._outbox = outbox
        self._lock = threading.Lock()
        self._mine = set()                      # turns of this process without acknowledgement
        self._live = collections.OrderedDict()  # name -> (turn, connection, place): may go without tools
        self._sent = collections.OrderedDict()  # message id -> (name, when), on the present connection
        self._late = collections.OrderedDict()  # message id -> name: given up waiting, but an answer still counts
        self._failures, self._not_before, self._orphans_at = 0, 0.0, 0.0
        self.counts = collections.Counter()

    # ---- any thread

    def add(self, turn, connection, place):
        """Takes a finished turn: {"session", "sender"?, "turn", "ts", "data"}, tool runs in data. `connection` is the
        one that saw all its frames, 0 for none; `place` that of the last of them. Writes it down first."""
        name = self._outbox.put(turn)
        with self._lock:
            if name is None:
                if not connection or len(self._live) >= WINDOW:
                    return  # neither on disk nor on a connection: given up, counted by the outbox
                name = "~%020d" % time.time_ns()
            self._mine.add(name)
            if connection:
                self._live[name] = (turn, connection, place)

    def waiting(self):
        """True while a turn of this process has not been acknowledged."""
        with self._lock:
            return bool(self._mine)

    # ---- the link's thread

    def begin(self, connection):
        """A new connection: nothing is under way on it, and what the last one did not acknowledge is sent again."""
        with self._lock:
            self._sent.clear()
            self._late.clear()
            for name, (turn, seen, _) in list(self._live.items()):
                if seen != connection:
                    self._whole(name, turn)
        self._failures, self._not_before, self._orphans_at = 0, 0.0, 0.0

    def choose(self, now):
        """The name of the oldest turn to send now, None when there is none."""
        if now >= self._orphans_at:
            self._orphans_at = now + ORPHANS_EVERY_S
            self._outbox.adopt_orphans()
        with self._lock:
            late = any(now - when > ACK_TIMEOUT_S for _, when in self._sent.values())
        if late:
            self.counts["ack_timeouts"] += 1
            self._back_off()
        if now < self._not_before or len(self._sent) >= WINDOW:
            return None
        with self._lock:
            under_way = {name for name, _ in self._sent.values()}
            loose = [n for n in self._live if n.startswith("~")]
        return next((n for n in [*self._outbox.names(), *loose] if n not in under_way), None)

    def place(self, name, otherwise):
        """Behind which queued frame this turn goes."""
        with self._lock:
            return self._live[name][2] if name in self._live else otherwise

    def session_ended(self, session_id):
        """The daemon is about to forget this session, so its turns that were not sent go whole."""
        with self._lock:
            for name, (turn, _, _) in list(self._live.items()):
                if turn["session"]["id"] == session_id:
                    self._whole(name, turn)

    def _whole(self, name, turn):
        """From now on this turn is sent with its tool runs. What has a file is read from there."""
        if name.startswith("~"):
            self._live[name] = (turn, 0, 0)
        else:
            self._live.pop(name, None)

    def frame(self, name, link, connection):
        """The bytes that bring this turn; None when it is gone."""
        with self._lock:
            turn, seen, _ = self._live.get(name, (None, 0, 0))
        turn = turn if turn is not None else self._outbox.get(name)
        if turn is None:
            with self._lock:
                self._mine.discard(name)
            return None
        data = dict(turn["data"])
        tools = data.pop("tools", [])
        whole = seen != connection
        if whole:
            data.update(resent=True, tools=tools)
        number = link.next_id()
        raw = fit({"type": "hook", "id": number, "hook": "post_llm_call", **turn, "data": data},
                  link.limits()["frame_bytes"])
        if raw is None:
            self.counts["too_large"] += 1
            log.warning("a turn is larger than the daemon's frame limit and was given up; %d so far",
                        self.counts["too_large"])
            self._forget(name)
            return None
        now = time.monotonic()
        with self._lock:
            self._sent[number] = (name, now)
            if name in self._live:
                self._whole(name, turn)  # a second time
        if whole:
            self._not_before = max(self._not_before, now + RESEND_PAUSE_S)
        self.counts["resent" if whole else "sent"] += 1
        return raw

    def pause_s(self):
        """How long nothing can become due unless something is added or answered."""
        return min(1.0, max(0.01, self._not_before - time.monotonic())) if self._not_before else 1.0

    def answered(self, number, message):
        with self._lock:
            name, _ = self._sent.pop(number, (None, 0))
            name = name or self._late.pop(number, None)
        if name is None:
            return
        if message.get("type") == "ack":
            self._failures = 0
            self._forget(name)
        elif message.get("code") in FINAL_CODES:
            self.counts["refused"] += 1
            log.warning("the daemon refused a turn for good (%s); %d so far", message.get("code"),
                        self.counts["refused"])
            self._forget(name)
        else:
            self._back_off()

    def _forget(self, name):
        with self._lock:
            self._live.pop(name, None)
            self._mine.discard(name)
        self._outbox.remove(name)

    def _back_off(self):
        """Everything under way is sent again later, oldest first, so that the order holds."""
        with self._lock:
            for number, (name, _) in self._sent.items():
                self._late[number] = name
            while len(self._late) > LATE:
                self._late.popitem(last=False)
            self._sent.clear()
        self._failures += 1
        self._not_before = time.monotonic() + min(RETRY_S[1], RETRY_S[0] * 2 ** (self._failures - 1))
