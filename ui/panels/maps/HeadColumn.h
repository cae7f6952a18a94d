#pragma once

#include "panels/maps/HeatmapsContent.h"
#include "panels/maps/HeatmapsLayout.h"

#include <QObject>

#include <optional>
#include <set>
#include <vector>

class QLabel;
class QToolButton;

namespace headlight {

class HeatmapView;
struct MapRequest;

/// The widgets of one head: its title, what is wrong, and its maps, of which each is made when it is first shown.
class HeadColumn : public QObject {
    Q_OBJECT

public:
    /// On the sheet. Gone, its widgets are hidden at once and deleted later: one of them may be at work.
    HeadColumn(int head, std::size_t stages, QWidget* sheet);
    ~HeadColumn() override;

    /// Where it stands: its place among those that are shown.
    void place(const HeatmapsLayout& layout, int at);
    void showTitle(const HeadMaps& maps, const HeatmapsLayout& layout, int at, bool canBeEnlarged);
    /// Of its problem, there being one, on `room` px.
    ProblemLine problemLineOf(const HeadMaps& maps, int room) const;
    /// `card`: where it is made; for one that is there, place() says where.
    HeatmapView* showMap(std::size_t stage, const QRect& card, const MapContent& content,
                         const std::optional<MapWindow>& zoom);
    void hideMap(std::size_t stage);
    void hide();

    HeatmapView* map(std::size_t stage) const { return stage < maps_.size() ? maps_[stage] : nullptr; } ///< or null
    const std::vector<HeatmapView*>& maps() const { return maps_; }
    bool isHovered() const; ///< the pointer rests on one of its maps

signals:
    void hovered(int stage, std::optional<headlight::Hover> cell);
    void clicked(int stage, headlight::Hover place);
    void zoomChanged(int stage, const std::optional<headlight::MapWindow>& window);
    void neighbourWanted(int stage, QPoint direction);
    void enlarged();
    void requested(int stage, const headlight::MapRequest& request);
    void painted(const QObject* map);

private:
    std::vector<QWidget*> widgets() const;
    HeatmapView* makeMap(int stage);
    void setTextShare(double share); ///< of its usual size
    void showCaption(const Caption& caption);
    void showProblem(const HeadMaps& maps, const QRect& rect, bool isTitled);
    QRect restBehind(const QString& title, const QRect& line) const;
    QString titleFor(const HeadMaps& maps, const QRect& line, int stage) const;

    QWidget* sheet_;
    QLabel *title_, *caption_, *problem_;
    QToolButton* enlarge_;
    std::vector<HeatmapView*> maps_; ///< of the stages; null: not made yet
};

} // namespace headlight
