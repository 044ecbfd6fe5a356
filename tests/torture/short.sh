#!/bin/bash
# A short run of the torture scripts: half a minute of kills and as much of faults; or two minutes of soak.
#   WM_BINARY=… tests/torture/short.sh kills|soak
set -uo pipefail
what=${1:?kills or soak}
here="$(cd "$(dirname "$0")" && pwd)"
venv="$("$here/../hermes/setup.sh")"
code=$?
if [ $code = 77 ] && [ "${WM_REQUIRE_REAL:-0}" != 1 ]; then
  echo "SKIP the torture scripts: their Python packages cannot be had here"
  exit 77
fi
[ $code = 0 ] || { echo "FAIL the torture scripts: no environment for them"; exit 1; }

failed=0
run() {
  if "$venv/bin/python" "$here/$1" "${@:2}"; then echo "PASS $*"; else echo "FAIL $*" && failed=1; fi
}
case $what in
  kills)
    run torture.py kills --kills 10
    run torture.py kills --kills 10 --backend embedded
    run torture.py faults --turns 300
    ;;
  soak) run soak.py --minutes 2 --connections 1000 --growth 0.25 ;;
  *) echo "FAIL there is no short run of $what"; exit 2 ;;
esac
exit $failed
