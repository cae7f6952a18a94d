#pragma once

namespace headlight {

// What the program accepts. The same numbers bound the window's fields and the session file.
inline constexpr int kMostHeads = 64;
inline constexpr int kMostLayers = 64;
inline constexpr int kMostDims = 1024;     ///< d, d_k, d_v in the window
inline constexpr int kMostFileDims = 8192; ///< a matrix side in a file

} // namespace headlight
