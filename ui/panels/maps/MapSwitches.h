#pragma once

#include "attention/stages.h"
#include "document/ViewState.h"

#include <QObject>

#include <map>
#include <utility>
#include <vector>

class QAction;
class QMenu;
class QWidget;

namespace headlight {

class Workbench;
struct MapAction;

/// The switches of which maps are shown, and of dragging weights: one QAction each. Menus, the tool row and its popup
/// all have these.
class MapSwitches : public QObject {
    Q_OBJECT

public:
    MapSwitches(Workbench& workbench, QWidget& panel);

    QMenu& show() { return *show_; } ///< common sets, stages and heads
    QMenu& drag() { return *drag_; } ///< dragging, and what it may change
    QAction& of(const MapAction& action) { return *switches_.at(&action); }
    void present(const ViewState& state);

private:
    QMenu* addMenu(QWidget& panel, const QString& text, const QString& name, const QString& tip);
    template <class Turn>
    QAction* add(const QString& text, Turn turn);
    QAction* addSwitch(const MapAction& action);
    void addShow();
    void addDrag();
    void presentDrag(const ViewState& state);

    Workbench& workbench_;
    QMenu *show_, *drag_;
    std::map<Stage, QAction*> stages_;
    std::map<const MapAction*, QAction*> switches_;
    std::vector<std::pair<bool PullFreedom::*, QAction*>> freedoms_;
};

} // namespace headlight
