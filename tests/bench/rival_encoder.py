# SPDX-License-Identifier: GPL-3.0-or-later
"""The rival of bench_encoder: the same encoders in PyTorch for Python, as transformers' eager BERT computes them.

rival_encoder.py [ROUNDS]. One line a case: MODEL SEQUENCES TOKENS best median, in ms, all hidden states kept. Debian's
python3-torch runs on the LibTorch that the module uses.
"""
import math
import os
import statistics
import sys
import time

import torch
from torch import nn

SIZES = (("base", 12, 12, 768, 3072), ("tiny", 4, 12, 312, 1200))
CASES = ((1, 64), (1, 128), (1, 512), (8, 128))
VOCABULARY = 30522


class Layer(nn.Module):
    def __init__(self, hidden, heads, intermediate):
        super().__init__()
        self.heads = heads
        self.query, self.key, self.value, self.attention_output = (nn.Linear(hidden, hidden) for _ in range(4))
        self.attention_norm, self.output_norm = (nn.LayerNorm(hidden, eps=1e-12) for _ in range(2))
        self.intermediate, self.output = nn.Linear(hidden, intermediate), nn.Linear(intermediate, hidden)

    def split(self, x):
        return x.view(x.shape[0], x.shape[1], self.heads, -1).transpose(1, 2)

    def forward(self, x):
        query, key, value = self.split(self.query(x)), self.split(self.key(x)), self.split(self.value(x))
        scores = torch.matmul(query, key.transpose(2, 3)) / math.sqrt(query.shape[-1])
        mixed = torch.matmul(torch.softmax(scores, -1), value).transpose(1, 2).contiguous().view(x.shape)
        x = self.attention_norm(self.attention_output(mixed) + x)
        return self.output_norm(self.output(nn.functional.gelu(self.intermediate(x))) + x)


class Encoder(nn.Module):
    def __init__(self, layers, heads, hidden, intermediate):
        super().__init__()
        self.words, self.positions, self.segments = (nn.Embedding(n, hidden) for n in (VOCABULARY, 512, 2))
        self.norm = nn.LayerNorm(hidden, eps=1e-12)
        self.layers = nn.ModuleList(Layer(hidden, heads, intermediate) for _ in range(layers))
        for parameter in self.parameters():
            if parameter.dim() > 1:
                nn.init.normal_(parameter, std=0.02)

    def forward(self, ids):
        place = torch.arange(ids.shape[1])
        x = self.norm(self.words(ids) + self.segments(torch.zeros_like(ids)) + self.positions(place))
        states = [x]
        for layer in self.layers:
            x = layer(x)
            states.append(x)
        return states


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    torch.set_num_threads(int(os.environ.get("OMP_NUM_THREADS") or len(os.sched_getaffinity(0))))
    for name, layers, heads, hidden, intermediate in SIZES:
        model = Encoder(layers, heads, hidden, intermediate).eval()
        for sequences, tokens in CASES:
            ids = ((torch.arange(sequences * tokens) * 7919 + 1) % VOCABULARY).view(sequences, tokens)
            times = []
            with torch.inference_mode():
                model(ids)
                for _ in range(rounds):
                    start = time.perf_counter()
                    model(ids)
                    times.append(1000 * (time.perf_counter() - start))
            print(name, sequences, tokens, f"{min(times):.3f} {statistics.median(times):.3f}", flush=True)


main()
