#pragma once

#include <QStringList>

namespace headlight {

/// Columns or rows of a table or a map that belong together, as many in each band: those of each head.
struct Bands {
    Qt::Orientation orientation = Qt::Horizontal; ///< Horizontal: columns
    int length = 0;                               ///< of each; 0: there are none
    QStringList names;                            ///< "Head 1"
    QStringList briefs;                           ///< "1", where the name has no room
    int marked = -1;                              ///< the one that stands out

    bool areOf(Qt::Orientation of) const { return length > 0 && of == orientation; }
    int at(Qt::Orientation of, int section) const { ///< -1: in none
        const int band = areOf(of) && section >= 0 ? section / length : -1;
        return band < names.size() ? band : -1;
    }
    QString nameAt(Qt::Orientation of, int section) const { return names.value(at(of, section)); }
    /// The section is the first of another band than the first one.
    bool beginsAt(Qt::Orientation of, int section) const { return at(of, section) > 0 && section % length == 0; }

    friend bool operator==(const Bands&, const Bands&) = default;
};

/// Of as many heads, that many columns each.
Bands bandsOfHeads(int heads, int length, Qt::Orientation orientation = Qt::Horizontal);

} // namespace headlight
