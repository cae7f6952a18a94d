#pragma once

#include "words/conventions.h"
#include "words/wording.h"

#include <QStringList>

namespace headlight {

/// Columns or rows of a table or a map in bands of one length, such as the columns of each head.
struct Bands {
    Qt::Orientation orientation = Qt::Horizontal; ///< Horizontal: columns
    int length = 0;                               ///< sections in each band; 0: there are no bands
    QStringList names;                            ///< "Head 1"
    QStringList briefs;                           ///< "1", for where the name does not fit
    int marked = -1;                              ///< the band that stands out; -1: none

    bool areOf(Qt::Orientation of) const { return length > 0 && of == orientation; }
    int at(Qt::Orientation of, int section) const { ///< -1: in none
        const int band = areOf(of) && section >= 0 ? section / length : -1;
        return band < names.size() ? band : -1;
    }
    QString nameAt(Qt::Orientation of, int section) const { return names.value(at(of, section)); }
    /// True if the section is the first of a band, but not of the first band.
    bool beginsAt(Qt::Orientation of, int section) const { return at(of, section) > 0 && section % length == 0; }

    friend bool operator==(const Bands&, const Bands&) = default;
};

/// Returns a band for each of so many heads, with `length` columns or rows each.
inline Bands bandsOfHeads(int heads, int length, Qt::Orientation orientation = Qt::Horizontal) {
    Bands bands{orientation, length, {}, {}};
    for (int head = 0; head < heads; ++head) {
        bands.names << titleOfHead(head);
        bands.briefs << placeText(head);
    }
    return bands;
}

} // namespace headlight
