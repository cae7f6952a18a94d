#!/usr/bin/env python3
"""Small faults in the core, one at a time (mutants.tsv): each has to be caught by a test. Run by `tests/run --long
mutants`, on a copy of the tree with a build of its own, under build/long/mutants.

    python3 tests/mutants.py prepare    copies, builds, and shows that without a fault every test passes
    python3 tests/mutants.py count      how many faults there are
    python3 tests/mutants.py 0          the first one: which test catches it
    python3 tests/mutants.py M8         the one of that name"""
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STATE = ROOT / "build/long/mutants"
TREE, BUILD = STATE / "tree", STATE / "build"
# What it tests is compiled once more for it alone, which takes longer than all else.
NOT = "tst_newParameter"
# As quick to compile as can be, the warnings that a fault may bring among it: the tests are to catch it.
OPTIONS = ["-DHEADLIGHT_TESTS=ON", "-DHEADLIGHT_UI=OFF", "-DHEADLIGHT_UNITY=ON", "-DHEADLIGHT_WERROR=OFF",
           "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_CXX_FLAGS_RELEASE=-O1 -DNDEBUG",
           "-DCMAKE_DISABLE_FIND_PACKAGE_benchmark=ON"]


def mutants():
    """Of each: id, file, the text that is replaced, the replacement, a description. \\n stands for a line end."""
    lines = (ROOT / "tests/mutants.tsv").read_text().splitlines()
    rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
    return [[part.replace("\\n", "\n") for part in row] for row in rows]


def mutated(mutant):
    """The file with the fault."""
    name, file, text, replacement, _ = mutant
    source = (ROOT / file).read_text() if (ROOT / file).exists() else ""
    if source.count(text) != 1:
        sys.exit(f"{name}: no longer applies: its text occurs {source.count(text)} times in {file}")
    return source.replace(text, replacement)


def write(path, content):
    """Only if it is another one, so that nothing is compiled again."""
    if not path.exists() or path.read_bytes() != content:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def copy_tree():
    listed = subprocess.run(["git", "ls-files", "-coz", "--exclude-standard"], cwd=ROOT, check=True, capture_output=True)
    files = {name for name in listed.stdout.decode().split("\0") if (ROOT / name).is_file()}
    for name in files:
        write(TREE / name, (ROOT / name).read_bytes())
    for path in TREE.rglob("*"):
        if path.is_file() and str(path.relative_to(TREE)) not in files:
            path.unlink()


def log(name, *command):
    """Runs it; its output goes to a file. The exit status."""
    with open(STATE / f"{name}.log", "w") as file:
        return subprocess.run(command, stdout=file, stderr=subprocess.STDOUT).returncode


def build(tests):
    """The programs of these tests, of which ctest knows those that were built before. False if one does not compile."""
    shown = subprocess.run(["ctest", "--test-dir", BUILD, "-R", tests, "-E", NOT, "--show-only=json-v1"], check=True,
                           capture_output=True)
    commands = [test.get("command") for test in json.loads(shown.stdout)["tests"]]
    programs = {Path(command[0]).name for command in commands} if all(commands) else {"all"}
    return log("build", "cmake", "--build", BUILD, "--target", *sorted(programs)) == 0


def first_failure(tests):
    """The first of these that fails; None if all pass. A fault may make one wait for ever."""
    if log("ctest", "ctest", "--test-dir", BUILD, "-R", tests, "-E", NOT, "--stop-on-failure", "--timeout", "120",
           "-j", str(os.cpu_count())) == 0:
        return None
    found = re.search(r"Test +#\d+: (\S+) .*\*\*\*", (STATE / "ctest.log").read_text())
    return found[1] if found else sys.exit("ctest itself failed: see " + str(STATE / "ctest.log"))


def prepare():
    all_mutants = mutants()
    for mutant in all_mutants:
        mutated(mutant)
    if len({mutant[0] for mutant in all_mutants}) != len(all_mutants):
        sys.exit("two faults of one name")
    copy_tree()
    if log("cmake", "cmake", "-S", TREE, "-B", BUILD, "-G", "Ninja", *OPTIONS) != 0 or not build("^core/"):
        sys.exit(f"without a fault it does not compile: see {STATE}")
    failed = first_failure("^core/")
    if failed:
        sys.exit(f"without a fault {failed} fails: see {STATE / 'ctest.log'}")


def run(mutant):
    name, file = mutant[:2]
    started = time.monotonic()
    copy_tree()
    write(TREE / file, mutated(mutant).encode())
    room = file.split("/")[1]
    for tests in f"^core/{room}/", "^core/engine/", "^core/":  # the likely ones first
        if not build(tests):
            sys.exit(f"{name}: does not compile: see {STATE / 'build.log'}")
        if caught := first_failure(tests):
            return print(f"{name}: caught by {caught} in {time.monotonic() - started:.0f} s")
    sys.exit(f"{name}: survived: {mutant[4]} ({file})")


if __name__ == "__main__":
    STATE.mkdir(parents=True, exist_ok=True)
    wanted = sys.argv[1] if len(sys.argv) == 2 else sys.exit(__doc__)
    if wanted == "prepare":
        prepare()
    elif wanted == "count":
        print(len(mutants()))
    else:
        run(mutants()[int(wanted)] if wanted.isdigit() else next(m for m in mutants() if m[0] == wanted))
