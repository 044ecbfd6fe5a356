"""A client of the protocol without Hermes, for what needs many turns or a connection that misbehaves.

    with Client(daemon.url, token) as c:
        s = c.session()                        # a private session of the command line
        s.turn("Remember that …", "Noted.")    # waits for the acknowledgement
        s.context("How is …?")                 # what would be injected
        s.tool("memory_search", query="…")     # the result as an object, or a Refused
"""
import datetime
import itertools
import json
import uuid

from websockets.sync.client import connect

ANSWER_S = 20


class Refused(Exception):
    def __init__(self, message):
        super().__init__("%s: %s" % (message["code"], message["message"]))
        self.code, self.text = message["code"], message["message"]


class Client:
    def __init__(self, url, token):
        self._socket = connect(url + "/v1/ws", subprotocols=["wetopi-memory.v1"], proxy=None, compression=None,
                               additional_headers={"Authorization": "Bearer " + token}, open_timeout=10, close_timeout=1)
        self._ids = itertools.count(1)
        self.hello = json.loads(self._socket.recv(10))

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        try:
            self._socket.close()
        except OSError:
            pass  # the daemon was killed

    def session(self, **identity):
        return Session(self, **identity)

    def send(self, frame):
        number = next(self._ids)
        self._socket.send(json.dumps({"id": number, "ts": datetime.datetime.now(datetime.timezone.utc).isoformat(),
                                      **frame}))
        return number

    def answer(self, number, timeout=ANSWER_S):
        while True:
            message = json.loads(self._socket.recv(timeout))
            if message.get("id") == number and message["type"] != "pending":
                return message


class Session:
    def __init__(self, client, session_id=None, sender="", platform="cli", kind="private", profile="default", key=""):
        self._client = client
        self.session = {"id": session_id or "s-" + uuid.uuid4().hex[:12], "platform": platform, "kind": kind,
                        "profile": profile, **({"key": key} if key else {})}
        self.sender = {"sender": {"id": sender}} if sender else {}
        self.turn_id = ""

    def _frame(self, kind, **more):
        return {"type": kind, "session": self.session, **self.sender, "turn": self.turn_id, **more}

    def begin(self, text):
        """Begins a turn; the number of its message."""
        self.turn_id = self.session["id"] + ":" + uuid.uuid4().hex[:8]
        return self._client.send(self._frame("hook", hook="pre_llm_call", deadline_ms=2000,
                                             data={"user_message": text}))

    def context(self, text):
        """Begins a turn; the context that comes back, "" for none."""
        message = self._client.answer(self.begin(text))
        assert message["type"] == "context", message
        return message["context"]

    def uses(self, tool, args, result, status="ok"):
        """A tool of the turn, from its call to its end."""
        call = {"tool": tool, "args": args, "call_id": uuid.uuid4().hex[:8]}
        self._client.send(self._frame("hook", hook="pre_tool_call", data=call))
        self._client.send(self._frame("hook", hook="post_tool_call", data={**call, "result": result, "status": status}))

    def finish(self, text, answer):
        """Ends the turn; returns the message's number, to be acknowledged."""
        return self._client.send(self._frame("hook", hook="post_llm_call", data={
            "user_message": text, "assistant_response": answer}))

    def turn(self, text, answer="ok"):
        """A whole turn, acknowledged; the context it had."""
        context = self.context(text)
        number = self.finish(text, answer)
        message = self._client.answer(number)
        assert message["type"] == "ack", message
        return context

    def resend(self, turn, text, answer="ok", tools=()):
        """A whole turn as the plugin sends it again; the daemon's answer."""
        self.turn_id = turn
        return self._client.answer(self._client.send(self._frame("hook", hook="post_llm_call", data={
            "user_message": text, "assistant_response": answer, "resent": True, "tools": list(tools)})))

    def tool(self, name, **args):
        number = self._client.send(self._frame("tool", tool=name, args=args, deadline_ms=10000))
        message = self._client.answer(number)
        if message["type"] == "error":
            raise Refused(message)
        return json.loads(message["content"])
