#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Hidden states and attention of two tiny models with exchanged positions, in float64 with NumPy alone.

usage: make_exchanged.py        writes exchanged.npz beside itself, from ../oracle

The forward pass is written from the papers' formulas; without an exchange it must give what the reference
implementation gave (MODEL.npz, from the same run as ../oracle), else nothing is written.
"""
import json
import math
import os
import struct

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
SEED = 7
erf = np.vectorize(math.erf)


def weights(folder):
    with open(os.path.join(folder, "model.safetensors"), "rb") as f:
        size = struct.unpack("<Q", f.read(8))[0]
        header = json.loads(f.read(size))
        data = f.read()
    out = {}
    for key, info in header.items():
        if key != "__metadata__":
            a, b = info["data_offsets"]
            out[key] = np.frombuffer(data[a:b], {"F32": "<f4", "F16": "<f2"}[info["dtype"]]).reshape(info["shape"]).astype(float)
    return out


def mt19937_64(seed):
    """Nishimura and Matsumoto's generator, as the C++ standard has it."""
    m64 = (1 << 64) - 1
    state = [seed]
    for i in range(1, 312):
        state.append((6364136223846793005 * (state[-1] ^ (state[-1] >> 62)) + i) & m64)
    while True:
        for i in range(312):
            x = (state[i] & 0xFFFFFFFF80000000) | (state[(i + 1) % 312] & 0x7FFFFFFF)
            state[i] = state[(i + 156) % 312] ^ (x >> 1) ^ (0xB5026F5AA96619E9 if x & 1 else 0)
        for y in state:
            y ^= (y >> 29) & 0x5555555555555555
            y ^= (y << 17) & 0x71D67FFFEDA60000
            y ^= (y << 37) & 0xFFF7EEE000000000
            yield y ^ (y >> 43)


def shuffled(count, seed):
    order, random = list(range(count)), mt19937_64(seed)
    for last in range(count - 1, 0, -1):
        k = next(random) % (last + 1)
        order[last], order[k] = order[k], order[last]
    return np.array(order)


def norm(x, w, key):
    x = x - x.mean(-1, keepdims=True)
    return x / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-12) * w[key + ".weight"] + w[key + ".bias"]


def linear(x, w, key):
    return x @ w[key + ".weight"].T + w[key + ".bias"]


ACTIVATIONS = {
    "gelu": lambda x: x * 0.5 * (1 + erf(x / math.sqrt(2))),
    "gelu_new": lambda x: 0.5 * x * (1 + np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3))),
    "quick_gelu": lambda x: x / (1 + np.exp(-1.702 * x)),
    "relu": lambda x: np.maximum(x, 0),
    "silu": lambda x: x / (1 + np.exp(-x)),
    "tanh": np.tanh,
}


def forward(w, z, added, place, distances, heads=4, layers=2, activation="gelu"):
    """added: T × D or None; place: what i and j are in i − j; distances: by layer, (2P − 1) × d, or None."""
    ids, types = z["input_ids"], z["token_type_ids"]
    x = w["embeddings.word_embeddings.weight"][ids] + w["embeddings.token_type_embeddings.weight"][types]
    if added is not None:
        x = x + added
    x = norm(x, w, "embeddings.LayerNorm")
    states, maps, all_logits = [x], [], []
    t, d = len(ids), x.shape[1] // heads
    for n in range(layers):
        at = f"encoder.layer.{n}."
        split = lambda y: y.reshape(t, heads, d).transpose(1, 0, 2)
        q, k, v = (split(linear(x, w, at + "attention.self." + name)) for name in ("query", "key", "value"))
        s = q @ k.transpose(0, 2, 1)
        if distances is not None:
            reach = (len(distances[n]) - 1) // 2
            for h in range(heads):
                for i in range(t):
                    for j in range(t):
                        s[h, i, j] += q[h, i] @ distances[n][np.clip(place[i] - place[j], -reach, reach) + reach]
        s = s / math.sqrt(d)
        a = np.exp(s - s.max(-1, keepdims=True))
        a /= a.sum(-1, keepdims=True)
        mixed = (a @ v).transpose(1, 0, 2).reshape(t, -1)
        x = norm(x + linear(mixed, w, at + "attention.output.dense"), w, at + "attention.output.LayerNorm")
        inner = ACTIVATIONS[activation](linear(x, w, at + "intermediate.dense"))
        x = norm(x + linear(inner, w, at + "output.dense"), w, at + "output.LayerNorm")
        states.append(x)
        maps.append(a)
        all_logits.append(s)
    return np.array(states), np.array(maps), np.array(all_logits)


def agrees(got, z):
    assert np.abs(got[0] - z["hidden_states"]).max() < 1e-9 and np.abs(got[1] - z["attentions"]).max() < 1e-9


out = {}
tiny = os.path.join(HERE, "../oracle/bert-tiny-safetensors")
w, z = weights(tiny), np.load(os.path.join(HERE, "bert-tiny-safetensors.npz"))
table = w["embeddings.position_embeddings.weight"]
t = len(z["input_ids"])
plain = forward(w, z, table[:t], None, None)
agrees(plain, z)
out["tiny.logits"] = plain[2]
out["tiny.none"] = forward(w, z, np.zeros((t, 32)), None, None)[0]
order = shuffled(t, SEED)
out["order"] = order
out["tiny.shuffled"], out["tiny.shuffled.attention"], _ = forward(w, z, table[order], None, None)
out["tiny.shuffled_table"] = forward(w, z, table[shuffled(len(table), SEED)][:t], None, None)[0]
# sin and cos of p · 10000^(−2i/32), interleaved
angle = np.arange(64)[:, None] * 10000.0 ** (-2 * np.arange(16) / 32)
sinusoid = np.stack([np.sin(angle), np.cos(angle)], -1).reshape(64, 32)
out["sinusoid"] = sinusoid
out["tiny.sinusoid_as_is"] = forward(w, z, sinusoid[:t], None, None)[0]
factor = np.linalg.norm(table, axis=1).mean() / np.linalg.norm(sinusoid, axis=1).mean()
out["tiny.factor"] = np.array([factor])
out["tiny.sinusoid_matched"] = forward(w, z, factor * sinusoid[:t], None, None)[0]
out["tiny.first3_clip"] = forward(w, z, table[np.minimum(np.arange(t), 2)], None, None)[0]
out["tiny.first3_zero"] = forward(w, z, table[:t] * (np.arange(t) < 3)[:, None], None, None)[0]
for name in ACTIVATIONS:
    out["tiny.act." + name] = forward(w, z, table[:t], None, None, activation=name)[0][-1]
# One head's view of positions: as stored, and behind the embedding's LayerNorm with all biases; layer 2, head 3.
wq, wk = (w[f"encoder.layer.1.attention.self.{n}.weight"][24:32] for n in ("query", "key"))
bq, bk = (w[f"encoder.layer.1.attention.self.{n}.bias"][24:32] for n in ("query", "key"))
out["tiny.head_view"] = (table @ wq.T) @ (table @ wk.T).T / math.sqrt(8)
p = norm(table, w, "embeddings.LayerNorm")
out["tiny.head_view_norm"] = (p @ wq.T) @ (p @ wk.T).T / math.sqrt(8)
out["tiny.head_view_norm_biases"] = (p @ wq.T + bq) @ (p @ wk.T + bk).T / math.sqrt(8)

relative = os.path.join(HERE, "../oracle/bert-relative-key")
w, z = weights(relative), np.load(os.path.join(HERE, "bert-relative-key.npz"))
t = len(z["input_ids"])
distances = [w[f"encoder.layer.{n}.attention.self.distance_embedding.weight"] for n in range(2)]
place = np.arange(t)
agrees(forward(w, z, None, place, distances), z)
out["relative.none"] = forward(w, z, None, place, None)[0]
out["relative.shuffled"] = forward(w, z, None, shuffled(t, SEED), distances)[0]
# A given table of the offsets −4 … 4, clipped beyond, its mean norm matched to that of both layers' tables.
given = np.cos(np.arange(9)[:, None] * (1 + np.arange(8)) / 5)
out["offsets"] = given
factor = np.mean([np.linalg.norm(d, axis=1).mean() for d in distances]) / np.linalg.norm(given, axis=1).mean()
out["relative.factor"] = np.array([factor])
out["relative.given"] = forward(w, z, None, place, [factor * given] * 2)[0]

# ALBERT's positions are projected to the hidden width before the heads see them; layer 1, head 1.
w = weights(os.path.join(HERE, "../oracle/albert"))
p = w["albert.embeddings.position_embeddings.weight"] @ w["albert.encoder.embedding_hidden_mapping_in.weight"].T
at = "albert.encoder.albert_layer_groups.0.albert_layers.0.attention."
out["albert.head_view"] = (p @ w[at + "query.weight"][8:16].T) @ (p @ w[at + "key.weight"][8:16].T).T / math.sqrt(8)

np.savez(os.path.join(HERE, "exchanged.npz"), **out)
print({k: v.shape for k, v in out.items()}, order)
