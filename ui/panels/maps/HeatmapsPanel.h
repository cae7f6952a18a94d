#pragma once

#include "panels/Panel.h"
#include "panels/maps/MapsContent.h"

#include <set>

class QLabel;
class QTimer;

namespace headlight {

class ColoursPopup;
class CompareMenu;
class HeatmapsGrid;
class MapMenu;
struct MapPlace;
class MapsHeader;
class OverviewPanel;

/// The maps of scores and weights, a column per head, with their switches.
class HeatmapsPanel : public Panel {
    Q_OBJECT

public:
    explicit HeatmapsPanel(Workbench& workbench, QWidget* parent = nullptr);
    void present(const ViewState&) override;
    void presentLight(const ViewState&) override;

    void takeFocus(); ///< the map of the selected head, or the table of all heads

    const HeatmapsGrid& grid() const { return *grid_; }

signals:
    void exportWanted(headlight::Stage stage, int head); ///< of this map alone

protected:
    void keyPressEvent(QKeyEvent*) override;
    bool event(QEvent*) override;
    void forgetWords() override { builder_ = {}; }

private:
    void connectGrid();
    bool presentHand(MapHand hand);               ///< whether a tool was taken up
    bool presentOverview(const ViewState& state); ///< whether it is shown
    void presentLit(const ViewState& state);
    void showColours();
    void presentColours(const ViewState& state);
    void ask(); ///< tells the workbench what is in sight
    void mapPainted(const QObject* view);
    void select(const MapPlace& place);
    void setEnlarged(bool on);

    MapsBuilder builder_;
    MapsHeader* header_;
    HeatmapsGrid* grid_;
    QLabel* message_;
    QAction* coloursAction_;
    CompareMenu* compare_;
    ColoursPopup* colours_ = nullptr; ///< until it is first wanted
    Range signed_, unsigned_;         ///< of the colours, as last presented
    MapMenu* menu_;
    OverviewPanel* overview_ = nullptr; ///< likewise
    QTimer* asking_;
    int onlyHead_ = -1;                        ///< as last presented: the one that is shown alone; -1: all are shown
    MapHand hand_ = MapHand::Pan;              ///< likewise
    std::vector<CellDemand> growing_;          ///< likewise, see GrowingContext
    std::optional<Step> step_;                 ///< likewise
    bool isOverview_ = false;                  ///< likewise
    bool wantsMaps_ = false;                   ///< likewise: there are some, if they can be computed
    std::shared_ptr<const Response> response_; ///< as last presented
    std::set<const QObject*> unpainted_;       ///< maps of that response that are not on the screen yet
};

} // namespace headlight
