#include "TextActions.h"

#include "Settings.h"
#include "controls/menuEntries.h"
#include "document/Workbench.h"
#include "panels.h"
#include "panels/inspector/InspectorPanel.h"
#include "panels/maps/HeatmapsGrid.h"
#include "panels/maps/HeatmapsPanel.h"
#include "panels/parameters/ParametersPanel.h"
#include "plot/HeatmapView.h"
#include "style/textSize.h"

#include <QAction>
#include <QApplication>
#include <QMainWindow>
#include <QMenu>
#include <QSplitter>
#include <QToolTip>

#include <algorithm>
#include <array>
#include <utility>

namespace headlight {
namespace {

constexpr std::array kPercents{80, 90, 100, 110, 125, 150, 175, 200};

/// Returns the next number of the list above or below `percent`, which need not be in the list.
int percentAfter(int percent, int step) {
    const auto above = std::ranges::upper_bound(kPercents, percent),
               notBelow = std::ranges::lower_bound(kPercents, percent);
    if (step > 0) return above == kPercents.end() ? kPercents.back() : *above;
    return notBelow == kPercents.begin() ? kPercents.front() : *(notBelow - 1);
}

/// Returns the place of the selected cell in the window, in the map with the focus; null: it is not shown.
QRect selectedCell(const HeatmapsGrid& grid, int head) {
    const HeatmapView* map = grid.view(head, grid.focusedStage());
    if (!map) map = grid.view(0, grid.focusedStage()); // the stage has no heads
    const auto cell = map ? map->content().selected() : std::nullopt;
    if (!cell) return {};
    return map->area()
        .cells(cell->query, cell->key, 1, 1)
        .toAlignedRect()
        .translated(map->mapTo(map->window(), QPoint()));
}

} // namespace

TextActions::TextActions(Workbench& workbench, Settings& settings, const Panels& panels, QMainWindow& window)
    : QObject(&window), workbench_(workbench), settings_(settings), panels_(panels), window_(window) {
    for (QWidget* one : std::initializer_list<QWidget*>{panels.columns, panels.inspector})
        one->installEventFilter(this);
}

void TextActions::fill(QMenu& menu) {
    QMenu* sizes = menu.addMenu(tr("Te&xt size"));
    sizes->setAccessibleName(tr("Text size"));
    const auto add = [&](const QString& text, const QList<QKeySequence>& keys, int step) {
        sizes->addAction(text, this, [this, step] { resize(step); })->setShortcuts(keys);
    };
    // "+" needs Shift on many keyboards, so that its key without Shift works, too.
    add(tr("&Larger text"), {QKeySequence(Qt::CTRL | Qt::Key_Plus), QKeySequence(Qt::CTRL | Qt::Key_Equal)}, 1);
    add(tr("&Smaller text"), {QKeySequence(Qt::CTRL | Qt::Key_Minus)}, -1);
    add(tr("&Default size"), {QKeySequence(Qt::CTRL | Qt::Key_0)}, 0);
    present_ = addEntry(menu, tr("P&resentation"), Qt::Key_F5,
                        tr("Full screen with larger text, for a projector; press F5 or Esc to exit"), this,
                        &TextActions::setPresenting);
    present_->setCheckable(true);
}

void TextActions::resize(int step) {
    const int now = percent();
    settings_.setTextPercent(isPresenting(),
                             step == 0 ? Settings::usualTextPercent(isPresenting()) : percentAfter(now, step));
    applySize();
    emit resized();
    workbench_.messages().tell(tr("Text size: %1 %").arg(percent()));
}

/// Text is never smaller in a presentation than without it.
int TextActions::percent() const {
    const int own = settings_.textPercent(false);
    return isPresenting() ? std::max(own, settings_.textPercent(true)) : own;
}

void TextActions::applySize() { applyTextSize(*qApp, *workbench_.state().theme, percent() / 100.0, window_.screen()); }

void TextActions::setWidths(QList<int> widths) {
    for (int i = 0; i < widths.size(); ++i)
        if (widths[i] == 0)
            widths[i] = panels_.columns->sizes().at(i); // a panel that was hidden keeps its present width
    panels_.columns->setSizes(widths);
}

TextActions::Arrangement TextActions::arrangement() const {
    return before_ ? before_->arrangement : Arrangement{window_.saveGeometry(), panels_.columns->sizes()};
}

void TextActions::setPresenting(bool on) {
    present_->setChecked(on);
    if (on == isPresenting()) return;
    QToolTip::hideText(); // it would stay where the control was
    if (!on) {
        const Before before = *std::exchange(before_, std::nullopt);
        panels_.placeInspector(false);
        for (std::size_t i = 0; i < panels_.optional.size(); ++i)
            panels_.optional[i].panel->setVisible(!before.isHidden[i]);
        settings_.setHiddenPanels(before.hiddenNames);
        window_.setWindowState(before.window);
        workbench_.set(&ViewState::isPresenting, false);
        emit presentingChanged(false);
        applySize();
        // Only if it was moved, since a restored panel keeps at least the width that this text needs, also for smaller.
        if (panels_.columns->saveState() != before.panels) panels_.columns->restoreState(before.panels);
        workbench_.messages().tell({});
        return;
    }
    Before before{arrangement(), panels_.columns->saveState(), window_.windowState(), {}, settings_.hiddenPanels()};
    for (const Panels::Optional& one : panels_.optional) before.isHidden.push_back(one.panel->isHidden());
    before_ = before;
    panels_.parameters->hide();
    panels_.placeInspector(true);
    window_.setWindowState(window_.windowState() | Qt::WindowFullScreen);
    workbench_.set(&ViewState::isPresenting, true);
    emit presentingChanged(true);
    applySize();
    workbench_.messages().tell(tr("Presentation mode, press Esc to exit"));
}

void TextActions::showInspector() {
    if (isPresenting()) panels_.inspector->show();
}

/// It moves no map, and goes to the other side only if it covers the selected cell.
void TextActions::placeInspector() {
    QWidget& inspector = *panels_.inspector;
    if (!isPresenting() || inspector.isHidden()) return;
    const QRect space = panels_.columns->geometry();
    const int width = std::max(inspector.minimumWidth(), before_->arrangement.widths.back());
    const QRect left(space.left(), space.top(), width, space.height());
    const QRect right = left.translated(space.width() - width, 0);
    const QRect cell = selectedCell(panels_.maps->grid(), workbench_.state().view.head)
                           .translated(-inspector.parentWidget()->mapTo(&window_, QPoint()));
    const bool isAtLeft = inspector.x() == left.x();
    const bool isInTheWay = (isAtLeft ? left : right).intersects(cell);
    inspector.setGeometry(isAtLeft == isInTheWay ? right : left);
    inspector.raise();
}

bool TextActions::eventFilter(QObject* watched, QEvent* event) {
    const QEvent::Type type = event->type();
    if (type == QEvent::Resize || type == QEvent::Move || type == QEvent::Show)
        if (watched == panels_.columns || type == QEvent::Show) placeInspector();
    return false;
}

} // namespace headlight
