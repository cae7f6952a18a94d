#pragma once

#include "paste/matrixFormats.h"
#include "plot/MapStage.h"

#include <QObject>
#include <QString>

class QMenu;
class QWidget;

namespace headlight {

class Workbench;

/// A cell of a map of the screen.
struct MapPlace {
    MapStage stage;
    int head = 0; ///< of the layer that is looked at
    Cell cell;
    std::optional<float> value{}; ///< of the cell, where it is known
};

/// What can be done with a map and its cell, at the pointer.
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
    QString failed_; ///< why the last copy did; over with the next one
};

} // namespace headlight
