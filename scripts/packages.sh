# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash disable=SC2034  # sourced: the lists are used by setup.sh
# The Debian packages, in one place. "a|b" is satisfied by either; a is installed when neither is there.
# The names are those of Debian 12; Debian 13 has them too, but where noted.

# To build the program.
packages_build=(
    g++ cmake ninja-build ccache lld pkgconf
    qt6-base-dev qt6-charts-dev qt6-svg-dev qt6-tools-dev qt6-tools-dev-tools qt6-l10n-tools libgl-dev
    libtorch-dev libeigen3-dev libfmt-dev nlohmann-json3-dev libcli11-dev libzip-dev zlib1g-dev libicu-dev
    nettle-dev libwebp-dev
)

# To run it. LibTorch alone is content with the reference BLAS, which is up to a hundred times slower.
packages_run=(
    'libopenblas0-pthread|libopenblas0-openmp|libmkl-rt'
    libqt6svg6 qt6-qpa-plugins qt6-translations-l10n
    fonts-inter fonts-jetbrains-mono 'fonts-noto-cjk|fonts-wqy-microhei'
)

# What moved between releases: parts that Qt Charts and the SVG icons need.
if grep -qs '^VERSION_ID="12"' /etc/os-release; then
    packages_build+=(libqt6opengl6-dev)
else
    packages_run+=(qt6-svg-plugins)
fi

# To run the tests. clang 19 with its runtimes (116 MiB beside clang-format) is for fuzz/sanitized alone.
packages_tests=(
    xvfb xauth python3 python3-numpy python3-torch clang-format-19 clang-19 libclang-rt-19-dev poppler-utils imagemagick
    desktop-file-utils appstream groff-base
)

# For the benchmarks (-DPESCOPE_BENCH=ON); no script installs these.
packages_bench=(libbenchmark-dev)
