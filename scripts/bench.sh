#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs missing packages, builds the benchmarks, runs them beside their rivals and prints one table:
#   scripts/bench.sh [--model FOLDER] [--quick]
# FOLDER is a model folder with model.safetensors, e.g. all-MiniLM-L6-v2. Takes some minutes; let nothing else run.
# PESCOPE_BUILD_DIR names another build folder than build/bench.
set -euo pipefail

project=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
export PESCOPE_BUILD_DIR=${PESCOPE_BUILD_DIR:-$project/build/bench}
# shellcheck source=scripts/setup.sh
. "$project/scripts/setup.sh"

# What PEScope is compared with.
packages_rivals=(libqcustomplot-dev python3 python3-numpy python3-matplotlib python3-pyqtgraph python3-pyqt6)

open_build_folder
ensure_packages .packages-bench "${packages_build[@]}" "${packages_run[@]}" "${packages_bench[@]}" \
    "${packages_rivals[@]}"
if [[ -n $packages_changed || ! -f $build/build.ninja ]] || ! grep -qx 'PESCOPE_BENCH:BOOL=ON' "$build/CMakeCache.txt"; then
    say "configuring in $build"
    cmake -S "$project" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DPESCOPE_BENCH=ON >"$build/configure.log" 2>&1 || {
        tail -n 40 "$build/configure.log" >&2
        die "cmake failed (log: $build/configure.log)"
    }
fi
build_targets bench pescope pescope_torch
close_build_folder

exec /usr/bin/python3 "$project/tests/bench/table.py" "$build/bin" "$@"
