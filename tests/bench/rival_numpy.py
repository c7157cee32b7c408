# SPDX-License-Identifier: GPL-3.0-or-later
"""Rivals: the same heatmap by NumPy with matplotlib or pyqtgraph.

rival_numpy.py matplotlib|pyqtgraph N STEPS prints the milliseconds of each step from a new ω to a painted picture of
1000 × 1000, as a JSON list. Single precision, because that is faster.
"""
import json
import os
import sys
import time

import numpy as np

DIM = 768
SIDE = 1000
LIMITS = (-0.5, 1.0)


def similarity(scale, positions):
    omega = (scale * 10000.0 ** (-2 * np.arange(DIM // 2) / DIM)).astype(np.float32)
    angle = np.outer(np.arange(positions, dtype=np.float32), omega)
    table = np.concatenate([np.sin(angle), np.cos(angle)], axis=1)
    return (table @ table.T) / np.float32(DIM // 2)


def matplotlib_painter(first):
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure = pyplot.figure(figsize=(SIDE / 100, SIDE / 100), dpi=100)
    axes = figure.add_axes((0, 0, 1, 1))
    picture = axes.imshow(first, cmap="cividis", vmin=LIMITS[0], vmax=LIMITS[1])

    def paint(values):
        picture.set_data(values)
        figure.canvas.draw()

    return paint


def pyqtgraph_painter(first):
    os.environ["PYQTGRAPH_QT_LIB"] = "PyQt6"
    import pyqtgraph

    application = pyqtgraph.mkQApp()
    window = pyqtgraph.GraphicsLayoutWidget(size=(SIDE, SIDE))
    box = window.addViewBox(enableMenu=False)
    box.setAspectLocked(True)
    picture = pyqtgraph.ImageItem(first, axisOrder="row-major", autoDownsample=True)
    picture.setColorMap(pyqtgraph.colormap.get("viridis"))
    box.addItem(picture)
    window.show()
    application.processEvents()

    def paint(values):
        picture.setImage(values, levels=LIMITS, autoLevels=False)
        window.viewport().repaint()

    return paint


def main():
    library, positions, steps = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    painter = {"matplotlib": matplotlib_painter, "pyqtgraph": pyqtgraph_painter}[library]
    paint = painter(similarity(0.3, positions))
    times = []
    for step in range(steps + 1):
        start = time.perf_counter()
        paint(similarity(0.3 + 0.5 * step / steps, positions))
        times.append(round(1000 * (time.perf_counter() - start), 3))
    print(json.dumps(times[1:]))  # the first makes the buffers
    sys.stdout.flush()
    os._exit(0)  # PyQt may crash while it tidies up


main()
