#!/usr/bin/env bash
# The monkey with a real pointer and keyboard: under an X server and a window manager of its own.
#   pointer.sh headlight_monkey [ARGUMENTS...]
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../support/screen.sh"
work=$(mktemp -d)
trap 'stop_screen; rm -rf "$work"' EXIT
start_screen 1920x1080 "$work" || exit 1
LC_ALL=C.UTF-8 "$@" --pointer
