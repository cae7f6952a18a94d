# The inputs of the golden cases: those of torch.json, which a notebook draws from a seed (the 7 decimals in the file do
# not determine the float32 numbers), and new sessions for variants.json, as long as they are missing there.
import torch
from torch import nn

JOURNEY = [[0.43, 0.15, 0.89], [0.55, 0.87, 0.66], [0.57, 0.85, 0.64], [0.22, 0.58, 0.33], [0.77, 0.25, 0.1],
           [0.05, 0.8, 0.55]]


def linear(columns, bias=False):
    """The weight of an nn.Linear, transposed as in X W; with bias=True the pair of weight and bias."""
    made = nn.Linear(3, columns, bias=bias)
    return made.weight.detach().T if not bias else (made.weight.detach(), made.bias.detach())


def rand(columns):
    return torch.rand(3, columns)


def heads_of(draw, seed, sizes=(2, 2, 2), count=1):
    """Draws W_q, W_k and W_v of each head in turn, each with draw(number of columns)."""
    torch.manual_seed(seed)
    return {"heads": [{"W_q": draw(sizes[0]), "W_k": draw(sizes[1]), "W_v": draw(sizes[2])} for _ in range(count)]}


def dessert():
    torch.manual_seed(123)
    x = nn.Embedding(50000, 3).weight.detach()[[0, 4, 5, 2, 1, 3]]
    return {"X": x, **heads_of(rand, 123, (2, 2, 4))}


def split():
    """Two heads of one column each, and the W_o and b_o of the module's out_proj."""
    whole = heads_of(linear, 123)["heads"][0]
    out = nn.Linear(2, 2)
    heads = [{name: w[:, h:h + 1] for name, w in whole.items()} for h in range(2)]
    return {"heads": heads, "W_o": out.weight.detach().T, "b_o": out.bias.detach()}


OF_TORCH = {
    "simplified": lambda: {"heads": [{"W_q": torch.eye(3), "W_k": torch.eye(3), "W_v": torch.eye(3)}]},
    "scaled_rand_123": lambda: heads_of(rand, 123),
    "linear_789": lambda: heads_of(linear, 789),
    "causal_linear_789": lambda: heads_of(linear, 789),
    "causal_linear_123": lambda: heads_of(linear, 123),
    "multihead_wrapper_123": lambda: heads_of(linear, 123, count=2),
    "multihead_split_123": split,
    "dessert_123": dessert,
    "cross_rand_123": lambda: {**dessert(), "X_kv": torch.rand(8, 3)},  # right after the weights
}


def of_torch(name):
    """The inputs {"X": ..., "heads": [{"W_q": ...}], ...} of a case of torch.json."""
    return {"X": torch.tensor(JOURNEY), **OF_TORCH[name]()}


def drawn(call):
    """The numbers that one of the calls under "random" draws."""
    if call == "nn.Linear(3,2)":
        weight, bias = linear(2, bias=True)
        return {"weight": weight, "bias": bias}
    if call == "nn.Dropout(0.5)(ones(6,6))":  # as a PyTorch without Intel's MKL draws it
        return {"values": 2.0 * (torch.rand(6, 6, dtype=torch.float64) < 0.5)}
    if ";" in call:
        return {"values": [torch.rand(3, 2), torch.randn(2, 2), torch.randn(3, 1), torch.rand(2)]}
    name, sizes = call.rstrip(")").split("(")
    sizes = [int(size) for size in sizes.split(",")]
    draw = {"torch.rand": torch.rand, "torch.randn": torch.randn, "nn.Embedding": lambda *n: nn.Embedding(*n).weight}
    return {"values": draw[name](*sizes).detach()}


def form(tensor):
    """A matrix or a bias in the form of a session file."""
    rows = tensor if tensor.dim() == 2 else tensor[None]
    return {"dtype": "F32", "shape": list(tensor.shape), "rows": rows.tolist()}


def options(**changed):
    return {"scores": "dot_product", "scale": "sqrt_dk", "mask": "none", "mask_mode": "before",
            "normalisation": "softmax", "temperature": 1.0, **changed}


def product_of_masked_layers():
    """Options that no other case has: a layer without weights and with a sum instead of the softmax; a scale, a
    temperature and a row that attends to nothing (its row of the product is 0); a window after the softmax."""
    torch.manual_seed(29)
    embeddings = form(torch.rand(5, 4))  # above 0, so that no sum is near 0
    head = lambda d: {"W_q": form(torch.randn(d, 3)), "W_k": form(torch.randn(d, 3)), "W_v": form(torch.randn(d, 2))}
    layers = [
        {"options": options(scale="none", normalisation="sum")},
        {"options": options(scale=0.75, temperature=0.5, mask={"causal": True, "hidden": [0]}),
         "heads": [head(4), head(4)], "W_o": form(torch.randn(4, 3)), "b_o": form(torch.randn(3))},
        {"options": options(mask={"window": 2}, mask_mode="after"), "heads": [head(3)]},
    ]
    words = [f"t{i:03}" for i in range(5)]
    return {"format": "headlight-session", "version": 2, "min_reader": 2, "generator": "variants",
            "sentence": " ".join(words), "tokenizer": {"kind": "whitespace", "remove": ""},
            "vocabulary": [{"token": word, "id": i} for i, word in enumerate(words)], "embeddings": embeddings,
            "layers": layers}


SESSIONS = {"product_of_masked_layers": product_of_masked_layers}
