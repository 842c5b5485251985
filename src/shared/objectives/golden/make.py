#!/usr/bin/python3
"""Writes the golden losses of the objectives that classify, and their gradients at the logits, as PyTorch computes them.

    python3 src/shared/objectives/golden/make.py

Needs PyTorch ≥ 1.12. Logits are rounded to float32 before anything is computed from them in float64. Places beyond an
example's labels are ignored: they are left out here, one row after the other, and not padded.
"""
import json
import pathlib

import torch
from torch.nn import functional as F

SEED = 1
FILE = pathlib.Path(__file__).parent / 'labels.json'
HEADER = {'made_by': 'make.py', 'torch': torch.__version__, 'seed': SEED, 'dtype': 'float64 from float32 logits'}

generator = torch.Generator().manual_seed(SEED)


def numbers(x):
    values = [float(f'{value:.9g}') for value in x.detach().float().flatten().tolist()]
    return {'shape': list(x.shape), 'values': values}


def case(objective, counts, n_classes, shape, smoothing, count=None, std=2.0):
    """`counts` labels of each example. `shape`: of the logits, which hold `n_classes` scores for each place of a label."""
    logits = torch.randn(*shape, generator=generator, dtype=torch.float64).mul(std).float().double().requires_grad_()
    labels = [torch.randint(0, n_classes, (n,), generator=generator) for n in counts]
    rows = logits.reshape(len(counts), -1, n_classes)
    asked = torch.cat([row[:len(own)] for row, own in zip(rows, labels)])
    total = F.cross_entropy(asked, torch.cat(labels), label_smoothing=smoothing, reduction='sum')
    loss = total / (count or len(asked))
    loss.backward()
    return {
        'objective': objective,
        'labels': [own.tolist() for own in labels],
        'labelSmoothing': smoothing,
        'count': count,
        'logits': numbers(logits),
        'loss': loss.item(),
        'gradient': numbers(logits.grad),
    }


def cases():
    for smoothing in (0.0, 0.1):
        # One label a sequence; up to three a sequence; a part of a batch of nine.
        yield case('sequenceLabel', [1] * 4, 3, (4, 3), smoothing)
        yield case('sequenceLabel', [3, 1, 2], 5, (3, 15), smoothing)
        yield case('sequenceLabel', [1] * 4, 3, (4, 3), smoothing, count=9)
        # One label a token, of texts of different lengths; two a token; a part of a batch of 40; surprises of hundreds.
        yield case('tokenLabel', [6, 2, 4], 4, (3, 6, 4), smoothing)
        yield case('tokenLabel', [8, 4], 3, (2, 4, 6), smoothing)
        yield case('tokenLabel', [5, 1, 3], 7, (3, 5, 7), smoothing, count=40)
        yield case('tokenLabel', [5, 1], 3, (2, 5, 3), smoothing, std=200.0)


if __name__ == '__main__':
    lines = ',\n'.join(json.dumps(one, separators=(',', ':')) for one in cases())
    FILE.write_text('{"header":' + json.dumps(HEADER) + ',\n"cases":[\n' + lines + ']}\n')
