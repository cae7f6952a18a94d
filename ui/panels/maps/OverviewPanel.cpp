#include "panels/maps/OverviewPanel.h"

#include "document/Workbench.h"
#include "panels/maps/MapsContent.h"
#include "panels/maps/mapNeeds.h"
#include "plot/ColorScale.h"
#include "style/textSize.h"
#include "style/wrappedLabel.h"

#include <QHBoxLayout>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>

namespace headlight {
namespace {

constexpr int kMinTable = 140, kMaxScale = 240, kBesideScale = 10; // px
constexpr std::size_t kManyHeads = 256; // with more, the ranges of invisible heads are not computed
constexpr HeadPlace kShared{-1, 0};

MapStage weightsOf(int layer) { return {Stage::Weights, layer, {}, infoOf(Stage::Weights).signedValues}; }

} // namespace

OverviewPanel::OverviewPanel(Workbench& bench, QWidget* parent)
    : Panel(bench, parent),
      table_(new OverviewTable(this)),
      caption_(new QLabel(tr("The weights of every head"))),
      message_(wrappedLabel({}, "empty")),
      scale_(new ColorScale(this)) {
    scale_->setAccessibleName(tr("Colour scale, weights"));
    caption_->setObjectName("caption");
    caption_->setContentsMargins(10, 2, 10, 2); // like the header above it
    table_->setMinimumHeight(kMinTable);
    auto* row = new QHBoxLayout;
    row->setSpacing(0);
    row->addWidget(table_, 1);
    auto* beside = new QVBoxLayout; // gives the scale the height of the table, and the table none
    beside->addWidget(scale_, 1);
    beside->addStretch();
    row->addLayout(beside);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(caption_);
    column->addWidget(message_, 1);
    column->addLayout(row, 1);
    const auto scrolled = [this] { workbench().calls().run([this] { askFor(workbench().state()); }); };
    connect(table_->verticalScrollBar(), &QScrollBar::valueChanged, this, scrolled);
    connect(table_->horizontalScrollBar(), &QScrollBar::valueChanged, this, scrolled);
    connect(table_->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& index) { choose(table_->heads().placeOf(index)); });
    connect(table_, &OverviewTable::activated, this,
            [this] { workbench().look([](MapOptions& options) { options.overview = false; }); });
    followTextSize(*this, [this] { workbench().presentAgain(*this); });
}

OverviewPanel::~OverviewPanel() { workbench().remove(*this); }

void OverviewPanel::focusSelected() { table_->setFocus(Qt::OtherFocusReason); }

/// Selects the head that became current, unless it is selected already.
void OverviewPanel::choose(HeadPlace place) {
    const View& selected = workbench().state().view;
    if (place.layer < 0 || place == HeadPlace{selected.layer, selected.head}) return;
    workbench().look([place](View& view) {
        view.layer = place.layer;
        view.head = place.head;
    });
}

/// Returns the pictures that are known, and sets `shared` to the look of the shared scale.
std::map<HeadPlace, Thumbnail> OverviewPanel::pictures(const ViewState& state, MapLook& shared) {
    std::map<HeadPlace, Thumbnail> all;
    std::vector<const Tile*> tiles;
    if (response_)
        for (const auto& tile : response_->tiles) {
            if (!tile) continue;
            tiles.push_back(tile.get());
            if (!isForRange(*tile)) all[{tile->demand.layer, tile->demand.head}].tile = tile;
        }
    const auto look = [&](HeadPlace place, const std::vector<const Tile*>& of, const ValueCurve* curve) {
        MapLook made = lookOf(weightsOf(std::max(0, place.layer)), of, *state.theme, state.maps, curve);
        made.range = held_.held(place, made.range, state.isDragging);
        return made;
    };
    shared = look(kShared, tiles, nullptr);
    for (auto& [place, one] : all) {
        one.look = state.maps.scalePerHead ? look(place, {one.tile.get()}, shared.curve) : shared;
    }
    return all;
}

/// Why there are no pictures.
void OverviewPanel::presentMessage(const ViewState& state) {
    QString why = whyNoMaps(state, response_.get());
    if (why.isEmpty() && sizesOf(state.session, 0).keyTokens == 0) why = noKeysWords();
    showText(*message_, why);
    caption_->setVisible(why.isEmpty());
    table_->setVisible(why.isEmpty());
}

void OverviewPanel::presentScale(const ViewState& state, const MapLook& shared) {
    scale_->setLook(shared, QString());
    const int width = static_cast<int>(colorScaleWidth(this)) + kBesideScale;
    scale_->setFixedWidth(state.isDragging ? std::max(width, scale_->width()) : width); // narrower, it would move maps
    scale_->setMaximumHeight(textPx(kMaxScale));
    scale_->setVisible(!state.maps.scalePerHead && message_->isHidden());
}

void OverviewPanel::present(const ViewState& state) {
    if (!state.maps.overview) return; // it is hidden
    response_ = state.responseTo(*this);
    presentMessage(state);
    MapLook shared;
    std::map<HeadPlace, Thumbnail> known = pictures(state, shared);
    presentScale(state, shared);
    layout()->activate(); // now: the size of the pictures depends on it
    std::vector<int> heads;
    for (const Layer& layer : state.session.layers) heads.push_back(static_cast<int>(layer.heads().size()));
    const Sizes sizes = sizesOf(state.session, 0);
    table_->heads().setHeads(std::move(heads));
    table_->fitPictures(sizes.tokens, sizes.keyTokens);
    table_->heads().setPictures(std::move(known));
    table_->setCurrentIndex(table_->heads().nearest({state.view.layer, state.view.head}));
    askFor(state);
}

void OverviewPanel::askFor(const ViewState& state) {
    if (!state.maps.overview) return;
    const Sizes sizes = sizesOf(state.session, 0);
    Request request;
    if (sizes.tokens == 0 || sizes.keyTokens == 0) return ask(std::move(request));
    const MapArea area{QRectF(QPointF(0, 0), QSizeF(table_->picture())), wholeMap(sizes.tokens, sizes.keyTokens),
                       devicePixelRatioF()};
    const std::vector<HeadPlace> seen = table_->inSight();
    for (const auto& [layer, head] : seen) {
        request.maps.push_back(demandFor(area, Stage::Weights, layer, head, sizes.tokens, sizes.keyTokens));
        request.maps.back().pooling = state.maps.pooling;
    }
    std::vector<HeadPlace> all;
    for (int layer = 0; layer < static_cast<int>(state.session.layers.size()); ++layer)
        for (int head = 0; head < sizesOf(state.session, layer).heads; ++head) all.push_back({layer, head});
    const bool isCheap = all.size() <= kManyHeads &&
                         double(all.size()) * sizes.tokens * sizes.keyTokens <= kCheapRanges;
    if (isCheap && !state.maps.scalePerHead && state.maps.pooling != Pooling::Mean)
        for (const HeadPlace& place : all)
            if (!std::ranges::binary_search(seen, place))
                request.maps.push_back({Stage::Weights, place.layer, place.head, {}, 1, 1});
    ask(std::move(request));
}

void OverviewPanel::resizeEvent(QResizeEvent* event) {
    Panel::resizeEvent(event);
    workbench().presentAgain(*this);
}

void OverviewPanel::forgetWords() { table_->heads().forgetNames(); }

} // namespace headlight
