#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds fuzz targets with libFuzzer, AddressSanitizer and UndefinedBehaviorSanitizer and runs each for some seconds:
#   short_run.sh PROJECT BUILD_FOLDER NAME.seeds…
# A list of seeds names files and folders, one a line. What is found stays in BUILD_FOLDER/findings.
# PESCOPE_FUZZ_SECONDS: another time than 15 s for each. Exit status 77: there is no clang for it.
set -euo pipefail

project=$1 build=$2
shift 2
seconds=${PESCOPE_FUZZ_SECONDS:-15}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

echo 'extern "C" int LLVMFuzzerTestOneInput(const unsigned char*, unsigned long) { return 0; }' > "$work/try.cpp"
if ! clang++-19 -fsanitize=fuzzer,address,undefined "$work/try.cpp" -o "$work/try" 2> "$work/why"; then
    echo "skipped: clang 19 with libFuzzer and its sanitizers is not installed"
    echo "to install it: sudo apt-get install --no-install-recommends clang-19 libclang-rt-19-dev"
    exit 77
fi

names=()
for list in "$@"; do
    name=$(basename "$list" .seeds)
    names+=("$name")
    mkdir -p "$work/$name/seeds" "$work/$name/new"
    while IFS= read -r seed; do
        # files of many folders bear one name
        [[ -z $seed ]] || find "$seed" -type f -size -64k -print0
    done < "$list" | while IFS= read -r -d '' file; do
        cp "$file" "$work/$name/seeds/$(sha1sum < "$file" | cut -c1-16)"
    done
done

cores=$(env -u OMP_NUM_THREADS nproc) # which tests/run sets to 1
flags="-O1 -fsanitize=address,undefined,fuzzer-no-link -fno-sanitize-recover=undefined -fno-omit-frame-pointer"
cd "$project"
if ! { cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=None -DCMAKE_CXX_COMPILER=clang++-19 -DCMAKE_CXX_FLAGS="$flags" \
        -DPESCOPE_GUI=OFF -DPESCOPE_TORCH=OFF -DPESCOPE_FUZZ=ON -DCMAKE_UNITY_BUILD=ON \
        -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON \
    && cmake --build "$build" -j "$cores" --target "${names[@]/#/fuzz_}"; } > "$work/build.log" 2>&1; then
    tail -n 60 "$work/build.log"
    exit 1
fi
echo "built after $SECONDS s"

findings=$build/findings
rm -rf "$findings"
mkdir -p "$findings"

# An input that takes long by the clock may only have waited for a processor: what counts are its own seconds.
is_slow() {
    ! (ulimit -t 5 && "$build/bin/fuzz_$1" -timeout=0 "$2") > /dev/null 2>&1
}

run_one() {
    local name=$1 log=$work/$1.log
    "$build/bin/fuzz_$name" -seed=1 -max_total_time="$seconds" -rss_limit_mb=1024 -timeout=5 -max_len=65536 \
        -print_final_stats=1 -artifact_prefix="$findings/$name-" "$work/$name/new" "$work/$name/seeds" > "$log" 2>&1 \
        || true
    local file is_found=0
    for file in "$findings/$name"-timeout-* "$findings/$name"-slow-unit-*; do
        [[ ! -f $file ]] || is_slow "$name" "$file" || rm "$file"
    done
    for file in "$findings/$name"-*; do
        [[ -f $file ]] || continue
        is_found=1
        printf 'fuzz_%s: a finding. To see it again:\n  %s %s\n' "$name" "$build/bin/fuzz_$name" "$file"
        grep -m1 -A 25 -E 'ERROR: |runtime error|SUMMARY' "$log" || tail -n 30 "$log"
    done
    local runs
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
    printf 'fuzz_%s: %s executions\n' "$name" "${runs:-no}"
    # a run that ended without a finding and without its statistics never began
    if ((is_found)) || [[ -z $runs ]]; then
        [[ -n $runs ]] || tail -n 20 "$log"
        return 1
    fi
}

status=0
running=0
for name in "${names[@]}"; do
    if ((running >= $cores)); then
        wait -n || status=1
        running=$((running - 1))
    fi
    run_one "$name" &
    running=$((running + 1))
done
while ((running-- > 0)); do
    wait -n || status=1
done
echo "done after $SECONDS s"
exit "$status"
