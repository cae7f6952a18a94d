#!/usr/bin/env bash
# Works the real program once under a real X server, with mouse and keyboard: opens an example, types, edits, exports,
# saves, quits; looks at a pixel of a map on the way, and at the end at what it wrote. Keeps screenshots.
#   drive.sh PROGRAM FOLDER [WIDTHxHEIGHT]      FOLDER/<size>-*.png
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../support/screen.sh"
program=$1 out=$2 size=${3:-1280x800}
width=${size%x*} height=${size#*x}
example=$(dirname "$0")/../../resources/examples/shoes-three-heads.headlight
mkdir -p "$out"
work=$(mktemp -d)
export XDG_CONFIG_HOME=$work/config HOME=$work QT_QPA_PLATFORM=xcb LC_ALL=C.UTF-8

fail() {
  echo "drive: $*" >&2
  [ -n "${DISPLAY:-}" ] && import -window root "$out/$size-failed.png" 2>/dev/null
  exit 1
}
finish() {
  kill ${app:-} 2>/dev/null
  stop_screen
  rm -rf "$work"
}
trap finish EXIT

shot() { import -window root "$out/$size-$1.png" || fail "no screenshot of $1"; }
key() { xdotool key --clearmodifiers "$@"; }
title() { xdotool getwindowname "$window"; }
untitled() { ! titled "$1"; }
titled() { title | grep -q -- "$1"; }
active() { xdotool getactivewindow getwindowname | grep -q -- "$1"; }
# Its windows on the screen, menus among them.
windows_are() { [ "$(xdotool search --onlyvisible --pid "$app" 2>/dev/null | grep -c .)" -eq "$1" ]; }
# open_example DOWNS: File > Examples, and from the first entry that many down.
open_example() {
  key alt+f
  until_true 10 windows_are 2 || fail "the File menu did not open"
  key e
  until_true 10 windows_are 3 || fail "the examples did not open"
  for ((i = 0; i < $1; i++)); do key Down; done
  key Return
  until_true 10 windows_are 1 || fail "the menus stay open"
}
# A pixel of the cell in the corner of the first map, beside its number.
pixel() { import -window "$window" -crop 1x1+347+303 -depth 8 rgb:- | od -An -tx1; }
pixel_is() { [ "$(pixel)" = "$1" ]; }
pixel_is_not() { ! pixel_is "$1"; }
# Two pictures in a row are the same.
picture() { import -window "$window" rgb:- | md5sum; }
rested() { local last=$(picture); sleep 0.1; [ "$(picture)" = "$last" ]; }
window_named() { xdotool search --onlyvisible --name "$1"; }
gone() { ! window_named "$1"; }
alive() { kill -0 "$app"; }
write_as() { # TITLE FILE: names the file in the dialog of that title
  until_true 10 active "$1" || fail "no dialog \"$1\""
  key ctrl+a
  xdotool type --delay 10 "$2"
  key Return
  until_true 20 test -s "$2" || fail "\"$1\" wrote nothing"
}

start_screen "$size" "$work" || fail "there is no screen"
"$program" 2>"$work/errors" &
app=$!
until_true 30 window_named 'Headlight$' || fail "no window: $(cat "$work/errors")"
window=$(window_named 'Headlight$' | head -n 1)
xdotool windowsize --sync "$window" "$width" "$height" windowmove "$window" 0 0
xdotool windowactivate --sync "$window"
titled 'My shoes are small, three heads' || fail "the first example is not open: $(title)"

# Open examples from the menu: that with one head, and that with three again.
open_example 2
until_true 10 titled 'My shoes are small —' || fail "the example did not open: $(title)"
open_example 3
until_true 10 titled 'My shoes are small, three heads' || fail "the other example did not open: $(title)"
shot 1-example

# Type a sentence into the field at the top. The map follows; on a machine that stalls the keys may be several steps.
until_true 20 rested || fail "the window does not come to rest"
example_pixel=$(pixel)
xdotool mousemove --window "$window" 300 60 click 1
key ctrl+a
xdotool type --delay 20 'The cat sat on the mat, my cat'
until_true 10 titled '\*' || fail "typing did not mark the session as modified: $(title)"
steps=0
while titled '\*' && [ $steps -lt 30 ]; do
  key ctrl+z
  steps=$((steps + 1))
  until_true 2 untitled '\*'
done
untitled '\*' || fail "undo did not take the typing back: $(title)"
until_true 10 pixel_is "$example_pixel" || fail "the map did not follow undo: $(pixel), not$example_pixel"
for ((i = 0; i < steps; i++)); do key ctrl+shift+z; done
until_true 10 titled '\*' || fail "redo did not make it again: $(title)"
until_true 10 pixel_is_not "$example_pixel" || fail "the map did not follow redo:$example_pixel"

# Select the first cell of the first head's map (the example shows the second head) and walk on with the arrow keys.
xdotool mousemove --window "$window" 352 310 click 1
key Right Right Down

# Edit W_q of that head: the first cell of the table on the left. The map follows, also back and forth.
xdotool mousemove --window "$window" 85 443
until_true 20 rested || fail "the window does not come to rest"
before=$(pixel)
xdotool click 1
xdotool type --delay 20 '5/4'
key Return
until_true 10 pixel_is_not "$before" || fail "the map did not follow the edit of W_q:$before"
after=$(pixel)
shot 2-edited
key ctrl+z
until_true 10 pixel_is "$before" || fail "the map did not follow undo: $(pixel), not$before"
key ctrl+shift+z
until_true 10 pixel_is "$after" || fail "the map did not follow redo: $(pixel), not$after"

# Export the maps, from a size field, whose "end of line" the same keys are.
xdotool mousemove --window "$window" 30 280 click 1
key ctrl+e
until_true 10 active 'Export' || fail "no export dialog"
shot 3-export
key Return
write_as 'Export maps as' "$work/maps.png"
until_true 10 gone 'Export' || fail "the export dialog stays"

# Save.
key ctrl+s
write_as 'Save session as' "$work/cat.headlight"
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
grep -q '"selection": {"layer": 0, "head": 0, "query": 1, "key": 2}' "$work/cat.headlight" ||
  fail "another cell was selected: $(grep '"selection"' "$work/cat.headlight")"
# The weights of all heads are the example's but for one number: the first of W_q of the first head.
layers() { sed -n '/"layers"/,/"context_sentence"/p' "$1"; }
layers "$example" | awk 'first { sub(/\[[^,]*/, "[1.25"); first = 0 }
  /"W_q"/ && !seen { first = seen = 1 } { print }' >"$work/wanted"
layers "$work/cat.headlight" | diff "$work/wanted" - >&2 || fail "the saved weights are not those edited"
identify "$work/maps.png" >/dev/null || fail "the exported picture cannot be read"
"$program" eval "$work/cat.headlight" -o "$work/trace.npz" || fail "the saved session cannot be evaluated"
"$program" render "$work/cat.headlight" -o "$work/maps.svg" || fail "the saved session cannot be drawn"
cp "$work/maps.png" "$out/$size-5-exported.png"
echo "drive: $size: opened, typed, selected, edited, exported, saved, quit"
