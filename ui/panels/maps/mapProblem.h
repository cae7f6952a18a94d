#pragma once

#include "plot/MapContent.h"

#include <QFontMetrics>
#include <QStringList>

namespace headlight {

/// What is wrong with the numbers of one map: "c: sum 0", "2 rows: sum 0", "NaN at My → feet".
struct MapProblem {
    QStringList ways; ///< ever shorter; the last, its token first, is to be elided where no other fits. Or empty
    QString whole;    ///< for a tip: every row of which it is true, and no token cut
};

/// The rows that lose their weights or have none; else the first number that is not finite. Rows where a score is the
/// reason are not named: the map of the scores says that.
MapProblem problemOf(const MapContent& map);

/// A line of a card with a map's caption and its problem.
struct ProblemLine {
    QString caption, problem; ///< as they fit; the name of the stage stays if it can
    int begin = 0;            ///< px, of the problem
    bool isCut = false;       ///< no way to say it fits whole
};
ProblemLine problemLine(const QString& caption, const MapProblem& problem, int room, const QFontMetrics& captionMetrics,
                        const QFontMetrics& problemMetrics);

} // namespace headlight
