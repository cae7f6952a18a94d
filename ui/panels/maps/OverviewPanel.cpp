#include "panels/maps/OverviewPanel.h"

#include "document/Workbench.h"
#include "panels/maps/MapsContent.h"
#include "panels/maps/mapDemands.h"
#include "panels/maps/messageLabel.h"
#include "plot/ColorScale.h"
#include "plot/paintLabels.h"
#include "style/textSize.h"
#include "words/conventions.h"

#include <QFontMetrics>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>

namespace headlight {
namespace {

constexpr int kTitle = 15, kScale = 240; // px: a title's line, the longest scale
constexpr std::size_t kManyHeads = 256;  // whose ranges nobody asks for, out of sight
constexpr HeadPlace kShared{-1, 0};

MapStage weightsOf(int layer) { return {Stage::Weights, layer, {}, infoOf(Stage::Weights).signedValues}; }

/// Not one that was asked for its range alone.
bool isPicture(const Tile& tile) {
    return tile.values.size() > 1 || static_cast<double>(tile.stageRows) * tile.stageCols <= 1;
}

} // namespace

OverviewPanel::OverviewPanel(Workbench& bench, QWidget* parent)
    : Panel(bench, parent),
      sheet_(new OverviewSheet),
      scroll_(new QScrollArea(this)),
      caption_(new QLabel),
      message_(makeMessageLabel()),
      scale_(new ColorScale(tr("Colour scale, weights"), this)) {
    caption_->setText(tr("The weights of every head. A row is a layer, the first at the top; a column is a head."));
    caption_->setProperty("role", "caption");
    caption_->setWordWrap(true);
    caption_->setContentsMargins(12, 2, 12, 0); // as the header above it
    scroll_->setObjectName(QStringLiteral("maps"));
    sheet_->setObjectName(QStringLiteral("maps"));
    scroll_->setFrameShape(QFrame::NoFrame);
    scroll_->setFocusPolicy(Qt::NoFocus);
    scroll_->setCornerWidget(new QWidget); // else the style draws a box between the scroll bars
    scroll_->setWidget(sheet_);
    auto* row = new QHBoxLayout;
    row->setSpacing(0);
    row->addWidget(scroll_, 1);
    row->addWidget(scale_, 0, Qt::AlignTop);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(caption_);
    column->addWidget(message_, 1);
    column->addLayout(row, 1);
    const auto scrolled = [this] { workbench().calls().run([this] { askFor(workbench().state()); }); };
    connect(scroll_->verticalScrollBar(), &QScrollBar::valueChanged, this, scrolled);
    connect(scroll_->horizontalScrollBar(), &QScrollBar::valueChanged, this, scrolled);
    connect(sheet_, &OverviewSheet::picked, this, [this](HeadPlace place, bool opens) {
        workbench().selectLayer(place.layer);
        workbench().select(place.head, workbench().state().view.query, workbench().state().view.key);
        if (!opens) return;
        workbench().changeMaps([](MapOptions& options) { options.overview = false; });
    });
    // Queued: within a paint event nothing may be presented.
    connect(
        sheet_, &OverviewSheet::painted, this, [this] { workbench().painted(); }, Qt::QueuedConnection);
    followTextSize(*this, [this] { workbench().presentAgain(*this); });
}

OverviewPanel::~OverviewPanel() { workbench().remove(*this); }

void OverviewPanel::focusSelected() { sheet_->setFocus(Qt::OtherFocusReason); }

OverviewRoom OverviewPanel::roomFor(const Session& session) const {
    const Sizes sizes = sizesOf(session, 0);
    OverviewRoom room{scroll_->maximumViewportSize(), {}, sizes.tokens, sizes.keyTokens, {}};
    for (const Layer& layer : session.layers) room.heads.push_back(static_cast<int>(layer.heads.size()));
    const QFontMetrics metrics(captionFont(), sheet_);
    const int most = room.heads.empty() ? 0 : std::ranges::max(room.heads);
    const auto widest = [](int count) { return QString(placeText(count).size(), QLatin1Char('0')); };
    const QString title = OverviewSheet::tr("L%1 H%2").arg(widest(static_cast<int>(room.heads.size())), widest(most));
    room.title = {metrics.horizontalAdvance(title) + 2, textPx(kTitle)};
    return room;
}

/// Why there are no pictures; empty: there are some.
QString OverviewPanel::whyNothing(const ViewState& state) const {
    const QString why = whyNoMaps(state, response_.get());
    return why.isEmpty() && sizesOf(state.session, 0).keyTokens == 0 ? noKeysWords() : why;
}

/// Those in sight, and what they have in common.
std::map<HeadPlace, Thumbnail> OverviewPanel::pictures(const ViewState& state, MapLook& shared) {
    std::map<HeadPlace, Thumbnail> all;
    Range range;
    std::vector<const Tile*> tiles;
    if (response_)
        for (const auto& tile : response_->tiles) {
            if (!tile) continue;
            tiles.push_back(tile.get());
            range = united(range, rangeToColour(*tile));
            if (isPicture(*tile)) all[{tile->demand.layer, tile->demand.head}].tile = tile;
        }
    shared = lookOf(weightsOf(0), held_.held(kShared, range, state.isDragging), *state.theme, state.maps);
    for (const Tile* tile : tiles) explainToo(shared, *tile);
    for (auto& [place, one] : all) {
        one.look = shared;
        if (!state.maps.scalePerHead) continue;
        const Range own = held_.held(place, rangeToColour(*one.tile), state.isDragging);
        one.look = lookOf(weightsOf(place.layer), own, *state.theme, state.maps);
    }
    return all;
}

void OverviewPanel::presentMessage(const QString& why) {
    message_->setText(why);
    message_->setVisible(!why.isEmpty());
    caption_->setVisible(why.isEmpty());
    scroll_->setVisible(why.isEmpty());
}

void OverviewPanel::presentScale(const ViewState& state, const MapLook& shared) {
    scale_->setLook(shared);
    const int width = static_cast<int>(colorScaleWidth(this)) + OverviewLayout::kPadding;
    scale_->setFixedWidth(state.isDragging ? std::max(width, scale_->width()) : width); // else maps would move
    scale_->setFixedHeight(std::clamp(scroll_->height(), 1, textPx(kScale)));
    scale_->setVisible(!state.maps.scalePerHead && message_->isHidden());
}

void OverviewPanel::present(const ViewState& state) {
    if (!state.maps.overview) return; // it is hidden
    const auto response = state.responseTo(*this);
    const bool isNew = response != response_;
    response_ = response;
    presentMessage(whyNothing(state));
    MapLook shared;
    OverviewContent content{{}, pictures(state, shared), {state.view.layer, state.view.head}, state.theme};
    presentScale(state, shared);
    layout()->activate(); // at once: the pictures are as large as there is room
    content.layout = OverviewLayout(roomFor(state.session));
    sheet_->resize(content.layout.contentSize());
    sheet_->setContent(std::move(content));
    showSelected();
    askFor(state);
    if (isNew && !sheet_->awaitsPaint())
        QMetaObject::invokeMethod(
            this, [this] { workbench().painted(); }, Qt::QueuedConnection);
}

void OverviewPanel::showSelected() {
    const HeadPlace selected = sheet_->content().selected;
    const int item = sheet_->selectedItem();
    if (selected == shown_ || item < 0 || !isVisible()) return;
    shown_ = selected;
    const QRect card = sheet_->layoutOfHeads().card(item);
    scroll_->ensureVisible(card.center().x(), card.center().y(), card.width(), card.height());
}

QRect OverviewPanel::inSight() const { return {-sheet_->pos(), scroll_->viewport()->size()}; }

void OverviewPanel::askFor(const ViewState& state) {
    if (!state.maps.overview) return;
    const OverviewLayout& layout = sheet_->layoutOfHeads();
    const Sizes sizes = sizesOf(state.session, 0);
    Request request;
    if (layout.picture().isEmpty()) return ask(std::move(request));
    const MapArea area{QRectF(QPointF(0, 0), QSizeF(layout.picture())), wholeMap(sizes.tokens, sizes.keyTokens),
                       devicePixelRatioF()};
    const std::vector<int> seen = layout.within(inSight());
    const auto demand = [&](int item) {
        const auto [layer, head] = layout.placeOf(item);
        return demandFor(area, Stage::Weights, layer, head, sizes.tokens, sizes.keyTokens);
    };
    for (const int item : seen) {
        request.maps.push_back(demand(item));
        request.maps.back().pooling = state.maps.pooling;
    }
    const auto all = static_cast<std::size_t>(layout.count());
    const bool isCheap = all <= kManyHeads && double(all) * sizes.tokens * sizes.keyTokens <= kCheapRanges;
    if (isCheap && !state.maps.scalePerHead && state.maps.pooling != Pooling::Mean)
        for (int item = 0; item < layout.count(); ++item)
            if (!std::ranges::binary_search(seen, item)) {
                const auto [layer, head] = layout.placeOf(item);
                request.maps.push_back({Stage::Weights, layer, head, {}, 1, 1});
            }
    ask(std::move(request));
}

void OverviewPanel::resizeEvent(QResizeEvent* event) {
    Panel::resizeEvent(event);
    workbench().presentAgain(*this);
}

void OverviewPanel::forgetWords() { sheet_->update(); }

} // namespace headlight
