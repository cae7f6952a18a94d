#pragma once
// Compares frames bit for bit (NaN equals NaN, whatever its payload).

#include "attention/stages.h"
#include "base/numberText.h"
#include "engine/Frame.h"

#include <bit>
#include <cmath>
#include <string>

namespace headlight::testing {

inline bool sameBits(float a, float b) {
    return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b) || (std::isnan(a) && std::isnan(b));
}

inline bool sameBits(const Matrix& a, const Matrix& b) {
    if (a.rows() != b.rows() || a.cols() != b.cols()) return false;
    for (Index i = 0; i < a.size(); ++i)
        if (!sameBits(a.data()[i], b.data()[i])) return false;
    return true;
}

inline std::string nameOf(const MapDemand& map) {
    return std::string(infoOf(map.stage).id) + " of head " + std::to_string(map.head + 1) + " at " +
           std::to_string(map.pixelWidth) + "x" + std::to_string(map.pixelHeight);
}

/// Returns nothing, or names the first difference.
inline std::string difference(const Tile& a, const Tile& b) {
    const std::string name = nameOf(a.demand);
    if (!(a.demand == b.demand)) return name + ": demand";
    if (a.stageRows != b.stageRows || a.stageCols != b.stageCols) return name + ": stage size";
    if (a.exact != b.exact) return name + ": exact";
    if (!sameBits(a.range.low, b.range.low) || !sameBits(a.range.high, b.range.high))
        return name + ": range " + shortest(a.range.low) + ".." + shortest(a.range.high) + " and " +
               shortest(b.range.low) + ".." + shortest(b.range.high);
    if (a.firstNonFinite.has_value() != b.firstNonFinite.has_value()) return name + ": firstNonFinite";
    if (a.firstNonFinite) {
        const Tile::Place p = *a.firstNonFinite, q = *b.firstNonFinite;
        if (p.row != q.row || p.col != q.col) return name + ": place of firstNonFinite";
    }
    if (!(a.masked == b.masked)) return name + ": masked";
    if (a.oddRows != b.oddRows) return name + ": rows without weights";
    if (a.values.rows() != b.values.rows() || a.values.cols() != b.values.cols()) return name + ": tile size";
    for (Index r = 0; r < a.values.rows(); ++r)
        for (Index c = 0; c < a.values.cols(); ++c)
            if (!sameBits(a.values(r, c), b.values(r, c)))
                return name + ": value [" + std::to_string(r) + ", " + std::to_string(c) + "] " +
                       shortest(a.values(r, c)) + " and " + shortest(b.values(r, c));
    return {};
}

inline std::string difference(const HeadStatistics& a, const HeadStatistics& b) {
    if (!(a.of == b.of) || a.rows.size() != b.rows.size()) return "statistics: demand or rows";
    for (std::size_t i = 0; i < a.rows.size(); ++i)
        if (a.rows[i].values != b.rows[i].values || a.rows[i].largestAt != b.rows[i].largestAt)
            return "statistics of row " + std::to_string(i);
    for (std::size_t m = 0; m < a.means.size(); ++m)
        if (a.means[m].rows != b.means[m].rows || (a.means[m].rows > 0 && a.means[m].mean != b.means[m].mean))
            return "statistics: mean " + std::to_string(m);
    return {};
}

inline std::string difference(const Frame& a, const Frame& b) {
    if (a.problem != b.problem) return "problem: \"" + a.problem + "\" and \"" + b.problem + "\"";
    if (a.tiles.size() != b.tiles.size()) return "number of tiles";
    for (std::size_t i = 0; i < a.tiles.size(); ++i) {
        if (bool(a.tiles[i]) != bool(b.tiles[i])) return nameOf(a.demand.maps.at(i)) + ": there in one only";
        if (!a.tiles[i]) continue;
        if (auto text = difference(*a.tiles[i], *b.tiles[i]); !text.empty()) return text;
    }
    if (a.explanations.size() != b.explanations.size()) return "number of cells";
    for (std::size_t i = 0; i < a.explanations.size(); ++i) {
        const auto &explained = a.explanations[i], &other = b.explanations[i];
        if (bool(explained) != bool(other)) return "explanation: there in one only";
        if (explained && *explained != *other) return std::string("explanation: ") + infoOf(explained->of.stage).id;
    }
    if (a.statistics.size() != b.statistics.size()) return "number of statistics";
    for (std::size_t i = 0; i < a.statistics.size(); ++i) {
        const auto &one = a.statistics[i], &other = b.statistics[i];
        if (bool(one) != bool(other)) return "statistics: there in one only";
        if (!one) continue;
        if (auto text = difference(*one, *other); !text.empty()) return text;
    }
    return {};
}

} // namespace headlight::testing
