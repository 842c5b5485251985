"""Ten steps of the tiny GPT, as the template draws it: pre-norm, learned positions, tied unembedding."""
import torch
from torch import nn
from torch.nn import functional as F

import blocks

SIZES = {'n_layers': 2, 'n_heads': 2, 'd_model': 12, 'n_ctx': 8, 'batch_size': 4, 'max_steps': 10}
OPTIMIZER = {'lr': 0.01, 'beta1': 0.9, 'beta2': 0.99, 'eps': 1e-8, 'weight_decay': 0.1, 'grad_clip': 1.0}


class Layer(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.norm = blocks.LayerNorm(d_model)
        self.attention = blocks.SelfAttention(d_model, n_heads=n_heads)
        self.norm2 = blocks.LayerNorm(d_model)
        self.feedForward = blocks.FeedForward(d_model)

    def forward(self, x):
        x = x + self.attention(self.norm(x))
        return x + self.feedForward(self.norm2(x))


class TinyGpt(nn.Module):
    def __init__(self, n_vocab, n_layers, n_heads, d_model, n_ctx, **_):
        super().__init__()
        self.tokenEmbedding = blocks.TokenEmbedding(n_vocab, d_model)
        self.position = blocks.LearnedPosition(d_model, n_ctx)
        self.decoder = nn.ModuleList(Layer(d_model, n_heads) for _ in range(n_layers))
        self.finalNorm = blocks.LayerNorm(d_model)
        self.unembedding = blocks.Unembedding(d_model, n_vocab)
        self.unembedding.W_E = self.tokenEmbedding.W_E

    def forward(self, ids):
        x = self.position(self.tokenEmbedding(ids))
        for layer in self.decoder:
            x = layer(x)
        return self.unembedding(self.finalNorm(x))


def checkpoint_name(name):
    """The name that the weight has in a checkpoint: Python has no `norm-2`."""
    return name.replace('norm2', 'norm-2')


def train(normal, ids, numbers, n_vocab):
    model = TinyGpt(n_vocab, **SIZES).double()
    for name, weight in model.named_parameters():
        is_gain = name.endswith('gain')
        weight.data = normal(*weight.shape, mean=1.0 if is_gain else 0.0, std=0.05 if weight.dim() == 1 else 0.2)
    start = {checkpoint_name(name): numbers(weight) for name, weight in model.named_parameters()}

    matrices = [weight for weight in model.parameters() if weight.dim() == 2]
    vectors = [weight for weight in model.parameters() if weight.dim() == 1]
    optimizer = torch.optim.AdamW(
        [{'params': matrices, 'weight_decay': OPTIMIZER['weight_decay']}, {'params': vectors, 'weight_decay': 0}],
        lr=OPTIMIZER['lr'], betas=(OPTIMIZER['beta1'], OPTIMIZER['beta2']), eps=OPTIMIZER['eps'])
    batches, losses, norms = [], [], []
    for _ in range(SIZES['max_steps']):
        window = ids(SIZES['batch_size'], SIZES['n_ctx'] + 1)
        logits = model(window[:, :-1])
        loss = F.cross_entropy(logits.flatten(0, 1), window[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        norm = nn.utils.clip_grad_norm_(model.parameters(), OPTIMIZER['grad_clip'])
        optimizer.step()
        batches.append(numbers(window))
        losses.append(loss.item())
        norms.append(norm.item())
    end = {checkpoint_name(name): numbers(weight) for name, weight in model.named_parameters()}
    return {'sizes': {'n_vocab': n_vocab, **SIZES}, 'optimizer': OPTIMIZER, 'weights': start, 'batches': batches,
            'losses': losses, 'norms': norms, 'trained': end}
