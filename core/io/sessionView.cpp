// Describes the view of a session.

#include "io/ObjectIo.h"
#include "session/View.h"

#include <algorithm>
#include <array>
#include <limits>

namespace headlight {
namespace {

constexpr Clamped kIndex{0, std::numeric_limits<int>::max()}; // assembled() cuts it to what exists

std::array<double, 2> readPair(JsonReader& json, const char* what) {
    std::vector<double> numbers;
    json.list([&](std::size_t index) {
        if (index == 2) return json.fail("is not allowed: there must be two numbers");
        numbers.push_back(json.real());
    });
    if (numbers.size() < 2) json.fail(std::string("must be two numbers: ") + what);
    return json.ok() ? std::array{numbers[0], numbers[1]} : std::array<double, 2>{};
}

/// A part of a side of the region: [first, count].
struct SpanOf {
    Side side;
    void read(JsonReader& json, std::map<Side, SideSpan>& to) const {
        const auto [first, count] = readPair(json, "the first index and the count");
        to[side] = {first, count};
    }
    std::string text(const std::map<Side, SideSpan>& region) const {
        const SideSpan& span = region.at(side);
        return "[" + shortest(span.first) + ", " + shortest(span.count) + "]";
    }
};

/// The lowest and the highest number of a range.
struct LowHigh {
    static void read(JsonReader& json, Range& to) {
        const auto [low, high] = readPair(json, "the lowest and the highest");
        constexpr double kMax = std::numeric_limits<float>::max();
        to = {static_cast<float>(std::clamp(low, -kMax, kMax)), static_cast<float>(std::clamp(high, -kMax, kMax))};
        if (json.ok() && !(to.low < to.high)) json.fail("must be two numbers, the lower one first");
    }
    static std::string text(const Range& range) {
        return "[" + shortest(range.low) + ", " + shortest(range.high) + "]";
    }
};

void describeView(ObjectIo& io, auto& view) {
    auto& unknown = view.unknown;
    const auto coloursWith = [](auto& others) {
        return [&others](ObjectIo& colours, auto& choice) {
            colours.optional("map", choice.map);
            colours.optional("range", choice.range, LowHigh{});
            colours.optional("curve", choice.curve);
            colours.unknown(others);
        };
    };
    io.field("selection", view, [](ObjectIo& selection, auto& of) {
        selection.field("layer", of.layer, kIndex);
        selection.field("head", of.head, kIndex);
        selection.field("query", of.query, kIndex);
        selection.field("key", of.key, kIndex);
        selection.optional("stage", of.stage);
        selection.optional("column", of.column, kIndex);
        selection.unknown(of.unknown.selection);
    });
    io.optional("stages", view.stages, List{64, "stages"});
    io.optional("parameter", view.parameter);
    io.optional("split", view.split);
    io.optional("token_ids", view.tokenIds);
    io.optional("scale_per_head", view.scalePerHead);
    io.optional("range_without_first", view.rangeWithoutFirst);
    io.optional("numbers", view.numbers);
    io.optional("numbers_always", view.numbersAlways);
    io.optional("decimals", view.decimals, Clamped{2, 9});
    io.optional("large_head", view.largeHead, kIndex);
    io.object("region", view, [](ObjectIo& region, auto& of) {
        for (const auto& [side, word] : kRegionSides)
            region.field(word, of.region, SpanOf{side}, of.region.contains(side));
        region.unknown(of.unknown.region);
    });
    io.optional("signed_colours", view.signedColours, coloursWith(unknown.signedColours));
    io.optional("unsigned_colours", view.unsignedColours, coloursWith(unknown.unsignedColours));
    io.optional("pooling", view.pooling);
    io.unknown(unknown.view);
}

void describeCaution(ObjectIo& io, auto& caution) {
    io.optional("text", caution.text);
    io.optional("details", caution.details);
    io.optional("random_x", caution.isXRandom);
    io.unknown(caution.unknown);
}

} // namespace

void describe(ObjectIo& io, FileCaution& caution) { describeCaution(io, caution); }
void describe(ObjectIo& io, const FileCaution& caution) { describeCaution(io, caution); }
void describe(ObjectIo& io, View& view) { describeView(io, view); }
void describe(ObjectIo& io, const View& view) { describeView(io, view); }

} // namespace headlight
