#!/usr/bin/env bash
# oclgrind.sh BUILD SESSION|TOKENS...: what `headlight eval` computes of each session on the device that oclgrind simulates,
# and the cases of tst_openClOptions with so many tokens. It sees what a kernel reads or writes beside a buffer, and work
# items that race for one place. Its exit code says nothing, so its log must be empty; the numbers are compared with the
# formulas, as `checked:` prints it, or by the test.
set -u
build=$1
shift
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
export XDG_CACHE_HOME=$folder HEADLIGHT_NO_TRIAL=1

# simulated COMMAND...: the command's output is in $folder/said.
simulated() {
  rm -f "$folder/log"
  if ! oclgrind --data-races --check-api --log "$folder/log" "$@" >"$folder/said"; then
    tail -n 40 "$folder/said" >&2
    return 1
  fi
  if [ ! -f "$folder/log" ] || [ -s "$folder/log" ]; then
    head -n 40 "$folder/log" >&2
    return 1
  fi
}

for what in "$@"; do
  if [[ $what =~ ^[0-9]+$ ]]; then
    # Qt's own handler would wait for ever if oclgrind's memory is damaged.
    HEADLIGHT_TOKENS=$what simulated "$build/tests/test_core_backend" tst_openClOptions -nocrashhandler large || exit 1
    passed=$(grep -c '^PASS.*::large' "$folder/said") || exit 1
    echo "$passed sessions of $what tokens: nothing found"
  else
    simulated "$build/app/headlight" eval --backend checked:opencl "$what" -o "$folder/out.npz" || exit 1
    # "scores   differs from the double-precision reference by at most 1.2e-07"
    awk '{if (!($NF <= 1e-5)) {print; bad = 1}} END {exit bad || NR == 0}' "$folder/said" || exit 1
    echo "$(basename "$what"): nothing found"
  fi
done
