# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# What app/run and tests/run share: packages, the build folder, configuring and building.
# Sourced with `project` set to the root of the source tree. Standard output belongs to the program that is started
# afterwards, so everything here writes to standard error; nothing here changes the current folder.

project=${project:?the root of the source tree}
# shellcheck source=scripts/packages.sh
. "$project/scripts/packages.sh"

say() { printf 'pescope: %s\n' "$*" >&2; }

die() {
    say "$@"
    exit 1
}

# ---- the build folder -------------------------------------------------------------------------------------------

# Sets `build` and takes its lock, so that two starts at once do not build into each other.
open_build_folder() {
    build=${PESCOPE_BUILD_DIR:-$project/build/release}
    [[ $build = /* ]] || build=$PWD/$build
    if ! mkdir -p "$build" 2>/dev/null || [[ ! -w $build ]]; then
        die "cannot write to the build folder $build; name another one in PESCOPE_BUILD_DIR"
    fi
    exec {lock}>>"$build/.pescope-lock"
    if ! flock -n "$lock"; then
        say "waiting for another start that is building in $build"
        flock "$lock"
    fi
}

close_build_folder() { exec {lock}>&-; }

# ---- packages ---------------------------------------------------------------------------------------------------

# missing_packages NAME…: prints, one a line, the entries of which no alternative is installed.
missing_packages() {
    local installed entry
    # dpkg-query fails when it does not know one of the names: that is the answer, not an error.
    # shellcheck disable=SC2046  # one word a name
    installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' $(printf '%s\n' "$@" | tr '|' ' ') 2>/dev/null) || true
    installed=" $(sed -n 's/^installed //p' <<<"$installed" | tr '\n' ' ') "
    for entry in "$@"; do
        local name found=''
        for name in ${entry//|/ }; do
            [[ $installed = *" $name "* ]] && found=yes
        done
        [[ -n $found ]] || printf '%s\n' "$entry"
    done
}

# The command in front of apt-get: nothing for root, sudo for others, and a failure where there is neither.
find_root() {
    root=()
    [[ $(id -u) = 0 ]] && return 0
    command -v sudo >/dev/null || return 1
    if sudo -n true 2>/dev/null; then
        root=(sudo -n)
    elif [[ -t 0 ]]; then
        root=(sudo)
    else
        return 1
    fi
}

apt_get() {
    "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=600 -o Acquire::Retries=3 "$@"
}

# Lists are refreshed without a lock time-out of apt's own, so another apt-get at work is waited for here.
apt_update() {
    local try
    for try in 1 2 3 4 5; do
        apt_get update && return 0
        sleep $((try * 2))
    done
    return 1
}

has_candidate() { grep -q '^  Candidate: [^(]' <<<"$(LC_ALL=C apt-cache policy "$1" 2>/dev/null)"; }

# install_packages ENTRY…: the first alternative that this release of Debian has.
install_packages() {
    local entry name names=() log=$build/packages.log firsts=()
    for entry in "$@"; do
        firsts+=("${entry%%|*}")
    done
    find_root || die "these packages are missing and this user cannot install them; run as root:" \
        "apt-get update && apt-get install --no-install-recommends ${firsts[*]}"
    say "installing $# $( (($# == 1)) && echo package || echo packages) (log: $log): ${firsts[*]}"
    apt_update >"$log" 2>&1 </dev/null || {
        tail -n 20 "$log" >&2
        die "apt-get update failed"
    }
    for entry in "$@"; do
        for name in ${entry//|/ }; do
            if has_candidate "$name"; then
                names+=("$name")
                continue 2
            fi
        done
        die "no package ${entry//|/ or } in this system's package sources; PEScope is made for Debian 12 and later"
    done
    apt_get install --no-install-recommends "${names[@]}" >>"$log" 2>&1 </dev/null || {
        tail -n 20 "$log" >&2
        die "apt-get install failed"
    }
}

# libblas.so.3 is a choice of update-alternatives; in automatic mode OpenBLAS wins, a choice made by hand stays until
# we ask. Where it cannot be changed the program still works, slowly, and says so itself.
check_blas() {
    local link fast name
    for link in /etc/alternatives/libblas.so.3-*; do
        [[ -e $link && $(readlink "$link") = */blas/libblas.so.3 ]] || continue
        name=${link##*/}
        fast=$(grep -m 1 openblas <<<"$(update-alternatives --list "$name" 2>/dev/null)") || continue
        if find_root && "${root[@]}" update-alternatives --set "$name" "$fast" >/dev/null 2>&1 </dev/null; then
            say "matrix products now use $fast instead of the reference BLAS"
        else
            say "matrix products use the slow reference BLAS; run as root: update-alternatives --set $name $fast"
        fi
    done
}

# ensure_packages STAMP NAME…: installs what is missing. The stamp holds the list and the state of dpkg's data base, so
# that a start with nothing new costs no query. Sets `packages_changed` when something was installed.
ensure_packages() {
    local stamp=$build/$1 state missing
    shift
    packages_changed=''
    if ! command -v dpkg-query >/dev/null; then
        say "this is not Debian: the packages in scripts/packages.sh have to be there already"
        return 0
    fi
    state="$* $(stat -c '%y %s' /var/lib/dpkg/status /etc/alternatives 2>/dev/null | tr '\n' ' ')"
    [[ -r $stamp && $(<"$stamp") = "$state" ]] && return 0
    mapfile -t missing < <(missing_packages "$@")
    if ((${#missing[@]})); then
        install_packages "${missing[@]}"
        # shellcheck disable=SC2034  # the caller hands it to configure
        packages_changed=yes
    fi
    check_blas
    printf '%s\n' "$* $(stat -c '%y %s' /var/lib/dpkg/status /etc/alternatives 2>/dev/null | tr '\n' ' ')" >"$stamp"
}

# ---- configure and build ----------------------------------------------------------------------------------------

# One compiler at a time per core and per 1.5 GB of free memory: the files that include LibTorch take that much.
job_count() {
    local cores memory
    cores=$(nproc)
    memory=$(awk '/^MemAvailable:/ { print int($2 / 1500000) }' /proc/meminfo 2>/dev/null)
    if [[ -n $memory ]] && ((memory < cores)); then
        cores=$((memory > 0 ? memory : 1))
    fi
    printf '%s\n' "$cores"
}

# A terminal shows ninja's own progress line; elsewhere each tenth of the steps is told and a failure shows the end of
# the log.
run_ninja() {
    local log=$build/build.log status=0
    if [[ -t 2 ]]; then
        say "building"
        ninja -C "$build" -j "$(job_count)" "$@" >&2 </dev/null
        return
    fi
    say "building (log: $log)"
    ninja -C "$build" -j "$(job_count)" "$@" 2>&1 </dev/null | tee "$log" | tell_progress || status=$?
    ((status == 0)) || tail -n 60 "$log" >&2
    return "$status"
}

tell_progress() {
    local line told=0
    while IFS= read -r line; do
        if [[ $line =~ ^\[([0-9]+)/([0-9]+)\] ]] && ((10 * BASH_REMATCH[1] / BASH_REMATCH[2] > told)); then
            told=$((10 * BASH_REMATCH[1] / BASH_REMATCH[2]))
            ((BASH_REMATCH[2] < 20)) || say "${BASH_REMATCH[1]} of ${BASH_REMATCH[2]}"
        fi
    done
}

# configure [force]: only when there is no build file yet, the tree has moved, or the caller asks for it.
configure() {
    # Files of a folder are compiled eight at a time: what they all include is read and instantiated once.
    local fresh=() options=(-DCMAKE_UNITY_BUILD=ON)
    # An empty compiler cache only costs: hashing and keeping what nobody asks for again takes a fifth of a build.
    [[ -w ${CCACHE_DIR:-${HOME:-/nonexistent}/.cache/ccache} ]] || options+=(-DPESCOPE_CCACHE=PESCOPE_CCACHE-NOTFOUND)
    if [[ -f $build/CMakeCache.txt ]] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$project" "$build/CMakeCache.txt"; then
        fresh=(--fresh)
    elif [[ -f $build/build.ninja && -z ${1:-} ]]; then
        return 0
    fi
    say "configuring in $build"
    local log=$build/configure.log
    cmake "${fresh[@]}" -S "$project" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release "${options[@]}" >"$log" 2>&1 </dev/null || {
        tail -n 40 "$log" >&2
        die "cmake failed (log: $log)"
    }
}

# build_targets TARGET…
build_targets() {
    # Objects are found again from another clone of the same sources.
    export CCACHE_BASEDIR=$project CCACHE_NOHASHDIR=1
    local plan
    # -n tells whether there is work; the plan is made from the time stamps alone.
    plan=$(ninja -C "$build" -n "$@" 2>/dev/null </dev/null) && [[ $plan = *'no work to do'* ]] && return 0
    run_ninja "$@" || die "the build failed"
}
