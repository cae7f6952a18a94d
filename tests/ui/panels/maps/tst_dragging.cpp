// While a number is dragged, only the maps that it changes are updated, and nothing moves.
#include "ui/panels/maps/mapsBench.h"

using namespace headlight;
using namespace headlight::testing;

class DraggingTest : public QObject, MapsBench {
    Q_OBJECT

private slots:
    void init() { begin(); }
    void cleanup() { end(); }

    void rangesOnlyWiden_data() {
        QTest::addColumn<bool>("perHead");
        QTest::newRow("one scale for all heads") << false;
        QTest::newRow("one per head") << true;
    }
    void rangesOnlyWiden() {
        QFETCH(bool, perHead);
        if (perHead) bench_->look([&](MapOptions& now) { now = MapsBench::perHead(); });
        QTRY_VERIFY(settled());
        const Range start = range();
        const std::vector<QRect> places = cards();
        const int gesture = bench_->document().newGesture();
        bench_->set(&ViewState::isDragging, true);
        put(3000, gesture);
        const Range widest = range();
        QVERIFY(widest.high > start.high * 100);
        put(0.01F, gesture);
        QVERIFY(range() == widest);
        QVERIFY(cards() == places);
        const int painted = view(1, 0)->cellPaints();
        put(0.02F, gesture);
        if (perHead) QCOMPARE(view(1, 0)->cellPaints(), painted); // another head is unchanged
        bench_->set(&ViewState::isDragging, false);
        QVERIFY(range().high < widest.high);
        QVERIFY(cards() == places);
    }

    /// An edit without a gesture ends a drag whose release was lost, for example to a question.
    void anEditByItselfEndsADrag() {
        bench_->set(&ViewState::isDragging, true);
        put(3000, bench_->document().newGesture());
        const Range widest = range();
        put(0.01F, 0);
        QVERIFY(!bench_->state().isDragging);
        QVERIFY(range().high < widest.high);
    }

private:
    Range range() const { return view(0, 0)->content().look.range; }
    void put(float value, int gesture) {
        const ParameterRef ref{Parameter::Wq, 0, 0};
        QVERIFY(
            bench_->apply(QStringLiteral("Edit"), testing::givenEdit(withCell(session(), ref, 0, 0, value)), gesture));
        QTRY_VERIFY(settled());
    }
    std::vector<QRect> cards() const {
        std::vector<QRect> all;
        for (int head = 0; head < 3; ++head)
            for (int stage = 0; stage < 2; ++stage) all.push_back(view(head, stage)->geometry());
        return all;
    }
};

QTEST_MAIN(DraggingTest)
#include "tst_dragging.moc"
