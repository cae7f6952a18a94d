# Writes a file of several test files, each in a namespace of its own, so that they can be compiled together (see room.h).
#   cmake -DMADE=batch.cpp "-DFILES=tst_a.cpp;tst_b.cpp" -P batch.cmake

set(includes "#include \"support/room.h\"\n")
set(classes "")
foreach(file ${FILES})
  file(STRINGS ${file} lines REGEX "^#include [<\"][^>\"]+[>\"]")
  list(FILTER lines EXCLUDE REGEX "\\.moc\"") # of the class: stays where it is
  list(JOIN lines "\n" lines)
  string(APPEND includes "${lines}\n")
  cmake_path(GET file STEM name)
  string(APPEND classes "#define HEADLIGHT_TEST \"${name}\"\nnamespace ${name} {\n#include \"${file}\"\n}\n#undef HEADLIGHT_TEST\n")
endforeach()
file(WRITE ${MADE} "${includes}\n${classes}")
