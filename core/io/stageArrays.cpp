#include "io/stageArrays.h"

#include "io/npy.h"
#include "session/edits.h"
#include "session/givenStages.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <optional>
#include <span>

namespace headlight {
namespace {

constexpr Index kNumbersAtOnce = Index{1} << 20;

/// Adds all stages of a layer, or if `isModel` is set, those of the model (true) or those of the layer itself (false).
void addStages(std::vector<StageArray>& arrays, const std::string& prefix, TraceReader& layers, std::size_t layer,
               std::optional<bool> isModel, const Watch& watch) {
    for (const StageInfo& info : stages()) {
        const bool isThere = std::ranges::find(arrays, std::string(info.id), &StageArray::name) != arrays.end();
        if (layers.sizeOf(layer, info.stage).count > 0 && !info.isAside() && !(isModel && info.isOfModel != *isModel) &&
            !isThere)
            arrays.push_back(stageArray(prefix + info.id, layers, layer, info.stage, -1, watch));
    }
}

} // namespace

std::uint64_t StageArray::bytes() const {
    return std::accumulate(shape.begin(), shape.end(), std::uint64_t{sizeof(float)}, std::multiplies<>());
}

StageArray stageArray(const std::string& name, TraceReader& layers, std::size_t layer, Stage stage, int head,
                      const Watch& watch) {
    const TraceReader::Size size = layers.sizeOf(layer, stage);
    std::vector<std::int64_t> shape{size.rows, size.cols};
    const bool isOfAll = head < 0 && infoOf(stage).scope == Scope::Head;
    if (isOfAll) shape.insert(shape.begin(), static_cast<std::int64_t>(size.count));
    const Index strip = std::clamp<Index>(kNumbersAtOnce / std::max<Index>(1, size.cols), 1,
                                          std::max<Index>(1, size.rows));
    const auto perHead = static_cast<std::size_t>((size.rows + strip - 1) / strip);
    const std::size_t first = head < 0 ? 0 : static_cast<std::size_t>(head), count = isOfAll ? size.count : 1;
    const auto numbers = [=, &layers, &watch](std::size_t i) {
        std::string bytes;
        if (size.cols == 0 || perHead == 0 || i / perHead >= count) return bytes;
        if (!shouldContinue(watch, i, count * perHead)) throw NotRead{stopped()};
        const Index row = static_cast<Index>(i % perHead) * strip;
        const auto rows = layers.rows(layer, stage, first + i / perHead, row, std::min(strip, size.rows - row));
        if (!rows) throw NotRead{rows.problem()};
        appendFloats(bytes, {rows->data(), static_cast<std::size_t>(rows->size())});
        return bytes;
    };
    return {name, shape, sizeof(float) * static_cast<std::size_t>(strip * size.cols), numbers};
}

std::vector<StageArray> stageArrays(TraceReader& layers, const Watch& watch) {
    std::vector<StageArray> arrays;
    if (layers.layers() == 1) {
        addStages(arrays, "", layers, 0, std::nullopt, watch);
        return arrays;
    }
    for (std::size_t l = 0; l < layers.layers(); ++l) addStages(arrays, "", layers, l, true, watch);
    for (std::size_t l = 0; l < layers.layers(); ++l)
        addStages(arrays, "layer" + std::to_string(l + 1) + ".", layers, l, false, watch);
    if (const std::size_t last = layers.layers() - 1; layers.sizeOf(last, Stage::Rollout).count > 0)
        arrays.push_back(stageArray("rollout", layers, last, Stage::Rollout, -1, watch));
    return arrays;
}

StageArray parameterArray(const std::string& name, const Session& session, const ParameterRef& ref) {
    const FrozenMatrix own = ref.head == kAllHeads ? FrozenMatrix() : matrixOf(session, ref);
    const std::vector<FrozenMatrix> blocks = own ? std::vector{own} : blocksOf(session, ref);
    if (blocks.empty()) return {name, {}, 0, [](std::size_t) { return std::string(); }};
    const bool isVector = !areEmbeddings(ref.parameter) && infoOf(ref.parameter).rows == Side::One;
    std::vector<std::int64_t> shape{blocks.front()->cols()};
    if (!isVector) shape.insert(shape.begin(), blocks.front()->rows());
    if (ref.head == kAllHeads) shape.insert(shape.begin(), static_cast<std::int64_t>(blocks.size()));
    const auto numbers = [blocks](std::size_t i) {
        std::string bytes;
        if (i < blocks.size()) appendFloats(bytes, {blocks[i]->data(), static_cast<std::size_t>(blocks[i]->size())});
        return bytes;
    };
    return {name, shape, sizeof(float) * static_cast<std::size_t>(blocks.front()->size()), numbers};
}

std::vector<ParameterArray> parameterArrays(const Session& session, bool areAll) {
    std::vector<ParameterArray> arrays;
    const auto add = [&](const std::string& name, const ParameterRef& ref) {
        StageArray array = parameterArray(name, session, ref);
        const bool isThere = !array.shape.empty();
        if (isThere || areAll) arrays.push_back({ref, std::move(array)});
        return isThere;
    };
    if (readsEmbeddings(session)) add("X", {Parameter::X, 0, 0});
    if (readsSecondSentence(session)) add("X_kv", {Parameter::Xkv, 0, 0});
    const auto count = static_cast<int>(session.layers.size());
    for (const ParameterInfo& info : parameters())
        for (int layer = 0; layer < (info.scope == Scope::Session ? 1 : count); ++layer) {
            const bool isOfLayer = count > 1 && info.scope != Scope::Session;
            const std::string prefix = isOfLayer ? "layer" + std::to_string(layer + 1) + "." : "";
            const bool isOfHead = info.scope == Scope::Head;
            if (add(prefix + info.fileName(), {info.parameter, layer, isOfHead ? kAllHeads : 0}) || !isOfHead) continue;
            for (int head = 0; head < sizesOf(session, layer).heads; ++head) // a bias that not every head has
                add(prefix + "heads." + std::to_string(head) + "." + info.fileName(), {info.parameter, layer, head});
        }
    return arrays;
}

} // namespace headlight
