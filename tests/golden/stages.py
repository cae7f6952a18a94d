# Every stage of a session, in double precision: the formulas of the papers that the stages name, with PyTorch's functions, for make.py.
# It is written independently of the C++ code, because that is compared with it. There are N queries and M keys; weights
# are applied as X W. Parameters are float32, as in a session file.
import math

import torch
import torch.nn.functional as F


def matrix(form):
    """The tensor of {"shape": ..., "rows": ...} in a session file; a vector for a bias, None for null."""
    return form and torch.tensor(form["rows"], dtype=torch.float32).reshape(form["shape"]).double()


def product(x, weight, bias):
    """x W + b; without a weight, x."""
    return x if weight is None else F.linear(x, weight.T, bias)


def positions(form, count, d):
    if form["kind"] == "learned":
        return matrix(form["table"])[:count]
    angles = torch.arange(count).double()[:, None] / 10000 ** (torch.arange(0, d, 2).double() / d)
    return torch.stack((angles.sin(), angles.cos()), dim=2).reshape(count, -1)[:, :d]


def allowed(mask, queries, keys):
    """[queries, keys]: True if the query may attend to the key, that is, if every part of the mask allows it."""
    may = torch.ones(queries, keys, dtype=torch.bool)
    if mask == "causal" or (isinstance(mask, dict) and mask.get("causal")):
        may &= ~torch.triu(may, diagonal=1)
    if isinstance(mask, dict):
        if "window" in mask:
            may &= (torch.arange(queries)[:, None] - torch.arange(keys)).abs() < mask["window"]
        may[:, mask.get("hidden", [])] = False
        if "given" in mask:
            may &= matrix(mask["given"]) == 1
    return may


def factor(options, dk):
    scale = {"none": 1, "sqrt_dk": 1 / math.sqrt(dk)}.get(options["scale"], options["scale"])
    return scale / options.get("temperature", 1)


def softmax(scaled, may):
    """The softmax over the allowed keys. A row without an allowed key is 0."""
    weights = torch.softmax(scaled.masked_fill(~may, -math.inf), dim=-1)
    return weights.masked_fill(~may, 0)


def sum_weights(scaled, may):
    """Scores divided by their sum, which is computed from the scores as float32."""
    scaled = scaled.masked_fill(~may, 0)
    return scaled / scaled.float().double().sum(-1, keepdim=True)


def head_stages(head, x, keys, options, kept):
    """The stages of one head for the rows x and keys. kept: [N, M], True if dropout keeps the weight, or None."""
    out = {}
    for name, rows in (("q", x), ("k", keys), ("v", keys)):
        out[name.upper()] = product(rows, matrix(head.get("W_" + name)), matrix(head.get("b_" + name)))
    q, k, v = out["Q"], out["K"], out["V"]
    mask = options["mask"]
    may = allowed(mask, len(q), len(k))
    out["scores"] = q @ k.T
    out["scaled"] = scaled = out["scores"] * factor(options, q.shape[1])
    is_sum = options.get("normalisation") == "sum"
    is_after = options.get("mask_mode") == "after" and not is_sum
    if mask != "none":
        out["masked"] = torch.softmax(scaled, dim=-1).masked_fill(~may, 0) if is_after else \
            scaled.masked_fill(~may, -math.inf)
    if is_after:  # an empty row has the sum 0
        weights = F.normalize(out["masked"], p=1, dim=-1)
    else:
        weights = sum_weights(scaled, may) if is_sum else softmax(scaled, may)
    out["weights"] = weights
    if kept is not None:
        weights = out["dropped"] = weights.masked_fill(~kept, 0) / (1 - options["dropout"]["rate"])
    out["context"] = weights @ v
    if kept is None and not is_sum:
        agrees_with_torch(out["context"], q, k, v, may, factor(options, q.shape[1]))
    return out


def agrees_with_torch(context, q, k, v, may, scale):
    """Compares with PyTorch's own attention, which exists since 2.1. It does not define rows without an allowed key."""
    if torch.__version__ >= "2.1":
        theirs = F.scaled_dot_product_attention(q[None], k[None], v[None], attn_mask=may, scale=scale)[0]
        rows = may.any(-1)
        torch.testing.assert_close(context[rows], theirs[rows], rtol=1e-9, atol=1e-12)


def dropout_keeps(options, heads, queries, keys):
    """What PyTorch draws on the CPU, head by head, row by row. (nn.Dropout draws differently in builds with MKL.)"""
    if not options.get("dropout"):
        return [None] * heads
    torch.manual_seed(options["dropout"]["seed"])
    return torch.rand(heads, queries, keys, dtype=torch.float64) < 1 - options["dropout"]["rate"]


def layer_stages(layer, x, x_kv=None):
    """The stages of a layer for x [N, d] and, with a second sentence, x_kv [M, d_kv]. Stages of heads are [H, ...]. The
    last stage is the input of the next layer."""
    out = {"X": x}
    norm = layer.get("norm")
    norm_of = lambda rows: F.layer_norm(rows, rows.shape[1:], matrix(norm["gain"]), matrix(norm["bias"]), norm["eps"])
    if norm and norm["place"] == "before":
        out["normed"] = norm_of(x)
    queries = out.get("normed", x)
    keys = queries if x_kv is None else x_kv
    heads = layer.get("heads") or [{}]
    kept = dropout_keeps(layer["options"], len(heads), len(queries), len(keys))
    made = [head_stages(h, queries, keys, layer["options"], kept[i]) for i, h in enumerate(heads)]
    out.update({name: torch.stack([m[name] for m in made]) for name in made[0]})
    out["concat"] = torch.cat([m["context"] for m in made], dim=1)
    if layer.get("W_o"):
        out["output"] = product(out["concat"], matrix(layer["W_o"]), matrix(layer.get("b_o")))
    y = out.get("output", out["concat"])
    if layer.get("residual") or norm:
        y = x + y if layer.get("residual") else y
        out["result"] = norm_of(y) if norm and norm["place"] == "after" else y
    return out


def text_rows(text):
    """The embeddings of the words of a sentence."""
    ids = {entry["token"]: entry["id"] for entry in text["vocabulary"]}
    return F.embedding(torch.tensor([ids[word] for word in text["sentence"].split()]), matrix(text["embeddings"]))


def session_stages(session):
    """{name: numbers} with the names of `headlight eval`, and `product`, which eval does not write."""
    texts = {"": session}
    if session.get("context_sentence"):
        texts["_kv"] = session["context_sentence"]
    rows = {of: text_rows(text) for of, text in texts.items()}
    out = {"embeddings" + of: rows[of] for of in rows}
    if session.get("positions"):
        for of, x in rows.items():
            out["positions" + of] = positions(session["positions"], *x.shape)
            rows[of] = x + out["positions" + of]
    x, x_kv = rows[""], rows.get("_kv")
    if x_kv is not None:
        out["X_kv"] = x_kv
    several = len(session["layers"]) > 1
    rollout = plain = identity = torch.eye(len(x)).double()
    for number, layer in enumerate(session["layers"], 1):
        made = layer_stages(layer, x, x_kv)
        out.update({(f"layer{number}." if several else "") + name: numbers for name, numbers in made.items()})
        x = list(made.values())[-1]
        if x_kv is None:
            mean = made["weights"].mean(0)
            rollout, plain = (mean / 2 + identity / 2) @ rollout, mean @ plain
    if several and x_kv is None:
        out["rollout"], out["product"] = rollout, plain
    return out
