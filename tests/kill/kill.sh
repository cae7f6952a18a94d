#!/usr/bin/env bash
# Kills a program that saves, from outside, and looks at what is left: always the old or the new file, byte for byte;
# and nothing beside it once the file has been opened again.
#   kill.sh PROGRAM calls D       SIGKILL at every system call of a save (strace), of a session of d = D
#   kill.sh PROGRAM moments N     at N random moments of saving again and again
set -u
export ASAN_OPTIONS=${ASAN_OPTIONS:-}:detect_leaks=0 # which nobody can in a program that is traced
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

# After each kill; counts which of the two files is there.
left_old=0 left_new=0 litter=0
judge() { # WHERE
  if cmp -s "$file" "$old"; then
    left_old=$((left_old + 1))
  elif cmp -s "$file" "$new"; then
    left_new=$((left_new + 1))
  else
    fail "$1: neither the old nor the new file"
  fi
  [ "$(ls -A "$folder/here" | wc -l)" -eq 1 ] || litter=$((litter + 1))
  "$saver" open "$file" || fail "$1: what is left cannot be opened"
  [ "$(ls -A "$folder/here" | wc -l)" -eq 1 ] || fail "$1: something lies beside it after the next start"
}

if [ "$what" = calls ]; then
  command -v strace >/dev/null && strace -o /dev/null true 2>/dev/null || {
    echo "kill: skipped: strace is not installed, or not allowed here" >&2
    exit 77
  }
  "$saver" make "$old" "$size" 1 && "$saver" make "$new" "$size" 2 || fail "no sessions"
  cp "$old" "$file"
  strace -f -o "$folder/log" "$saver" save "$new" "$file" || fail "it does not save"
  kills=0
  # Each call by its name, at its first, second ... time, as often as an undisturbed save makes it.
  for call in $(sed -E 's/^[0-9]+ +//' "$folder/log" | grep -oE '^[a-z0-9_]+\(' | tr -d '(' | grep -v execve | sort -u); do
    times=$(grep -cE "^[0-9]+ +$call\(" "$folder/log")
    for ((n = 1; n <= times; ++n)); do
      cp "$old" "$file"
      # (in a shell of its own, which says nothing of how it ended)
      (strace -f -qq -o /dev/null -e "inject=$call:signal=KILL:when=$n" "$saver" save "$new" "$file"; exit $?) 2>/dev/null
      [ $? -eq 137 ] || fail "call $n of $call did not come, or did not kill"
      judge "call $n of $call"
      kills=$((kills + 1))
    done
  done
  [ $left_new -gt 0 ] && [ $litter -gt 0 ] || fail "no kill came after the renaming, or none before: they were too few"
  echo "kill: $(stat -c %s "$old") bytes: SIGKILL at each of $kills system calls: $left_old old, $left_new new, 0 broken;" \
    "$litter left something beside it, 0 after the next start"
else
  "$saver" make "$old" 400 1 && "$saver" make "$new" 400 2 || fail "no sessions"
  cp "$old" "$file"
  RANDOM=${HEADLIGHT_SEED:-$$}
  seed=$RANDOM
  RANDOM=$seed
  for ((n = 0; n < size; ++n)); do
    "$saver" alternate "$old" "$new" "$file" &
    pid=$!
    sleep "0.$(printf %03d $((60 + RANDOM % 400)))"
    kill -KILL $pid 2>/dev/null || fail "it ended by itself"
    wait $pid 2>/dev/null
    judge "moment $n, seed $seed"
  done
  echo "kill: $(stat -c %s "$old") bytes: SIGKILL at $size random moments, seed $seed: $left_old old, $left_new new," \
    "0 broken; $litter left something beside it, 0 after the next start"
fi
