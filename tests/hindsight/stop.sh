#!/bin/bash
# Stops what start.sh started on $HS_PORT, by its pid files, and nothing else.
set -uo pipefail
. "$(dirname "$0")/common.sh"
[ -d "$RUN" ] || exit 0
for part in hindsight models; do
  [ -s "$RUN/$part.pid" ] || continue
  pid=$(cat "$RUN/$part.pid")
  kill "$pid" 2>/dev/null
  for _ in $(seq 1 100); do kill -0 "$pid" 2>/dev/null || break; sleep 0.1; done
  kill -9 "$pid" 2>/dev/null
  rm -f "$RUN/$part.pid"
done
[ ! -d "$RUN/home/.pg0/instances/hs" ] || pg0 stop --name hs >/dev/null 2>&1
exit 0
