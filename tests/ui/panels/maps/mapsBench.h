#pragma once
// A panel of maps of eight tokens and three heads, shown and settled.

#include "backend/backends.h"
#include "document/Workbench.h"
#include "panels/maps/HeatmapsGrid.h"
#include "panels/maps/HeatmapsPanel.h"
#include "plot/ColorScale.h"
#include "plot/HeatmapView.h"
#include "session/edits.h"
#include "support/answered.h"
#include "support/controls.h"
#include "support/enlargedHead.h"
#include "support/givenEdit.h"
#include "support/patience.h"

#include <QAbstractButton>
#include <QApplication>
#include <QContextMenuEvent>
#include <QLabel>
#include <QMenu>
#include <QTest>

#include <array>
#include <memory>

namespace headlight::testing {

inline const QString kSentence = QStringLiteral("My shoes are small my feet are big");

struct MapsBench {
    void begin(std::unique_ptr<Backend> backend = std::move(*makeBackend("cpu"))) {
        bench_ = std::make_unique<Workbench>(std::move(backend));
        edit(withSentence(session(), kSentence.toStdString()));
        edit(withHeadAdded(session(), 0));
        panel_ = std::make_unique<HeatmapsPanel>(*bench_);
        bench_->add(*panel_);
        panel_->resize(900, 700);
        panel_->show();
        QVERIFY(QTest::qWaitForWindowExposed(panel_.get(), testing::patience()));
        QTRY_VERIFY(settled());
    }
    void end() {
        bench_->remove(*panel_);
        panel_.reset();
        bench_.reset();
    }

    const Session& session() const { return bench_->state().session; }
    void edit(const Result<Session>& edited) {
        QVERIFY(bench_->apply(QStringLiteral("Edit"), testing::givenEdit(edited)));
    }
    /// True if the frame is that of the session, all maps in sight are painted, and no request is pending.
    bool settled() const {
        const auto& frame = bench_->state().frame;
        if (!frame || frame->session != session() || !testing::arePainted(*panel_)) return false;
        const auto demands = panel_->grid().demands();
        return frame->demand.maps == demands;
    }
    HeatmapView* view(int head, int stage) const { return panel_->grid().view(head, stage); }
    QPoint centre(const HeatmapView* map, int row, int col) const {
        const MapArea area = map->area();
        return QPointF(area.x(col + 0.5), area.y(row + 0.5)).toPoint();
    }
    int paints() const {
        int sum = 0;
        for (const auto* map : panel_->findChildren<HeatmapView*>()) sum += map->cellPaints();
        return sum;
    }
    std::array<int, 3> selected() const {
        const View& v = bench_->state().view;
        return {v.head, v.query, v.key};
    }
    static MapOptions perHead() {
        MapOptions options;
        options.scalePerHead = true;
        return options;
    }
    QAbstractButton* button(const QString& name) const { return control<QAbstractButton>(*panel_, name); }
    /// Returns the action of that name, which menus, popups and the tool row share.
    QAction* switchOf(const QString& name) const {
        for (auto* action : panel_->findChildren<QAction*>())
            if (action->iconText() == name) return action;
        qFatal("There is no action \"%s\".", qPrintable(name));
    }
    ColorScale* scale(const QString& name) const { return control<ColorScale>(*panel_, name); }
    QLabel* label(const QString& text) const {
        for (auto* found : panel_->findChildren<QLabel*>())
            if (found->text() == text) return found;
        return nullptr;
    }

    /// Chooses an entry of a cell's menu.
    void choose(int head, int stage, Cell cell, const QString& entry) {
        QTRY_VERIFY(view(head, stage) && view(head, stage)->isVisible() && settled());
        HeatmapView* map = view(head, stage);
        const QPoint at = centre(map, cell.query, cell.key);
        QContextMenuEvent event(QContextMenuEvent::Mouse, at, map->mapToGlobal(at));
        QApplication::sendEvent(map, &event);
        auto* menu = control<QMenu>(*panel_, QStringLiteral("Map"));
        QTRY_VERIFY(menu->isVisible());
        for (QAction* action : menu->findChildren<QAction*>()) // entries of its submenus, too
            if (action->text().remove(u'&') == entry) {
                action->trigger();
                menu->close();
                QTRY_VERIFY(std::ranges::none_of(panel_->findChildren<QMenu*>(), [](const QMenu* left) {
                    return left->accessibleName() == QLatin1String("Map"); // the menu of the presets stays
                }));
                return;
            }
        QFAIL(qPrintable(QStringLiteral("There is no entry \"%1\".").arg(entry)));
    }

    std::unique_ptr<Workbench> bench_;
    std::unique_ptr<HeatmapsPanel> panel_;
};

} // namespace headlight::testing
