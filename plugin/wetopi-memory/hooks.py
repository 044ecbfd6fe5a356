"""What the plugin does at each hook of Hermes. Hooks run on the turn's thread (some on an event loop) without a timeout
of the host's, so only pre_llm_call and the tools wait, and only until their own deadline. Nothing here raises.
"""
import atexit
import dataclasses
import logging
import threading
import time

from . import config, identity, inject, tools, turns
from .delivery import Delivery
from .outbox import Outbox
from .transport import Link, preload
from .wire import timestamp

log = logging.getLogger("wetopi_memory")

HOOKS = ("on_session_start", "pre_llm_call", "pre_tool_call", "post_tool_call", "post_llm_call", "on_session_end",
         "on_session_finalize", "on_session_reset", "subagent_start")
TEXT_BYTES = 131072          # of one user message or answer
EXIT_WAIT_S = 2.0
CONFIG_RETRY_S = 30.0
INTENT_TOOL = "hindsight_retain"                               # the model's own wish to remember
NATIVE_READS = frozenset({"hindsight_recall", "hindsight_reflect"})  # counted; what they return is memory, not evidence


@dataclasses.dataclass
class Runtime:
    settings: config.Settings
    turns: turns.Turns
    outbox: Outbox
    delivery: Delivery
    link: Link


def guarded(work):
    """A hook that never raises: Hermes would log the exception's text, which may hold content."""
    def hook(*args, **kwargs):
        try:
            return work(*args, **kwargs)
        except Exception as exc:
            log.warning("%s failed: %s", work.__name__, type(exc).__name__)
            return None
    hook.__name__ = "wetopi_" + work.__name__
    return hook


class Plugin:
    def __init__(self, ctx):
        self._ctx = ctx
        self._lock = threading.Lock()
        self._runtime, self._retry_at = None, 0.0
        self._told = set()

    def register(self):
        for name in HOOKS:
            self._ctx.register_hook(name, guarded(getattr(self, name)))
        self._ctx.register_middleware("llm_request", guarded(self.llm_request))
        for schema in tools.SCHEMAS:
            self._ctx.register_tool(name=schema["name"], toolset=tools.TOOLSET, schema=schema,
                                    description=schema["description"], handler=self._handler(schema["name"]))
        atexit.register(guarded(self.close))
        threading.Thread(target=guarded(preload), name="wetopi-memory-preload", daemon=True).start()

    def runtime(self):
        """Everything behind the hooks, made at first use; None while there is no usable configuration."""
        if self._runtime is not None:
            return self._runtime
        with self._lock:
            if self._runtime is None and time.monotonic() >= self._retry_at:
                try:
                    settings = config.load()
                except config.ConfigError as exc:
                    self._retry_at = time.monotonic() + CONFIG_RETRY_S
                    self._tell("config", "wetopi-memory is idle: %s" % exc)
                    return None
                outbox = Outbox(settings.data_dir / "outbox", settings.token)
                delivery = Delivery(outbox)
                self._runtime = Runtime(settings, turns.Turns(), outbox, delivery,
                                        Link(settings, delivery, self._greeted))
            return self._runtime

    def close(self):
        """At exit: closes what is open and gives the daemon a moment to acknowledge; the outbox keeps the rest."""
        run = self._runtime
        if run is None:
            return
        for turn in run.turns.close_all():
            self._finish(run, turn, "")
        run.link.flush(EXIT_WAIT_S)
        run.outbox.close()

    def _tell(self, key, text):
        if key not in self._told:
            self._told.add(key)
            log.warning("%s", text)

    def _greeted(self, hello):
        """On the link's thread, at each greeting."""
        if hello.get("personal_owner") == "plane" and config.native_provider() == "hindsight":
            self._tell("two writers", "memory.provider is hindsight while wetopi-memory owns personal memory: two "
                       "writers would keep the same conversations. Either run \"hermes config set memory.provider ''\" "
                       "or set personal.owner: native in the daemon's config.yaml")

    # ---- the turn

    def on_session_start(self, session_id="", platform="", **_):
        run = self.runtime()
        if run is None or identity.is_review():
            return
        speaker = identity.speaker_of(session_id, "", "", platform, self._ctx.profile_name,
                                      run.turns.parent_of(session_id))
        session = speaker.session()
        if session["kind"] != "private":
            session.pop("kind")  # who will speak is not known yet
        run.link.post({"type": "hook", "hook": "on_session_start", "ts": timestamp(), **speaker.envelope(),
                       "session": session, "data": {}})

    def pre_llm_call(self, session_id="", turn_id="", user_message="", platform="", sender_id="", **_):
        run = self.runtime()
        if run is None:
            return None
        if identity.is_review():
            identity.current.set(None)
            return None
        speaker = identity.speaker_of(session_id, turn_id, sender_id, platform, self._ctx.profile_name,
                                      run.turns.parent_of(session_id))
        identity.current.set(speaker)
        turn = turns.Turn(speaker, turns.cut(identity.speech(user_message, speaker), TEXT_BYTES), timestamp())
        for left in run.turns.open(turn):
            self._finish(run, left, "")
        ms = run.settings.context_deadline_ms
        frame = {"type": "hook", "hook": "pre_llm_call", "ts": turn.ts, **speaker.envelope(), "deadline_ms": ms,
                 "data": {"user_message": turn.user_message}}
        if not turn.user_message.strip() or ms == 0:
            turn.connection = run.link.post(frame)
            return None
        answer, turn.connection = run.link.call(frame, ms)
        return self._recalled(run, turn, answer or {})

    def _recalled(self, run, turn, answer):
        if answer.get("type") == "error":
            self._tell("recall " + str(answer.get("code")), "the daemon refuses to recall: %s" % answer.get("code"))
        context = answer.get("context") if answer.get("type") == "context" else ""
        if not isinstance(context, str) or not context.strip():
            return None
        if run.link.hello.get("inject") == "pre_llm_call" and len(context) <= inject.HOOK_RESULT_LIMIT:
            return {"context": context}
        turn.context = context
        return None

    def llm_request(self, request=None, session_id="", turn_id="", **_):
        """Middleware before every model request of a turn."""
        run = self._runtime
        turn = run.turns.get(turn_id) if run is not None else None
        if turn is None or identity.is_review():
            return None
        if session_id:
            turn.sessions.add(session_id)
        changed = inject.into_request(request, turn.context)
        return None if changed is None else {"request": changed, "source": "wetopi-memory"}

    def pre_tool_call(self, tool_name="", args=None, session_id="", turn_id="", tool_call_id="", **_):
        if tool_name != INTENT_TOOL and tool_name not in NATIVE_READS:
            return
        run, turn = self._running(turn_id, session_id)
        if turn is not None:
            kept = self._arguments(run, tool_name, args)
            self._live(run, turn, "pre_tool_call", {"tool": tool_name, "args": kept, "call_id": tool_call_id or ""})

    def post_tool_call(self, tool_name="", args=None, result="", session_id="", turn_id="", tool_call_id="",
                       status="ok", **_):
        if tool_name in tools.NAMES:
            return
        run, turn = self._running(turn_id, session_id)
        if turn is None:
            return
        text = result if isinstance(result, str) else str(result)
        data = {"tool": tool_name, "args": self._arguments(run, tool_name, args),
                "result": "" if tool_name in NATIVE_READS else turns.cut(text, run.link.limits()["evidence_bytes"]),
                "status": status or "ok", "call_id": tool_call_id or ""}
        turn.add_tool(data)
        self._live(run, turn, "post_tool_call", data)

    def post_llm_call(self, turn_id="", assistant_response="", **_):
        run = self._runtime
        turn = run.turns.close(turn_id) if run is not None else None
        if turn is not None:
            self._finish(run, turn, identity.flatten(assistant_response))

    def on_session_end(self, turn_id="", **_):
        """The host's end of a turn. One that is still open was interrupted."""
        self.post_llm_call(turn_id=turn_id or "")

    def on_session_finalize(self, session_id="", old_session_id="", **_):
        run = self._runtime
        if run is None:
            return
        ended = old_session_id or session_id or ""
        speaker, left = run.turns.end_session(ended)
        for turn in left:
            self._finish(run, turn, "")
        if speaker is not None:
            run.link.post({"type": "hook", "hook": "on_session_end", "ts": timestamp(), "session": speaker.session(),
                           "data": {}}, ends=ended)

    def on_session_reset(self, session_id="", old_session_id="", **_):
        if old_session_id and old_session_id != session_id:
            self.on_session_finalize(session_id=old_session_id)

    def subagent_start(self, parent_session_id="", parent_turn_id="", child_session_id="", **_):
        """On the parent turn's thread. Without that turn the sub-agent works for nobody."""
        run = self.runtime()
        if run is None or not child_session_id or not parent_session_id:
            return
        _, turn = self._running(parent_turn_id, parent_session_id)
        run.turns.adopt(child_session_id, identity.Parent(parent_session_id) if turn is None else
                        dataclasses.replace(turn.speaker.as_parent(), session_id=parent_session_id))

    # ---- helpers

    def _running(self, turn_id, session_id):
        """(runtime, the open turn a tool call belongs to), the turn None when it is nobody's."""
        run = self._runtime
        if run is None or identity.is_review():
            return run, None
        turn = run.turns.get(turn_id)
        if turn is None:
            speaker = identity.current.get()
            turn = run.turns.get(speaker.turn_id) if speaker is not None and not turn_id else None
        return run, turn if turn is not None and (not session_id or session_id in turn.sessions) else None

    @staticmethod
    def _arguments(run, tool_name, args):
        if tool_name in NATIVE_READS or not isinstance(args, dict):
            return {}
        return turns.cut_arguments(args, run.link.limits()["evidence_bytes"])

    @staticmethod
    def _live(run, turn, hook, data):
        """Sends an event of a running turn, only over the connection that saw the turn begin."""
        if turn.connection:
            turn.connection = run.link.post({"type": "hook", "hook": hook, "ts": timestamp(), **turn.speaker.envelope(),
                                             "data": data}, only=turn.connection)

    @staticmethod
    def _finish(run, turn, response):
        data = {"user_message": turn.user_message, "assistant_response": turns.cut(response, TEXT_BYTES),
                "tools": turn.tools}
        run.delivery.add({"ts": timestamp(), **turn.speaker.envelope(), "data": data}, turn.connection, run.link.mark())
        run.link.start()
        run.link.wake()

    def _handler(self, name):
        def handle(args, session_id="", **_):
            try:
                return tools.call(self.runtime(), name, args, session_id or "")
            except Exception as exc:
                log.warning("%s failed: %s", name, type(exc).__name__)
                return tools.failure("memory failed; go on without it", "internal")
        handle.__name__ = "wetopi_" + name
        return handle
