#!/usr/bin/env python3
"""Writes bpe.json: merges and ids as Hugging Face's `tokenizers` has them, for each pre-tokenizer.

    pip install tokenizers && python3 src/shared/tokenizers/golden/make.py

Needs tokenizers >= 0.20. The same comparison with 4,000 strings (argument `4000`) and a text of 1 MB found no difference;
200 of them are kept here.
"""
import json
import pathlib
import random
import sys

import tokenizers
from tokenizers import AddedToken, Regex, Tokenizer, models, pre_tokenizers, trainers

SEED = 7
N_TOKENS = 600
FOLDER = pathlib.Path(__file__).parent
SAMPLES = FOLDER.parents[3] / 'resources' / 'samples'
N_STRINGS = int(sys.argv[1]) if len(sys.argv) > 1 else 200

ODD = [
    '👩‍👩‍👧', '🇨🇳', '👍🏽', '🐼', 'é', 'e\u0301', 'क्षि', 'ﷺ', '\u200d', '\ufeff', '\x85', '\xa0', '\u3000', '\u180e', '\u2028', 'ſ',
    'İ', 'ß', '𠮷', '〇', '々', 'ー', '한', 'ไทย', "'s", "'S", "'LL", "'re", ' ', '  ', '\n', '\r\n', '\t', '\0', '<mask>', '<mask',
    '½', '²', 'Ⅷ', '٣', '\u0323', 'a', 'b', 'de', '1', '2', '，', '。',
]


def any_character(random):
    while True:
        point = random.randrange(0x110000)
        if not 0xD800 <= point < 0xE000:
            return chr(point)


def make_string(random, text, kind):
    """A part of the text; any characters; odd ones; low ones; letters and spaces; Chinese and Latin mixed."""
    n = random.randrange(1, 40)
    if kind == 0:
        start = random.randrange(len(text))
        return text[start:start + 2 * n]
    if kind == 1:
        return ''.join(any_character(random) for _ in range(n // 2))
    if kind == 2:
        return ''.join(random.choice(ODD) for _ in range(n))
    if kind == 3:
        return ''.join(chr(random.randrange(0x3000)) for _ in range(n))
    if kind == 4:
        return ''.join(random.choice('ab \n') for _ in range(n))
    return ''.join(random.choice([chr(random.randrange(0x4E00, 0xA000)), chr(random.randrange(0x20, 0x7F)), ' '])
                   for _ in range(n))


def pre_tokenizer(split):
    level = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=split != 'none')
    if split != 'han':
        return level
    return pre_tokenizers.Sequence([pre_tokenizers.Split(Regex(r'\p{Han}'), 'isolated'), level])


def make(split, text, strings):
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizer(split)
    trainer = trainers.BpeTrainer(vocab_size=N_TOKENS, min_frequency=2, show_progress=False,
                                  initial_alphabet=pre_tokenizers.ByteLevel.alphabet())
    tokenizer.train_from_iterator([text], trainer=trainer)
    tokenizer.add_special_tokens([AddedToken('<mask>', normalized=False)])
    return {'split': split, 'file': json.loads(tokenizer.to_str()),
            'ids': [tokenizer.encode(string, add_special_tokens=False).ids for string in strings]}


def main():
    rng = random.Random(SEED)
    text = ''.join((SAMPLES / f'{name}.txt').read_text(encoding='utf8')[:n]
                   for name, n in (('english', 6000), ('chinese', 3000)))
    strings = [make_string(rng, text, i % 6) for i in range(N_STRINGS)]
    header = {'made_by': 'make.py', 'tokenizers': tokenizers.__version__, 'seed': SEED, 'vocab_size': N_TOKENS}
    cases = [make(split, text, strings) for split in ('gpt2', 'han', 'none')]
    golden = {'header': header, 'text': text, 'strings': strings, 'cases': cases}
    place = FOLDER / 'bpe.json'
    place.write_text(json.dumps(golden, ensure_ascii=True, separators=(',', ':')) + '\n', encoding='utf8')


main()
