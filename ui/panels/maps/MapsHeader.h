#pragma once

#include "document/ViewState.h"

#include <QToolBar>

#include <map>
#include <utility>
#include <vector>

class QComboBox;
class QFrame;
class QPushButton;
class QToolButton;

namespace headlight {

class CompareMenu;
class Workbench;
struct MapAction;

/// The switches above the maps, in one line. Its extension button offers those that do not fit.
class MapsHeader : public QToolBar {
    Q_OBJECT

public:
    /// `compare`: shown while the maps are compared.
    MapsHeader(Workbench& workbench, QAction& colours, CompareMenu& compare);

    void present(const ViewState& state);
    void showWhetherNumbersFit(bool doFit); ///< true: the cells are large enough for them

private:
    QToolButton* add(QAction* action); ///< returns its button
    QAction* addSwitch(const MapAction& action);
    QAction* addLayers();
    QAction* addScores();
    QAction* addPresets();
    QAction* addPull();
    void presentPull(const ViewState& state);
    QAction* addCompared();
    void presentCompared(const ViewState& state);
    void nameExtension();
    void presentLayers(const ViewState& state);

    Workbench& workbench_;
    QComboBox* layer_;
    QFrame* scores_;
    std::map<Stage, QPushButton*> stages_; ///< the segments of scores_
    std::map<Compared, QPushButton*> compared_;
    std::vector<QAction*> comparing_; ///< visible while the maps are compared
    QAction *layers_, *overview_, *scoresAction_, *presets_, *mask_, *comparedAction_, *pull_;
    std::map<const MapAction*, QAction*> switches_;
    bool doNumbersFit_ = true;
    std::vector<std::pair<bool PullFreedom::*, QAction*>> pulls_; ///< the choices of its menu
};

} // namespace headlight
