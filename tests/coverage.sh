# Sourced by tests/run: measures which lines of core/ its tests execute. Fails if they are less than 95 %, or if a place
# in a reader is never executed (see coverage.py). Takes four minutes.
#   bash tests/run --coverage

[ $# -eq 0 ] || die "--coverage takes no argument"
need_packages $coverage_packages
build coverage all
results=$root/build/coverage/coverage
rm -rf "$results"
# Each process writes a profile. A process that is killed writes none, and one whose disk is full writes a part of one,
# which llvm-profdata skips.
LLVM_PROFILE_FILE=$results/%p-%m.profraw \
  ctest --test-dir build/coverage --output-on-failure --no-tests=error -j "$(nproc)" -E '^house/' ||
  die "tests failed (see above)"
llvm-profdata-14 merge -failure-mode=all -o "$results/all.profdata" "$results"/*.profraw 2>"$results/merge.log" ||
  die "the profiles cannot be read: $(tail -n 3 "$results/merge.log")"
# Only the programs of the present tests: the build folder may contain older ones.
mapfile -t programs < <(ctest --test-dir build/coverage --show-only=json-v1 |
  sed -n "s,^ *\"\($root/build/coverage/[^\"]*\)\".*,-object=\1,p" | sort -u)
# Its warnings about functions with mismatched data are harmless: inline functions that a program does not use.
llvm-cov-14 export -skip-functions -num-threads="$(nproc)" -instr-profile="$results/all.profdata" "${programs[@]}" \
  >"$results/all.json" 2>"$results/export.log" || die "the coverage cannot be read: $(tail -n 3 "$results/export.log")"
python3 tests/coverage.py "$results/all.json"
exit
