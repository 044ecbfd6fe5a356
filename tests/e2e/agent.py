"""A real Hermes home in which `wetopi-memory hermes install` has put the plugin, and what the scripted model was sent.

    with Agent(daemon, "wetopi-build") as a:
        a.chat("Remember that …")            # a process and a session of its own
        a.injected()                         # {scope: its lines} of the last model request
"""
import json
import re
import select

import yaml
from rig import HermesRig, user_texts

import daemon as d

HEADER = "[Wetopi Memory Plane]"
FRAME = re.compile(r'<scope name="([^"]+)">\n(.*?)</scope>', re.S)
ANSWER = "Understood."


def frames(text):
    """The scopes of a context and their lines; asserts that it is made as it must be."""
    if not text:
        return {}
    assert text.count(HEADER) == 1 and text.index(HEADER) < text.index("<scope"), text
    return dict(FRAME.findall(text))


def injected_in(request):
    """What a recorded model request holds from memory: {} for nothing. Nothing of it may be outside the last user
    message."""
    texts = user_texts(request)
    for message in request["body"]["messages"]:
        text = message["content"] if isinstance(message["content"], str) else str(message["content"])
        assert HEADER not in text or text == texts[-1], "memory outside the last user message"
    said, mark, block = texts[-1].partition(HEADER)
    assert not mark or said.strip(), "the person's own words are gone"
    return frames(mark + block)


class Agent(HermesRig):
    def __init__(self, daemon, name="wetopi-build", scenario=None, env=None, **more):
        super().__init__(scenario or {"default": {"text": ANSWER}}, install=False, env=env, **more)
        self.daemon, self.name = daemon, name
        self.install()

    def install(self):
        done = d.run("hermes", "install", "--home", self.home, "--url", self.daemon.url,
                     env={"WETOPI_MEMORY_TOKEN": self.daemon.token(self.name)})
        assert done.returncode == 0, done.stdout + done.stderr
        self.config = yaml.safe_load((self.home / "config.yaml").read_text(encoding="utf-8"))

    def ask(self, text, **kw):
        """One chat in a session of its own; what was injected."""
        before = len(self.turn_requests())
        ran = self.chat(text, **kw)
        assert ran.returncode == 0 and ANSWER in ran.stdout, ran.stdout + ran.stderr[-2000:]
        made = self.turn_requests()[before:]
        assert made, "the model was not asked"
        return injected_in(made[0])

    def row(self, process, timeout=90):
        """The next line that a running drive.py prints: one finished turn."""
        ready, _, _ = select.select([process.stdout], [], [], timeout)
        assert ready, "no turn ended within %d s" % timeout
        line = process.stdout.readline()
        assert line.startswith("{"), line
        return json.loads(line)

    def files_with(self, *needles):
        """Files of the home that hold one of the texts, database and write-ahead log read raw; the plugin's own code,
        which names no content, is left out."""
        found = []
        for path in sorted(self.home.rglob("*")):
            if not path.is_file() or (self.home / "plugins") in path.parents:
                continue
            raw = path.read_bytes()
            found += [(path.relative_to(self.home).as_posix(), n) for n in needles if n.encode() in raw]
        return found
