# SPDX-License-Identifier: GPL-3.0-or-later
# One way to make a library and one way to make a test, so that all folders are alike.

set(CMAKE_CXX_STANDARD 23)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON) # core is linked into the LibTorch module as well
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

find_program(PESCOPE_CCACHE ccache)
if(PESCOPE_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    # It keeps files made with a precompiled header only where it may overlook the macros of that header.
    set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND}" -E env CCACHE_SLOPPINESS=pch_defines,time_macros "${PESCOPE_CCACHE}")
endif()
find_program(PESCOPE_LLD ld.lld)
if(PESCOPE_LLD)
    add_link_options(-fuse-ld=lld)
endif()

add_library(pescope_options INTERFACE)
target_compile_options(pescope_options INTERFACE -Wall -Wextra -Wconversion -Wno-sign-conversion -Wshadow)
if(PESCOPE_WERROR)
    # GCC 12 raises a false alarm of this kind inside its own std::string
    target_compile_options(pescope_options INTERFACE -Werror -Wno-error=restrict)
endif()
target_compile_definitions(pescope_options INTERFACE
    QT_NO_KEYWORDS QT_NO_CAST_FROM_ASCII QT_NO_FOREACH QT_USE_QSTRINGBUILDER
    $<$<CONFIG:Debug>:EIGEN_INITIALIZE_MATRICES_BY_NAN>)
target_include_directories(pescope_options INTERFACE "${PROJECT_SOURCE_DIR}")

# pescope_precompile(pescope_headers_core HEADERS <vector> <fmt/format.h> DEPENDS fmt::fmt OPTIONS -O1)
# Headers of libraries that nearly every file of some folders reads, read once for all of them. A folder names its own in
# PESCOPE_HEADERS; no file may rely on it: the presets for clang-tidy and core alone build without.
function(pescope_precompile name)
    cmake_parse_arguments(ARG "" "" "HEADERS;DEPENDS;OPTIONS" ${ARGN})
    file(WRITE "${CMAKE_BINARY_DIR}/${name}.cpp.new" "// The precompiled header of this target is what others use.\n")
    file(COPY_FILE "${CMAKE_BINARY_DIR}/${name}.cpp.new" "${CMAKE_BINARY_DIR}/${name}.cpp" ONLY_IF_DIFFERENT)
    add_library(${name} OBJECT "${CMAKE_BINARY_DIR}/${name}.cpp")
    set_target_properties(${name} PROPERTIES AUTOMOC OFF AUTORCC OFF UNITY_BUILD OFF)
    target_link_libraries(${name} PRIVATE pescope_options ${ARG_DEPENDS})
    target_compile_options(${name} PRIVATE ${ARG_OPTIONS})
    target_precompile_headers(${name} PRIVATE ${ARG_HEADERS})
endfunction()

# For code without hot loops: -O3 makes it larger, not faster, and takes a third longer to compile.
set(pescope_calm $<$<CONFIG:Release>:-O2>)

# pescope_compile_lightly(app_commands): for code that runs once a start, where compiling costs more than it ever saves.
function(pescope_compile_lightly target)
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
endfunction()

# What a target reads first: the precompiled header of its folder.
function(pescope_use_precompiled target)
    if(PESCOPE_HEADERS)
        target_precompile_headers(${target} REUSE_FROM ${PESCOPE_HEADERS})
    endif()
endfunction()

# pescope_library(core_base SOURCES a.cpp b.cpp DEPENDS core_other PRIVATE_DEPENDS fmt::fmt)
function(pescope_library name)
    cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS;PRIVATE_DEPENDS" ${ARGN})
    add_library(${name} STATIC ${ARG_SOURCES})
    target_link_libraries(${name} PUBLIC pescope_options ${ARG_DEPENDS} PRIVATE ${ARG_PRIVATE_DEPENDS})
    pescope_use_precompiled(${name})
endfunction()

# A test of one file includes its own moc output: one step in place of the three that AUTOMOC would take.
function(pescope_moc_of_test target)
    list(FILTER ARGN INCLUDE REGEX "\\.cpp$")
    list(LENGTH ARGN count)
    if(count GREATER 1)
        set_target_properties(${target} PROPERTIES AUTOMOC ON)
        return()
    endif()
    get_filename_component(stem "${ARGN}" NAME_WE)
    set(source "${CMAKE_CURRENT_SOURCE_DIR}/${ARGN}")
    set(moc "${CMAKE_CURRENT_BINARY_DIR}/${target}_moc/${stem}.moc")
    file(MAKE_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}/${target}_moc")
    add_custom_command(OUTPUT "${moc}" COMMAND Qt6::moc "${source}" -o "${moc}" DEPENDS "${source}" VERBATIM)
    set_target_properties(${target} PROPERTIES AUTOMOC OFF AUTORCC OFF UNITY_BUILD OFF)
    target_sources(${target} PRIVATE "${moc}")
    target_include_directories(${target} PRIVATE "${CMAKE_CURRENT_BINARY_DIR}/${target}_moc")
endfunction()

# Qt names the folder of every test to it; nothing here asks for that, and the precompiled header is of no folder.
set(pescope_test_options $<$<CONFIG:Release>:-O1> -UQT_TESTCASE_BUILDDIR -UQT_TESTCASE_SOURCEDIR)

# pescope_test(core/monotone_range SOURCES tst_monotone_range.cpp DEPENDS core_analysis LABELS core fast)
# One QtTest executable; its ctest name is the first argument. It runs offscreen in a folder of its own.
function(pescope_test name)
    cmake_parse_arguments(ARG "" "TIMEOUT" "SOURCES;DEPENDS;LABELS;ENVIRONMENT" ${ARGN})
    string(REPLACE "/" "_" target "tst_${name}")
    add_executable(${target} ${ARG_SOURCES})
    pescope_moc_of_test(${target} ${ARG_SOURCES})
    target_link_libraries(${target} PRIVATE pescope_options Qt6::Test ${test_libraries} ${ARG_DEPENDS})
    # What a test spends its time on lies in the libraries; its own code compiles a quarter faster this way.
    target_compile_options(${target} PRIVATE ${pescope_test_options})
    pescope_use_precompiled(${target})
    target_compile_definitions(${target} PRIVATE PESCOPE_TEST_DATA="${PROJECT_SOURCE_DIR}/tests/data"
                                                 PESCOPE_RESOURCES="${PROJECT_SOURCE_DIR}/resources")
    set(run_dir "${CMAKE_BINARY_DIR}/test-runs/${target}")
    file(MAKE_DIRECTORY "${run_dir}")
    add_test(NAME ${name} COMMAND ${target} WORKING_DIRECTORY "${run_dir}")
    if(NOT ARG_TIMEOUT)
        set(ARG_TIMEOUT 120)
    endif()
    set_tests_properties(${name} PROPERTIES LABELS "${ARG_LABELS}" TIMEOUT ${ARG_TIMEOUT}
        ENVIRONMENT "QT_QPA_PLATFORM=offscreen;OMP_NUM_THREADS=1;XDG_RUNTIME_DIR=${run_dir};XDG_CONFIG_HOME=${run_dir}/config;XDG_DATA_HOME=${run_dir}/data;${ARG_ENVIRONMENT}")
endfunction()
