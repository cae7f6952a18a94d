#!/usr/bin/env bash
# Runs the monkey test with a real pointer and keyboard, in its own X server with a window manager.
#   pointer.sh headlight_monkey [ARGUMENTS...]
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../support/screen.sh"
work=$(mktemp -d)
trap 'stop_screen; rm -rf "$work"' EXIT
start_screen 1920x1080 "$work" || exit 1
LC_ALL=C.UTF-8 "$@" --pointer
