# Sourced by tests/run: tests that take minutes to hours, one part at a time. A part consists of chunks. A run that was
# stopped continues after the last chunk that passed, unless the code has changed. A finished part writes its figures to
# the table in tests/long-runs.md, replaces those of its previous run there, and starts from the first chunk next time.
#   bash tests/run --long PART [CHUNKS]     monkey, pointer, fuzz, tidy, screenshots, edits,
#                                           crash, soak, kill, disk, network, roots, package, wheel, mutants, golden,
#                                           pytorch, oclgrind

# part_PART prepares a part and sets the number of its chunks. chunk_PART K runs one chunk, whose last line of output is
# its figures. sum_PART, if there is one, makes one line from the figures of all chunks.
part_monkey() { build release headlight_monkey && chunks=20; }
chunk_monkey() { build/release/tests/monkey/headlight_monkey --seed $((seed + $1)) --actions 10000 --log "$state/chunk.log"; }

part_pointer() { build release headlight_monkey && chunks=10; }
chunk_pointer() {
  bash tests/monkey/pointer.sh build/release/tests/monkey/headlight_monkey --seed $((seed + $1)) --actions 1000 \
    --log "$state/chunk.log"
}

part_fuzz() {
  need_packages $fuzz_packages
  build fuzz fuzzers && chunks=20
}
fuzzed=(session pasted sentence journal arrays)
fuzzed_bytes=(512 2048 8192 65536) # the longest input: short ones run faster, long ones reach more code
chunk_fuzz() ( # all chunks together: 10^6 runs of each target
  set -o pipefail
  printf '%s\n' "${fuzzed[@]}" |
    xargs -P "$(nproc)" -I{} bash tests/fuzz/run.sh {} runs=50000 "${fuzzed_bytes[$1 % 4]}" | sort | paste -sd ';'
)
sum_fuzz() {
  tr ';' '\n' | awk '{runs[$2] += $3} END {for (target in runs) printf "%s %d runs, ", target, runs[target]; print "no finding"}'
}

part_tidy() {
  need_packages clang-tidy-14
  build release all
  mapfile -t sources < <(find core ui app -name '*.cpp' | sort)
  chunks=${#sources[@]}
}
chunk_tidy() { # each file alone, which also finds missing includes
  cmake --preset fuzz -B build/tidy -DHEADLIGHT_SANITIZE= -DHEADLIGHT_UI=ON -DHEADLIGHT_UNITY=OFF \
    -DCMAKE_EXPORT_COMPILE_COMMANDS=ON >/dev/null &&
    clang-tidy-14 -p build/tidy --quiet --warnings-as-errors='*' "${sources[$1]}" 2>/dev/null && echo "${sources[$1]}: clean"
}

part_screenshots() { build release headlight_screens && chunks=2; }
chunk_screenshots() { # at the scales 1 and 2
  QT_SCALE_FACTOR=$(($1 + 1)) build/release/tests/screens/headlight_screens build/screenshots
}

# 10,000 random edits on each target, with one, two and three threads; each answer is that of a new computation.
part_edits() { build release test_core_engine && chunks=10; }
chunk_edits() {
  HEADLIGHT_SEED=$((seed % 1000000 + 20 * $1)) build/release/tests/test_core_engine tst_threads randomEdits \
    >"$state/chunk.log" 2>&1 && grep -o 'edits: .*' "$state/chunk.log" | paste -sd ';'
}
sum_edits() {
  tr ';' '\n' | awk '{edits[$4] += $2} END {for (target in edits) printf "%s %d edits, ", target, edits[target]}' |
    sed 's/$/with 1, 2 and 3 threads: each answer is that of a new computation, bit for bit/'
}

# crash: the program is killed at random moments while it is edited. soak: 20 minutes of edits. The tests print the
# figures.
part_crash() { build release test_app && chunks=10; }
chunk_crash() {
  HEADLIGHT_KILLS=20 HEADLIGHT_SEED=$((seed % 1000000 + 20 * $1)) \
    build/release/tests/test_app tst_crash aKillCostsTwoSecondsAtMost | figure_of crash
}
sum_crash() { grep -o '[0-9]* ms' | sort -n | tail -n 1 | sed 's/.*/20 kills in each chunk, while editing: at most & of edits lost/'; }
part_soak() { build release test_app && chunks=1; }
chunk_soak() { HEADLIGHT_SOAK=1200 build/release/tests/test_app tst_soak handlesStayAndInALongRunMemory | figure_of 'soak: 1200'; }

# A save is killed at every system call (strace), with sessions of three sizes, and at random moments.
part_kill() {
  need_packages strace
  build release headlight_saver && chunks=4
}
chunk_kill() {
  local saver=build/release/tests/kill/headlight_saver sizes=(8 100 700)
  if [ "$1" -lt 3 ]; then
    bash tests/kill/kill.sh $saver calls "${sizes[$1]}"
  else
    HEADLIGHT_SEED=$((seed % 32768)) bash tests/kill/kill.sh $saver moments 200
  fi
}
sum_kill() { sed 's/^kill: //' | paste -sd ';' | sed 's/; */; /g'; }
# Every system call on the file that eval and render write fails with five different errors (strace).
part_disk() {
  need_packages strace
  build release headlight && chunks=1
}
chunk_disk() { bash tests/app/faults.sh build/release/app/headlight; }
# Counts the sockets of a whole session in the window, in a namespace without a network (strace).
part_network() {
  need_packages strace
  build release headlight && chunks=1
}
chunk_network() { bash tests/app/network.sh build/release/app/headlight window; }

# Runs and times both commands of the README in a minimal Debian 12 and 13. Needs root, to install and enter them.
roots=(bookworm trixie)
part_roots() {
  need_packages mmdebstrap
  [ "$(id -u)" -eq 0 ] && chunks=${#roots[@]}
}
chunk_roots() { bash tests/roots.sh "${roots[$1]}" "$state/${roots[$1]}"; }
sum_roots() { paste -sd '|' | sed 's/|/; /'; } # both

# The Debian package: lintian accepts it, and in a minimal Debian 12 it is installed, draws an example, and is removed
# without leavings. Needs root.
part_package() {
  need_packages mmdebstrap lintian dpkg-dev file
  [ "$(id -u)" -eq 0 ] && build release headlight && chunks=1
}
chunk_package() { bash tests/package.sh "$state/package"; }

# The wheel and the archive (app/wheel), in a minimal Debian 12 and 13. Needs root and the registry of Python packages.
part_wheel() {
  need_packages mmdebstrap
  [ "$(id -u)" -eq 0 ] && bash app/wheel && chunks=${#roots[@]}
}
chunk_wheel() { bash tests/wheel.sh "${roots[$1]}" "$state/wheel-${roots[$1]}"; }
sum_wheel() { sum_roots; }

# One chunk for each small fault (mutants.tsv); a test must catch it.
part_mutants() { python3 tests/mutants.py prepare && chunks=$(python3 tests/mutants.py count); }
chunk_mutants() { python3 tests/mutants.py "$1"; }
sum_mutants() { echo "$(wc -l) small faults, each caught by a test"; }

# Debian's PyTorch computes the expected numbers of the golden files again.
part_golden() { need_packages python3-torch && chunks=1; }
chunk_golden() { /usr/bin/python3 -B tests/golden/make.py --check && echo "all golden numbers agree with PyTorch"; }

# The code of every example and of random sessions is run with Debian's PyTorch.
part_pytorch() {
  need_packages python3-torch
  build release test_core_code && chunks=1
}
chunk_pytorch() {
  HEADLIGHT_PYTORCH=1 build/release/tests/test_core_code tst_exportedCode >"$state/chunk.log" 2>&1 &&
    echo "the code of all examples and of 180 random sessions computes with PyTorch what Headlight shows"
}

# Each example, and sessions of each of these numbers of tokens, on oclgrind's simulated OpenCL device. (257 tokens would
# take it an hour.)
part_oclgrind() {
  need_packages oclgrind
  build release headlight test_core_backend
  mapfile -t simulated < <(find resources/examples -name '*.headlight' | sort && printf '%s\n' 1 2 3 7 63 64 65)
  chunks=${#simulated[@]}
}
chunk_oclgrind() { bash tests/oclgrind.sh build/release "${simulated[$1]}"; }

figure_of() { # WORDS: if the test on standard input passed, prints its last message that begins with WORDS
  local said
  said=$(cat)
  grep -q ' 0 failed' <<<"$said" && grep -q "$1" <<<"$said" && grep -o "$1.*" <<<"$said" | tail -n 1
}

part=${1:-}
declare -F "part_$part" >/dev/null || die "usage: bash tests/run --long monkey|pointer|fuzz|tidy|screenshots|edits|crash|soak|kill|disk|network|roots|package|wheel|mutants|golden|pytorch|oclgrind"
cd "$root" || die "cannot enter $root"
export QTEST_FUNCTION_TIMEOUT=7200000 # Qt's own limit is five minutes
state=$root/build/long/$part
mkdir -p "$state"
"part_$part" || die "$part could not be prepared"
chunks=${2:-$chunks}
figures=$state/figures
revision=$(git ls-files -coz --exclude-standard core ui app resources tests | sort -z | xargs -0 cat 2>/dev/null | cksum)
[ "$(cat "$state/revision" 2>/dev/null)" = "$revision" ] || rm -f "$figures"
echo "$revision" >"$state/revision"
[ -s "$figures" ] || date +%s >"$state/seed" # a new one for each run, kept when a run continues
seed=$(cat "$state/seed")
touch "$figures"
for ((k = $(wc -l <"$figures"); k < chunks; ++k)); do
  "chunk_$part" "$k" >"$state/output" || {
    cat "$state/output" >&2
    die "$part: chunk $((k + 1)) of $chunks failed; its output is in $state"
  }
  tail -n 1 "$state/output" | tee -a "$figures"
done
# The table gets the line of sum_PART, or else the figures of the last chunk.
said=$(if declare -F "sum_$part" >/dev/null; then "sum_$part"; else tail -n 1; fi <"$figures")
longest=$(grep -o 'longest [0-9.]* s' "$figures" | sort -k 2 -g | tail -n 1)
row="| $(date +%F) | $part | $chunks | $(tr '|' '/' <<<"$said")${longest:+; of all chunks: $longest} |"
table=tests/long-runs.md
{ sed '/^|---/q' "$table"; { sed '1,/^|---/d' "$table" | grep -v "^| [-0-9]* | $part |"; echo "$row"; } | sort -t '|' -k 3,3; } \
  >"$state/table" && cp "$state/table" "$table"
mv "$figures" "$figures.$(date +%F-%H%M%S)"
echo "$row"
