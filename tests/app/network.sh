#!/usr/bin/env bash
# Runs the program where there is no network (a namespace of its own), and looks at every socket that it makes
# (strace): there may be none but the display's, which is a file on this machine. Skipped, with status 77 and words,
# where the system does not allow one of the two.
#   network.sh PROGRAM [window]     `eval` and `render`; and with "window" a whole session as drive.sh works it
set -u
export ASAN_OPTIONS=${ASAN_OPTIONS:-}:detect_leaks=0 # which nobody can in a program that is traced
program=$(realpath "$1")
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
example=$here/../../resources/examples/shoes-three-heads.headlight
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_RUNTIME_DIR=$work/runtime # as on a desktop; else Qt asks the system for the person's name
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
"${alone[@]}" true 2>/dev/null || skip "this system gives nobody a network namespace"

# Sockets of each run: how many of the display's kind; another one fails.
sockets=0
look_at() { # NAME LOG
  local others
  others=$(grep -E '\bsocket(pair)?\(' "$2" | grep -v -E '\bsocket(pair)?\(AF_UNIX, ')
  [ -z "$others" ] || fail "$1 made a socket of the network: $others"
  others=$(grep -E '\b(connect|sendto|bind)\(' "$2" | grep -E 'sa_family=' | grep -v 'sa_family=AF_UNIX')
  [ -z "$others" ] || fail "$1 spoke to the network: $others"
  sockets=$(grep -c -E '\bsocket(pair)?\(AF_UNIX, ' "$2")
  paths=$(grep -E '\bconnect\(' "$2" | grep -o 'sun_path=@\?"[^"]*"' | sort -u | tr '\n' ' ')
}
traced() { "${alone[@]}" strace -f -qq -e trace=network -o "$work/log" "$@"; }

traced "$program" eval "$example" -o "$work/trace.npz" || fail "eval does not work without a network"
look_at eval "$work/log"
[ "$sockets" -eq 0 ] || fail "eval made $sockets sockets: $(cat "$work/log")"
for format in png svg pdf; do
  traced "$program" render "$example" -o "$work/maps.$format" || fail "render does not work without a network"
  look_at "render to $format" "$work/log"
  [ "$sockets" -eq 0 ] || fail "render made $sockets sockets: $(cat "$work/log")"
done
said="network: eval and render (png, svg, pdf): 0 sockets"

if [ "${2:-}" = window ]; then
  command -v Xvfb >/dev/null && command -v xdotool >/dev/null || skip "Xvfb and xdotool are not installed"
  # The tracer beside it, so that the program has the process that drive.sh starts.
  cat >"$work/headlight" <<END
#!/bin/sh
exec strace -D -f -qq -e trace=network -o "$work/run.\$\$" "$program" "\$@"
END
  chmod +x "$work/headlight"
  "${alone[@]}" bash "$here/drive.sh" "$work/headlight" "$work/pictures" >"$work/drive" 2>&1 ||
    fail "the window cannot be worked without a network: $(cat "$work/drive")"
  cat "$work"/run.* >"$work/window" # drive.sh starts it more than once
  look_at "the window" "$work/window"
  [ "$sockets" -gt 0 ] || fail "the window is said to have no display"
  said="$said; a session in the window: $sockets, all of this machine ($paths)"
fi
echo "$said"
