#!/usr/bin/env bash
# The moving picture of the README: a number of W_q is dragged in the real window, and the maps follow.
#   moving.sh PROGRAM OUT.gif
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../support/screen.sh"
program=$1 out=$2
work=$(mktemp -d)
export XDG_CONFIG_HOME=$work/config XDG_STATE_HOME=$work/state QT_QPA_PLATFORM=xcb LC_ALL=C.UTF-8
finish() {
  kill "${app:-}" 2>/dev/null
  stop_screen
  rm -rf "$work"
}
trap finish EXIT
fail() {
  echo "moving: $*" >&2
  exit 1
}
start_screen 1280x800 "$work" || fail "the X server could not be started"
"$program" &
app=$!
until_true 30 xdotool search --onlyvisible --name 'Headlight$' || fail "no window"
window=$(xdotool search --onlyvisible --name 'Headlight$' | head -n 1)
xdotool windowsize --sync "$window" 1280 800 windowmove "$window" 0 0 windowactivate --sync "$window"
sleep 2
frame() {
  sleep 0.15
  import -window "$window" -depth 8 "$work/$(printf %03d "$count").png" || fail "no picture"
  count=$((count + 1))
}
count=0 x=110 y=423 # the second number in the second row of W_q of head 2
frame
xdotool mousemove --window "$window" $x $y mousedown 1
for ((i = 1; i <= 16; ++i)); do
  x=$((x + (i <= 4 || i > 12 ? 25 : -25)))
  xdotool mousemove --window "$window" $x $y
  frame
done
xdotool mouseup 1
frame
# One palette for all pictures, so that what does not change is left out of each.
mogrify -crop 940x530+0+172 +repage -resize 705x "$work"/*.png
convert "$work"/*.png -append -dither None -colors 128 -unique-colors "$work/palette.gif"
mogrify -dither None -remap "$work/palette.gif" "$work"/*.png
convert -delay 16 -loop 0 "$work"/*.png -layers OptimizePlus -layers OptimizeTransparency "$out" && ls -l "$out"
