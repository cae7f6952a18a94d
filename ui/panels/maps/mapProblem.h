#pragma once

#include "plot/MapContent.h"

#include <QString>

namespace headlight {

/// What is wrong with the numbers of one map.
struct MapProblem {
    QString brief; ///< "c: sum 0", "2 rows: sum 0", "NaN at My → feet"; empty: nothing is
    QString lines; ///< every row of which it is true, and no token is cut
};

/// The rows that lose their weights or have none; else the first number that is not finite. Rows where a score is the
/// reason are not named: the map of the scores says that.
MapProblem problemOf(const MapContent& map);

} // namespace headlight
