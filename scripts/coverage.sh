#!/bin/bash
# Prints the line coverage of actors, policies and config by their own tests and the simulation; fails below 90 %.
#   scripts/coverage.sh [PERCENT]

# shellcheck source=scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$root"
least=${1:-90}
folders=(actors policies config)
suites=(policies config runtime actors sim)

command -v gcovr >/dev/null || scripts/install.sh test
configure coverage
build build-coverage "${suites[@]/%/_tests}"
# Bounds of time do not hold in a build without optimisation and with counters.
export GTEST_FILTER='-*Costs*'
export WM_SIM_SEEDS=${WM_SIM_SEEDS:-300}
find build-coverage -name '*.gcda' -delete
ctest --test-dir build-coverage -R "^($(IFS='|' && echo "${suites[*]}"))\$" --no-tests=error --output-on-failure -j "$(nproc)"

code=0
for folder in "${folders[@]}"; do
  say "$folder"
  gcovr --root . --filter "$folder/" --object-directory build-coverage --exclude-unreachable-branches --exclude-throw-branches \
    --fail-under-line "$least" build-coverage || code=1
done
[ $code -eq 0 ] || fail "a folder is covered less than $least %"
