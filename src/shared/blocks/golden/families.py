"""Ten steps of one template of each family, at a small size and without dropout, by PyTorch's own optimizers.

Modules stand under the ids of the template's nodes, so that parameters have the names of a checkpoint.
"""
import math

import torch
from torch import nn
from torch.nn import functional as F

import blocks

STEPS = 10


def parts(modules):
    return nn.ModuleDict(modules)


def layers(count, make):
    return nn.ModuleList(parts(make()) for _ in range(count))


class Gpt2(nn.Module):
    def __init__(self, n_vocab, n_layers, n_heads, d_model, n_ctx, **_):
        super().__init__()
        self.tokenEmbedding = blocks.TokenEmbedding(n_vocab, d_model)
        self.position = blocks.LearnedPosition(d_model, n_ctx)
        self.decoder = layers(n_layers, lambda: {
            'norm': blocks.LayerNorm(d_model),
            'attention': blocks.SelfAttention(d_model, n_heads=n_heads),
            'norm-2': blocks.LayerNorm(d_model),
            'feedForward': blocks.FeedForward(d_model, activation='gelu_tanh'),
        })
        self.finalNorm = blocks.LayerNorm(d_model)
        self.unembedding = blocks.Unembedding(d_model, n_vocab)
        self.unembedding.W_E = self.tokenEmbedding.W_E

    def forward(self, tokens):
        x = self.position(self.tokenEmbedding(tokens))
        for layer in self.decoder:
            x = x + layer['attention'](layer['norm'](x))
            x = x + layer['feedForward'](layer['norm-2'](x))
        return self.unembedding(self.finalNorm(x))


class Llama(nn.Module):
    def __init__(self, n_vocab, n_layers, n_heads, d_model, **_):
        super().__init__()
        self.tokenEmbedding = blocks.TokenEmbedding(n_vocab, d_model)
        d_ff = 8 * math.ceil(d_model / 3)
        self.decoder = layers(n_layers, lambda: {
            'rmsNorm': blocks.RmsNorm(d_model),
            'attention': blocks.SelfAttention(d_model, n_heads=n_heads, n_kv_heads=n_heads // 2, position='rope',
                                              bias=False),
            'rmsNorm-2': blocks.RmsNorm(d_model),
            'feedForward': blocks.FeedForward(d_model, d_ff, 'swiglu', bias=False),
        })
        self.finalNorm = blocks.RmsNorm(d_model)
        self.unembedding = blocks.Unembedding(d_model, n_vocab, tied=False)

    def forward(self, tokens):
        x = self.tokenEmbedding(tokens)
        for layer in self.decoder:
            x = x + layer['attention'](layer['rmsNorm'](x))
            x = x + layer['feedForward'](layer['rmsNorm-2'](x))
        return self.unembedding(self.finalNorm(x))


class Bert(nn.Module):
    def __init__(self, n_vocab, n_layers, n_heads, d_model, n_ctx, **_):
        super().__init__()
        self.tokenEmbedding = blocks.TokenEmbedding(n_vocab, d_model)
        self.position = blocks.LearnedPosition(d_model, n_ctx)
        self.embeddingNorm = blocks.LayerNorm(d_model)
        self.encoder = layers(n_layers, lambda: {
            'attention': blocks.SelfAttention(d_model, n_heads=n_heads, causal=False),
            'norm': blocks.LayerNorm(d_model),
            'feedForward': blocks.FeedForward(d_model, activation='gelu'),
            'norm-2': blocks.LayerNorm(d_model),
        })
        self.unembedding = blocks.Unembedding(d_model, n_vocab, bias=True)
        self.unembedding.W_E = self.tokenEmbedding.W_E
        self.unembedding.b = blocks.weight(n_vocab)

    def forward(self, tokens, padding):
        x = self.embeddingNorm(self.position(self.tokenEmbedding(tokens)))
        for layer in self.encoder:
            x = layer['norm'](x + layer['attention'](x, padding))
            x = layer['norm-2'](x + layer['feedForward'](x))
        return self.unembedding(x)


class Transformer2017(nn.Module):
    def __init__(self, n_vocab, n_layers, n_heads, d_model, **_):
        super().__init__()
        attention = {'n_heads': n_heads}
        self.tokenEmbedding = blocks.TokenEmbedding(n_vocab, d_model)
        self.scale = blocks.Scale(d_model)
        self.position = blocks.SinusoidalPosition()
        self.encoder = layers(n_layers, lambda: {
            'attention': blocks.SelfAttention(d_model, causal=False, **attention),
            'norm': blocks.LayerNorm(d_model),
            'feedForward': blocks.FeedForward(d_model, activation='relu'),
            'norm-2': blocks.LayerNorm(d_model),
        })
        self.decoder = layers(n_layers, lambda: {
            'attention-2': blocks.SelfAttention(d_model, **attention),
            'norm-3': blocks.LayerNorm(d_model),
            'crossAttention': blocks.CrossAttention(d_model, d_model, **attention),
            'norm-4': blocks.LayerNorm(d_model),
            'feedForward-2': blocks.FeedForward(d_model, activation='relu'),
            'norm-5': blocks.LayerNorm(d_model),
        })
        self.unembedding = blocks.Unembedding(d_model, n_vocab)
        self.unembedding.W_E = self.tokenEmbedding.W_E

    def embed(self, ids):
        return self.position(self.scale(self.tokenEmbedding(ids)))

    def forward(self, source, tokens, source_padding, padding):
        memory = self.embed(source)
        for layer in self.encoder:
            memory = layer['norm'](memory + layer['attention'](memory, source_padding))
            memory = layer['norm-2'](memory + layer['feedForward'](memory))
        x = self.embed(tokens)
        for layer in self.decoder:
            x = layer['norm-3'](x + layer['attention-2'](x, padding))
            x = layer['norm-4'](x + layer['crossAttention'](x, memory, source_padding))
            x = layer['norm-5'](x + layer['feedForward-2'](x))
        return self.unembedding(x)


class T5(nn.Module):
    def __init__(self, n_vocab, n_layers, n_heads, d_model, **_):
        super().__init__()
        attention = {'n_heads': n_heads, 'bias': False}
        feed_forward = {'activation': 'relu', 'bias': False}
        self.tokenEmbedding = blocks.TokenEmbedding(n_vocab, d_model)
        self.encoder = layers(n_layers, lambda: {
            'rmsNorm': blocks.RmsNorm(d_model),
            'attention': blocks.SelfAttention(d_model, causal=False, position='alibi', **attention),
            'rmsNorm-2': blocks.RmsNorm(d_model),
            'feedForward': blocks.FeedForward(d_model, **feed_forward),
        })
        self.encoderNorm = blocks.RmsNorm(d_model)
        self.decoder = layers(n_layers, lambda: {
            'rmsNorm-3': blocks.RmsNorm(d_model),
            'attention-2': blocks.SelfAttention(d_model, position='alibi', **attention),
            'rmsNorm-4': blocks.RmsNorm(d_model),
            'crossAttention': blocks.CrossAttention(d_model, d_model, **attention),
            'rmsNorm-5': blocks.RmsNorm(d_model),
            'feedForward-2': blocks.FeedForward(d_model, **feed_forward),
        })
        self.decoderNorm = blocks.RmsNorm(d_model)
        self.unembedding = blocks.Unembedding(d_model, n_vocab)
        self.unembedding.W_E = self.tokenEmbedding.W_E

    def forward(self, source, tokens, source_padding, padding):
        memory = self.tokenEmbedding(source)
        for layer in self.encoder:
            memory = memory + layer['attention'](layer['rmsNorm'](memory), source_padding)
            memory = memory + layer['feedForward'](layer['rmsNorm-2'](memory))
        memory = self.encoderNorm(memory)
        x = self.tokenEmbedding(tokens)
        for layer in self.decoder:
            x = x + layer['attention-2'](layer['rmsNorm-3'](x), padding)
            x = x + layer['crossAttention'](layer['rmsNorm-4'](x), memory, source_padding)
            x = x + layer['feedForward-2'](layer['rmsNorm-5'](x))
        return self.unembedding(self.decoderNorm(x))


def pad(rows, value):
    longest = max(len(row) for row in rows)
    return torch.tensor([row + [value] * (longest - len(row)) for row in rows])


def real(rows):
    return pad([[1.0] * len(row) for row in rows], 0.0)


class Data:
    """Random examples, and what each objective makes of them. Ids below `n_special` are special tokens."""

    def __init__(self, generator, sizes, specials):
        self.generator, self.sizes, self.specials = generator, sizes, specials

    def integer(self, low, high):
        return torch.randint(low, high, (1,), generator=self.generator).item()

    def uniform(self):
        return torch.rand(1, generator=self.generator, dtype=torch.float64).item()

    def ordinary(self, length):
        return [self.integer(len(self.specials), self.sizes['n_vocab']) for _ in range(length)]

    def next_token(self):
        examples = [{'tokens': self.ordinary(self.sizes['n_ctx'] + 1)} for _ in range(self.sizes['batch_size'])]
        rows = torch.tensor([example['tokens'] for example in examples])
        return examples, (rows[:, :-1],), rows[:, 1:]

    def masked_token(self):
        """Of 15 % of the tokens 80 % are hidden, 10 % replaced, 10 % left alone. Kept: every draw, in order."""
        examples, inputs, targets = [], [], []
        n_special, mask = len(self.specials), self.specials.index('<mask>')
        for _ in range(self.sizes['batch_size']):
            tokens, draws = self.ordinary(self.integer(4, self.sizes['n_ctx'] + 1)), []
            chosen = [self.uniform() for _ in tokens]
            draws += chosen
            asked = [u < 0.15 for u in chosen]
            if not any(asked):
                place = self.integer(0, len(tokens))
                draws.append(place)
                asked[place] = True
            seen, wanted = list(tokens), [-1] * len(tokens)
            for i, token in enumerate(tokens):
                if not asked[i]:
                    continue
                wanted[i] = token
                fate = self.uniform()
                draws.append(fate)
                if fate < 0.8:
                    seen[i] = mask
                elif fate < 0.9:
                    seen[i] = self.integer(n_special, self.sizes['n_vocab'])
                    draws.append(seen[i])
            examples.append({'tokens': tokens, 'draws': draws})
            inputs.append(seen)
            targets.append(wanted)
        return examples, (pad(inputs, 0), real(inputs)), pad(targets, -1)

    def seq2seq(self):
        most = self.sizes['n_ctx'] - 1
        examples = [{'source': self.ordinary(self.integer(2, most)), 'tokens': self.ordinary(self.integer(1, most))}
                    for _ in range(self.sizes['batch_size'])]
        bos, eos = self.specials.index('<bos>'), self.specials.index('<eos>')
        source = [example['source'] for example in examples]
        told = [[bos] + example['tokens'] for example in examples]
        targets = [example['tokens'] + [eos] for example in examples]
        return examples, (pad(source, 0), pad(told, 0), real(source), real(told)), pad(targets, -1)


COMMON = {'n_vocab': 13, 'n_layers': 2, 'n_heads': 2, 'd_model': 8, 'n_ctx': 7, 'batch_size': 4, 'max_steps': STEPS}
ADAM_W = {'optimizer': 'adamW', 'lr': 0.01, 'beta1': 0.9, 'beta2': 0.99, 'eps': 1e-8, 'weight_decay': 0.1}

FAMILIES = {
    'gpt2': {
        'model': Gpt2, 'objective': 'nextToken', 'specials': [], 'sizes': COMMON,
        'settings': {**ADAM_W, 'grad_clip': 1.0, 'schedule': 'cosine', 'warmup_steps': 3, 'min_lr': 0.001},
    },
    'llama': {
        'model': Llama, 'objective': 'nextToken', 'specials': [], 'sizes': {**COMMON, 'n_heads': 4, 'd_model': 16},
        'settings': {**ADAM_W, 'grad_clip': 1.0, 'beta2': 0.95, 'schedule': 'constant', 'warmup_steps': 2},
    },
    'bert': {
        'model': Bert, 'objective': 'maskedToken', 'specials': ['<mask>'], 'sizes': {**COMMON, 'batch_size': 6},
        'settings': {**ADAM_W, 'grad_clip': 0.5, 'schedule': 'linear', 'warmup_steps': 2, 'min_lr': 0.0},
    },
    't5': {
        'model': T5, 'objective': 'seq2seq', 'specials': ['<bos>', '<eos>'], 'sizes': COMMON,
        'settings': {'optimizer': 'sgd', 'lr': 0.05, 'momentum': 0.9, 'weight_decay': 0.0, 'grad_clip': 0.0,
                     'schedule': 'stepwise', 'warmup_steps': 0, 'decay_steps': 4, 'decay_factor': 0.5},
    },
    'transformer2017': {
        'model': Transformer2017, 'objective': 'seq2seq', 'specials': ['<bos>', '<eos>'], 'sizes': COMMON,
        'settings': {'optimizer': 'adam', 'lr': 0.01, 'beta1': 0.9, 'beta2': 0.98, 'eps': 1e-9, 'weight_decay': 0.0,
                     'grad_clip': 0.0, 'schedule': 'noam', 'warmup_steps': 4, 'label_smoothing': 0.1},
    },
}


def rate(step, lr, schedule, warmup_steps, min_lr=0.0, decay_steps=0, decay_factor=0, **_):
    """The learning rate of a step, counted from 1."""
    if step <= warmup_steps:
        return lr * step / warmup_steps
    done = (step - warmup_steps) / (STEPS - warmup_steps)
    return {
        'constant': lambda: lr,
        'linear': lambda: lr + (min_lr - lr) * done,
        'cosine': lambda: min_lr + (lr - min_lr) * (1 + math.cos(math.pi * done)) / 2,
        'stepwise': lambda: lr * decay_factor ** ((step - warmup_steps) // decay_steps),
        'noam': lambda: lr * math.sqrt(warmup_steps) * min(step ** -0.5, step * warmup_steps ** -1.5),
    }[schedule]()


def optimizer_of(model, settings):
    """PyTorch's own; decay on matrices only."""
    if settings['optimizer'] == 'sgd':
        return torch.optim.SGD(model.parameters(), lr=1, momentum=settings['momentum'])
    kind = {'adamW': torch.optim.AdamW, 'adam': torch.optim.Adam}[settings['optimizer']]
    decay = settings['weight_decay']
    groups = [{'params': [w for w in model.parameters() if w.dim() == dim], 'weight_decay': wd}
              for dim, wd in ((2, decay), (1, 0))]
    betas = (settings['beta1'], settings['beta2'])
    return kind([group for group in groups if group['params']], lr=1, betas=betas, eps=settings['eps'])


def train(family, normal, generator, numbers):
    sizes, settings, specials = family['sizes'], family['settings'], family['specials']
    data = Data(generator, sizes, specials)
    draw = {'nextToken': data.next_token, 'maskedToken': data.masked_token, 'seq2seq': data.seq2seq}
    model = family['model'](**sizes).double()
    for name, weight in model.named_parameters():
        is_gain = name.endswith('gain')
        weight.data = normal(*weight.shape, mean=1.0 if is_gain else 0.0, std=0.05 if weight.dim() == 1 else 0.2)
    start = {name: numbers(weight) for name, weight in model.named_parameters()}
    optimizer = optimizer_of(model, settings)
    examples, losses, norms, rates, gradients = [], [], [], [], None
    for step in range(1, STEPS + 1):
        batch, inputs, targets = draw[family['objective']]()
        logits = model(*(x.double() if x.dtype.is_floating_point else x for x in inputs))
        smoothing = settings.get('label_smoothing', 0.0)
        loss = F.cross_entropy(logits.flatten(0, 1), targets.flatten(), ignore_index=-1, label_smoothing=smoothing)
        optimizer.zero_grad()
        loss.backward()
        if gradients is None:
            gradients = {name: numbers(weight.grad) for name, weight in model.named_parameters()}
        most = settings['grad_clip'] or math.inf
        norms.append(nn.utils.clip_grad_norm_(model.parameters(), most).item())
        rates.append(rate(step, **settings))
        for group in optimizer.param_groups:
            group['lr'] = rates[-1]
        optimizer.step()
        examples.append(batch)
        losses.append(loss.item())
    return {'objective': family['objective'], 'specials': specials, 'sizes': sizes, 'settings': settings,
            'weights': start, 'examples': examples, 'gradients': gradients, 'rates': rates, 'losses': losses,
            'norms': norms}
