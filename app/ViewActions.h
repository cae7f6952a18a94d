#pragma once

#include "attention/stages.h"
#include "document/Presenter.h"

#include <QObject>

#include <map>
#include <vector>

class QAction;
class QMenu;
class QWidget;

namespace headlight {

struct MapAction;
class Panel;
class Settings;
class Workbench;

/// View: what the maps show, which panels there are, light or dark.
class ViewActions : public QObject, public Presenter {
    Q_OBJECT

public:
    /// `panels`: those of panelList().
    ViewActions(Workbench&, Settings&, const std::vector<Panel*>& panels, QWidget* window);

    void fill(QMenu&);
    void present(const ViewState&) override; ///< the check marks

private:
    void addPanels(QMenu&);
    void addTheme(QMenu&);

    Workbench& workbench_;
    Settings& settings_;
    std::vector<Panel*> panels_;
    QWidget* window_;
    std::map<Stage, QAction*> stages_;
    std::map<const MapAction*, QAction*> maps_;
    QAction* dark_ = nullptr;
};

} // namespace headlight
