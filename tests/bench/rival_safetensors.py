# SPDX-License-Identifier: GPL-3.0-or-later
"""A rival: the heatmap of a model's position table as PNG, by the file's own reading and matplotlib.

rival_safetensors.py FOLDER OUT.png. The safetensors package is used where it is installed; else NumPy maps the file
and reads its header, which is faster still.
"""
import json
import os
import sys

import matplotlib

matplotlib.use("Agg")
import numpy as np  # noqa: E402
from matplotlib import pyplot  # noqa: E402

KEY = "embeddings.position_embeddings.weight"


def table(path):
    try:
        from safetensors.numpy import safe_open
    except ImportError:
        with open(path, "rb") as file:
            size = int.from_bytes(file.read(8), "little")
            header = json.loads(file.read(size))
        name = next(key for key in header if key.endswith(KEY))
        entry = header[name]
        begin, _ = entry["data_offsets"]
        shape = tuple(entry["shape"])
        return np.memmap(path, np.float32, "r", 8 + size + begin, shape)
    with safe_open(path, framework="numpy") as file:
        return file.get_tensor(next(key for key in file.keys() if key.endswith(KEY)))


folder, out = sys.argv[1:]
rows = np.asarray(table(os.path.join(folder, "model.safetensors")))
unit = rows / np.linalg.norm(rows, axis=1, keepdims=True)
figure, axes = pyplot.subplots(figsize=(9.92, 11.5))  # as many pixels as PEScope writes by default
figure.colorbar(axes.imshow(unit @ unit.T, cmap="cividis"))
figure.savefig(out)
