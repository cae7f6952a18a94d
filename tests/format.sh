#!/usr/bin/env bash
# Fails if a source file is not formatted, and prints the command that formats it.
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
find app core ui tests \( -name '*.cpp' -o -name '*.h' \) -print0 | sort -z |
  xargs -0 -P "$(nproc)" -n 40 "$1" --dry-run -Werror && exit 0
echo 'To format all files: find app core ui tests -name "*.cpp" -o -name "*.h" | xargs clang-format-14 -i' >&2
exit 1
