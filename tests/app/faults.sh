#!/usr/bin/env bash
# Lets every system call fail that `eval` and `render` make of the file that they write, each in four ways (strace): one
# sentence, status 2, the old file byte for byte, nothing beside it; or the call did not matter, and the file is new.
#   faults.sh PROGRAM
set -u
export ASAN_OPTIONS=${ASAN_OPTIONS:-}:detect_leaks=0 # which nobody can in a program that is traced
program=$(realpath "$1")
example=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/../../resources/examples/shoes.headlight
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export XDG_RUNTIME_DIR=$folder LC_ALL=C.UTF-8
fail() {
  echo "faults: $*" >&2
  cat "$folder/said" >&2
  exit 1
}
command -v strace >/dev/null && strace -o /dev/null true 2>/dev/null || {
  echo "faults: skipped: strace is not installed, or not allowed here" >&2
  exit 77
}
here=$folder/here
mkdir "$here"

# The words that a sentence about each must hold.
declare -A words=([ENOSPC]="no space left on device" [EIO]="input/output error" [EROFS]="read-only file system"
  [EACCES]="permission denied")
failed=0 harmless=0 late=0
for name in trace.npz maps.png maps.svg maps.pdf; do
  command=render
  [ "$name" = trace.npz ] && command=eval
  file=$here/$name
  "$program" $command "$example" -o "$file" 2>"$folder/said" || fail "$name cannot be written at all"
  cp "$file" "$folder/new"
  echo "the old file" >"$folder/old"
  cp "$folder/old" "$file"
  strace -f -y -o "$folder/log" "$program" $command "$example" -o "$file" || fail "$name cannot be written here"
  # "CALL N": each call that names the folder, or what is in it, and which of its kind it is.
  sed -E 's/^[0-9]+ +//' "$folder/log" | awk -v here="$here" '
    match($0, /^[a-z0-9_]+\(/) { call = substr($0, 1, RLENGTH - 1); n = ++count[call]
      if (index($0, here) && call != "execve") print call, n }' >"$folder/calls"
  [ "$(grep -c . "$folder/calls")" -ge 8 ] || fail "$name: only these calls were seen: $(cat "$folder/calls")"
  while read -r call n; do
    for error in "${!words[@]}"; do
      cp "$folder/old" "$file"
      strace -f -qq -o /dev/null -e "inject=$call:error=$error:when=$n" \
        "$program" $command "$example" -o "$file" >/dev/null 2>"$folder/said" </dev/null
      status=$?
      where="$name: $error of call $n of $call (status $status)"
      if [ $status -eq 0 ]; then
        cmp -s "$file" "$folder/new" || fail "$where: it says that all is well, and the file is another"
        harmless=$((harmless + 1))
      else
        [ $status -eq 2 ] && [ "$(grep -c . "$folder/said")" -eq 1 ] || fail "$where: that is not one sentence"
        grep -q "${words[$error]}" "$folder/said" || fail "$where: the cause is not named"
        if grep -q 'folder could not be synced' "$folder/said"; then # only the folder was not synced to disk
          cmp -s "$file" "$folder/new" || fail "$where: the file is another"
          late=$((late + 1))
        else
          cmp -s "$file" "$folder/old" || fail "$where: the old file is not as it was"
          failed=$((failed + 1))
        fi
      fi
      # Where the one call fails that would take it away, it goes the next time that the file is written.
      [ "$call" = unlinkat ] || [ "$(ls -A "$here" | wc -l)" -eq 1 ] || fail "$where: something lies beside it"
    done
  done <"$folder/calls"
  rm -f "$file" "$here"/.[!.]*
done
echo "faults: eval and render: $((failed + harmless + late)) failing calls: $failed left the old file with a sentence," \
  "$late the new one with one, $harmless did not matter"
