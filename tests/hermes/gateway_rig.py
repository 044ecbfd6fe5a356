"""`hermes gateway run` in a HermesRig, spoken to over loopback through the rigchat platform.

    with rig.gateway(api=True) as g:
        g.say(text="hi", user_id="u1", user_name="Ada", chat_id="c1", chat_type="dm")
        g.wait_reply("hello")
        g.complete("hi")          # the OpenAI-compatible api_server

Leave about two seconds between messages of one session, else the second counts as sent while the agent is busy.
"""
import json
import socket
import subprocess
import threading
import time
import urllib.error
import urllib.request

from rig import Replies, free_port, venv

API_KEY = "rig-" + "0123456789abcdef" * 3


class Gateway:
    def __init__(self, rig, chat=True, api=False, env=None, boot_s=90):
        self.rig, self.env, self.boot_s = rig, {**rig.env, **(env or {})}, boot_s
        self.chat, self.api = chat, api
        self.chat_port, self.api_port = free_port(), free_port()
        platforms = rig.config.setdefault("platforms", {})
        if chat:
            platforms["rigchat"] = {"enabled": True, "extra": {"port": self.chat_port}}
        if api:
            platforms["api_server"] = {"enabled": True, "extra": {"host": "127.0.0.1", "port": self.api_port,
                                                                  "key": API_KEY}}
        rig.write_config()
        self.env.update(RIGCHAT_ALLOW_ALL="1", GATEWAY_ALLOW_ALL_USERS="true")
        self.replies = Replies()

    def __enter__(self):
        self.out = open(self.rig.root / "gateway.out", "w", encoding="utf-8")
        self.proc = subprocess.Popen([str(venv() / "bin" / "hermes"), "gateway", "run", "-v"], env=self.env,
                                     cwd=self.rig.cwd, stdout=self.out, stderr=subprocess.STDOUT,
                                     stdin=subprocess.DEVNULL, start_new_session=True)
        start = time.monotonic()
        for wanted, port in ((self.chat, self.chat_port), (self.api, self.api_port)):
            while wanted:
                try:
                    socket.create_connection(("127.0.0.1", port), 1).close()
                    break
                except OSError:
                    if self.proc.poll() is not None or time.monotonic() - start > self.boot_s:
                        self.stop()
                        text = (self.rig.root / "gateway.out").read_text(encoding="utf-8")
                        raise RuntimeError("the gateway did not come up:\n" + text[-4000:]) from None
                    time.sleep(0.2)
        if self.chat:
            self.sock = socket.create_connection(("127.0.0.1", self.chat_port))
            threading.Thread(target=self._read, daemon=True).start()
        return self

    def _read(self):
        try:
            for line in self.sock.makefile("r", encoding="utf-8"):
                self.replies.add(json.loads(line))
        except OSError:
            pass  # the gateway is gone

    def __exit__(self, *exc):
        self.stop()

    def stop(self):
        if self.proc.poll() is None:
            self.proc.terminate()
            try:
                self.proc.wait(40)
            except subprocess.TimeoutExpired:
                self.proc.kill()
                self.proc.wait()
        self.out.close()

    def say(self, **message):
        self.sock.sendall(json.dumps(message).encode() + b"\n")

    def wait_reply(self, want, timeout=120):
        """Waits until a message whose content holds `want` went out."""
        return self.replies.wait(want, timeout)

    def complete(self, text, headers=None):
        """(status, body) of one chat completion through the api_server."""
        request = urllib.request.Request(
            "http://127.0.0.1:%d/v1/chat/completions" % self.api_port,
            json.dumps({"model": "hermes-agent", "messages": [{"role": "user", "content": text}]}).encode(),
            {"Content-Type": "application/json", "Authorization": "Bearer " + API_KEY, **(headers or {})})
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as exc:
            return exc.code, exc.read().decode()
