"""
The same GPT and AdamW in PyTorch, eager. Arguments: a JSON task with the sizes, seconds and threads. Tells also which library it multiplies matrices with.
"""
import json
import math
import os
import sys
import time

import torch
import torch.nn as nn
import torch.nn.functional as F

task = json.loads(sys.argv[1])
B, T, V = task["batch_size"], task["n_ctx"], task["n_vocab"]
C, H, L = task["d_model"], task["n_heads"], task["n_layers"]


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(C), nn.LayerNorm(C)
        self.qkv, self.out = nn.Linear(C, 3 * C), nn.Linear(C, C)
        self.up, self.down = nn.Linear(C, 4 * C), nn.Linear(4 * C, C)
        self.register_buffer("mask", torch.tril(torch.ones(T, T)).view(1, 1, T, T) == 0)

    def forward(self, x):
        def heads(t):
            return t.view(t.size(0), T, H, C // H).transpose(1, 2)

        q, k, v = map(heads, self.qkv(self.norm1(x)).split(C, 2))
        scores = (q @ k.transpose(-2, -1)) * (1 / math.sqrt(C // H))
        pattern = F.softmax(scores.masked_fill(self.mask, float("-inf")), -1)
        x = x + self.out((pattern @ v).transpose(1, 2).contiguous().view(x.size(0), T, C))
        return x + self.down(F.gelu(self.up(self.norm2(x))))


class Gpt(nn.Module):
    def __init__(self):
        super().__init__()
        self.tokens, self.positions = nn.Embedding(V, C), nn.Embedding(T, C)
        self.blocks = nn.ModuleList([Block() for _ in range(L)])
        self.norm, self.head = nn.LayerNorm(C), nn.Linear(C, V, bias=False)
        self.tokens.weight = self.head.weight

    def forward(self, x, y):
        h = self.tokens(x) + self.positions(torch.arange(T))
        for block in self.blocks:
            h = block(h)
        return F.cross_entropy(self.head(self.norm(h)).view(-1, V), y.view(-1))


model = Gpt()
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3, betas=(0.9, 0.99), weight_decay=0.1)
x, y = torch.randint(V, (B, T)), torch.randint(V, (B, T))


def step():
    loss = model(x, y)
    optimizer.zero_grad(set_to_none=True)
    loss.backward()
    optimizer.step()
    return loss.item()


def measure(threads):
    torch.set_num_threads(threads)
    end = time.time() + 0.3 + 0.2 * task["seconds"]
    step()
    while time.time() < end:
        step()
    times = []
    cpu = time.process_time()
    end = time.time() + task["seconds"]
    while len(times) < 2 or time.time() < end:
        start = time.perf_counter()
        step()
        times.append((time.perf_counter() - start) * 1e3)
    return {"ms": min(times), "cpuMs": (time.process_time() - cpu) * 1e3 / len(times)}


def blas():
    """The files that torch has loaded its matrix product from."""
    with open("/proc/self/maps") as maps:
        files = {os.path.realpath(line.split(maxsplit=5)[5].strip()) for line in maps if "/" in line}
    names = ("blas", "mkl_core", "mkl_rt", "blis")
    return sorted(file for file in files if any(name in os.path.basename(file) for name in names))


print(json.dumps({**measure(task["threads"]), "version": torch.__version__, "blas": blas()}))
