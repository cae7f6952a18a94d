#pragma once

#include "engine/Frame.h"
#include "session/Session.h"

#include <QCoreApplication>

namespace headlight {

struct StatisticsText {
    Q_DECLARE_TR_FUNCTIONS(Statistics)
};

QString titleOf(Measure measure); ///< "Entropy", as the head of a column
QString tipOf(Measure measure);   ///< its definition, in one sentence

/// Returns why a row of weights, or with query -1 every row of a head of `session`, does not have that measure.
QString whyUndefined(Measure measure, const HeadStatistics& head, int query, const Session& session);

} // namespace headlight
