// Which way of placing the maps is the best, and how large they are then.
#include "panels/maps/HeatmapsLayout.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace headlight {
namespace {

// Where one side is what is short, the other may take what is left of its room: "-0.12" is three times as wide as high.
constexpr double kMaxWider = 3, kMaxHigher = 1.4;
// What a way is worth: numbers that can be read most, with ease a little more, then the smallest side of a cell (a px
// of it); a head's maps above each other, and no gaps.
constexpr double kRead = 1, kWithEase = 0.15, kWaySide = 0.003, kSideBySide = 0.87, kWithGaps = 0.92, kTight = 0.92;
constexpr int kRow = 14;          // px at the usual size of text: a row whose label stands clear of the next
constexpr double kCalm = 1.6;     // of the height of a number: a row of a map that scrolls anyway
constexpr double kLeastCell = 16; // px there, of a map without numbers

int widthOf(const QMargins& m) { return m.left() + m.right(); }
int heightOf(const QMargins& m) { return m.top() + m.bottom(); }

/// The height of a row where all rows scroll.
double calmRow(const StageRoom& stage) { return std::max<double>(stage.readable.height() * kCalm, textPx(kRow)); }

/// Whole pixels, and the same number of them for each cell where cells are large enough to see the difference, unless
/// that takes their numbers, which need `readable`.
int even(double side, int cells, double readable) {
    constexpr double kLargeCell = 8; // px; below that whole cells would leave a good part of the room empty
    constexpr double kRounding = 1e-6;
    const double cell = side / cells + kRounding;
    const bool takesNumbers = cell >= readable && std::floor(cell) < readable;
    return static_cast<int>(cell >= kLargeCell && !takesNumbers ? std::floor(cell) * cells
                                                                : std::floor(side + kRounding));
}

/// The largest scale whose length, which grows with it, fits; 0: none.
template <class LengthOf>
double largestThatFits(double room, double most, LengthOf lengthOf) {
    constexpr int kSteps = 24;
    double low = 0;
    if (lengthOf(most) <= room) return most;
    for (int step = 0; step < kSteps; ++step) (lengthOf((low + most) / 2) <= room ? low : most) = (low + most) / 2;
    return low;
}

} // namespace

/// Heads above each other's maps in columns; or all stages of a head beside each other, in lines if there is one
/// column.
std::vector<HeatmapsLayout::Way> HeatmapsLayout::waysOf(bool scrolls) const {
    constexpr int kLeastCard = 48; // px: more beside each other than such have no place
    std::vector<Way> ways;
    const int stages = static_cast<int>(forms_.size()), cards = std::max(1, room_.area.width() / kLeastCard);
    if (room_.heads > 1)
        for (int columns = 1; columns <= std::min(room_.heads, cards); ++columns)
            ways.push_back({columns, {}, scrolls, sharedLines(scrolls)});
    for (int lines = 1; lines < stages; ++lines) ways.push_back({1, inLines(lines), scrolls});
    if (room_.heads == 1) return ways.push_back({1, {}, scrolls}), ways;
    for (int columns = 2; columns <= std::min(room_.heads, cards / stages); ++columns)
        ways.push_back({columns, inLines(1), scrolls});
    return ways;
}

HeatmapsLayout::Way HeatmapsLayout::bestWay() const {
    constexpr std::size_t kFew = 2; // stages: their heads compare at a glance, with numbers or without
    Way best;
    double worth = 0;
    for (Way& way : waysOf(false)) {
        const auto [across, down] = sides(way);
        const double side = std::min(across, down);
        if (side < (readingOf(mapsFor(way)) >= 1 ? kMinWithNumbers : kMinInSight)) continue;
        if (const double its = worthOf(way); its > worth) {
            worth = its;
            best = std::move(way);
        }
    }
    const bool hasNumbers = worth > 0 && readingOf(mapsFor(best)) >= 1;
    return worth > 0 && (hasNumbers || isHopeless() || forms_.size() <= kFew) ? best : scrollingWay();
}

/// Not all in sight: as many as can be read beside each other, the rest below; the way that is shortest.
HeatmapsLayout::Way HeatmapsLayout::scrollingWay() const {
    Lengths widths, heights;
    for (int s = 0; s < static_cast<int>(forms_.size()); ++s) {
        widths.push_back(comfortable(s).width());
        heights.push_back(comfortable(s).height());
    }
    Way best{1, {}, true};
    double least = 0;
    for (Way& way : waysOf(true)) {
        if (lengthAcross(way, widths) > room(way).width()) continue;
        const double height = lengthDown(way, heights) / (way.isSideBySide() && room_.heads > 1 ? kSideBySide : 1);
        if (least > 0 && height >= least) continue;
        least = height;
        best = std::move(way);
    }
    return best;
}

/// The narrowest lines that take no more of them than asked for; of several heads what belongs to none stands apart.
std::vector<int> HeatmapsLayout::inLines(int count) const {
    const int stages = static_cast<int>(forms_.size());
    std::vector<int> lines(forms_.size(), 0);
    const auto fill = [&](double width) { // the last line
        int line = 0;
        double used = 0;
        for (int s = 0; s < stages; ++s) {
            const double own = comfortable(s).width() + widthOf(room_.stages[static_cast<std::size_t>(s)].bare) + kGap;
            if (used > 0 && (used + own > width || isApart(s))) {
                ++line;
                used = 0;
            }
            used += own;
            lines[static_cast<std::size_t>(s)] = line;
        }
        return line;
    };
    double low = 0, high = 0;
    for (int s = 0; s < stages; ++s)
        high += comfortable(s).width() + widthOf(room_.stages[static_cast<std::size_t>(s)].bare) + kGap;
    while (high - low > 1) (fill((low + high) / 2) < count ? high : low) = (low + high) / 2;
    fill(high);
    return lines;
}

std::vector<int> HeatmapsLayout::sharedLines(bool scrolls) const {
    std::vector<int> shared(forms_.size(), -1);
    const double most = room({1, {}, scrolls}).width();
    double used = 0;
    int lines = 0;
    for (std::size_t s = 0; s < forms_.size(); ++s) {
        const StageRoom& stage = room_.stages[s];
        const double own = comfortable(static_cast<int>(s)).width() + widthOf(stage.labels) + kGap + room_.scaleWidth;
        const bool isBeside = !stage.hasHeads && s > 0 && !room_.stages[s - 1].hasHeads && used + own <= most;
        if (isBeside && shared[s - 1] < 0) shared[s - 1] = lines++;
        if (isBeside) shared[s] = shared[s - 1];
        used = isBeside ? used + own : own;
    }
    return shared;
}

/// No number can be read, whatever the way.
bool HeatmapsLayout::isHopeless() const {
    for (int s = 0; s < static_cast<int>(forms_.size()); ++s)
        if (hasRoomForNumbers(s)) return false;
    return true;
}

double HeatmapsLayout::readingOf(const std::vector<QSize>& maps) const {
    const bool none = isHopeless();
    double least = 2;
    for (int s = 0; s < static_cast<int>(maps.size()); ++s) {
        if (!none && !hasRoomForNumbers(s)) continue; // 768 dimensions take no number from the others
        const StageRoom& stage = room_.stages[static_cast<std::size_t>(s)];
        const QSizeF map = maps[static_cast<std::size_t>(s)];
        least = std::min({least, map.width() / stage.cols / stage.readable.width(),
                          map.height() / stage.rows / stage.readable.height()});
    }
    return least;
}

/// Numbers of neighbouring rows touch.
bool HeatmapsLayout::isTight(const std::vector<QSize>& maps) const {
    for (int s = 0; s < static_cast<int>(maps.size()); ++s)
        if (hasRoomForNumbers(s) &&
            maps[static_cast<std::size_t>(s)].height() < room_.stages[static_cast<std::size_t>(s)].rows * textPx(kRow))
            return true;
    return false;
}

Legibility HeatmapsLayout::legibility() const {
    if (isEmpty() || isHopeless() || readingOf(maps_) < 1) return Legibility::NoNumbers;
    return isTight(maps_) ? Legibility::Tight : Legibility::Clear;
}

double HeatmapsLayout::worthOf(const Way& way) const {
    const std::vector<QSize> maps = mapsFor(way);
    double cell = kLargestAlone;
    for (std::size_t s = 0; s < maps.size(); ++s)
        cell = std::min(
            {cell, double(maps[s].width()) / room_.stages[s].cols, double(maps[s].height()) / room_.stages[s].rows});
    const double reading = readingOf(maps);
    const double worth = kWaySide * cell + (reading < 1 ? 0 : kRead + kWithEase * (reading - 1));
    return worth * (isTight(maps) ? kTight : 1) * (way.isSideBySide() && room_.heads > 1 ? kSideBySide : 1) *
           (room_.heads % way.columns > 0 ? kWithGaps : 1);
}

QSizeF HeatmapsLayout::room(const Way& way) const {
    return {double(room_.area.width() - 2 * kPadding - (way.scrolls ? kScrollBar : 0)),
            double(room_.area.height() - kFoot)};
}

bool HeatmapsLayout::hasRoomForNumbers(int stage) const {
    const StageRoom& its = room_.stages[static_cast<std::size_t>(stage)];
    const QSizeF area = room({1, {}, true});
    return its.cols * its.readable.width() <= area.width() - room_.scaleWidth - widthOf(its.labels) &&
           its.rows * calmRow(its) <= area.height() - heightOf(its.labels);
}

QSizeF HeatmapsLayout::comfortable(int stage) const {
    const StageRoom& its = room_.stages[static_cast<std::size_t>(stage)];
    const Form& form = forms_[static_cast<std::size_t>(stage)];
    const QSizeF least(kMinInSight * form.width, kMinInSight * form.height);
    if (hasRoomForNumbers(stage))
        return QSizeF(its.cols * its.readable.width(), its.rows * calmRow(its)).expandedTo(least);
    return QSizeF(std::min(its.cols * kLeastCell, kSmallMap * form.width),
                  std::min(its.rows * kLeastCell, kSmallMap * form.height))
        .expandedTo(least);
}

HeatmapsLayout::Lengths HeatmapsLayout::widthsFor(double side) const {
    Lengths widths;
    for (const Form& form : forms_) widths.push_back(std::min(side, form.most) * form.width);
    return widths;
}

HeatmapsLayout::Lengths HeatmapsLayout::heightsFor(double side) const {
    Lengths heights;
    for (const Form& form : forms_) heights.push_back(std::min(side, form.most) * form.height);
    return heights;
}

HeatmapsLayout::Lengths HeatmapsLayout::stretched(const Way& way) const {
    constexpr double kMostStretched = 8;
    const auto upTo = [&](int s, double width) {
        const StageRoom& stage = room_.stages[static_cast<std::size_t>(s)];
        const QSizeF own = comfortable(s);
        return std::clamp(width, own.width(),
                          std::max(own.width(), kMaxWider * own.height() / stage.rows * stage.cols));
    };
    Lengths widths;
    for (int s = 0; s < static_cast<int>(forms_.size()); ++s) widths.push_back(comfortable(s).width());
    const auto groupOf = [&](int s) { return way.isSideBySide() ? way.lineOf(s) : way.sharedLine(s) + 1; };
    const auto by = [&](double factor, int group) {
        Lengths wider = widths;
        for (int s = 0; s < static_cast<int>(wider.size()); ++s)
            if (groupOf(s) == group) wider[static_cast<std::size_t>(s)] = upTo(s, comfortable(s).width() * factor);
        return wider;
    };
    for (int group = 0; group < way.allLines() + way.allShared(); ++group) // of which each has the whole width
        widths = by(largestThatFits(room(way).width(), kMostStretched,
                                    [&](double factor) { return lengthAcross(way, by(factor, group)); }),
                    group);
    if (way.isSideBySide()) return widths;
    double most = 0, right = 0; // what stands above each other has the same room, and columns stand below their labels
    for (int s = 0; s < static_cast<int>(widths.size()); ++s) {
        if (spans(way, s) || way.sharedLine(s) >= 0) continue;
        most = std::max<double>(most, widths[static_cast<std::size_t>(s)] + needs(way, 0, s).right());
        right = std::max<double>(right, needs(way, 0, s).right());
    }
    for (int s = 0; s < static_cast<int>(widths.size()); ++s)
        if (way.sharedLine(s) < 0) widths[static_cast<std::size_t>(s)] = upTo(s, most - right);
    return widths;
}

std::pair<double, double> HeatmapsLayout::sides(const Way& way) const {
    double most = 0;
    for (const Form& form : forms_) most = std::max(most, form.most);
    return {largestThatFits(room(way).width(), most, [&](double side) { return lengthAcross(way, widthsFor(side)); }),
            largestThatFits(room(way).height(), most, [&](double side) { return lengthDown(way, heightsFor(side)); })};
}

std::vector<QSize> HeatmapsLayout::mapsFor(const Way& way) const {
    Lengths widths, heights;
    if (way.scrolls) {
        widths = stretched(way);
        for (int s = 0; s < static_cast<int>(forms_.size()); ++s) heights.push_back(comfortable(s).height());
    } else {
        const auto [across, down] = sides(way);
        const double side = std::min(across, down);
        widths = widthsFor(std::clamp(across, side, kMaxWider * side));
        heights = heightsFor(std::clamp(down, side, kMaxHigher * side));
    }
    std::vector<QSize> maps;
    for (int s = 0; s < static_cast<int>(forms_.size()); ++s) {
        const StageRoom& stage = room_.stages[static_cast<std::size_t>(s)];
        double width = widths[static_cast<std::size_t>(s)];
        if (spans(way, s)) width = std::max(width, std::min(roomOfSpan(way, s, widths), comfortable(s).width()));
        maps.emplace_back(even(width, stage.cols, stage.readable.width()),
                          even(heights[static_cast<std::size_t>(s)], stage.rows, stage.readable.height()));
    }
    return maps;
}

double HeatmapsLayout::roomOfSpan(const Way& way, int stage, const Lengths& widths) const {
    int left = 0;
    for (int s = 0; s < static_cast<int>(forms_.size()); ++s) left = std::max(left, needs(way, 0, s).left());
    return lengthAcross(way, widths) - room_.scaleWidth - left - needs(way, 0, stage).right();
}

} // namespace headlight
