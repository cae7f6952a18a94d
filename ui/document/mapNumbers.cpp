#include "document/mapNumbers.h"

#include "engine/GuardedEngine.h"

namespace headlight {
namespace {

constexpr int kMaxMillions = 4; // of numbers

} // namespace

Result<Matrix> mapNumbers(const Session& session, Stage stage, int layer, int head, const Region& region,
                          const std::string& backend, const Watch& watch) {
    if (double(region.rows) * region.cols > kMaxMillions * 1e6)
        return Problem{"A map of " + std::to_string(region.rows) + " by " + std::to_string(region.cols) +
                       " numbers is too large to copy: at most " + std::to_string(kMaxMillions) +
                       " million numbers are possible. Copy a row instead."};
    const auto engine = makeEngine(backend);
    if (!engine) return engine.problem();
    const Frame frame = (*engine)->answer(session, {{{stage, layer, head, region, region.cols, region.rows}}}, watch);
    if (!frame.problem.empty()) return Problem{frame.problem};
    if (frame.tiles.empty() || !frame.tiles[0] || !frame.tiles[0]->exact)
        return Problem{"The numbers of this map could not be computed."};
    const Tile& tile = *frame.tiles[0];
    const float masked = maskedValue(stage, session.layers.at(static_cast<std::size_t>(layer)).options.masksAfter());
    return Matrix(Matrix::NullaryExpr(tile.values.rows(), tile.values.cols(), [&](Index row, Index col) {
        return tile.masked(row, col) ? masked : tile.values(row, col);
    }));
}

} // namespace headlight
