#!/usr/bin/env bash
# run.sh TARGET seconds=N|runs=N [BYTES]: runs libFuzzer on one target, with inputs of at most BYTES bytes. Its corpus
# starts from tests/data/fuzz/TARGET.tar.gz and grows in build/fuzz/corpus. Prints one line.
# run.sh TARGET keep: adds those inputs of the grown corpus that reach new code to tests/data/fuzz/TARGET.tar.gz.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1
target=$1 length=$2 bytes=${3:-65536}
fuzzer=build/fuzz/tests/fuzz/fuzz_$target
archive=tests/data/fuzz/$target.tar.gz kept=build/fuzz/stored/$target
others=
[ "$target" = session ] && others="tests/data/malformed tests/data/golden resources/examples"
[ "$target" = arrays ] && others=tests/data/arrays
corpus=build/fuzz/corpus/$target log=build/fuzz/$target.log
rm -rf "$kept"
mkdir -p "$corpus" "$kept"
[ ! -e "$archive" ] || tar -xzf "$archive" -C "$kept" || exit 1
if [ "$length" = keep ]; then # not of arrays, whose inputs are tests/data/arrays; only short ones, because the quick suite runs each several times, truncated
  mkdir -p "$corpus.short"
  find "$corpus" -size -3 -exec cp -t "$corpus.short" {} + # up to 1024 bytes
  "$fuzzer" -set_cover_merge=1 -rss_limit_mb=2048 "$kept" $others "$corpus.short" >"$log" 2>&1 || exit 1
  [ -z "$others" ] || find $others -type f -exec sha1sum {} + | while read -r name _; do rm -f "$kept/$name"; done
  tar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner -C "$kept" -cf - . | gzip -9n >"$archive.new" && mv "$archive.new" "$archive" || exit 1
  du -bs "$archive"
  exit
fi
# -timeout=60: a file may request 2e7 drawn numbers, which take several seconds, and longer on a busy machine.
option=-max_total_time=${length#seconds=}
[[ $length = runs=* ]] && option=-$length
"$fuzzer" "$option" -max_len="$bytes" -timeout=60 -rss_limit_mb=2048 \
  -artifact_prefix="build/fuzz/$target-" -print_final_stats=1 "$corpus" "$kept" $others >"$log" 2>&1 && result=0 || result=1
runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
echo "fuzz $target: ${runs:-0} runs up to $bytes bytes, $([ $result = 0 ] && echo no finding || echo FAILED)"
[ $result = 0 ] || tail -n 40 "$log"
exit $result
