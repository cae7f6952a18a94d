# Flags, caches and the two helpers (a room of the core, a test) that every folder uses.

find_program(HEADLIGHT_CCACHE ccache)
if(HEADLIGHT_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER
      ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=1 ${HEADLIGHT_CCACHE})
endif()

add_library(headlight_flags INTERFACE)
target_compile_options(headlight_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion
  # A fused multiply-add would make a recomputed row differ from a full pass in its last bit.
  -ffp-contract=off)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC 12 warns of "literal" + std::string in its own headers (its bug 105651).
  target_compile_options(headlight_flags INTERFACE -Wno-restrict)
endif()
if(HEADLIGHT_WERROR)
  target_compile_options(headlight_flags INTERFACE -Werror)
endif()
if(HEADLIGHT_SANITIZE)
  add_compile_options(-fsanitize=${HEADLIGHT_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${HEADLIGHT_SANITIZE})
endif()

# headlight_room(NAME NEEDS room|library ...): the folder core/NAME as a static library. What it may use is
# what it NEEDS, so that this list is the plan of the core; tests/core/tst_layering.cpp reads the includes too.
function(headlight_room name)
  cmake_parse_arguments(arg "" "" "NEEDS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.cpp)
  if(sources)
    add_library(headlight_${name} STATIC ${sources})
    set(scope PUBLIC)
    target_link_libraries(headlight_${name} PRIVATE headlight_flags)
  else()
    add_library(headlight_${name} INTERFACE)
    set(scope INTERFACE)
  endif()
  target_include_directories(headlight_${name} ${scope} ${CMAKE_CURRENT_SOURCE_DIR})
  foreach(need ${arg_NEEDS})
    if(TARGET headlight_${need})
      set(need headlight_${need})
    endif()
    target_link_libraries(headlight_${name} ${scope} ${need})
  endforeach()
endfunction()
