# Flags, and the helpers (a room, moc) that every folder uses.

# Files of a room are compiled together: most of the time goes into headers, which are then read once (tests/README.md).
set(CMAKE_UNITY_BUILD ${HEADLIGHT_UNITY})
set(CMAKE_UNITY_BUILD_BATCH_SIZE 12)

find_program(HEADLIGHT_CCACHE ccache)
if(HEADLIGHT_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER
      ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=1 ${HEADLIGHT_CCACHE})
endif()
foreach(linker mold lld gold) # the quickest that is installed
  find_program(HEADLIGHT_LD_${linker} ld.${linker})
  if(HEADLIGHT_LD_${linker})
    add_link_options(-fuse-ld=${linker})
    break()
  endif()
endforeach()

add_library(headlight_flags INTERFACE)
target_compile_options(headlight_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion
  # A fused multiply-add would make a recomputed row differ from a full pass in its last bit.
  -ffp-contract=off)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC 12 warns of copies in its own headers, such as "literal" + std::string (its bug 105651), under three names.
  target_compile_options(headlight_flags INTERFACE -Wno-restrict -Wno-stringop-overflow -Wno-array-bounds)
endif()
if(HEADLIGHT_UNITY AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU") # which takes the files of a unity build for headers
  target_compile_options(headlight_flags INTERFACE -Wno-subobject-linkage)
endif()
if(HEADLIGHT_WERROR)
  target_compile_options(headlight_flags INTERFACE -Werror)
endif()
if(HEADLIGHT_SANITIZE)
  add_compile_options(-Og -g1 -fsanitize=${HEADLIGHT_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU") # half of the time to compile; the fuzzers, which clang compiles, have both
    add_compile_options(-fno-sanitize=null,alignment)
  endif()
  add_link_options(-fsanitize=${HEADLIGHT_SANITIZE})
endif()

# headlight_moc(TARGET FILE ...): Qt's meta objects of headers (compiled with the target) and of test programs (x.moc, which
# x.cpp includes). Without the include paths that automoc hands on, moc is sixty times as quick and writes the same.
function(headlight_moc target)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/moc/${target})
  foreach(file ${ARGN})
    cmake_path(GET file STEM stem)
    set(made ${folder}/moc_${stem}.cpp)
    if(file MATCHES "\\.cpp$")
      set(made ${folder}/${stem}.moc)
    endif()
    add_custom_command(OUTPUT ${made} COMMAND Qt6::moc --no-notes ${file} -o ${made} DEPENDS ${file} VERBATIM)
    target_sources(${target} PRIVATE ${made})
  endforeach()
  target_include_directories(${target} PRIVATE ${folder})
endfunction()

# headlight_room(NAME NEEDS room|library ... [SOURCES file ...]): the folder NAME, and the folders in it, as a static
# library. What it may use is what it NEEDS, so that these lists are the plan of core and ui;
# tests/core/tst_layering.cpp reads them and the includes. The headers of ui go through moc.
function(headlight_room name)
  cmake_parse_arguments(arg "MOC" "" "NEEDS;SOURCES" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.cpp)
  add_library(headlight_${name} STATIC ${sources} ${arg_SOURCES})
  target_link_libraries(headlight_${name} PRIVATE headlight_flags)
  target_include_directories(headlight_${name} PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})
  foreach(need ${arg_NEEDS})
    if(TARGET headlight_${need})
      set(need headlight_${need})
    endif()
    target_link_libraries(headlight_${name} PUBLIC ${need})
  endforeach()
  if(arg_MOC)
    file(GLOB_RECURSE headers CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.h)
    headlight_moc(headlight_${name} ${headers})
  endif()
endfunction()
