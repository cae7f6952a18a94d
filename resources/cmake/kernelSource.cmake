# Writes a C++ file with the text of OpenCL kernels, for core/backend/opencl/Program.h. Every line is a literal of its own,
# because a compiler need not accept literals of more than 64 kB. #line makes a compiler's messages name the file.
#   cmake -DMADE=kernelSource.cpp "-DFILES=a.cl;b.cl" -P kernelSource.cmake

set(lines "")
foreach(file ${FILES})
  file(READ ${file} text)
  string(REPLACE "\\" "\\\\" text "${text}")
  string(REPLACE "\"" "\\\"" text "${text}")
  string(REPLACE "\n" "\\n\",\n\"" text "${text}")
  cmake_path(GET file FILENAME name)
  string(APPEND lines "\"#line 1 \\\"${name}\\\"\\n\",\n\"${text}\\n\",\n")
endforeach()
file(WRITE ${MADE} "#include \"backend/opencl/Program.h\"

#include <string_view>

namespace headlight {

std::string kernelSource() {
std::string source;
for (const std::string_view line : {
${lines}}) source += line;
return source;
}

} // namespace headlight
")
