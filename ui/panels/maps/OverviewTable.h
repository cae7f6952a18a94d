#pragma once

#include "plot/paintMap.h"
#include "session/pairs.h"

#include <QAbstractTableModel>
#include <QImage>
#include <QTableView>

#include <map>
#include <memory>
#include <vector>

namespace headlight {

/// The weights of one head, as far as they are known.
struct Thumbnail {
    std::shared_ptr<const Tile> tile;
    MapLook look;
    mutable QImage image{}; ///< a cache of the last painting
};

/// The heads of all layers: a row is a layer, a column a head. The heads of a single layer fill several rows.
class OverviewModel : public QAbstractTableModel {
    Q_OBJECT

public:
    using QAbstractTableModel::QAbstractTableModel;

    void setHeads(std::vector<int> heads); ///< sets the number of heads of each layer
    void setPictures(std::map<HeadPlace, Thumbnail> pictures);
    void forgetNames();                                  ///< must be called after heads are counted differently
    bool hasLayers() const { return heads_.size() > 1; } ///< several
    int mostHeads() const;                               ///< in a layer
    void wrap(int columns);                              ///< if it has a single layer
    HeadPlace placeOf(const QModelIndex& index) const;   ///< a layer of -1: none
    const Thumbnail* pictureOf(HeadPlace place) const;   ///< null: not known yet
    QModelIndex nearest(HeadPlace place) const;          ///< the index of the nearest head that exists

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString tipOf(HeadPlace place) const; ///< includes the largest weight

    std::vector<int> heads_;
    int columns_ = 1; ///< of a single layer
    std::map<HeadPlace, Thumbnail> pictures_;
};

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

protected:
    QModelIndex moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers) override;
    void keyPressEvent(QKeyEvent*) override;

private:
    OverviewModel* model_;
    QSize picture_;
};

} // namespace headlight
