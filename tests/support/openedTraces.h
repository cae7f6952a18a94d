#pragma once
// Compares opened traces with whole ones.

#include "attention/TraceReader.h"
#include "support/frames.h"

#include <algorithm>
#include <string>
#include <vector>

namespace headlight::testing {

/// Returns nothing, or names the first stage whose rows, read seven at a time, differ from the whole stage.
inline std::string difference(TraceReader& opened, const std::vector<Trace>& whole) {
    constexpr Index kRows = 7;
    if (opened.layers() != whole.size()) return "number of layers";
    for (std::size_t l = 0; l < whole.size(); ++l)
        for (const StageInfo& info : stages()) {
            const std::vector<Matrix>& all = whole[l].all(info.stage);
            const TraceReader::Size size = opened.sizeOf(l, info.stage);
            const bool isOnRequest = info.stage == Stage::Mean || info.stage == Stage::Product;
            if (isOnRequest && size.count == 0) continue; // read only if it alone is asked for
            if (size.count != all.size()) return std::string("number of ") + info.id;
            for (std::size_t h = 0; h < all.size(); ++h)
                for (Index row = 0; row < all[h].rows(); row += kRows) {
                    const Index count = std::min(kRows, all[h].rows() - row);
                    const auto rows = opened.rows(l, info.stage, h, row, count);
                    if (!rows || !sameBits(*rows, Matrix(all[h].middleRows(row, count)))) return info.id;
                }
        }
    return {};
}

} // namespace headlight::testing
