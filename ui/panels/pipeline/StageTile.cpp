#include "panels/pipeline/StageTile.h"

#include "panels/pipeline/paintSymbol.h"
#include "plot/CellImage.h"
#include "style/textSize.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScopedValueRollback>

#include <algorithm>
#include <utility>

namespace headlight {
namespace {

constexpr double kTileRadius = 6, kName = 8.5, kShape = 7.5;                        // px, pt, pt
constexpr int kTileSide = 6, kTightSide = 2, kNameSide = 4, kTop = 2, kBetween = 2; // px, inside

} // namespace

StageTile::StageTile(const QString& name, QWidget* parent) : QAbstractButton(parent), name_(name) {
    setText(name);
    setAccessibleName(name);
    setCheckable(true);
    setCursor(Qt::PointingHandCursor);
    setAttribute(Qt::WA_Hover);
    connect(this, &QAbstractButton::clicked, this, [this] { emit picked(isAdding_); });
}

void StageTile::present(const QString& shape, const QString& tip, bool isShown, const Theme& theme) {
    setChecked(isShown);
    setToolTip(tip);
    setAccessibleDescription(shape);
    if (shape == shape_ && theme_ == &theme) return;
    shape_ = shape;
    theme_ = &theme;
    update();
}

void StageTile::setPicture(const std::shared_ptr<const Tile>& tile, const MapLook& look) {
    if (tile == tile_ && look == look_) return;
    tile_ = tile;
    look_ = look;
    image_ = {};
    update();
}

void StageTile::setForm(Form form) {
    if (std::exchange(form_, form) != form) update();
}

QSize StageTile::sizeFor(Form form) const {
    const QFontMetrics name(textFont(kName)), shape(textFont(kShape));
    const int side = form == Form::Roomy ? kTileSide : kTightSide;
    const int nameWidth = symbolWidth(name_, textFont(kName)) + 2 * std::max(side, kNameSide); // within the frame
    if (form == Form::Folded) return {nameWidth + 2, name.height() + 2 * kTop};
    return {std::max(picture().width() + 2 * side, nameWidth), // whatever the shape is: no tile moves by a token
            name.height() + picture().height() + shape.height() + 2 * kTop + kBetween};
}

void StageTile::paintPicture(QPainter& painter, const QRect& place) {
    if (!tile_ || tile_->values.size() == 0) {
        painter.fillRect(place, theme_->sunken);
        return;
    }
    const double dpr = devicePixelRatioF();
    if (image_.isNull() || image_.devicePixelRatio() != dpr) {
        ++paints_;
        const MapArea area{QRectF(QPointF(0, 0), QSizeF(place.size())), wholeMap(tile_->stageRows, tile_->stageCols),
                           dpr};
        image_ = cellImageIfPossible(area, QRect(QPoint(0, 0), place.size() * dpr), *tile_, look_);
        image_.setDevicePixelRatio(dpr);
    }
    painter.drawImage(place.topLeft(), image_);
}

void StageTile::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF frame = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    if (isChecked() || underMouse() || hasFocus()) {
        painter.setPen(isChecked() || hasFocus() ? QPen(theme_->accent, hasFocus() ? 1.6 : 1) : QPen(Qt::NoPen));
        painter.setBrush(isChecked() ? theme_->accentSoft : theme_->sunken);
        painter.drawRoundedRect(frame, kTileRadius, kTileRadius);
    }
    const QFont nameFont = textFont(kName);
    const QFontMetrics metrics(nameFont);
    painter.setPen(theme_->text);
    const int nameLeft = (width() - symbolWidth(name_, nameFont)) / 2;
    paintSymbol(painter, QPoint(nameLeft, kTop + metrics.ascent()), name_, nameFont);
    if (form_ == Form::Folded) return;
    const QSize size = picture();
    const QRect place(QPoint((width() - size.width()) / 2, kTop + metrics.height() + 1), size);
    painter.setRenderHint(QPainter::Antialiasing, false);
    paintPicture(painter, place);
    const int shapeWidth = QFontMetrics(textFont(kShape)).horizontalAdvance(shape_);
    painter.setFont(textFont(kShape * std::min(1.0, (width() - 2.0) / std::max(1, shapeWidth))));
    painter.setPen(theme_->muted);
    painter.drawText(QRect(0, place.bottom() + 1 + kBetween / 2, width(), height() - place.bottom() - 1 - kBetween),
                     Qt::AlignHCenter | Qt::AlignTop, shape_);
}

void StageTile::mouseReleaseEvent(QMouseEvent* event) {
    const QScopedValueRollback adding(isAdding_, (event->modifiers() & Qt::ControlModifier) != 0);
    QAbstractButton::mouseReleaseEvent(event);
}

void StageTile::keyPressEvent(QKeyEvent* event) {
    const bool isPress = event->key() == Qt::Key_Space || event->key() == Qt::Key_Return ||
                         event->key() == Qt::Key_Enter;
    if (!isPress) return QAbstractButton::keyPressEvent(event);
    const QScopedValueRollback adding(isAdding_, (event->modifiers() & Qt::ControlModifier) != 0);
    if (!event->isAutoRepeat()) click();
}

} // namespace headlight
