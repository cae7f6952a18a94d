#pragma once

namespace headlight {

// What the program accepts. The same numbers bound the window's fields and the session file.
inline constexpr int kMaxHeads = 64;
inline constexpr int kMaxLayers = 64;
inline constexpr int kMaxPins = 16;
inline constexpr int kMaxDims = 1024;               ///< d, d_k, d_v in the window
inline constexpr double kMaxDropoutCells = 1 << 26; ///< of one layer: each is drawn
inline constexpr int kMaxMaskCells = 1 << 24;       ///< of a mask by hand
inline constexpr int kMaxDrawings = 10'000;         ///< that a file remembers
inline constexpr float kLeastFactor = 1e-30F;       ///< of the scores, unless it is 0
inline constexpr float kMostFactor = 1e30F;
inline constexpr int kMaxFileDims = 8192;    ///< a matrix side in a file
inline constexpr int kMaxDrawn = 20'000'000; ///< numbers from one seed; for all {"init": ...} of a file

} // namespace headlight
