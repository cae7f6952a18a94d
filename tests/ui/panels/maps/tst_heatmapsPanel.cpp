#include "engine/Engine.h"
#include "ui/panels/maps/mapsBench.h"

#include <QApplication>
#include <QCheckBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QScopeGuard>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolButton>
#include <QWheelEvent>

using namespace headlight;
using namespace headlight::testing;

class HeatmapsPanelTest : public QObject, MapsBench {
    Q_OBJECT

private slots:
    void init() { begin(); }
    void cleanup() { end(); }

    /// Maps that are destroyed lose the focus, and the grid must not search for it then.
    void aGridIsDestroyedWithTheFocus() {
        CallQueue calls;
        MapsBuilder builder;
        auto grid = std::make_unique<HeatmapsGrid>(calls);
        grid->resize(600, 400);
        grid->show();
        calls.run([&] { grid->setContent(builder.of(bench_->state(), nullptr)); });
        grid->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(grid.get()));
        grid->focusMap(0, 0);
        QVERIFY(grid->isAncestorOf(QApplication::focusWidget()));
        grid.reset();
    }

    void everyHeadHasItsMaps() {
        for (int head = 0; head < 3; ++head)
            for (int stage = 0; stage < 2; ++stage) {
                const HeatmapView* map = view(head, stage);
                QVERIFY(map->isVisible());
                QCOMPARE(map->accessibleName(),
                         QStringLiteral("%1, head %2").arg(stage ? "Weights" : "Scores").arg(head + 1));
                QCOMPARE(map->content().rows(), 8);
            }
        // Each row of weights sums to 1. It has 8 weights with a relative error of at most 2^-22.
        for (int row = 0; row < 8; ++row) {
            double sum = 0;
            for (int col = 0; col < 8; ++col) sum += static_cast<double>(*view(1, 1)->valueAt(row, col));
            QVERIFY(std::abs(sum - 1) < 1e-5);
        }
    }

    void presentingAgainPaintsNothing() {
        const int before = paints();
        bench_->presentAgain(*panel_);
        bench_->presentAgain(*panel_);
        QCoreApplication::processEvents();
        panel_->grab();
        QCOMPARE(paints(), before);
    }

    void onlyTheEditedHeadIsPaintedAgain() {
        bench_->look([&](MapOptions& now) { now = perHead(); }); // a shared scale could change, and with it all colours
        QTRY_VERIFY(settled());
        const int first = view(0, 0)->cellPaints(), second = view(1, 0)->cellPaints(), third = view(2, 1)->cellPaints();
        edit(withCell(session(), {Parameter::Wq, 0, 1}, 0, 0, 0.125F));
        QTRY_VERIFY(settled());
        QTRY_COMPARE(view(1, 0)->cellPaints(), second + 1);
        QCOMPARE(view(0, 0)->cellPaints(), first);
        QCOMPARE(view(2, 1)->cellPaints(), third);
    }

    void theTimeToThePixelsIsMeasured() {
        const double first = bench_->state().editToPixelsMs;
        const int painted = paints();
        edit(withCell(session(), {Parameter::Wk, 0, 0}, 0, 0, 0.75F));
        QTRY_VERIFY(bench_->state().editToPixelsMs != first);
        QVERIFY(paints() >= painted + 2); // both maps of the head are visible
        // The time is measured even if an edit changes no map.
        const double before = bench_->state().editToPixelsMs;
        edit(withCell(session(), {Parameter::Wv, 0, 0}, 0, 0, 0.75F));
        QTRY_VERIFY(bench_->state().editToPixelsMs != before);
    }

    void hoverIsSharedAndCheap() {
        const int before = paints();
        HeatmapView* map = view(0, 1);
        QTest::mouseMove(map, centre(map, 3, 4));
        QVERIFY(bench_->state().lit == std::vector<Address>({CellRef{Stage::Weights, 0, 0, 3, 4}}));
        const QImage shown = view(2, 0)->grab().toImage();
        QEvent leave(QEvent::Leave);
        QApplication::sendEvent(map, &leave);
        QVERIFY(bench_->state().lit.empty());
        QVERIFY(view(2, 0)->grab().toImage() != shown);
        QCOMPARE(paints(), before);
    }

    void clickAndArrowsSelect() {
        HeatmapView* map = view(1, 1);
        QTest::mouseClick(map, Qt::LeftButton, {}, centre(map, 2, 5));
        QCOMPARE(selected(), (std::array{1, 2, 5}));
        QTest::keyClick(map, Qt::Key_Left);
        QTest::keyClick(map, Qt::Key_Down);
        QCOMPARE(selected(), (std::array{1, 3, 4}));
        QCOMPARE(view(0, 0)->content().selected(), std::optional(Cell{3, 4}));
        QVERIFY(view(1, 0)->content().ownsSelection);
        QVERIFY(!view(0, 0)->content().ownsSelection);
    }

    void oneHeadLarge() {
        button(QStringLiteral("Enlarge head 2"))->click();
        QCOMPARE(enlargedHead(bench_->state()), 1);
        QVERIFY(!view(0, 0)->isVisible());
        QVERIFY(view(1, 0)->isVisible());
        QVERIFY(view(1, 0)->width() > 300);
        QTest::keyClick(view(1, 0), Qt::Key_Escape);
        QCOMPARE(enlargedHead(bench_->state()), -1);
        QVERIFY(view(0, 0)->isVisible());

        QTest::keyClick(view(2, 1), Qt::Key_Return);
        QCOMPARE(enlargedHead(bench_->state()), 2);
        button(QStringLiteral("All heads"))->click();
        QCOMPARE(enlargedHead(bench_->state()), -1);
    }

    void theSelectedHeadIsMarked() {
        const auto marked = [this] {
            QStringList heads;
            for (const auto* map : panel_->findChildren<HeatmapView*>())
                if (map->content().ownsSelection) heads << map->content().head.head;
            return heads;
        };
        bench_->select(1, 2, 3);
        QCOMPARE(marked(), (QStringList{"Head 2", "Head 2"})); // scores and weights
        bench_->select(0, 2, 3);
        QCOMPARE(marked(), (QStringList{"Head 1", "Head 1"}));
    }

    /// The head's number changes, but not its place.
    void aHeadGoesWhileAnotherIsLarge() {
        for (int s = 0; s < 2; ++s) QVERIFY(view(1, s)->isVisible()); // made at their places among all maps
        button(QStringLiteral("Enlarge head 3"))->click();
        QTRY_VERIFY(settled());
        const QRect scores = view(2, 0)->geometry(), weights = view(2, 1)->geometry();
        edit(withHeadRemoved(session(), 0, 1));
        QTRY_VERIFY(settled());
        QCOMPARE(enlargedHead(bench_->state()), 1);
        QCOMPARE(view(1, 0)->geometry(), scores);
        QCOMPARE(view(1, 1)->geometry(), weights);
    }

    /// The focus stays in the maps even if its stage goes with the large head, as by an undo to another session.
    void theFocusStaysWhereStagesGo() {
        MapOptions many = bench_->state().maps;
        many.stages = {Stage::Q, Stage::K, Stage::V, Stage::Scores, Stage::Weights, Stage::Context};
        many.isEnlarged = true;
        bench_->select(1, 0, 0);
        bench_->look([many](MapOptions& maps) { maps = many; });
        QTRY_VERIFY(settled() && view(1, 5));
        panel_->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(panel_.get()));
        view(1, 5)->setFocus();
        bench_->look([](MapOptions& now) { now = {}; });
        QTRY_VERIFY(settled());
        QVERIFY(view(1, 0)->hasFocus() || view(1, 1)->hasFocus());
    }

    /// A field beside the panel would get the focus if the maps lost it.
    void theFocusStaysWithTheMaps_data() {
        QTest::addColumn<int>("stage");
        QTest::addColumn<QString>("enlargedBy");
        QTest::addColumn<bool>("backByButton");
        for (const int stage : {0, 1})
            for (const char* by : {"Enter", "button", "focused button"})
                for (const bool button : {false, true})
                    QTest::addRow("stage %d, %s, back by %s", stage, by, button ? "button" : "Esc")
                        << stage << QString::fromLatin1(by) << button;
    }
    void theFocusStaysWithTheMaps() {
        QFETCH(int, stage);
        QFETCH(QString, enlargedBy);
        QFETCH(bool, backByButton);
        QWidget window;
        auto* row = new QHBoxLayout(&window);
        auto* field = new QLineEdit;
        row->addWidget(field);
        row->addWidget(panel_.get());
        const auto parted = qScopeGuard([this] { panel_->setParent(nullptr); });
        window.resize(1100, 700);
        window.show();
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        QTRY_VERIFY(settled());
        QAbstractButton* enlarge = button(QStringLiteral("Enlarge head 3"));
        const int expected = enlargedBy == "Enter" ? stage : 0;
        if (enlargedBy == "Enter") {
            view(2, stage)->setFocus();
            QTest::keyClick(view(2, stage), Qt::Key_Return);
        } else {
            (enlargedBy == "button" ? static_cast<QWidget*>(field) : enlarge)->setFocus();
            QTest::mouseClick(enlarge, Qt::LeftButton);
        }
        QCOMPARE(enlargedHead(bench_->state()), 2);
        QCOMPARE(QApplication::focusWidget(), static_cast<QWidget*>(view(2, expected)));
        bench_->select(2, 3, 3);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Down);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Left);
        QCOMPARE(selected(), (std::array{2, 4, 2}));
        if (backByButton)
            QTest::mouseClick(button(QStringLiteral("All heads")), Qt::LeftButton);
        else
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        QCOMPARE(enlargedHead(bench_->state()), -1);
        QVERIFY(view(0, 0)->isVisible());
        QVERIFY(QApplication::focusWidget() == view(2, 0) || QApplication::focusWidget() == view(2, 1));
    }

    void theMenuKeepsTheFocusWithTheMaps() {
        panel_->activateWindow();
        bench_->select(1, 0, 0);
        view(1, 1)->setFocus();
        QTRY_VERIFY(view(1, 1)->hasFocus());
        bench_->look([](MapOptions& options) { options.isEnlarged = true; });
        QVERIFY(view(1, 1)->hasFocus());
        bench_->select(0, 0, 0); // as by the keys [ and ]
        QVERIFY(view(0, 1)->hasFocus());
    }

    void switches() {
        switchOf("Scaled scores")->trigger();
        switchOf("Scores")->trigger();
        QCOMPARE(bench_->state().maps.stages, (std::vector{Stage::Scaled, Stage::Weights}));
        QTRY_VERIFY(settled());
        QCOMPARE(view(0, 0)->content().tile->demand.stage, Stage::Scaled);
        switchOf("Scores")->trigger();
        switchOf("Scaled scores")->trigger();
        QCOMPARE(bench_->state().maps.stages, (std::vector{Stage::Scores, Stage::Weights}));

        QVERIFY(scale(QStringLiteral("Colour scale, scores"))->isVisible());
        button(QStringLiteral("Display"))->click();
        QTest::keyClick(button(QStringLiteral("Same colours for all heads")), Qt::Key_Space);
        QVERIFY(bench_->state().maps.scalePerHead);
        QVERIFY(!scale(QStringLiteral("Colour scale, scores"))->isVisible());
        QTest::keyClick(control<QWidget>(*panel_, QStringLiteral("Numbers")), Qt::Key_End); // Off
        QVERIFY(!bench_->state().maps.numbers);
    }

    void oneScaleForAllHeads() {
        const MapLook look = view(0, 0)->content().look;
        QVERIFY(view(1, 0)->content().look == look);
        QVERIFY(scale(QStringLiteral("Colour scale, scores"))->look() == look);
        float max = 0;
        for (int head = 0; head < 3; ++head)
            for (int i = 0; i < 64; ++i) max = std::max(max, std::abs(*view(head, 0)->valueAt(i / 8, i % 8)));
        QVERIFY(look.range.high >= max && look.range.low == -look.range.high);
    }

    void zoomIsSharedAndAsksForItsRegion() {
        HeatmapView* map = view(0, 0);
        const QPointF at = centre(map, 2, 2);
        QWheelEvent wheel(at, map->mapToGlobal(at), {}, {0, 240}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase,
                          false);
        QApplication::sendEvent(map, &wheel);
        QVERIFY(map->zoom());
        QCOMPARE(view(2, 1)->zoom(), map->zoom());
        QTRY_VERIFY(settled() && bench_->state().frame->demand.maps[0].region.rows > 0);
        QVERIFY(bench_->state().frame->demand.maps[0].region.rows < 8);
        QTest::mouseDClick(map, Qt::LeftButton, {}, centre(map, 5, 5));
        QVERIFY(!view(2, 1)->zoom());
    }

    void manyHeadsCostWhatIsSeen() {
        for (int head = 3; head < 64; ++head) edit(withHeadAdded(session(), 0));
        QTRY_VERIFY(settled());
        QVERIFY(view(0, 0) && view(0, 0)->isVisible());
        QVERIFY(!panel_->grid().view(63, 0));
        int large = 0, ranges = 0;
        for (const MapDemand& map : bench_->state().frame->demand.maps) ++(map.pixelWidth > 1 ? large : ranges);
        QVERIFY(large < 60);
        QCOMPARE(large + ranges, 128); // for the others only the ranges are requested
        auto* bar = panel_->findChild<QScrollArea*>(QStringLiteral("maps"))->verticalScrollBar();
        bar->setValue(bar->maximum());
        QTRY_VERIFY(panel_->grid().view(63, 1) && panel_->grid().view(63, 1)->content().tile);
        QTRY_VERIFY(panel_->grid().view(63, 1)->valueAt(7, 7));
    }

    void headsComeAndGo() {
        edit(withHeadRemoved(session(), 0, 1));
        QTRY_VERIFY(settled());
        QVERIFY(!panel_->grid().view(2, 0));
        edit(withHeadAdded(session(), 0));
        QTRY_VERIFY(settled());
        QVERIFY(view(2, 0)->content().tile);
    }

    void withoutTokensThereIsAHint() {
        edit(withSentence(session(), ""));
        QTRY_VERIFY(label(QStringLiteral("Type a sentence above")) &&
                    label(QStringLiteral("Type a sentence above"))->isVisible());
        edit(withSentence(session(), "one"));
        QTRY_VERIFY(settled());
        QVERIFY(view(0, 0)->isVisible());
        QCOMPARE(*view(0, 1)->valueAt(0, 0), 1.0F);
    }

    void typingKeepsTilesExact() {
        std::string text;
        for (const char c : kSentence.toStdString()) {
            edit(withSentence(session(), text += c));
            QTRY_VERIFY(settled());
            QVERIFY(view(0, 0)->content().tile->exact);
            QCOMPARE(view(0, 0)->content().rows(), session().text.tokens->count());
        }
    }
};

QTEST_MAIN(HeatmapsPanelTest)
#include "tst_heatmapsPanel.moc"
