#pragma once

#include "panels/maps/OverviewModel.h"

#include <QTableView>

namespace headlight {

/// Small maps of all layers and heads. Arrows go to the neighbour; a click, Enter or Space activates a head.
class OverviewTable : public QTableView {
    Q_OBJECT

public:
    explicit OverviewTable(QWidget* parent);

    OverviewModel& heads() const { return *model_; }
    /// Makes the pictures of maps of rows x cols as large as possible with all of them visible, within bounds.
    void fitPictures(int rows, int cols);
    QSize picture() const { return picture_; }
    std::vector<HeadPlace> inSight() const;
    void reportPaint() { awaitsPaint_ = true; } ///< emits painted() with the next paint event
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
