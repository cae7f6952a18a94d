#include "panels/maps/OverviewTable.h"

#include "plot/CellImage.h"
#include "plot/paintLabels.h"
#include "style/Theme.h"
#include "style/textSize.h"
#include "words/conventions.h"
#include "words/numberWords.h"
#include "words/tokenText.h"
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

void OverviewModel::setHeads(std::vector<int> heads) {
    if (heads == heads_) return;
    beginResetModel();
    heads_ = std::move(heads);
    endResetModel();
}

int OverviewModel::mostHeads() const { return heads_.empty() ? 0 : std::ranges::max(heads_); }

void OverviewModel::wrap(int columns) {
    if (columns == columns_) return;
    beginResetModel();
    columns_ = columns;
    endResetModel();
}

HeadPlace OverviewModel::placeOf(const QModelIndex& index) const {
    if (!index.isValid()) return {-1, -1};
    return hasLayers() ? HeadPlace{index.row(), index.column()} : HeadPlace{0, index.row() * columns_ + index.column()};
}

void OverviewModel::setPictures(std::map<HeadPlace, Thumbnail> pictures) {
    for (auto& [place, picture] : pictures)
        if (const Thumbnail* before = pictureOf(place);
            before && before->tile == picture.tile && before->look == picture.look)
            picture.image = before->image;
    pictures_ = std::move(pictures);
    if (rowCount() > 0) emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

void OverviewModel::forgetNames() {
    beginResetModel();
    endResetModel();
}

const Thumbnail* OverviewModel::pictureOf(HeadPlace place) const {
    const auto found = pictures_.find(place);
    return found == pictures_.end() ? nullptr : &found->second;
}

QModelIndex OverviewModel::nearest(HeadPlace place) const {
    if (heads_.empty()) return {};
    const int layer = std::clamp(place.layer, 0, static_cast<int>(heads_.size()) - 1);
    const int head = std::clamp(place.head, 0, std::max(0, heads_[static_cast<std::size_t>(layer)] - 1));
    return hasLayers() ? index(layer, head) : index(head / columns_, head % columns_);
}

int OverviewModel::rowCount(const QModelIndex& parent) const {
    if (parent.isValid() || heads_.empty()) return 0;
    return hasLayers() ? static_cast<int>(heads_.size()) : (heads_.front() + columns_ - 1) / columns_;
}

int OverviewModel::columnCount(const QModelIndex& parent) const {
    if (parent.isValid() || heads_.empty()) return 0;
    return hasLayers() ? mostHeads() : columns_;
}

/// Disables the cells of heads that a layer does not have, as another layer may have more.
Qt::ItemFlags OverviewModel::flags(const QModelIndex& index) const {
    const HeadPlace place = placeOf(index);
    const bool exists = place.layer >= 0 && place.head < heads_[static_cast<std::size_t>(place.layer)];
    return exists ? Qt::ItemIsEnabled | Qt::ItemIsSelectable : Qt::NoItemFlags;
}

QVariant OverviewModel::data(const QModelIndex& index, int role) const {
    if (!(flags(index) & Qt::ItemIsEnabled)) return {};
    const auto [layer, head] = placeOf(index);
    if (role == Qt::AccessibleTextRole) return tr("Layer %1, head %2: weights").arg(placeText(layer), placeText(head));
    return role == Qt::ToolTipRole ? plainTip(tipOf({layer, head})) : QVariant();
}

QVariant OverviewModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (role == Qt::FontRole) return captionFont();
    if (role != Qt::DisplayRole) return {};
    return orientation == Qt::Horizontal ? titleOfHead(section) : titleOfLayer(section);
}

QString OverviewModel::tipOf(HeadPlace place) const {
    const QString title = tr("Layer %1, head %2").arg(placeText(place.layer), placeText(place.head));
    const Thumbnail* picture = pictureOf(place);
    if (!picture) return title;
    QStringList said;
    if (!picture->tile->range.empty())
        said << tr("largest weight %1").arg(inFull(static_cast<double>(picture->tile->range.high)));
    if (picture->tile->firstNonFinite) said << tr("some are not finite");
    return said.isEmpty() ? title : QStringLiteral("%1: %2").arg(title, said.join(QStringLiteral(", ")));
}

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
        const int wide = std::max(minWidth, all.width() / across) - kAround;
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

} // namespace headlight
