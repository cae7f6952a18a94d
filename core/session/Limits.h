#pragma once

namespace headlight {

// The limits of what the program accepts, in the window's fields and in session files.
inline constexpr int kMaxHeads = 64;
inline constexpr int kMaxLayers = 64;
inline constexpr int kMaxPins = 16;
inline constexpr int kMaxDims = 1024;               ///< d, d_k, d_v in the window
inline constexpr double kMaxDropoutCells = 1 << 26; ///< cells of one layer: each is drawn
inline constexpr int kMaxMaskCells = 1 << 24;       ///< cells of a custom mask
inline constexpr int kMaxGiven = 50'000'000;        ///< numbers of all given stages
inline constexpr int kMaxDrawings = 10'000;         ///< Drawings that a session or pin of a file remembers
inline constexpr int kMaxDrawnLayers = 50'000;      ///< of all Drawings of a file; each takes 216 bytes
inline constexpr float kMinFactor = 1e-30F;         ///< factors of the scores, unless 0
inline constexpr float kMaxFactor = 1e30F;
inline constexpr int kMaxFileDims = 8192;    ///< a matrix side in a file
inline constexpr int kMaxDrawn = 20'000'000; ///< numbers from one seed, or for all {"init": ...} of a file

} // namespace headlight
