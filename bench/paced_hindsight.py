"""A stand-in for Hindsight with a pace: it knows one memory a host, and takes as long as it is told. Prints its port.

    POST /pace {"takes": 2.0}     seconds for every later recall and retain
"""
import http.server
import json
import re
import threading
import time
import uuid


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    takes = 0.0
    settings = {}  # of all banks

    def body(self):
        raw = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        return json.loads(raw) if raw else {}

    def answer(self, fields, status=200):
        raw = json.dumps(fields).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(raw)))
        self.end_headers()
        self.wfile.write(raw)

    def do_GET(self):
        if self.path == "/health":
            return self.answer({"status": "healthy"})
        if self.path == "/version":
            return self.answer({"api_version": "1.1.0"})
        if self.path.endswith("/config"):
            return self.answer({"config": self.settings, "overrides": self.settings})
        self.answer({"status": "completed", "result_metadata": {"unit_ids_count": 1}})

    def do_PATCH(self):
        self.settings.update(self.body()["updates"])
        self.answer({"config": self.settings, "overrides": self.settings})

    def do_PUT(self):
        self.body()
        self.answer({"bank_id": self.path.split("/")[-1]})

    def do_POST(self):
        body = self.body()
        if self.path == "/pace":
            Handler.takes = body["takes"]
            return self.answer({})
        time.sleep(Handler.takes)
        if self.path.endswith("/memories/recall"):
            hosts = sorted(set(re.findall(r"[a-z]+-?[a-z]*-?\d+", body["query"].lower()))) if "platform" in self.path else []
            return self.answer({"results": [
                {"id": str(uuid.uuid5(uuid.NAMESPACE_DNS, host)), "type": "observation", "scores": {"final": 0.9},
                 "text": "El servidor %s está apagado por mantenimiento." % host} for host in hosts]})
        self.answer({"operation_id": body.get("operation_id", ""), "success": True})

    def log_message(self, *_):
        pass


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64


server = Server(("127.0.0.1", 0), Handler)
print(server.server_port, flush=True)
threading.Thread(target=server.serve_forever).start()
