#!/bin/bash
# Installs what Debian 12 must bring to build and run the product, with `hermes` also Python for the
# real agent, with `test` all that the tests need.
#   scripts/install.sh [hermes|test]
# Does nothing when everything is there. Uses sudo only when not root. Never asks a question.

# shellcheck source=scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

product=(ca-certificates git g++ cmake ninja-build pkg-config ccache
  libboost1.81-dev libboost-json1.81-dev libboost-system1.81-dev libyaml-cpp-dev libspdlog-dev prometheus-cpp-dev
  libre2-dev libvectorscan-dev libsqlite3-dev libsodium-dev libssl-dev libcli11-dev
  libstemmer-dev libsimdjson-dev libhowardhinnant-date-dev tzdata)
python=(python3 python3-venv)
test=("${python[@]}" libgtest-dev libgmock-dev clang-19 libclang-rt-19-dev llvm-19 gcovr prometheus)

case "${1:-}" in
  "") wanted=("${product[@]}") ;;
  hermes) wanted=("${product[@]}" "${python[@]}") ;;
  test) wanted=("${product[@]}" "${test[@]}") ;;
  *) fail "unknown argument: $1" "scripts/install.sh [hermes|test]" ;;
esac

missing=()
for package in "${wanted[@]}"; do
  [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)" = installed ] || missing+=("$package")
done
[ ${#missing[@]} -gt 0 ] || exit 0

command -v apt-get >/dev/null || fail "this is no Debian: install what corresponds to: ${missing[*]}"
grep -q '^VERSION_CODENAME=bookworm' /etc/os-release ||
  echo "warning: made for Debian 12 (bookworm); this is $(sed -n 's/^PRETTY_NAME=//p' /etc/os-release)" >&2

# A package that brings a service must not start it on the machine of somebody who wanted to build.
guard=/usr/sbin/policy-rc.d
if [ ! -e $guard ]; then
  trap 'as_root rm -f $guard' EXIT
  printf '#!/bin/sh\nexit 101\n' | as_root tee $guard >/dev/null
  as_root chmod 755 $guard
fi

say "Installing ${#missing[@]} packages: ${missing[*]}"
log=$(log_of apt)
as_root apt-get update >"$log" 2>&1 || true # one source of many may fail; whether ours answered is seen below
if ! as_root apt-get install -y --no-install-recommends "${missing[@]}" >>"$log" 2>&1; then
  tail -n 15 "$log" >&2
  if grep -qE 'Unable to locate|no installation candidate|Failed to fetch|Could not (resolve|connect)|ertificate' "$log"; then
    fail "apt does not find or cannot fetch: ${missing[*]}" \
      "No network, or a proxy?     the mirrors of /etc/apt/sources.list* must be reachable" \
      "Certificate not trusted?    put your CA into /usr/local/share/ca-certificates/, run update-ca-certificates" \
      "Another release?            this is made for Debian 12 (bookworm)" \
      "Whole log: $log"
  fi
  fail "apt could not install: ${missing[*]}" \
    "The -dev packages of Boost 1.74 conflict with those of 1.81: apt-get remove libboost-dev libboost1.74-dev" \
    "Whole log: $log"
fi
