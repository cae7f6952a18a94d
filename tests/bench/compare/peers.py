#!/usr/bin/env python3
"""What a notebook runs again after an edit: for each line "TOKENS D HEADS THREADS" of its input, a JSON object of the
milliseconds that each form of the full forward takes. Q, K, V, scaled scores, weights and context are all kept.
An argument "numpy" or "torch" chooses the library; without a line of input it prints its version."""
import json
import math
import sys
import time

import numpy as np


def torch_forms(tokens, d, heads, threads):
    import torch
    torch.set_grad_enabled(False)
    torch.set_num_threads(threads)
    size = d // heads
    scale = 1 / math.sqrt(size)
    random = torch.Generator().manual_seed(1)
    x = torch.randn(tokens, d, generator=random)
    w = torch.randn(d, 3 * d, generator=random) / math.sqrt(d)
    projected = torch.empty(tokens, 3 * d)
    scores, weights = torch.empty(heads, tokens, tokens), torch.empty(heads, tokens, tokens)
    context = torch.empty(heads, tokens, size)

    def per_head(block):
        return block.view(tokens, heads, size).transpose(0, 1)

    def split(block):
        return per_head(block[:, :d]), per_head(block[:, d:2 * d]), per_head(block[:, 2 * d:])

    def attend(q, k, v):
        torch.baddbmm(scores, q, k.transpose(1, 2), beta=0, alpha=scale, out=scores)
        torch.softmax(scores, -1, out=weights)
        torch.bmm(weights, v, out=context)

    def kept_memory():
        torch.mm(x, w, out=projected)
        attend(*split(projected))

    def kept_memory_contiguous():
        torch.mm(x, w, out=projected)
        attend(*(part.contiguous() for part in split(projected)))

    def new_memory():
        q, k, v = split(x @ w)
        s = torch.bmm(q, k.transpose(1, 2)) * scale
        a = torch.softmax(s, -1)
        return s, a, torch.bmm(a, v)

    return kept_memory, kept_memory_contiguous, new_memory


def numpy_forms(tokens, d, heads, threads):  # its threads are set by the environment
    size = d // heads
    scale = np.float32(1 / math.sqrt(size))
    random = np.random.default_rng(1)
    x = random.standard_normal((tokens, d), dtype=np.float32)
    w = random.standard_normal((d, 3 * d), dtype=np.float32) / np.float32(math.sqrt(d))
    scores, weights = np.empty((heads, tokens, tokens), np.float32), np.empty((heads, tokens, tokens), np.float32)
    context = np.empty((heads, tokens, size), np.float32)

    def kept_memory():
        projected = (x @ w).reshape(tokens, 3, heads, size)
        q, k, v = (projected[:, part].transpose(1, 0, 2) for part in range(3))
        np.matmul(q * scale, k.transpose(0, 2, 1), out=scores)
        np.subtract(scores, scores.max(-1, keepdims=True), out=weights)
        np.exp(weights, out=weights)
        np.divide(weights, weights.sum(-1, keepdims=True), out=weights)
        np.matmul(weights, v, out=context)

    return (kept_memory,)


def milliseconds(form):
    """The median of as many runs as fit into 0.2 s, at least 3, after one that is not counted."""
    form()
    times = []
    while len(times) < 3 or sum(times) < 0.2:
        start = time.perf_counter()
        form()
        times.append(time.perf_counter() - start)
    return sorted(times)[len(times) // 2] * 1e3


if __name__ == '__main__':
    forms = {'torch': torch_forms, 'numpy': numpy_forms}[sys.argv[1]]
    print(__import__(sys.argv[1]).__version__, flush=True)
    for line in sys.stdin:
        print(json.dumps({form.__name__: milliseconds(form) for form in forms(*map(int, line.split()))}), flush=True)
