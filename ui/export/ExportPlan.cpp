#include "export/ExportPlan.h"

#include "attention/stages.h"
#include "words/tokenText.h"

#include <QFontMetricsF>
#include <QImage>

#include <algorithm>
#include <cmath>

namespace headlight {
namespace {

constexpr double kEdge = 20, kTitle = 30, kHeadTitle = 24, kGap = 18;
constexpr double kScale = 62, kScaleBarWidth = 12; // a colour scale with its numbers; its bar
constexpr double kTitleMargin = 8;                 // at its sides
constexpr double kBare = 8;                        // left of a map without labels
constexpr double kMaxForTitle = 480;               // a picture grows no wider than that for a long sentence

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
    QMarginsF margins; ///< with labels
    QSizeF map;
    QSizeF card() const { return map.grownBy(margins); }
};

/// Walks down the page: the stages of the whole layer that heads are made from, the heads, band after band and in each
/// stage after stage, and what the layer makes of them. In a band queries are labelled left of the first map of a row,
/// keys above the first of a column.
class Planner {
public:
    Planner(ExportPlan& plan, const ExportSpec& spec, std::vector<int> heads)
        : plan_(plan), spec_(spec), heads_(std::move(heads)) {
        const QImage device(1, 1, QImage::Format_RGB32);
        constexpr int kEnough = 200; // letters; a sentence may have a million
        const double written = QFontMetricsF(titleFont(), &device).horizontalAdvance(plan.titleText.left(kEnough));
        titleWidth_ = std::min(std::ceil(written) + 2 * kTitleMargin, kMaxForTitle);
        for (const PlannedStage& stage : plan.stages) {
            const QSizeF map = mapSize(stage);
            QMarginsF margins = labelMargins(stage.axes, {map.width() / stage.cols(), map.height() / stage.rows()},
                                             &device);
            if (spec.maps.scalePerHead) margins.setRight(margins.right() + kScale);
            const std::size_t s = spaces_.size();
            spaces_.push_back({margins, map});
            (stage.hasHeads() ? ofHeads_ : ofHeads_.empty() ? before_ : after_).push_back(s);
            if (!stage.hasHeads()) continue;
            labels_ = std::max(labels_, margins.left());
            column_ = std::max(column_, map.width() + margins.right());
        }
    }

    void place() { layOut(shape()); }

private:
    /// Heads beside each other (or, where there are none, stages), and whether the stages of a head stand beside each
    /// other, too.
    struct Shape {
        std::size_t columns = 1;
        bool isFlat = false;
    };

    std::size_t across() const { return ofHeads_.empty() ? before_.size() : heads_.size(); }

    /// Where both sides of the picture are given, what makes the maps largest in it.
    Shape shape() {
        Shape best{static_cast<std::size_t>(columnsFor(static_cast<int>(across()))), false};
        if (spec_.widthPx <= 0 || spec_.heightPx <= 0) return best;
        const auto scaleOf = [&](const Shape& shape) {
            layOut(shape);
            return std::min(spec_.widthPx / plan_.size.width(), spec_.heightPx / plan_.size.height());
        };
        double largest = scaleOf(best);
        for (const bool isFlat : {false, true}) {
            if (isFlat && ofHeads_.size() < 2) continue;
            for (std::size_t columns = 1; columns <= across(); ++columns)
                if (const double scale = scaleOf({columns, isFlat}); scale > largest * 1.01) {
                    largest = scale;
                    best = {columns, isFlat};
                }
        }
        return best;
    }

    void layOut(const Shape& shape) {
        isFlat_ = shape.isFlat;
        setColumns(ofHeads_.empty() ? 0 : shape.columns);
        plan_.maps.clear();
        plan_.heads.clear();
        for (PlannedStage& stage : plan_.stages) stage.scales.clear();
        y_ = kEdge + kTitle;
        right_ = 0;
        const double limit = ofHeads_.empty() ? widthOf(before_, shape.columns) : bandWidth(shape);
        placeOfLayer(before_, limit);
        for (std::size_t first = 0; first < heads_.size() && !ofHeads_.empty(); first += shape.columns)
            placeBand({heads_.begin() + static_cast<std::ptrdiff_t>(first),
                       heads_.begin() + static_cast<std::ptrdiff_t>(std::min(first + shape.columns, heads_.size()))});
        placeOfLayer(after_, limit);
        right_ = std::max(right_, kEdge + titleWidth_);
        plan_.size = QSizeF(right_ + kEdge, y_ - kGap + kEdge);
        plan_.title = QRectF(kEdge, kEdge, right_ - kEdge, kTitle);
    }

    std::size_t beside() const { return isFlat_ ? ofHeads_.size() : 1; } ///< maps of a head

    /// For so many heads; behind them, where another would begin.
    void setColumns(std::size_t heads) {
        x_ = {kEdge};
        for (std::size_t i = 0; i < heads; ++i)
            for (std::size_t n = 0; n < beside(); ++n)
                x_.push_back(x_.back() + (labelsRows(i, n) ? labels_ : kBare) + column_ + kGap);
    }

    const StageInfo& infoAt(std::size_t n) const { return plan_.stages[ofHeads_[n]].info(); }
    bool labelsRows(std::size_t i, std::size_t n) const {
        return i == 0 && (!isFlat_ || n == 0 || infoAt(n).rows != infoAt(n - 1).rows);
    }
    bool labelsCols(std::size_t n) const { return isFlat_ || n == 0 || infoAt(n).cols != infoAt(n - 1).cols; }

    double besideScale() const { return spec_.maps.scalePerHead ? 0 : kGap / 2 + kScale; }

    /// Of so many of these stages, beside each other.
    double widthOf(const std::vector<std::size_t>& stages, std::size_t count) const {
        double width = -kGap;
        for (std::size_t i = 0; i < std::min(count, stages.size()); ++i)
            width += spaces_[stages[i]].card().width() + besideScale() + kGap;
        return width;
    }

    double bandWidth(const Shape& shape) const {
        return x_[shape.columns * beside()] - kGap - kEdge + besideScale() +
               (spec_.maps.scalePerHead ? 0 : static_cast<double>(beside() - 1) * kScale);
    }

    /// One map each, beside each other as far as there is room.
    void placeOfLayer(const std::vector<std::size_t>& stages, double limit) {
        double left = kEdge, bottom = y_;
        for (const std::size_t s : stages) {
            const QSizeF card = spaces_[s].card();
            if (left > kEdge && left + card.width() + besideScale() > kEdge + limit + 0.5) {
                left = kEdge;
                y_ = bottom;
            }
            placeMap(s, heads_[0], {left, y_}, spaces_[s].margins);
            if (!spec_.maps.scalePerHead) placeScale(s, left + card.width());
            left += card.width() + besideScale() + kGap;
            bottom = std::max(bottom, y_ + card.height() + kGap);
        }
        y_ = bottom;
    }

    void placeBand(const std::vector<int>& heads) {
        for (std::size_t i = 0; i < heads.size(); ++i)
            plan_.heads.push_back({QPointF(x_[i * beside()] + 8, y_ + kHeadTitle - 8), heads[i]});
        y_ += kHeadTitle;
        const double top = y_;
        double bottom = y_;
        for (std::size_t n = 0; n < ofHeads_.size(); ++n) {
            if (isFlat_) y_ = top;
            placeRow(n, heads);
            bottom = std::max(bottom, y_);
        }
        y_ = bottom;
    }

    /// Of the n-th stage that heads have.
    void placeRow(std::size_t n, const std::vector<int>& heads) {
        const std::size_t s = ofHeads_[n];
        for (std::size_t i = 0; i < heads.size(); ++i) {
            QMarginsF margins = spaces_[s].margins;
            margins.setLeft(labelsRows(i, n) ? labels_ : kBare);
            if (!labelsCols(n)) margins.setTop(kCaptionLine + kBare / 2);
            placeMap(s, heads[i], {x_[i * beside() + (isFlat_ ? n : 0)], y_}, margins);
            plan_.maps.back().labelsRows = labelsRows(i, n);
            plan_.maps.back().labelsCols = labelsCols(n);
        }
        if (!spec_.maps.scalePerHead)
            placeScale(s, isFlat_ ? x_[heads.size() * beside()] - kGap + static_cast<double>(n) * kScale
                                  : plan_.maps.back().bounds.right());
        y_ += plan_.maps.back().bounds.height() + kGap;
    }

    void placeMap(std::size_t s, int head, QPointF at, const QMarginsF& margins) {
        const StageSpace& space = spaces_[s];
        PlannedMap map{static_cast<int>(s), head, QRectF(at, space.map.grownBy(margins)), {}, {}};
        map.map = QRectF(at + QPointF(margins.left(), margins.top()), space.map);
        if (spec_.maps.scalePerHead)
            map.scale = QRectF(map.bounds.right() - kScale + 10, map.map.top(), kScaleBarWidth, map.map.height());
        plan_.maps.push_back(map);
        right_ = std::max(right_, map.bounds.right());
    }

    /// Right of what ends there, beside the map that was placed last.
    void placeScale(std::size_t s, double end) {
        plan_.stages[s].scales.push_back(
            QRectF(end + kGap / 2, plan_.maps.back().map.top(), kScaleBarWidth, spaces_[s].map.height()));
        right_ = std::max(right_, end + kGap / 2 + kScale);
    }

    ExportPlan& plan_;
    const ExportSpec& spec_;
    std::vector<int> heads_;
    std::vector<StageSpace> spaces_;                    ///< of each stage
    std::vector<std::size_t> before_, ofHeads_, after_; ///< stages: of the layer, of the heads, of the layer
    double labels_ = 0, column_ = 0; ///< px of a head's maps: their labels, and what stands right of these
    std::vector<double> x_;          ///< where columns begin
    double titleWidth_ = 0, y_ = 0, right_ = 0;
    bool isFlat_ = false;
};

} // namespace

QFont titleFont() {
    QFont font = textFont(12);
    font.setWeight(QFont::DemiBold);
    return font;
}

Result<ExportPlan> planExport(const Session& session, const ExportSpec& spec) {
    if (const auto exists = layerExists(session, spec.layer); !exists) return exists.problem();
    const int heads = sizesOf(session, spec.layer).heads;
    if (!session.text.tokens || session.text.tokens->count() == 0)
        return Problem{"There is nothing to draw: the sentence has no tokens."};
    if (!keyText(session).tokens || keyText(session).tokens->count() == 0)
        return Problem{"There is nothing to draw: the second sentence has no tokens."};
    if (spec.head < -1 || spec.head >= heads)
        return Problem{"There is no head " + std::to_string(spec.head + 1) + ": the session has " +
                       std::to_string(heads) + (heads == 1 ? " head." : " heads.")};
    if (spec.maps.stages.empty()) return Problem{"There is nothing to draw: no stage was chosen."};

    ExportPlan plan;
    const QString sentence = QString::fromStdString(session.text.sentence).simplified();
    plan.titleText = shownLine(spec.title.isEmpty() ? sentence : spec.title);
    MapStages labelled;
    for (const Stage stage : spec.maps.stages) {
        if (const std::string why = whyNoStage(stage, session, spec.layer); !why.empty())
            return Problem{std::string("There are no maps of \"") + infoOf(stage).id + "\": " + why + "."};
        plan.stages.push_back({labelled.of(stage, session, spec.layer), {}});
        plan.stages.back().axes.upright = true;
        if (plan.stages.back().rows() == 0 || plan.stages.back().cols() == 0)
            return Problem{std::string("There is nothing to draw: ") + infoOf(stage).title + " has no columns."};
    }
    std::vector<int> shown;
    for (int head = 0; head < heads; ++head)
        if (spec.head < 0 || spec.head == head) shown.push_back(head);
    Planner(plan, spec, std::move(shown)).place();
    return plan;
}

} // namespace headlight
