#!/usr/bin/env bash
# Makes the Python environment with the official MCP SDK that the end-to-end tests of /mcp use as a client.
#
#   tests/mcp/setup.sh               prints the environment's path when it is ready
#
# Where: $WM_MCP_VENV, default <repository>/.cache/mcp-venv. Running it again costs nothing.
# Exit codes: 0 ready, 77 the package index cannot be reached (tests skip), 1 anything else.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
repo=$(cd "$here/../.." && pwd)
venv=${WM_MCP_VENV:-$repo/.cache/mcp-venv}
wanted=$(sha256sum "$here/requirements.txt" | cut -d' ' -f1)

if [ "$(cat "$venv/.ready" 2>/dev/null)" = "$wanted" ]; then
  echo "$venv"
  exit 0
fi
command -v python3 >/dev/null || { echo "python3 is missing; run: apt-get install python3 python3-venv" >&2; exit 1; }
mkdir -p "$(dirname "$venv")"
if [ ! -x "$venv/bin/pip" ]; then
  rm -rf "$venv"
  python3 -m venv "$venv" || { echo "cannot make a virtual environment; run: apt-get install python3-venv" >&2; exit 1; }
fi
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! "$venv/bin/pip" install --disable-pip-version-check --retries 2 -q -r "$here/requirements.txt" >"$log" 2>&1; then
  grep -v "^WARNING: Retrying" "$log" | tail -n 5 >&2
  if grep -qiE 'certificate|ssl|connection|resolve|timed? ?out|unreachable|No matching distribution|proxy' "$log"; then
    echo "the package index cannot be reached from here: tests with the MCP SDK are skipped" >&2
    exit 77
  fi
  exit 1
fi
echo "$wanted" >"$venv/.ready"
echo "$venv"
