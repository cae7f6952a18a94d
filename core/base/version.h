#pragma once

namespace headlight {

/// This program's version: that of project() in the top CMakeLists.txt (a test compares the two).
inline constexpr char kVersion[] = "0.1.0";

} // namespace headlight
