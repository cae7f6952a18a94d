#include "document/mapNumbers.h"

#include "attention/stages.h"
#include "engine/GuardedEngine.h"
#include "session/pairs.h"

#include <limits>
#include <utility>

namespace headlight {
namespace {

Result<Matrix> computed(GuardedEngine& engine, const Session& session, MapDemand map,
                        const std::optional<Session>& before, const Watch& watch, bool isDifference = true) {
    map.pixelWidth = map.region.cols;
    map.pixelHeight = map.region.rows;
    map.isDifference = before && isDifference;
    map.state = before ? 1 : 0;
    Demand demand{{map}};
    if (before) demand.others = {*before};
    const Frame frame = engine.answer(session, demand, watch);
    if (!frame.problem.empty()) return Problem{frame.problem};
    if (frame.tiles.empty() || !frame.tiles[0]->exact || frame.tiles[0]->values.size() == 0)
        return Problem{before ? "This map is not in both states, or has another size in one of them."
                              : "The numbers of this map could not be computed."};
    const Tile& tile = *frame.tiles[0];
    const Session& shown = before ? *before : session;
    const bool masksAfter = layerAt(shown, samePlace(shown, session, {map.layer}).layer).options.masksAfter();
    const float masked = map.isDifference ? std::numeric_limits<float>::quiet_NaN()
                                          : maskedValue(map.stage, masksAfter);
    return Matrix(Matrix::NullaryExpr(tile.values.rows(), tile.values.cols(), [&](Index row, Index col) {
        return tile.masked(row, col) ? masked : tile.values(row, col);
    }));
}

class Differences : public TraceReader {
public:
    Differences(Session session, Session before, std::unique_ptr<GuardedEngine> engine)
        : session_(std::move(session)), before_(std::move(before)), engine_(std::move(engine)) {}

    std::size_t layers() const override { return session_.layers.size(); }
    Size sizeOf(std::size_t layer, Stage stage) const override {
        const int l = static_cast<int>(layer);
        const int then = samePlace(*before_, session_, {l}).layer;
        if (then < 0 || !hasStage(stage, session_, l) || !hasStage(stage, *before_, then)) return {};
        const StageInfo& info = infoOf(stage);
        if (info.cols == Side::Concat && !haveSameHeads(layerAt(*before_, then), layerAt(session_, l))) return {};
        const Sizes sizes = sizesOf(session_, l);
        return {info.scope == Scope::Head ? static_cast<std::size_t>(sizes.heads) : 1, lengthOf(info.rows, sizes),
                lengthOf(info.cols, sizes)};
    }
    Result<Matrix> rows(std::size_t layer, Stage stage, std::size_t head, Index first, Index count) override {
        const Region region{static_cast<int>(first), 0, static_cast<int>(count),
                            static_cast<int>(sizeOf(layer, stage).cols)};
        return computed(*engine_, session_, {stage, static_cast<int>(layer), static_cast<int>(head), region}, before_,
                        {});
    }

private:
    const Session session_;
    const std::optional<Session> before_;
    std::unique_ptr<GuardedEngine> engine_;
};

} // namespace

Result<Matrix> mapNumbers(const Session& session, const MapDemand& map, const std::string& backend, const Watch& watch,
                          const std::optional<Session>& before, bool isDifference) {
    const auto engine = makeEngine(backend);
    if (!engine) return engine.problem();
    return computed(**engine, session, map, before, watch, isDifference);
}

Result<std::unique_ptr<TraceReader>> openDifferences(const Session& session, const Session& before,
                                                     const std::string& backend) {
    auto engine = makeEngine(backend);
    if (!engine) return engine.problem();
    return std::unique_ptr<TraceReader>(std::make_unique<Differences>(session, before, *std::move(engine)));
}

} // namespace headlight
