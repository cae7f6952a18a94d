#!/usr/bin/env bash
# package.sh FOLDER: makes the Debian package, and tries it in a minimal Debian 12 in FOLDER. Prints one line.
set -u
folder=$1
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
fail() {
  echo "package: $*" >&2
  exit 1
}
rm -f build/release/*.deb
(cd build/release && cpack -G DEB >/dev/null 2>&1) || fail "cpack failed"
package=$(ls build/release/*.deb)
lintian --allow-root --fail-on error,warning --tag-display-limit 0 "$package" || fail "lintian finds something"

rm -rf --one-file-system "$folder"
mmdebstrap --quiet --variant=apt bookworm "$folder" || fail "Debian could not be installed"
cp "$package" resources/examples/shoes.headlight "$folder/root/"
cp /etc/resolv.conf "$folder/etc/" # the name servers of this system
inside() {
  unshare --mount --pid --fork bash -c '
    mount --rbind /dev "$0/dev" && mount -t proc proc "$0/proc" &&
      exec chroot "$0" /usr/bin/env -i HOME=/root DEBIAN_FRONTEND=noninteractive PATH=/usr/sbin:/usr/bin:/sbin:/bin bash -c "$1"' "$folder" "$1"
}
# What is not the package's: logs, caches, and lists of packages.
files() { inside "find / -xdev -not -path '/var/*' -not -path '/proc/*' -not -path '/dev/*' -not -path '/root/*' -not -path '/tmp/*' | sort"; }
install="apt-get -qq install -y --no-install-recommends"
needs=$(dpkg-deb -f "$package" Depends | tr ',' '\n' | sed 's/|.*//; s/(.*//')
inside "apt-get -qq update && $install $(echo $needs) desktop-file-utils shared-mime-info man-db >/dev/null" ||
  fail "what it needs could not be installed"
files >"$folder/root/before"
inside "$install /root/*.deb >/dev/null" || fail "it could not be installed"
inside "headlight render /root/shoes.headlight -o /root/shoes.png && headlight eval /root/shoes.headlight -o /root/shoes.npz" || fail "it does not run"
[ -s "$folder/root/shoes.png" ] || fail "it draws nothing"
inside "QT_QPA_PLATFORM=offscreen timeout 10 headlight /root/shoes.headlight; [ \$? = 124 ]" || fail "the window does not stay open"
inside "grep -q headlight /usr/share/applications/mimeinfo.cache && grep -q headlight /usr/share/mime/globs2 && man -w headlight >/dev/null" || fail "the desktop does not know it"
inside "apt-get -qq purge -y headlight >/dev/null" || fail "it could not be removed"
files >"$folder/root/after"
diff "$folder/root/before" "$folder/root/after" >&2 || fail "something is left"
size=$(($(stat -c %s "$package") / 1000))
rm -rf --one-file-system "$folder"
echo "$(basename "$package"), $size kB: accepted by lintian, installed, drew an example, opened its window, and was removed without leavings"
