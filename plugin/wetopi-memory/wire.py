"""How a message becomes bytes: one JSON object in UTF-8, sent as one binary frame."""
import datetime
import json


def encode(frame):
    return json.dumps(frame, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


def timestamp():
    """Now as RFC 3339 with the local offset."""
    return datetime.datetime.now().astimezone().isoformat(timespec="milliseconds")
