#include "import/ownStages.h"

#include "import/givenArrays.h"
#include "session/consistency.h"
#include "session/givenStages.h"

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

/// Returns the session with a layer in the place of its only one that starts with that stage of the file, and has its
/// V.
Result<Session> startingWith(const Session& session, const OwnStage& own, FileArrays file) {
    const Layer& before = layerAt(session, 0);
    for (NamedArray& one : file.listed) { // the others mean nothing
        const auto stage = stageOfName(one.name, true);
        const bool isV = stage == Stage::V && before.allHeads.front()[GivenV].isOn;
        one.name = stage == own.stage || isV ? infoOf(*stage).id : "-";
    }
    const auto given = givenSession(file);
    if (!given || !*given) return Problem{"It has no such stage."};
    const Session& from = (*given)->session;
    if (from.layers.size() != 1 || sizesOf(from).heads != sizesOf(session).heads) return Problem{"It has other heads."};
    Layer layer = layerAt(from, 0);
    layer.number = before.number;
    layer.options = own.given == GivenScores ? before.options : Options();
    layer.options.scale = {.kind = Scale::Kind::Factor, .factor = before.options.factor(sizesOf(session).dk)};
    layer.options.temperature = 1; // which the factor has
    for (std::size_t i = 0; i < layer.allHeads.size(); ++i) layer.allHeads[i].number = before.heads()[i].number;
    Session made = session;
    made.pins = {};
    made.layers.change(0, [&](Layer& to) { to = std::move(layer); });
    return ifFits(std::move(made));
}

} // namespace

Session withOwnStages(const Session& session, const FileArrays& file) {
    std::vector<Pin> pins = session.pins ? *session.pins : std::vector<Pin>();
    const Head& head = layerAt(session, 0).allHeads.front();
    for (const OwnStage& own : kOwnStages) {
        // else the session starts with this stage, or behind it
        const bool isComputed = !head[GivenWeights].isOn && !head[own.given].isOn;
        if (session.layers.size() != 1 || !isComputed) continue;
        if (auto state = startingWith(session, own, file)) pins.push_back({own.name, *std::move(state)});
    }
    Session made = session;
    if (!pins.empty()) made.pins = std::move(pins);
    return made;
}

} // namespace headlight
