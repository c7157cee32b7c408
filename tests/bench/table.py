# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs every benchmark in one go, alternately with its rivals, and prints one Markdown table.

table.py BIN [--model FOLDER] [--quick]: BIN is the folder with pescope, bench_frames, bench_window and
bench_qcustomplot. Progress goes to standard error. scripts/bench.sh builds and calls this.
"""
import argparse
import json
import math
import os
import pathlib
import platform
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
DEMO = HERE.parent.parent / "resources" / "demo" / "minilm-l6-position.safetensors"
PYTHON = "/usr/bin/python3"  # not a shim of a version manager, which costs more than the interpreter
LENGTHS = (512, 4096, 131072)
NOT_POSSIBLE = {"matplotlib": "not possible: 69 GB for the matrix", "pyqtgraph": "not possible: 69 GB for the matrix",
                "QCustomPlot + Eigen": "not possible: 137 GB for its cells"}

environment = {key: value for key, value in os.environ.items()
               if key not in ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE")}
environment["QT_QPA_PLATFORM"] = "offscreen"
rows = []


def say(text):
    print("bench: " + text, file=sys.stderr, flush=True)


def row(what, value, limit="", verdict=""):
    rows.append((what, value, limit, verdict))
    say(f"{what}: {value} {verdict}")


def check(value, limit):
    return "yes" if value <= limit else "no"


def p99(values):
    return sorted(values)[math.ceil(0.99 * len(values)) - 1]


def number(value):
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def load():
    return os.getloadavg()[0]


class Failed(Exception):
    pass


def output(command):
    """Standard output; a rival that is not installed or fails is told in the table, not hidden."""
    done = subprocess.run([str(part) for part in command], env=environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Failed((done.stderr.strip().splitlines() or [f"exit status {done.returncode}"])[-1])
    return done.stdout


def timed(command):
    """Seconds from before the start to the end, peak memory in MB, and seconds of processor time."""
    start = time.monotonic()
    process = subprocess.Popen([str(part) for part in command], env=environment, stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE)
    errors = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise Failed(f"{command[0]}: {errors.decode(errors='replace').strip()[-300:]}")
    return time.monotonic() - start, usage.ru_maxrss / 1024, usage.ru_utime + usage.ru_stime


def median_of(runs, place):
    return statistics.median(run[place] for run in runs)


def google(program, *options):
    report = json.loads(output([program, "--benchmark_format=json", *options]))
    found = {}
    for entry in report["benchmarks"]:
        name, _, _ = entry["run_name"].partition("/iterations:")
        found.setdefault(name, {})[entry["aggregate_name"]] = entry["real_time"]
    return found


def frames(programs):
    say("frames: from a new omega to finished pictures")
    texts = {"one-1000": "one pane of 1000 × 1000", "four-400-sinusoids": "four panes of 400 × 400, sinusoids",
             "four-400-table": "four panes of 400 × 400, one a stored table"}
    found = google(programs / "bench_frames", "--benchmark_filter=^frame/")
    for kind, text in texts.items():
        for length in LENGTHS:
            times = found[f"frame/{kind}/{length}"]
            row(f"ω → pictures, {text}, N = {length:,}",
                f"{number(times['median'])} / {number(times['p99'])} ms (least {number(times['min'])})",
                "16 / 33 ms", "yes" if times["median"] <= 16 and times["p99"] <= 33 else "no")


def painted(programs, quick):
    for length in LENGTHS:
        found = json.loads(output([programs / "bench_window", "four", length, 60 if quick else 200]))
        times = found["painted"]
        row(f"ω → painted, the window with four panes ({found['width']} × {found['height']}) and charts, "
            f"N = {length:,}",
            f"{number(statistics.median(times))} / {number(p99(times))} ms (least {number(min(times))}); "
            f"{found['per_second']:.0f} frames/s; "
            f"{number(statistics.median(found['processor']))} ms of processor time a frame",
            "aim: 30 frames/s", "yes" if found["per_second"] >= 30 else "no")


def rivals(programs, quick):
    say("a frame beside the rivals")
    limits = {(4096, "matplotlib"): 50, (4096, "pyqtgraph"): 20, (4096, "QCustomPlot + Eigen"): 20,
              (512, "matplotlib"): 1, (512, "pyqtgraph"): 1, (512, "QCustomPlot + Eigen"): 1}
    for length in LENGTHS:
        times = {"raster": [], "painted": []}
        errors = dict(NOT_POSSIBLE) if length > 10000 else {}
        commands = {"matplotlib": [PYTHON, HERE / "rival_numpy.py", "matplotlib", length],
                    "pyqtgraph": [PYTHON, HERE / "rival_numpy.py", "pyqtgraph", length],
                    "QCustomPlot + Eigen": [programs / "bench_qcustomplot", length]}
        for _ in range(1 if quick else 2):
            own = json.loads(output([programs / "bench_window", "one", length, 20]))
            times["raster"] += own["composed"]
            times["painted"] += own["painted"]
            for rival, command in commands.items():
                if rival in errors:
                    continue
                try:
                    times.setdefault(rival, []).extend(json.loads(output([*command, 20 if length < 1000 else 3])))
                except (Failed, OSError) as error:
                    errors[rival] = f"not measured: {error}"
        raster, seen = statistics.median(times["raster"]), statistics.median(times["painted"])
        row(f"A frame of {own['width']} × {own['height']} at N = {length:,}: PEScope, picture alone and painted in the "
            "window",
            f"{number(raster)} and {number(seen)} ms")
        for rival in commands:
            name = rival if "Eigen" in rival else "NumPy + " + rival
            if rival in errors:
                row(f"— {name}", errors[rival])
                continue
            median = statistics.median(times[rival])
            factor = median / seen
            limit = limits[length, rival]
            row(f"— {name}", f"{number(median)} ms: {number(factor)} × the painted window, "
                f"{number(median / raster)} × the picture", f"{limit} ×" if limit > 1 else "slower than PEScope",
                f"{'yes' if factor >= limit else 'no'} / {'yes' if median / raster >= limit else 'no'}")


def gram(programs):
    found = google(programs / "bench_frames", "--benchmark_filter=^gram/",
                   "--benchmark_enable_random_interleaving=true")
    fastest = min((found[name]["median"], name) for name in ("gram/product-torch", "gram/product-eigen"))
    picture, product = found["gram/picture"], found[fastest[1]]
    ratio = picture["median"] / product["median"]
    row("A Gram picture of 1000 × 1000, D = 768, N = 4096, against the bare product on "
        + ("LibTorch's BLAS" if "torch" in fastest[1] else "Eigen"),
        f"{number(picture['median'])} against {number(product['median'])} ms: {ratio:.2f} × "
        f"(minima {number(picture['min'])} and {number(product['min'])}: {picture['min'] / product['min']:.2f} ×)",
        "1.3 ×", check(ratio, 1.3))


def model(programs, folder, quick):
    runs = 3 if quick else 7
    figure_source = folder if folder else DEMO
    with tempfile.TemporaryDirectory() as place:
        own, other, error = [], [], ""
        for _ in range(runs):
            own.append(timed([programs / "pescope", "figure", figure_source, "-o", f"{place}/own.png"]))
            if folder and not error:
                try:
                    other.append(timed([PYTHON, HERE / "rival_safetensors.py", folder, f"{place}/other.png"]))
                except Failed as failed:
                    error = str(failed)
    seconds, processor = median_of(own, 0), median_of(own, 2)
    text = f"{1000 * seconds:,.0f} ms ({1000 * processor:,.0f} ms of processor time)"
    verdict = limit = ""
    if other:
        factor = median_of(other, 0) / seconds
        text += (f"; NumPy's reading of the same file + matplotlib {1000 * median_of(other, 0):,.0f} ms "
                 f"({1000 * median_of(other, 2):,.0f}): {factor:.1f} ×")
        limit, verdict = "10 ×", "yes" if factor >= 10 else "no"
    elif error:
        text += f"; rival not measured: {error}"
    row("From the shell to the heatmap of " + ("a model folder (MiniLM, 91 MB)" if folder else "the demo table")
        + " as PNG", text, limit, verdict)
    return max(memory for _, memory, _ in own)


def starts(programs, quick):
    runs = 5 if quick else 11
    commands = {"pass": [PYTHON, "-c", "pass"],
                "range": [programs / "pescope", "range", "--dim", "768", "--json"],
                "inspect": [programs / "pescope", "inspect", DEMO, "--json"]}
    found = {name: [] for name in commands}
    window = []
    for _ in range(runs):
        for name, command in commands.items():
            found[name].append(timed(command))
        window.append(json.loads(output([programs / "bench_window", "start", time.monotonic(),
                                         "sinusoid:dim=384,length=512", DEMO])))
    base = median_of(found["pass"], 0)
    for name in ("range", "inspect"):
        seconds = median_of(found[name], 0)
        row(f"`pescope {name}` against `python3 -c pass` ({1000 * base:.0f} ms)",
            f"{1000 * seconds:.0f} ms: {seconds / base:.1f} ×", "5 ×", check(seconds / base, 5))
    _, demo_memory, demo_processor = timed(
        [programs / "bench_window", "start", time.monotonic(), "sinusoid:dim=384,length=512", DEMO])
    paint = statistics.median(start["paint"] for start in window)
    heatmaps = statistics.median(start["heatmaps"] for start in window)
    row("From the shell to the window's first paint / to the demo sources' heatmaps",
        f"{paint:.0f} / {heatmaps:.0f} ms ({1000 * demo_processor:.0f} ms of processor time): "
        f"{paint / 1000 / base:.0f} × `python3 -c pass`", "500 ms", check(heatmaps, 500))
    memory = {name: max(megabytes for _, megabytes, _ in found[name]) for name in ("range", "inspect")}
    memory["window with the demo sources"] = demo_memory
    memory["window with four panes and LibTorch"] = timed([programs / "bench_window", "four", 512, 20])[1]
    return memory


def machine():
    name = "unknown processor"
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        for line in file:
            if line.startswith("model name"):
                name = line.partition(":")[2].strip()
                break
    return f"{name}, {len(os.sched_getaffinity(0))} cores, {platform.system()} {platform.machine()}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("programs", type=pathlib.Path)
    parser.add_argument("--model", type=pathlib.Path, help="a model folder with model.safetensors")
    parser.add_argument("--quick", action="store_true", help="fewer runs of each")
    arguments = parser.parse_args()
    programs = arguments.programs.resolve()
    before = load()
    try:
        frames(programs)
        painted(programs, arguments.quick)
        gram(programs)
        rivals(programs, arguments.quick)
        figure_memory = model(programs, arguments.model, arguments.quick)
        memory = starts(programs, arguments.quick)
    except Failed as error:
        sys.exit(f"bench: {error}")
    memory["figure"] = figure_memory
    row("Peak memory", "; ".join(f"{name} {megabytes:.0f} MB" for name, megabytes in memory.items()))

    print(f"{machine()}; load {before:.1f} at the start, {load():.1f} at the end. Times are medians, after a slash the "
          "99th percentile unless said otherwise.\n")
    print("| what | measured | limit | held |\n|---|---|---|---|")
    for cells in rows:
        print("| " + " | ".join(cells) + " |")


main()
