#include "panels/maps/mapNeeds.h"

#include "document/compared.h"
#include "plot/ColorScale.h"
#include "plot/paintHead.h"
#include "style/textSize.h"

#include <QWidget>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace headlight {
namespace {

/// Returns the states to demand for this map. The maps on the screen may still show those that were wanted before.
std::vector<Compared> statesFor(const MapsContent& content, const MapStage& stage) {
    const Compared wanted = content.options.compared;
    const bool areBoth = content.compared == Compared::SideBySide;
    if (wanted == Compared::SideBySide && !areBoth) return {Compared::Other, Compared::Now};
    if (areBoth && wanted != Compared::SideBySide && stage.compared == Compared::Other) return {};
    return {areBoth && wanted == Compared::SideBySide ? stage.compared : wanted};
}

} // namespace

MapsSpace spaceFor(const MapsContent& content, const QWidget& widget) {
    MapsSpace space;
    space.area = widget.size();
    if (content.isPresenting) space.choiceWidth = widget.window()->width(); // the inspector does not rearrange maps
    space.heads = static_cast<int>(content.heads.size());
    space.scale = static_cast<int>(colorScaleWidth(&widget));
    const MapStage* before = nullptr;
    for (const MapStage& stage : content.stages) {
        const StageInfo& info = stage.info();
        if (!content.options.scalePerHead)
            space.scale = std::max(space.scale, static_cast<int>(scaleNameWidth(stage.name(), &widget)));
        const bool areTokens = info.cols == Side::Tokens || info.cols == Side::KeyTokens;
        const int labels = columnLabelSpace(stage.axes, &widget);
        space.stages.push_back({stage.rowSide(),
                                info.cols,
                                areTokens ? 0 : stage.cols(),
                                labels,
                                stage.hasHeads(),
                                {},
                                stage.compared == Compared::Other,
                                false,
                                before && stage.sharesScale(*before)});
        before = &stage;
    }
    space.headLine = textPx(kHeadHeight);
    space.rowLabels = rowLabelSpace();
    space.ownScales = content.options.scalePerHead;
    space.numbers = cellWidths(&widget);
    space.digits = std::max(1.0, textSize());
    if (content.isPresenting) {     // digits have that size, or none are shown
        constexpr double kRow = 13; // px
        for (int& width : space.numbers) width = static_cast<int>(std::ceil(width * space.digits));
        space.rowOfNumbers = kRow * std::exchange(space.digits, 1);
    }
    int tokens = MapsSpace::kTokens; // the most along a side
    for (const MapStage& stage : content.stages)
        tokens = std::max({tokens, stage.rows(), stage.info().isMap() ? stage.cols() : 0});
    if (content.options.numbers && content.options.numbersAlways && tokens <= MapsSpace::kMaxTokens) {
        space.areNumbersAlways = true;
        space.tokens = tokens;
        space.minCell = {space.numbers[2], textPx(HeatmapsLayout::kRow)};
    }
    return space;
}

std::pair<HeatmapsLayout, double> presentedLayout(const MapsContent& content, const QWidget& widget) {
    constexpr int kUsual = 100, kStep = 5; // percent
    constexpr double kMost = 1.3;          // times the window's
    constexpr double kWorth = 1.2;         // times as large: worth fewer decimals
    const double ofWindow = textSize();
    std::pair<HeatmapsLayout, double> best, larger; // with as many decimals; with fewer
    for (int percent = kUsual; percent == kUsual || percent <= kUsual * kMost * ofWindow; percent += kStep) {
        const double size = percent / 100.0;
        const PictureTextSize text(size, true);
        HeatmapsLayout layout = HeatmapsLayout::best(spaceFor(content, widget));
        const auto [stages, decimals] = layout.numbers();
        const auto [mostStages, mostDecimals] = best.first.numbers();
        const bool isUsual = percent == kUsual, isFewer = decimals < mostDecimals;
        if (!isUsual && (layout.scrolls() > best.first.scrolls() || stages < mostStages)) break;
        if (!isUsual && size > ofWindow && (stages == 0 || isFewer)) break; // not for labels alone
        (isFewer ? larger : best) = std::pair(std::move(layout), size);
    }
    return larger.second >= kWorth * best.second ? larger : best;
}

std::vector<MapArea> areasOf(const MapsContent& content, const HeatmapsLayout& layout, double dpr) {
    std::vector<MapArea> areas;
    for (int s = 0; s < layout.stages(); ++s) {
        const MapStage& stage = content.stages[static_cast<std::size_t>(s)];
        areas.push_back(
            fitted({QPointF(0, 0), QSizeF(layout.mapRect(0, s).size())}, windowOf(stage, content.options.zoom), dpr));
    }
    return areas;
}

std::vector<MapDemand> demandsFor(const MapsContent& content, const HeatmapsLayout& layout,
                                  const std::vector<int>& inSight, double dpr) {
    std::vector<MapDemand> demands;
    if (content.heads.empty() || layout.isEmpty()) return demands;
    const int stages = static_cast<int>(content.stages.size());
    const auto stageAt = [&](int s) -> const MapStage& { return content.stages[static_cast<std::size_t>(s)]; };
    const std::vector<MapArea> areas = areasOf(content, layout, dpr);
    std::set<std::pair<int, int>> seen; // {head, stage}
    for (const int at : inSight)
        for (int s = 0; s < stages; ++s) {
            if (!layout.shows(at, s)) continue;
            const MapStage& stage = stageAt(s);
            const int head = stage.headOf(content.heads[static_cast<std::size_t>(at)].head);
            MapDemand map = demandFor(areas[static_cast<std::size_t>(s)], stage.stage, content.layer, head,
                                      stage.rows(), stage.cols());
            map.pooling = content.options.pooling;
            for (const Compared one : statesFor(content, stage)) demands.push_back(demandOf(one, map));
            seen.insert({head, s});
        }
    // With means, one pixel would not bring the range of the shown values.
    if (content.options.pooling == Pooling::Mean) return demands;
    for (int head = 0; head < content.allHeads; ++head)
        for (int s = 0; s < stages; ++s) {
            const MapStage& stage = stageAt(s);
            const int maps = stage.hasHeads() ? content.allHeads : 1;
            if (head >= maps || double(maps) * stage.rows() * stage.cols() > kCheapRanges) continue;
            for (const Compared one : statesFor(content, stage)) {
                if (!seen.contains({head, s}) && !content.options.scalePerHead)
                    demands.push_back(demandOf(one, {stage.stage, content.layer, head, {}, 1, 1}));
                if (content.options.rangeWithoutFirst && stage.info().isMap() && stage.cols() > 1)
                    demands.push_back(demandOf(one, demandWithoutFirst(stage, head)));
            }
        }
    return demands;
}

} // namespace headlight
