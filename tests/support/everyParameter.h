#pragma once

#include "session/edits.h"

#include <QTest>

namespace headlight::testing {

/// Two layers of two heads that have every parameter of the list but what is given, instead of being computed: d = 4,
/// d_k = 3, d_v = 2.
inline Session withEveryParameter() {
    Session session = *withSentence(newSession(1, 4, 2, 3, 2), "a b c a");
    session = *withPositions(*withLayerAdded(session), Positions::Kind::Learned);
    for (int l = 0; l < 2; ++l) {
        session = *withNorm(session, l, Norm{});
        for (const ParameterInfo& info : parameters())
            if (info.presence == Presence::Optional || info.presence == Presence::BehindWeight)
                session = *withOptional(session, l, info.parameter, true);
    }
    return session;
}

/// A row of test data for each of these parameters.
inline void rowsOfParameters() {
    QTest::addColumn<int>("parameter");
    for (const ParameterInfo& info : parameters())
        if (info.presence != Presence::Given) QTest::newRow(info.symbol) << static_cast<int>(info.parameter);
}

} // namespace headlight::testing
