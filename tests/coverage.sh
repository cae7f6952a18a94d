# Sourced by tests/run: what of the core its tests run, and what of its
# readers no test has tried. Fails under 95 % of its lines, or where there is such a place (see coverage.py). 4 minutes.
#   bash tests/run --coverage

[ $# -eq 0 ] || die "--coverage takes no argument"
need_packages $coverage_packages
build coverage all
results=$root/build/coverage/coverage
rm -rf "$results"
# A file for each process; who is killed leaves none, and who has no room for it half of one, which is passed over.
LLVM_PROFILE_FILE=$results/%p-%m.profraw \
  ctest --test-dir build/coverage --output-on-failure --no-tests=error -j "$(nproc)" -E '^house/' ||
  die "tests failed (see above)"
llvm-profdata-14 merge -failure-mode=all -o "$results/all.profdata" "$results"/*.profraw 2>"$results/merge.log" ||
  die "the profiles cannot be read: $(tail -n 3 "$results/merge.log")"
# Those of the tests that there are: a build that was there before may have more.
mapfile -t programs < <(ctest --test-dir build/coverage --show-only=json-v1 |
  sed -n "s,^ *\"\($root/build/coverage/[^\"]*\)\".*,-object=\1,p" | sort -u)
# It says that functions have mismatched data: inline ones that a program has no use for.
llvm-cov-14 export -skip-functions -num-threads="$(nproc)" -instr-profile="$results/all.profdata" "${programs[@]}" \
  >"$results/all.json" 2>"$results/export.log" || die "the coverage cannot be read: $(tail -n 3 "$results/export.log")"
python3 tests/coverage.py "$results/all.json"
exit
