#!/usr/bin/env bash
# roots.sh SUITE FOLDER: makes a bare Debian in FOLDER, and in it runs what the README says, on a copy of this tree.
# Prints one line: the seconds that each command took, and each part of it.
set -u
suite=$1 folder=$2
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
fail() {
  echo "roots: $suite: $*" >&2
  exit 1
}
rm -rf --one-file-system "$folder"
mmdebstrap --quiet --variant=apt "$suite" "$folder" || fail "the system could not be made"
mkdir "$folder/src"
git ls-files -coz --exclude-standard | xargs -0 cp --parents -t "$folder/src"
cp /etc/resolv.conf "$folder/etc/" # so that it finds the packages as this system does
# In name spaces of its own: what is mounted and started there goes with it.
inside() { # COMMAND
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
