// When widgets appear or disappear under a resting pointer, Qt sends enter and leave events. Maps make a hover of
// these, which is presented.
#include "app/windowBench.h"
#include "panels/maps/HeatmapsGrid.h"
#include "panels/maps/HeatmapsPanel.h"
#include "plot/HeatmapView.h"

#include <QApplication>
#include <QCursor>
#include <QTest>

#include <random>

using namespace headlight;
using namespace headlight::testing;

class PointerTest : public QObject, private testing::WindowBench {
    Q_OBJECT

private slots:
    void initTestCase() { prepare(); }
    void init() { begin(); }
    void cleanup() { end(); }

    /// A head is enlarged, the pointer is placed where another head's map will be, and the enlarging ends. The map that
    /// appears there sends a hover while the window is being presented.
    void aMapThatAppearsUnderThePointer() {
        HeatmapsPanel* const panel = this->panel();
        std::mt19937 random(20261121);
        int met = 0;
        for (int round = 0; round < 30; ++round) {
            const QRect place = mapRect(*panel, 2, round % 2);
            const QPoint inside(static_cast<int>(random() % static_cast<unsigned>(place.width())),
                                static_cast<int>(random() % static_cast<unsigned>(place.height())));
            panel->grid().view(0, 0)->setFocus();
            QTest::keyClick(panel->grid().view(0, 0), Qt::Key_Return);
            QCOMPARE(enlargedHead(window_->workbench().state()), 0);
            rest(place.topLeft() + inside);
            const int waited = window_->workbench().calls().waited();
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
            met += window_->workbench().calls().waited() > waited;
            QCOMPARE(enlargedHead(window_->workbench().state()), -1);
            QCoreApplication::processEvents();
            for (int head = 0; head < 3; ++head) QVERIFY(panel->grid().view(head, 0)->isVisible());
        }
        QVERIFY2(met > 5, qPrintable(QString("nothing was asked for while presenting but in %1 rounds").arg(met)));
    }

    /// Another list of stages makes all maps again. The old maps disappear under the pointer, and the leave event comes
    /// when the old list is gone.
    void mapsThatGoUnderThePointer() {
        Workbench& bench = window_->workbench();
        const auto show = [&](std::vector<Stage> stages) {
            MapOptions options = bench.state().maps;
            options.stages = std::move(stages);
            bench.look([options](MapOptions& maps) { maps = options; });
            QTRY_COMPARE(bench.state().responseTo(*panel()) ? bench.state().responseTo(*panel())->tiles.size() : 0,
                         3 * options.stages.size());
        };
        for (int round = 0; round < 3; ++round) {
            show({Stage::Scores, Stage::Weights});
            const QRect place = mapRect(*panel(), round, round % 2);
            rest(place.center());
            QVERIFY(!bench.state().lit.empty());
            show({Stage::Q, Stage::K, Stage::V, Stage::Scores, Stage::Weights}); // another stage appears there
            rest(place.center());
            show({Stage::V}); // no map appears there
            rest(QPoint(640, 5));
            QCoreApplication::processEvents();
            QVERIFY(bench.state().lit.empty());
        }
    }

private:
    HeatmapsPanel* panel() const { return window_->findChild<HeatmapsPanel*>(); }

    /// Returns the rectangle of a map's cells, in window coordinates.
    QRect mapRect(const HeatmapsPanel& panel, int head, int stage) const {
        const HeatmapView* map = panel.grid().view(head, stage);
        return map->area().rect.toRect().translated(map->mapTo(window_.get(), QPoint(0, 0)));
    }

    /// Moves the pointer to a place in window coordinates, as a hand does.
    void rest(QPoint place) {
        QCursor::setPos(window_->mapToGlobal(place));
        QCoreApplication::processEvents();
    }
};

QTEST_MAIN(PointerTest)
#include "tst_pointer.moc"
