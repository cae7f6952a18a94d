#include "session/lossOf.h"

#include "base/places.h"
#include "session/blocks.h"
#include "session/givenStages.h"

#include <algorithm>
#include <cstdlib>
#include <utility>
#include <vector>

namespace headlight {
namespace {

/// A loss: what is lost ("4 rows"), of which symbols (if any), in which layer and how (" in layer 2 were removed").
struct Loss {
    std::string what, in;
    std::vector<std::string> symbols;

    std::string text() const {
        std::string list;
        for (std::size_t i = 0; i < symbols.size(); ++i)
            list += (i == 0 ? "" : i + 1 == symbols.size() ? " and " : ", ") + symbols[i];
        return what + (list.empty() ? "" : " of ") + list + in;
    }
};

void add(std::vector<Loss>& losses, const ParameterInfo& info, int layer, Index before, Index now, const char* side) {
    if (before == now) return;
    const Index count = std::abs(now - before);
    const std::string what = std::to_string(count) + " " + side + (count == 1 ? "" : "s");
    const std::string change = now < before                       ? "removed"
                               : info.start == Start::Drawn       ? "drawn anew"
                               : info.presence == Presence::Given ? "filled with 0"
                                                                  : "added";
    const std::string in = " in layer " + std::to_string(numberOf(layer)) + (count == 1 ? " was " : " were ") + change;
    const auto same = std::ranges::find_if(losses,
                                           [&](const Loss& loss) { return loss.what == what && loss.in == in; });
    Loss& loss = same != losses.end() ? *same : losses.emplace_back(Loss{what, in, {}});
    const std::string symbol = info.presence == Presence::Given ? stageGivenBy(info.parameter) : info.symbol;
    if (std::ranges::count(loss.symbols, symbol) == 0) loss.symbols.push_back(symbol); // once for all heads
}

/// Adds what masks lose to a second sentence: what is masked by hand stays only where tokens have a partner.
void addMasked(std::vector<Loss>& losses, const Mask& before, const Mask& now, int layer) {
    const auto add = [&](Index lost, const char* what) {
        if (lost > 0)
            losses.push_back(
                {std::to_string(lost) + what + (lost == 1 ? "" : "s"),
                 " in layer " + std::to_string(numberOf(layer)) + (lost == 1 ? " was" : " were") + " removed",
                 {}});
    };
    const auto masked = [](const FrozenMatrix& given) { return given ? (given->array() == 0).count() : Index(0); };
    add(static_cast<Index>(before.hidden.size()) - static_cast<Index>(now.hidden.size()), " hidden token");
    if (!(before.given.kept == now.given.kept)) add(masked(before.given.kept) - masked(now.given.kept), " masked cell");
}

} // namespace

std::string lossOf(const Session& before, const Session& after) {
    const auto isAlike = [](const Layer& a, const Layer& b) {
        return a.number == b.number && std::ranges::equal(a.allHeads, b.allHeads, {}, &Head::number, &Head::number);
    };
    if (!std::ranges::equal(before.layers, after.layers, isAlike)) return {};
    std::vector<Loss> losses;
    for (std::size_t l = 0; l < after.layers.size(); ++l) {
        if (before.source.isOn != after.source.isOn)
            addMasked(losses, before.layers[l].options.mask, after.layers[l].options.mask, static_cast<int>(l));
        forEachParameter(after.layers[l], 0, [&](const ParameterRef& ref, const ParameterValue& value) {
            const FrozenMatrix was = keptOf(before.layers[l], ref);
            if (!was || !value.kept || was == value.kept) return;
            const ParameterInfo& info = infoOf(ref.parameter);
            add(losses, info, static_cast<int>(l), was->rows(), value.kept->rows(), "row");
            add(losses, info, static_cast<int>(l), was->cols(), value.kept->cols(), "column");
        });
    }
    if (losses.empty()) return {};
    constexpr std::size_t kNamed = 2; // no more fit in a line
    std::string text;
    for (std::size_t i = 0; i < std::min(losses.size(), kNamed); ++i) text += (i > 0 ? "; " : "") + losses[i].text();
    return text + (losses.size() > kNamed ? "; and others" : "") + ". Undo restores them.";
}

} // namespace headlight
