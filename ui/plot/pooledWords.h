#pragma once

#include "engine/Frame.h"

#include <QString>

namespace headlight {

/// Returns "largest of 20 × 19": each value of the tile stands for at most 20 rows by 19 columns of the stage, of which
/// it is the largest magnitude. Empty if each is one number of the stage.
QString pooledWords(const Tile& tile);

} // namespace headlight
