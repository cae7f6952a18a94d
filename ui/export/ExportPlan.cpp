#include "export/ExportPlan.h"

#include "attention/stages.h"

#include <QImage>

#include <algorithm>
#include <cmath>

namespace headlight {
namespace {

constexpr double kEdge = 20, kTitle = 30, kHeadTitle = 24, kGap = 18;
constexpr double kScale = 62, kScaleBarWidth = 12; // a colour scale with its numbers; its bar

/// A good size for a map: cells that hold numbers if there are few, the whole not larger than half a page.
QSizeF mapSize(const MapStage& stage) {
    constexpr double kCell = 36, kMin = 180, kMax = 480, kMaxDense = 640, kThin = 90;
    const int longer = std::max(stage.rows(), stage.cols());
    const double side = std::clamp(kCell * longer, kMin, longer > 60 ? kMaxDense : kMax);
    const auto length = [&](int cells) { return std::floor(std::max(side * cells / longer, std::min(side, kThin))); };
    return {length(stage.cols()), length(stage.rows())};
}

int columnsFor(int heads) {
    constexpr int kOneBand = 4;
    return heads <= kOneBand ? heads : std::max(kOneBand, static_cast<int>(std::ceil(std::sqrt(heads))));
}

struct StageSpace {
    QMarginsF margins;
    QSizeF map;
    QSizeF card() const {
        return {map.width() + margins.left() + margins.right(), map.height() + margins.top() + margins.bottom()};
    }
};

/// Walks down the page, band after band, and in each stage after stage.
class Planner {
public:
    Planner(ExportPlan& plan, const ExportSpec& spec) : plan_(plan), spec_(spec) {
        const QImage device(1, 1, QImage::Format_RGB32);
        for (const PlannedStage& stage : plan.stages) {
            const QSizeF map = mapSize(stage);
            QMarginsF margins = labelMargins(stage.axes, {map.width() / stage.cols(), map.height() / stage.rows()},
                                             &device);
            if (spec.maps.scalePerHead) margins.setRight(margins.right() + kScale);
            spaces_.push_back({margins, map});
            column_ = std::max(column_, spaces_.back().card().width());
        }
    }

    void place(const std::vector<int>& heads) {
        const Shape shape = shapeFor(heads.size());
        isFlat_ = shape.isFlat;
        y_ = kEdge;
        const double width = sizeOf(shape, heads.size()).width();
        plan_.title = QRectF(kEdge, y_, width - 2 * kEdge, kTitle);
        y_ += kTitle;
        for (std::size_t first = 0; first < heads.size(); first += shape.columns)
            placeBand({heads.begin() + static_cast<std::ptrdiff_t>(first),
                       heads.begin() + static_cast<std::ptrdiff_t>(std::min(first + shape.columns, heads.size()))},
                      first == 0);
        plan_.size = QSizeF(width, y_ - kGap + kEdge);
    }

private:
    /// Heads beside each other, and whether the stages of a head stand beside each other, too.
    struct Shape {
        std::size_t columns = 1;
        bool isFlat = false;
    };

    QSizeF sizeOf(const Shape& shape, std::size_t heads) const {
        const std::size_t across = shape.isFlat ? spaces_.size() : 1;
        const double scales = spec_.maps.scalePerHead ? 0 : kGap / 2 + static_cast<double>(across) * kScale;
        double band = showsHeads() ? kHeadTitle : 0, tallest = 0;
        for (const StageSpace& space : spaces_) {
            band += shape.isFlat ? 0 : space.card().height() + kGap;
            tallest = std::max(tallest, space.card().height() + kGap);
        }
        if (shape.isFlat) band += tallest;
        const std::size_t bands = (heads + shape.columns - 1) / shape.columns;
        return {2 * kEdge + static_cast<double>(shape.columns * across) * (column_ + kGap) - kGap + scales,
                2 * kEdge + kTitle + static_cast<double>(bands) * band - kGap};
    }

    /// Where both sides of the picture are given, what makes the maps largest in it.
    Shape shapeFor(std::size_t heads) const {
        Shape best{static_cast<std::size_t>(columnsFor(static_cast<int>(heads))), false};
        if (spec_.widthPx <= 0 || spec_.heightPx <= 0 || !areAllOfHeads()) return best;
        const auto scaleOf = [&](const Shape& shape) {
            const QSizeF size = sizeOf(shape, heads);
            return std::min(spec_.widthPx / size.width(), spec_.heightPx / size.height());
        };
        for (const bool isFlat : {false, true}) {
            if (isFlat && spaces_.size() < 2) continue;
            for (std::size_t columns = 1; columns <= heads; ++columns)
                if (const Shape shape{columns, isFlat}; scaleOf(shape) > scaleOf(best) * 1.01) best = shape;
        }
        return best;
    }

    bool showsHeads() const { return std::ranges::any_of(plan_.stages, &PlannedStage::hasHeads); }
    bool areAllOfHeads() const { return std::ranges::all_of(plan_.stages, &PlannedStage::hasHeads); }

    double x(std::size_t column) const { return kEdge + static_cast<double>(column) * (column_ + kGap); }

    void placeBand(const std::vector<int>& heads, bool isFirst) {
        if (!showsHeads() && !isFirst) return;
        const std::size_t across = isFlat_ ? spaces_.size() : 1;
        if (showsHeads()) {
            for (std::size_t i = 0; i < heads.size(); ++i)
                plan_.heads.push_back({QPointF(x(i * across) + 8, y_ + kHeadTitle - 8), heads[i]});
            y_ += kHeadTitle;
        }
        const double top = y_;
        double bottom = y_;
        for (std::size_t s = 0; s < plan_.stages.size(); ++s) {
            if (isFlat_) y_ = top;
            if (plan_.stages[s].hasHeads())
                placeRow(static_cast<int>(s), heads);
            else if (isFirst)
                placeRow(static_cast<int>(s), {heads[0]});
            bottom = std::max(bottom, y_);
        }
        y_ = bottom;
    }

    void placeRow(int s, const std::vector<int>& heads) {
        const StageSpace& space = spaces_[static_cast<std::size_t>(s)];
        PlannedStage& stage = plan_.stages[static_cast<std::size_t>(s)];
        const auto place = [&](std::size_t i) {
            return isFlat_ ? i * spaces_.size() + static_cast<std::size_t>(s) : i;
        };
        for (std::size_t i = 0; i < heads.size(); ++i) {
            PlannedMap map{s, heads[i], QRectF(QPointF(x(place(i)), y_), space.card()), {}, {}};
            map.map = QRectF(map.bounds.topLeft() + QPointF(space.margins.left(), space.margins.top()), space.map);
            if (spec_.maps.scalePerHead)
                map.scale = QRectF(map.bounds.right() - kScale + 10, map.map.top(), kScaleBarWidth, map.map.height());
            plan_.maps.push_back(map);
        }
        if (!spec_.maps.scalePerHead) {
            const double right = isFlat_ ? x(heads.size() * spaces_.size()) - kGap : plan_.maps.back().bounds.right();
            stage.scales.push_back(QRectF(right + kGap / 2 + (isFlat_ ? s * kScale : 0), plan_.maps.back().map.top(),
                                          kScaleBarWidth, space.map.height()));
        }
        y_ += space.card().height() + kGap;
    }

    ExportPlan& plan_;
    const ExportSpec& spec_;
    std::vector<StageSpace> spaces_;
    double column_ = 0, y_ = 0;
    bool isFlat_ = false;
};

} // namespace

Result<ExportPlan> planExport(const Session& session, const ExportSpec& spec) {
    if (const auto exists = layerExists(session, spec.layer); !exists) return exists.problem();
    const int heads = sizesOf(session, spec.layer).heads;
    if (!session.text.tokens || session.text.tokens->count() == 0)
        return Problem{"There is nothing to draw: the sentence has no tokens."};
    if (!keyText(session).tokens || keyText(session).tokens->count() == 0)
        return Problem{"There is nothing to draw: the second sentence has no tokens."};
    if (spec.maps.largeHead < -1 || spec.maps.largeHead >= heads)
        return Problem{"There is no head " + std::to_string(spec.maps.largeHead + 1) + ": the session has " +
                       std::to_string(heads) + (heads == 1 ? " head." : " heads.")};
    if (spec.maps.stages.empty()) return Problem{"There is nothing to draw: no stage was chosen."};

    ExportPlan plan;
    MapStages labelled;
    for (const Stage stage : spec.maps.stages) {
        if (!hasStage(stage, session, spec.layer))
            return Problem{std::string("There are no maps of \"") + infoOf(stage).id + "\": " +
                           (session.layers.size() > 1 ? "layer " + std::to_string(spec.layer + 1) : "the session") +
                           " has no " + infoOf(stage).wants + "."};
        plan.stages.push_back({labelled.of(stage, session, spec.layer), {}});
        plan.stages.back().axes.upright = true;
        if (plan.stages.back().rows() == 0 || plan.stages.back().cols() == 0)
            return Problem{std::string("There is nothing to draw: ") + infoOf(stage).title + " has no columns."};
    }
    std::vector<int> shown;
    for (int head = 0; head < heads; ++head)
        if (spec.maps.largeHead < 0 || spec.maps.largeHead == head) shown.push_back(head);
    if (std::ranges::none_of(plan.stages, &PlannedStage::hasHeads))
        shown.resize(1); // there is one map, and no more room
    Planner(plan, spec).place(shown);
    return plan;
}

} // namespace headlight
