#pragma once

#include "backend/IndexSet.h"

#include <QString>
#include <QStringList>

namespace headlight::testing {

/// Returns the indices as "2 5", or "all".
inline QString textOf(const IndexSet& set) {
    QStringList items;
    for (const Index item : set.items) items << QString::number(item);
    return set.all ? QStringLiteral("all") : items.join(u' ');
}

} // namespace headlight::testing
