// Selecting a head or a cell in any map selects it for all panels. A map without heads does not change the head.
#include "ui/panels/maps/mapsBench.h"

#include <functional>

using namespace headlight;
using namespace headlight::testing;

using Act = std::function<void()>;
using Place = std::array<int, 3>; // head, query, key

class OneSelection : public QObject, MapsBench {
    Q_OBJECT

private slots:
    void init() { begin(); }
    void cleanup() { end(); }

    void enlarging_data() {
        QTest::addColumn<Act>("enlarge");
        QTest::addColumn<Place>("selection");
        const auto row = [](const char* how, Act enlarge, Place selection) {
            QTest::newRow(how) << std::move(enlarge) << selection;
        };
        row("the button", [this] { button(QStringLiteral("Enlarge head 1"))->click(); }, {0, 3, 4});
        row("Enter", [this] { QTest::keyClick(view(0, 1), Qt::Key_Return); }, {0, 3, 4});
        row("the menu", [this] { choose(0, 1, {5, 6}, QStringLiteral("Enlarge this head")); }, {0, 5, 6});
    }
    void enlarging() {
        QFETCH(Act, enlarge);
        QFETCH(Place, selection);
        bench_->select(2, 3, 4);
        QTRY_VERIFY(settled());
        enlarge();
        QVERIFY(bench_->state().maps.isEnlarged);
        QCOMPARE(selected(), selection);
        QVERIFY(view(0, 0)->isVisible() && !view(2, 0)->isVisible());
    }
    /// The enlarged head is always the selected one.
    void theEnlargedHeadIsTheSelectedOne() {
        bench_->look([](MapOptions& options) { options.isEnlarged = true; });
        for (const int head : {2, 0, 1}) {
            bench_->select(head, 0, 0);
            QTRY_VERIFY(settled());
            for (int other = 0; other < 3; ++other)
                QCOMPARE(view(other, 0) && view(other, 0)->isVisible(), other == head);
        }
    }
    void theMenuSelectsItsCell() {
        choose(2, 1, {6, 1}, QStringLiteral("Copy number"));
        QCOMPARE(selected(), (std::array{2, 6, 1}));
    }
    /// Its map is in the first column, but does not select head 1.
    void aMapOfNoHead() {
        edit(withLayerAdded(session()));
        bench_->look([](View& view) { view.layer = 1; });
        bench_->look([](MapOptions& options) { options.stages = {Stage::Rollout}; });
        bench_->select(2, 0, 0);
        QTRY_VERIFY(settled() && view(0, 0));
        QTest::mouseClick(view(0, 0), Qt::LeftButton, {}, centre(view(0, 0), 4, 1));
        QCOMPARE(selected(), (std::array{2, 4, 1}));
        choose(0, 0, {2, 5}, QStringLiteral("Make \u201cfeet\u201d the query"));
        QCOMPARE(selected(), (std::array{2, 5, 5}));
        QTest::keyClick(view(0, 0), Qt::Key_Return);
        QVERIFY(!bench_->state().maps.isEnlarged);
        QCOMPARE(selected()[0], 2);
    }
};

QTEST_MAIN(OneSelection)
#include "tst_oneSelection.moc"
