#!/usr/bin/env bash
# roots.sh SUITE FOLDER: installs a minimal Debian in FOLDER and runs both commands of the README there, on a copy of
# this tree. Prints one line: the seconds of each command and of each of its parts.
set -u
suite=$1 folder=$2
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
fail() {
  echo "roots: $suite: $*" >&2
  exit 1
}
rm -rf --one-file-system "$folder"
mmdebstrap --quiet --variant=apt "$suite" "$folder" || fail "Debian could not be installed"
mkdir "$folder/src"
git ls-files -coz --exclude-standard | xargs -0 cp --parents -t "$folder/src"
cp /etc/resolv.conf "$folder/etc/" # the name servers of this system
# inside COMMAND: runs it in namespaces of its own, so that its mounts and processes end with it.
inside() {
  unshare --mount --pid --fork bash -c '
    mount --rbind /dev "$0/dev" && mount -t proc proc "$0/proc" && mount --rbind /sys "$0/sys" && mount -t tmpfs tmpfs "$0/run" &&
      exec chroot "$0" /usr/bin/env -i HOME=/root HEADLIGHT_TIMES=/times PATH=/usr/sbin:/usr/bin:/sbin:/bin bash -c "$1"' "$folder" "$1"
}
for command in 'app/run --version' tests/run; do
  started=$SECONDS
  inside "cd /src && bash $command" || fail "bash $command failed"
  figures+="bash $command in $((SECONDS - started)) s ($(paste -sd , "$folder/times" | sed 's/,/, /g')), "
  rm "$folder/times"
done
rm -rf --one-file-system "$folder"
echo "$suite: ${figures}on $(nproc) x $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)"
