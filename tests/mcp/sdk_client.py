"""The official MCP SDK as a client of the daemon: what it is told to do comes as JSON on standard input, what it saw goes
out as JSON.

    {"transport": "http", "url": "http://127.0.0.1:7171", "token": "wmt_…", "mode": "auto",
     "calls": [["memory_status", {}]], "resources": ["wetopi-memory://status"]}

`transport`: http or stdio (then `binary` names wetopi-memory). `mode`: auto takes the newest revision both speak, legacy
the one with a handshake.
"""
import asyncio
import json
import sys

from mcp import Client, MCPError, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client


def server_of(job):
    if job["transport"] == "stdio":
        return StdioServerParameters(command=job["binary"], args=["mcp", "--url", job["url"]],
                                     env={"WETOPI_MEMORY_TOKEN": job["token"]})
    http = create_mcp_http_client(headers={"Authorization": "Bearer " + job["token"]})
    return streamable_http_client(job["url"] + "/mcp", http_client=http)


def plain(model):
    return model.model_dump(mode="json", by_alias=True, exclude_none=True)


async def call(client, name, arguments):
    progress = []

    async def saw(done, total, message):
        progress.append([done, total])

    try:
        result = await client.call_tool(name, arguments, progress_callback=saw)
        return {"result": plain(result), "progress": progress}
    except MCPError as exc:
        return {"error": exc.error.code, "message": exc.error.message}


async def main(job):
    async with Client(server_of(job), mode=job["mode"], read_timeout_seconds=30) as client:
        seen = {"version": client.protocol_version, "server": plain(client.server_info) if client.server_info else None,
                "tools": [plain(tool) for tool in (await client.list_tools()).tools],
                "resources": [plain(r) for r in (await client.list_resources()).resources],
                "calls": [await call(client, name, arguments) for name, arguments in job.get("calls", [])]}
        if job.get("at_once"):
            seen["at_once"] = await asyncio.gather(*(call(client, name, arguments) for name, arguments in job["at_once"]))
        seen["read"] = {}
        for uri in job.get("resources", []):
            seen["read"][uri] = plain(await client.read_resource(uri))
        return seen


print(json.dumps(asyncio.run(main(json.load(sys.stdin)))))
