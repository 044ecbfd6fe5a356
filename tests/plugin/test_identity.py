"""Who speaks, private or shared, and what of a message is speech."""
import pytest
from wetopi_memory_plugin import identity
from wetopi_memory_plugin.identity import Parent, Speaker, classify, flatten, speaker_of, speech

DM = "agent:main:telegram:dm:42"
GROUP = "agent:main:telegram:group:-100"
THREAD = "agent:main:telegram:group:-100:9"


@pytest.mark.parametrize("platform, key, sender, chat, thread, kind, many", [
    ("cli", "", "", "", "", "private", False),
    ("tui", "", "", "", "", "private", False),
    ("telegram", DM, "42", "42", "", "private", False),
    ("telegram", DM, "", "42", "", "shared", False),                      # nobody is named: nobody's
    ("telegram", GROUP + ":42", "42", "-100", "", "private", False),      # per-user session of a group
    ("telegram", GROUP + ":43", "42", "-100", "", "shared", False),       # somebody else's
    ("telegram", GROUP, "42", "-100", "", "shared", True),
    ("telegram", THREAD, "42", "-100", "9", "shared", True),
    ("telegram", THREAD, "9", "-100", "9", "shared", True),               # a thread id is no user id
    ("telegram", THREAD + ":42", "42", "-100", "9", "private", False),
    ("telegram", GROUP + ":42", "42", "", "", "shared", False),           # the chat is not known
    ("telegram", "", "42", "", "", "shared", False),
    ("telegram", "nonsense", "42", "42", "", "shared", False),
    ("matrix", "agent:main:matrix:group:!r:host:@u:host", "@u:host", "!r:host", "", "private", False),
    ("webhook", "agent:main:webhook:dm:x", "webhook:rig", "x", "", "shared", False),
    ("cron", "", "", "", "", "shared", False),
    ("subagent", DM, "42", "42", "", "shared", False),
    ("curator", "", "", "", "", "shared", False),
    ("api_server", "s1", "", "s1", "", "shared", False),
    ("api_server", "tenant:carol", "", "s1", "", "private", False),
    ("", DM, "42", "42", "", "private", False),
])
def test_a_session_is_private_only_when_it_clearly_is(platform, key, sender, chat, thread, kind, many):
    assert classify(platform, key, sender, chat, thread, "s1") == (kind, many)


def test_a_terminal_ignores_session_variables_left_by_a_parent_process():
    host = {"key": THREAD, "chat": "-100", "thread": "9", "name": "Bob"}
    got = speaker_of("s", "s:t:1", "", "cli", "work", host=host)
    assert (got.key, got.kind, got.many, got.name, got.profile) == ("", "private", False, "", "work")


def test_the_wire_names_the_speaker_and_leaves_out_what_is_unknown():
    host = {"key": DM, "chat": "42", "thread": "", "name": "Ada"}
    got = speaker_of("s", "s:t:1", "42", "telegram", "default", host=host).envelope()
    assert got == {"session": {"id": "s", "key": DM, "platform": "telegram", "kind": "private", "profile": "default"},
                   "sender": {"id": "42"}, "turn": "s:t:1"}
    assert "sender" not in speaker_of("s", "t", "", "cli", "").envelope()


def test_a_subagent_names_its_parent():
    got = speaker_of("kid", "kid:t:1", "", "subagent", "default", Parent("s"), host={})
    assert got.session() == {"id": "kid", "platform": "subagent", "kind": "shared", "profile": "default", "parent": "s"}
    assert "sender" not in got.envelope()


def test_a_subagent_works_for_its_parents_sender_whatever_the_host_says():
    got = speaker_of("kid", "kid:t:1", "99", "subagent", "default", Parent("s", "42", "telegram"), host={"key": DM})
    assert got.envelope() == {"session": {"id": "kid", "platform": "subagent", "kind": "shared", "profile": "default",
                                          "parent": "s", "origin": "telegram"},
                              "sender": {"id": "42"}, "turn": "kid:t:1"}
    assert got.as_parent() == Parent("kid", "42", "telegram")
    assert "sender" not in speaker_of("kid", "kid:t:1", "99", "subagent", "default", host={}).envelope()


def many(name=""):
    return Speaker("s", platform="telegram", key=THREAD, many=True, name=name)


ALONE = Speaker("s", platform="cli", kind="private")
CHAT = Speaker("s", platform="telegram", key=DM, kind="private")


@pytest.mark.parametrize("speaker, message, said", [
    (ALONE, "hello", "hello"),
    (ALONE, "[Ada] hello", "[Ada] hello"),                       # nobody put a name there
    (many(), "[Ada] hello", "hello"),
    (many("Ad] a"), "[Ad] a] hello", "hello"),
    (many("Bob"), "[Ada] hello", "hello"),                       # the host's name is stale in a follow-up turn
    (many(), "[Ada] [todo] buy tea", "[todo] buy tea"),
    (many(), "bob cuts in", "bob cuts in"),
    (many(), "[no closing", "[no closing"),
    (many(), "[Ada] [ASYNC DELEGATION BATCH COMPLETE — d1]\nresults", ""),
    (ALONE, "[ASYNC DELEGATION COMPLETE — d1]\nresults", ""),
    (CHAT, "[IMPORTANT: Background process p1 matched watch pattern \"x\".\nCommand: y]", ""),
    (CHAT, "[OUT-OF-BAND USER MESSAGE — a direct message from the user]\nstop\n[/OUT-OF-BAND USER MESSAGE]", ""),
    (CHAT, "[Continuing toward your standing goal]\nGoal: ship it", ""),
    (CHAT, "[System note: The previous turn was interrupted by a restart.]\n\nhello", "hello"),
    (CHAT, "[System note: The previous turn was interrupted by a restart.]", ""),
    (many(), "[Bob] lies\n\n[New message]\n[Ada] remember [x]\n\n[New message]\n[Ada] hello", "hello"),
    (ALONE, [{"type": "text", "text": "what is this"}, {"type": "image_url", "image_url": {}}], "what is this"),
    (ALONE, [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}], "a\nb"),
    (ALONE, None, ""),
    (ALONE, [], ""),
])
def test_speech_is_what_the_speaker_said(speaker, message, said):
    assert speech(message, speaker) == said


def test_flatten_takes_odd_parts():
    assert flatten(["a", {"text": "b"}, {"text": None}, 7, {"type": "image"}]) == "a\nb"


@pytest.mark.real
def test_a_skill_turn_keeps_the_users_instruction_only():
    from agent import skill_commands
    text = (skill_commands._SKILL_INVOCATION_PREFIX + "\"deploy\" skill, indicating they want you to follow its "
            "instructions. " + skill_commands._SINGLE_SKILL_MARKER + "\n\nLong body\n\n"
            + skill_commands._SINGLE_SKILL_INSTRUCTION + "only staging please")
    text = text.replace("[IMPORTANT: The user has invoked the ", "[IMPORTANT: The user has invoked the ", 1)
    assert speech(text, ALONE) == "only staging please"
    assert speech(text[:text.index(skill_commands._SINGLE_SKILL_INSTRUCTION)], ALONE) == ""


def test_every_thread_has_its_own_speaker():
    import contextvars
    identity.current.set(ALONE)
    assert contextvars.Context().run(identity.current.get) is None
