# SPDX-License-Identifier: GPL-3.0-or-later
# Finds one LibTorch and makes the target PescopeTorch::torch of it. Three places, the first that is named wins:
#   -DPESCOPE_TORCH_PYTHON=<python>   the wheel that this interpreter would import (it is not imported)
#   -DPESCOPE_TORCH_ROOT=<folder>     an unpacked archive, with include/ and lib/
#   nothing                           the system's package (Debian: libtorch-dev)
# Torch's own configuration files are not used: those of a CUDA build ask for a CUDA toolkit, and with two LibTorch on
# one machine they mix the headers of the one with the libraries of the other.
#
# Sets PescopeTorch_FOUND, PescopeTorch_VERSION, PescopeTorch_CUDA (the library, or empty).

set(_root "${PESCOPE_TORCH_ROOT}")
if(PESCOPE_TORCH_PYTHON)
    execute_process(
        COMMAND "${PESCOPE_TORCH_PYTHON}" -c
                "import importlib.util as u, os; print(os.path.dirname(u.find_spec('torch').origin))"
        OUTPUT_VARIABLE _root OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE _failed)
    if(_failed)
        message(FATAL_ERROR "PESCOPE_TORCH_PYTHON=${PESCOPE_TORCH_PYTHON}: this Python has no torch package")
    endif()
endif()

# What an earlier run found elsewhere must not outlive a change of the place.
if(NOT "${_root}" STREQUAL "${PESCOPE_TORCH_FOUND_IN}")
    unset(PescopeTorch_INCLUDE_DIR CACHE)
    unset(PescopeTorch_CPU_LIBRARY CACHE)
    unset(PescopeTorch_C10_LIBRARY CACHE)
    unset(PescopeTorch_CUDA_LIBRARY CACHE)
    set(PESCOPE_TORCH_FOUND_IN "${_root}" CACHE INTERNAL "")
endif()

set(_where "")
if(_root)
    set(_where HINTS "${_root}" NO_DEFAULT_PATH)
endif()
find_path(PescopeTorch_INCLUDE_DIR ATen/core/Tensor.h ${_where} PATH_SUFFIXES include)
find_library(PescopeTorch_CPU_LIBRARY torch_cpu ${_where} PATH_SUFFIXES lib)
find_library(PescopeTorch_C10_LIBRARY c10 ${_where} PATH_SUFFIXES lib)
find_library(PescopeTorch_CUDA_LIBRARY torch_cuda ${_where} PATH_SUFFIXES lib)
mark_as_advanced(PescopeTorch_INCLUDE_DIR PescopeTorch_CPU_LIBRARY PescopeTorch_C10_LIBRARY PescopeTorch_CUDA_LIBRARY)

# The version's header has moved between releases.
set(PescopeTorch_VERSION "")
foreach(_header torch/headeronly/version.h torch/csrc/api/include/torch/version.h)
    if(PescopeTorch_INCLUDE_DIR AND EXISTS "${PescopeTorch_INCLUDE_DIR}/${_header}" AND NOT PescopeTorch_VERSION)
        file(STRINGS "${PescopeTorch_INCLUDE_DIR}/${_header}" _lines REGEX "define TORCH_VERSION_(MAJOR|MINOR|PATCH) ")
        if(_lines MATCHES "MAJOR ([0-9]+).*MINOR ([0-9]+).*PATCH ([0-9]+)")
            set(PescopeTorch_VERSION "${CMAKE_MATCH_1}.${CMAKE_MATCH_2}.${CMAKE_MATCH_3}")
        endif()
    endif()
endforeach()

# Wheels and archives before 2.6 pass std::string the old way; neither Qt nor this program can be linked with that.
set(_old_strings FALSE)
if(PescopeTorch_C10_LIBRARY)
    execute_process(COMMAND "${CMAKE_NM}" -D --defined-only "${PescopeTorch_C10_LIBRARY}"
                    OUTPUT_VARIABLE _symbols ERROR_QUIET)
    if(_symbols AND NOT _symbols MATCHES "__cxx11")
        set(_old_strings TRUE)
    endif()
endif()

include(FindPackageHandleStandardArgs)
if(_old_strings)
    set(PescopeTorch_FOUND FALSE)
    message(STATUS "LibTorch ${PescopeTorch_VERSION} in ${_root} uses the std::string of before C++11: not usable")
else()
    find_package_handle_standard_args(PescopeTorch
        REQUIRED_VARS PescopeTorch_CPU_LIBRARY PescopeTorch_C10_LIBRARY PescopeTorch_INCLUDE_DIR PescopeTorch_VERSION
        VERSION_VAR PescopeTorch_VERSION)
endif()

if(PescopeTorch_FOUND AND NOT TARGET PescopeTorch::torch)
    set(PescopeTorch_CUDA "")
    add_library(PescopeTorch::torch INTERFACE IMPORTED)
    set_target_properties(PescopeTorch::torch PROPERTIES
        INTERFACE_INCLUDE_DIRECTORIES
            "${PescopeTorch_INCLUDE_DIR};${PescopeTorch_INCLUDE_DIR}/torch/csrc/api/include"
        INTERFACE_LINK_LIBRARIES "${PescopeTorch_CPU_LIBRARY};${PescopeTorch_C10_LIBRARY}")
    if(PescopeTorch_CUDA_LIBRARY)
        set(PescopeTorch_CUDA "${PescopeTorch_CUDA_LIBRARY}")
        # Nothing refers to it: it registers its kernels when it is loaded, so the linker must be told to keep it.
        set_property(TARGET PescopeTorch::torch APPEND PROPERTY INTERFACE_LINK_OPTIONS
            "LINKER:--push-state,--no-as-needed,${PescopeTorch_CUDA_LIBRARY},--pop-state")
    endif()
endif()
