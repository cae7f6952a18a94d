#pragma once

#include "panels/maps/MapsContent.h"
#include "panels/maps/neighbourMap.h"
#include "plot/HeatmapsLayout.h"

#include <QWidget>

#include <map>
#include <memory>
#include <set>
#include <vector>

class QScrollArea;

namespace headlight {

class HeatmapView;
class MapScales;
class MapTool;
struct MapRequest;
class CallQueue;

/// The maps of all heads in their places, with the shared scales. Makes a map when it first comes into sight, so that
/// 64 heads cost what is seen. A widget that is shown, hidden or moved under the pointer makes Qt send events to
/// others, and they may ask for a change: so what Qt asks of the grid is a queued call, as presenting is.
/// For Tab all maps are one stop: arrows move the selected cell, Ctrl + arrows go to the next map.
class HeatmapsGrid : public QWidget {
    Q_OBJECT

public:
    explicit HeatmapsGrid(CallQueue& calls, QWidget* parent = nullptr);
    ~HeatmapsGrid() override;

    void setContent(MapsContent content);                                              ///< within a call of the queue
    void setLit(const std::vector<Address>& lit, const std::vector<Address>& inOther); ///< in maps of the other state
    void setTool(std::unique_ptr<MapTool> tool); ///< before the content that it serves; null: the button pans

    /// What has to be asked of the engine for the maps in sight; for the others, where it is cheap, one pixel, which
    /// brings their range for the shared scale.
    std::vector<MapDemand> demands() const;
    int fewestDecimals() const; ///< of the numbers of the shown stages; -1: some have none
    /// Maps in sight that have new cells to paint.
    std::set<const QObject*> awaitingPaint() const;
    bool marksChanges() const;                    ///< corners of cells say that the last step changed them
    HeatmapView* view(int head, int stage) const; ///< null: not made yet
    int focusedStage() const;                     ///< of the map that has the focus; 0 if none has
    void focusMap(int head, int stage);           ///< and brings it into sight

signals:
    void hovered(const std::vector<headlight::CellRef>& cell, headlight::Compared of); ///< one; or none
    void clicked(int head, const headlight::MapStage& stage, headlight::Cell place);
    void enlarged(int head);
    void requested(int head, const headlight::MapStage& stage, const headlight::MapRequest& request);
    void zoomChanged(const std::map<headlight::Side, headlight::SideSpan>& zoom);
    void painted(const QObject* view);
    void demandsChanged();

protected:
    void resizeEvent(QResizeEvent*) override;
    bool event(QEvent*) override;
    bool eventFilter(QObject*, QEvent*) override; ///< of what the sheet is seen through
    void focusInEvent(QFocusEvent*) override;
    bool focusNextPrevChild(bool next) override;

private:
    /// Gone, it is hidden at once and deleted later: it may be at work.
    struct Discard {
        void operator()(HeatmapView* view) const;
    };
    using Views = std::map<std::pair<int, int>, std::unique_ptr<HeatmapView, Discard>>; ///< by head and stage

    void dropViews(bool all);
    void relayout();
    void followSight(); ///< another part of the sheet is seen
    void showMaps();    ///< in sight: made, in place, with their content
    void showMap(int at, int stage);
    void updateFormats();
    std::optional<Cell> litOf(int head, int stage) const;
    CellRef cellOf(int head, int stage, const Cell& cell) const;
    HeatmapView& makeView(int head, int stage);
    std::optional<MapSpot> focused() const;
    void focusSelected(Qt::FocusReason reason);
    void toNeighbour(int head, int stage, QPoint direction);
    void bringIntoSight(int head, int stage);
    void followSelection();
    std::optional<int> placeOf(int head) const;
    bool isInSight(int at) const;
    std::vector<int> inSight() const; ///< places
    int stages() const { return static_cast<int>(content_.stages.size()); }
    const MapStage& stageAt(int stage) const { return content_.stages[static_cast<std::size_t>(stage)]; }

    CallQueue& calls_;
    MapsContent content_; ///< replaced in setContent alone
    MapsRoom room_;       ///< as last laid out
    HeatmapsLayout layout_;
    std::unique_ptr<MapTool> tool_; ///< outlives the maps
    Views views_;
    std::vector<MapArea> areas_;      ///< of the stages, from the corner of a map's room
    std::vector<CellFormat> formats_; ///< likewise
    std::vector<Address> lit_, litInOther_;
    int selectedHead_ = -1; ///< as last presented
    int lastStage_ = 0;     ///< of the map that had the keyboard last
    QScrollArea* scroll_;
    QWidget* sheet_;
    std::unique_ptr<MapScales> scales_;
};

} // namespace headlight
