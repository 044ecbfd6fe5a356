#!/bin/bash
# The client against real Hindsight servers of both supported versions, with key authentication.
#   run_real.sh [path of hindsight_real_tests]
# Exit 0: passed; 1: failed; 77: skipped, as this machine cannot have the servers. WM_REQUIRE_REAL=1 makes a skip a failure.
set -uo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
binary="${1:-$here/../../build/hindsight_real_tests}"
[ -x "$binary" ] || { echo "no $binary: build the target hindsight_real_tests" >&2; exit 1; }
python="${HS_PYTHON:-/usr/bin/python3}"
export HS_API_KEY="${HS_API_KEY:-test-server-key}"

free_ports() {  # the first of three that nobody has
  "$python" - <<'P'
import random, socket
def free(port):
    with socket.socket() as s:
        try:
            s.bind(("127.0.0.1", port))
            return True
        except OSError:
            return False
while True:
    first = random.randrange(20000, 30000)
    if all(free(first + i) for i in range(3)):
        print(first)
        break
P
}

started=()
stop_all() {
  local one
  for one in "${started[@]}"; do HS_VERSION="${one%:*}" HS_PORT="${one#*:}" bash "$here/stop.sh"; done
}
trap stop_all EXIT

failed=0
for version in 1.1.0 0.9.2; do
  HS_VERSION=$version bash "$here/install.sh"
  code=$?
  if [ "$code" = 77 ] && [ "${WM_REQUIRE_REAL:-0}" != 1 ]; then
    echo "SKIPPED: Hindsight $version cannot run here"
    exit 77
  fi
  [ "$code" = 0 ] || { echo "FAILED: Hindsight $version cannot be installed (exit code $code)"; exit 1; }
  port="$(free_ports)"
  started+=("$version:$port")
  url="$(HS_VERSION=$version HS_PORT=$port bash "$here/start.sh" --auth)" ||
    { echo "FAILED: Hindsight $version did not start"; exit 1; }
  echo "== Hindsight $version on $url"
  tests='*'
  [ "$version" != 0.9.2 ] || tests='-*.RevivesAnOperationThatHasFailed'  # it tries for minutes before it gives up
  WM_HINDSIGHT_URL="$url" WM_HINDSIGHT_KEY="$HS_API_KEY" WM_HINDSIGHT_VERSION="$version" \
    WM_HINDSIGHT_MODELS="$((port + 2))" "$binary" --gtest_filter="$tests" || failed=1
  "$python" "$here/wait_idle.py" "$url" --key "$HS_API_KEY" || failed=1
  "$python" - "$url" "$HS_API_KEY" <<'P' || failed=1
import json, sys, urllib.request
request = urllib.request.Request(sys.argv[1] + "/v1/default/banks?limit=100", headers={"Authorization": "Bearer " + sys.argv[2]})
names = [bank["bank_id"] for bank in json.load(urllib.request.urlopen(request, timeout=10))["banks"]]
made = [name for name in names if name.endswith("-never-made")]
if not names or made:
    sys.exit(f"FAILED: a recall or reflect made a bank: {made}" if made else "FAILED: no bank is listed at all")
P
done
exit "$failed"
