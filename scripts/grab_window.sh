#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Grabs the real window in every state: scripts/grab_window.sh [FOLDER [NAME...]]
# Without arguments it makes the pictures of the read-me anew (docs/screenshots). Needs a build folder (tests/run makes one);
# PESCOPE_BUILD_DIR names another build folder than build/release, PESCOPE_MODEL the folder of all-MiniLM-L6-v2 for those
# of the Text workspace.
set -euo pipefail

project=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
build=${PESCOPE_BUILD_DIR:-$project/build/release}
if ((!$#)); then
    set -- "$project/docs/screenshots" two-panes omega-scale-dark lenses absolute-relative adapt spectrum-components two-panes-zh start
    [[ -z ${PESCOPE_MODEL:-} ]] || set -- "$@" text-spans
fi
cmake --build "$build" --target window_pictures >&2
QT_QPA_PLATFORM=offscreen exec "$build/bin/window_pictures" "$@"
