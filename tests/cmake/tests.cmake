# Functions that add tests. They use ${environment}, ${alone} and ${batch} of tests/CMakeLists.txt.

# headlight_test(NAME PROGRAM [ARGUMENT ...]): adds one test to ctest.
function(headlight_test name program)
  cmake_path(GET name PARENT_PATH room)
  add_test(NAME ${name} COMMAND ${program} ${ARGN})
  set_tests_properties(${name} PROPERTIES TIMEOUT 1200 LABELS ${room}
    ENVIRONMENT "QT_QPA_PLATFORM=offscreen;${environment}")
endfunction()

# headlight_test_alone(NAME SOURCE library ...): adds a test that is its own program.
function(headlight_test_alone name source)
  string(REPLACE "/" "_" program ${name})
  add_executable(${program} ${source})
  headlight_moc(${program} ${source})
  target_link_libraries(${program} PRIVATE headlight_test_support ${ARGN})
  headlight_test(${name} ${program})
endfunction()

# headlight_tests(STOREY library ...): adds the tests of its rooms.
function(headlight_tests storey)
  file(GLOB_RECURSE files CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} ${storey}/tst_*.cpp)
  set(programs)
  foreach(file ${files})
    cmake_path(GET file STEM stem)
    cmake_path(REMOVE_EXTENSION file OUTPUT_VARIABLE name)
    set(source ${CMAKE_CURRENT_SOURCE_DIR}/${file})
    set(room ${storey})
    if(name MATCHES "^([^/]+/[^/]+)/") # ui/panels of ui/panels/maps/tst_x
      set(room ${CMAKE_MATCH_1})
    endif()
    string(REPLACE "/" "_" program test_${room})
    if(stem IN_LIST alone)
      headlight_test_alone(${name} ${source} ${ARGN})
    else()
      headlight_test(${name} ${program} ${stem})
      list(APPEND programs ${program})
      list(APPEND of_${program} ${source})
    endif()
  endforeach()
  list(REMOVE_DUPLICATES programs)
  foreach(program ${programs})
    add_executable(${program})
    set_target_properties(${program} PROPERTIES UNITY_BUILD OFF) # see headlight_batches()
    headlight_moc(${program} ${of_${program}})
    target_link_libraries(${program} PRIVATE headlight_room ${ARGN})
    headlight_batches(${program} ${of_${program}})
  endforeach()
endfunction()

# headlight_batches(PROGRAM FILE ...): compiles the test files together, ${batch} of them at a time.
function(headlight_batches program)
  list(LENGTH ARGN count)
  math(EXPR last "${count} - 1")
  foreach(first RANGE 0 ${last} ${batch})
    list(SUBLIST ARGN ${first} ${batch} files)
    set(made ${CMAKE_CURRENT_BINARY_DIR}/batches/${program}_${first}.cpp)
    add_custom_command(OUTPUT ${made} DEPENDS ${files} cmake/batch.cmake VERBATIM
      COMMAND ${CMAKE_COMMAND} -DMADE=${made} "-DFILES=${files}" -P ${CMAKE_CURRENT_SOURCE_DIR}/cmake/batch.cmake)
    target_sources(${program} PRIVATE ${made})
  endforeach()
endfunction()
