#include "plot/pooledWords.h"

#include "words/wording.h"

#include <cmath>

namespace headlight {

QString pooledWords(const Tile& tile) {
    if (tile.exact || tile.values.size() == 0) return {};
    const auto share = [](int cells, Index values) { return std::lround(double(cells) / static_cast<double>(values)); };
    const Region& region = tile.demand.region;
    return QStringLiteral(u"%1 of %2 \u00d7 %3")
        .arg(fromCore(infoOf(tile.demand.pooling).name).toLower())
        .arg(share(region.rows, tile.values.rows()))
        .arg(share(region.cols, tile.values.cols()));
}

} // namespace headlight
