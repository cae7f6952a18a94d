#!/usr/bin/env bash
# Kills a program while it saves a file. The file must always be the old or the new one, byte for byte, and no temporary
# file may be left after it has been opened again.
#   kill.sh PROGRAM calls D       SIGKILL at every system call of a save (strace), with a session of d = D
#   kill.sh PROGRAM moments N     SIGKILL at N random moments while it saves repeatedly
set -u
export ASAN_OPTIONS=${ASAN_OPTIONS:-}:detect_leaks=0 # LeakSanitizer does not work in a traced program
saver=$(realpath "$1") what=$2 size=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() {
  echo "kill: $*" >&2
  ls -la "$folder/here" >&2
  exit 1
}
mkdir "$folder/here"
old=$folder/old.headlight new=$folder/new.headlight file=$folder/here/lesson.headlight

# judge WHERE, called after each kill: checks the file, and counts old and new ones.
left_old=0 left_new=0 litter=0
judge() {
  if cmp -s "$file" "$old"; then
    left_old=$((left_old + 1))
  elif cmp -s "$file" "$new"; then
    left_new=$((left_new + 1))
  else
    fail "$1: the file is neither the old nor the new one"
  fi
  [ "$(ls -A "$folder/here" | wc -l)" -eq 1 ] || litter=$((litter + 1))
  "$saver" open "$file" || fail "$1: the file cannot be opened"
  [ "$(ls -A "$folder/here" | wc -l)" -eq 1 ] || fail "$1: a temporary file is left after the file was opened"
}

if [ "$what" = calls ]; then
  command -v strace >/dev/null && strace -o /dev/null true 2>/dev/null || {
    echo "kill: skipped: strace is not installed or not allowed" >&2
    exit 77
  }
  "$saver" make "$old" "$size" 1 && "$saver" make "$new" "$size" 2 || fail "the sessions could not be created"
  cp "$old" "$file"
  strace -f -o "$folder/log" "$saver" save "$new" "$file" || fail "the session could not be saved"
  kills=0 absent=0
  # Each system call by its name, at its first, second, ... occurrence in a complete save.
  for call in $(sed -E 's/^[0-9]+ +//' "$folder/log" | grep -oE '^[a-z0-9_]+\(' | tr -d '(' | grep -v execve | sort -u); do
    times=$(grep -cE "^[0-9]+ +$call\(" "$folder/log")
    for ((n = 1; n <= times; ++n)); do
      cp "$old" "$file"
      # (in a subshell, so that bash prints no "Killed")
      (strace -f -qq -o /dev/null -e "inject=$call:signal=KILL:when=$n" "$saver" save "$new" "$file"; exit $?) 2>/dev/null
      case $? in
        137) kills=$((kills + 1)) ;;
        # An allocator asks for memory once more or less from run to run: then the save was complete.
        0) cmp -s "$file" "$new" || fail "call $n of $call did not occur, and the session was not saved"
          absent=$((absent + 1)) ;;
        *) fail "call $n of $call did not kill, and the session could not be saved" ;;
      esac
      judge "call $n of $call"
    done
  done
  [ $((absent * 20)) -le $kills ] || fail "$absent of $((absent + kills)) calls did not occur"
  [ $left_new -gt 0 ] && [ $litter -gt 0 ] || fail "no kill came after the renaming, or none left a temporary file"
  echo "kill: $(stat -c %s "$old") bytes: SIGKILL at each of $kills system calls: $left_old old, $left_new new, 0 broken;" \
    "$litter left a temporary file, 0 after the file was opened"
else
  "$saver" make "$old" 400 1 && "$saver" make "$new" 400 2 || fail "the sessions could not be created"
  cp "$old" "$file"
  RANDOM=${HEADLIGHT_SEED:-$$}
  seed=$RANDOM
  RANDOM=$seed
  for ((n = 0; n < size; ++n)); do
    "$saver" alternate "$old" "$new" "$file" &
    pid=$!
    sleep "0.$(printf %03d $((60 + RANDOM % 400)))"
    kill -KILL $pid 2>/dev/null || fail "the program ended by itself"
    wait $pid 2>/dev/null
    judge "moment $n, seed $seed"
  done
  echo "kill: $(stat -c %s "$old") bytes: SIGKILL at $size random moments, seed $seed: $left_old old, $left_new new," \
    "0 broken; $litter left a temporary file, 0 after the file was opened"
fi
