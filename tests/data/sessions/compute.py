#!/usr/bin/env python3
"""Computes stages of the sessions in this folder with NumPy, from the formulas, and compares numbers.json with them:

    python3 tests/data/sessions/compute.py            prints the largest difference; fails if one is too large
    python3 tests/data/sessions/compute.py --write    writes numbers.json

The sessions are kept for ever: tests/core/io/tst_keptSessions.cpp reads each, writes it and compares the bytes, with
NAME.saved.headlight where there is one. v1-journey and v1-three-heads were written by the program of 21 November 2026,
v1-second-sentence, v2-dropout, v2-two-layers and v2-window by that of 23 November; those beside a NAME.saved.headlight
by hand; the others by version 1.0.0, and read by eye. A file of a new form is added; none is changed."""
import base64
import json
import sys
from pathlib import Path

import numpy as np

FOLDER = Path(__file__).resolve().parent


def words(seed, count):
    """The first 32-bit numbers of the Mersenne twister, as PyTorch draws them."""
    twister = np.random.MT19937()
    twister._legacy_seeding(seed)
    return twister.random_raw(count)


def matrix(form, shape=None, drawn=None):
    """[rows, columns] of float32 numbers, as the file has them, or drawn by torch.rand as [columns, rows]."""
    if "rows" in form:
        return np.array(form["rows"], dtype="f4").astype("f8")
    if "base64" in form:
        return np.frombuffer(base64.b64decode(form["base64"]), "<f4").reshape(1, -1).astype("f8")
    rows, columns = form.get("shape", shape)
    first = form.get("skip", 0) if "seed" in form or drawn is None else drawn[0] + form.get("skip", 0)
    if "seed" not in form:
        drawn[0] = first + rows * columns
    numbers = words(form.get("seed", 123), first + rows * columns)[first:]
    return ((numbers & 0xFFFFFF) / 2**24).reshape(columns, rows).T


def is_on(owner, name):
    return owner.get(name) is not None and name not in owner.get("off", []) + owner.get("off_with_weight", [])


def tokens(text):
    remove = text.get("tokenizer", {}).get("remove", "")
    return "".join(letter for letter in text["sentence"] if letter not in remove).split()


def text_rows(text):
    found = tokens(text)
    names = {entry["token"]: entry["id"] for entry in text["vocabulary"]} if "vocabulary" in text else \
        {token: number for number, token in enumerate(sorted(set(found)))}
    return matrix(text["embeddings"])[[names[token] for token in found]]


def positions(form, count, d):
    if form["kind"] == "learned":
        return matrix(form["table"])[:count]
    columns = np.arange(d)
    angles = np.arange(count)[:, None] / 10000 ** ((columns - columns % 2) / d)
    return np.where(columns % 2 == 0, np.sin(angles), np.cos(angles))


def visible(mask, queries, keys):
    query, key = np.indices((queries, keys))
    if mask == "none":
        return key >= 0
    if mask == "causal":
        return key <= query
    if "rows" in mask:
        return matrix(mask) == 1
    may = key <= query if mask.get("causal") else key >= 0
    if is_on(mask, "window"):
        may = may & (abs(query - key) < mask["window"])
    if is_on(mask, "given"):
        may = may & (matrix(mask["given"]) == 1)
    return may & ~np.isin(key, mask.get("hidden", []))


def softmax(scores):
    exponentials = np.exp(scores - scores.max(1, keepdims=True))
    return exponentials / exponentials.sum(1, keepdims=True)


def attended(scaled, options):
    may = visible(options.get("mask", "none"), *scaled.shape)
    if options.get("normalisation") == "sum":
        return np.where(may, scaled, 0) / np.where(may, scaled, 0).sum(1, keepdims=True)
    if options.get("mask_mode") == "after":
        weights = np.where(may, softmax(scaled), 0)
        sums = weights.sum(1, keepdims=True)
        return np.divide(weights, sums, out=np.zeros_like(weights), where=sums > 0)
    return softmax(np.where(may, scaled, -np.inf))


def norm(form, rows):
    centred = rows - rows.mean(1, keepdims=True)
    normed = centred / np.sqrt((centred ** 2).mean(1, keepdims=True) + form["eps"])
    return normed * matrix(form["gain"]) + matrix(form["bias"])


def head_stages(head, options, x, keys, drawn):
    """weights and V of a head; V is None where weights are given without it."""
    made = {}
    for name, rows in (("q", x), ("k", keys), ("v", keys)):
        if "given_" + name.upper() in head:
            made[name] = matrix(head["given_" + name.upper()])
        elif rows is not None:
            shape = (rows.shape[1], made["q"].shape[1]) if name == "k" else None
            made[name] = rows @ matrix(head["W_" + name], shape, drawn) if is_on(head, "W_" + name) else rows
            made[name] = made[name] + (matrix(head["b_" + name]) if is_on(head, "b_" + name) else 0)
    if "given_weights" in head:
        return matrix(head["given_weights"]), made["v"]
    scores = matrix(head["given_scores"]) if "given_scores" in head else made["q"] @ made["k"].T
    scale = options.get("scale", "sqrt_dk")
    factor = {"none": 1, "sqrt_dk": 1 / np.sqrt(made["q"].shape[1]) if "q" in made else 1}.get(scale, scale)
    return attended(scores * factor / options.get("temperature", 1), options), made["v"]


def layer_stages(layer, x, x_kv):
    """{name: numbers} of a layer; the last stage is the input of the next layer."""
    form = layer.get("norm") if is_on(layer, "norm") else {"place": ""}
    queries = norm(form, x) if form["place"] == "before" else x
    options, drawn = layer.get("options", {}), [0]
    heads = layer.get("heads", [{}])
    if not is_on(heads[0], "W_q"):
        heads = heads if "given_" in str(heads) else heads[:1]
    made = [head_stages(head, options, queries, queries if x_kv is None else x_kv, drawn) for head in heads]
    out = {"weights": np.stack([weights for weights, _ in made])}
    used = out["weights"]
    if is_on(options, "dropout"):
        rate, raw = options["dropout"]["rate"], words(options["dropout"].get("seed", 123), 2 * used.size)
        drawn_at = ((raw[::2] << np.uint64(32) | raw[1::2]) & np.uint64(2**53 - 1)) / 2**53
        used = out["dropped"] = np.where(drawn_at.reshape(used.shape) < 1 - rate, used / (1 - rate), 0)
    is_used = ["context" not in head.get("off", []) for head in heads]
    contexts = [weights @ v * use for weights, (_, v), use in zip(used, made, is_used)]
    out["context"] = np.stack(contexts)
    y = out["concat"] = np.concatenate(contexts, axis=1)
    if is_on(layer, "W_o"):
        y = out["output"] = y @ matrix(layer["W_o"]) + (matrix(layer["b_o"]) if is_on(layer, "b_o") else 0)
    y = x + y if layer.get("residual") else y
    if layer.get("residual") or form["place"]:
        y = out["result"] = norm(form, y) if form["place"] == "after" else y
    return out


def session_stages(session):
    x = text_rows(session)
    x_kv = text_rows(session["context_sentence"]) if is_on(session, "context_sentence") else None
    if is_on(session, "positions"):
        x = x + positions(session["positions"], *x.shape)
    out = {}
    for number, layer in enumerate(session.get("layers", [{}]), 1):
        if "given_X" in layer:
            x = matrix(layer["given_X"])
        made = layer_stages(layer, x, x_kv)
        out.update({f"layer{number}.{name}": numbers for name, numbers in made.items()})
        x = list(made.values())[-1]
    return out


def main():
    found = {}
    for file in sorted(FOLDER.glob("*.headlight")):
        session = json.loads(file.read_text())
        if "embeddings" in session and not file.name.endswith(".saved.headlight"):
            stages = session_stages(session)
            found[file.stem] = {name: numbers.tolist() for name, numbers in stages.items()}
    path = FOLDER / "numbers.json"
    if sys.argv[1:] == ["--write"]:
        nine = {name: json.loads(json.dumps(stages), parse_float=lambda digits: float(f"{float(digits):.9g}"))
                for name, stages in found.items()}
        lines = [f'"{name}": {json.dumps(stages)}' for name, stages in nine.items()]
        path.write_text("{\n" + ",\n".join(lines) + "\n}\n")
    kept = json.loads(path.read_text())
    assert kept.keys() == found.keys(), "numbers.json has other sessions"
    largest = 0
    for name, stages in found.items():
        assert kept[name].keys() == stages.keys(), f"numbers.json has other stages of {name}"
        for stage, numbers in stages.items():
            largest = max(largest, np.abs(np.array(numbers) - np.array(kept[name][stage])).max())
    print(f"{len(found)} sessions: the largest difference is {largest:.1e}")
    return 0 if largest < 1e-7 else 1


if __name__ == "__main__":
    sys.exit(main())
