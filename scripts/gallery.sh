#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the ten figures of the README's gallery, each by the command line that stands there:
#   scripts/gallery.sh [FOLDER]        docs/gallery by default, as PNG at 150 dpi
# PESCOPE names another program than app/run; FORMAT another ending than png.
set -euo pipefail

project=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
folder=${1:-$project/docs/gallery}
program=${PESCOPE:-$project/app/run}
ending=${FORMAT:-png}
mkdir -p "$folder"
cd "$project"
table=resources/demo/minilm-l6-position.safetensors

figure() {
    local name=$1
    shift
    "$program" figure "$@" --dpi 150 -o "$folder/$name.$ending"
}

figure 01-sinusoid sinusoid:dim=768,length=512
figure 02-learned "$table" --metric cosine --colormap viridis
figure 03-side-by-side sinusoid:dim=384,length=512 "$table" --width 174mm --letters '(a)'
figure 04-with-numbers sinusoid:dim=384,length=512 "$table" --panels A,B,distance,properties --width 174mm --letters '(a)'
figure 05-range sinusoid:dim=768 sinusoid:dim=768,scale=0.6 --panels psi,steps --width 174mm
figure 06-absolute-relative sinusoid:dim=768,length=256 sinusoid-relative:dim=64,max=127 --width 174mm --scale own
figure 07-families sinusoid:dim=64,length=128 rotary:dim=64,length=128 alibi:heads=8,length=128 learned:length=128,dim=64 \
    --width 174mm --per-row 2 --scale own --letters a
figure 08-shuffled "$table" "whatif:shuffle=0:$table" --panels A,B,distance,properties --width 174mm --letters A
figure 09-chinese sinusoid:dim=384,length=512 "$table" --panels A,B,distance,omega --width 174mm --letters '(a)' --language zh
figure 10-difference "$table" sinusoid:dim=384,length=512 --kind difference --width 89mm
