#include "words/Bands.h"

#include "words/conventions.h"
#include "words/wording.h"

namespace headlight {

Bands bandsOfHeads(int heads, int length, Qt::Orientation orientation) {
    Bands bands;
    bands.orientation = orientation;
    bands.length = length;
    for (int head = 0; head < heads; ++head) {
        bands.names << titleOfHead(head);
        bands.briefs << placeText(head);
    }
    return bands;
}

} // namespace headlight
