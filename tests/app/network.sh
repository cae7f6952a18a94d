#!/usr/bin/env bash
# Runs the program in a namespace without a network and checks every socket that it creates (strace). Only the Unix
# socket of the display is allowed. Skipped with a message and status 77 if the system allows no namespace or no strace.
#   network.sh PROGRAM [window]     `eval` and `render`; with "window" also a whole session with drive.sh
set -u
export ASAN_OPTIONS=${ASAN_OPTIONS:-}:detect_leaks=0 # LeakSanitizer does not work in a traced program
program=$(realpath "$1")
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
example=$here/../../resources/examples/shoes-three-heads.headlight
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_RUNTIME_DIR=$work/runtime # as on a desktop; otherwise Qt looks up the user's name
mkdir -m 700 "$XDG_RUNTIME_DIR"
fail() {
  echo "network: $*" >&2
  exit 1
}
skip() {
  echo "network: skipped: $*" >&2
  exit 77
}

command -v strace >/dev/null || skip "strace is not installed"
strace -o /dev/null true 2>/dev/null || skip "this system does not allow strace"
alone=(unshare --net)
"${alone[@]}" true 2>/dev/null || alone=(unshare --map-root-user --net)
"${alone[@]}" true 2>/dev/null || skip "this system does not allow network namespaces"

# look_at NAME LOG: counts the Unix sockets in the log, and fails if there are others.
sockets=0
look_at() {
  local others
  others=$(grep -E '\bsocket(pair)?\(' "$2" | grep -v -E '\bsocket(pair)?\(AF_UNIX, ')
  [ -z "$others" ] || fail "$1 created a network socket: $others"
  others=$(grep -E '\b(connect|sendto|bind)\(' "$2" | grep -E 'sa_family=' | grep -v 'sa_family=AF_UNIX')
  [ -z "$others" ] || fail "$1 used the network: $others"
  sockets=$(grep -c -E '\bsocket(pair)?\(AF_UNIX, ' "$2")
  paths=$(grep -E '\bconnect\(' "$2" | grep -o 'sun_path=@\?"[^"]*"' | sort -u | tr '\n' ' ')
}
traced() { "${alone[@]}" strace -f -qq -e trace=network -o "$work/log" "$@"; }

traced "$program" eval "$example" -o "$work/trace.npz" || fail "eval failed without a network"
look_at eval "$work/log"
[ "$sockets" -eq 0 ] || fail "eval created $sockets sockets: $(cat "$work/log")"
for format in png svg pdf; do
  traced "$program" render "$example" -o "$work/maps.$format" || fail "render failed without a network"
  look_at "render to $format" "$work/log"
  [ "$sockets" -eq 0 ] || fail "render created $sockets sockets: $(cat "$work/log")"
done
said="network: eval and render (png, svg, pdf): 0 sockets"

if [ "${2:-}" = window ]; then
  command -v Xvfb >/dev/null && command -v xdotool >/dev/null || skip "Xvfb and xdotool are not installed"
  # With -D, strace runs in the background, and the process that drive.sh starts becomes the program itself.
  cat >"$work/headlight" <<END
#!/bin/sh
exec strace -D -f -qq -e trace=network -o "$work/run.\$\$" "$program" "\$@"
END
  chmod +x "$work/headlight"
  "${alone[@]}" bash "$here/drive.sh" "$work/headlight" "$work/pictures" >"$work/drive" 2>&1 ||
    fail "drive.sh failed without a network: $(cat "$work/drive")"
  cat "$work"/run.* >"$work/window" # drive.sh starts it more than once
  look_at "the window" "$work/window"
  [ "$sockets" -gt 0 ] || fail "no socket of the display was found"
  said="$said; a session in the window: $sockets, all local ($paths)"
fi
echo "$said"
