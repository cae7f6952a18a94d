#pragma once

#include "paste/matrixFormats.h"
#include "plot/MapStage.h"

#include <QObject>
#include <QString>

class QMenu;

namespace headlight {

class Workbench;

/// A cell of a map on the screen.
struct MapPlace {
    MapStage stage;
    int head = 0; ///< in the shown layer
    Cell cell;
    std::optional<float> value{}; ///< the cell's number; nullopt: unknown
};

/// The actions for a map and a cell, in a menu at the pointer.
class MapMenu : public QObject {
    Q_OBJECT

public:
    explicit MapMenu(Workbench& workbench, QObject* parent = nullptr);

    void fill(QMenu& menu, const MapPlace& place);
    void copyNumber(const MapPlace& place);

signals:
    void enlarged(int head);
    void exportWanted(headlight::Stage stage, int head);

private:
    void copy(const MapPlace& place, const Region& region, const MatrixFormat& format = matrixFormats()[0],
              std::optional<int> decimals = {});

    Workbench& workbench_;
    QString failed_; ///< why the last copy failed; empty after one that worked
};

} // namespace headlight
