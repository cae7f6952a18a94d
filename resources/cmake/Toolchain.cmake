# Flags, caches and the helpers (a room, a precompiled header, a test) that every folder uses.

# With precompiled headers ccache costs more than it saves: it reads 300 MB of them again for each file.
find_program(HEADLIGHT_CCACHE ccache)
if(HEADLIGHT_CCACHE AND NOT HEADLIGHT_PCH)
  set(CMAKE_CXX_COMPILER_LAUNCHER
      ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=1 ${HEADLIGHT_CCACHE})
endif()

add_library(headlight_flags INTERFACE)
target_compile_options(headlight_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion
  # A fused multiply-add would make a recomputed row differ from a full pass in its last bit.
  -ffp-contract=off)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC 12 warns of "literal" + std::string in its own headers (its bug 105651), of a precompiled one under three names.
  target_compile_options(headlight_flags INTERFACE -Wno-restrict)
  if(HEADLIGHT_PCH)
    target_compile_options(headlight_flags INTERFACE -Wno-stringop-overflow -Wno-array-bounds)
  endif()
endif()
if(HEADLIGHT_WERROR)
  target_compile_options(headlight_flags INTERFACE -Werror)
endif()
if(HEADLIGHT_SANITIZE)
  add_compile_options(-fsanitize=${HEADLIGHT_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${HEADLIGHT_SANITIZE})
endif()

# headlight_pch(NAME HEADERS <header> ... NEEDS library ...): headers that many files include, parsed once. The files still
# include what they use: the core is also built without (preset tsan).
function(headlight_pch name)
  if(NOT HEADLIGHT_PCH)
    return()
  endif()
  cmake_parse_arguments(arg "" "" "HEADERS;NEEDS" ${ARGN})
  file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp CONTENT "")
  add_library(${name} OBJECT ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp)
  set_target_properties(${name} PROPERTIES AUTOMOC OFF AUTORCC OFF)
  target_link_libraries(${name} PRIVATE headlight_flags ${arg_NEEDS})
  target_precompile_headers(${name} PRIVATE ${arg_HEADERS})
endfunction()

function(headlight_use_pch target pch)
  if(HEADLIGHT_PCH)
    target_precompile_headers(${target} REUSE_FROM ${pch})
  endif()
endfunction()

# A file that has come makes automoc look again: CMake 3.25 asks only whether one that it knows has changed, as this list.
function(headlight_automoc_sees target)
  set(list ${CMAKE_CURRENT_BINARY_DIR}/${target}_files.h)
  file(CONFIGURE OUTPUT ${list} CONTENT "// ${ARGN}\n" @ONLY)
  target_sources(${target} PRIVATE ${list})
endfunction()

# headlight_room(NAME NEEDS room|library ... [SOURCES file ...]): the folder NAME, and the folders in it, as a static
# library. What it may use is what it NEEDS, so that these lists are the plan of core and ui;
# tests/core/tst_layering.cpp reads them and the includes. PCH is the precompiled header of the storey.
function(headlight_room name)
  cmake_parse_arguments(arg "" "PCH" "NEEDS;SOURCES" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.cpp
       ${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.h)
  add_library(headlight_${name} STATIC ${sources} ${arg_SOURCES})
  headlight_automoc_sees(headlight_${name} ${sources})
  target_link_libraries(headlight_${name} PRIVATE headlight_flags)
  target_include_directories(headlight_${name} PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})
  foreach(need ${arg_NEEDS})
    if(TARGET headlight_${need})
      set(need headlight_${need})
    endif()
    target_link_libraries(headlight_${name} PUBLIC ${need})
  endforeach()
  if(arg_PCH)
    headlight_use_pch(headlight_${name} ${arg_PCH})
  endif()
endfunction()
