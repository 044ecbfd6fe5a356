#!/bin/bash
# Builds the daemon, starts it and shows it remember: what a recorded Hermes session leaves behind and what the next one
# gets back. The daemon stays up, with its own data in .run/.
#   scripts/run.sh [--hermes] [--hindsight URL] [--port N] [--keep]
#   scripts/run.sh --stop
# --hermes         the real hermes-agent with a scripted model instead of the recording (needs PyPI, some 150 MB)
# --hindsight URL  keeps memories on that Hindsight server, in banks of their own; its key from $HINDSIGHT_API_KEY
# --keep           goes on with what the last run remembered

# shellcheck source=scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$root"

hermes=0 hindsight='' port=7171 keep=0
usage() { sed -n '2,9s/^# \{0,1\}//p' "$0"; }
while [ $# -gt 0 ]; do
  case $1 in
    --hermes) hermes=1 ;;
    --hindsight) hindsight=${2:?--hindsight wants a URL} && shift ;;
    --port) port=${2:?--port wants a number} && shift ;;
    --keep) keep=1 ;;
    --stop) hermes=stop ;;
    -h | --help) usage && exit 0 ;;
    *) usage >&2 && exit 2 ;;
  esac
  shift
done

run=$root/.run
daemon=$root/build/wetopi-memory

stop_daemon() {
  local pid exe
  pid=$(cat "$run/pid" 2>/dev/null || true)
  exe=$(readlink "/proc/${pid:-none}/exe" 2>/dev/null || true)
  # Only what we started: the process of that number must still be our binary, which a build may have replaced.
  if [ "$exe" = "$daemon" ] || [ "$exe" = "$daemon (deleted)" ]; then
    kill "$pid"
    for _ in $(seq 300); do kill -0 "$pid" 2>/dev/null || break; sleep 0.1; done
    if kill -0 "$pid" 2>/dev/null; then fail "the daemon (process $pid) does not stop" "Log: $run/daemon.log"; fi
  fi
  rm -f "$run/pid"
}
if [ $hermes = stop ]; then
  stop_daemon
  exit 0
fi

build_daemon() {
  if [ $hermes = 1 ]; then scripts/install.sh hermes; else scripts/install.sh; fi
  say "Building (a first time takes minutes; log: build/log/product.log)"
  configure release
  build build wetopi-memory >"$(log_of product)" 2>&1 ||
    { grep -A 8 -E '^FAILED|error:' "$(log_of product)" | head -n 40 >&2; fail "the build failed" "Whole log: build/log/product.log"; }
}

write_config() {
  umask 077
  [ $keep = 1 ] || rm -rf "$run"
  mkdir -p "$run"
  {
    printf 'version: 1\ndata_dir: %s/data\nlisten:\n  port: %s\n' "$run" "$port"
    if [ -n "$hindsight" ]; then
      printf 'backend:\n  type: hindsight\n  url: %s\n' "$hindsight"
      # shellcheck disable=SC2016 # the daemon substitutes it
      [ -z "${HINDSIGHT_API_KEY:-}" ] || printf '  api_key: ${HINDSIGHT_API_KEY}\n'
    fi
    cat <<'YAML'
stores:
  personal: {bank_template: "demo-user-{internal_user_id}", retain: {mode: automatic, policy: personal}}
  business: {bank: demo-business, retain: {mode: curated, policy: business}}
  platform: {bank: demo-platform, retain: {mode: curated, policy: platform}}
identity:
  users:
    u_demo: {display_name: Demo, allowed_scopes: [personal, business, platform]}
  agents:
    demo: {allowed_scopes: [personal, business, platform]}
  profiles:
    demo/default: {owner: u_demo}
YAML
  } >"$run/config.yaml"
  "$daemon" check-config --quiet "$run/config.yaml"
  # A token is shown once: a run that goes on makes itself a new one.
  "$daemon" token --config "$run/config.yaml" create demo >"$run/agent.token" 2>"$run/token.log" ||
    { cat "$run/token.log" >&2; fail "no token"; }
}

healthy() {
  local line
  exec 3<>"/dev/tcp/127.0.0.1/$port" || return 1
  printf 'GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n' >&3
  read -r -t 2 line <&3 || true
  exec 3<&- 3>&-
  [[ $line == *" 200 "* ]]
}

start_daemon() {
  say "Starting the daemon on port $port"
  setsid nohup "$daemon" serve --config "$run/config.yaml" >>"$run/daemon.log" 2>&1 </dev/null &
  echo $! >"$run/pid"
  for _ in $(seq 150); do
    kill -0 "$(cat "$run/pid")" 2>/dev/null || break
    if healthy 2>/dev/null; then return; fi
    sleep 0.1
  done
  tail -n 5 "$run/daemon.log" >&2
  stop_daemon
  fail "the daemon does not answer on port $port" "Is the port taken? Choose another: scripts/run.sh --port 7272" \
    "Whole log: $run/daemon.log"
}

# The recording holds two sessions: one states a fact, the next one asks for it.
replay() {
  local recording=tests/golden/hermes_session.jsonl part
  say "Replaying $recording through the WebSocket"
  awk -v into="$run/session" '/"hook":"on_session_start"/ {n++} {print > (into "-" n ".jsonl")}' "$recording"
  WETOPI_MEMORY_TOKEN=$(cat "$run/agent.token")
  export WETOPI_MEMORY_TOKEN
  for part in "$run"/session-*.jsonl; do
    [ "$part" = "$run/session-1.jsonl" ] || wait_for_server
    printf '\n-- session %s' "$(basename "$part" .jsonl | tr -dc 0-9)"
    "$daemon" replay "$part" --url "ws://127.0.0.1:$port"
  done
}
wait_for_server() {
  [ -n "$hindsight" ] || return 0
  echo "   (Hindsight makes memories of what it was given: 20 s)"
  sleep 20
}

real_agent() {
  local venv code=0
  say "Making the environment of the real hermes-agent"
  venv=$(tests/hermes/setup.sh) || code=$?
  [ $code -eq 0 ] || fail "the real Hermes is not to be had here" "Without --hermes a recorded session shows the same."
  say "Two sessions of the real Hermes, with a scripted model"
  WM_HERMES_VENV=$venv "$venv/bin/python" scripts/hermes_demo.py "$daemon" "ws://127.0.0.1:$port" "$run/agent.token" \
    "$([ -n "$hindsight" ] && echo 20 || echo 0)"
}

stop_daemon
build_daemon
write_config
start_daemon
if [ $hermes = 1 ]; then real_agent; else replay; fi

say "Running"
cat <<END
status     http://127.0.0.1:$port/
log        .run/daemon.log
config     .run/config.yaml, data in .run/data
stop       scripts/run.sh --stop
END
