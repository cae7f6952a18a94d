#include "pictureSpec.h"

#include "base/numberText.h"
#include "base/quotedText.h"
#include "chosen.h"
#include "document/lookedAt.h"
#include "io/files.h"
#include "plot/Colormap.h"
#include "plot/mapGeometry.h"
#include "style/Theme.h"

#include <algorithm>
#include <string>
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
