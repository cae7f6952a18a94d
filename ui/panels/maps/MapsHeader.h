#pragma once

#include "document/ViewState.h"
#include "panels/maps/DisplayPopup.h"

#include <QWidget>

#include <map>
#include <set>

class QAction;
class QComboBox;
class QPushButton;
class QToolButton;

namespace headlight {

class CompareMenu;
class MapSwitches;
class StateButton;
class Workbench;

/// Returns which maps are shown: "scores, weights", "5 stages", "weights of head 2" or "overview".
QString shownWords(const ViewState& state);
/// Returns how they look: "4 decimals", "colours only, square root"; the curve only if it is bent.
QString displayWords(const MapOptions& options, const ShownMaps& shown);

/// The row above the maps: the layer, which maps are shown and how they look, each with its popup. Between these two
/// stand the switches that are of use at present and that fit; menus and keys have all of them.
class MapsHeader : public QWidget {
    Q_OBJECT

public:
    MapsHeader(Workbench& workbench, MapSwitches& switches, CompareMenu& compare);

    QAction& display() { return *display_; } ///< opens its popup
    void present(const ViewState& state, const ShownMaps& shown);

protected:
    void resizeEvent(QResizeEvent*) override;

private:
    void makeLayer();
    QFrame* makeCompared();
    QToolButton* addTool(QAction& action); ///< it can be hidden while a menu shows the action
    void fitTools();
    void openShow();
    void openDisplay();
    void presentCompared(const ViewState& state);
    void presentLayers(const ViewState& state);

    Workbench& workbench_;
    MapSwitches& switches_;
    QComboBox* layer_;
    StateButton *shown_, *look_;
    QAction* display_;
    QToolButton *mask_, *drag_, *with_;
    QWidget* compared_;
    QStringList texts_;                       ///< for which the tools were fitted
    std::set<QWidget*> wanted_;               ///< the tools that are of use at present, if they fit
    std::map<Compared, QPushButton*> states_; ///< the segments of compared_
    DisplayPopup* popup_ = nullptr;           ///< null until it is first opened
    ShownMaps last_;                          ///< as last presented
};

} // namespace headlight
