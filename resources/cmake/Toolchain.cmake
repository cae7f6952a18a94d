# Compiler flags, and the functions that the other folders use: headlight_room() and headlight_moc().

# The files of a room are compiled together, because most of the time is spent on headers (tests/README.md).
set(CMAKE_UNITY_BUILD ${HEADLIGHT_UNITY})
set(CMAKE_UNITY_BUILD_BATCH_SIZE 12)

find_program(HEADLIGHT_CCACHE ccache)
if(HEADLIGHT_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER
      ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=1 ${HEADLIGHT_CCACHE})
endif()
foreach(linker mold lld gold) # the fastest one that is installed
  find_program(HEADLIGHT_LD_${linker} ld.${linker})
  if(HEADLIGHT_LD_${linker})
    add_link_options(-fuse-ld=${linker})
    break()
  endif()
endforeach()

add_library(headlight_flags INTERFACE)
target_compile_options(headlight_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion
  # A fused multiply-add could make a recomputed row differ from a full computation in the last bit.
  -ffp-contract=off)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC 12 has false warnings in its own headers, such as for "literal" + std::string (GCC bug 105651).
  target_compile_options(headlight_flags INTERFACE -Wno-restrict -Wno-stringop-overflow -Wno-array-bounds -Wno-maybe-uninitialized)
endif()
if(HEADLIGHT_UNITY AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU") # GCC takes the files of a unity build for headers
  target_compile_options(headlight_flags INTERFACE -Wno-subobject-linkage)
endif()
# Other versions have other warnings, which must not end the build.
if(HEADLIGHT_WERROR AND "${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}" MATCHES "^(GNU 12|Clang 14)\\.")
  target_compile_options(headlight_flags INTERFACE -Werror)
endif()
if(HEADLIGHT_SANITIZE)
  add_compile_options(-Og -g1 -fsanitize=${HEADLIGHT_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU") # they double the compile time; the fuzzers, compiled by clang, have both
    add_compile_options(-fno-sanitize=null,alignment)
  endif()
  add_link_options(-fsanitize=${HEADLIGHT_SANITIZE})
endif()

# headlight_moc(TARGET FILE ...): runs moc on headers (the result is compiled with the target) and on tests (x.cpp
# includes the result x.moc). Without the include paths that AUTOMOC passes, moc is sixty times faster, with the same
# result.
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

# headlight_room(NAME [MOC] NEEDS room|library ... [SOURCES file ...]): compiles the folder NAME and its subfolders as a
# static library. It may use only what it NEEDS; tests/core/tst_layering.cpp compares these lists with the includes. MOC
# runs moc on its headers.
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
