#!/usr/bin/env python3
"""coverage.py JSON: from an export of llvm-cov, prints which share of the lines of core/ was executed, by room, and
each place in a reader that was not.

A line such as `if (bad) return fail(...);` counts as executed even if the condition was never true. Readers are
therefore measured by regions: clang makes one of each conditional statement, each operand of && and || after the first,
and both sides of ?:. Every region of a reader must be executed, except those that coverage.tsv lists with a reason.

A reader is code that parses bytes from outside or refuses their content: the files in READERS without those in WRITERS.
"""
import json
import os
import sys

LEAST = 95.0  # per cent of the lines of core
READERS = ("core/io/", "core/journal/", "core/paste/", "core/session/consistency")
WRITERS = ("core/io/np", "core/io/StoredZip", "core/io/sessionWrit", "core/io/files.cpp",
           "core/journal/WorkFolder", "core/journal/JournalThread")
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def core_files(path):
    """(path below ROOT, data) of every file of the core."""
    with open(path, encoding="utf-8") as export:
        files = json.load(export)["data"][0]["files"]
    for file in files:
        name = os.path.relpath(os.path.realpath(file["filename"]), ROOT)
        if name.startswith("core/"):
            yield name, file


def never_run(name, file):
    """(line number, text of the line, position in it) of each region that was never executed."""
    with open(os.path.join(ROOT, name), encoding="utf-8") as source:
        text = source.read().split("\n")
    for line, column, count, has_count, begins, is_gap in file["segments"]:
        if begins and has_count and count == 0 and not is_gap:
            yield line, text[line - 1], len(text[line - 1].encode()[: column - 1].decode())


class Excuses:
    """The rows of coverage.tsv: a file, a part of its text with ^ where the region begins, why no test executes it."""

    def __init__(self):
        with open(os.path.join(ROOT, "tests/coverage.tsv"), encoding="utf-8") as table:
            rows = [line.rstrip("\n").split("\t") for line in table if not line.startswith("#")]
        self.left = {(file, *piece.split("^")) for file, piece, reason in rows if reason}
        self.unused = set(self.left)

    def has(self, name, text, at):
        known = {row for row in self.left
                 if row[0] == name and text[:at].endswith(row[1]) and text[at:].startswith(row[2])}
        self.unused -= known
        return bool(known)


def main():
    rooms, missed, excuses = {}, [], Excuses()
    for name, file in core_files(sys.argv[1]):
        lines = file["summary"]["lines"]
        for room in ("core", "/".join(name.split("/")[:2])):
            count, covered = rooms.get(room, (0, 0))
            rooms[room] = (count + lines["count"], covered + lines["covered"])
        if name.startswith(READERS) and not name.startswith(WRITERS):
            missed += [f"{name}:{line}:{at + 1}: {text.strip()}" for line, text, at in never_run(name, file)
                       if not excuses.has(name, text, at)]
    if not rooms:
        sys.exit("coverage.py: the export contains no file of core/")
    for room, (count, covered) in sorted(rooms.items()):
        print(f"{room:16} {100 * covered / count:6.2f} % of {count} lines")
    for place in missed:
        print(f"not executed by any test: {place}")
    for file, before, behind in sorted(excuses.unused):
        print(f"coverage.tsv lists a place that is executed or does not exist: {file}: {before}^{behind}")
    count, covered = rooms["core"]
    print(f"core: {100 * covered / count:.2f} % of the lines executed (required: {LEAST:.0f}), "
          f"{len(missed)} places in readers not executed, {len(excuses.left)} exceptions in coverage.tsv")
    sys.exit(1 if missed or excuses.unused or 100 * covered < LEAST * count else 0)


main()
