#include "chosen.h"

#include "base/numberText.h"
#include "base/quotedText.h"
#include "document/lookedAt.h"
#include "io/files.h"
#include "plot/Colormap.h"
#include "plot/mapGeometry.h"
#include "style/Theme.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace headlight {
namespace {

/// Returns the texts on both sides of the separator; the second is empty if there is none.
std::pair<std::string, std::string> halves(const std::string& text, char separator) {
    const auto at = text.find(separator);
    return {text.substr(0, at), at == text.npos ? std::string() : text.substr(at + 1)};
}

/// Shows the tokens of --tokens 10-40 alone.
Result<void> takeTokens(const Command& command, const Session& session, MapOptions& maps) {
    if (!command.tokens) return {};
    const auto [from, to] = halves(*command.tokens, '-');
    const int count = static_cast<int>(session.text.tokens->count());
    const auto first = wholeNumberFromInput(from, 1, count, ""), last = wholeNumberFromInput(to, 1, count, "");
    const int least = std::min(count, static_cast<int>(kMinCells)); // as in the window
    if (!first || !last || *last - *first + 1 < least)
        return Problem{"--tokens " + quotedBriefly(*command.tokens) + ": the sentence has tokens 1 to " +
                       std::to_string(count) + ". Give the first and the last one of at least " +
                       std::to_string(least) + ", as in 1-" + std::to_string(count) + "."};
    const SideSpan span{double(*first - 1), double(*last - *first + 1)};
    maps.zoom[Side::Tokens] = span;
    if (!session.source) maps.zoom[Side::KeyTokens] = span;
    return {};
}

Result<void> takeColours(const Command& command, MapOptions& maps) {
    if (command.curve) maps.signedColours.curve = maps.unsignedColours.curve = *command.curve;
    for (const ColormapInfo& info : colormaps())
        if (command.colours == info.id) (info.isDiverging ? maps.signedColours : maps.unsignedColours).map = info.id;
    if (!command.range) return {};
    const auto [low, high] = halves(*command.range, ':');
    const auto from = numberFromInput(low), to = numberFromInput(high);
    if (!from || !to || *from >= *to)
        return Problem{"--range must be two numbers, of which the second is larger, as in 0:1, not " +
                       quotedBriefly(*command.range) + "."};
    maps.signedColours.range = maps.unsignedColours.range = Range{*from, *to};
    return {};
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
                " is not known. Choose one of: " + listed(stages(), &StageInfo::id) +
                (command.subcommand == Command::Subcommand::Eval ? ", or a parameter such as W_q (see --help)." : ".")};
        chosen.stages = {stage->stage};
    }
    const bool isRollout = chosen.stages.size() == 1 && infoOf(chosen.stages.front()).isRollout;
    // The subcommand eval, too, writes the rollout of the last layer.
    const int usualLayer = isRollout ? static_cast<int>(session.layers.size()) : 1;
    chosen.layer = (command.layer > 0 ? command.layer : usualLayer) - 1;
    if (const auto exists = layerExists(session, chosen.layer); !exists)
        return Problem{"--layer " + std::to_string(command.layer) + ": " + exists.text()};
    const auto equivalent = [&](Stage stage) { return equivalentStage(stage, session, chosen.layer); };
    const auto lacks = [&](Stage stage) { return !whyNoStage(equivalent(stage), session, chosen.layer).empty(); };
    if (command.stage && lacks(chosen.stages.front())) {
        std::vector<StageInfo> there(stages().begin(), stages().end());
        std::erase_if(there, [&](const StageInfo& info) { return lacks(info.stage); });
        const Stage stage = equivalent(chosen.stages.front());
        return Problem{std::string("--stage \"") + infoOf(stage).id +
                       "\": " + whyNoStage(stage, session, chosen.layer) +
                       ". Choose one of: " + listed(there, &StageInfo::id) + "."};
    }
    std::erase_if(chosen.stages, lacks);
    std::ranges::transform(chosen.stages, chosen.stages.begin(), equivalent); // with the same numbers
    const StageInfo* one = command.stage ? &infoOf(chosen.stages.front()) : nullptr;
    auto heads = headsIn(command.head, sizesOf(session, chosen.layer).heads,
                         one && one->scope == Scope::Layer ? one->id : nullptr);
    if (!heads) return heads.problem();
    chosen.heads = *std::move(heads);
    return chosen;
}

Result<ExportSpec> specOf(const Command& command, const Session& session, const View& view) {
    ExportSpec spec = command.picture;
    const auto format = formatOfFile(QString::fromStdString(command.output));
    if (!format)
        return Problem{quotedPath(command.output) + ": the name of the picture must end in .png, .svg or .pdf."};
    if (command.dpi && *format != ExportFormat::Png)
        return Problem{"--dpi is for .png: .svg and .pdf have no dots. Leave it out; --mm sets their width."};
    const auto chosen = chosenIn(command, session, spec.maps.stages);
    if (!chosen) return chosen.problem();
    spec.format = *format;
    spec.maps.stages = chosen->stages;
    spec.layer = chosen->layer;
    spec.heads = chosen->heads;
    spec.dpi = command.dpi.value_or(kPaperDpi);
    takeColours(spec.maps, view);
    spec.theme = findTheme(QString::fromStdString(command.theme));
    spec.title = QString::fromStdString(command.title);
    if (auto taken = takeTokens(command, session, spec.maps); !taken) return taken.problem();
    if (auto taken = takeColours(command, spec.maps); !taken) return taken.problem();
    return spec;
}

} // namespace headlight
