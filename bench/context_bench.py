#!/usr/bin/env python3
"""pre_llm_call answered from the prefetch cache, beside its peers in one run: see bench/README.md.

    bench/context_bench.py --build build-bench [--rounds 7] [--seconds 1] [--peer-python PY] [--budget] [--json FILE]

PY is a Python with picows, uvloop, orjson (the peer) and websockets (the plugin's transport); without it these rows are
left out. --budget fails above the bounds.
"""
import argparse
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
CONNECTIONS = 64
PATH_MAX, WHOLE_MAX, THREAD_P50_MAX_US = 1.25, 2.2, 150.0

SPEAKER = {"session": {"id": "bench-@S@@", "key": "agent:main:telegram:dm:42", "platform": "telegram", "kind": "private",
                       "profile": "default"}, "sender": {"id": "42"}}
FACTS = ["Recuerda que el servidor pve04 está encendido con el kernel 6.9.",
         "Recuerda que el servidor pve07 está encendido con el kernel 6.8.",
         "Recuerda que el balanceador lb-wan-1 está en modo pasivo.",
         "Recuerda que el servidor backup-2 está en modo de solo lectura.",
         "Recuerda que el firewall fw-madrid está actualizado a la versión 7.4."]
TURN_BEFORE = "¿Cómo están los servidores pve04, pve07 y backup-2, el balanceador lb-wan-1, el firewall fw-madrid y ceph?"
QUESTION = ("Oye, esta mañana el nodo pve04 ha vuelto a dar guerra: la réplica de la base de datos del clúster ceph va con "
            "retraso y el balanceador lb-wan-1 ha marcado dos servidores como caídos. ¿Podrías mirar qué ocurre con la "
            "actualización del hipervisor, comprobar si los volúmenes siguen montados y decirme si conviene reiniciar el "
            "servicio antes de la ventana de esta noche? El cliente está nervioso, porque la última vez tardamos más de una "
            "hora en reaccionar con todo lo que pasó, y desde luego no quiero que se repita nada parecido mientras dure la migración.")


def frame(hook, message, session="bench-@S@@", number="@N@@@@@@@", **data):
    """One message; its placeholders are filled in by ws_load."""
    speaker = {**SPEAKER, "session": {**SPEAKER["session"], "id": session}}
    text = json.dumps({"type": "hook", "id": 0, "hook": hook, "ts": "2026-09-06T10:00:00.123+02:00", **speaker,
                       "turn": "turn-" + str(number), "deadline_ms": 5000, "data": {"user_message": message, **data}},
                      ensure_ascii=False, separators=(",", ":"))
    return text.replace('"id":0', '"id":' + str(number), 1)


def pinned(core, args, **more):
    return subprocess.Popen(["taskset", "-c", str(core), *map(str, args)], stdin=subprocess.DEVNULL, text=True, **more)


def make_token(binary, config):
    made = subprocess.run([binary, "token", "--config", config, "create", "bench", "--role", "agent"], capture_output=True,
                          text=True)
    if made.returncode:
        sys.exit(made.stderr)
    return made.stdout.strip()


class Server:
    """A server on core 0: `port`, `token`, `pid`."""

    def __init__(self, process, port, token="", greets=False):
        self.process, self.port, self.token, self.greets, self.pid = process, port, token, greets, process.pid

    @classmethod
    def printing(cls, args, token="", greets=False):
        process = pinned(0, args, stdout=subprocess.PIPE)
        return cls(process, int(process.stdout.readline()), token, greets)

    def stop(self):
        self.process.kill()
        self.process.wait()


class Daemon(Server):
    """wetopi-memory serve with the embedded store: every check on, metrics on, a warm prefetch cache in each session."""

    def __init__(self, build, folder, log_level="warning", backend=""):
        self.folder, self.binary = pathlib.Path(folder), build / "wetopi-memory"
        self.folder.mkdir()
        config = self.folder / "daemon.yaml"
        port = free_port()
        config.write_text(f"""version: 1
data_dir: {self.folder}/data
listen: {{port: {port}}}
log: {{level: {log_level}}}
{backend}stores:
  personal: {{bank_template: "user-{{internal_user_id}}"}}
  business: {{bank: corp-business}}
  platform: {{bank: corp-platform}}
identity:
  users:
    u_ana: {{display_name: Ana, accounts: [{{platform: telegram, id: "42"}}], allowed_scopes: [personal, business, platform]}}
  agents:
    bench: {{allowed_scopes: [personal, business, platform]}}
limits: {{messages_per_second_max: 100000}}
recall: {{cache: {{ttl_seconds: 86400}}}}
""")
        token = make_token(self.binary, config)
        self.log = open(self.folder / "log", "w")
        super().__init__(pinned(0, [self.binary, "serve", "--config", config], stderr=self.log), port, token, greets=True)
        self.wait_for_port()

    def wait_for_port(self):
        for _ in range(400):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{self.port}/healthz", timeout=1)
                return
            except OSError:
                time.sleep(0.05)
        sys.exit("the daemon does not start: " + (self.folder / "log").read_text()[-2000:])

    def post(self, *frames):
        body = ("[" + ",".join(frames) + "]").encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}/v1/hooks", body,
                                         {"Authorization": "Bearer " + self.token, "Content-Type": "application/json"})
        return json.load(urllib.request.urlopen(request, timeout=30))

    def turn(self, session, message, number):
        self.post(frame("pre_llm_call", message, session, number))
        self.post(frame("post_llm_call", message, session, number, assistant_response="De acuerdo."))

    def warm(self, connections):
        for i, fact in enumerate(FACTS):
            self.turn("teacher", fact, 1 + i)
        time.sleep(1)
        for i in range(connections):
            self.warm_session("bench-%04d" % i)
        return self.context("bench-0000")

    def warm_session(self, session):
        for attempt in range(20):
            self.turn(session, TURN_BEFORE, 1000 + attempt)
            for _ in range(20):
                if self.context(session)["source"] == "cache":
                    return
                time.sleep(0.05)
        sys.exit("no prefetch for " + session + ": " + (self.folder / "log").read_text()[-2000:])

    def context(self, session):
        return [a for a in self.post(frame("pre_llm_call", QUESTION, session, 7)) if a["type"] == "context"][0]


def free_port():
    import socket
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def load(build, server, event, seconds, connections=CONNECTIONS):
    args = [build / "bench/ws_load", "--port", server.port, "--pid", server.pid, "--event", event, "--connections",
            connections, "--seconds", seconds]
    if server.token:
        args += ["--token", server.token]
    if server.greets:
        args.append("--greets")
    done = pinned(1, args, stdout=subprocess.PIPE)
    out, _ = done.communicate(timeout=120)
    if done.returncode:
        sys.exit(f"the load for port {server.port} failed")
    return json.loads(out)


def long_message():
    lines = [f"2026-09-06 10:{i // 60:02d}:{i % 60:02d} pve04 corosync[{4000 + i}]: retransmisión número {i}, réplica retrasada"
             for i in range(400)]
    return (QUESTION + "\n" + "\n".join(lines)).encode()[:19600].decode(errors="ignore")


def peers(options, folder, build):
    """name → server, and the events by size."""
    whole = Daemon(build, folder / "whole")
    answer = whole.warm(CONNECTIONS)
    reply = len(json.dumps(answer, ensure_ascii=False, separators=(",", ":")).encode())
    block = len(answer["context"].encode())
    (folder / "path").mkdir()
    config = folder / "path.yaml"
    config.write_text(f"version: 1\ndata_dir: {folder}/path\nbackend: {{type: embedded}}\n")
    token = make_token(build / "wetopi-memory", config)
    servers = {"echo": Server.printing([build / "bench/ws_echo", reply]),
               "path": Server.printing([build / "bench/ws_path", folder / "path", max(1, block - 40), CONNECTIONS], token, True),
               "whole": whole}
    if options.peer_python:
        servers["picows"] = Server.printing([options.peer_python, HERE / "picows_peer.py", block])
    if options.logged:
        servers["logged"] = Daemon(build, folder / "logged", "info")
        servers["logged"].warm(CONNECTIONS)
    events = {"1 KB": QUESTION, "20 KB": long_message()}
    for name, message in events.items():
        events[name] = folder / (name.replace(" ", "") + ".json")
        events[name].write_text(frame("pre_llm_call", message), encoding="utf-8")
    return servers, events, reply


NAMES = {"echo": "raw Beast binary echo", "path": "transport and look-up (ws_path)", "whole": "the whole answer (daemon)",
         "logged": "the whole answer, log.level info", "picows": "picows + uvloop + orjson, look-up only"}


def measure(options, servers, events, build):
    rounds = {size: {name: [] for name in servers} for size in events}
    for _ in range(options.rounds):
        for size, event in events.items():
            for name, server in servers.items():
                got = load(build, server, event, options.seconds)
                if name in ("whole", "logged") and got["cached"] != got["messages"]:
                    sys.exit(f"only {got['cached']} of {got['messages']} answers came from the cache")
                rounds[size][name].append(got)
    return rounds


def summary(rounds):
    """Medians, and the median of the ratios to the echo of the same round."""
    rows = []
    for size, by_name in rounds.items():
        for name, got in by_name.items():
            ratios = [g["cpu_us"] / e["cpu_us"] for g, e in zip(got, by_name["echo"])]
            rows.append({"size": size, "name": name, "cpu_us": statistics.median(g["cpu_us"] for g in got),
                         "ratio": statistics.median(ratios), "ratio_min": min(ratios), "ratio_max": max(ratios),
                         "p50_us": min(g["p50_us"] for g in got), "p99_us": min(g["p99_us"] for g in got),
                         "per_s": max(g["replies_per_s"] for g in got)})
    return rows


def thread_round_trip(options, server, event):
    best = None
    for _ in range(options.rounds):
        done = pinned(1, [options.peer_python, HERE / "thread_client.py", server.port, server.token, event,
                          options.seconds], stdout=subprocess.PIPE)
        out, _ = done.communicate(timeout=120)
        got = json.loads(out)
        if got["cached"] != got["n"]:
            sys.exit(f"only {got['cached']} of {got['n']} answers to the thread came from the cache")
        best = min(best or got, got, key=lambda g: g["p50_us"])
    return best


def judge(rows, thread):
    at = {(row["size"], row["name"]): row for row in rows}
    bounds = [("path", at["1 KB", "path"]["ratio"], PATH_MAX), ("whole", at["1 KB", "whole"]["ratio"], WHOLE_MAX)]
    if thread:
        bounds.append(("thread p50 µs", thread["p50_us"], THREAD_P50_MAX_US))
    return [f"{name}: {value:.2f} is above {bound}" for name, value, bound in bounds if value > bound]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--build", type=pathlib.Path, default=pathlib.Path("build-bench"))
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=1)
    parser.add_argument("--peer-python")
    parser.add_argument("--logged", action="store_true", help="a row for the daemon with its default log lines too")
    parser.add_argument("--budget", action="store_true")
    parser.add_argument("--json", type=pathlib.Path)
    options = parser.parse_args()
    build = options.build.resolve()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="wm_bench_"))
    servers = {}
    try:
        servers, events, reply = peers(options, folder, build)
        print("events %s B, replies %d B, %d connections, %d rounds of %g s, load %.1f" % (
            " and ".join(str(e.stat().st_size) for e in events.values()), reply, CONNECTIONS, options.rounds,
            options.seconds, os.getloadavg()[0]))
        rows = summary(measure(options, servers, events, build))
        print("\n| event | server | CPU µs/message | × echo (min–max) | best p50/p99 µs | best msg/s |\n"
              "| --- | --- | --- | --- | --- | --- |")
        for row in rows:
            print("| %s | %s | %.1f | %.2f (%.2f–%.2f) | %.0f/%.0f | %.0f |" % (
                row["size"], NAMES[row["name"]], row["cpu_us"], row["ratio"], row["ratio_min"], row["ratio_max"],
                row["p50_us"], row["p99_us"], row["per_s"]))
        thread = thread_round_trip(options, servers["whole"], events["1 KB"]) if options.peer_python else None
        print("\nfrom a Python thread, through the plugin's transport: " + (
            "p50 %.0f µs, p99 %.0f µs (quietest of %d rounds)" % (thread["p50_us"], thread["p99_us"], options.rounds)
            if thread else "SKIP: no --peer-python"))
        if not options.peer_python:
            print("SKIP: picows + orjson, for want of --peer-python")
        if options.json:
            options.json.write_text(json.dumps({"rows": rows, "thread": thread, "reply_bytes": reply}, indent=1))
        above = judge(rows, thread)
        for line in above:
            print("ABOVE THE BUDGET: " + line)
        return 1 if above and options.budget else 0
    finally:
        for server in servers.values():
            server.stop()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
