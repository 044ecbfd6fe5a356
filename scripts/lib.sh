# shellcheck shell=bash
# Sourced by the scripts beside it: where the tree is, how to say things, how to be root, how to build.

set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8

if [ -t 1 ]; then bold=$'\033[1m' red=$'\033[31m' plain=$'\033[0m'; else bold='' red='' plain=''; fi
say() { printf '%s\n' "$bold== $*$plain"; }
fail() { # MESSAGE [REMEDY...]
  printf '%s %s\n' "${red}error:$plain" "$1" >&2
  shift
  [ $# -eq 0 ] || printf '       %s\n' "$@" >&2
  exit 1
}

as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo --preserve-env=DEBIAN_FRONTEND "$@"
  else
    fail "this needs root, you are $(id -un), and there is no sudo" "Run as root: $*"
  fi
}

# One job a core, as long as each has 1.2 GB: the units with Beast take 0.8.
jobs() {
  local cores memory
  cores=$(nproc)
  memory=$(awk '/^MemAvailable:/ {print int($2 / 1200000)}' /proc/meminfo 2>/dev/null || true)
  [ "${memory:-0}" -ge 1 ] || memory=1
  echo $((cores < memory ? cores : memory))
}

configure() { # PRESET [CMAKE ARGUMENT...]
  local preset=$1
  shift
  (cd "$root" && cmake --preset "$preset" "$@" >"$(log_of "cmake-$preset")" 2>&1) ||
    { tail -n 20 "$(log_of "cmake-$preset")" >&2; fail "cmake failed" "Is something missing? scripts/install.sh installs it."; }
}
build() { # FOLDER [TARGET...]
  local folder=$1
  shift
  ninja -C "$root/$folder" -j "$(jobs)" "$@"
}

log_of() {
  mkdir -p "$root/build/log"
  echo "$root/build/log/$1.log"
}
