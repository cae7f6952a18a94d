#include "base/numberText.h"
#include "plot/HeatmapView.h"
#include "plot/paintLabels.h"
#include "ui/plot/tiles.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QDialog>
#include <QHelpEvent>
#include <QSignalSpy>
#include <QTest>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>

using namespace headlight;
using namespace headlight::testing;

namespace {

constexpr int kCells = 20;

void wheel(HeatmapView& view, QPointF at, int notches, Qt::KeyboardModifiers modifiers = {}) {
    QWheelEvent event(at, view.mapToGlobal(at), {}, {0, 120 * notches}, Qt::NoButton, modifiers, Qt::NoScrollPhase,
                      false);
    QApplication::sendEvent(&view, &event);
}

} // namespace

class HeatmapViewTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        view_ = std::make_unique<HeatmapView>();
        view_->resize(300, 300); // leaves 240 x 240 for the cells
        content_ = contentOf(exactTile(noise(kCells, kCells, 3)));
        view_->setContent(content_);
        view_->show();
        QVERIFY(QTest::qWaitForWindowExposed(view_.get()));
        QTRY_COMPARE(view_->cellPaints(), 1);
    }
    void cleanup() { view_.reset(); }

    void everyCellIsSeen() {
        const QImage image = view_->grab().toImage();
        for (int r = 0; r < kCells; ++r)
            for (int c = 0; c < kCells; ++c)
                QCOMPARE(image.pixel(centre(r, c)), cellColour(content_.tile->values(r, c), content_.look));
        QCOMPARE(view_->valueAt(3, 4), std::optional(content_.tile->values(3, 4)));
        QCOMPARE(view_->valueAt(kCells, 0), std::optional<float>());
        QCOMPARE(view_->valueAt(0, -1), std::optional<float>());
    }

    void theSameContentPaintsNothing() {
        view_->setContent(content_);
        view_->setZoom(std::nullopt);
        view_->setHover(std::nullopt);
        QVERIFY(!view_->awaitsPaint());
        view_->grab();
        QCOMPARE(view_->cellPaints(), 1);
    }

    void aCellThatIsNoLongerPointedAtIsToldAgain() {
        QSignalSpy told(view_.get(), &HeatmapView::hovered);
        QTest::mouseMove(view_.get(), centre(2, 3));
        QCOMPARE(told.count(), 1);
        view_->setHover(Cell{2, 3});
        QTest::mouseMove(view_.get(), centre(2, 3) + QPoint(1, 0));
        QCOMPARE(told.count(), 1);
        view_->setHover(std::nullopt); // as when a token is removed
        QTest::mouseMove(view_.get(), centre(2, 3));
        QCOMPARE(told.count(), 2);
    }

    /// The tip of a cell leaves the cell's row and column in sight.
    void aTipCoversNothingOfTheCross() {
        const QRect cell = view_->area().cells(2, 3, 1, 1).toAlignedRect();
        for (const QPoint& at : {cell.topLeft() + QPoint(1, 1), cell.bottomRight() - QPoint(1, 1)}) {
            QHelpEvent rest(QEvent::ToolTip, at, view_->mapToGlobal(at));
            QApplication::sendEvent(view_.get(), &rest);
            const auto widgets = QApplication::topLevelWidgets();
            const auto tip = std::ranges::find_if(widgets, [](QWidget* one) { return one->inherits("QTipLabel"); });
            QVERIFY(tip != widgets.end() && (*tip)->isVisible());
            const QPoint place = view_->mapFromGlobal((*tip)->pos());
            QVERIFY(place.x() >= cell.right() && place.y() >= cell.bottom());
            QToolTip::hideText();
        }
    }

    /// A dimmed map is nearer to the background. Its cells are not painted again.
    void aDimmedMapIsPaler() {
        content_.isDimmed = true;
        view_->setContent(content_);
        const QImage image = view_->grab().toImage();
        const auto contrast = [this](QColor colour) {
            const QColor ground = content_.look.theme->window;
            return std::abs(colour.red() - ground.red()) + std::abs(colour.green() - ground.green()) +
                   std::abs(colour.blue() - ground.blue());
        };
        for (int r = 0; r < kCells; ++r)
            for (int c = 0; c < kCells; ++c) {
                const int now = contrast(image.pixelColor(centre(r, c)));
                const int before = contrast(cellColour(content_.tile->values(r, c), content_.look));
                QVERIFY2(2 * now <= before + 3, qPrintable(QString("%1 of %2").arg(now).arg(before))); // 3: rounding
            }
        QCOMPARE(view_->cellPaints(), 1);
    }

    /// In a presentation labels are as large as the digits, whatever the text size of the window.
    void labelsAreAsLargeAsTheDigits_data() {
        QTest::addColumn<double>("points"); // of digits, at a text size of 2
        QTest::newRow("usual digits") << 8.0;
        QTest::newRow("small digits") << 5.0;
    }
    void labelsAreAsLargeAsTheDigits() {
        QFETCH(double, points);
        constexpr int kLeft = 160;
        content_ = contentOf(exactTile(noise(4, 4, 3)));
        content_.margins.setLeft(kLeft);
        content_.format = {2, points};
        const auto width = [&](double textSize) { // of the widest label
            content_.textSize = textSize;
            view_->setContent(content_);
            const QImage image = view_->grab().toImage();
            for (int x = 0; x < kLeft - 1; ++x)
                for (int y = 60; y < 280; ++y)
                    if (image.pixelColor(x, y).lightness() < 128) return kLeft - x;
            return 0;
        };
        const int usual = width(0), shown = width(2);
        const double growth = 2 * points / axisFont().pointSizeF();
        constexpr int kGap = 6; // px at most, beside the map, which does not grow
        QVERIFY2(usual > 0 && shown >= usual * growth - kGap && shown <= usual * growth + 1,
                 qPrintable(QString("%1, %2 usually, %3 times").arg(shown).arg(usual).arg(growth)));
    }

    void hoverAndSelectionLeaveTheCellsAlone() {
        const QImage before = view_->grab().toImage();
        view_->setHover(Cell{2, 3});
        content_.axes.selectedRow = 5;
        content_.axes.selectedCol = 6;
        content_.ownsSelection = true;
        view_->setContent(content_);
        const QImage after = view_->grab().toImage();
        QVERIFY(before != after);
        QCOMPARE(view_->cellPaints(), 1);
        // The centre of the cell keeps its colour.
        QCOMPARE(after.pixel(centre(5, 6)), before.pixel(centre(5, 6)));
    }

    /// A map without labels caches its card. It must look as a new map does.
    void selectionMovesInAMapWithoutLabels() {
        content_.labelsRows = content_.labelsCols = false;
        const auto seen = [&](HeatmapView& view, int selected) {
            content_.axes.selectedRow = content_.axes.selectedCol = selected;
            view.setContent(content_);
            return view.grab().toImage();
        };
        HeatmapView one, other;
        for (HeatmapView* view : {&one, &other}) view->resize(view_->size());
        const QImage before = seen(one, 4), after = seen(one, 7);
        QVERIFY(before != after);
        QCOMPARE(seen(other, 7), after);
        content_.labelsRows = content_.labelsCols = true;
        QVERIFY(seen(one, 7) != after);
        QCOMPARE(seen(one, 4), seen(other, 4));
    }

    /// Scores show the edited mask over their cells, which are not repainted. Weights show the mask themselves.
    void theEditedMaskIsSeenOnScores() {
        for (const Stage stage : {Stage::Scores, Stage::Weights}) {
            content_.given = {};
            content_.tile = exactTile(noise(kCells, kCells, 3), stage);
            view_->setContent(content_);
            const QImage before = view_->grab().toImage();
            const int paints = view_->cellPaints();
            Matrix given = Matrix::Ones(kCells, kCells);
            given(2, 3) = 0;
            content_.given = std::move(given);
            view_->setContent(content_);
            const QImage after = view_->grab().toImage();
            QCOMPARE(after.pixel(centre(2, 3)) != before.pixel(centre(2, 3)), stage == Stage::Scores);
            QCOMPARE(after.pixel(centre(3, 2)), before.pixel(centre(3, 2)));
            QCOMPARE(view_->cellPaints(), paints);
        }
    }

    void aNewTileIsPaintedOnce() {
        content_.tile = exactTile(noise(kCells, kCells, 4));
        view_->setContent(content_);
        QVERIFY(view_->awaitsPaint());
        QTRY_COMPARE(view_->cellPaints(), 2);
        QVERIFY(!view_->awaitsPaint());
    }

    void pointingAndLeaving() {
        QSignalSpy hovered(view_.get(), &HeatmapView::hovered);
        QTest::mouseMove(view_.get(), centre(7, 9));
        QCOMPARE(lastHover(hovered), std::optional(Cell{7, 9}));
        QTest::mouseMove(view_.get(), centre(7, 9) + QPoint(1, 1)); // the same cell
        QCOMPARE(hovered.count(), 1);
        QTest::mouseMove(view_.get(), QPoint(5, 5)); // on the labels
        QCOMPARE(lastHover(hovered), std::optional<Cell>());
        QTest::mouseMove(view_.get(), centre(1, 1));
        QEvent leave(QEvent::Leave);
        QApplication::sendEvent(view_.get(), &leave);
        QCOMPARE(lastHover(hovered), std::optional<Cell>());
    }

    /// A modal dialog takes the pointer without a leave event.
    void aDialogEndsPointing() {
        QSignalSpy hovered(view_.get(), &HeatmapView::hovered);
        QTest::mouseMove(view_.get(), centre(7, 9));
        QDialog dialog;
        dialog.setModal(true);
        dialog.show();
        QCOMPARE(lastHover(hovered), std::optional<Cell>());
    }

    void clickSelects() {
        QSignalSpy clicked(view_.get(), &HeatmapView::clicked);
        QTest::mouseClick(view_.get(), Qt::LeftButton, {}, centre(4, 2));
        QCOMPARE(clicked.count(), 1);
        QCOMPARE(clicked[0][0].value<Cell>(), (Cell{4, 2}));
        QTest::mouseClick(view_.get(), Qt::LeftButton, {}, QPoint(5, 150)); // on the labels
        QTest::mouseClick(view_.get(), Qt::RightButton, {}, centre(4, 2));
        QCOMPARE(clicked.count(), 1);
    }

    void theNameIsAButtonForTheHead() {
        const Cell selected{4, 2};
        MapContent content = view_->content();
        content.head.head = "Head 1";
        content.headLine = 16;
        content.axes.selectedRow = selected.query;
        content.axes.selectedCol = selected.key;
        QSignalSpy clicked(view_.get(), &HeatmapView::clicked), requested(view_.get(), &HeatmapView::requested);
        for (const auto& [isChosen, isDouble, menus] :
             {std::tuple(false, false, 0), {true, false, 1}, {true, true, 2}}) { // a quick second click is a double one
            content.ownsSelection = isChosen;
            view_->setContent(content);
            isDouble ? QTest::mouseDClick(view_.get(), Qt::LeftButton, {}, QPoint(20, 8))
                     : QTest::mouseClick(view_.get(), Qt::LeftButton, {}, QPoint(20, 8));
            QCOMPARE(clicked.count(), 1); // the first click chooses the head, the next one opens its menu
            QCOMPARE(clicked[0][0].value<Cell>(), selected);
            QCOMPARE(requested.count(), menus);
        }
        QContextMenuEvent right(QContextMenuEvent::Mouse, {20, 8}, view_->mapToGlobal(QPoint(20, 8)));
        QApplication::sendEvent(view_.get(), &right);
        QCOMPARE(requested.count(), 3);
        for (const QList<QVariant>& one : requested) {
            QVERIFY(one[0].value<MapRequest>().kind == MapRequest::Kind::Menu);
            QCOMPARE(one[0].value<MapRequest>().cell, selected);
        }
        content.ownsSelection = false;
        content.axes.selectedCol = kCells + 3; // of a wider map
        view_->setContent(content);
        QTest::mouseClick(view_.get(), Qt::LeftButton, {}, QPoint(20, 8));
        QCOMPARE(clicked[1][0].value<Cell>(), (Cell{4, kCells - 1}));
    }

    void dragPansAndDoesNotSelect() {
        wheel(*view_, QPointF(centre(10, 10)), 3);
        const MapWindow before = view_->zoom().value();
        QSignalSpy clicked(view_.get(), &HeatmapView::clicked);
        const QSignalSpy zoomed(view_.get(), &HeatmapView::zoomChanged);
        const double cell = view_->area().cellWidth();
        QTest::mousePress(view_.get(), Qt::LeftButton, {}, QPoint(150, 150));
        QTest::mouseMove(view_.get(), QPoint(180, 165));
        QTest::mouseRelease(view_.get(), Qt::LeftButton, {}, QPoint(180, 165));
        QCOMPARE(clicked.count(), 0);
        QVERIFY(zoomed.count() > 0);
        QVERIFY(std::abs(view_->zoom()->col - (before.col - 30 / cell)) < 1e-9);
        QVERIFY(std::abs(view_->zoom()->row - (before.row - 15 / cell)) < 1e-9);
    }

    void wheelZoomsAtThePointer() {
        const QPoint at = centre(15, 5);
        const QSignalSpy zoomed(view_.get(), &HeatmapView::zoomChanged);
        wheel(*view_, at, 2);
        QCOMPARE(zoomed.count(), 1);
        QVERIFY(std::abs(view_->zoom()->rows - kCells * 0.64) < 1e-9);
        QCOMPARE(view_->area().cellAt(at), std::optional(Cell{15, 5}));
        wheel(*view_, at, 100); // the maximum zoom
        QCOMPARE(view_->zoom()->rows, 4.0);
        QCOMPARE(view_->area().cellAt(at), std::optional(Cell{15, 5}));
        wheel(*view_, at, -100);
        QVERIFY(!view_->zoom());
        wheel(*view_, QPointF(5, 5), 2); // on the labels, where the wheel does not zoom
        QVERIFY(!view_->zoom());
    }

    void wheelMayBelongToTheSurroundings() {
        content_.wheelScrolls = true;
        view_->setContent(content_);
        wheel(*view_, centre(5, 5), 1);
        QVERIFY(!view_->zoom());
        wheel(*view_, centre(5, 5), 1, Qt::ControlModifier);
        QVERIFY(view_->zoom());
    }

    void doubleClickFits() {
        wheel(*view_, centre(5, 5), 3);
        QVERIFY(view_->zoom());
        QTest::mouseDClick(view_.get(), Qt::LeftButton, {}, centre(5, 5));
        QVERIFY(!view_->zoom());
    }

    void keys_data() {
        QTest::addColumn<int>("key");
        QTest::addColumn<bool>("control");
        QTest::addColumn<Cell>("cell");
        QTest::newRow("left") << int(Qt::Key_Left) << false << Cell{12, 2};
        QTest::newRow("right") << int(Qt::Key_Right) << false << Cell{12, 4};
        QTest::newRow("up") << int(Qt::Key_Up) << false << Cell{11, 3};
        QTest::newRow("down") << int(Qt::Key_Down) << false << Cell{13, 3};
        QTest::newRow("page up") << int(Qt::Key_PageUp) << false << Cell{2, 3};
        QTest::newRow("page down") << int(Qt::Key_PageDown) << false << Cell{19, 3};
        QTest::newRow("home") << int(Qt::Key_Home) << false << Cell{12, 0};
        QTest::newRow("end") << int(Qt::Key_End) << false << Cell{12, 19};
        QTest::newRow("first of all") << int(Qt::Key_Home) << true << Cell{0, 0};
        QTest::newRow("last of all") << int(Qt::Key_End) << true << Cell{19, 19};
    }
    void keys() {
        QFETCH(int, key);
        QFETCH(bool, control);
        QFETCH(Cell, cell);
        content_.axes.selectedRow = 12;
        content_.axes.selectedCol = 3;
        view_->setContent(content_);
        QSignalSpy clicked(view_.get(), &HeatmapView::clicked);
        QTest::keyClick(view_.get(), static_cast<Qt::Key>(key), control ? Qt::ControlModifier : Qt::NoModifier);
        QCOMPARE(clicked.count(), 1);
        QCOMPARE(clicked[0][0].value<Cell>(), cell);
    }

    void enterEnlarges() {
        const QSignalSpy enlarged(view_.get(), &HeatmapView::enlarged);
        QTest::keyClick(view_.get(), Qt::Key_Return);
        QCOMPARE(enlarged.count(), 1);
    }

    void theSelectionIsFollowedWhenZoomed() {
        view_->setFocus();
        QTRY_VERIFY(view_->hasFocus());
        wheel(*view_, centre(0, 0), 100);
        content_.axes.selectedRow = content_.axes.selectedCol = 10;
        view_->setContent(content_);
        QCOMPARE(*view_->zoom(), (MapWindow{7, 7, 4, 4}));
    }

    void theSelectionIsInSightAfterZoomingByKeys() {
        content_.axes.selectedRow = kCells - 1;
        content_.axes.selectedCol = 0;
        view_->setContent(content_);
        for (int i = 0; i < 20; ++i) QTest::keyClick(view_.get(), Qt::Key_Plus);
        QCOMPARE(*view_->zoom(), (MapWindow{kCells - 4, 0, 4, 4}));
    }

    void toolTipTellsTheExactValue() {
        const QString text = view_->explain({2, 1});
        QVERIFY(text.contains(QStringLiteral("query 3, key 2")));
        QVERIFY(text.endsWith(QString::fromStdString(shortest(content_.tile->values(2, 1)))));
        Tile pooled = *content_.tile;
        pooled.exact = false;
        content_.tile = std::make_shared<Tile>(pooled);
        view_->setContent(content_);
        QVERIFY(view_->explain({2, 1}).contains(QStringLiteral("largest of")));
    }

    void aPooledTileAnswersForAllItsCells() {
        Tile tile = *exactTile(noise(3, 3, 1));
        tile.demand.region = {4, 0, 7, 20}; // rows 4..10 in three groups: 4 5, 6 7, 8 9 10
        tile.exact = false;
        tile.stageRows = tile.stageCols = kCells;
        content_.tile = std::make_shared<Tile>(tile);
        view_->setContent(content_);
        const auto row = [&](int r) { return view_->valueAt(r, 0); };
        QCOMPARE(row(3), std::optional<float>());
        QCOMPARE(row(4), std::optional(tile.values(0, 0)));
        QCOMPARE(row(5), std::optional(tile.values(0, 0)));
        QCOMPARE(row(6), std::optional(tile.values(1, 0)));
        QCOMPARE(row(7), std::optional(tile.values(1, 0)));
        QCOMPARE(row(8), std::optional(tile.values(2, 0)));
        QCOMPARE(row(10), std::optional(tile.values(2, 0)));
        QCOMPARE(row(11), std::optional<float>());
    }

    void namesForThoseWhoListen() {
        content_.axes.selectedRow = 1;
        content_.axes.selectedCol = 2;
        view_->setContent(content_);
        QCOMPARE(view_->accessibleName(), QStringLiteral("Scores, head 1"));
        QVERIFY(view_->accessibleDescription().contains(QString::fromStdString(shortest(content_.tile->values(1, 2)))));
    }

    void nothingYet() {
        HeatmapView empty;
        empty.resize(200, 200);
        empty.grab(); // without any content
        MapContent content = content_;
        content.tile = nullptr;
        empty.setContent(content);
        empty.grab();
        QCOMPARE(empty.explain({0, 0}), QString());
    }

private:
    QPoint centre(int row, int col) const {
        const MapArea area = view_->area();
        return QPointF(area.x(col + 0.5), area.y(row + 0.5)).toPoint();
    }
    static std::optional<Cell> lastHover(const QSignalSpy& spy) { return spy.last()[0].value<std::optional<Cell>>(); }

    std::unique_ptr<HeatmapView> view_;
    MapContent content_;
};

QTEST_MAIN(HeatmapViewTest)
#include "tst_heatmapView.moc"
