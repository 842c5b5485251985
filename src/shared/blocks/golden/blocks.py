"""The blocks once more, in PyTorch: what the golden numbers are made with, and what an export is made of.

Same names of weights as in the block files. Matrices are (d_in, d_out): y = x @ W + b.
Masks of padding are (B, length): 1 = real, 0 = padding; None = all real.
"""
import math

import torch
from torch import nn
from torch.nn import functional as F


def weight(*shape):
    return nn.Parameter(torch.empty(*shape))


class TokenEmbedding(nn.Module):
    """When tied, W_E is the parameter of another embedding: `target.W_E = source.W_E`."""

    def __init__(self, n_vocab, d_model=64, std=0.02, tied=False):
        super().__init__()
        self.W_E = weight(n_vocab, d_model)

    def forward(self, ids):
        return self.W_E[ids]  # (B, T, d_model)


class SumNeighbours(nn.Module):
    def __init__(self, n=2):
        super().__init__()
        self.n = n

    def forward(self, x, padding=None):
        if padding is not None:
            x = x * padding[:, :, None].to(x.dtype)
        return torch.stack([part.sum(1) for part in x.split(self.n, 1)], 1)  # (B, ⌈T/n⌉, d)


class Scale(nn.Module):
    def __init__(self, d_model, factor=None):
        super().__init__()
        self.factor = math.sqrt(d_model) if factor is None else factor

    def forward(self, x):
        return x * self.factor


class SinusoidalPosition(nn.Module):
    def __init__(self, base=10000):
        super().__init__()
        self.base = base

    def forward(self, x):
        T, d = x.shape[1:]
        i = torch.arange(0, d, 2, dtype=torch.float64)
        angles = torch.arange(T, dtype=torch.float64)[:, None] / self.base ** (i / d)
        P = torch.stack([angles.sin(), angles.cos()], -1).flatten(1)[:, :d]  # (T, d)
        return x + P.to(x.dtype)


class LearnedPosition(nn.Module):
    def __init__(self, d_model, default_n_ctx, n_ctx=None, std=0.02):
        super().__init__()
        self.W_P = weight(default_n_ctx if n_ctx is None else n_ctx, d_model)

    def forward(self, x):
        return x + self.W_P[: x.shape[1]]


def rope(x, base):
    """Turns the halves of each head by position · base^(−2i/d_k). x: (B, n_heads, T, d_k)."""
    T, d_k = x.shape[-2:]
    frequency = base ** (-torch.arange(0, d_k, 2, dtype=torch.float64) / d_k)
    angles = torch.arange(T, dtype=torch.float64)[:, None] * frequency  # (T, d_k/2)
    cos, sin = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
    x1, x2 = x.chunk(2, -1)
    return torch.cat([x1 * cos - x2 * sin, x1 * sin + x2 * cos], -1)


def rms_norm(x, gain, eps):
    y = x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + eps)
    return y if gain is None else y * gain


class Attention(nn.Module):
    """What self-attention and cross-attention have in common."""

    def __init__(self, d_model, d_memory, n_heads=4, n_kv_heads=None, d_k=None, d_v=None, scale=True,
                 scale_factor=None, qk_norm=False, bias=True, dropout=0, init='normal'):
        super().__init__()
        self.n_heads = n_heads
        self.n_kv_heads = n_heads if n_kv_heads is None else n_kv_heads
        d_k = d_model // n_heads if d_k is None else d_k
        d_v = d_model // n_heads if d_v is None else d_v
        factor = 1 / math.sqrt(d_k) if scale_factor is None else scale_factor
        self.scale = factor if scale else 1
        self.dropout = dropout
        self.W_Q = weight(d_model, n_heads * d_k)
        self.W_K = weight(d_memory, self.n_kv_heads * d_k)
        self.W_V = weight(d_memory, self.n_kv_heads * d_v)
        self.W_O = weight(n_heads * d_v, d_model)
        self.bias = bias
        if bias:
            self.b_Q = weight(n_heads * d_k)
            self.b_K = weight(self.n_kv_heads * d_k)
            self.b_V = weight(self.n_kv_heads * d_v)
            self.b_O = weight(d_model)
        self.qk_norm = qk_norm
        if qk_norm:
            self.gainQ = weight(d_k)
            self.gainK = weight(d_k)

    def linear(self, x, name):
        y = x @ getattr(self, 'W_' + name)
        return y + getattr(self, 'b_' + name) if self.bias else y

    def heads(self, x, name, n_heads):
        """(B, T, d) → (B, n_heads, T, d_k)."""
        y = self.linear(x, name)
        y = y.view(*y.shape[:2], n_heads, -1).transpose(1, 2)
        return rms_norm(y, getattr(self, 'gain' + name), 1e-6) if self.qk_norm and name in 'QK' else y

    def attend(self, q, k, v, seen, bias=0):
        """seen: (…, T, S), True where a query sees a key."""
        groups = self.n_heads // self.n_kv_heads
        k, v = k.repeat_interleave(groups, 1), v.repeat_interleave(groups, 1)
        scores = q @ k.transpose(-2, -1) * self.scale + bias  # (B, n_heads, T, S)
        pattern = torch.softmax(scores.masked_fill(~seen, -1e9), -1) * seen
        z = F.dropout(pattern, self.dropout, self.training) @ v  # (B, n_heads, T, d_v)
        return self.linear(z.transpose(1, 2).flatten(2), 'O')


class SelfAttention(Attention):
    def __init__(self, d_model, causal=True, window=None, position='none', rope_base=10000, **others):
        super().__init__(d_model, d_model, **others)
        self.causal, self.window, self.position, self.rope_base = causal, window, position, rope_base

    def forward(self, x, padding=None):
        T = x.shape[1]
        q = self.heads(x, 'Q', self.n_heads)
        k = self.heads(x, 'K', self.n_kv_heads)
        v = self.heads(x, 'V', self.n_kv_heads)
        if self.position == 'rope':
            q, k = rope(q, self.rope_base), rope(k, self.rope_base)
        back = torch.arange(T)[:, None] - torch.arange(T)  # (T, T)
        seen = torch.ones(T, T, dtype=torch.bool)
        if self.causal:
            seen = seen & (back >= 0)
        if self.window is not None:
            seen = seen & (back.abs() < self.window)
        if padding is not None:
            seen = seen & (padding[:, None, None, :] > 0)
        slopes = 2 ** (-8 * torch.arange(1, self.n_heads + 1) / self.n_heads)
        bias = -slopes[:, None, None].to(x.dtype) * back.abs() if self.position == 'alibi' else 0
        return self.attend(q, k, v, seen, bias)


class CrossAttention(Attention):
    def __init__(self, d_model, d_memory, **others):
        super().__init__(d_model, d_memory, **others)

    def forward(self, x, memory, padding=None):
        q = self.heads(x, 'Q', self.n_heads)
        k = self.heads(memory, 'K', self.n_kv_heads)
        v = self.heads(memory, 'V', self.n_kv_heads)
        seen = torch.ones(x.shape[1], memory.shape[1], dtype=torch.bool)
        if padding is not None:
            seen = seen & (padding[:, None, None, :] > 0)
        return self.attend(q, k, v, seen)


ACTIVATIONS = {
    'relu': F.relu,
    'gelu': F.gelu,
    'gelu_tanh': lambda x: F.gelu(x, approximate='tanh'),
    'silu': F.silu,
    'relu2': lambda x: F.relu(x) ** 2,
    'swiglu': F.silu,
    'geglu': F.gelu,
}


class FeedForward(nn.Module):
    def __init__(self, d_model, d_ff=None, activation='gelu', bias=True, init='normal'):
        super().__init__()
        d_ff = 4 * d_model if d_ff is None else d_ff
        self.activation = ACTIVATIONS[activation]
        self.gated = activation in ('swiglu', 'geglu')
        self.bias = bias
        self.W_in = weight(d_model, d_ff)
        if self.gated:
            self.W_gate = weight(d_model, d_ff)
        self.W_out = weight(d_ff, d_model)
        if bias:
            self.b_in = weight(d_ff)
            self.b_out = weight(d_model)

    def forward(self, x):
        hidden = x @ self.W_in + (self.b_in if self.bias else 0)
        bent = self.activation(x @ self.W_gate) * hidden if self.gated else self.activation(hidden)
        return bent @ self.W_out + (self.b_out if self.bias else 0)


class Linear(nn.Module):
    def __init__(self, d_model, d_out=64, bias=True, init='normal'):
        super().__init__()
        self.W = weight(d_model, d_out)
        self.b = weight(d_out) if bias else 0

    def forward(self, x):
        return x @ self.W + self.b


class LayerNorm(nn.Module):
    def __init__(self, d_model, gain=True, bias=True, eps=1e-5):
        super().__init__()
        self.gain = weight(d_model) if gain else None
        self.bias = weight(d_model) if bias else None
        self.eps = eps

    def forward(self, x):
        return F.layer_norm(x, x.shape[-1:], self.gain, self.bias, self.eps)


class RmsNorm(nn.Module):
    def __init__(self, d_model, gain=True, eps=1e-6):
        super().__init__()
        self.gain = weight(d_model) if gain else None
        self.eps = eps

    def forward(self, x):
        return rms_norm(x, self.gain, self.eps)


class ResidualAdd(nn.Module):
    def forward(self, x, branch):
        return x + branch


class Dropout(nn.Module):
    def __init__(self, rate=0.1):
        super().__init__()
        self.rate = rate

    def forward(self, x):
        return F.dropout(x, self.rate, self.training)


class Unembedding(nn.Module):
    """When tied, W_E is the parameter of the embedding: `head.W_E = embedding.W_E`."""

    def __init__(self, d_model, n_vocab, tied=True, bias=False, init='normal'):
        super().__init__()
        self.tied = tied
        if tied:
            self.W_E = weight(n_vocab, d_model)
        else:
            self.W_U = weight(d_model, n_vocab)
        self.b = weight(n_vocab) if bias else 0

    def forward(self, x):
        return x @ (self.W_E.T if self.tied else self.W_U) + self.b


class Pooling(nn.Module):
    def __init__(self, kind='mean'):
        super().__init__()
        self.kind = kind

    def forward(self, x, padding=None):
        if self.kind == 'cls':
            return x[:, 0]
        if padding is None:
            return x.mean(1)
        m = padding[:, :, None].to(x.dtype)
        return (x * m).sum(1) / m.sum(1).clamp(min=1)


class Classifier(nn.Module):
    def __init__(self, d_model, n_classes=2, init='normal'):
        super().__init__()
        self.W_C = weight(d_model, n_classes)
        self.b_C = weight(n_classes)

    def forward(self, x):
        return x @ self.W_C + self.b_C
