#include "panels/pipeline/StageButton.h"

#include "controls/formula.h"
#include "controls/pictureIcon.h"
#include "plot/CellImage.h"
#include "style/Theme.h"

#include <QIcon>
#include <QPainter>

#include <algorithm>

namespace headlight {

constexpr double kName = 8.5, kShape = 7.5; // pt

StageButton::StageButton(const QString& name, QWidget* parent) : QToolButton(parent) {
    setObjectName("stage");
    setAccessibleName(name);
    setCheckable(true);
    setCursor(Qt::PointingHandCursor);
    connect(this, &QToolButton::toggled, this, &StageButton::updateIcon); // its shape has another colour
}

void StageButton::present(const QString& shape, const QString& tip, bool isShown) {
    setChecked(isShown);
    setToolTip(tip);
    const bool hasOtherShape = shape != accessibleDescription();
    setAccessibleDescription(shape);
    if (hasOtherShape && !tile_ && !isFolded_) updateIcon(); // else the shape is drawn with its picture
}

void StageButton::setPicture(const std::shared_ptr<const Tile>& tile, const MapLook& look) {
    if (tile == tile_ && look == look_) return;
    tile_ = tile;
    look_ = look;
    if (!isFolded_) updateIcon();
}

void StageButton::setFolded(bool folded) {
    isFolded_ = folded;
    updateIcon();
}

void StageButton::paintPicture(QPainter& painter, const QRect& place) const {
    if (!tile_ || tile_->values.size() == 0) return painter.fillRect(place, currentTheme().sunken);
    const double dpr = devicePixelRatioF();
    const MapArea area{QRectF(QPointF(0, 0), QSizeF(place.size())), wholeMap(tile_->stageRows, tile_->stageCols), dpr};
    QImage image = cellImageIfPossible(area, QRect(QPoint(0, 0), place.size() * dpr), *tile_, look_);
    image.setDevicePixelRatio(dpr);
    painter.drawImage(place.topLeft(), image);
}

void StageButton::updateIcon() {
    isFolded_ ? showFormula(*this, accessibleName(), currentTheme().text) : showPicture();
    if (const QSize hint = sizeHint(); hint != minimumSize()) // else Qt would lay out the row for every new icon
        setFixedSize(hint);
}

void StageButton::showPicture() {
    setText(accessibleName());
    const QFont nameFont = textFont(kName);
    const QFontMetrics nameMetrics(nameFont), shapeMetrics(textFont(kShape));
    const int nameWidth = drawFormula(nullptr, {}, text(), nameFont);
    const int width = std::max(picture().width(), nameWidth); // whatever the shape is
    const QRect place(QPoint((width - picture().width()) / 2, nameMetrics.height() + 1), picture());
    const QSize size(width, place.bottom() + 2 + shapeMetrics.height());
    QPixmap pixmap(size * devicePixelRatioF());
    pixmap.setDevicePixelRatio(devicePixelRatioF());
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setPen(currentTheme().text);
    drawFormula(&painter, QPoint((width - nameWidth) / 2, nameMetrics.ascent()), text(), nameFont);
    paintPicture(painter, place);
    const QString shape = accessibleDescription();
    const int shapeWidth = std::max(1, shapeMetrics.horizontalAdvance(shape));
    painter.setFont(textFont(kShape * std::min(1.0, double(width) / shapeWidth)));
    painter.setPen(isChecked() ? currentTheme().text : currentTheme().muted); // legible on both backgrounds
    painter.drawText(QRect(0, place.bottom() + 2, width, shapeMetrics.height()), Qt::AlignCenter, shape);
    setIcon(pictureIcon(pixmap));
    setIconSize(size);
}

} // namespace headlight
