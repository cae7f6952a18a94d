"""python -m headlight_attention FILE: the program itself, with all its options."""

import os
import sys
from . import program

try:
    os.execv(program(), ["headlight", *sys.argv[1:]])
except FileNotFoundError as error:
    sys.exit(str(error))
