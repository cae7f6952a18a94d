#pragma once

#include "panels/maps/OverviewModel.h"

#include <QTableView>

namespace headlight {

/// Small maps of all layers and heads. Arrows go to the neighbour; a click, Enter and Space activate a head.
class OverviewTable : public QTableView {
    Q_OBJECT

public:
    explicit OverviewTable(QWidget* parent);

    OverviewModel& heads() const { return *model_; }
    /// Makes pictures of a map of that many cells as large as lets all be seen, within bounds.
    void fitPictures(int rows, int cols);
    QSize picture() const { return picture_; }
    std::vector<HeadPlace> inSight() const;
    void reportPaint() { awaitsPaint_ = true; } ///< when it is next painted
    bool awaitsPaint() const { return awaitsPaint_ && isVisible(); }

signals:
    void painted();

protected:
    QModelIndex moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers) override;
    void keyPressEvent(QKeyEvent*) override;
    void paintEvent(QPaintEvent*) override;

private:
    OverviewModel* model_;
    QSize picture_;
    bool awaitsPaint_ = false;
};

} // namespace headlight
