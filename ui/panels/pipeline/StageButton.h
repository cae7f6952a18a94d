#pragma once

#include "plot/paintMap.h"

#include <QToolButton>

#include <memory>

namespace headlight {

/// A stage of the pipeline: its name, a small live picture and its shape; folded, only its name. It is checked if its
/// map is shown.
class StageButton : public QToolButton {
    Q_OBJECT

public:
    static QSize picture() { return {45, 27}; } ///< px

    StageButton(const QString& name, QWidget* parent);

    void present(const QString& shape, const QString& tip, bool isShown);
    void setPicture(const std::shared_ptr<const Tile>& tile, const MapLook& look); ///< null: none yet
    void setFolded(bool folded);
    void updateIcon(); ///< uses the current fonts
    const std::shared_ptr<const Tile>& tile() const { return tile_; }

private:
    void showPicture();
    void paintPicture(QPainter& painter, const QRect& place) const;

    std::shared_ptr<const Tile> tile_;
    MapLook look_;
    bool isFolded_ = false;
};

} // namespace headlight
