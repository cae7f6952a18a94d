#include "panels/maps/OverviewTable.h"

#include "plot/CellImage.h"
#include "plot/paintLabels.h"
#include "style/Theme.h"
#include "style/textSize.h"
#include "words/wording.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <QStyledItemDelegate>

#include <algorithm>
#include <cmath>
#include <utility>

namespace headlight {
namespace {

constexpr int kMinPicture = 36, kMaxPicture = 360; // px, the longer side of a picture
constexpr int kThinnest = 6;                       // px, the other side
constexpr int kCardEdge = 4, kCardGap = 4;         // px, from a picture to the edge of its card, and between two cards
constexpr int kLabelMargin = 14;
constexpr int kAround = 2 * kCardEdge + kCardGap;

/// Returns the height of a head's name in its card, which it has if no headers name the heads.
int nameHeight() { return QFontMetrics(captionFont()).height(); }

class CardPainter : public QStyledItemDelegate {
public:
    explicit CardPainter(OverviewTable& table) : QStyledItemDelegate(&table), table_(table) {}

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        if (!(index.flags() & Qt::ItemIsEnabled)) return;
        const Theme& theme = currentTheme();
        const bool isSelected = index == table_.currentIndex();
        const double line = isSelected ? (table_.hasFocus() ? 2.5 : 1.5) : 1, inset = (kCardGap + line) / 2;
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(QPen(isSelected                               ? theme.text
                             : option.state & QStyle::State_MouseOver ? theme.muted
                                                                      : theme.border,
                             line));
        painter->setBrush(isSelected ? theme.border : theme.surface);
        painter->drawRoundedRect(QRectF(option.rect).adjusted(inset, inset, -inset, -inset), 6, 6);
        painter->setRenderHint(QPainter::Antialiasing, false);
        QRect picture({0, 0}, table_.picture());
        picture.moveCenter(option.rect.center());
        const HeadPlace place = table_.heads().placeOf(index);
        if (!table_.heads().hasLayers()) {
            picture.translate(0, nameHeight() / 2);
            painter->setFont(captionFont());
            painter->setPen(theme.muted);
            painter->drawText(option.rect.adjusted(0, kAround / 2, 0, 0), Qt::AlignHCenter | Qt::AlignTop,
                              titleOfHead(place.head));
        }
        const Thumbnail* known = table_.heads().pictureOf(place);
        if (!known || known->tile->values.size() == 0)
            painter->fillRect(picture, theme.sunken);
        else
            painter->drawImage(picture.topLeft(), imageOf(*known));
        painter->restore();
    }

private:
    const QImage& imageOf(const Thumbnail& thumbnail) const {
        const double dpr = table_.devicePixelRatioF();
        const QSize size = table_.picture(), pixels = size * dpr;
        if (thumbnail.image.size() == pixels) return thumbnail.image;
        const Tile& tile = *thumbnail.tile;
        const MapArea area{QRectF(QPointF(0, 0), QSizeF(size)), wholeMap(tile.stageRows, tile.stageCols), dpr};
        thumbnail.image = cellImageIfPossible(area, QRect(QPoint(0, 0), pixels), tile, thumbnail.look);
        thumbnail.image.setDevicePixelRatio(dpr);
        return thumbnail.image;
    }

    OverviewTable& table_;
};

} // namespace

OverviewTable::OverviewTable(QWidget* parent) : QTableView(parent), model_(new OverviewModel(this)) {
    setAccessibleName(tr("Overview of layers and heads"));
    setObjectName(QStringLiteral("maps"));
    setModel(model_);
    setItemDelegate(new CardPainter(*this));
    setSelectionMode(SingleSelection);
    setEditTriggers(NoEditTriggers);
    setTabKeyNavigation(false);
    setCornerButtonEnabled(false);
    setShowGrid(false);
    setFrameShape(NoFrame);
    setHorizontalScrollMode(ScrollPerPixel);
    setVerticalScrollMode(ScrollPerPixel);
    setCornerWidget(new QWidget); // else the style draws a box between the scroll bars
    viewport()->setAttribute(Qt::WA_Hover);
    for (QHeaderView* header : {horizontalHeader(), verticalHeader()}) {
        header->setSectionResizeMode(QHeaderView::Fixed);
        header->setMinimumSectionSize(1);
        header->setHighlightSections(false);
    }
    connect(this, &QTableView::clicked, this, &QTableView::activated);
}

void OverviewTable::fitPictures(int rows, int cols) {
    const bool hasLayers = model_->hasLayers();
    const int most = model_->mostHeads();
    if (most < 1 || rows < 1 || cols < 1) return;
    QHeaderView &heads = *horizontalHeader(), &layers = *verticalHeader();
    for (QHeaderView* header : {&heads, &layers}) header->setVisible(hasLayers);
    const auto labelWidth = [](const QHeaderView& header, int last) {
        const QString text = header.model()->headerData(last, header.orientation()).toString();
        return QFontMetrics(captionFont(), &header).horizontalAdvance(text) + textPx(kLabelMargin);
    };
    layers.setFixedWidth(labelWidth(layers, model_->rowCount() - 1));
    const int minWidth = labelWidth(heads, most - 1); // px of a column
    const double longest = std::max(rows, cols);
    const double width = cols / longest, height = rows / longest; // the longer side is 1
    const int name = hasLayers ? 0 : nameHeight();
    const QSize all = hasLayers ? this->size() - QSize(layers.width(), heads.sizeHint().height()) : this->size();
    const auto sideIn = [&](int across) {
        const int down = hasLayers ? model_->rowCount() : (most + across - 1) / across;
        const double wide = std::max<double>(minWidth, all.width() / across) - kAround;
        const double high = all.height() / double(down) - kAround - name;
        return std::clamp<double>(std::min(wide / width, high / height), kMinPicture, kMaxPicture);
    };
    double side = sideIn(most);
    int across = most;
    for (int fewer = most - 1; fewer > 0 && !hasLayers; --fewer)
        if (sideIn(fewer) > side) side = sideIn(fewer), across = fewer;
    if (!hasLayers) model_->wrap(across);
    const auto pixels = [&](double share) { return std::max(kThinnest, static_cast<int>(std::floor(side * share))); };
    picture_ = {pixels(width), pixels(height)};
    heads.setDefaultSectionSize(std::max(picture_.width() + kAround, minWidth));
    layers.setDefaultSectionSize(
        std::max(picture_.height() + kAround + name, hasLayers ? layers.sectionSizeHint(model_->rowCount() - 1) : 0));
}

std::vector<HeadPlace> OverviewTable::inSight() const {
    std::vector<HeadPlace> places;
    const auto last = [](int found, int count) { return found < 0 ? count - 1 : found; };
    for (int row = rowAt(0); row >= 0 && row <= last(rowAt(viewport()->height() - 1), model_->rowCount()); ++row)
        for (int col = columnAt(0); col <= last(columnAt(viewport()->width() - 1), model_->columnCount()); ++col)
            if (const QModelIndex at = model_->index(row, col); model_->flags(at) & Qt::ItemIsEnabled)
                places.push_back(model_->placeOf(at));
    return places;
}

/// Moves to the neighbour: in a layer with fewer heads that is the last one.
QModelIndex OverviewTable::moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers) {
    if (!model_->hasLayers()) return QTableView::moveCursor(action, modifiers);
    const auto [layer, head] = model_->placeOf(currentIndex());
    switch (action) {
    case MoveUp: return model_->nearest({layer - 1, head});
    case MoveDown: return model_->nearest({layer + 1, head});
    case MoveEnd: return model_->nearest({layer, model_->columnCount()});
    default: return QTableView::moveCursor(action, modifiers);
    }
}

void OverviewTable::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Space)
        emit activated(currentIndex());
    else
        QTableView::keyPressEvent(event);
}

void OverviewTable::paintEvent(QPaintEvent* event) {
    QTableView::paintEvent(event);
    if (std::exchange(awaitsPaint_, false)) emit painted();
}

} // namespace headlight
