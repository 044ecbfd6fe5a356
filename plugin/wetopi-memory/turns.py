"""The turns that are open: who speaks, what was recalled for them, what their tools did so far. Thread-safe.

A turn is kept whole until it is handed to the outbox, since a resend carries its tool runs too.
"""
import collections
import math
import threading

from .identity import Parent

MAX_OPEN = 1024            # open turns of one process; beyond it the oldest is closed
MAX_SESSIONS = 4096        # remembered sessions and sub-agents
ARGUMENT_DEPTH = 16        # the daemon reads 32 levels of a message
EVIDENCE_BUDGET = 524288   # bytes of tool arguments and results kept for one turn


def cut(text, limit):
    """The text's first `limit` bytes of UTF-8, never splitting a character."""
    raw = text.encode("utf-8", "replace")
    return text if len(raw) <= limit else raw[:limit].decode("utf-8", "ignore")


def cut_arguments(value, limit, depth=0):
    """The value as JSON that every reader takes: long strings cut, what lies too deep as text, and so are numbers that
    JSON or 64 bits cannot hold. One such argument must not make a whole turn unreadable."""
    if isinstance(value, str):
        return cut(value, limit)
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        return value if -2**63 <= value < 2**63 else cut(str(value), limit)
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if depth < ARGUMENT_DEPTH:
        if isinstance(value, dict):
            return {cut(str(k), limit): cut_arguments(v, limit, depth + 1) for k, v in value.items()}
        if isinstance(value, (list, tuple)):
            return [cut_arguments(v, limit, depth + 1) for v in value]
    return cut(str(value), limit)


def weight(value):
    """About how many bytes a JSON value takes."""
    if isinstance(value, str):
        return len(value.encode("utf-8", "replace"))
    if isinstance(value, dict):
        return sum(weight(k) + weight(v) for k, v in value.items())
    if isinstance(value, list):
        return sum(weight(v) for v in value)
    return 8


class Turn:
    def __init__(self, speaker, user_message, ts):
        self.speaker = speaker
        self.user_message = user_message
        self.ts = ts
        self.context = ""
        self.connection = 0             # the connection that saw every frame of this turn; 0 when one was not sent
        self.tools = []
        self.evidence_bytes = 0
        self._lock = threading.Lock()
        self.sessions = {speaker.session_id}  # compaction may give a running turn a new session id

    def add_tool(self, run):
        """Keeps a tool run for a resend; beyond the budget only what was called and how it ended."""
        with self._lock:  # the host runs some tools in parallel
            if self.evidence_bytes + weight(run) > EVIDENCE_BUDGET:
                run = {**run, "args": {}, "result": ""}
            self.evidence_bytes += weight(run)
            self.tools.append(run)


class Turns:
    def __init__(self):
        self._lock = threading.Lock()
        self._open = collections.OrderedDict()      # turn id -> Turn
        self._sessions = collections.OrderedDict()  # session id -> Speaker of its last turn
        self._parents = collections.OrderedDict()   # sub-agent's session id -> its Parent

    def open(self, turn):
        """Adds a turn. Returns those that it closes: what its session left open, and the oldest beyond the limit."""
        with self._lock:
            stale = [t for t in self._open.values() if turn.speaker.session_id in t.sessions]
            if len(self._open) - len(stale) >= MAX_OPEN:
                stale.append(next(t for t in self._open.values() if t not in stale))
            for old in stale:
                self._open.pop(old.speaker.turn_id, None)
            self._open[turn.speaker.turn_id] = turn
            self._remember(self._sessions, turn.speaker.session_id, turn.speaker)
            return stale

    def get(self, turn_id):
        with self._lock:
            return self._open.get(turn_id)

    def close(self, turn_id):
        """Takes a turn out; None when it is not open (any more)."""
        with self._lock:
            return self._open.pop(turn_id, None)

    def end_session(self, session_id):
        """(speaker of the session's last turn or None, its turns that were still open)."""
        with self._lock:
            left = [t for t in self._open.values() if session_id in t.sessions]
            for turn in left:
                self._open.pop(turn.speaker.turn_id, None)
            self._parents.pop(session_id, None)
            return self._sessions.pop(session_id, None), left

    def close_all(self):
        with self._lock:
            left = list(self._open.values())
            self._open.clear()
            return left

    def adopt(self, child, parent):
        with self._lock:
            self._remember(self._parents, child, parent)

    def parent_of(self, session_id):
        with self._lock:
            return self._parents.get(session_id, Parent())

    @staticmethod
    def _remember(table, key, value):
        table[key] = value
        table.move_to_end(key)
        if len(table) > MAX_SESSIONS:
            table.popitem(last=False)
