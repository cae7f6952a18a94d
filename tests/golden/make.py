#!/usr/bin/env python3
"""Computes the expected numbers of tests/data/golden/torch.json and variants.json, or checks them:

    python3 tests/golden/make.py --check      prints the largest difference of every stage; fails if one is too large
    python3 tests/golden/make.py              writes both files, with the cases and stages that were missing

Needs PyTorch 1.13 or later: Debian's python3-torch, or `pip install torch` in a virtual environment; both give the same
numbers. stages.py has the computation, inputs.py its inputs."""
import json
import math
import sys
from pathlib import Path

import torch

import inputs
import stages

FOLDER = Path(__file__).resolve().parent.parent / "data/golden"


def torch_case(case):
    made = inputs.of_torch(case["name"])
    layer = {**made, "options": case["config"],
             "heads": [{name: inputs.form(w) for name, w in head.items()} for head in made["heads"]]}
    layer.update({name: inputs.form(made[name]) for name in ("W_o", "b_o") if name in made})
    out = stages.layer_stages(layer, made["X"].double(), made["X_kv"].double() if "X_kv" in made else None)
    names = ("Q", "K", "V", "scores", "scaled", "weights", "context")
    heads = [{name: out[name][h] for name in names} for h in range(len(made["heads"]))]
    return {**case, **made, "expect": {"heads": heads, **{n: out[n] for n in ("concat", "output") if n in out}}}


def random_case(case):
    torch.manual_seed(case["seed"])
    return {**case, **inputs.drawn(case["call"])}


def made_torch(file):
    return {**file, "cases": [torch_case(c) for c in file["cases"]], "random": [random_case(c) for c in file["random"]]}


def made_variants(file):
    there = {case["name"]: case["session"] for case in file["cases"]}
    missing = {name: make() for name, make in inputs.SESSIONS.items() if name not in there}
    return {**file, "cases": [{"name": name, "session": session, "expect": stages.session_stages(session)}
                              for name, session in {**there, **missing}.items()]}


def line(value):
    return json.dumps(value, separators=(",", ":"))


def line_for_each_case(file):
    return f'{{"about":{line(file["about"])},"cases":[\n' + ",\n".join(line(c) for c in file["cases"]) + "\n]}\n"


def to_7_decimals(x):
    return round(x, 7) + 0.0  # no minus zero


def to_9_digits(x):
    return "-inf" if x == -math.inf else float(f"{x:.9g}") + 0.0


def half_a_7th_decimal(x):
    return 0.5e-7


def half_a_9th_digit(x):
    return 0.5 * 10.0 ** (math.floor(math.log10(abs(x))) - 8) if x else 0


FILES = [  # name, function that computes its numbers, rounding, largest rounding error, function that writes it as text
    ("torch.json", made_torch, to_7_decimals, half_a_7th_decimal, line),
    ("variants.json", made_variants, to_9_digits, half_a_9th_digit, line_for_each_case),
]


def rounded(value, by, is_made=False):
    """Replaces tensors by lists of rounded numbers; numbers that were read from the file are not rounded."""
    if isinstance(value, torch.Tensor):
        return rounded(value.tolist(), by, is_made=True)
    if isinstance(value, dict):
        return {name: rounded(part, by) for name, part in value.items()}
    if isinstance(value, list):
        return [rounded(part, by, is_made) for part in value]
    return by(value) if is_made and isinstance(value, float) else value


def numbers(value, name=""):
    """(name, value) of every value in a part of a file. All numbers of a matrix have the same name."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from numbers(part, f"{name} {key}")
    elif isinstance(value, (list, torch.Tensor)):
        for part in value if isinstance(value, list) else value.tolist():
            yield from numbers(part, name)
    else:
        yield name, -math.inf if value == "-inf" else value


def is_right(file, made, at_most):
    """Prints the largest difference of each stage of a case. 1e-14 allows for a different order of summation."""
    case = made.get("name") or f"seed {made['seed']} {made['call']}"
    theirs, ours = list(numbers(file)), list(numbers(made))
    if [name for name, _ in theirs] != [name for name, _ in ours]:
        print(f"{case}: the stages or sizes in the file are different")
        return False
    largest, wrong = {}, set()
    for (name, their), (_, our) in zip(theirs, ours):
        if name.startswith(" session") or not isinstance(our, float):  # an input from the file
            continue
        difference = 0 if their == our else abs(our - their)
        largest[name] = max(difference, largest.get(name, 0))
        if difference and not difference <= at_most(our) + 1e-14:
            wrong.add(name)
    for name, difference in largest.items():
        print(f"{difference:8.1e}  {case}:{name}{': TOO LARGE' if name in wrong else ''}")
    return not wrong


def main():
    right = []
    for name, made_of, rounding, at_most, text in FILES:
        file = json.loads((FOLDER / name).read_text())
        made = made_of(file)
        if sys.argv[1:] != ["--check"]:
            (FOLDER / name).write_text(text(rounded(made, rounding)))
            continue
        for part in ("cases", "random"):
            theirs, ours = file.get(part, []), made.get(part, [])
            right += [len(theirs) == len(ours)] + [is_right(*pair, at_most) for pair in zip(theirs, ours)]
    return 0 if all(right) else 1


if __name__ == "__main__":
    sys.exit(main())
