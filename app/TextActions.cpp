#include "TextActions.h"

#include "Settings.h"
#include "controls/menuEntries.h"
#include "document/Workbench.h"
#include "panels.h"
#include "panels/inspector/InspectorPanel.h"
#include "panels/parameters/ParametersPanel.h"
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

} // namespace

TextActions::TextActions(Workbench& workbench, Settings& settings, const Panels& panels, QMainWindow& window)
    : QObject(&window), workbench_(workbench), settings_(settings), panels_(panels), window_(window) {}

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
    panels_.inspector->hide();
    window_.setWindowState(window_.windowState() | Qt::WindowFullScreen);
    workbench_.set(&ViewState::isPresenting, true);
    emit presentingChanged(true);
    applySize();
    workbench_.messages().tell(tr("Presentation mode, press Esc to exit"));
}

void TextActions::showInspector() {
    if (isPresenting()) panels_.inspector->show();
}

} // namespace headlight
