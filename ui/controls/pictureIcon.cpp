#include "controls/pictureIcon.h"

#include <QIcon>
#include <QIconEngine>
#include <QPainter>
#include <QPixmap>

namespace headlight {
namespace {

class Picture : public QIconEngine {
public:
    explicit Picture(const QPixmap& picture) : picture_(picture) {}
    void paint(QPainter* painter, const QRect& place, QIcon::Mode, QIcon::State) override {
        painter->drawPixmap(place, picture_);
    }
    QPixmap pixmap(const QSize&, QIcon::Mode, QIcon::State) override { return picture_; }
    QIconEngine* clone() const override { return new Picture(*this); }

private:
    QPixmap picture_;
};

} // namespace

QIcon pictureIcon(const QPixmap& picture) { return QIcon(new Picture(picture)); }

} // namespace headlight
