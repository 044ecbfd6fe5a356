#!/bin/bash
# Starts a real Hindsight server on loopback, with its PostgreSQL and a stand-in for its model provider; prints its URL.
#   start.sh [--auth] [--keep]
# --auth  wants the key $HS_API_KEY        --keep  keeps the database of the run before (default: a fresh one)
# HINDSIGHT_API_* variables of the environment win over the ones here. Exit codes: those of install.sh.
set -euo pipefail
. "$(dirname "$0")/common.sh"
auth=0 keep=0
for argument in "$@"; do
  case "$argument" in
    --auth) auth=1 ;;
    --keep) keep=1 ;;
    *) fail "start.sh does not know $argument" ;;
  esac
done
bash "$HERE/install.sh" >&2
bash "$HERE/stop.sh" >&2
"$HS_PYTHON" - "$PORT" "$PG_PORT" "$MODELS_PORT" <<'P' || fail "set HS_PORT to the first of three free ports"
import socket, sys
for port in map(int, sys.argv[1:]):
    with socket.socket() as s:
        s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            s.bind(("127.0.0.1", port))
        except OSError as e:
            sys.exit(f"port {port}: {e.strerror}")
P
[ "$keep" = 1 ] || rm -rf "$RUN"
mkdir -p "$RUN/home"
[ "$(id -u)" != 0 ] || chown -R "$RUN_USER:$(id -gn "$RUN_USER")" "$RUN"

pg0 start --name hs -p "$PG_PORT" -u hindsight -P hindsight -n hindsight -c max_connections=120 -c shared_buffers=128MB \
  >"$RUN/postgres.log" 2>&1 </dev/null 9>&- || { cat "$RUN/postgres.log" >&2; fail "PostgreSQL did not start"; }
"$HS_PYTHON" "$HERE/fake_openai.py" "$MODELS_PORT" >"$RUN/models.log" 2>&1 </dev/null &
echo $! >"$RUN/models.pid"

models="http://127.0.0.1:$MODELS_PORT/v1"
default() { [ -n "${!1:-}" ] || export "$1=$2"; }
export HINDSIGHT_API_DATABASE_URL="postgresql://hindsight:hindsight@127.0.0.1:$PG_PORT/hindsight"
export HINDSIGHT_API_HOST=127.0.0.1 HINDSIGHT_API_PORT="$PORT"
default HINDSIGHT_API_LLM_PROVIDER openai
default HINDSIGHT_API_LLM_API_KEY none
default HINDSIGHT_API_LLM_MODEL fake-model
default HINDSIGHT_API_LLM_BASE_URL "$models"
default HINDSIGHT_API_EMBEDDINGS_PROVIDER openai
default HINDSIGHT_API_EMBEDDINGS_OPENAI_API_KEY none
default HINDSIGHT_API_EMBEDDINGS_OPENAI_MODEL fake-embed
default HINDSIGHT_API_EMBEDDINGS_OPENAI_BASE_URL "$models"
default HINDSIGHT_API_RERANKER_PROVIDER rrf    # the order of the fusion, no model
default HINDSIGHT_API_WORKER_ID tests          # stable, or a restart does not find its operations again
default HINDSIGHT_API_MCP_ENABLED false
default HINDSIGHT_API_AUDIT_LOG_ENABLED false  # it would keep every text for ever
default HINDSIGHT_API_DB_POOL_MAX_SIZE 20
# 0.9.2 counts tokens with tables that it would fetch; litellm brings copies of them.
for tables in "$VENV"/lib/python3*/site-packages/litellm/litellm_core_utils/tokenizers; do
  [ ! -d "$tables" ] || export TIKTOKEN_CACHE_DIR="$tables"
done
export LITELLM_LOCAL_MODEL_COST_MAP=True HF_HUB_OFFLINE=1 DO_NOT_TRACK=1 PYTHONUNBUFFERED=1 HOME="$RUN/home"
if [ "$auth" = 1 ]; then
  export HINDSIGHT_API_TENANT_EXTENSION=hindsight_api.extensions.builtin.tenant:ApiKeyTenantExtension
  export HINDSIGHT_API_TENANT_API_KEY="$HS_API_KEY"
fi
user=()
[ "$(id -u)" != 0 ] || user=(setpriv --reuid "$RUN_USER" --regid "$(id -gn "$RUN_USER")" --clear-groups)
( cd "$RUN/home"; exec "${user[@]}" "$VENV/bin/hindsight-api" ) >"$RUN/hindsight.log" 2>&1 </dev/null &
echo $! >"$RUN/hindsight.pid"

url="http://127.0.0.1:$PORT"
for _ in $(seq 1 900); do
  if "$HS_PYTHON" -c 'import sys, urllib.request as u; u.urlopen(sys.argv[1], timeout=2)' "$url/health" 2>/dev/null; then
    echo "$url"
    exit 0
  fi
  kill -0 "$(cat "$RUN/hindsight.pid")" 2>/dev/null || break
  sleep 0.1
done
tail -n 30 "$RUN/hindsight.log" >&2
bash "$HERE/stop.sh"
fail "Hindsight $HS_VERSION did not become healthy; its log is $RUN/hindsight.log"
