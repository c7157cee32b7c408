# SPDX-License-Identifier: GPL-3.0-or-later
# Every C++ file as clang-format 19 writes it:  cmake -DROOT=<source tree> -P tests/arch/check_format.cmake
cmake_minimum_required(VERSION 3.25)
find_program(clang_format NAMES clang-format-19 NO_CACHE)
if(NOT clang_format)
    message("skipped: clang-format-19 is not installed")
    return()
endif()
file(GLOB_RECURSE files RELATIVE "${ROOT}" "${ROOT}/core/*.cpp" "${ROOT}/core/*.h" "${ROOT}/ui/*.cpp" "${ROOT}/ui/*.h"
    "${ROOT}/app/*.cpp" "${ROOT}/app/*.h" "${ROOT}/tests/*.cpp" "${ROOT}/tests/*.h")
list(FILTER files EXCLUDE REGEX "^tests/data/")
if(NOT files)
    message(FATAL_ERROR "no source file below ROOT=${ROOT}")
endif()
execute_process(COMMAND "${clang_format}" --dry-run --Werror --style=file ${files}
    WORKING_DIRECTORY "${ROOT}" RESULT_VARIABLE status ERROR_VARIABLE output OUTPUT_QUIET)
if(NOT status EQUAL 0)
    string(REGEX MATCHALL "[^\n]*-Wclang-format-violations[^\n]*" lines "${output}")
    list(TRANSFORM lines REPLACE ":[0-9]+:[0-9]+:.*" "")
    list(REMOVE_DUPLICATES lines)
    list(JOIN lines "\n  " lines)
    message(FATAL_ERROR "clang-format-19 -i would change:\n  ${lines}\n${output}")
endif()
