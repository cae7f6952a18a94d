# Sourced by tests/run: sanitizers, the monkey and fuzzing. At most half an hour on two cores; each part says its minutes.
#   bash tests/run --thorough [asan|tsan|fuzz|screenshots|coverage]      all but the last without an argument

fuzz_seconds=60
monkey_actions=10000

# AddressSanitizer and UBSan: every test, and beside them the monkey at length, which keeps one core busy.
part_asan() {
  export LSAN_OPTIONS=suppressions=$root/tests/support/leaks.txt:print_suppressions=0
  export ASAN_OPTIONS=handle_abort=1 # an exception that nobody catches says where it was thrown
  build asan all || return 1
  build/asan/tests/monkey/headlight_monkey --seed 6 --actions "$monkey_actions" --log build/asan/monkey.log \
    >build/asan/monkey.out 2>&1 &
  local monkey=$! result=0
  ctest --test-dir build/asan --output-on-failure --no-tests=error -j "$(nproc)" -E '^(house|monkey)/' || result=1
  wait $monkey || result=1
  tail -n 40 build/asan/monkey.out
  return $result
}

# ThreadSanitizer: what runs on several threads, without precompiled headers, which finds what they hide in the core.
part_tsan() {
  local tests=(base_tst_latestWins base_tst_leavableThread engine_tst_onItsThread engine_tst_failures
    journal_tst_journalThread journal_tst_allThreads)
  build tsan "${tests[@]/#/core_}" &&
    ctest --test-dir build/tsan --output-on-failure --no-tests=error -R "$(IFS='|' && echo "${tests[*]#*tst_}")"
}

# libFuzzer under AddressSanitizer and UBSan; what it invents is kept in build/fuzz/corpus.
part_fuzz() {
  need_packages $fuzz_packages
  build fuzz fuzzers || return 1
  printf '%s\n' session pasted sentence journal |
    xargs -P "$(nproc)" -I{} bash "$root/tests/fuzz/run.sh" {} seconds="$fuzz_seconds"
}

# Only where it is asked for, since with it all would take longer than half an hour.
part_coverage() {
  . "$root/tests/coverage.sh"
}

# A dozen pictures of the window, to be looked at.
part_screenshots() {
  build release headlight_screens && build/release/tests/screens/headlight_screens build/screenshots few
}

for part in "$@"; do
  declare -F "part_$part" >/dev/null || die "there is no part \"$part\" of --thorough: asan, tsan, fuzz, coverage, screenshots"
done
# What failed is said again at the end, where whoever sees only that finds it.
failed=()
summary=
logs=$root/build/thorough
mkdir -p "$logs"
set -o pipefail
for part in ${*:-asan tsan fuzz screenshots}; do
  started=$SECONDS
  ("part_$part") 2>&1 | tee "$logs/$part.log" && result=passed || { result=FAILED; failed+=("$part"); }
  summary+=$(printf '  %-6s %s in %d min %02d s' "$part" "$result" $(((SECONDS - started) / 60)) $(((SECONDS - started) % 60)))$'\n'
done
for part in "${failed[@]}"; do
  printf '%s failed:\n' "$part"
  grep -vE '^\[[0-9]+/[0-9]+\]|Passed' "$logs/$part.log" | tail -n 60
done
printf 'Thorough:\n%s' "$summary"
exit ${#failed[@]}
