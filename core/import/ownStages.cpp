#include "import/ownStages.h"

#include "session/consistency.h"
#include "session/givenStages.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>

namespace headlight {
namespace {

using enum Parameter;

struct OwnStage {
    Stage stage;
    Parameter given;
    const char* name;
};
constexpr OwnStage kOwnStages[] = {{Stage::Scores, GivenScores, "Scores in file"},
                                   {Stage::Weights, GivenWeights, "Weights in file"}};

/// Returns the session with a layer that starts with the numbers [heads, N, N_kv] in the place of its only one.
Result<Session> startingWith(const Session& session, const OwnStage& own, const std::vector<float>& numbers) {
    const Sizes sizes = sizesOf(session);
    const Layer& before = layerAt(session, 0);
    Layer layer;
    layer.number = before.number;
    if (own.given == GivenScores) layer.options = before.options;
    layer.options.scale = {.kind = Scale::Kind::Factor, .factor = before.options.factor(sizes.dk)};
    layer.options.temperature = 1; // which the factor has
    for (const Head& head : before.heads()) {
        const float* from = numbers.data() + std::ssize(layer.allHeads) * sizes.tokens * sizes.keyTokens;
        layer.allHeads.emplace_back().number = head.number;
        layer.allHeads.back()[own.given] = Matrix(Eigen::Map<const Matrix>(from, sizes.tokens, sizes.keyTokens));
    }
    if (const auto wrong = firstNotFinite(layer, 0)) return Problem{*wrong};
    Session made = session;
    made.pins = {};
    made.layers.change(0, [&](Layer& to) { to = std::move(layer); });
    return ifFits(std::move(made));
}

/// Returns the numbers of the first array that is the stage and fits; nothing if there is none.
std::optional<std::vector<float>> numbersOf(const OwnStage& own, const Session& session, const FileArrays& file) {
    const Sizes sizes = sizesOf(session);
    for (std::size_t i = 0; i < file.listed.size(); ++i) {
        const auto& [name, shape] = std::tie(file.listed[i].name, file.listed[i].shape);
        if (stageOfName(name, true) != own.stage || shape.size() < 2) continue;
        const auto count = std::accumulate(shape.begin(), shape.end(), std::int64_t(1), std::multiplies<>());
        if (shape.back() != sizes.keyTokens || shape.end()[-2] != sizes.tokens ||
            count != std::int64_t(sizes.heads) * sizes.tokens * sizes.keyTokens)
            continue;
        std::size_t numbersLeft = kMaxArrayNumbers;
        if (auto array = file.read(i, numbersLeft)) return std::move(array->values);
    }
    return std::nullopt;
}

} // namespace

Session withOwnStages(const Session& session, const FileArrays& file) {
    std::vector<Pin> pins = session.pins ? *session.pins : std::vector<Pin>();
    const Head& head = layerAt(session, 0).allHeads.front();
    for (const OwnStage& own : kOwnStages) {
        // else the session starts with this stage, or behind it
        const bool isComputed = !head[GivenWeights].isOn && !head[own.given].isOn;
        if (session.layers.size() != 1 || !isComputed) continue;
        const auto numbers = numbersOf(own, session, file);
        if (!numbers) continue;
        if (auto state = startingWith(session, own, *numbers)) pins.push_back({own.name, *std::move(state)});
    }
    Session made = session;
    if (!pins.empty()) made.pins = std::move(pins);
    return made;
}

} // namespace headlight
