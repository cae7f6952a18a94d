#!/usr/bin/env bash
# oclgrind.sh PROGRAM SESSION...: what `headlight eval` computes of each session on the device that oclgrind simulates. It
# sees what a kernel reads or writes beside a buffer, and work items that race for one place. Its exit code says nothing,
# so its log must be empty; and the numbers are compared with the formulas, as `checked:` prints it.
set -u
program=$1
shift
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
export XDG_CACHE_HOME=$folder
for session in "$@"; do
  oclgrind --data-races --check-api --log "$folder/log" "$program" eval --backend checked:opencl "$session" \
    -o "$folder/out.npz" >"$folder/said" || exit 1
  if [ ! -f "$folder/log" ] || [ -s "$folder/log" ]; then
    head -n 40 "$folder/log" >&2
    exit 1
  fi
  # "scores   differs from the double-precision reference by at most 1.2e-07"
  awk '{if (!($NF <= 1e-5)) {print; bad = 1}} END {exit bad || NR == 0}' "$folder/said" || exit 1
  echo "$(basename "$session"): nothing found"
done
