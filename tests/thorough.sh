# Sourced by tests/run: the suite under sanitizers, with the monkey test beside it, and short fuzzing. Part of .ci/run.
#   bash tests/run --thorough [asan|tsan|fuzz|oclgrind]...      without an argument: all parts

fuzz_seconds=20
monkey_actions=3000

# LeakSanitizer's own thread crashed once at the end of a program that had passed ("Tracer caught signal 11"; others met
# it, too). If nothing else went wrong, these tests run again, so that their leaks are looked for after all.
look_for_leaks_again() {
  local logs=$root/build/asan/Testing/Temporary
  ! grep -q '^FAIL!' "$logs/LastTest.log" &&
    [ "$(grep -c '^Tracer caught signal' "$logs/LastTest.log")" = "$(wc -l <"$logs/LastTestsFailed.log")" ] &&
    run_tests asan --rerun-failed
}

# AddressSanitizer and UBSan: all tests, and at the same time a longer monkey test on one core.
part_asan() {
  export LSAN_OPTIONS=suppressions=$root/tests/support/leaks.txt:print_suppressions=0
  # The stack of an uncaught exception is printed. PoCL's compiler gives threads signal stacks, and so does the sanitizer.
  export ASAN_OPTIONS=handle_abort=1:use_sigaltstack=0
  build asan all || return 1
  timed "monkey, beside the tests" build/asan/tests/monkey/headlight_monkey --seed 6 --actions "$monkey_actions" \
    --log build/asan/monkey.log >build/asan/monkey.out 2>&1 &
  local monkey=$! result=0
  run_tests asan -E '^(house|monkey)/' || look_for_leaks_again || result=1
  wait $monkey || result=1
  tail -n 40 build/asan/monkey.out
  return $result
}

# ThreadSanitizer: the tests that use several threads.
part_tsan() { run_only tsan -R 'tst_(latestWins|leavableThread|onItsThread|failures|journalThread|allThreads|parallel|threads|streamed)$'; }

# libFuzzer with AddressSanitizer and UBSan; the inputs that it finds are kept in build/fuzz/corpus.
part_fuzz() {
  need_packages $fuzz_packages
  build fuzz fuzzers || return 1
  printf '%s\n' session pasted sentence journal arrays |
    timed "fuzzing" xargs -P "$(nproc)" -I{} bash "$root/tests/fuzz/run.sh" {} seconds="$fuzz_seconds"
}

# OpenCL's kernels on a simulated device that sees wrong accesses: the smallest sessions. And a compiler without
# doubles, which every driver here has.
part_oclgrind() {
  need_packages oclgrind clang-14
  build release headlight test_core_backend || return 1
  cat core/backend/opencl/kernels/{common,context,product,read,rows,scores}.cl |
    clang-14 -x cl -cl-std=CL1.2 -Xclang -finclude-default-header -Xclang -cl-ext=-cl_khr_fp64 -fsyntax-only - || return 1
  timed oclgrind bash "$root/tests/oclgrind.sh" build/release resources/examples/two-layers.headlight 1 2
}

for part in "$@"; do
  declare -F "part_$part" >/dev/null || die "--thorough has no part \"$part\"; its parts are asan, tsan, fuzz and oclgrind"
done
failed=()
logs=$root/build/thorough
mkdir -p "$logs"
set -o pipefail
for part in ${*:-asan tsan fuzz oclgrind}; do
  ("part_$part") 2>&1 | tee "$logs/$part.log" || failed+=("$part")
done
for part in "${failed[@]}"; do # repeat failures at the end of the output
  printf '%s failed:\n' "$part"
  grep -vE '^\[[0-9]+/[0-9]+\]|Passed' "$logs/$part.log" | tail -n 60
done
exit ${#failed[@]}
