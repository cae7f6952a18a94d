#pragma once

#include "engine/Frame.h"

#include <QString>

namespace headlight {

/// "largest of 20 × 19": what each value of a tile stands for, rows times columns at most; empty if each is
/// one number of the stage. The largest is that of magnitude.
QString pooledWords(const Tile& tile);

} // namespace headlight
