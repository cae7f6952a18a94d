#include "plot/MapStage.h"

#include "document/compared.h"
#include "plot/cellWords.h"
#include "session/pairs.h"

#include <QCoreApplication>

#include <cmath>
#include <tuple>
#include <utility>

namespace headlight {

std::shared_ptr<const TokenLabels> MapStages::along(Side side, const Session& session, int layer) {
    Labels& known = labels_[side];
    if (side == Side::Tokens || side == Side::KeyTokens) {
        const Frozen<Tokens>& tokens = (side == Side::Tokens ? session.text : keyText(session)).tokens;
        if (!known.labels || tokens != known.tokens)
            known = {tokens, 0, tokens ? labelsOf(*tokens) : std::make_shared<const TokenLabels>()};
        return known.labels;
    }
    const int count = static_cast<int>(lengthOf(side, sizesOf(session, layer)));
    if (!known.labels || count != known.count) known = {{}, count, numberLabels(count)};
    return known.labels;
}

QString MapStage::name() const { return withinLine(title()); }

QString MapStage::caption(const Tile* tile) const {
    const QString pooled = tile ? pooledWords(*tile) : QString(), formula = formulaOf(stage);
    QStringList parts{name()};
    if (compared == Compared::Difference) parts.back() += QStringLiteral(u" \u2212 %1").arg(other);
    if (compared == Compared::Other) parts << other;
    if (!formula.isEmpty()) parts << formula;
    if (!pooled.isEmpty()) parts << QCoreApplication::translate("Stages", "pixel: %1").arg(pooled);
    return parts.join(QStringLiteral(u" · "));
}

void MapStage::compare(Compared which, const QString& name, const Session& now, const Session& otherState) {
    compared = which;
    if (which == Compared::Now) return;
    other = name;
    if (which == Compared::Other && layerExists(now, layer))
        for (int head = 0; head < sizesOf(now, layer).heads; ++head)
            heads.push_back(samePlace(otherState, now, {layer, head}).head);
    if (which != Compared::Difference) return;
    isSigned = true;
    newRows = newTokens(now, otherState, info().rows);
    newCols = newTokens(now, otherState, info().cols);
}

std::optional<Cell> MapStage::litCell(const std::vector<Address>& numbers, int head) const {
    std::optional<Cell> lit;
    for (const Address& number : numbers) {
        const auto* cell = std::get_if<CellRef>(&number);
        if (!cell || cell->layer != layer) continue;
        const bool isOwn = cell->stage == stage && (!hasHeads() || cell->head == head);
        if (isOwn || (!lit && info().isMap() && infoOf(cell->stage).isMap())) lit = Cell{cell->row, cell->col};
    }
    return lit;
}

int MapStage::headThere(int head) const {
    const auto at = static_cast<std::size_t>(head);
    return at < heads.size() && heads[at] >= 0 ? heads[at] : head;
}

bool MapStage::isOff(int head) const {
    const auto there = static_cast<std::size_t>(headThere(head));
    return hasHeads() && there < off.size() && off[there];
}

namespace {

CellFormat formatOf(const MapStage& stage, const Range& range, std::optional<int> decimals, const QSizeF& cell,
                    const QPaintDevice* device) {
    const bool isDifference = stage.compared == Compared::Difference;
    // Differences have both signs, but are written like the compared values.
    const bool isSigned = isDifference ? stage.info().signedValues : stage.isSigned;
    const CellFormat format = cellFormat(range, isSigned, decimals, cell, device, isDifference);
    if (!isDifference || format.shown()) return format;
    return cellFormat(range, isSigned, decimals, cell, device); // without the sign, which colours tell, too
}

} // namespace

std::vector<CellFormat> formatsOf(const std::vector<const MapStage*>& stages, const std::vector<Range>& ranges,
                                  std::optional<int> decimals, const std::vector<QSizeF>& cells,
                                  const QPaintDevice* device) {
    std::vector<CellFormat> formats;
    for (std::size_t s = 0; s < stages.size(); ++s)
        formats.push_back(formatOf(*stages[s], ranges[s], decimals, cells[s], device));
    // Scores and weights are read together, so they have the same decimals; but weights at least two, and each stage
    // those of its first digit, or none has numbers.
    for (std::size_t s = 0; s < stages.size(); ++s)
        for (std::size_t other = 0; other < stages.size(); ++other) {
            if (!stages[s]->info().isMap() || !stages[other]->info().isMap() || !formats[other].shown()) continue;
            const bool mayBeOne = stages[s]->info().signedValues || decimals.value_or(2) < 2;
            const int common = std::max(formats[other].decimals, mayBeOne ? 0 : 2);
            if (common >= formats[s].decimals) continue;
            const bool isEnough = decimals || common >= decimalsOfFirstDigit(ranges[s]);
            formats[s] = isEnough ? formatOf(*stages[s], ranges[s], common, cells[s], device) : CellFormat{};
        }
    bool isOneMissing = false;
    for (std::size_t s = 0; s < stages.size(); ++s)
        isOneMissing = isOneMissing || (stages[s]->info().isMap() && !formats[s].shown());
    for (std::size_t s = 0; s < stages.size(); ++s)
        if (isOneMissing && stages[s]->info().isMap()) formats[s] = {};
    for (std::size_t s = 0; s < stages.size(); ++s)
        for (const CellFormat& other : std::vector(formats))
            if (formats[s].decimals == other.decimals) formats[s].points = std::min(formats[s].points, other.points);
    return formats;
}

std::vector<Compared> statesIn(Compared compared) {
    return compared == Compared::SideBySide ? std::vector{Compared::Other, Compared::Now} : std::vector{compared};
}

MapStage MapStages::of(Stage stage, const Session& session, int layer) {
    const StageInfo& info = infoOf(stage);
    MapAxes axes{.rows = along(info.rows, session, layer),
                 .cols = along(info.cols, session, layer),
                 .rowsAreKeys = info.rows == Side::KeyTokens,
                 .areNamed = info.isMap()};
    if (info.cols == Side::Concat)
        if (const Sizes sizes = sizesOf(session, layer); sizes.heads > 1)
            axes.bands = bandsOfHeads(sizes.heads, sizes.dv);
    const Options& options = session.layers.at(static_cast<std::size_t>(layer)).options;
    MapStage made{stage, layer, std::move(axes), headlight::isSigned(stage, options), !session.source};
    for (const Head& head : layerAt(session, layer).heads()) made.off.push_back(!head.isOn);
    return made;
}

namespace {

/// Calls f for each finite number of a tile from that column on, except of masked cells; with a step for some of them.
template <class F>
void forEachNumber(const Tile& tile, Index from, F f, Index step = 1) {
    for (Index r = 0; r < tile.values.rows(); r += step)
        for (Index c = from; c < tile.values.cols(); c += step)
            if (const float value = tile.values(r, c); !tile.masked(r, c) && std::isfinite(value)) f(value);
}

Range rangeOfNumbers(const Tile& tile, Index from) {
    Range range;
    forEachNumber(tile, from, [&](float value) { range = united(range, {value, value}); });
    return range;
}

Range rangeOf(const MapStage& stage, const std::vector<const Tile*>& tiles, bool isWithoutFirst) {
    Range all, rest;
    for (const Tile* tile : tiles) {
        const bool areMeans = !tile->exact && tile->demand.pooling == Pooling::Mean;
        all = united(all, areMeans ? rangeOfNumbers(*tile, 0) : tile->range);
        const Region& part = tile->demand.region;
        const bool isWhole = part.rows == tile->stageRows && part.col + part.cols == tile->stageCols; // not zoomed
        if (isWithoutFirst && stage.info().isMap() && isWhole)
            rest = united(rest, rangeOfNumbers(*tile, part.col == 0 ? 1 : 0));
    }
    return rest.empty() ? all : rest;
}

/// Follows the median of the numbers, of which some 4,000 of each map are enough.
const ValueCurve& automaticCurve(const std::vector<const Tile*>& tiles, const Range& range) {
    constexpr Index kSide = 64;
    std::size_t count = 0, small = 0;
    const auto look = [&](float value) {
        ++count;
        small += value < range.high / 100;
    };
    for (const Tile* tile : tiles)
        if (!isForRange(*tile))
            forEachNumber(*tile, 0, look, 1 + std::max(tile->values.rows(), tile->values.cols()) / (kSide + 1));
    return 2 * small > count ? findCurve("root") : straight();
}

} // namespace

MapDemand demandWithoutFirst(const MapStage& stage, int head) {
    return {stage.stage, stage.layer, head, {0, 1, stage.rows(), stage.cols() - 1}, 1, 1};
}

bool isForRange(const Tile& tile) { return tile.values.size() == 1 && !tile.exact; }

MapLook lookOf(const MapStage& stage, const std::vector<const Tile*>& tiles, const Theme& theme,
               const MapOptions& options, const ValueCurve* curve) {
    const ColourChoice& colours = options.coloursOf(stage.isSigned);
    const Range data = rangeOf(stage, tiles, options.rangeWithoutFirst);
    constexpr float kRounding = 1e-6F; // weights that differ only by their rounding have pale colours
    Range range = colours.range ? typedRange(*colours.range, stage.isSigned) : colourRange(data, stage.isSigned);
    if (stage.compared == Compared::Difference && !stage.info().signedValues && !colours.range)
        range = united(range, {-kRounding, kRounding});
    if (stage.isSigned || !colours.curve.empty())
        curve = &findCurve(colours.curve);
    else if (!curve)
        curve = &automaticCurve(tiles, colours.range ? range : data);
    MapLook look{colormapFor(stage.isSigned, theme, colours.map),
                 range,
                 curve,
                 options.numbers,
                 &theme,
                 false,
                 false,
                 stage.newRows,
                 stage.newCols};
    for (const Tile* tile : tiles) addToLegend(look, *tile);
    return look;
}

MapWindow windowOf(const MapStage& stage, const std::map<Side, SideSpan>& zoom) {
    MapWindow window = wholeMap(stage.rows(), stage.cols());
    if (const auto rows = zoom.find(stage.info().rows); rows != zoom.end())
        std::tie(window.row, window.rows) = std::pair(rows->second.first, rows->second.count);
    if (const auto cols = zoom.find(stage.info().cols); cols != zoom.end())
        std::tie(window.col, window.cols) = std::pair(cols->second.first, cols->second.count);
    return clamped(window, stage.rows(), stage.cols());
}

std::map<Side, SideSpan> zoomedTo(const MapStage& stage, const std::optional<MapWindow>& window,
                                  std::map<Side, SideSpan> zoom) {
    const auto set = [&](Side side, double first, double count, int all) {
        if (window && count < all)
            zoom[side] = {first, count};
        else
            zoom.erase(side);
    };
    const MapWindow w = window.value_or(MapWindow{});
    set(stage.info().rows, w.row, w.rows, stage.rows());
    set(stage.info().cols, w.col, w.cols, stage.cols());
    return zoom;
}

MapLight lightOf(const MapStage& stage, int head, const Walk& walk, const Step& step, const View& view) {
    MapLight light;
    if (stage.info().rows == Side::Tokens && (!stage.hasHeads() || head == view.head)) light.row = view.query;
    const auto isThis = [&](const StageCells& block) { return block.stage == stage.stage && block.head == head; };
    for (const StageCells& block : walk.reads(step))
        if (isThis(block)) light.read = block.cells;
    if (const StageCells made = walk.makes(step); isThis(made)) light.made = made.cells;
    return light;
}

MapAxes selectedAxes(const MapStage& stage, const View& view) {
    MapAxes axes = stage.axes;
    axes.selectedRow = axes.rowsAreKeys ? view.key : view.query;
    if (stage.info().isMap())
        axes.selectedCol = view.key;
    else if (view.stage == stage.info().id)
        axes.selectedCol = view.column;
    const bool isBeforeScores = !stage.info().isMap() && !stage.info().fromScores; // with rows of queries and of keys
    if (isBeforeScores && stage.isSelfAttention) axes.otherRow = axes.rowsAreKeys ? view.query : view.key;
    if (axes.bands.length > 0) axes.bands.marked = view.head;
    return axes;
}

} // namespace headlight
