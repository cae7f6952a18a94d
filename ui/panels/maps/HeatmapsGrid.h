#pragma once

#include "panels/maps/MapsContent.h"
#include "plot/HeatmapsLayout.h"

#include <QWidget>

#include <map>
#include <memory>
#include <vector>

class QScrollArea;

namespace headlight {

class HeatmapView;
class MapScales;
class MapTool;
struct MapRequest;
class CallQueue;

struct MapSpot {
    int head, stage;
};

/// The maps of all heads in their places, with the shared scales. A map is made when it is first visible, so that 64
/// heads cost only what is seen. Showing, hiding or moving a widget under the pointer makes Qt send events to others,
/// which may ask for a change; so the grid handles Qt's events in queued calls, as presenting is. All maps are one stop
/// of Tab: arrows move the selected cell, Ctrl + arrows go to the next map.
class HeatmapsGrid : public QWidget {
    Q_OBJECT

public:
    explicit HeatmapsGrid(CallQueue& calls, QWidget* parent = nullptr);
    ~HeatmapsGrid() override;

    void setContent(MapsContent content); ///< must be called within a call of calls_
    /// `inOther`: lit in the maps of the state compared with.
    void setLit(const std::vector<Address>& lit, const std::vector<Address>& inOther);
    /// Must be called before setContent() with the content that the tool serves. Null: the mouse button pans.
    void setTool(std::unique_ptr<MapTool> tool);

    /// Returns the demands for the visible maps; if that is cheap, also one pixel of each of the others, which brings
    /// its range for the shared scale.
    std::vector<MapDemand> demands() const;
    std::pair<int, int> decimals() const; ///< returns the fewest and the most of the shown stages; -1: no numbers
    bool marksChanges() const;            ///< corners mark cells that the last step changed
    HeatmapView* view(int head, int stage) const; ///< null: not made yet
    int focusedStage() const;                     ///< stage of the map with the focus; 0: none has it
    void focusMap(int head, int stage);           ///< focuses the map and scrolls to it

signals:
    void hovered(const std::vector<headlight::CellRef>& cell, headlight::Compared of); ///< one cell or none
    void clicked(int head, const headlight::MapStage& stage, headlight::Cell place);
    void cellPressed();
    void enlarged(int head);
    void requested(int head, const headlight::MapStage& stage, const headlight::MapRequest& request);
    void zoomChanged(const std::map<headlight::Side, headlight::SideSpan>& zoom);
    void mapsPlaced(); ///< anew, maybe with other demands

protected:
    bool eventFilter(QObject*, QEvent*) override; ///< watches itself and the viewport
    void focusInEvent(QFocusEvent*) override;
    bool focusNextPrevChild(bool next) override;

private:
    /// Hides a map at once and deletes it later, since one of its functions may be running.
    struct Discard {
        void operator()(HeatmapView* view) const;
    };
    using Views = std::map<std::pair<int, int>, std::unique_ptr<HeatmapView, Discard>>; ///< by head and stage

    void dropViews(bool all);
    void relayout();
    void followSight(); ///< lays out in a call, after scrolling or resizing
    void showMaps();    ///< makes, places and fills the visible maps
    void showMap(int at, int stage);
    void updateFormats();
    std::optional<Cell> litOf(int head, int stage) const;
    HeatmapView& makeView(int head, int stage);
    std::optional<MapSpot> focused() const;
    void focusSelected(Qt::FocusReason reason);
    void toNeighbour(int head, int stage, QPoint direction);
    void bringIntoSight(int head, int stage);
    void followSelection();
    bool isInSight(int at) const;
    std::vector<int> inSight() const; ///< the places of the visible heads
    int stages() const { return static_cast<int>(content_.stages.size()); }
    const MapStage& stageAt(int stage) const { return content_.stages[static_cast<std::size_t>(stage)]; }

    CallQueue& calls_;
    MapsContent content_; ///< replaced only in setContent()
    MapsSpace space_;     ///< as last laid out
    HeatmapsLayout layout_;
    double textSize_ = 0;           ///< of the maps; 0: the window's
    std::unique_ptr<MapTool> tool_; ///< outlives the maps
    Views views_;
    std::vector<MapArea> areas_;      ///< one for each stage, from the corner of a map's space
    std::vector<CellFormat> formats_; ///< one for each stage
    std::vector<Address> lit_, litInOther_;
    int selectedHead_ = -1; ///< as last presented
    int lastStage_ = 0;     ///< stage of the last map that had the focus
    QScrollArea* scroll_;
    QWidget* sheet_;
    std::unique_ptr<MapScales> scales_;
};

} // namespace headlight
