#!/usr/bin/env bash
# Makes every system call on the file that `eval` and `render` write fail with five different errors (strace). Either
# the program prints one sentence, exits with status 2 and leaves the old file unchanged and no temporary file, or the
# call was not needed and the new file is complete.
#   faults.sh PROGRAM
set -u
export ASAN_OPTIONS=${ASAN_OPTIONS:-}:detect_leaks=0 # LeakSanitizer does not work in a traced program
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
  echo "faults: skipped: strace is not installed or not allowed" >&2
  exit 77
}
here=$folder/here
mkdir "$here"

# The words that the message about each error must contain.
declare -A words=([ENOSPC]="no space left on device" [EIO]="input/output error" [EROFS]="read-only file system"
  [EACCES]="permission denied" [EINTR]="interrupted system call")
failed=0 harmless=0 late=0
for name in trace.npz maps.png maps.svg maps.pdf; do
  command=render
  [ "$name" = trace.npz ] && command=eval
  file=$here/$name
  "$program" $command "$example" -o "$file" 2>"$folder/said" || fail "$name cannot be written"
  cp "$file" "$folder/new"
  echo "the old file" >"$folder/old"
  cp "$folder/old" "$file"
  strace -f -y -o "$folder/log" "$program" $command "$example" -o "$file" || fail "$name cannot be written under strace"
  # "CALL N": each system call that names the folder or a file in it, and its number among the calls of that name.
  sed -E 's/^[0-9]+ +//' "$folder/log" | awk -v here="$here" '
    match($0, /^[a-z0-9_]+\(/) { call = substr($0, 1, RLENGTH - 1); n = ++count[call]
      if (index($0, here) && call != "execve") print call, n }' >"$folder/calls"
  [ "$(grep -c . "$folder/calls")" -ge 8 ] || fail "$name: only these calls were found: $(cat "$folder/calls")"
  while read -r call n; do
    for error in "${!words[@]}"; do
      cp "$folder/old" "$file"
      strace -f -qq -o /dev/null -e "inject=$call:error=$error:when=$n" \
        "$program" $command "$example" -o "$file" >/dev/null 2>"$folder/said" </dev/null
      status=$?
      where="$name: $error of call $n of $call (status $status)"
      if [ $status -eq 0 ]; then
        cmp -s "$file" "$folder/new" || fail "$where: the status is 0, but the file is not the new one"
        harmless=$((harmless + 1))
      else
        [ $status -eq 2 ] && [ "$(grep -c . "$folder/said")" -eq 1 ] || fail "$where: expected status 2 and one sentence"
        grep -q "${words[$error]}" "$folder/said" || fail "$where: the message does not name the cause"
        if grep -q 'folder could not be synced' "$folder/said"; then # only syncing the folder failed
          cmp -s "$file" "$folder/new" || fail "$where: the file is not the new one"
          late=$((late + 1))
        else
          cmp -s "$file" "$folder/old" || fail "$where: the old file has changed"
          failed=$((failed + 1))
        fi
      fi
      # If unlinkat fails, the temporary file stays until the file is written again.
      [ "$call" = unlinkat ] || [ "$(ls -A "$here" | wc -l)" -eq 1 ] || fail "$where: a temporary file is left"
    done
  done <"$folder/calls"
  rm -f "$file" "$here"/.[!.]*
done
echo "faults: eval and render: $((failed + harmless + late)) failing calls: $failed left the old file and printed a" \
  "sentence, $late left the new file and printed a sentence, $harmless had no effect"
