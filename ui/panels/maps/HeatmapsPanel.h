#pragma once

#include "panels/Panel.h"
#include "panels/maps/DisplayPopup.h"
#include "panels/maps/MapsContent.h"

class QLabel;
class QTimer;

namespace headlight {

class CompareMenu;
class HeatmapsGrid;
class MapSwitches;
struct MapPlace;
class MapsHeader;
class OverviewPanel;

/// The maps of all heads, with their header, or the overview.
class HeatmapsPanel : public Panel {
    Q_OBJECT

public:
    explicit HeatmapsPanel(Workbench& workbench, QWidget* parent = nullptr);
    void present(const ViewState&) override;
    void presentLight(const ViewState&) override;

    QAction& dragging(); ///< the menu of dragging weights, for the Edit menu
    void takeFocus();    ///< focuses the map of the selected head, or the table of all heads

    const HeatmapsGrid& grid() const { return *grid_; }

signals:
    void otherFileWanted();                              ///< the user wants to choose a file to compare with
    void exportWanted(headlight::Stage stage, int head); ///< the user wants to export one map
    void cellPressed();                                  ///< a cell was selected with the mouse

protected:
    bool event(QEvent*) override;
    void forgetWords() override { builder_ = {}; }

private:
    void connectGrid();
    bool presentHand(MapHand hand);               ///< true if a tool was taken up
    bool presentOverview(const ViewState& state); ///< true if it is shown
    void presentHeader(const ViewState& state);
    void ask(); ///< asks for the numbers of the visible maps
    void select(const MapPlace& place);

    MapsBuilder builder_;
    MapsHeader* header_;
    HeatmapsGrid* grid_;
    QLabel* message_;
    MapSwitches* switches_;
    CompareMenu* compare_;
    ShownMaps look_;                    ///< as last presented
    OverviewPanel* overview_ = nullptr; ///< null until it is first shown
    QTimer* asking_;
    // As last presented:
    int onlyHead_ = -1; ///< the head that is shown alone; -1: all are shown
    MapHand hand_ = MapHand::Pan;
    std::optional<Step> step_;
    bool isOverview_ = false;
    bool wantsMaps_ = false; ///< there are maps, if they can be computed
};

} // namespace headlight
