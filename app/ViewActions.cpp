#include "ViewActions.h"

#include "Settings.h"
#include "document/Workbench.h"
#include "panels/Panel.h"

#include <QAction>
#include <QApplication>
#include <QMainWindow>
#include <QMenu>

namespace headlight {

ViewActions::ViewActions(Workbench& workbench, Settings& settings, const std::vector<Panel*>& panels, QWidget* window)
    : QObject(window), workbench_(workbench), settings_(settings), panels_(panels), window_(window) {}

void ViewActions::fill(QMenu& menu) {
    menu.setToolTipsVisible(true);
    const auto toggle = [&](const QString& text, const QString& tip, auto change) {
        QAction* action = menu.addAction(text);
        action->setCheckable(true);
        action->setToolTip(tip);
        connect(action, &QAction::triggered, this, [this, change](bool on) {
            MapOptions options = workbench_.state().maps;
            change(options, on);
            workbench_.setMapOptions(options);
        });
        return action;
    };
    scaled_ = toggle(tr("&Scaled scores"), tr("Show the scores after scale and temperature above the weights"),
                     [](MapOptions& o, bool on) { o.showScoresAs(on ? Stage::Scaled : Stage::Scores); });
    perHead_ = toggle(tr("One scale per &head"), tr("Let every head use its own range of colours"),
                      [](MapOptions& o, bool on) { o.scalePerHead = on; });
    numbers_ = toggle(tr("&Numbers in cells"), tr("Write the values into the cells where they fit"),
                      [](MapOptions& o, bool on) { o.numbers = on; });
    large_ = toggle(tr("One head &large"), tr("Show only the selected head"),
                    [this](MapOptions& o, bool on) { o.largeHead = on ? workbench_.state().view.head : -1; });
    large_->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_L));
    menu.addSeparator();
    addPanels(menu);
    menu.addSeparator();
    addTheme(menu);
    QAction* full = menu.addAction(tr("&Full screen"));
    full->setShortcut(QKeySequence(Qt::Key_F11));
    full->setCheckable(true);
    connect(full, &QAction::triggered, window_,
            [this](bool on) { on ? window_->showFullScreen() : window_->showNormal(); });
}

void ViewActions::addPanels(QMenu& menu) {
    for (Panel* panel : panels_) {
        if (!panel->property("optionalPanel").toBool()) continue;
        QAction* action = menu.addAction(panel->property("panelName").toString());
        action->setCheckable(true);
        action->setChecked(true);
        action->setToolTip(tr("Show or hide this panel"));
        connect(action, &QAction::triggered, panel, &QWidget::setVisible);
    }
}

void ViewActions::addTheme(QMenu& menu) {
    dark_ = menu.addAction(tr("&Dark theme"));
    dark_->setCheckable(true);
    dark_->setToolTip(tr("Light figures on a dark ground"));
    connect(dark_, &QAction::triggered, this, [this](bool on) {
        const Theme& theme = on ? darkTheme() : lightTheme();
        applyTheme(*qApp, theme);
        workbench_.setTheme(theme);
        settings_.setTheme(theme.id);
    });
}

void ViewActions::present(const ViewState& state) {
    scaled_->setChecked(state.maps.shows(Stage::Scaled));
    perHead_->setChecked(state.maps.scalePerHead);
    numbers_->setChecked(state.maps.numbers);
    large_->setChecked(state.maps.largeHead >= 0);
    dark_->setChecked(state.theme->dark);
}

} // namespace headlight
