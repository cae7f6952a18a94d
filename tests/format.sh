#!/usr/bin/env bash
# Holds what a machine can hold of .github/CONTRIBUTING.md: the format of the sources, how comments begin, and the
# subjects of commits. Prints what is wrong.
set -u
if [ $# -ne 1 ]; then
  echo 'usage: format.sh CLANG_FORMAT, such as: bash tests/format.sh clang-format-14' >&2
  exit 2
fi
if ! command -v "$1" > /dev/null; then
  echo "format.sh: $1 is not installed" >&2
  exit 2
fi
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
result=0
sources() { find app core ui tests \( -name '*.cpp' -o -name '*.h' \) -print0 | sort -z; }

sources | xargs -0 -P "$(nproc)" -n 40 "$1" --dry-run -Werror || {
  echo 'To format all files: find app core ui tests -name "*.cpp" -o -name "*.h" | xargs clang-format-14 -i' >&2
  result=1
}

# The first line of a comment has a subject, or begins with the verb of what a function does.
sources | xargs -0 awk '
  FNR == 1 { inside = 0 }
  { begins = match($0, /(^|[ \t;{}(),])\/\/[\/!]?<?[ \t]*/) && !(inside && $0 ~ /^[ \t]*\/\//)
    text = substr($0, RSTART + RLENGTH)
    inside = $0 ~ /^[ \t]*\/\// }
  begins && text ~ /^(What|Whether|Which|Those|How|Of|Likewise)[ ,:.]/ {
    print FILENAME ":" FNR ": a comment without a subject: " text; bad = 1 }
  END { exit bad }' || result=1

# Subjects of the commits since the rules are written down; a copy of the tree may have no history.
rules=$(git log --diff-filter=A --format=%H -n 1 -- .github/CONTRIBUTING.md 2>/dev/null)
[ -z "$rules" ] || git log --format=%s "$rules..HEAD" | awk '
  length($0) > 72 { print "a subject of more than 72 characters: " $0; bad = 1 }
  !/^([a-z]+(\([^)]*\))?: |Merge: |Revert )/ { print "not \"kind(room): what\" or \"Merge: what\": " $0; bad = 1 }
  /(^|[^a-z])(wip|temporary)([^a-z]|$)|\/(tmp|work|home)\// { print "not for the history: " $0; bad = 1 }
  END { exit bad }' || result=1

git grep -nE '^(<{7}|>{7})( |$)' 2>/dev/null && { echo 'marks of a merge' >&2; result=1; }
exit $result
