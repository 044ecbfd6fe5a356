"""The strongest Python peer: picows on uvloop with orjson. Reads the event, looks its session up in a dictionary, writes a
context reply. It routes nothing, checks no rights and no relevance. Prints its port.

    picows_peer.py CONTEXT_BYTES
"""
import asyncio
import sys

import orjson
import picows
import uvloop

CACHE = {"bench-%04d" % i: {"context": "x" * int(sys.argv[1]), "scopes": ["platform"], "tokens": 200} for i in range(1000)}


class Peer(picows.WSListener):
    def on_ws_frame(self, transport, frame):
        event = orjson.loads(frame.get_payload_as_memoryview())
        found = CACHE[event["session"]["id"]]
        transport.send(picows.WSMsgType.BINARY, orjson.dumps(
            {"type": "context", "id": event["id"], "context": found["context"], "source": "cache",
             "scopes": found["scopes"], "tokens": found["tokens"]}))


async def main():
    server = await picows.ws_create_server(lambda request: Peer(), "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()

uvloop.run(main())
