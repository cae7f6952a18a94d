#pragma once

#include "panels/HeatmapsContent.h"
#include "panels/HeatmapsLayout.h"

#include <QWidget>

#include <map>
#include <set>

class QLabel;
class QScrollArea;
class QToolButton;

namespace headlight {

class ColorScale;
class HeatmapView;
class Turns;

/// The maps of all heads in their places, with the shared scales. Makes a head's widgets when it first comes into
/// sight, so that 64 heads cost what is seen. A widget that is shown, hidden or moved under the pointer makes Qt send
/// events to others, and they may ask for a change: so what Qt asks of the grid is a turn, as presenting is.
class HeatmapsGrid : public QWidget {
    Q_OBJECT

public:
    explicit HeatmapsGrid(Turns& turns, QWidget* parent = nullptr);

    void setContent(MapsContent content); ///< within a turn
    void setHover(std::optional<Hover> hover);
    void setZoom(std::optional<MapWindow> zoom);

    /// What has to be asked of the engine for the maps in sight; for the others, where it is cheap, one pixel, which
    /// brings their range for the shared scale.
    std::vector<MapDemand> demands() const;
    /// Maps in sight that have new cells to paint.
    std::set<const QObject*> awaitingPaint() const;
    HeatmapView* view(int head, int stage) const; ///< null: not made yet
    int focusedStage() const;                     ///< of the map that has the focus; 0 if none has
    void focusMap(int head, int stage);           ///< and brings it into sight

signals:
    void hovered(std::optional<headlight::Hover> cell);
    void clicked(int head, headlight::Hover cell);
    void enlarged(int head);
    void zoomChanged(std::optional<headlight::MapWindow> zoom);
    void painted(const QObject* view);
    void demandsChanged();

protected:
    void resizeEvent(QResizeEvent*) override;
    bool event(QEvent*) override;

private:
    struct HeadWidgets {
        QLabel* title;
        QLabel* problem;
        QToolButton* enlarge;
        HeatmapView* maps[2];
    };
    void dropWidgets();
    MapsRoom bareRoom(int& ownScale) const;
    void relayout();
    void showMaps(); ///< in sight: made, in place, with their content
    void placeScales();
    HeadWidgets makeWidgets(int head);
    void place(HeadWidgets& widgets, int at);
    bool isInSight(int at) const;
    MapContent finished(const MapContent& content) const;

    Turns& turns_;
    MapsContent content_; ///< replaced in setContent alone
    MapsRoom room_;
    MapAxes laidOut_;  ///< whose labels the margins are made for
    int ownScale_ = 0; ///< px, of the scales within the maps
    HeatmapsLayout layout_;
    std::map<int, HeadWidgets> widgets_; ///< by head
    std::optional<Hover> hover_;
    std::optional<MapWindow> zoom_;
    QScrollArea* scroll_;
    QWidget* sheet_;
    ColorScale* scales_[2];
};

} // namespace headlight
