#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck disable=SC2016  # the shell under test expands what stands in single quotes
# scripts/setup.sh against a made-up system: the commands that would look at or change this one are replaced by small
# ones in front of PATH that answer from files and write down what they were asked.
#   tests/arch/test_setup.sh <source tree> <empty folder>
set -euo pipefail

tree=$1 work=$2
rm -rf "$work"
mkdir -p "$work/bin" "$work/build"
failures=0

fake() {
    printf '#!/bin/sh\n%s\n' "$2" >"$work/bin/$1"
    chmod +x "$work/bin/$1"
}

# expect WHAT ACTUAL EXPECTED-PART
expect() {
    [[ $2 = *"$3"* ]] && return
    printf '%s: expected "%s" in:\n%s\n\n' "$1" "$3" "$2"
    failures=$((failures + 1))
}

refuse() {
    [[ $2 != *"$3"* ]] && return
    printf '%s: did not expect "%s" in:\n%s\n\n' "$1" "$3" "$2"
    failures=$((failures + 1))
}

# Runs COMMANDS after sourcing setup.sh in a shell of its own; prints everything it says and "status N".
in_setup() {
    : >"$work/calls"
    (
        export PATH=$work/bin:$PATH PESCOPE_BUILD_DIR=$work/build WORK=$work project=$tree
        bash -euo pipefail -c '. "$project/scripts/setup.sh"; '"$1" 2>&1 </dev/null
        printf 'status %d\n' $?
    ) || true
    cat "$work/calls"
}

# A system with g++, cmake and the reference package b of "a|b"; removed packages and config files do not count.
{
    fake dpkg-query 'printf "installed g++\ninstalled b\nconfig-files ninja-build\n"; exit 1'
    fake id 'echo "${FAKE_ID:-0}"'
    fake apt-get 'echo "apt-get $*" >>"$WORK/calls"; case "$*" in *"$FAKE_FAIL"*) exit "${FAKE_STATUS:-0}" ;; esac'
    fake apt-cache 'case "$2" in absent*) echo "  Candidate: (none)" ;; *) echo "  Candidate: 1.0" ;; esac'
    fake update-alternatives 'exit 1'
    fake sudo 'echo "sudo $*" >>"$WORK/calls"; exit "${FAKE_SUDO:-0}"'
}
export FAKE_FAIL=nothing

answer=$(in_setup 'missing_packages g++ ninja-build cmake "a|b" "c|d"')
expect "an unknown name is missing" "$answer" $'ninja-build\ncmake\nc|d\nstatus 0'
refuse "an installed one is not" "$answer" 'g++'
refuse "one alternative is enough" "$answer" 'a|b'

answer=$(in_setup 'open_build_folder; ensure_packages .stamp g++ "absent-x|y" "c|d"; echo "changed=$packages_changed"')
expect "installs as root" "$answer" 'pescope: installing 2 packages'
expect "takes the alternative that exists" "$answer" '--no-install-recommends y c'
expect "tells the caller" "$answer" 'changed=yes'
expect "refreshes the lists first" "$answer" ' update'
refuse "root needs no sudo" "$answer" 'sudo '

answer=$(in_setup 'open_build_folder; ensure_packages .stamp g++ "absent-x|y" "c|d"; echo "changed=$packages_changed"')
refuse "the stamp spares the second look" "$answer" 'apt-get'
expect "nothing changed" "$answer" $'changed=\n'
answer=$(in_setup 'open_build_folder; ensure_packages .stamp g++ z')
expect "a longer list is looked at" "$answer" '--no-install-recommends z'

rm -f "$work/build/.stamp"
answer=$(in_setup 'open_build_folder; ensure_packages .stamp g++; echo "changed=$packages_changed"')
refuse "no update when nothing is missing" "$answer" 'apt-get'

export FAKE_ID=1000
answer=$(in_setup 'open_build_folder; ensure_packages .stamp z')
expect "uses sudo" "$answer" 'sudo -n env DEBIAN_FRONTEND=noninteractive apt-get'
answer=$(FAKE_SUDO=1 in_setup 'open_build_folder; ensure_packages .stamp zz')
expect "without rights the command is named" "$answer" 'apt-get update && apt-get install --no-install-recommends zz'
expect "and the start ends" "$answer" 'status 1'
refuse "without a try" "$answer" 'pescope: installing'
unset FAKE_ID

answer=$(in_setup 'open_build_folder; ensure_packages .stamp absent-only')
expect "a name that this release lacks" "$answer" 'no package absent-only'
answer=$(FAKE_FAIL=install FAKE_STATUS=100 in_setup 'open_build_folder; ensure_packages .stamp q')
expect "a failed installation" "$answer" 'pescope: apt-get install failed'
expect "ends the start" "$answer" 'status 1'

answer=$(PESCOPE_BUILD_DIR='' in_setup 'PESCOPE_BUILD_DIR=/proc/none open_build_folder')
expect "a folder that cannot be written" "$answer" 'name another one in PESCOPE_BUILD_DIR'
answer=$(in_setup 'cd "$WORK"; PESCOPE_BUILD_DIR=build open_build_folder; echo "build=$build"')
expect "a relative build folder is the caller's" "$answer" "build=$work/build"

rm -rf "$work"
((failures == 0))
