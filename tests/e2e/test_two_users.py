"""Two people in one gateway. Neither ever receives what is the other's, whatever the model tries."""
import json
import time

import pytest
from rig import flat

from agent import Agent, injected_in
from client import Client, Refused
from daemon import SCOPES, Daemon
from facts import personal

ANA, LUIS = dict(user_id="rc-ana", user_name="Ana"), dict(user_id="rc-luis", user_name="Luis")
USERS = {"u_ana": {"accounts": [{"platform": "rigchat", "id": "rc-ana"}], "allowed_scopes": SCOPES},
         "u_luis": {"accounts": [{"platform": "rigchat", "id": "rc-luis"}], "allowed_scopes": SCOPES}}
THREAD = dict(chat_id="#ops", chat_type="group", thread_id="t1")
BETWEEN_S = 2.0  # a message that comes sooner counts as sent while the agent is busy
HIJACKED = "I prefer answers in the hijacked format"

# What the model of Luis tries, and how it is refused; None: it is carried out, with his own rights.
TRIED = [
    ("memory_search", {"bank_id": "user-u_ana"}, "argument_unknown"),
    ("memory_search", {"user_id": "u_ana"}, "argument_unknown"),
    ("memory_search", {"session": {"id": "x"}}, "argument_unknown"),
    ("memory_search", {"session_id": "x", "sender": {"id": "rc-ana"}}, "argument_unknown"),
    ("memory_search", {"scopes": ["personal:u_ana"]}, "argument_invalid"),
    ("memory_search", {"scopes": ["user-u_ana"]}, "argument_invalid"),
    ("memory_search", {"scopes": ["user-u-ana"]}, "scope_denied"),
    ("memory_search", {}, None),
    ("memory_search", {"scopes": SCOPES, "mode": "deep", "budget": "high"}, None),
    ("memory_reflect", {}, None),
    ("memory_reflect", {"bank_id": "user-u_ana"}, "argument_unknown"),
    ("memory_retain", {"content": HIJACKED, "scope": "personal", "user_id": "u_ana"}, "argument_unknown"),
    ("memory_retain", {"content": HIJACKED, "scope": "personal:u_ana"}, "argument_invalid"),
]
IN_THREAD = [("memory_search", {"scopes": ["personal"]}, "scope_denied"), ("memory_search", {}, None),
             ("memory_status", {}, None)]


def calls(mark, tried, query):
    made = []
    for tool, args, _ in tried:
        asks = {"query": query} if tool in ("memory_search", "memory_reflect") else {}
        made.append({"when": {"user_contains": mark}, "tool_calls": [{"name": tool, "args": {**asks, **args}}]})
    return made


def tool_results(requests, mark):
    """Results of the tools of the turn whose message holds the mark, in order."""
    last = [q for q in requests if any(m["role"] == "user" and mark in flat(m["content"]) for m in q["body"]["messages"])][-1]
    messages = last["body"]["messages"]
    start = max(i for i, m in enumerate(messages) if m["role"] == "user" and mark in flat(m["content"]))
    read = json.JSONDecoder().raw_decode  # Hermes adds advice of its own behind a result that failed again
    return [read(flat(m["content"]))[0] for m in messages[start:] if m["role"] == "tool"]


def the_request(requests, mark):
    return next(q for q in requests if mark in flat(q["body"]["messages"][-1]["content"]))


@pytest.mark.hermes
def test_neither_of_two_users_in_a_gateway_ever_receives_what_is_the_others(tmp_path, draw):
    ana, luis = personal(draw, 0), personal(draw, 1)
    steps = calls("steal it", TRIED, ana[1]) + calls("thread luis", IN_THREAD, ana[1])
    script = {"default": {"text": "default answer"}, "steps": steps + [
        {"when": {"user_contains": mark}, "text": "answer to " + mark}
        for mark in ("tell ana", "tell luis", "ask ana", "ask luis", "ask her", "steal it", "thread ana", "thread luis")]}
    with Daemon(tmp_path, users=USERS, owners={}) as daemon, Agent(
            daemon, scenario=script, plugins=("rigchat",), config={"agent": {"max_turns": 40}}) as agent:
        with agent.gateway() as gateway:
            def say(who, mark, text, **room):
                gateway.say(text="%s. %s" % (text, mark), **(room or dict(chat_id="dm-" + who["user_id"], chat_type="dm")),
                            **who)
                gateway.wait_reply("answer to " + mark, 150)
                time.sleep(BETWEEN_S)

            say(ANA, "tell ana", ana[0])
            say(LUIS, "tell luis", luis[0])
            daemon.wait_stored(2)
            say(ANA, "ask ana", ana[1])
            say(LUIS, "ask luis", luis[1])
            say(LUIS, "ask her", ana[1])
            say(LUIS, "steal it", ana[1])
            say(ANA, "thread ana", ana[1], **THREAD)
            say(LUIS, "thread luis", luis[1], **THREAD)
        requests = agent.turn_requests()
        metrics = daemon.metrics()

    assert ana[2] in injected_in(the_request(requests, "ask ana")).get("personal", "")
    assert luis[2] in injected_in(the_request(requests, "ask luis")).get("personal", "")
    for q in requests:
        body = json.dumps(q["body"], ensure_ascii=False)
        assert ana[2] not in body or ana[0] in body, "what only Ana told is in a session that is not hers"
        assert luis[2] not in body or luis[0] in body, "what only Luis told is in a session that is not his"
    assert injected_in(the_request(requests, "thread ana")).get("personal") is None
    assert injected_in(the_request(requests, "thread luis")).get("personal") is None

    for mark, tried in (("steal it", TRIED), ("thread luis", IN_THREAD)):
        results = tool_results(requests, mark)
        assert len(results) == len(tried)
        for (tool, args, code), result in zip(tried, results):
            assert result.get("code") == code, (tool, args, result)
            if code:
                assert len(result["error"]) > 15 and ana[2] not in result["error"], result
    assert luis[2] in json.dumps(tool_results(requests, "steal it")[7]), "his own is his to search"
    assert "personal" not in tool_results(requests, "thread luis")[2]["scopes"]

    refused = [code for _, _, code in TRIED + IN_THREAD]
    assert metrics.of("wetopi_memory_front_events_total", status="argument_unknown") == refused.count("argument_unknown")
    assert metrics.of("wetopi_memory_front_events_total", status="message_malformed") == refused.count("argument_invalid")
    assert metrics.of("wetopi_memory_denied_total", status="scope") == refused.count("scope_denied")
    assert daemon.documents("hijacked") == []
    assert {bank for bank, _ in daemon.documents(ana[2])} == {"user-u_ana"}
    assert {bank for bank, _ in daemon.documents(luis[2])} == {"user-u_luis"}


def test_a_sender_whom_nobody_knows_has_no_personal_memory(tmp_path, draw):
    ana = personal(draw)
    with Daemon(tmp_path, users=USERS, owners={}) as daemon, Client(daemon.url, daemon.token("wetopi-build")) as c:
        def dm(sender, platform):
            return c.session(sender=sender, platform=platform, key="agent:main:%s:dm:dm-%s" % (platform, sender))

        dm("rc-ana", "rigchat").turn(ana[0])
        daemon.wait_stored(1)
        assert ana[2] in dm("rc-ana", "rigchat").context(ana[1])
        for sender, platform in (("rc-eve", "rigchat"), ("rc-ana", "telegram"), ("u_ana", "rigchat"), ("", "rigchat")):
            stranger = dm(sender, platform)
            number = stranger.begin(ana[1])
            assert ana[2] not in json.dumps(c.answer(number))
            try:
                assert ana[2] not in json.dumps(stranger.tool("memory_search", query=ana[1]))
            except Refused as refusal:
                assert refusal.code in ("identity_unknown", "scope_denied")
        assert daemon.metrics()["wetopi_memory_denied_total"] > 0


def test_the_owner_of_a_profile_is_the_same_person_in_every_terminal(tmp_path, draw):
    ana = personal(draw)
    with Daemon(tmp_path) as daemon, Client(daemon.url, daemon.token("wetopi-build")) as c:
        c.session(platform="cli").turn(ana[0])
        daemon.wait_stored(1)
        for terminal in ("cli", "tui", "desktop"):
            assert ana[2] in c.session(platform=terminal).context(ana[1]), terminal
        for elsewhere in ("subagent", "cron", "webhook"):
            assert c.session(platform=elsewhere).context(ana[1]) == "", elsewhere
