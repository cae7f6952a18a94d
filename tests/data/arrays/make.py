#!/usr/bin/env python3
"""Writes the files of this folder with NumPy, PyTorch and safetensors. They were made with NumPy 2, PyTorch 2,
safetensors 0 and ml_dtypes; the classes are those of Sebastian Raschka's notebooks, written anew, with their names."""
import os

import ml_dtypes
import numpy as np
import torch
from safetensors.numpy import save_file as save_numpy
from safetensors.torch import save_file
from torch import nn

os.chdir(os.path.dirname(os.path.abspath(__file__)))
signed = np.arange(6).reshape(2, 3) - 2
for name in ["<f8", "<f4", ">f4", ">f8", "<f2", ">f2", "<i8", ">i8", "<i4", ">i2", "|i1"]:
    sign = {"<": "little_", ">": "big_", "|": ""}[name[0]]
    np.save(f"{sign}{name[1:]}.npy", signed.astype(name))
for name in ["<u8", ">u4", "<u2", "|u1"]:
    np.save(f"{name[1:]}.npy", abs(signed).astype(name))
np.save("bool.npy", signed > 0)
np.save("bfloat16.npy", signed.astype(ml_dtypes.bfloat16))
np.save("fortran.npy", np.asfortranarray(np.arange(24, dtype=np.float32).reshape(2, 3, 4)))
np.save("scalar.npy", np.float32(0.5))
np.save("empty.npy", np.zeros((0, 3), np.float32))
np.save("complex.npy", signed.astype(np.complex64))
np.save("fields.npy", np.zeros(2, dtype=[("a", "<f4"), ("b", "<i4")]))
np.save("objects.npy", np.array([None, "x"], dtype=object), allow_pickle=True)
np.save("texts.npy", np.array(["My", "größer", "🙂"]))
np.save("big_texts.npy", np.array(["My", "größer", "🙂"]).astype(">U6"))
for version in [(2, 0), (3, 0)]:
    with open(f"version{version[0]}.npy", "wb") as file:
        np.lib.format.write_array(file, signed.astype(np.float32), version=version)
arrays = {"a": signed.astype(np.float32), "half": signed.astype(np.float16), "name": np.array("x")}
np.savez("stored.npz", **arrays)
np.savez_compressed("deflated.npz", **arrays, zeros=np.zeros((100, 50)))
x = torch.arange(6).reshape(2, 3) - 2
types = dict(F64=torch.float64, F32=torch.float32, F16=torch.float16, BF16=torch.bfloat16, I64=torch.int64,
             I32=torch.int32, I16=torch.int16, I8=torch.int8, U8=torch.uint8, BOOL=torch.bool,
             F8_E5M2=torch.float8_e5m2)
save_file({name: (abs(x) if name == "U8" else x).to(of) for name, of in types.items()}, "types.safetensors",
          metadata={"format": "pt"})
save_numpy({}, "none.safetensors")
torch.save({"a": x}, "pickle.pt")


class SelfAttention_v1(nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out))

    def forward(self, x):
        q, k, v = x @ self.W_query, x @ self.W_key, x @ self.W_value
        return torch.softmax(q @ k.T / k.shape[-1] ** 0.5, dim=-1) @ v


class SelfAttention_v2(nn.Module):
    def __init__(self, d_in, d_out, qkv_bias=False):
        super().__init__()
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)

    def split(self, x):
        return self.W_query(x), self.W_key(x), self.W_value(x)

    def forward(self, x):
        q, k, v = self.split(x)
        return torch.softmax(q @ k.T / k.shape[-1] ** 0.5, dim=-1) @ v


class CausalAttention(SelfAttention_v2):
    def __init__(self, d_in, d_out, context_length, dropout, qkv_bias=False):
        super().__init__(d_in, d_out, qkv_bias)
        self.register_buffer("mask", torch.triu(torch.ones(context_length, context_length), diagonal=1))

    def forward(self, x):
        q, k, v = self.split(x)
        scores = (q @ k.T).masked_fill(self.mask.bool()[:len(x), :len(x)], -torch.inf)
        return torch.softmax(scores / k.shape[-1] ** 0.5, dim=-1) @ v


class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        self.heads = nn.ModuleList(
            [CausalAttention(d_in, d_out, context_length, dropout, qkv_bias) for _ in range(num_heads)])

    def forward(self, x):
        return torch.cat([head(x) for head in self.heads], dim=-1)


class MultiHeadAttention(CausalAttention):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__(d_in, d_out, context_length, dropout, qkv_bias)
        self.num_heads = num_heads
        self.out_proj = nn.Linear(d_out, d_out)

    def forward(self, x):
        n, hidden = len(x), self.mask.bool()[:len(x), :len(x)]
        q, k, v = (one.view(n, self.num_heads, -1).transpose(0, 1) for one in self.split(x))
        scores = (q @ k.transpose(1, 2)).masked_fill(hidden, -torch.inf)
        weights = torch.softmax(scores / k.shape[-1] ** 0.5, dim=-1)
        return self.out_proj((weights @ v).transpose(0, 1).reshape(n, -1))


X = torch.tensor([[0.43, 0.15, 0.89], [0.55, 0.87, 0.66], [0.57, 0.85, 0.64],
                  [0.22, 0.58, 0.33], [0.77, 0.25, 0.10], [0.05, 0.80, 0.55]])
torch.manual_seed(123)
models = {"v1": SelfAttention_v1(3, 2), "v2": SelfAttention_v2(3, 2, True), "causal": CausalAttention(3, 2, 8, 0.0),
          "wrapper": MultiHeadAttentionWrapper(3, 2, 6, 0.0, 2), "split": MultiHeadAttention(3, 4, 6, 0.0, 2)}
for name, model in models.items():  # each with its input and what it makes of it, which no class has
    state = {key: value.detach() for key, value in model.state_dict().items()}
    with torch.no_grad():
        state |= {"X": X, "made": model(X)}
    save_file({key: value.contiguous() for key, value in state.items()}, f"{name}.safetensors")
    np.savez_compressed(f"{name}.npz", **{key: value.numpy() for key, value in state.items()})
torch_model = nn.MultiheadAttention(4, 2)
nn.init.normal_(torch_model.in_proj_bias)
with torch.no_grad():
    x4 = torch.randn(5, 4)
    save_file(torch_model.state_dict() | {"X": x4, "made": torch_model(x4, x4, x4, need_weights=False)[0]},
              "torch.safetensors")
