#include "export/ExportPlan.h"

#include "attention/stages.h"
#include "export/pictureFile.h"
#include "plot/HeatmapsLayout.h"
#include "plot/paintHead.h"
#include "plot/paintLabels.h"
#include "session/pairs.h"
#include "style/textSize.h"
#include "words/conventions.h"
#include "words/tokenText.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QImage>

#include <algorithm>
#include <cmath>
#include <map>

namespace headlight {
namespace {

constexpr int kTitle = 30, kGap = 18;
/// Returns the empty edge around the maps.
int edgeOf(const ExportSpec& spec) { return spec.isForPaper() ? 2 : 20; }
constexpr int kCaption = 64;                                   // three lines of words
constexpr int kScale = 62, kScaleGap = 9, kScaleBarWidth = 12; // a colour scale with its numbers; before it; its bar
constexpr int kBesideLabels = 5;
constexpr double kTitleMargin = 8;   // px at its sides
constexpr double kMaxForTitle = 480; // px; a long sentence makes a picture no wider than that

/// Returns a good size for a map: if there are few cells, they can hold numbers; no map is larger than half a page.
QSize mapSize(const PlannedStage& stage) {
    constexpr double kCell = 36, kMin = 180, kMax = 480, kMaxDense = 640, kThin = 90;
    const double longer = std::max(stage.window.rows, stage.window.cols);
    const double side = std::clamp(kCell * longer, kMin, longer > 60 ? kMaxDense : kMax);
    const auto length = [&](double cells) {
        return static_cast<int>(std::max(side * cells / longer, std::min(side, kThin)));
    };
    return {length(stage.window.cols), length(stage.window.rows)};
}

int columnsFor(int heads) {
    constexpr int kOneBand = 4;
    return heads <= kOneBand ? heads : std::max(kOneBand, static_cast<int>(std::ceil(std::sqrt(heads))));
}

MapsSpace spaceFor(const ExportPlan& plan, int heads, const ExportSpec& spec) {
    const QImage device(1, 1, QImage::Format_RGB32);
    MapsSpace space;
    space.heads = heads;
    space.headLine = textPx(kHeadHeight) + 4;
    space.scale = kScaleGap + textPx(kScale);
    space.ownScales = spec.maps.scalePerHead;
    space.padding = edgeOf(spec);
    space.gap = kGap;
    const PlannedStage* before = nullptr;
    for (const PlannedStage& stage : plan.stages) {
        const QSize map = mapSize(stage);
        const QSizeF cell(map.width() / stage.window.cols, map.height() / stage.window.rows);
        const QSizeF labels = labelSpace(stage.axes, cell, &device);
        space.stages.push_back({stage.rowSide(), stage.info().cols, 0, static_cast<int>(std::ceil(labels.height())),
                                stage.hasHeads(), map, stage.compared == Compared::Other, spec.labelsEach,
                                before && stage.sharesScale(*before)});
        before = &stage;
        space.rowLabels = std::max(space.rowLabels, static_cast<int>(std::ceil(labels.width())) + kBesideLabels);
    }
    return space;
}

int titleHeight(const ExportSpec& spec) { return spec.showsTitle ? textPx(kTitle) : 0; }

/// Returns the usual layout or, if both sides of the picture are given, the one with the largest maps.
HeatmapsLayout layoutFor(const MapsSpace& space, const ExportSpec& spec, double titleWidth) {
    const auto ofHeads = static_cast<int>(std::ranges::count(space.stages, true, &StageSpace::hasHeads));
    const auto laidOut = [&](int columns, int beside) { return HeatmapsLayout(space, {columns, beside}); };
    const int maxColumns = ofHeads == 0 ? static_cast<int>(space.stages.size()) : space.heads;
    HeatmapsLayout best = laidOut(spec.columns > 0 ? std::min(spec.columns, maxColumns) : columnsFor(maxColumns), 1);
    if (spec.columns > 0 || spec.widthPx <= 0 || spec.heightPx <= 0) return best;
    const auto scaleOf = [&, edge = edgeOf(spec)](const HeatmapsLayout& layout) {
        const QSize size = layout.contentSize();
        return std::min(spec.widthPx / std::max<double>(size.width(), titleWidth + 2 * edge),
                        spec.heightPx / double(size.height() + titleHeight(spec) + 2 * edge));
    };
    double largest = scaleOf(best);
    for (const int beside : {1, ofHeads})
        for (int columns = 1; columns <= maxColumns && beside > 0; ++columns) {
            HeatmapsLayout layout = laidOut(columns, beside);
            if (const double scale = scaleOf(layout); scale > largest * 1.01) {
                largest = scale;
                best = std::move(layout);
            }
        }
    return best;
}

/// Places the maps of these heads, the scales, the title and the caption.
void place(ExportPlan& plan, const ExportSpec& spec, const std::vector<int>& heads) {
    const QImage device(1, 1, QImage::Format_RGB32);
    constexpr int kEnough = 200; // letters; a sentence may have a million
    const double written = QFontMetricsF(titleFont(), &device).horizontalAdvance(plan.titleText.left(kEnough));
    const double titleWidth = spec.showsTitle ? std::min(std::ceil(written) + 2 * kTitleMargin, kMaxForTitle) : 0;
    const bool hasOwn = spec.maps.scalePerHead;
    const HeatmapsLayout layout = layoutFor(spaceFor(plan, static_cast<int>(heads.size()), spec), spec, titleWidth);
    const int edge = edgeOf(spec);
    const QPointF below(0, edge + titleHeight(spec));
    for (int s = 0; s < layout.stages(); ++s) {
        PlannedStage& stage = plan.stages[static_cast<std::size_t>(s)];
        for (int at = 0; at < layout.heads(); ++at) {
            if (!layout.shows(at, s)) continue;
            const QMargins margins = layout.margins(at, s);
            PlannedMap map{
                s, heads[static_cast<std::size_t>(at)], QRectF(layout.cardRect(at, s)).translated(below), {}, {}};
            map.map = QRectF(map.bounds.topLeft() + QPointF(margins.left(), margins.top()), mapSize(stage));
            if (hasOwn)
                map.scale = QRectF(map.map.right() + kScaleGap, map.map.top(), kScaleBarWidth, map.map.height());
            map.labelsRows = layout.labelsRows(at, s);
            map.labelsCols = layout.labelsCols(at, s);
            plan.maps.push_back(map);
        }
        if (!hasOwn && layout.hasScale(s)) stage.scale = QRectF(layout.scaleRect(s)).translated(below);
    }
    const double words = spec.step ? kMaxForTitle : titleWidth;
    const double width = std::max<double>(layout.contentSize().width(), words + 2 * edge);
    plan.size = QSizeF(width, layout.contentSize().height() + below.y() + edge);
    if (spec.showsTitle) plan.title = QRectF(edge, edge, width - 2 * edge, titleHeight(spec));
    if (!spec.step) return;
    plan.caption = QRectF(edge, plan.size.height(), width - 2 * edge, textPx(kCaption));
    plan.size.rheight() += textPx(kCaption) + edge;
}

int dpiOf(const ExportSpec& spec) { return spec.format == ExportFormat::Png ? spec.dpi : kScreenDpi; }
int pixelsAcross(const ExportSpec& spec) {
    return static_cast<int>(std::lround(spec.widthMm / kMmPerInch * dpiOf(spec)));
}

/// Puts a plan on its sheet.
Result<void> placeOnSheet(ExportPlan& plan, const ExportSpec& spec) {
    const bool isFree = spec.widthPx <= 0 && spec.heightPx <= 0;
    const int width = isFree ? pixelsAcross(spec) : spec.widthPx, height = spec.heightPx;
    double scale = double(dpiOf(spec)) / kScreenDpi;
    if (width > 0 && height > 0)
        scale = std::min(width / plan.size.width(), height / plan.size.height());
    else if (width > 0)
        scale = width / plan.size.width();
    else if (height > 0)
        scale = height / plan.size.height();
    const auto side = [&](int given, double length) {
        return given > 0 ? given : static_cast<int>(std::lround(length * scale));
    };
    plan.pixels = {side(width, plan.size.width()), side(height, plan.size.height())};
    plan.scale = scale;
    plan.textPt = axisFont().pointSizeF() * scale * kScreenDpi / dpiOf(spec);
    return isPossible(plan.pixels);
}

/// Returns "Tokens 1 to 40 of 50"; empty: the whole side is drawn.
QString spanWords(const Text& text, Side side, const ExportSpec& spec) {
    const int count = static_cast<int>(text.tokens->count());
    const auto part = spec.maps.zoom.find(side);
    if (part == spec.maps.zoom.end() || part->second.count >= count) return {};
    const QString words = side == Side::Tokens ? QCoreApplication::translate("Export", "Tokens %1 to %2 of %3")
                                               : QCoreApplication::translate("Export", "Keys %1 to %2 of %3");
    return words
        .arg(placeText(static_cast<int>(part->second.first)),
             placeText(static_cast<int>(part->second.first + part->second.count) - 1))
        .arg(count);
}

/// Returns the sentence, or which part of it is drawn; of several layers, also which one.
QString usualTitle(const Session& session, const ExportSpec& spec) {
    const bool isOther = spec.maps.compared == Compared::Other;
    const Session& shown = isOther ? *spec.other : session;
    const auto& zoom = spec.maps.zoom;
    const auto rows = zoom.find(Side::Tokens), keys = zoom.find(Side::KeyTokens);
    const bool areAlike = rows != zoom.end() && keys != zoom.end() && rows->second == keys->second && !shown.source;
    QStringList parts{spanWords(shown.text, Side::Tokens, spec)};
    if (!areAlike) parts << spanWords(keyText(shown), Side::KeyTokens, spec);
    parts.removeAll(QString());
    const QString title = parts.isEmpty() ? shownLine(QString::fromStdString(shown.text.sentence).simplified())
                                          : parts.join(QStringLiteral(" \u00b7 "));
    if (session.layers.size() < 2) return title;
    const int layer = isOther ? samePlace(shown, session, {spec.layer}).layer : spec.layer;
    return QStringLiteral(u"%1 \u00b7 %2").arg(titleOfLayer(layer), title);
}

/// Returns labels that begin with the numbers of their tokens, for a part that has no first token to count from.
std::shared_ptr<const TokenLabels> numbered(const TokenLabels& labels) {
    auto made = std::make_shared<TokenLabels>(labels);
    for (int i = 0; i < labels.count(); ++i) made->texts[static_cast<std::size_t>(i)] = labelAt(labels, i, 2);
    made->areNumbers = true; // they need no number when they are thinned out
    return made;
}

} // namespace

QFont titleFont() {
    QFont font = textFont(12);
    font.setWeight(QFont::DemiBold);
    return font;
}

Result<ExportPlan> planMaps(const Session& session, const ExportSpec& spec) {
    if (const auto exists = layerExists(session, spec.layer); !exists) return exists.problem();
    const int heads = sizesOf(session, spec.layer).heads;
    if (!session.text.tokens || session.text.tokens->count() == 0)
        return Problem{"There is nothing to draw: the sentence has no tokens."};
    if (!keyText(session).tokens || keyText(session).tokens->count() == 0)
        return Problem{"There is nothing to draw: the second sentence has no tokens."};
    if (!spec.heads.empty() && (spec.heads.front() < 0 || spec.heads.back() >= heads))
        return Problem{"There is no head " + std::to_string(spec.heads.back() + 1) + ": the session has " +
                       std::to_string(heads) + (heads == 1 ? " head." : " heads.")};
    if (spec.maps.stages.empty()) return Problem{"There is nothing to draw: no stage was chosen."};

    ExportPlan plan;
    plan.titleText = spec.title.isEmpty() ? usualTitle(session, spec) : shownLine(spec.title);
    std::map<Compared, MapStages> labelled;
    for (const Stage stage : spec.maps.stages)
        for (const Compared one : statesIn(spec.maps.compared)) {
            const Session& state = one == Compared::Other ? *spec.other : session;
            const int layer = samePlace(state, session, {spec.layer}).layer;
            if (const std::string why = layer < 0 ? "the other state has no such layer"
                                                  : whyNoStage(stage, state, layer);
                !why.empty())
                return Problem{std::string("There are no maps of \"") + infoOf(stage).id + "\": " + why + "."};
            PlannedStage& made = plan.stages.emplace_back(PlannedStage{labelled[one].of(stage, state, layer), {}, {}});
            made.layer = spec.layer;
            if (made.rows() == 0 || made.cols() == 0)
                return Problem{std::string("There is nothing to draw: ") + infoOf(stage).title + " has no columns."};
            const bool isDifference = one == Compared::Difference; // nothing else on the page says so
            const QString name = isDifference
                                     ? QCoreApplication::translate("Export", "%1 · difference").arg(spec.otherName)
                                     : spec.otherName;
            if (spec.other) made.compare(one, name, session, *spec.other);
            made.axes.upright = true;
            made.window = windowOf(made, spec.maps.zoom);
            if (made.window.row > 0) made.axes.rows = numbered(*made.axes.rows);
            if (made.window.col > 0) made.axes.cols = numbered(*made.axes.cols);
        }
    std::vector<int> shown;
    for (int head = 0; head < heads; ++head)
        if (spec.draws(head)) shown.push_back(head);
    place(plan, spec, shown);
    return plan;
}

/// Approaches the text size that is asked for: a few steps are enough, since the sizes of maps do not follow that of
/// their text.
Result<ExportPlan> planExport(const Session& session, const ExportSpec& spec) {
    constexpr double kNear = 0.005, kMin = 0.2, kMax = 5;
    constexpr int kMaxSteps = 12;
    double size = 1, asked = spec.textPt;
    for (int step = 0;; ++step) {
        const PictureTextSize text(size);
        auto plan = planMaps(session, spec);
        if (!plan) return plan;
        if (const auto fits = placeOnSheet(*plan, spec); !fits) return fits.problem();
        plan->textSize = size;
        if (step == 0 && plan->textPt < spec.minTextPt()) asked = spec.minTextPt();
        const double wanted = asked / plan->textPt;
        if (asked <= 0 || step == kMaxSteps || std::abs(wanted - 1) < kNear) return plan;
        size = std::clamp(size * wanted, kMin, kMax);
    }
}

Result<PictureSize> pictureSize(const Session& session, const ExportSpec& spec) {
    const auto plan = planExport(session, spec);
    if (!plan) return plan.problem();
    return PictureSize{plan->pixels, QSizeF(plan->pixels) * kMmPerInch / dpiOf(spec), plan->textPt};
}

} // namespace headlight
