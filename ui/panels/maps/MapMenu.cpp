#include "panels/maps/MapMenu.h"

#include "document/Workbench.h"
#include "document/mapText.h"
#include "words/tokenText.h"

#include <QApplication>
#include <QClipboard>
#include <QMenu>

namespace headlight {
namespace {

QString tokenOf(const std::shared_ptr<const TokenLabels>& labels, int place) {
    constexpr int kMost = 16;
    return elided(labels->texts[static_cast<std::size_t>(place)], kMost);
}

} // namespace

MapMenu::MapMenu(Workbench& workbench, QObject* parent) : QObject(parent), workbench_(workbench) {}

void MapMenu::fill(QMenu& menu, const MapPlace& place) {
    const auto add = [&](const QString& text, auto act) {
        connect(menu.addAction(text), &QAction::triggered, this, act);
    };
    const auto& [stage, head, cell] = place;
    add(tr("&Copy number"), [this, place] { copyNumber(place); });
    add(tr("Copy &row"), [=, this] { copy(place, {cell.query, 0, 1, stage.cols()}); });
    add(tr("Copy &map"), [=, this] { copy(place, {0, 0, stage.rows(), stage.cols()}); });
    menu.addSeparator();
    const View& view = workbench_.state().view;
    if (stage.info().isMap() && !workbench_.state().session.source)
        add(tr("Make \u201c%1\u201d the &query").arg(tokenOf(stage.axes.cols, cell.key)),
            [=, this, head = head] { workbench_.select(head, cell.key, view.key); });
    if (stage.hasHeads() && sizesOf(workbench_.state().session, stage.layer).heads > 1)
        add(workbench_.state().maps.largeHead < 0 ? tr("&Enlarge this head") : tr("Show &all heads"),
            [this, head = head] { emit enlarged(head); });
    add(tr("E&xport this map\u2026"), [this, stage = stage.stage, head = head] { emit exportWanted(stage, head); });
}

void MapMenu::copyNumber(const MapPlace& place) { copy(place, {place.cell.query, place.cell.key, 1, 1}); }

void MapMenu::copy(const MapPlace& place, const Region& region) {
    const MapStage& stage = place.stage;
    const double numbers = double(stage.rows()) * stage.cols(); // a row of them is computed with all others
    const Result<QString> text = workbench_.made<QString>(
        tr("Copying numbers"), numbers,
        [=, session = workbench_.state().session, head = stage.hasHeads() ? place.head : 0](const Watch& watch) {
            return mapText(session, stage.stage, stage.layer, head, region, watch);
        });
    if (!text) return workbench_.report(QString::fromStdString(text.text()));
    QApplication::clipboard()->setText(*text);
    workbench_.tell(region.rows * region.cols == 1 ? tr("The number is on the clipboard.")
                                                   : tr("The numbers are on the clipboard."));
}

} // namespace headlight
