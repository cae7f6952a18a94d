#pragma once

#include "panels/maps/OverviewLayout.h"
#include "plot/paintMap.h"

#include <QWidget>

#include <map>
#include <memory>

namespace headlight {

/// The weights of one head, as they are known.
struct Thumbnail {
    std::shared_ptr<const Tile> tile;
    MapLook look;
    friend bool operator==(const Thumbnail&, const Thumbnail&) = default;
};

struct OverviewContent {
    OverviewLayout layout;
    std::map<HeadPlace, Thumbnail> pictures; ///< of the others nothing is known yet
    HeadPlace selected;
    const Theme* theme = &lightTheme();
};

/// The small maps of all layers and heads, painted by one widget: of thousands only those in sight cost anything. One
/// stop for Tab; arrows pick the neighbour, Enter and a click ask for its maps.
class OverviewSheet : public QWidget {
    Q_OBJECT

public:
    explicit OverviewSheet(QWidget* parent = nullptr);

    void setContent(OverviewContent content); ///< repaints what changed
    const OverviewContent& content() const { return content_; }
    const OverviewLayout& layoutOfHeads() const { return content_.layout; }
    int selectedItem() const { return content_.layout.itemOf(content_.selected); }
    QString nameOf(int item) const; ///< "Layer 2, head 3: weights"
    QString tipOf(int item) const;  ///< with the largest one
    bool awaitsPaint() const { return awaitsPaint_ && isVisible(); }

signals:
    void picked(headlight::HeadPlace place, bool opens); ///< `opens`: its maps are to be seen
    void painted();                                      ///< new pictures are on the screen

protected:
    bool event(QEvent*) override;
    void paintEvent(QPaintEvent*) override;
    void mousePressEvent(QMouseEvent*) override;
    void mouseMoveEvent(QMouseEvent*) override;
    void mouseReleaseEvent(QMouseEvent*) override;
    void leaveEvent(QEvent*) override;
    void keyPressEvent(QKeyEvent*) override;
    void focusInEvent(QFocusEvent*) override;
    void focusOutEvent(QFocusEvent*) override;

private:
    /// A picture as it was made; made again when what it is of, its size or the screen's pixels differ.
    struct Made {
        Thumbnail of;
        QImage image;
    };
    void hover(int item);
    void pick(int item, bool opens);
    void paintItem(QPainter& painter, int item);
    const QImage& imageOf(HeadPlace place, const Thumbnail& thumbnail);

    OverviewContent content_;
    std::map<HeadPlace, Made> made_;
    int hovered_ = -1, pressed_ = -1;
    bool awaitsPaint_ = false;
};

} // namespace headlight
