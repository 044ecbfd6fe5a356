"""Who speaks, in which session, and what of a message is that person's own speech.

The rules are those measured on hermes-agent 0.19.0: only pre_llm_call's sender_id follows the speaker, the session's
key, chat and thread are right in every turn of it, and in a session of several people the gateway puts "[Name] " before
the text. Whatever is not clearly private is called shared; the daemon takes the stricter of its own view and this one.
"""
import contextvars
import re
from dataclasses import dataclass

# Terminals and editors of the profile's owner: no sender, one person.
OWNER_PLATFORMS = frozenset({"cli", "tui", "desktop"})
# Turns that no person typed.
SUBAGENT = "subagent"
MACHINE_PLATFORMS = frozenset({SUBAGENT, "cron", "curator"})


@dataclass(frozen=True)
class Parent:
    """Who started a sub-agent: the session, and of the turn that did the sender and the platform."""
    session_id: str = ""
    sender: str = ""
    platform: str = ""


@dataclass(frozen=True)
class Speaker:
    """The identity of one turn, fixed when the turn begins."""
    session_id: str
    turn_id: str = ""
    sender: str = ""
    platform: str = ""
    key: str = ""
    kind: str = "shared"     # "private" or "shared"
    profile: str = ""
    parent: str = ""         # the session that started this sub-agent
    origin: str = ""         # the platform of the turn that did; the sender is that turn's
    many: bool = False       # several people write into this session, each text marked with "[Name] "
    name: str = ""           # the display name the host knows; may be stale

    def session(self):
        """The wire's session object."""
        out = {"id": self.session_id}
        for name in ("key", "platform", "kind", "profile", "parent", "origin"):
            value = getattr(self, name)
            if value:
                out[name] = value
        return out

    def as_parent(self):
        """What a sub-agent that this speaker starts inherits; of a sub-agent, what it inherited itself."""
        return Parent(self.session_id, self.sender, self.origin if self.platform == SUBAGENT else self.platform)

    def envelope(self):
        """The keys every message about this speaker has."""
        out = {"session": self.session()}
        if self.sender:
            out["sender"] = {"id": self.sender}
        if self.turn_id:
            out["turn"] = self.turn_id
        return out


# Bound by pre_llm_call, read by tool calls: the host's own session variables are stale in follow-up turns.
current = contextvars.ContextVar("wetopi_memory_speaker", default=None)


def host_session():
    """Session-level facts the gateway keeps for the running turn; empty where there is no gateway."""
    try:
        from gateway.session_context import get_session_env
    except ImportError:
        return {}
    names = {"key": "KEY", "chat": "CHAT_ID", "thread": "THREAD_ID", "name": "USER_NAME"}
    return {k: str(get_session_env("HERMES_SESSION_" + v, "") or "") for k, v in names.items()}


def is_review():
    """True inside the host's background review fork, which has the parent's session id and platform."""
    try:
        from tools.skill_provenance import is_background_review
        return bool(is_background_review())
    except ImportError:
        return False


def classify(platform, key, sender, chat, thread, session_id):
    """(kind, many) of a session, from its key `agent:<profile>:<platform>:<chat type>:<chat>[:<thread>][:<user>]`."""
    if platform in OWNER_PLATFORMS:
        return "private", False
    if platform == "api_server":
        return ("private" if key and key != session_id else "shared"), False
    parts = key.split(":")
    if platform in MACHINE_PLATFORMS or platform == "webhook" or len(parts) < 4 or parts[0] != "agent":
        return "shared", False
    if parts[3] == "dm":
        return ("private" if sender else "shared"), False
    if not chat:
        return "shared", False
    rest = ":".join(parts[4:])
    room = chat + (":" + thread if thread else "")
    if rest == room:
        return "shared", True
    return ("private" if sender and rest == room + ":" + sender else "shared"), False


def speaker_of(session_id, turn_id, sender, platform, profile, parent=Parent(), host=None):
    """The identity of a turn. Call it on the turn's own thread."""
    host = host_session() if host is None else host
    platform, sender = platform or "", sender or ""
    if platform == SUBAGENT:
        sender = parent.sender  # it works for that person, whatever the host says of its own sender
    # Outside a gateway the host falls back to environment variables, which a parent process may have left behind.
    gateway = platform not in OWNER_PLATFORMS and platform not in MACHINE_PLATFORMS
    key = host.get("key", "") if gateway else ""
    kind, many = classify(platform, key, sender, host.get("chat", ""), host.get("thread", ""), session_id)
    return Speaker(session_id=session_id, turn_id=turn_id or "", sender=sender, platform=platform, key=key,
                   kind=kind, profile=profile or "", parent=parent.session_id,
                   origin=parent.platform if platform == SUBAGENT else "", many=many,
                   name=host.get("name", "") if gateway else "")


def flatten(message):
    """The text of a user message that may be a string or a list of parts."""
    if isinstance(message, str):
        return message
    if not isinstance(message, list):
        return ""
    parts = [p if isinstance(p, str) else p.get("text") for p in message if isinstance(p, (str, dict))]
    return "\n".join(p for p in parts if isinstance(p, str) and p)


_HOST_NOTE = re.compile(r"\[(?:System note: |Note: model was just switched )[^\]]*\]\s*")
_NOT_SPEECH = ("[ASYNC DELEGATION ", "[IMPORTANT: Background process ", "[OUT-OF-BAND USER MESSAGE",
               "[Continuing toward your standing goal]")
_CHANNEL_MARK = "\n\n[New message]\n"


def _without_name(text, name):
    if name and text.startswith("[%s] " % name):
        return text[len(name) + 3:]
    if text.startswith("["):
        end = text.find("] ", 1, 200)
        if end > 0 and "\n" not in text[:end]:
            return text[end + 2:]
    return text


def _without_skill(text):
    if not text.startswith("[IMPORTANT: The user has "):
        return text
    try:
        from agent.skill_commands import extract_user_instruction_from_skill_message
        return extract_user_instruction_from_skill_message(text) or ""
    except ImportError:
        return ""


def speech(message, speaker):
    """What the speaker said; "" for a turn that the host made itself (a finished delegation, a background process, a
    standing goal, a steered text, whose author the host does not tell)."""
    text = flatten(message)
    if speaker.key and _CHANNEL_MARK in text:
        text = text[text.rfind(_CHANNEL_MARK) + len(_CHANNEL_MARK):]
    while True:
        note = _HOST_NOTE.match(text)
        if not note:
            break
        text = text[note.end():]
    if speaker.many:
        text = _without_name(text, speaker.name)
    if text.startswith(_NOT_SPEECH):
        return ""
    return _without_skill(text)
