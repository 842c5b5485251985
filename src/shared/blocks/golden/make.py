#!/usr/bin/python3
"""Writes the golden numbers: each block's output and all its gradients as PyTorch computes them, in float64.

    python3 src/shared/blocks/golden/make.py

Needs PyTorch ≥ 1.12. One JSON file per block; numbers are rounded to float32 before anything is computed from them.
The loss is Σ output · upstream, so that `upstream` is the gradient that comes in from above.
"""
import json
import pathlib

import torch

import blocks
import families
import tiny_gpt

SEED = 1
FOLDER = pathlib.Path(__file__).parent
HEADER = {'made_by': 'make.py', 'torch': torch.__version__, 'seed': SEED, 'dtype': 'float64 from float32 inputs'}

N_VOCAB, N_CTX = 11, 6
generator = torch.Generator().manual_seed(SEED)


def normal(*shape, mean=0.0, std=1.0):
    """Normal numbers with three decimals, as float32 holds them."""
    x = mean + std * torch.randn(*shape, generator=generator, dtype=torch.float64)
    return x.mul(1000).round().div(1000).float().double()


def ids(*shape):
    return torch.randint(0, N_VOCAB, shape, generator=generator)


def mask(*lengths, total):
    """(B, total): 1 for the first `length` places of each row."""
    return torch.tensor([[1.0 if i < length else 0.0 for i in range(total)] for length in lengths])


def numbers(x):
    values = x.detach().flatten().tolist()
    if x.dtype.is_floating_point:
        values = [float(f'{value:.9g}') for value in x.detach().float().flatten().tolist()]
    return {'shape': list(x.shape), 'values': values}


def case(pytorch, params, inputs, padding=None, padding_port='x'):
    """Runs one expression such as `Linear(d_model, d_out=3)`."""
    first = next(iter(inputs.values()))
    names = {
        'n_vocab': N_VOCAB,
        'n_ctx': N_CTX,
        'd_model': first.shape[-1],
        'd_memory': inputs['memory'].shape[-1] if 'memory' in inputs else None,
    }
    module = eval(pytorch, vars(blocks), names).double().eval()
    for name, weight in module.named_parameters():
        is_gain = name.startswith('gain')
        std = 0.2 if weight.dim() == 1 else weight.shape[0] ** -0.5
        weight.data = normal(*weight.shape, mean=1.0 if is_gain else 0.0, std=std)
    floats = {port: x.requires_grad_() for port, x in inputs.items() if x.dtype.is_floating_point}
    output = module(*inputs.values(), **({} if padding is None else {'padding': padding}))
    upstream = normal(*output.shape)
    (output * upstream).sum().backward()
    leaves = {**floats, **dict(module.named_parameters())}
    return {
        'pytorch': pytorch,
        'params': params,
        'inputs': {port: numbers(x) for port, x in inputs.items()},
        'padding': {} if padding is None else {padding_port: numbers(padding)},
        'weights': {name: numbers(weight) for name, weight in module.named_parameters()},
        'output': numbers(output),
        'upstream': numbers(upstream),
        'gradients': {name: numbers(leaf.grad) for name, leaf in leaves.items()},
    }


def x(d=6, B=2, T=4):
    return {'x': normal(B, T, d)}


def self_attention_cases():
    yield case('SelfAttention(d_model, n_heads=2)', {'n_heads': 2}, x())
    yield case('SelfAttention(d_model, n_heads=2, causal=False, bias=False)',
               {'n_heads': 2, 'causal': False, 'bias': False}, x())
    yield case('SelfAttention(d_model, n_heads=3, causal=False)', {'n_heads': 3, 'causal': False}, x(),
               padding=mask(4, 2, total=4))
    yield case('SelfAttention(d_model, bias=False, n_kv_heads=2)', {'bias': False, 'n_kv_heads': 2}, x(8))
    yield case('SelfAttention(d_model, n_kv_heads=1)', {'n_kv_heads': 1}, x(8), padding=mask(3, 0, total=4))
    yield case("SelfAttention(d_model, n_heads=2, position='rope')", {'n_heads': 2, 'position': 'rope'}, x(8, T=7))
    yield case("SelfAttention(d_model, n_heads=1, position='rope', rope_base=100)",
               {'n_heads': 1, 'position': 'rope', 'ropeBase': 100}, x(6))
    yield case("SelfAttention(d_model, position='alibi')", {'position': 'alibi'}, x(8, T=6))
    yield case("SelfAttention(d_model, n_heads=2, causal=False, position='alibi')",
               {'n_heads': 2, 'causal': False, 'position': 'alibi'}, x(6, T=5))
    yield case('SelfAttention(d_model, n_heads=2, window=2)', {'n_heads': 2, 'window': 2}, x(6, T=6))
    yield case('SelfAttention(d_model, n_heads=2, causal=False, window=2)',
               {'n_heads': 2, 'causal': False, 'window': 2}, x(6, T=6))
    yield case('SelfAttention(d_model, n_heads=2, d_k=3, d_v=5)', {'n_heads': 2, 'd_k': 3, 'd_v': 5}, x(7))
    yield case('SelfAttention(d_model, n_heads=2, scale=False)', {'n_heads': 2, 'scale': False}, x())
    yield case('SelfAttention(d_model, n_heads=2, scale_factor=0.125)', {'n_heads': 2, 'scaleFactor': 0.125}, x())
    yield case('SelfAttention(d_model, n_heads=2, qk_norm=True)', {'n_heads': 2, 'qkNorm': True}, x())
    yield case("SelfAttention(d_model, bias=False, window=3, position='rope', n_kv_heads=2, qk_norm=True)",
               {'bias': False, 'window': 3, 'position': 'rope', 'n_kv_heads': 2, 'qkNorm': True}, x(16, T=7))


def cross_attention_cases():
    def inputs(d=8, d_memory=8, T=3, S=5):
        return {'x': normal(2, T, d), 'memory': normal(2, S, d_memory)}

    yield case('CrossAttention(d_model, d_memory)', {}, inputs())
    yield case('CrossAttention(d_model, d_memory, n_heads=2)', {'n_heads': 2}, inputs(6, 4),
               padding=mask(5, 2, total=5), padding_port='memory')
    yield case('CrossAttention(d_model, d_memory, bias=False, n_kv_heads=2, qk_norm=True)',
               {'bias': False, 'n_kv_heads': 2, 'qkNorm': True}, inputs())


def feed_forward_cases():
    yield case('FeedForward(d_model)', {}, x())
    for activation in ('relu', 'gelu_tanh', 'silu', 'relu2', 'swiglu', 'geglu'):
        yield case(f"FeedForward(d_model, d_ff=7, activation='{activation}')",
                   {'d_ff': 7, 'activation': activation}, x())
    yield case("FeedForward(d_model, activation='swiglu', bias=False)", {'activation': 'swiglu', 'bias': False}, x())


CASES = {
    'tokenEmbedding': lambda: [case('TokenEmbedding(n_vocab, d_model=6)', {'d_model': 6}, {'ids': ids(3, 5)})],
    'scale': lambda: [case('Scale(d_model)', {}, x()), case('Scale(d_model, factor=2.5)', {'factor': 2.5}, x())],
    'sinusoidalPosition': lambda: [
        case('SinusoidalPosition()', {}, x(8, T=9)),
        case('SinusoidalPosition(base=100)', {'base': 100}, x(5)),
    ],
    'learnedPosition': lambda: [
        case('LearnedPosition(d_model, n_ctx)', {}, x(T=N_CTX)),
        case('LearnedPosition(d_model, n_ctx, n_ctx=9)', {'n_ctx': 9}, x(T=4)),
    ],
    'selfAttention': self_attention_cases,
    'crossAttention': cross_attention_cases,
    'feedForward': feed_forward_cases,
    'linear': lambda: [
        case('Linear(d_model, d_out=3)', {'d_out': 3}, x()),
        case('Linear(d_model, d_out=7, bias=False)', {'d_out': 7, 'bias': False}, x(5)),
    ],
    'layerNorm': lambda: [
        case('LayerNorm(d_model)', {}, x()),
        case('LayerNorm(d_model, bias=False)', {'bias': False}, x(7)),
        case('LayerNorm(d_model, gain=False, bias=False, eps=0.1)', {'gain': False, 'bias': False, 'eps': 0.1}, x(3)),
    ],
    'rmsNorm': lambda: [
        case('RmsNorm(d_model)', {}, x()),
        case('RmsNorm(d_model, gain=False, eps=0.1)', {'gain': False, 'eps': 0.1}, x(3)),
    ],
    'residualAdd': lambda: [case('ResidualAdd()', {}, {'x': normal(2, 3, 5), 'branch': normal(2, 3, 5)})],
    'dropout': lambda: [case('Dropout(rate=0.5)', {'rate': 0.5}, x())],
    'unembedding': lambda: [
        case('Unembedding(d_model, n_vocab)', {}, x()),
        case('Unembedding(d_model, n_vocab, bias=True)', {'bias': True}, x()),
        case('Unembedding(d_model, n_vocab, tied=False)', {'tied': False}, x()),
        case('Unembedding(d_model, n_vocab, tied=False, bias=True)', {'tied': False, 'bias': True}, x()),
    ],
    'pooling': lambda: [
        case('Pooling()', {}, x()),
        case('Pooling()', {}, x(), padding=mask(3, 1, total=4)),
        case("Pooling(kind='cls')", {'kind': 'cls'}, x()),
    ],
    'classifier': lambda: [
        case('Classifier(d_model, n_classes=3)', {'n_classes': 3}, x()),
        case('Classifier(d_model)', {}, {'x': normal(3, 6)}),
    ],
}


# Drawn after all else, so that what was there before keeps its numbers.
LATER = {
    'sumNeighbours': lambda: [
        case('SumNeighbours()', {}, x(5, T=6)),
        case('SumNeighbours(n=3)', {'n': 3}, x(4, T=7), padding=mask(7, 4, total=7)),
    ],
}


def write(name, body):
    """The header on the first line, then one part a line, so that a change shows where it is."""
    parts = [f'{json.dumps(key)}:{json.dumps(value, separators=(",", ":"))}' for key, value in body.items()]
    text = '{"header":' + json.dumps(HEADER) + ',\n' + ',\n'.join(parts) + '}\n'
    (FOLDER / f'{name}.json').write_text(text.replace('},{"pytorch"', '},\n{"pytorch"'))


def write_cases(blocks_of):
    for type, cases in blocks_of.items():
        write(type, {'type': type, 'n_vocab': N_VOCAB, 'n_ctx': N_CTX, 'cases': list(cases())})


if __name__ == '__main__':
    write_cases(CASES)
    write('tinyGpt', tiny_gpt.train(normal, ids, numbers, N_VOCAB))
    (FOLDER / 'families').mkdir(exist_ok=True)
    for name, family in families.FAMILIES.items():
        write(f'families/{name}', families.train(family, normal, generator, numbers))
    write_cases(LATER)
