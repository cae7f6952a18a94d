#include "panels/maps/OverviewSheet.h"

#include "plot/CellImage.h"
#include "plot/paintLabels.h"
#include "words/conventions.h"
#include "words/numberWords.h"
#include "words/tokenText.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <utility>

namespace headlight {
namespace {

constexpr double kRadius = 6;

} // namespace

OverviewSheet::OverviewSheet(QWidget* parent) : QWidget(parent) {
    setAccessibleName(tr("Overview of layers and heads"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
}

void OverviewSheet::setContent(OverviewContent content) {
    const OverviewContent before = std::exchange(content_, std::move(content));
    std::erase_if(made_, [&](const auto& one) { return !content_.pictures.contains(one.first); });
    const auto of = [](const OverviewContent& all, HeadPlace place) {
        const auto found = all.pictures.find(place);
        return found == all.pictures.end() ? Thumbnail{} : found->second;
    };
    const QRect seen = visibleRegion().boundingRect();
    const bool isMoved = before.layout.count() != content_.layout.count() ||
                         before.layout.contentSize() != content_.layout.contentSize() ||
                         before.layout.picture() != content_.layout.picture() || before.theme != content_.theme;
    if (isMoved) update();
    for (const int item : content_.layout.within(seen)) {
        const HeadPlace place = content_.layout.placeOf(item);
        const bool isNew = of(before, place) != of(content_, place);
        awaitsPaint_ = awaitsPaint_ || isNew;
        const bool isReframed = before.selected != content_.selected &&
                                (place == before.selected || place == content_.selected);
        if (isNew || isReframed) update(content_.layout.card(item));
    }
    if (hovered_ >= content_.layout.count()) hovered_ = -1;
}

QString OverviewSheet::nameOf(int item) const {
    const auto [layer, head] = content_.layout.placeOf(item);
    return tr("Layer %1, head %2: weights").arg(placeText(layer), placeText(head));
}

QString OverviewSheet::tipOf(int item) const {
    const auto [layer, head] = content_.layout.placeOf(item);
    const QString title = tr("Layer %1, head %2").arg(placeText(layer), placeText(head));
    const auto found = content_.pictures.find({layer, head});
    if (found == content_.pictures.end() || !found->second.tile) return title;
    const Tile& tile = *found->second.tile;
    QStringList said;
    if (!tile.range.empty()) said << tr("largest weight %1").arg(inFull(static_cast<double>(tile.range.high)));
    if (tile.firstNonFinite) said << tr("some are not finite");
    return said.isEmpty() ? title : QStringLiteral("%1: %2").arg(title, said.join(QStringLiteral(", ")));
}

const QImage& OverviewSheet::imageOf(HeadPlace place, const Thumbnail& thumbnail) {
    const double dpr = devicePixelRatioF();
    const QSize pixels = content_.layout.picture() * dpr;
    Made& made = made_[place];
    if (made.of != thumbnail || made.image.size() != pixels) {
        const Tile& tile = *thumbnail.tile;
        const MapArea area{QRectF(QPointF(0, 0), QSizeF(content_.layout.picture())),
                           wholeMap(tile.stageRows, tile.stageCols), dpr};
        made = {thumbnail, cellImageIfPossible(area, QRect(QPoint(0, 0), pixels), tile, thumbnail.look)};
        made.image.setDevicePixelRatio(dpr);
    }
    return made.image;
}

void OverviewSheet::paintItem(QPainter& painter, int item) {
    const Theme& theme = *content_.theme;
    const OverviewLayout& layout = content_.layout;
    const HeadPlace place = layout.placeOf(item);
    const bool isSelected = item == selectedItem();
    const double line = isSelected && hasFocus() ? 2.5 : isSelected ? 1.5 : 1;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(isSelected ? theme.accent : item == hovered_ ? theme.muted : theme.border, line));
    painter.setBrush(isSelected ? theme.accentSoft : theme.surface);
    const double inset = line / 2;
    painter.drawRoundedRect(QRectF(layout.card(item)).adjusted(inset, inset, -inset, -inset), kRadius, kRadius);
    painter.setFont(captionFont());
    painter.setPen(isSelected ? theme.accent : theme.muted);
    painter.drawText(layout.titleRect(item), Qt::AlignLeft | Qt::AlignVCenter,
                     tr("L%1 H%2").arg(placeText(place.layer), placeText(place.head)));
    painter.setRenderHint(QPainter::Antialiasing, false);
    const QRect picture = layout.pictureRect(item);
    const auto found = content_.pictures.find(place);
    if (found == content_.pictures.end() || !found->second.tile || found->second.tile->values.size() == 0)
        painter.fillRect(picture, theme.sunken);
    else
        painter.drawImage(picture.topLeft(), imageOf(place, found->second));
}

void OverviewSheet::paintEvent(QPaintEvent* event) {
    QPainter painter(this);
    for (const int item : content_.layout.within(event->rect())) paintItem(painter, item);
    painter.end();
    if (std::exchange(awaitsPaint_, false)) emit painted();
}

bool OverviewSheet::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const int item = content_.layout.itemAt(help->pos());
    if (item < 0)
        QToolTip::hideText();
    else
        QToolTip::showText(help->globalPos(), plainTip(tipOf(item)), this, content_.layout.card(item));
    return true;
}

void OverviewSheet::hover(int item) {
    if (item == hovered_) return;
    for (const int one : {std::exchange(hovered_, item), item})
        if (one >= 0 && one < content_.layout.count()) update(content_.layout.card(one));
    setCursor(item < 0 ? Qt::ArrowCursor : Qt::PointingHandCursor);
}

void OverviewSheet::pick(int item, bool opens) {
    if (item >= 0 && item < content_.layout.count()) emit picked(content_.layout.placeOf(item), opens);
}

void OverviewSheet::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return event->ignore();
    pressed_ = content_.layout.itemAt(event->position().toPoint());
}

void OverviewSheet::mouseMoveEvent(QMouseEvent* event) { hover(content_.layout.itemAt(event->position().toPoint())); }

void OverviewSheet::mouseReleaseEvent(QMouseEvent* event) {
    const int item = content_.layout.itemAt(event->position().toPoint());
    if (event->button() == Qt::LeftButton && item == std::exchange(pressed_, -1)) pick(item, true);
}

void OverviewSheet::leaveEvent(QEvent*) { hover(-1); }

void OverviewSheet::keyPressEvent(QKeyEvent* event) {
    const auto [layer, head] = content_.selected;
    const auto go = [this](HeadPlace place) { pick(content_.layout.itemOf(place), false); };
    if (event->modifiers() & ~Qt::KeypadModifier) return QWidget::keyPressEvent(event);
    switch (event->key()) {
    case Qt::Key_Left: return go({layer, head - 1});
    case Qt::Key_Right: return go({layer, head + 1});
    case Qt::Key_Up: return go({layer - 1, head});
    case Qt::Key_Down: return go({layer + 1, head});
    case Qt::Key_Home: return go({layer, 0});
    case Qt::Key_End: return go({layer, content_.layout.count()});
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space: return pick(selectedItem(), true);
    default: QWidget::keyPressEvent(event);
    }
}

void OverviewSheet::focusInEvent(QFocusEvent*) { update(); }
void OverviewSheet::focusOutEvent(QFocusEvent*) { update(); }

} // namespace headlight
