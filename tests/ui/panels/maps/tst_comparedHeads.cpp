// A head compared with another one, and heads and layers whose numbers have changed.
#include "ui/panels/maps/comparedBench.h"

using namespace headlight;
using namespace headlight::testing;

class ComparedHeadsTest : public QObject, ComparedBench {
    Q_OBJECT

private slots:
    void init() {
        begin();
        editWq(2);
    }
    void cleanup() { end(); }

    /// The map of each head shows the other head.
    void aHeadIsComparedWith() {
        compareWith(0);
        show(Compared::Other);
        const float other = view(0, 0)->valueAt(1, 3).value_or(1e30F);
        QCOMPARE(value(), other);
        QCOMPARE(view(1, 0)->content().head.head, QString("Head 1")); // the head of the numbers
        show(Compared::Difference);
        QCOMPARE(view(0, 0)->valueAt(1, 3).value_or(1), 0.0F);
        QCOMPARE(value(), valueOf(session()) - other);
        QCOMPARE(view(1, 0)->accessibleName(), QString("Scores, head 2, minus head 1"));
        QVERIFY2(whatMoved(bench_->state()).contains("differs most"), qPrintable(whatMoved(bench_->state())));
        QVERIFY(!action("Bring back")->isEnabled());
        edit(withHeadRemoved(session(), 0, 0));
        edit(withHeadRemoved(session(), 0, 0)); // one head is left
        QTRY_VERIFY(settled());
    }

    /// Dropout is drawn for each head, so another head in this place would give numbers that occur nowhere.
    void aHeadIsNotComparedUnderDropout() {
        const auto heads = [this] {
            QMenu* menu = control<QMenu>(*panel_, "Compare with");
            emit menu->aboutToShow();
            const QList<QAction*> actions = menu->actions();
            return *std::ranges::find(actions, QString("Another &head"), &QAction::text);
        };
        QVERIFY(heads()->isEnabled());
        compareWith(0);
        show(Compared::Difference);
        Options options = session().layers[0].options;
        options.dropout = Dropout{};
        edit(withOptions(session(), 0, options));
        QVERIFY(bench_->state().maps.counterpart == Counterpart());
        QVERIFY(!heads()->isEnabled() && heads()->toolTip().startsWith("Not with dropout"));
        compareWith(0);
        QVERIFY(bench_->state().maps.counterpart == Counterpart());
    }

    /// After a head is removed, the next one has its number, and is compared with it. The map says so.
    void aHeadThatWent() {
        const QString byPlace = "; compared by place, where another head or layer stood";
        edit(withHeadRemoved(session(), 0, 2)); // the last one
        QTRY_VERIFY(settled());
        show(Compared::Difference);
        QCOMPARE(view(1, 0)->accessibleName(), QString("Scores, head 2, minus before"));
        QVERIFY(!whatMoved(bench_->state()).endsWith(byPlace));
        edit(withHeadRemoved(session(), 0, 0));
        QTRY_VERIFY(settled());
        show(Compared::Difference);
        QCOMPARE(view(0, 0)->accessibleName(), QString("Scores, head 1, minus before, by place"));
        QVERIFY2(whatMoved(bench_->state()).endsWith(byPlace), qPrintable(whatMoved(bench_->state())));
    }

    void aLayerThatWent() {
        edit(withLayerAdded(session()));
        edit(withLayerRemoved(session(), 0));
        QTRY_VERIFY(settled());
        show(Compared::Difference);
        QCOMPARE(view(1, 0)->accessibleName(), QString("Scores, head 2, minus before, by place"));
    }
};

QTEST_MAIN(ComparedHeadsTest)
#include "tst_comparedHeads.moc"
