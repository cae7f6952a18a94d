#!/usr/bin/env bash
# run.sh TARGET seconds=N|runs=N [BYTES]: lets libFuzzer work on one target, with inputs of so many bytes at most; its
# corpus grows in build/fuzz/corpus from what is kept in tests/data/fuzz. Prints one line.
#   run.sh TARGET keep: what of the grown corpus reaches anything new goes to tests/data/fuzz/TARGET
set -u
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1
target=$1 length=$2 bytes=${3:-65536}
fuzzer=build/fuzz/tests/fuzz/fuzz_$target
kept=tests/data/fuzz/$target
others=
[ "$target" = session ] && others="tests/data/malformed tests/data/golden resources/examples"
corpus=build/fuzz/corpus/$target log=build/fuzz/$target.log
mkdir -p "$corpus" "$kept"
if [ "$length" = keep ]; then # short ones: the quick suite runs each, cut at some places
  mkdir -p "$corpus.short"
  find "$corpus" -size -3 -exec cp -t "$corpus.short" {} + # up to 1024 bytes
  "$fuzzer" -set_cover_merge=1 -rss_limit_mb=2048 "$kept" $others "$corpus.short" >"$log" 2>&1 || exit 1
  [ -z "$others" ] || find $others -type f -exec sha1sum {} + | while read -r name _; do rm -f "$kept/$name"; done
  du -bs "$kept"
  exit
fi
# A file may ask for 2e7 drawn numbers: some seconds here, and on a busy machine more.
option=-max_total_time=${length#seconds=}
[[ $length = runs=* ]] && option=-$length
"$fuzzer" "$option" -max_len="$bytes" -timeout=60 -rss_limit_mb=2048 \
  -artifact_prefix="build/fuzz/$target-" -print_final_stats=1 "$corpus" "$kept" $others >"$log" 2>&1 && result=0 || result=1
runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
echo "fuzz $target: ${runs:-0} runs up to $bytes bytes, $([ $result = 0 ] && echo no finding || echo FAILED)"
[ $result = 0 ] || tail -n 40 "$log"
exit $result
