"""A stand-in for Hindsight that fails as it is told, keeps what it was given over a kill -9, and holds what the real one
does with an operation: repeated under its id it is no new work.

    faulty_hindsight.py JOURNAL [PORT]      prints its port

    POST /faults {"fail": 0.3, "lose": 0.1}   shares of all later calls: not done, and answered 500, 503 with Retry-After
                                              or by a reset; done, but without an answer
    GET  /counts                              calls, failed, lost, repeated: since this process began
"""
import http.server
import json
import os
import random
import re
import sys
import threading
import time

OPERATION = re.compile(r"/operations/([^/?]+)")


class Kept:
    """Retains by operation, in a file that only grows; a kill -9 of this process loses none that was answered."""

    def __init__(self, path):
        self._lock, self._bodies = threading.Lock(), {}
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
        for line in open(path, encoding="utf-8"):
            entry = json.loads(line)
            self._bodies[entry["operation"]] = entry["items"]

    def take(self, bank, operation, items):
        """False: it was here before."""
        with self._lock:
            if operation in self._bodies:
                return False
            line = json.dumps({"bank": bank, "operation": operation, "items": items}) + "\n"
            os.write(self._file, line.encode())
            self._bodies[operation] = items
            return True

    def has(self, operation):
        with self._lock:
            return operation in self._bodies


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = 65536  # head and body leave as one packet: two would wait for the other side's delayed acknowledgement
    kept = None
    faults = {"fail": 0.0, "lose": 0.0}
    counts = {"calls": 0, "failed": 0, "lost": 0, "repeated": 0}
    settings = {}  # of all banks
    lock = threading.Lock()
    chance = random.Random(7)

    def count(self, what):
        with self.lock:
            self.counts[what] += 1

    def answer(self, fields, status=200, headers=()):
        raw = json.dumps(fields).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(raw)))
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(raw)
        self.wfile.flush()

    def lucky(self, share):
        with self.lock:
            return self.chance.random() < self.faults[share]

    def refused(self):
        """True when this call failed, and was answered so."""
        self.count("calls")
        if not self.lucky("fail"):
            return False
        self.count("failed")
        kind = self.chance.random()
        if kind < 0.01:  # the daemon then leaves the whole server alone for a second
            self.answer({"detail": "Server is at capacity"}, 503, [("Retry-After", "1")])
        elif kind < 0.5:
            self.answer({"detail": "Internal error"}, 500)
        else:
            self.close_connection = True
        return True

    def lost(self):
        """True when the work is done and nobody will hear of it."""
        if not self.lucky("lose"):
            return False
        self.count("lost")
        self.close_connection = True
        return True

    def do_GET(self):
        if self.path == "/health":
            return self.answer({"status": "healthy"})
        if self.path == "/version":
            return self.answer({"api_version": "1.1.0"})
        if self.path == "/counts":
            return self.answer(self.counts)
        if self.refused() or self.lost():
            return None
        if self.path.endswith("/config"):
            return self.answer({"config": self.settings, "overrides": self.settings})
        operation = OPERATION.search(self.path)
        if operation and not self.kept.has(operation[1]):
            return self.answer({"operation_id": operation[1], "status": "not_found"})
        return self.answer({"status": "completed", "result_metadata": {"unit_ids_count": 1}, "total_nodes": 1,
                            "total_documents": 1, "memory_unit_count": 1})

    def body(self):
        return json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))) or b"{}")

    def do_PATCH(self):
        self.settings.update(self.body()["updates"])
        if not self.refused() and not self.lost():
            self.answer({"config": self.settings, "overrides": self.settings})

    def do_PUT(self):
        self.body()
        if not self.refused() and not self.lost():
            self.answer({"bank_id": self.path.split("/")[-1]})

    def do_POST(self):
        body = self.body()
        if self.path == "/faults":
            self.faults.update(body)
            return self.answer({})
        if self.refused():
            return None
        if self.path.endswith("/memories"):
            bank = self.path.split("/")[-2]
            if not self.kept.take(bank, body["operation_id"], body["items"]):
                self.count("repeated")
            return None if self.lost() else self.answer({"success": True, "operation_id": body["operation_id"]})
        time.sleep(0.005)
        return None if self.lost() else self.answer({"results": []})

    def log_message(self, *_):
        pass


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64
    allow_reuse_address = True

    def handle_error(self, *_):
        pass  # a daemon that was killed


if __name__ == "__main__":
    Handler.kept = Kept(sys.argv[1])
    server = Server(("127.0.0.1", int(sys.argv[2]) if len(sys.argv) > 2 else 0), Handler)
    print(server.server_port, flush=True)
    server.serve_forever()
