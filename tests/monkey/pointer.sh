#!/usr/bin/env bash
# The monkey with a real pointer and keyboard: under an X server and a window manager of its own.
#   pointer.sh headlight_monkey [ARGUMENTS...]
set -u
work=$(mktemp -d)
finish() {
  kill ${manager:-} ${server:-} 2>/dev/null
  wait 2>/dev/null
  rm -rf "$work"
}
trap finish EXIT

# until_true SECONDS COMMAND...: waits for a condition instead of sleeping for a time.
until_true() {
  local deadline=$((SECONDS + $1))
  shift
  until "$@" >/dev/null 2>&1; do
    [ $SECONDS -lt $deadline ] || return 1
    sleep 0.1
  done
}

: >"$work/display"
exec 3<>"$work/display"
Xvfb -displayfd 3 -screen 0 1920x1080x24 -nolisten tcp 2>"$work/xvfb.log" &
server=$!
until_true 20 test -s "$work/display" || { cat "$work/xvfb.log" >&2; exit 1; }
export DISPLAY=:$(head -n 1 "$work/display") LC_ALL=C.UTF-8
unset WAYLAND_DISPLAY
openbox >/dev/null 2>&1 &
manager=$!
until_true 20 xdotool get_num_desktops || { echo "pointer: the window manager did not start" >&2; exit 1; }
"$@" --pointer
