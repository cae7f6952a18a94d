#pragma once

#include "plot/MapContent.h"

#include <QString>

namespace headlight {

/// A problem with the numbers of one map.
struct MapProblem {
    QString brief; ///< "c: sum 0", "2 rows: sum 0", "NaN at My → feet"; empty: none
    QString lines; ///< a line for each such row (12 at most), with up to 60 graphemes of a token
};

/// Returns the rows that lose their weights or have none; else the first number that is not finite. Rows where a score
/// is the reason are not named: the map of the scores says that.
MapProblem problemOf(const MapContent& map);

} // namespace headlight
