#!/usr/bin/env bash
# Works the real program once under a real X server, with mouse and keyboard: opens an example, types, edits, exports,
# saves, quits; then looks at what it wrote. Keeps screenshots.
#   drive.sh PROGRAM FOLDER [WIDTHxHEIGHT]      FOLDER/<size>-*.png
set -u
program=$1 out=$2 size=${3:-1280x800}
width=${size%x*} height=${size#*x}
mkdir -p "$out"
work=$(mktemp -d)
export XDG_CONFIG_HOME=$work/config HOME=$work QT_QPA_PLATFORM=xcb LC_ALL=C.UTF-8
unset WAYLAND_DISPLAY

fail() {
  echo "drive: $*" >&2
  [ -n "${DISPLAY:-}" ] && import -window root "$out/$size-failed.png" 2>/dev/null
  exit 1
}
finish() {
  kill ${app:-} ${manager:-} ${server:-} 2>/dev/null
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
shot() { import -window root "$out/$size-$1.png" || fail "no screenshot of $1"; }
key() { xdotool key --clearmodifiers "$@"; }
title() { xdotool getwindowname "$window"; }
untitled() { ! titled "$1"; }
titled() { title | grep -q -- "$1"; }
window_named() { xdotool search --onlyvisible --name "$1"; }
gone() { ! window_named "$1"; }
alive() { kill -0 "$app"; }

# A server of its own on a free display, so that several can run at once.
exec 3<>"$work/display" || { : >"$work/display"; exec 3<>"$work/display"; }
Xvfb -displayfd 3 -screen 0 "${size}x24" -nolisten tcp 2>"$work/xvfb.log" &
server=$!
until_true 20 test -s "$work/display" || fail "Xvfb did not start: $(cat "$work/xvfb.log")"
export DISPLAY=:$(head -n 1 "$work/display")
openbox >/dev/null 2>&1 &
manager=$!
# A window that is mapped while the window manager starts may stay invisible.
until_true 20 xdotool get_num_desktops || fail "the window manager did not start"

"$program" 2>"$work/errors" &
app=$!
until_true 30 window_named 'Headlight$' || fail "no window: $(cat "$work/errors")"
window=$(window_named 'Headlight$' | head -n 1)
xdotool windowsize --sync "$window" "$width" "$height" windowmove "$window" 0 0
xdotool windowactivate --sync "$window"
titled 'My shoes are small, three heads' || fail "the first example is not open: $(title)"

# Open an example from the menu: File > Examples > My shoes are small.
key alt+f; key e; key Up; key Up; key Return
until_true 10 titled 'My shoes are small —' || fail "the example did not open: $(title)"
shot 1-example

# Type a sentence into the field at the top.
xdotool mousemove --window "$window" 300 60 click 1
key ctrl+a
xdotool type --delay 20 'The cat sat on the mat, my cat'
until_true 10 titled '\*' || fail "typing did not mark the session as modified: $(title)"
key ctrl+z
until_true 10 untitled '\*' || fail "undo did not take the typing back: $(title)"
key ctrl+shift+z
until_true 10 titled '\*' || fail "redo did not make it again: $(title)"

# Select a cell of the first map and walk on with the arrow keys.
xdotool mousemove --window "$window" $((290 + (width - 570) / 8)) $((height * 30 / 100)) click 1
key Right Down

# Edit W_q: the first cell of the table on the left.
xdotool mousemove --window "$window" 85 368 click 1
xdotool type --delay 20 '1/4'
key Return
shot 2-edited

# Export the maps.
key ctrl+e
until_true 10 window_named 'Export' || fail "no export dialog"
shot 3-export
key Return
until_true 10 window_named 'Export maps as' || fail "no file dialog"
key ctrl+a
xdotool type --delay 10 "$work/maps.png"
key Return
until_true 20 test -s "$work/maps.png" || fail "nothing was exported"
until_true 10 gone 'Export' || fail "the export dialog stays"

# Save.
key ctrl+s
until_true 10 window_named 'Save session as' || fail "no save dialog"
key ctrl+a
xdotool type --delay 10 "$work/cat.headlight"
key Return
until_true 10 test -s "$work/cat.headlight" || fail "nothing was saved"
until_true 10 gone 'Save session as' || fail "the save dialog stays"
until_true 10 titled 'cat.headlight' || fail "the title does not show the file: $(title)"
shot 4-saved

key ctrl+q
wait "$app"
status=$?
app=
[ $status -eq 0 ] || fail "the program ended with $status: $(cat "$work/errors")"

# What it wrote is what was done.
grep -q '"sentence": "The cat sat on the mat, my cat"' "$work/cat.headlight" || fail "the sentence was not saved"
grep -q '\[0.25, ' "$work/cat.headlight" || fail "the edit of W_q was not saved"
identify "$work/maps.png" >/dev/null || fail "the exported picture cannot be read"
"$program" eval "$work/cat.headlight" -o "$work/trace.npz" || fail "the saved session cannot be evaluated"
"$program" render "$work/cat.headlight" -o "$work/maps.svg" || fail "the saved session cannot be drawn"
cp "$work/maps.png" "$out/$size-5-exported.png"
echo "drive: $size: opened, typed, edited, exported, saved, quit"
