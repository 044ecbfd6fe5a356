#!/bin/bash
# Installs the Hindsight server $HS_VERSION and the PostgreSQL that it needs from PyPI into a virtual environment.
# Exit 0: there; 77: this machine cannot (no python3-venv, no PyPI); 1: it went wrong.
set -euo pipefail
. "$(dirname "$0")/common.sh"

lock="$HERE/requirements-lock-$HS_VERSION.txt"
[ -e "$lock" ] || fail "no $(basename "$lock"): HS_VERSION is one of $(cd "$HERE" && ls requirements-lock-*.txt | tr '\n' ' ')"
exec 9>"$STATE/install.lock"
flock 9  # two tests at once: the second finds it done
[ ! -e "$VENV/.complete" ] || exit 0

"$HS_PYTHON" -c 'import ensurepip, sys; assert sys.version_info >= (3, 11)' 2>/dev/null ||
  skip "$HS_PYTHON is not Python 3.11 or newer with venv; install python3-venv or set HS_PYTHON"
umask 022
rm -rf "$VENV"
"$HS_PYTHON" -m venv "$VENV"
pip() { "$VENV/bin/pip" --disable-pip-version-check -q "$@"; }

# The server's own wheel comes first: when that does not come, nothing will. --no-deps because what it declares is 1.4 GB;
# the lock file names the third that this configuration imports.
pip download --timeout 15 --retries 1 --no-deps -d "$VENV/wheel" "hindsight-api-slim==$HS_VERSION" 2>"$VENV/pip.log" ||
  skip "PyPI gave no hindsight-api-slim $HS_VERSION: $(tail -n 1 "$VENV/pip.log")"
pip install -r "$lock"
pip install --no-deps "$VENV"/wheel/*.whl
rm -rf "$VENV/wheel" "$VENV/pip.log"
"$VENV/bin/python" -m compileall -q "$VENV/lib" >/dev/null 2>&1 || true  # the server's user may not write there
touch "$VENV/.complete"
