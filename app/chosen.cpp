#include "chosen.h"

#include "base/numberText.h"
#include "base/quotedText.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <utility>

namespace headlight {
namespace {

/// Returns the names of the stages for which `is` is true: "X, Q, K".
std::string stageNames(const std::function<bool(Stage)>& is) {
    std::string names;
    for (const StageInfo& info : stages())
        if (is(info.stage)) names += (names.empty() ? "" : ", ") + std::string(info.id);
    return names;
}

/// Replaces stages by those under which the layer has the same numbers; a Problem if it does not have them.
std::optional<Problem> standIn(std::vector<Stage>& wanted, const Session& session, int layer) {
    for (Stage& stage : wanted) {
        stage = equivalentStage(stage, session, layer);
        if (const std::string why = whyNoStage(stage, session, layer); !why.empty())
            return Problem{std::string("--stage \"") + infoOf(stage).id + "\": " + why +
                           ". Choose one of: " + stageNames([&](Stage one) {
                               return whyNoStage(equivalentStage(one, session, layer), session, layer).empty();
                           }) +
                           "."};
    }
    return std::nullopt;
}

} // namespace

Result<std::vector<int>> headsIn(const std::string& text, int heads, const char* ofLayer) {
    if (text == "all") return std::vector<int>();
    const std::string named = "--head " + quotedBriefly(text) + ": ";
    if (ofLayer) return Problem{named + ofLayer + " belongs to the layer, not to a head. Leave --head out."};
    std::set<int> found;
    for (std::size_t at = 0, end = 0; end < text.size() || found.empty(); at = end + 1) {
        end = std::min(text.find(',', at), text.size());
        const auto head = wholeNumberFromInput(text.substr(at, end - at), 1, heads, "--head");
        if (!head)
            return Problem{named + (heads == 1 ? "the session has one head. Give 1, or leave --head out."
                                               : "the session has heads 1 to " + std::to_string(heads) +
                                                     ". Give one of these numbers, several as in 1,2, or all.")};
        found.insert(*head - 1);
    }
    return std::vector<int>(found.begin(), found.end());
}

const ParameterInfo* namedParameter(const Command& command) {
    for (const ParameterInfo& info : parameters())
        if (command.stage == info.symbol) return &info;
    return nullptr;
}

Result<Chosen> chosenIn(const Command& command, const Session& session, std::vector<Stage> usual) {
    Chosen chosen{std::move(usual)};
    if (command.stage) {
        const StageInfo* stage = findStage(*command.stage);
        if (namedParameter(command))
            return Problem{"--stage " + quotedBriefly(*command.stage) +
                           " is a parameter, which has no map. headlight eval writes its numbers."};
        if (!stage)
            return Problem{
                "--stage " + quotedBriefly(*command.stage) +
                " is not known. Choose one of: " + stageNames([](Stage) { return true; }) +
                (command.subcommand == Command::Subcommand::Eval ? ", or a parameter such as W_q (see --help)." : ".")};
        chosen.stages = {stage->stage};
    }
    const bool isRollout = chosen.stages.size() == 1 && infoOf(chosen.stages.front()).isRollout;
    // The subcommand eval, too, writes the rollout of the last layer.
    const int usualLayer = isRollout ? static_cast<int>(session.layers.size()) : 1;
    chosen.layer = (command.layer > 0 ? command.layer : usualLayer) - 1;
    if (const auto exists = layerExists(session, chosen.layer); !exists)
        return Problem{"--layer " + std::to_string(command.layer) + ": " + exists.text()};
    const auto lacks = [&](Stage one) {
        return !whyNoStage(equivalentStage(one, session, chosen.layer), session, chosen.layer).empty();
    };
    if (!command.stage) std::erase_if(chosen.stages, lacks);
    if (auto wrong = standIn(chosen.stages, session, chosen.layer)) return *std::move(wrong);
    const StageInfo* one = command.stage ? &infoOf(chosen.stages.front()) : nullptr;
    auto heads = headsIn(command.head, sizesOf(session, chosen.layer).heads,
                         one && one->scope == Scope::Layer ? one->id : nullptr);
    if (!heads) return heads.problem();
    chosen.heads = *std::move(heads);
    return chosen;
}

} // namespace headlight
