#!/bin/bash
# Builds everything and passes every test.
#   scripts/test.sh [STAGE...]
# Stages, in this order: unit plugin hindsight e2e torture soak asan tsan. Without one: all of them. coverage, and
# conformance (the MCP project's own suite, from npm), run only when named.
# A test that needs what this machine lacks (PyPI for the real Hermes and Hindsight) is skipped and counted as skipped;
# WM_REQUIRE_REAL=1 makes each skip a failure. Exit code: 0 when nothing failed, 1 otherwise, 2 for a wrong call.

# shellcheck source=scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$root"

all=(unit plugin hindsight e2e torture soak asan tsan coverage conformance)
stages=("$@")
[ $# -gt 0 ] || stages=(unit plugin hindsight e2e torture soak asan tsan)
for stage in "${stages[@]}"; do
  [[ " ${all[*]} " == *" $stage "* ]] || { echo "unknown stage $stage; there are: ${all[*]}" >&2; exit 2; }
done
require_real=${WM_REQUIRE_REAL:-0}
suites=(tidy policies config runtime actors store net sim cli)
sanitized=(policies runtime actors store net sim)
threaded=(runtime actors store net sim)

# Each stage prints what it does, and leaves `passed failed skipped` in $counts; its exit code says whether it is good.
counts=$(mktemp)
trap 'rm -f "$counts"' EXIT
count() { echo "$1 $2 $3" >"$counts"; }

# Sums what GoogleTest or pytest wrote as XML.
count_xml() { # FILE...
  awk '
    /<testsuites? / && !seen[FILENAME]++ {
      if (match($0, / tests="[0-9]+"/)) tests += substr($0, RSTART + 8, RLENGTH - 9)
      if (match($0, / failures="[0-9]+"/)) failed += substr($0, RSTART + 11, RLENGTH - 12)
      if (match($0, / errors="[0-9]+"/)) failed += substr($0, RSTART + 9, RLENGTH - 10)
    }
    { skipped += gsub(/<skipped /, "&") }
    END { print tests - failed - skipped, failed + 0, skipped + 0 }' "$@" >"$counts"
}

run_suites() { # FOLDER SUITE...
  local folder=$1 results=build/log/$1 pattern
  shift
  pattern=$(IFS='|' && echo "^($*)\$")
  rm -rf "$results" && mkdir -p "$results"
  local code=0
  GTEST_OUTPUT="xml:$root/$results/" ctest --test-dir "$folder" -R "$pattern" --no-tests=error --output-on-failure \
    -j "$(nproc)" --timeout 900 || code=$?
  # What the simulation has to tell (faults injected, planted bugs seen) is for the reader, not only for the log.
  awk '/ injected:$/ {on = 1; print; next} on && /^  [a-z]/ {print; next} {on = 0} /planted order bug/' \
    "$folder/Testing/Temporary/LastTest.log" | tee /dev/fd/3
  local xml=("$results"/*.xml)
  [ -e "${xml[0]}" ] || { count 0 "$#" 0; return 1; }
  count_xml "${xml[@]}"
  if [ ${#xml[@]} -ne $# ]; then
    echo "${#xml[@]} of $# suites told their result: one crashed or was not built" && code=1
  fi
  return $code
}
build_suites() { # FOLDER SUITE...
  local folder=$1
  shift
  for suite in "$@"; do
    compgen -G "tests/$suite/*_test.cpp" >/dev/null || { echo "tests/$suite holds no test"; return 1; }
  done
  build "$folder" "${@/%/_tests}"
}

stage_unit() {
  configure debug && build build-debug && build_suites build-debug "${suites[@]}" && run_suites build-debug "${suites[@]}"
}
stage_asan() {
  export WM_SIM_SEEDS=${WM_SIM_SEEDS:-300}
  export ASAN_OPTIONS=detect_stack_use_after_return=1 UBSAN_OPTIONS=print_stacktrace=1
  export ASAN_SYMBOLIZER_PATH=/usr/bin/llvm-symbolizer-19
  configure asan && build_suites build-asan "${sanitized[@]}" && run_suites build-asan "${sanitized[@]}"
}
stage_tsan() {
  export WM_SIM_SEEDS=${WM_SIM_SEEDS:-300}
  export TSAN_OPTIONS=halt_on_error=1:second_deadlock_stack=1:external_symbolizer_path=/usr/bin/llvm-symbolizer-19
  configure tsan && build_suites build-tsan "${threaded[@]}" && run_suites build-tsan "${threaded[@]}"
}
stage_conformance() {
  local code=0
  configure debug && build build-debug wetopi-memory || return 1
  WM_MCP_CONFORMANCE_SUITE=1 WM_BINARY=$root/build-debug/wetopi-memory \
    tests/e2e/run.sh --junitxml=build/log/conformance.xml -k conformance || code=$?
  [ ! -e build/log/conformance.xml ] || count_xml build/log/conformance.xml
  return $code
}
stage_coverage() { scripts/coverage.sh && count 1 0 0; }
stage_plugin() {
  local venv code=0
  venv=$(tests/hermes/setup.sh) || return $?
  WM_HERMES_VENV=$venv "$venv/bin/python" -m pytest -q -rs tests/plugin --junitxml=build/log/plugin.xml || code=$?
  [ ! -e build/log/plugin.xml ] || count_xml build/log/plugin.xml
  return $code
}
stage_hindsight() {
  local results=build/log/hindsight-xml code=0
  rm -rf $results && mkdir -p $results
  configure debug && build build-debug hindsight_real_tests || return 1
  GTEST_OUTPUT="xml:$root/$results/" tests/hindsight/run_real.sh build-debug/hindsight_real_tests || code=$?
  local xml=("$results"/*.xml)
  [ ! -e "${xml[0]}" ] || count_xml "${xml[@]}"
  return $code
}
stage_e2e() {
  local code=0
  configure debug && build build-debug wetopi-memory || return 1
  WM_BINARY=$root/build-debug/wetopi-memory tests/e2e/run.sh --junitxml=build/log/e2e.xml || code=$?
  [ ! -e build/log/e2e.xml ] || count_xml build/log/e2e.xml
  return $code
}
stage_torture() {
  configure debug && build build-debug wetopi-memory || return 1
  WM_BINARY=$root/build-debug/wetopi-memory tests/torture/short.sh kills
}
stage_soak() {
  configure debug && build build-debug wetopi-memory || return 1
  WM_BINARY=$root/build-debug/wetopi-memory tests/torture/short.sh soak
}

# Runs one stage into its log; a script's lines that begin with PASS, FAIL or SKIP are its count unless it left one.
run_stage() { # STAGE
  local stage=$1 log code=0 began=$SECONDS passed failed skipped state=ok
  log=$(log_of "$stage")
  say "$stage (log: ${log#"$root/"})"
  rm -f "$counts" "build/log/$stage.xml"
  ("stage_$stage") >"$log" 2>&1 || code=$?
  if [ -s "$counts" ]; then
    read -r passed failed skipped <"$counts"
  else
    passed=$(grep -cE '^PASS\b' "$log" || true)
    failed=$(grep -cE '^FAIL\b' "$log" || true)
    skipped=$(grep -cE '^SKIP\b' "$log" || true)
  fi
  if [ $code -eq 77 ]; then
    [ "$skipped" -gt 0 ] || skipped=1
  elif [ $code -ne 0 ]; then
    [ "$failed" -gt 0 ] || failed=1
  elif [ $((passed + failed + skipped)) -eq 0 ]; then
    passed=1
  fi
  if [ "$skipped" -gt 0 ] && [ "$require_real" = 1 ]; then
    failed=$((failed + skipped)) skipped=0
    echo "WM_REQUIRE_REAL=1: what was skipped counts as failed" | tee -a "$log"
  fi
  [ "$skipped" -eq 0 ] || { state=skipped; grep -E '^SKIP|SKIPPED|skip' "$log" | tail -n 5 || true; }
  [ "$failed" -eq 0 ] || { state=FAILED; tail -n 40 "$log"; }
  table+=("$(printf '%-10s %-8s %7d %7d %7d %6ds' "$stage" $state "$passed" "$failed" "$skipped" $((SECONDS - began)))")
  total_passed=$((total_passed + passed)) total_failed=$((total_failed + failed)) total_skipped=$((total_skipped + skipped))
}

scripts/install.sh test
exec 3>&1
table=() total_passed=0 total_failed=0 total_skipped=0
for stage in "${stages[@]}"; do run_stage "$stage"; done

say "Summary"
printf '%-10s %-8s %7s %7s %7s %7s\n' stage state passed failed skipped time
printf '%s\n' "${table[@]}"
printf '%-10s %-8s %7d %7d %7d %6ds\n' total "$([ $total_failed -eq 0 ] && echo ok || echo FAILED)" \
  "$total_passed" "$total_failed" "$total_skipped" "$SECONDS"
[ "$total_failed" -eq 0 ]
