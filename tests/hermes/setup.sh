#!/usr/bin/env bash
# Makes the Python environment with the real hermes-agent that the plugin's tests and the end-to-end tests run in.
#
#   tests/hermes/setup.sh            prints the environment's path when it is ready
#
# Where: $WM_HERMES_VENV, default <repository>/.cache/hermes-venv. Running it again costs nothing.
# Exit codes: 0 ready, 77 the package index cannot be reached (tests skip), 1 anything else.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
repo=$(cd "$here/../.." && pwd)
venv=${WM_HERMES_VENV:-$repo/.cache/hermes-venv}
wanted=$(sha256sum "$here/requirements.txt" | cut -d' ' -f1)

ready() {
  [ -x "$venv/bin/python" ] && "$venv/bin/python" - "$here/requirements.txt" <<'PY' >/dev/null 2>&1
import importlib.metadata as m, sys
for line in open(sys.argv[1]):
    name, _, version = line.strip().partition("==")
    if name and m.version(name) != version and name == "hermes-agent":
        sys.exit(1)
PY
}

if [ "$(cat "$venv/.ready" 2>/dev/null)" = "$wanted" ] || { [ -n "${WM_HERMES_VENV:-}" ] && ready; }; then
  echo "$venv"
  exit 0
fi
command -v python3 >/dev/null || { echo "python3 is missing; run: apt-get install python3 python3-venv" >&2; exit 1; }
if ! python3 -c 'import sys; sys.exit(0 if (3, 11) <= sys.version_info[:2] < (3, 15) else 1)'; then
  echo "hermes-agent needs Python 3.11 or newer; found $(python3 --version)" >&2
  exit 1
fi
mkdir -p "$(dirname "$venv")"
if [ ! -x "$venv/bin/pip" ]; then
  rm -rf "$venv"
  python3 -m venv "$venv" || { echo "cannot make a virtual environment; run: apt-get install python3-venv" >&2; exit 1; }
fi
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! "$venv/bin/pip" install --disable-pip-version-check --retries 2 -q -r "$here/requirements.txt" >"$log" 2>&1; then
  grep -v "^WARNING: Retrying" "$log" | tail -n 5 >&2
  if grep -qiE 'CERTIFICATE|SSL' "$log"; then
    echo "the package index was reached but its certificate is not trusted: install this network's CA, or set PIP_CERT to it" >&2
    exit 77
  fi
  if grep -qiE 'connection|resolve|timed? ?out|unreachable|No matching distribution|proxy' "$log"; then
    echo "the package index cannot be reached from here: tests with the real Hermes are skipped" >&2
    exit 77
  fi
  exit 1
fi
echo "$wanted" >"$venv/.ready"
echo "$venv"
