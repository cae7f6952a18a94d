#!/usr/bin/env python3
"""Puts small faults into the program, one at a time (mutants.tsv); a test must catch each of them. `tests/run --long
mutants` calls it. It works on a copy of the tree, with its own build, in build/long/mutants.

    python3 tests/mutants.py prepare    copies and builds; every test must pass without a fault
    python3 tests/mutants.py count      prints the number of faults
    python3 tests/mutants.py 0          tries the first fault and prints which test catches it
    python3 tests/mutants.py M8         tries the fault with this id"""
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
# For a short build. Warnings are no errors, because a test must catch the fault, not the compiler.
OPTIONS = ["-DHEADLIGHT_TESTS=ON", "-DHEADLIGHT_UNITY=ON", "-DHEADLIGHT_WERROR=OFF",
           "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_CXX_FLAGS_RELEASE=-O1 -DNDEBUG",
           "-DCMAKE_DISABLE_FIND_PACKAGE_benchmark=ON"]


def mutants():
    """[id, file, text to replace, replacement, description] of each fault. \\n means a line break."""
    lines = (ROOT / "tests/mutants.tsv").read_text().splitlines()
    rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
    return [[part.replace("\\n", "\n") for part in row] for row in rows]


def suites(file):
    """The tests to try, those that are most likely to catch a fault in this file first."""
    storey, room = file.split("/")[:2]
    return [f"^core/{room}/", "^core/engine/", "^core/"] if storey == "core" else [f"^{storey}/{room}/", "^ui/panels/"]


def mutated(mutant):
    """The text of the file with the fault."""
    name, file, text, replacement, _ = mutant
    source = (ROOT / file).read_text() if (ROOT / file).exists() else ""
    if source.count(text) != 1:
        sys.exit(f"{name}: cannot be applied: its text occurs {source.count(text)} times in {file}, not once")
    return source.replace(text, replacement)


def write(path, content):
    """Writes only if the content differs, so that unchanged files are not compiled again."""
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
    """Runs a command with its output in NAME.log, and returns its exit status."""
    with open(STATE / f"{name}.log", "w") as file:
        return subprocess.run(command, stdout=file, stderr=subprocess.STDOUT).returncode


def build(tests):
    """Builds the programs of these tests, or everything if they were never built. False if that fails."""
    shown = subprocess.run(["ctest", "--test-dir", BUILD, "-R", tests, "--show-only=json-v1"], check=True,
                           capture_output=True)
    commands = [test.get("command") for test in json.loads(shown.stdout)["tests"]]
    programs = {Path(command[0]).name for command in commands} if all(commands) else {"all"}
    return log("build", "cmake", "--build", BUILD, "--target", *sorted(programs)) == 0


def first_failure(tests):
    """The first of these tests that fails; None if all pass. The timeout is for faults that cause an endless loop."""
    if log("ctest", "ctest", "--test-dir", BUILD, "-R", tests, "--stop-on-failure", "--timeout", "120",
           "-j", str(os.cpu_count())) == 0:
        return None
    found = re.search(r"Test +#\d+: (\S+) .*\*\*\*", (STATE / "ctest.log").read_text())
    return found[1] if found else sys.exit("ctest itself failed: see " + str(STATE / "ctest.log"))


def prepare():
    all_mutants = mutants()
    for mutant in all_mutants:
        mutated(mutant)
    if len({mutant[0] for mutant in all_mutants}) != len(all_mutants):
        sys.exit("mutants.tsv: two faults have the same id")
    copy_tree()
    tests = "|".join(sorted({suite for mutant in all_mutants for suite in suites(mutant[1])}))
    if log("cmake", "cmake", "-S", TREE, "-B", BUILD, "-G", "Ninja", *OPTIONS) != 0 or not build(tests):
        sys.exit(f"the tree does not compile without a fault: see {STATE}")
    failed = first_failure(tests)
    if failed:
        sys.exit(f"{failed} fails without a fault: see {STATE / 'ctest.log'}")


def run(mutant):
    name, file = mutant[:2]
    started = time.monotonic()
    copy_tree()
    write(TREE / file, mutated(mutant).encode())
    for tests in suites(file):
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
