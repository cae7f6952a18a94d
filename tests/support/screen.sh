# Sourced by scripts that need an X server.

# until_true SECONDS COMMAND...: waits until the command succeeds, at most so many seconds.
until_true() {
  local deadline=$((SECONDS + $1))
  shift
  until "$@" >/dev/null 2>&1; do
    [ $SECONDS -lt $deadline ] || return 1
    sleep 0.1
  done
}

# start_screen WIDTHxHEIGHT FOLDER: starts an X server on a free display, so that several can run at the same time, and
# a window manager. Sets DISPLAY. stop_screen ends both.
start_screen() {
  : >"$2/display"
  exec 3<>"$2/display"
  Xvfb -displayfd 3 -screen 0 "${1}x24" -nolisten tcp 2>"$2/xvfb.log" &
  screen_server=$!
  until_true 60 test -s "$2/display" || { echo "Xvfb did not start: $(cat "$2/xvfb.log")" >&2; return 1; }
  export DISPLAY=:$(head -n 1 "$2/display")
  unset WAYLAND_DISPLAY
  openbox >"$2/openbox.log" 2>&1 &
  screen_manager=$!
  # A window that is opened while the window manager starts may stay invisible.
  until_true 60 xdotool get_num_desktops || { echo "openbox did not start: $(cat "$2/openbox.log")" >&2; return 1; }
}
stop_screen() {
  kill ${screen_manager:-} ${screen_server:-} 2>/dev/null
  wait 2>/dev/null
}
