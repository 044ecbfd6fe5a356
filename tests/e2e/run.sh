#!/bin/bash
# The end-to-end tests: the daemon as it is built, the real hermes-agent, real Hindsight servers.
#   tests/e2e/run.sh [pytest arguments, such as -k outages]
# $WM_BINARY: the daemon; default the newer one of build-debug/ and build/. $WM_E2E_SEED repeats what was drawn.
# Exit 0: passed; 1: failed; 77: this machine cannot have the real Hermes. WM_REQUIRE_REAL=1 makes that a failure.
set -uo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
repo="$(cd "$here/../.." && pwd)"

venv="$("$repo/tests/hermes/setup.sh")"
code=$?
if [ $code = 77 ] && [ "${WM_REQUIRE_REAL:-0}" != 1 ]; then
  echo "SKIP the end-to-end tests: the real Hermes cannot be had here"
  exit 77
fi
[ $code = 0 ] || { echo "FAIL the end-to-end tests: no environment with the real Hermes"; exit 1; }
export WM_HERMES_VENV="$venv"

if [ -z "${WM_BINARY:-}" ]; then
  # shellcheck disable=SC2012 # two names that are known
  WM_BINARY="$(ls -t "$repo"/build-debug/wetopi-memory "$repo"/build/wetopi-memory 2>/dev/null | head -n 1)"
  [ -n "$WM_BINARY" ] || { echo "FAIL the end-to-end tests: build the target wetopi-memory, or set WM_BINARY"; exit 1; }
fi
export WM_BINARY

"$venv/bin/python" -m pytest -q -rs -p no:cacheprovider "$@" "$here"
code=$?
[ $code -le 1 ] || { echo "FAIL pytest ended with $code"; exit 1; }
exit $code
