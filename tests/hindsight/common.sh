# Sourced by the scripts here: where the test server lives, and how root is dropped.
#   HS_STATE     virtual environments, databases, logs, pid files; default <repository>/.cache/hindsight
#   HS_VERSION   1.1.0 or 0.9.2 (any with a requirements-lock file here)
#   HS_PORT      the HTTP port; PostgreSQL gets the next, the stand-in for the model provider the one after
#   HS_API_KEY   what start.sh --auth asks for
#   HS_PYTHON    Python 3.11 or newer that any user may run
HERE="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
HS_VERSION="${HS_VERSION:-1.1.0}"
HS_PYTHON="${HS_PYTHON:-/usr/bin/python3}"
HS_API_KEY="${HS_API_KEY:-test-server-key}"
RUN_USER="${HS_USER:-nobody}"
SKIP=77

skip() { echo "skipped: $*" >&2; exit "$SKIP"; }
fail() { echo "tests/hindsight: $*" >&2; exit 1; }

# PostgreSQL refuses to run as root, so root runs it and the server as somebody who owns nothing.
as_user() {
  if [ "$(id -u)" = 0 ]; then
    setpriv --reuid "$RUN_USER" --regid "$(id -gn "$RUN_USER")" --clear-groups "$@"
  else
    "$@"
  fi
}

# A checkout in root's home is closed to that user: then the state goes where everybody may enter.
choose_state() {
  local wanted="${HS_STATE:-$HERE/../../.cache/hindsight}"
  mkdir -p "$wanted" && chmod 755 "$wanted" || fail "cannot write $wanted; set HS_STATE to a folder of your own"
  STATE="$(cd "$wanted" && pwd)"
  as_user test -x "$STATE" && return
  [ -z "${HS_STATE:-}" ] || fail "user $RUN_USER cannot enter HS_STATE=$STATE; choose a folder that is open to everybody"
  STATE=/var/tmp/wetopi-memory-hindsight
  mkdir -p "$STATE" && [ -O "$STATE" ] || fail "$STATE belongs to somebody else; set HS_STATE"
  chmod 755 "$STATE"
}
choose_state

case "$HS_VERSION" in 0.9.2) default_port=18898 ;; *) default_port=18888 ;; esac
PORT="${HS_PORT:-$default_port}"
PG_PORT=$((PORT + 1))
MODELS_PORT=$((PORT + 2))
VENV="$STATE/venv-$HS_VERSION"
RUN="$STATE/run-$PORT"

pg0() { as_user env HOME="$RUN/home" "$VENV"/lib/python3*/site-packages/pg0/bin/pg0 "$@"; }
