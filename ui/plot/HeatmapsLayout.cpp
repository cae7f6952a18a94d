#include "plot/HeatmapsLayout.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace headlight {
namespace {

constexpr double kNominalTokens = 8;  // assumed for every map: the sentence does not matter
constexpr double kMaxCell = 2;        // maximum width of a cell by its height (see fitted(), plot/mapGeometry.h)
constexpr int kComfortable = 150;     // px, maximum height of a map's space if maps scroll
constexpr int kScrollBarWidth = 12;   // px
constexpr double kHeightWorth = 1.4;  // the value of a pixel of height by that of width: numbers are wide
constexpr double kBesideWorth = 0.85; // factor of arrangements whose heads cannot be compared at a glance
constexpr double kMuchBetter = 1.15;

int ceilOf(int a, int b) { return (a + b - 1) / b; }

/// Return the maximum width that a map can use, by its height, and the maximum height, by its width.
double maxWidth(const StageSpace& stage) {
    return stage.cols == 0 ? kMaxCell : std::clamp(kMaxCell * stage.cols / kNominalTokens, 0.5, kMaxCell);
}
double maxHeight(const StageSpace& stage) {
    return stage.cols == 0 ? 1 : std::clamp(kNominalTokens / stage.cols, 0.35, 1.5);
}

bool haveSameRows(const StageSpace& a, const StageSpace& b) {
    return a.rowSide == b.rowSide && a.isOfOther == b.isOfOther && !a.labelsEach;
}
bool haveSameCols(const StageSpace& a, const StageSpace& b) {
    return a.colSide == b.colSide && a.isOfOther == b.isOfOther && !a.labelsEach;
}

template <class Of>
double maxOf(const std::vector<StageSpace>& stages, Of of) {
    double max = 0;
    for (const StageSpace& stage : stages) max = std::max(max, of(stage));
    return max;
}

} // namespace

void HeatmapsLayout::setSpace(const MapsSpace& space) {
    space_ = space;
    for (int s = 0; s < stages(); ++s)
        (stageAt(s).hasHeads ? ofHeads_ : ofHeads_.empty() ? above_ : below_).push_back(s);
    cards_.resize(static_cast<std::size_t>(std::max(0, space.heads)) * space.stages.size());
}

HeatmapsLayout HeatmapsLayout::ofPicture(const MapsSpace& space, const MapsArrangement& arrangement) {
    HeatmapsLayout layout;
    layout.setSpace(space);
    layout.arrangement_ = arrangement;
    layout.scrolls_ = true; // each band has its labels
    for (const int stage : layout.ofHeads_) layout.map_ = layout.map_.expandedTo(space.stages[std::size_t(stage)].map);
    const int maps = layout.ofHeads() > 0 ? arrangement.columns * arrangement.beside : 0;
    const int ofHeads = space.rowLabels + maps * (layout.map_.width() + 2 * kEdge + space.ownScale() + space.gap) +
                        arrangement.beside * space.sharedScale();
    layout.space_.area.setWidth(std::max(space.area.width(), ofHeads));
    layout.place();
    return layout;
}

HeatmapsLayout::HeatmapsLayout(const MapsSpace& space, const std::optional<MapsArrangement>& before) {
    MapsSpace wanted = space;
    if (space.heads == 1) // its maps and those of no head may be beside each other
        for (StageSpace& stage : wanted.stages) stage.hasHeads = true;
    setSpace(wanted);
    if (cards_.empty()) return;
    arrangement_ = best(before);
    QSizeF size = spaceAs(arrangement_);
    scrolls_ = size.height() < kMinSide || size.width() < kMinSide;
    if (scrolls_) {
        space_.area.rwidth() -= kScrollBarWidth;
        size.setWidth(std::max<double>(spaceAcross(arrangement_), kMinSide));
        size.setHeight(std::clamp<double>(size.width() * maxOf(space_.stages, maxHeight), kMinSide, kComfortable));
    }
    map_ = QSize(static_cast<int>(std::min(size.width(), size.height() * maxOf(space_.stages, maxWidth))),
                 static_cast<int>(size.height()));
    place();
}

bool HeatmapsLayout::shows(int place, int stage) const { return place == 0 || stageAt(stage).hasHeads; }

int HeatmapsLayout::titledStage() const { return ofHeads_.empty() ? -1 : ofHeads_.front(); }

HeatmapsLayout::Card& HeatmapsLayout::cardOf(int place, int stage) {
    return cards_[static_cast<std::size_t>(place) * space_.stages.size() + static_cast<std::size_t>(stage)];
}
const HeatmapsLayout::Card& HeatmapsLayout::cardOf(int place, int stage) const {
    return const_cast<HeatmapsLayout*>(this)->cardOf(place, stage);
}

int HeatmapsLayout::bandsOf(const MapsArrangement& a) const {
    return ofHeads_.empty() ? 0 : ceilOf(space_.heads, a.columns);
}

int HeatmapsLayout::linesOfHead(const MapsArrangement& a) const { return ceilOf(ofHeads(), a.beside); }

int HeatmapsLayout::linesOf(const MapsArrangement& a) const {
    const auto count = [](const std::vector<int>& list) { return static_cast<int>(list.size()); };
    const int beside = besideWithoutHeads();
    return bandsOf(a) * linesOfHead(a) + ceilOf(count(above_), beside) + ceilOf(count(below_), beside);
}

/// True once for maps that are below each other; if they scroll, once in each band, since the first may be invisible.
bool HeatmapsLayout::labelsColumns(const MapsArrangement& a, int i, int band) const {
    if (a.beside > 1 && linesOfHead(a) > 1) return true;
    if (a.beside > 1 || i == 0)
        return band == 0 || scrolls_ ||
               (i == 0 && a.beside == 1 && !haveSameCols(headStage(ofHeads() - 1), headStage(0)));
    return !haveSameCols(headStage(i - 1), headStage(i));
}

int HeatmapsLayout::labelsDown(const MapsArrangement& a) const {
    int down = 0;
    for (int band = 0; band < bandsOf(a); ++band)
        for (int first = 0; first < ofHeads(); first += a.beside) {
            int highest = 0;
            for (int i = first; i < std::min(ofHeads(), first + a.beside); ++i)
                if (labelsColumns(a, i, band)) highest = std::max(highest, headStage(i).columnLabels);
            down += highest;
        }
    return down;
}

int HeatmapsLayout::labelledIn(const MapsArrangement& a) const {
    int max = 1;
    for (int first = 0; first < ofHeads(); first += a.beside) {
        const int end = std::min(ofHeads(), first + a.beside);
        int labelled = !haveSameRows(headStage(first), headStage(end - 1)) ? a.columns : 1;
        for (int i = first + 1; i < end; ++i) labelled += a.columns * !haveSameRows(headStage(i), headStage(i - 1));
        max = std::max(max, labelled);
    }
    return max;
}

int HeatmapsLayout::besideWithoutHeads() const {
    constexpr int kMin = 130; // px, a map
    const int count = static_cast<int>(std::max(above_.size(), below_.size()));
    const int card = kMin + space_.rowLabels + kEdge + space_.scale + space_.gap;
    return std::clamp((space_.area.width() - 2 * space_.padding) / card, 1, std::max(1, count));
}

/// Returns what the labels, edges, gaps and scales of a line leave.
double HeatmapsLayout::spaceAcross(int maps, int labelled, int scales) const {
    const int taken = 2 * space_.padding + labelled * space_.rowLabels + (maps - labelled) * kEdge +
                      maps * (kEdge + space_.ownScale() + space_.gap) - space_.gap + scales * space_.sharedScale();
    return (space_.area.width() - taken) / static_cast<double>(maps);
}

double HeatmapsLayout::spaceAcross(const MapsArrangement& a) const {
    return ofHeads_.empty() ? spaceAcrossWithoutHeads() : spaceAcross(a.columns * a.beside, labelledIn(a), a.beside);
}

double HeatmapsLayout::spaceAcrossWithoutHeads() const {
    const int maps = besideWithoutHeads();
    return spaceAcross(maps, maps, maps);
}

double HeatmapsLayout::spaceDown(const MapsArrangement& a) const {
    int labels = labelsDown(a);
    for (const auto* list : {&above_, &below_})
        for (std::size_t i = 0, highest = 0; i < list->size(); ++i) { // the highest of each line
            highest = std::max(highest, static_cast<std::size_t>(stageAt((*list)[i]).columnLabels));
            const bool isLast = i + 1 == list->size() || (i + 1) % static_cast<std::size_t>(besideWithoutHeads()) == 0;
            if (isLast) labels += static_cast<int>(std::exchange(highest, 0));
        }
    const int lines = linesOf(a);
    const int taken = labels + lines * (space_.headLine + kFoot + space_.gap) - space_.gap + kTop + kFoot;
    return (space_.area.height() - taken) / static_cast<double>(lines);
}

QSizeF HeatmapsLayout::spaceAs(const MapsArrangement& a) const {
    const double across = spaceAcross(a);
    const double down = std::min(spaceDown(a), across * maxOf(space_.stages, maxHeight));
    return {std::min(across, down * maxOf(space_.stages, maxWidth)), down};
}

/// Returns more than 0 if all maps are visible. Below 0 they scroll: the larger, the less.
double HeatmapsLayout::worthOf(const MapsArrangement& a, double minSide) const {
    constexpr double kMin = 120, kScrolls = -1e6; // px, the width of a map where they scroll anyway
    const QSizeF space = spaceAs(a);
    const double share = a.beside > 1 && a.columns < space_.heads ? kBesideWorth : 1;
    if (space.width() >= minSide && space.height() >= minSide)
        return share * std::min(space.width(), kHeightWorth * space.height());
    const double across = spaceAcross(a);
    return kScrolls + (across < kMin ? across : kMin + share * 1000 / linesOf(a));
}

MapsArrangement HeatmapsLayout::best(const std::optional<MapsArrangement>& before) const {
    constexpr double kSlack = 4; // px: a new arrangement is not lost again by dragging the window's edge back a little
    const double minSide = kMinSide + (before ? kSlack : 0);
    MapsArrangement best;
    double bestWorth = worthOf(best, minSide);
    const auto canBe = [&](const MapsArrangement& a) {
        const bool isWhole = a.beside == 1 || a.beside == ofHeads();
        return a.columns <= space_.heads && a.beside <= ofHeads() && (isWhole || a.columns == 1);
    };
    for (int columns = 1; columns <= space_.heads; ++columns)
        for (int beside = 1; beside <= ofHeads(); ++beside) {
            const MapsArrangement a{columns, beside};
            if (!canBe(a)) continue;
            if (const double worth = worthOf(a, minSide); worth > bestWorth) {
                bestWorth = worth;
                best = a;
            }
        }
    if (!before || !canBe(*before)) return best;
    const double worth = worthOf(*before);
    if (bestWorth < 0 && spaceAcross(*before) >= kMinSide && 2 * linesOf(*before) <= 3 * linesOf(best)) return *before;
    return (bestWorth > 0) == (worth > 0) && bestWorth <= worth * (bestWorth > 0 ? kMuchBetter : 1) ? *before : best;
}

std::vector<HeatmapsLayout::Line> HeatmapsLayout::lines() const {
    std::vector<Line> lines;
    const auto withoutHeads = [&](const std::vector<int>& list, int band) {
        int right = 0; // px, the end of a line in a picture
        for (std::size_t i = 0; i < list.size(); ++i) {
            const int width = space_.rowLabels + stageAt(list[i]).map.width() + kEdge + space_.scale + space_.gap;
            const bool isFull = stageAt(list[i]).map.isEmpty() ? i % std::size_t(besideWithoutHeads()) == 0
                                                               : (right += width) > space_.area.width();
            if (i == 0 || isFull) {
                lines.push_back({{}, band, false});
                right = width;
            }
            lines.back().maps.emplace_back(0, list[i]);
        }
    };
    withoutHeads(above_, 0);
    for (int band = 0; band < bands(); ++band)
        for (int first = 0; first < ofHeads(); first += arrangement_.beside) {
            lines.push_back({{}, band, true});
            const int place = band * arrangement_.columns;
            for (int p = place; p < std::min(space_.heads, place + arrangement_.columns); ++p)
                for (int i = first; i < std::min(ofHeads(), first + arrangement_.beside); ++i)
                    lines.back().maps.emplace_back(p, ofHeads_[static_cast<std::size_t>(i)]);
        }
    withoutHeads(below_, bands());
    return lines;
}

QSize HeatmapsLayout::sizeOf(int stage) const {
    const StageSpace& space = stageAt(stage);
    if (!space.map.isEmpty()) return {space.hasHeads ? map_.width() : space.map.width(), space.map.height()};
    if (space.hasHeads) return map_; // else the line has other columns
    // A stage of all heads, such as concat, may have many columns.
    const double widthByHeight = std::max(maxWidth(space), space.cols / kNominalTokens);
    return {static_cast<int>(std::min(spaceAcrossWithoutHeads(), map_.height() * widthByHeight)), map_.height()};
}

/// True if with kNominalTokens each map of the stage leaves space for labels of its own, and is far from the next ones.
bool HeatmapsLayout::isNarrow(int stage) const {
    const StageSpace& space = stageAt(stage);
    const double width = std::max<double>(kMinSide, space.cols * kMaxCell * map_.height() / kNominalTokens);
    return space.cols > 0 && space.map.isEmpty() && width + space_.rowLabels <= sizeOf(stage).width();
}

void HeatmapsLayout::place() {
    int top = kTop;
    for (const Line& line : lines()) top = placeLine(line, top) + space_.gap;
    content_.setHeight(top - space_.gap + kFoot);
}

/// Returns its lower end.
int HeatmapsLayout::placeLine(const Line& line, int top) {
    const auto labelsCols = [&](int stage) {
        if (!line.ofHeads) return true;
        return labelsColumns(arrangement_, static_cast<int>(std::ranges::find(ofHeads_, stage) - ofHeads_.begin()),
                             line.band);
    };
    int labels = 0, x = space_.padding, bottom = top;
    for (const auto& [place, stage] : line.maps)
        if (labelsCols(stage)) labels = std::max(labels, stageAt(stage).columnLabels);
    for (std::size_t i = 0; i < line.maps.size(); ++i) {
        const auto [place, stage] = line.maps[i];
        Card& card = cardOf(place, stage);
        card.labelsRows = i == 0 || !haveSameRows(stageAt(line.maps[i - 1].second), stageAt(stage));
        card.labelsCols = labelsCols(stage);
        card.margins = {card.labelsRows ? space_.rowLabels : kEdge, space_.headLine + labels, kEdge + space_.ownScale(),
                        kFoot};
        card.rect = QRect(QPoint(x, top), sizeOf(stage).grownBy(card.margins));
        if (isNarrow(stage)) {
            const int spare = space_.rowLabels - kEdge;
            card.margins += card.labelsRows ? QMargins(0, 0, spare, 0) : QMargins(spare, 0, 0, 0);
            card.labelsRows = true;
        }
        const bool hasScale = !line.ofHeads || place == line.maps.back().first; // the last head's maps
        x = card.rect.right() + 1 + space_.gap + (hasScale ? space_.sharedScale() : 0);
        bottom = std::max(bottom, card.rect.bottom() + 1);
    }
    content_.setWidth(std::max(content_.width(), x - space_.gap + space_.padding));
    return bottom;
}

QRect HeatmapsLayout::cardRect(int place, int stage) const { return cardOf(place, stage).rect; }

QRect HeatmapsLayout::headRect(int place, int stage) const {
    constexpr int kSide = 9;
    const QRect card = cardRect(place, stage);
    return {card.left() + kSide, card.top() + 1, card.width() - 2 * kSide, space_.headLine - 2};
}

QMargins HeatmapsLayout::margins(int place, int stage) const { return cardOf(place, stage).margins; }

QSize HeatmapsLayout::mapSize(int place, int stage) const {
    const Card& card = cardOf(place, stage);
    return card.rect.size().shrunkBy(card.margins);
}

QRect HeatmapsLayout::scaleRect(int stage, int band) const {
    const int first = stageAt(stage).hasHeads ? band * arrangement_.columns : 0;
    const int last = stageAt(stage).hasHeads ? std::min(space_.heads, first + arrangement_.columns) - 1 : 0;
    const QRect card = cardRect(last, stage);
    return {card.right() + 1 + space_.gap, cardRect(first, stage).top() + margins(first, stage).top(),
            space_.sharedScale() - space_.gap, mapSize(first, stage).height()};
}

} // namespace headlight
