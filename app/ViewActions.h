#pragma once

#include "document/ViewState.h"

#include <QObject>

#include <map>

class QAction;
class QMenu;
class QWidget;

namespace headlight {

struct Panels;
class Settings;
struct Theme;
class Workbench;

/// The menus View (the panels, what they show, and the theme) and Go (steps, heads, layers and a cell).
class ViewActions : public QObject, public Presenter {
    Q_OBJECT

public:
    ViewActions(Workbench&, Settings&, const Panels&, QWidget* window);

    void fill(QMenu&);
    void fillGo(QMenu&);
    void hidePanels();                       ///< hides the panels that Settings::hiddenPanels() names
    void present(const ViewState&) override; ///< updates the check marks

private:
    void addSteps(QMenu&);
    void addHeads(QMenu&); ///< adds the entries for heads and layers
    void addConventions(QMenu&);
    void addPanels(QMenu&);
    void addTheme(QMenu&);

    Workbench& workbench_;
    Settings& settings_;
    const Panels& panels_;
    QWidget* window_;
    QAction* ids_ = nullptr;
    std::map<const Theme*, QAction*> themes_;
};

} // namespace headlight
