#include "panels/maps/MapMenu.h"

#include "document/Workbench.h"
#include "document/compared.h"
#include "document/costs.h"
#include "document/mapNumbers.h"
#include "panels/copyAs.h"
#include "panels/headSwitch.h"
#include "panels/maps/pullCell.h"

#include <QApplication>
#include <QClipboard>
#include <QMenu>

namespace headlight {
namespace {

constexpr int kMaxMillions = 4; // numbers that can be copied

QString tokenOf(const std::shared_ptr<const TokenLabels>& labels, int place) {
    constexpr int kMax = 16;
    return elided(labels->texts[static_cast<std::size_t>(place)], kMax).replace(u'&', QLatin1String("&&"));
}

} // namespace

MapMenu::MapMenu(Workbench& workbench, QObject* parent) : QObject(parent), workbench_(workbench) {}

void MapMenu::fill(QMenu& menu, const MapPlace& place) {
    const auto add = [&](const QString& text, auto act) {
        connect(menu.addAction(text), &QAction::triggered, this, act);
    };
    const MapStage& stage = place.stage;
    add(tr("&Copy number"), [this, place] { copyNumber(place); });
    add(tr("Copy &row"), [this, place] { copy(place, {place.cell.query, 0, 1, place.stage.cols()}); });
    const Region whole{0, 0, place.stage.rows(), place.stage.cols()};
    add(tr("Copy &map"), [this, place, whole] { copy(place, whole); });
    addCopyAs(menu, workbench_, tr("Copy map &as"), [=, this](const MatrixFormat& format, std::optional<int> decimals) {
        copy(place, whole, format, decimals);
    });
    if (const CellRef cell{stage.stage, stage.layer, place.head, place.cell.query, place.cell.key};
        stage.compared == Compared::Now && canPull(cell, workbench_.state().session))
        add(stage.stage == Stage::Weights ? tr("&Set this weight\u2026") : tr("&Set this score\u2026"),
            [this, cell, now = place.value] { askForPull(workbench_, cell, now, qobject_cast<QWidget*>(parent())); });
    menu.addSeparator();
    const ViewState& state = workbench_.state();
    if (stage.info().isMap() && !state.session.source) {
        const CellRef key{stage.stage, state.view.layer, 0, 0, place.cell.key};
        const int token = presentCell(stage.compared, state, key).col;
        if (token != state.view.query)
            add(tr("Make \u201c%1\u201d the &query").arg(tokenOf(stage.axes.cols, place.cell.key)), [this, token] {
                const View& view = workbench_.state().view;
                workbench_.select(view.head, token, view.key);
            });
    }
    if (stage.hasHeads() && sizesOf(workbench_.state().session, stage.layer).heads > 1)
        add(!workbench_.state().maps.isEnlarged ? tr("&Enlarge this head") : tr("Show &all heads"),
            [this, place] { emit enlarged(place.head); });
    if (stage.hasHeads() && stage.compared == Compared::Now) {
        QAction* off = menu.addAction(tr("Switch this head &off"));
        off->setCheckable(true);
        off->setChecked(stage.isOff(place.head));
        connect(off, &QAction::triggered, this,
                [this, place](bool isOff) { switchHead(workbench_, place.head, !isOff); });
    }
    add(tr("E&xport this map\u2026"), [this, place] { emit exportWanted(place.stage.stage, place.head); });
}

void MapMenu::copyNumber(const MapPlace& place) { copy(place, {place.cell.query, place.cell.key, 1, 1}); }

void MapMenu::copy(const MapPlace& place, const Region& region, const MatrixFormat& format,
                   std::optional<int> decimals) {
    const MapStage& stage = place.stage;
    const ViewState& state = workbench_.state();
    const std::optional<Session> other = stage.compared == Compared::Now ? std::nullopt : state.other;
    if (double(region.rows) * region.cols > kMaxMillions * 1e6)
        return workbench_.messages().report(
            failed_ = tr("A map of %1 by %2 numbers is too large to copy: at most %3 million numbers are possible. "
                         "Copy a row instead.")
                          .arg(QString::number(region.rows), QString::number(region.cols),
                               QString::number(kMaxMillions)));
    const auto text = workbench_.made<std::string>(
        tr("Copying numbers"), (stage.layer + 1) * numbersOfLayer(sizesOf(state.session, stage.layer)),
        [=, session = state.session, backend = state.backendId,
         head = stage.headOf(place.head)](const Watch& watch) -> Result<std::string> {
            const auto values = mapNumbers(session, {stage.stage, stage.layer, head, region}, backend, watch, other,
                                           stage.compared == Compared::Difference);
            return values ? matrixAsText(*values, format, decimals, watch) : values.problem();
        });
    if (!text) return workbench_.messages().report(failed_ = QString::fromStdString(text.text()));
    if (workbench_.state().problem == failed_) workbench_.messages().report({});
    QApplication::clipboard()->setText(QString::fromStdString(*text));
    QString what = withinLine(titleOf(stage.stage));
    if (stage.hasHeads()) what += tr(" of %1").arg(withinLine(titleOfHead(place.head)));
    const QString name = nameOf(state.maps.counterpart);
    if (stage.compared == Compared::Difference) what += tr(" (difference to %1)").arg(name);
    if (stage.compared == Compared::Other) what += tr(" (%1)").arg(name);
    workbench_.messages().tell(region.rows * region.cols == 1
                                   ? tr("Copied: one number of the %1").arg(what)
                                   : tr("Copied: %1, %2 × %3").arg(what).arg(region.rows).arg(region.cols));
}

} // namespace headlight
