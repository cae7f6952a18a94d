"""python -m headlight_attention FILE: the program itself, with all its options."""

import os
import sys

from . import program

try:
    found = program()
    os.environ.pop("HEADLIGHT", None)  # it may name the wheel's script, which comes here
    os.execv(found, ["headlight", *sys.argv[1:]])
except FileNotFoundError as error:
    sys.exit(str(error))
