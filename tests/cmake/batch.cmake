# Writes a file that includes several test files, each in its own namespace, to compile them together (see room.h).
#   cmake -DMADE=batch.cpp "-DFILES=tst_a.cpp;tst_b.cpp" -P batch.cmake

set(includes "#include \"support/room.h\"\n")
set(classes "")
foreach(file ${FILES})
  file(STRINGS ${file} lines REGEX "^#include [<\"][^>\"]+[>\"]")
  list(FILTER lines EXCLUDE REGEX "\\.moc\"") # included where the class is
  list(JOIN lines "\n" lines)
  string(APPEND includes "${lines}\n")
  cmake_path(GET file STEM name)
  string(APPEND classes "#define HEADLIGHT_TEST \"${name}\"\nnamespace ${name} {\n#include \"${file}\"\n}\n#undef HEADLIGHT_TEST\n")
endforeach()
file(WRITE ${MADE} "${includes}\n${classes}")
