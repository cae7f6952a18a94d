# Writes a C++ file with the text of OpenCL kernels, for core/backend/opencl/kernelLines.h. Every line is a literal of its
# own, because a compiler need not accept literals of more than 64 kB. #line makes a compiler's messages name the file.
#   cmake -DMADE=kernelLines.cpp "-DFILES=a.cl;b.cl" -P kernelLines.cmake

set(lines "")
foreach(file ${FILES})
  file(READ ${file} text)
  string(REPLACE "\\" "\\\\" text "${text}")
  string(REPLACE "\"" "\\\"" text "${text}")
  string(REPLACE "\n" "\\n\",\n\"" text "${text}")
  cmake_path(GET file FILENAME name)
  string(APPEND lines "\"#line 1 \\\"${name}\\\"\\n\",\n\"${text}\\n\",\n")
endforeach()
file(WRITE ${MADE} "#include \"backend/opencl/kernelLines.h\"

namespace headlight {

std::span<const std::string_view> kernelLines() {
static constexpr std::string_view lines[] = {
${lines}};
return lines;
}

} // namespace headlight
")
