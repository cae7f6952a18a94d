#!/usr/bin/env bash
# wheel.sh SUITE FOLDER: tries what app/wheel made in a minimal Debian in FOLDER, which has Python, Jupyter's kernel and a
# virtual X server, but none of the libraries that the program needs. Prints one line.
set -u
suite=$1 folder=$2
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
fail() {
  echo "wheel: $suite: $*" >&2
  exit 1
}
rm -rf --one-file-system "$folder"
needs=python3-venv,python3-numpy,python3-nbclient,python3-ipykernel,xvfb,xdotool,xz-utils
mmdebstrap --quiet --variant=apt --include=$needs "$suite" "$folder" || fail "Debian could not be installed"
cp build/wheel/*manylinux*.whl build/wheel/*.tar.xz resources/examples/shoes.headlight tests/app/python/test_package.py \
  "$folder/root/" || fail "bash app/wheel was not run"
cat >"$folder/root/notebook.py" <<'END'
# Runs a notebook, and prints what its first cell draws. The SVG of the second one would be too large.
import nbclient, nbformat
first = "import headlight_attention as h; h.show(attention=[[[1, 0], [.5, .5]]], tokens=['a', 'longer'])"
second = "h.show(attention=[[[1 / 64] * 64] * 64] * 12)"
notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in (first, second)])
nbclient.NotebookClient(notebook, kernel_name="python3").execute()
print(notebook.cells[0].outputs[0].data["image/svg+xml"])
assert "image/svg+xml" not in notebook.cells[1].outputs[0].data
assert notebook.cells[1].outputs[0].data["image/png"].startswith("iVBORw0KGgo")  # base64 of a PNG's first bytes
END
inside() {
  unshare --mount --pid --net --fork bash -c '
    mount --rbind /dev "$0/dev" && mount -t proc proc "$0/proc" && ip link set lo up 2>/dev/null
    exec chroot "$0" /usr/bin/env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin bash -c "$1"' "$folder" "$1"
}
# window COMMAND: starts it on a virtual X server and waits until its window stands. Prints the seconds.
cat >"$folder/root/window.sh" <<'END'
export DISPLAY=:9
Xvfb :9 -screen 0 1280x800x24 >/dev/null 2>&1 &
until xdotool getmouselocation >/dev/null 2>&1; do sleep 0.05; done
start=$(date +%s%N)
$1 /root/shoes.headlight &
timeout 60 xdotool search --sync --onlyvisible --name shoes >/dev/null || exit 1
tenths=$((($(date +%s%N) - start) / 100000000))
echo "$((tenths / 10)).$((tenths % 10))"
kill %2
wait %2
rm -f /tmp/.X9-lock
exit 0
END
window() { inside "bash /root/window.sh '$1'"; }
# What is not of the system's running, nor written by a program that Python starts.
files() {
  inside "find / -xdev -not -path '/var/*' -not -path '/proc/*' -not -path '/dev/*' -not -path '/tmp/*' \
    -not -path '*/.cache/*' -not -name '*.pyc' -not -name __pycache__ | sort"
}
inside "python3 -m venv --system-site-packages /root/v" || fail "Python makes no virtual environment"
files >"$folder.before"
start=$SECONDS
inside "/root/v/bin/pip install -q --no-index /root/*.whl" || fail "pip does not install it"
opened=$(window /root/v/bin/headlight) || fail "no window"
seconds=$((SECONDS - start))
inside "cd /root && QT_QPA_PLATFORM=offscreen HEADLIGHT=/root/v/bin/headlight v/bin/python test_package.py" \
  >"$folder.log" 2>&1 || { cat "$folder.log" >&2; fail "the package does not work"; }
# The kernel is the system's Python, which has not the packages of the virtual environment.
inside "PYTHONPATH=\$(echo /root/v/lib/python3*/site-packages) /root/v/bin/python /root/notebook.py" \
  >"$folder.svg" 2>"$folder.log" || { cat "$folder.log" >&2; fail "the notebook does not run"; }
grep -q longer "$folder.svg" || fail "the notebook shows no picture"
# The settings and the folder of unsaved work are a person's, and stay; .ipython is the kernel's.
inside "rm -rf /root/.config /root/.local /root/.ipython && /root/v/bin/pip uninstall -qy headlight-attention" || fail "pip does not remove it"
files | diff "$folder.before" - >&2 || fail "something is left"
inside "tar -C /opt -xf /root/*.tar.xz" && alone=$(window "/opt/headlight-*/headlight") || fail "the archive has no window"
rm -rf --one-file-system "$folder"
echo "$suite: wheel of $(($(stat -c %s build/wheel/*manylinux*.whl) / 1000)) kB: a window $opened s after its start, $seconds s after" \
  "pip began; a notebook's picture of $(($(stat -c %s "$folder.svg") / 1000)) kB; nothing left; the archive of" \
  "$(($(stat -c %s build/wheel/*.tar.xz) / 1000)) kB: a window after $alone s"
