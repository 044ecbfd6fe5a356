"""The four memory tools: what the model sees of them, and how a call reaches the daemon.

Arguments go on exactly as the model gave them, unknown ones too: the daemon refuses and counts those. The identity
comes from the turn, never from an argument.
"""
import json

from . import identity
from .turns import cut_arguments
from .wire import timestamp

TOOLSET = "wetopi_memory"
ARGUMENT_BYTES = 262144  # of one text; more would not fit into a frame

_SCOPES = {"type": "array", "items": {"type": "string"},
           "description": "Scopes to look in, such as personal, business, platform, project-<id>. Leave it out to let "
                          "the memory choose."}

SCHEMAS = (
    {"name": "memory_search",
     "description": "Search the shared, governed memory: facts, states, decisions and procedures kept from earlier "
                    "conversations. Use it when the answer may depend on something known from before.",
     "parameters": {"type": "object", "required": ["query"], "properties": {
         "query": {"type": "string", "description": "What to look for, in plain words."},
         "scopes": _SCOPES,
         "budget": {"type": "string", "enum": ["low", "mid", "high"], "description": "How much to bring back."},
         "mode": {"type": "string", "enum": ["normal", "deep"], "description": "deep also reads single records."}}}},
    {"name": "memory_retain",
     "description": "Offer one durable fact, decision, procedure or preference to the shared memory. Rules decide "
                    "whether it is kept. Never offer secrets, raw tool output or guesses.",
     "parameters": {"type": "object", "required": ["content", "scope"], "properties": {
         "content": {"type": "string", "description": "One statement that can be understood on its own."},
         "scope": {"type": "string", "description": "The scope it belongs to, such as personal or platform."},
         "reason": {"type": "string", "description": "Why it is worth keeping."},
         "confidence": {"type": "number", "minimum": 0, "maximum": 1}}}},
    {"name": "memory_reflect",
     "description": "Ask the shared memory for a digest of what it knows about a subject, with its sources.",
     "parameters": {"type": "object", "required": ["query"], "properties": {
         "query": {"type": "string", "description": "The subject or question."}, "scopes": _SCOPES}}},
    {"name": "memory_status",
     "description": "State of the shared memory: scopes you may use, latency, queue, whether it is degraded.",
     "parameters": {"type": "object", "properties": {}}},
)
NAMES = frozenset(s["name"] for s in SCHEMAS)


def failure(message, code):
    return json.dumps({"error": message, "code": code}, ensure_ascii=False)


def bound_speaker(turns, session_id):
    """(speaker, "") of the turn this call runs in, or (None, why it is refused)."""
    if identity.is_review():
        return None, "memory tools are not available to the background review"
    speaker = identity.current.get()
    if speaker is None:
        return None, "this call belongs to no turn that the memory knows"
    turn = turns.get(speaker.turn_id)
    if turn is None or session_id not in turn.sessions:
        return None, "this call's session is not the one whose turn is running"
    return speaker, ""


def call(runtime, name, args, session_id):
    """One tool call; always a JSON text."""
    if runtime is None:
        return failure("memory is not configured on this agent; see: wetopi-memory hermes install", "unconfigured")
    speaker, refusal = bound_speaker(runtime.turns, session_id)
    if speaker is None:
        return failure(refusal, "identity_unknown")
    ms = runtime.settings.tool_deadline_ms
    frame = {"type": "tool", "ts": timestamp(), **speaker.envelope(), "deadline_ms": ms, "tool": name,
             "args": cut_arguments(args, ARGUMENT_BYTES) if isinstance(args, dict) else {}}
    answer, taken = runtime.link.call(frame, ms)
    if answer is None:
        if taken and runtime.link.connected:
            return failure("memory did not answer within %d ms; go on without it" % ms, "deadline_exceeded")
        return failure("memory is not reachable now; go on without it", "unreachable")
    if answer.get("type") == "result":
        content = answer.get("content")
        return content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)
    return failure(str(answer.get("message") or "memory refused the call"), str(answer.get("code") or "rejected"))
