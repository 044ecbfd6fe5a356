"""A proxy on loopback that shows a token, for clients that cannot: `with Proxy(port, token) as p: p.url`. Each request is
passed on as it came, Origin and Host included, since that is what some tests look at."""
import http.client
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

OWN = {"connection", "transfer-encoding", "content-length", "keep-alive"}


class Proxy:
    def __init__(self, port, token, own_port=0):
        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def pass_on(self):
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                headers = {k: v for k, v in self.headers.items() if k.lower() not in OWN}
                headers["Authorization"] = "Bearer " + token
                upstream = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
                upstream.request(self.command, self.path, body or None, headers)
                answer = upstream.getresponse()
                data = answer.read()
                self.send_response(answer.status)
                for key, value in answer.getheaders():
                    if key.lower() not in OWN:
                        self.send_header(key, value)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)
                upstream.close()

            do_GET = do_POST = do_DELETE = pass_on

            def log_message(self, *args):
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", own_port), Handler)
        self.url = "http://localhost:%d/mcp" % self._server.server_address[1]

    def __enter__(self):
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *exc):
        self._server.shutdown()
        self._server.server_close()
