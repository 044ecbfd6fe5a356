"""Where the daemon is, who we are to it, and how long a turn may wait for it.

The connection comes from WETOPI_MEMORY_URL and WETOPI_MEMORY_TOKEN, else from {"url","token"} in
<HERMES_HOME>/wetopi-memory/connection.json that the installer writes. Waiting times come from
plugins.entries.wetopi-memory in Hermes' config.yaml.
"""
import json
import logging
import os
import pathlib
import stat
import urllib.parse
from dataclasses import dataclass, field

log = logging.getLogger("wetopi_memory")

SUBPROTOCOL = "wetopi-memory.v1"
PATH = "/v1/ws"
CONTEXT_DEADLINE_MS = 300
TOOL_DEADLINE_MS = 10000


class ConfigError(ValueError):
    """The connection cannot be used; the text says what is wrong and how to mend it. It never holds the token."""


@dataclass(frozen=True)
class Settings:
    uri: str                # ws:// or wss://, the path included
    socket_path: str        # a Unix socket to dial instead of the URI's host; "" for TCP
    token: str = field(repr=False)
    data_dir: pathlib.Path  # <HERMES_HOME>/wetopi-memory
    context_deadline_ms: int = CONTEXT_DEADLINE_MS
    tool_deadline_ms: int = TOOL_DEADLINE_MS
    ca: str = ""            # PEM file of whom to trust for a wss:// url; "" for the system's
    certificate: str = ""   # PEM files to show to a daemon that asks for them; both or none
    key: str = ""


def hermes_home():
    """The home of this process. In a multiplexing gateway one plugin serves every profile, so no profile override."""
    try:
        from hermes_constants import get_process_hermes_home
        return pathlib.Path(get_process_hermes_home())
    except ImportError:
        return pathlib.Path(os.environ.get("HERMES_HOME", "").strip() or pathlib.Path.home() / ".hermes")


def parse_url(url):
    """(uri, socket path) of a configured address. Raises ConfigError."""
    url = (url or "").strip()
    if url.startswith("unix:"):
        path = url[5:]
        if path.startswith("//"):
            path = path[2:]
        if not path.startswith("/"):
            raise ConfigError("the url \"unix:...\" needs an absolute path, as in unix:/run/wetopi-memory/agent.sock")
        return "ws://localhost" + PATH, path
    parts = urllib.parse.urlsplit(url)
    scheme = {"http": "ws", "https": "wss"}.get(parts.scheme, parts.scheme)
    if scheme not in ("ws", "wss") or not parts.hostname:
        raise ConfigError("the url must look like ws://host:port, wss://host:port or unix:/path/to.sock")
    if parts.username or parts.password or parts.query:
        raise ConfigError("the url must not carry a user, a password or a query; the token belongs in its own field")
    path = parts.path if parts.path not in ("", "/") else PATH
    return urllib.parse.urlunsplit((scheme, parts.netloc, path, "", "")), ""


def _connection_file(path):
    try:
        with open(path, encoding="utf-8") as fh:
            if stat.S_IMODE(os.fstat(fh.fileno()).st_mode) & 0o077:
                log.warning("%s can be read by others; run: chmod 600 %s", path, path)
            found = json.load(fh)
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as exc:
        raise ConfigError("cannot read %s (%s); run: wetopi-memory hermes install"
                          % (path, type(exc).__name__)) from None
    if not isinstance(found, dict):
        raise ConfigError("%s must hold {\"url\": ..., \"token\": ...}; run: wetopi-memory hermes install" % path)
    return found


def hermes_config():
    """Hermes' own config.yaml as a dict; empty when it cannot be read."""
    try:
        from hermes_cli.config import load_config
        return load_config() or {}
    except Exception:
        return {}


def _milliseconds(entry, key, default, low, high):
    value = entry.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        log.warning("plugins.entries.wetopi-memory.%s must be a whole number from %d to %d; %d is used",
                    key, low, high, default)
        return default
    return value


def load(home=None, env=None, host_config=None):
    """Settings of this process. Raises ConfigError when there is no usable connection."""
    env = os.environ if env is None else env
    data_dir = pathlib.Path(home or hermes_home()) / "wetopi-memory"
    url, token = env.get("WETOPI_MEMORY_URL", "").strip(), env.get("WETOPI_MEMORY_TOKEN", "").strip()
    if not (url and token):
        saved = _connection_file(data_dir / "connection.json")
        url, token = url or str(saved.get("url") or ""), token or str(saved.get("token") or "")
    files = {name: env.get("WETOPI_MEMORY_" + name.upper(), "").strip() for name in ("ca", "certificate", "key")}
    if bool(files["certificate"]) != bool(files["key"]):
        raise ConfigError("WETOPI_MEMORY_CERTIFICATE and WETOPI_MEMORY_KEY come together")
    for name, path in files.items():
        if path and not os.access(path, os.R_OK):
            raise ConfigError("WETOPI_MEMORY_%s names %s, which cannot be read" % (name.upper(), path))
    if not url or not token:
        raise ConfigError("no %s: set WETOPI_MEMORY_URL and WETOPI_MEMORY_TOKEN or run: wetopi-memory hermes install"
                          % ("url" if not url else "token"))
    uri, socket_path = parse_url(url)
    host = urllib.parse.urlsplit(uri).hostname
    if uri.startswith("ws:") and host not in ("localhost", "::1") and not host.startswith("127."):
        log.warning("%s gets the token and every turn unencrypted; use a wss:// url", host)
    host_config = hermes_config() if host_config is None else host_config
    plugins = host_config.get("plugins") if isinstance(host_config.get("plugins"), dict) else {}
    entries = plugins.get("entries") if isinstance(plugins.get("entries"), dict) else {}
    entry = entries.get("wetopi-memory") if isinstance(entries.get("wetopi-memory"), dict) else {}
    return Settings(uri=uri, socket_path=socket_path, token=token, data_dir=data_dir, **files,
                    context_deadline_ms=_milliseconds(entry, "deadline_ms", CONTEXT_DEADLINE_MS, 0, 10000),
                    tool_deadline_ms=_milliseconds(entry, "tool_deadline_ms", TOOL_DEADLINE_MS, 100, 120000))


def native_provider(host_config=None):
    """The name under memory.provider in Hermes' config, "" when there is none."""
    memory = (hermes_config() if host_config is None else host_config).get("memory")
    return str(memory.get("provider") or "") if isinstance(memory, dict) else ""
