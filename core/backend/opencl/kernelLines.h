#pragma once

#include <span>
#include <string_view>

namespace headlight {

/// Returns the lines of all files in kernels/, each with its line break: common.cl, then the others by name. The build
/// writes the function (resources/cmake/kernelLines.cmake).
std::span<const std::string_view> kernelLines();

} // namespace headlight
