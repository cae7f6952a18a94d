// The left button on a map, and the cells that a stroke crosses.
#include "plot/HeatmapView.h"
#include "plot/MapTool.h"
#include "ui/plot/tiles.h"

#include <QSignalSpy>
#include <QTest>

#include <cmath>

using namespace headlight;
using namespace headlight::testing;

namespace {

/// Records its calls, and accepts presses if `takes` is set.
struct NotingTool : MapTool {
    bool takes = true;
    QStringList said;

    bool press(HeatmapView&, QPointF) override {
        said << "press";
        return takes;
    }
    void drag(HeatmapView&, QPointF) override { said << "drag"; }
    void release(HeatmapView&, QPointF) override { said << "release"; }
    void cancel(HeatmapView&) override { said << "cancel"; }
    bool use(HeatmapView&, const Cell&) override {
        said << "use";
        return takes;
    }
};

} // namespace

class MapToolTest : public QObject {
    Q_OBJECT

private slots:
    void theToolHasTheButton() {
        const auto view = shownView();
        NotingTool tool;
        view->setTool(&tool);
        const QSignalSpy clicked(view.get(), &HeatmapView::clicked);
        QTest::mouseClick(view.get(), Qt::LeftButton, {}, QPoint(150, 150));
        QTest::mouseDClick(view.get(), Qt::LeftButton, {}, QPoint(150, 150)); // the second click of two quick ones
        QTest::mouseRelease(view.get(), Qt::LeftButton, {}, QPoint(150, 150));
        QCOMPARE(tool.said, (QStringList{"press", "release", "press", "release"}));
        tool.said.clear();
        QTest::keyClick(view.get(), Qt::Key_Space);
        QCOMPARE(tool.said, QStringList("use"));
        QCOMPARE(clicked.count(), 0);
        view->setTool(nullptr);
        QTest::mouseClick(view.get(), Qt::LeftButton, {}, QPoint(150, 150));
        QTest::keyClick(view.get(), Qt::Key_Space);
        QCOMPARE(tool.said, QStringList("use"));
        QCOMPARE(clicked.count(), 2);
    }

    /// If the tool refuses a press, the press selects and pans as without a tool.
    void whatItRefusesPans() {
        const auto view = shownView();
        NotingTool tool;
        tool.takes = false;
        view->setTool(&tool);
        const QSignalSpy clicked(view.get(), &HeatmapView::clicked);
        view->setZoom(MapWindow{5, 5, 10, 10});
        QTest::mouseClick(view.get(), Qt::LeftButton, {}, QPoint(150, 150));
        QTest::keyClick(view.get(), Qt::Key_Space);
        QCOMPARE(clicked.count(), 2);
        QTest::mousePress(view.get(), Qt::LeftButton, {}, QPoint(150, 150));
        QTest::mouseMove(view.get(), QPoint(180, 150));
        QVERIFY(view->zoom()->col < 5);
        QTest::keyClick(view.get(), Qt::Key_Escape);
        QCOMPARE(view->zoom()->col, 5.);
        QTest::mouseMove(view.get(), QPoint(120, 150)); // the button is still held
        QCOMPARE(view->zoom()->col, 5.);
        QCOMPARE(tool.said, (QStringList{"press", "use", "press"}));
    }

    void aHeldButtonIsLetGo_data() {
        QTest::addColumn<std::function<void(HeatmapView&)>>("by");
        const auto row = [](const char* name, std::function<void(HeatmapView&)> by) { QTest::newRow(name) << by; };
        row("Esc", [](HeatmapView& view) { QTest::keyClick(&view, Qt::Key_Escape); });
        row("hiding", [](HeatmapView& view) { view.hide(); });
        row("another tool", [](HeatmapView& view) { view.setTool(nullptr); });
    }
    void aHeldButtonIsLetGo() {
        QFETCH(std::function<void(HeatmapView&)>, by);
        const auto view = shownView();
        NotingTool tool;
        view->setTool(&tool);
        QTest::mousePress(view.get(), Qt::LeftButton, {}, QPoint(150, 150));
        by(*view);
        QTest::mouseMove(view.get(), QPoint(160, 150));
        QTest::mouseRelease(view.get(), Qt::LeftButton, {}, QPoint(160, 150));
        QCOMPARE(tool.said, (QStringList{"press", "cancel"}));
    }

    void cellsOfAStroke_data() {
        using Cells = std::vector<Cell>;
        QTest::addColumn<QPointF>("from");
        QTest::addColumn<QPointF>("to");
        QTest::addColumn<Cells>("cells");
        QTest::newRow("a point") << QPointF(1.5, 2.5) << QPointF(1.5, 2.5) << Cells{{2, 1}};
        QTest::newRow("within one") << QPointF(1.1, 2.1) << QPointF(1.9, 2.8) << Cells{{2, 1}};
        QTest::newRow("along a row") << QPointF(0.5, 0.5) << QPointF(3.5, 0.5) << Cells{{0, 0}, {0, 1}, {0, 2}, {0, 3}};
        QTest::newRow("back") << QPointF(2.5, 0.5) << QPointF(0.5, 0.5) << Cells{{0, 2}, {0, 1}, {0, 0}};
        QTest::newRow("down") << QPointF(0.5, 0.5) << QPointF(0.5, 2.5) << Cells{{0, 0}, {1, 0}, {2, 0}};
        QTest::newRow("steep") << QPointF(0.5, 0.5) << QPointF(1.5, 2.5) << Cells{{0, 0}, {1, 0}, {1, 1}, {2, 1}};
        QTest::newRow("through a corner") << QPointF(0.5, 0.5) << QPointF(1.5, 1.5) << Cells{{0, 0}, {1, 1}};
        QTest::newRow("from without") << QPointF(-1.5, 0.5) << QPointF(0.5, 0.5) << Cells{{0, -2}, {0, -1}, {0, 0}};
    }
    void cellsOfAStroke() {
        QFETCH(QPointF, from);
        QFETCH(QPointF, to);
        QFETCH(std::vector<Cell>, cells);
        QCOMPARE(cellsBetween(from, to), cells);
    }

    /// On any path, each cell touches the next one.
    void noStrokeHasAGap() {
        for (int i = 0; i < 200; ++i) {
            const QPointF from(i * 0.37, 40 - i * 0.11), to(60 - i * 0.29, i * 0.53);
            const auto cells = cellsBetween(from, to);
            QCOMPARE(cells.front(), (Cell{int(std::floor(from.y())), int(std::floor(from.x()))}));
            QCOMPARE(cells.back(), (Cell{int(std::floor(to.y())), int(std::floor(to.x()))}));
            for (std::size_t c = 1; c < cells.size(); ++c)
                QVERIFY(std::abs(cells[c].query - cells[c - 1].query) <= 1 &&
                        std::abs(cells[c].key - cells[c - 1].key) <= 1);
        }
    }

private:
    static std::unique_ptr<HeatmapView> shownView() {
        auto view = std::make_unique<HeatmapView>();
        view->resize(300, 300);
        view->setContent(contentOf(exactTile(noise(20, 20, 3))));
        view->show();
        if (!QTest::qWaitForWindowExposed(view.get())) qFatal("The map does not appear.");
        return view;
    }
};

QTEST_MAIN(MapToolTest)
#include "tst_mapTool.moc"
