#!/usr/bin/env bash
# run.sh TARGET SECONDS: lets libFuzzer work on one target; its corpus grows in build/fuzz/corpus. Prints one line.
set -u
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1
target=$1 seconds=$2
seeds="tests/data/fuzz/$target"
[ "$target" = session ] && seeds="tests/data/malformed tests/data/golden resources/examples"
corpus=build/fuzz/corpus/$target log=build/fuzz/$target.log
mkdir -p "$corpus"
build/fuzz/tests/fuzz/fuzz_"$target" -max_total_time="$seconds" -max_len=65536 -timeout=10 -rss_limit_mb=2048 \
  -artifact_prefix="build/fuzz/$target-" -print_final_stats=1 "$corpus" $seeds >"$log" 2>&1 && result=0 || result=1
runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
echo "fuzz $target: ${runs:-0} runs in $seconds s, $([ $result = 0 ] && echo no finding || echo FAILED)"
[ $result = 0 ] || tail -n 40 "$log"
exit $result
