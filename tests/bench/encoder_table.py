# SPDX-License-Identifier: GPL-3.0-or-later
"""Encoders beside PyTorch for Python, alternately, as one Markdown table.

encoder_table.py BIN [TURNS]: BIN is the folder with bench_encoder; needs python3-torch (Debian's, which runs on the
LibTorch of the module). The ratio is that of the medians over all turns; at most 1.0 is the aim, 1.1 the limit.
"""
import collections
import os
import pathlib
import statistics
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent


def run(command, into):
    for line in subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines():
        name, sequences, tokens, _, median = line.split()
        into[name, int(sequences), int(tokens)].append(float(median))


def main():
    binary, turns = pathlib.Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 3
    ours, theirs = collections.defaultdict(list), collections.defaultdict(list)
    print(f"load before: {os.getloadavg()[0]:.1f}", file=sys.stderr)
    for _ in range(turns):
        run([str(binary / "bench_encoder")], ours)
        run(["/usr/bin/python3", str(HERE / "rival_encoder.py")], theirs)
    print("| forward | PEScope, ms | PyTorch for Python, ms | ratio | at most 1.1 |\n|---|---|---|---|---|")
    for case, times in theirs.items():
        mine, rival = statistics.median(ours[case]), statistics.median(times)
        name = f"{case[0]}, {case[1]} × {case[2]} tokens"
        print(f"| {name} | {mine:.1f} | {rival:.1f} | {mine / rival:.2f} | {'yes' if mine <= 1.1 * rival else 'no'} |")
    for case, times in ours.items():
        if case not in theirs:
            print(f"| {case[0]}, {case[1]} × {case[2]} tokens | {statistics.median(times):.1f} | | | |")


main()
