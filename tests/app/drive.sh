#!/usr/bin/env bash
# Uses the real program under a real X server with mouse and keyboard: opens an example, types, edits, exports, saves
# and quits. Compares pictures of the maps on the way and checks the written files at the end. Keeps screenshots.
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
# windows_are N: the program has N visible windows, menus included.
windows_are() { [ "$(xdotool search --onlyvisible --pid "$app" 2>/dev/null | grep -c .)" -eq "$1" ]; }
# open_example DOWNS: opens File > Examples, presses Down so many times, then Return.
open_example() {
  key alt+f
  until_true 10 windows_are 2 || fail "the File menu did not open"
  key e
  until_true 10 windows_are 3 || fail "the examples did not open"
  for ((i = 0; i < $1; i++)); do key Down; done
  key Return
  until_true 10 windows_are 1 || fail "the menus did not close"
}
# boxes: prints X Y WIDTH HEIGHT of all areas of one colour that are large enough for a cell, from top to bottom and left
# to right. Takes every second pixel, because ImageMagick finds at most 65535 areas, and letters are many.
boxes() {
  import -window "$window" png:- | convert - -sample 50% -define connected-components:verbose=true -connected-components 4 null: |
    sed -nE 's/^ *[0-9]+: ([0-9]+)x([0-9]+)\+([0-9]+)\+([0-9]+) .*/\3 \4 \1 \2/p' |
    awk '$3 >= 6 && $4 >= 6' | sort -k2n -k1n
}
# cells maps|tables: prints the boxes that are cells. A cell of a map touches a box of its width on the right and below.
# A cell of a table is wide and in the left panel, with a line between it and a box of its width on the right. Adjacent
# cells of the same colour are one box and are not found.
cells() {
  boxes | awk -v of="$1" '
    { x[NR] = $1; y[NR] = $2; w[NR] = $3; h[NR] = $4; width[$1, $2] = $3 }
    function alike(i, px, py) { return (px, py) in width && (width[px, py] - w[i]) ^ 2 <= 1 }
    function right(i, gap) { return alike(i, x[i] + w[i] + gap, y[i]) }
    function is_of_map(i) { return right(i, 0) && alike(i, x[i], y[i] + h[i]) }
    function is_of_table(i) { return x[i] < 125 && w[i] >= 2 * h[i] && (right(i, 1) || right(i, 2)) }
    END {
      for (i = 1; i <= NR; i++)
        if (of == "maps" ? is_of_map(i) : is_of_table(i))
          print 2 * x[i], 2 * y[i], 2 * w[i], 2 * h[i]
    }'
}
aside() { xdotool mousemove --window "$window" 0 0; } # moves the pointer away, because it changes what is below it
# click_on maps|tables: clicks the first visible cell.
click_on() {
  local place
  place=$(cells "$1" | awk '{ print $1 + 4, $2 + 3; exit }')
  [ -n "$place" ] || fail "no $1 are visible"
  xdotool mousemove --window "$window" $place click 1
  aside
}
# place_of_maps: prints where the maps are, as WIDTHxHEIGHT+X+Y. maps: prints a checksum of their picture.
place_of_maps() {
  cells maps | awk 'NR == 1 { left = $1; top = $2 }
    { left = $1 < left ? $1 : left; right = $1 + $3 > right ? $1 + $3 : right; bottom = $2 + $4 }
    END { if (NR > 10) print right - left "x" bottom - top "+" left "+" top }'
}
maps() { import -window "$window" -crop "$place" -depth 8 rgb:- | md5sum; }
maps_are() { [ "$(maps)" = "$1" ]; }
maps_are_not() { ! maps_are "$1"; }
# rested: two of three successive pictures of the window are equal; the text cursor blinks, so that each may be unlike the
# one before it.
picture() { import -window "$window" rgb:- | md5sum; }
rested() { for _ in 1 2 3; do picture; sleep 0.1; done | sort | uniq -d | grep -q .; }
window_named() { xdotool search --onlyvisible --name "$1"; }
left() { ! window_named "$1" && active 'Headlight$'; } # keys go to the window again, not to a dialog
alive() { kill -0 "$app"; }
write_as() { # TITLE FILE: types the file name into the dialog of that title
  until_true 10 active "$1" || fail "no dialog \"$1\""
  key ctrl+a
  xdotool type --delay 10 "$2"
  key Return
  until_true 20 test -s "$2" || fail "\"$1\" wrote nothing"
}

start_screen "$size" "$work" || fail "the X server could not be started"
"$program" 2>"$work/errors" &
app=$!
until_true 30 window_named 'Headlight$' || fail "no window: $(cat "$work/errors")"
window=$(window_named 'Headlight$' | head -n 1)
xdotool windowsize --sync "$window" "$width" "$height" windowmove "$window" 0 0
xdotool windowactivate --sync "$window"
titled 'My shoes are small, three heads' || fail "the first example is not open: $(title)"

# Open two examples from the menu: the one with one head, then the one with three heads again.
open_example 2
until_true 10 titled 'My shoes are small —' || fail "the example did not open: $(title)"
open_example 3
until_true 10 titled 'My shoes are small, three heads' || fail "the other example did not open: $(title)"
shot 1-example

# Type a sentence into the field at the top. The maps follow. On a slow machine the typing may be
# several undo steps.
xdotool mousemove --window "$window" 300 57 click 1
aside
until_true 20 rested || fail "the window does not come to rest"
place=$(place_of_maps)
[ -n "$place" ] || fail "no maps are visible"
example_maps=$(maps) # without a frame of the focus
key ctrl+a
xdotool type --delay 20 'The cat sat on the mat, my cat'
until_true 10 titled '\*' || fail "typing did not mark the session as modified: $(title)"
steps=0
while titled '\*' && [ $steps -lt 30 ]; do
  key ctrl+z
  steps=$((steps + 1))
  until_true 2 untitled '\*'
done
untitled '\*' || fail "undo did not undo the typing: $(title)"
until_true 10 maps_are "$example_maps" || fail "the map did not follow undo"
for ((i = 0; i < steps; i++)); do key ctrl+shift+z; done
until_true 10 titled '\*' || fail "redo did not restore the typing: $(title)"
until_true 10 maps_are_not "$example_maps" || fail "the map did not follow redo"

# Click a map, go to the first cell of the first head (the example selects another one), and move with the arrow keys.
until_true 20 rested || fail "the window does not come to rest"
place=$(place_of_maps)
click_on maps
key bracketleft bracketleft ctrl+Home
key Right Right Down

# Edit the first cell of the first table, which is W_q of that head. The maps follow the edit, undo and redo.
click_on tables
until_true 20 rested || fail "the window does not come to rest"
before=$(maps)
xdotool type --delay 20 '5/4'
key Return
until_true 10 maps_are_not "$before" || fail "the map did not follow the edit of W_q"
after=$(maps)
shot 2-edited
key ctrl+z
until_true 10 maps_are "$before" || fail "the map did not follow undo"
key ctrl+shift+z
until_true 10 maps_are "$after" || fail "the map did not follow redo"

# Export the maps while the find field has the focus, where Ctrl+E could also mean "end of line".
key ctrl+f
key ctrl+e
until_true 10 active 'Export' || fail "no export dialog"
shot 3-export
key Return
write_as 'Export maps as' "$work/maps.png"
until_true 10 left 'Export' || fail "the export dialog did not close"

# Save.
key ctrl+s
write_as 'Save session as' "$work/cat.headlight"
until_true 10 left 'Save session as' || fail "the save dialog did not close"
until_true 10 titled 'cat.headlight' || fail "the title does not show the file: $(title)"
shot 4-saved

key ctrl+q
wait "$app"
status=$?
app=
[ $status -eq 0 ] || fail "the program ended with $status: $(cat "$work/errors")"

# Check the written files.
grep -q '"sentence": "The cat sat on the mat, my cat"' "$work/cat.headlight" || fail "the sentence was not saved"
grep -q '"selection": {"layer": 0, "head": 0, "query": 1, "key": 2, "stage": "scores"}' "$work/cat.headlight" ||
  fail "another cell was selected: $(grep '"selection"' "$work/cat.headlight")"
# The weights of all heads are those of the example, except the first number of W_q of the first head.
layers() { sed -n '/"layers"/,/"context_sentence"/p' "$1"; }
layers "$example" | awk 'first { sub(/\[[^,]*/, "[1.25"); first = 0 }
  /"W_q"/ && !seen { first = seen = 1 } { print }' >"$work/wanted"
layers "$work/cat.headlight" | diff "$work/wanted" - >&2 || fail "the saved weights are not the edited ones"
identify "$work/maps.png" >/dev/null || fail "the exported picture cannot be read"
"$program" eval "$work/cat.headlight" -o "$work/trace.npz" || fail "the saved session cannot be evaluated"
"$program" render "$work/cat.headlight" -o "$work/maps.svg" || fail "the saved session cannot be drawn"
cp "$work/maps.png" "$out/$size-5-exported.png"
echo "drive: $size: opened, typed, selected, edited, exported, saved, quit"
