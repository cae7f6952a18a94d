#include "plot/pooledWords.h"

#include "words/wording.h"

namespace headlight {

QString pooledWords(const Tile& tile) {
    if (tile.exact || tile.values.size() == 0) return {};
    const auto share = [](int cells, Index values) { return (cells + values - 1) / values; };
    const Region& region = tile.demand.region;
    return QStringLiteral(u"%1 of %2 \u00d7 %3")
        .arg(fromCore(infoOf(tile.demand.pooling).name).toLower())
        .arg(share(region.rows, tile.values.rows()))
        .arg(share(region.cols, tile.values.cols()));
}

} // namespace headlight
