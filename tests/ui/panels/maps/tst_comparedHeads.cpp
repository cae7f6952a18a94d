// A head compared with another one, and heads and layers whose numbers have changed.
#include "support/givenStages.h"
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

    /// The other layer stands in the place of the shown one, with its heads, its inputs and its own options.
    void aLayerIsComparedWith() {
        edit(withLayerAdded(withHeadRemoved(session(), 0, 0).value()));
        Options options = session().layers[0].options;
        options.mask.causal = true;
        edit(withOptions(session(), 1, options));
        bench_->look([](MapOptions& maps) { maps.stages = {Stage::X, Stage::Weights}; });
        bench_->select(CellRef{Stage::Weights, 1, 1, 1, 3});
        compareWith(OtherLayer{0});
        show(Compared::Other);
        Engine engine(std::move(*makeBackend("cpu")));
        const Frame frame = engine.answer(session(), {.maps = {{Stage::Weights, 0, 1, {}, 100, 100}}});
        QCOMPARE(view(1, 1)->valueAt(1, 3), std::optional(frame.tiles[0]->values(1, 3)));
        QCOMPARE(view(1, 1)->content().head.head, QString("Head 2"));
        QVERIFY(view(1, 1)->accessibleName().endsWith(", layer 1"));
        show(Compared::Difference);
        QCOMPARE(view(1, 1)->valueAt(1, 3), std::optional(-frame.tiles[0]->values(1, 3))); // masked in layer 2
        QVERIFY2(whatMoved(bench_->state()).contains("differs most"), qPrintable(whatMoved(bench_->state())));
        QVERIFY(!action("Bring back")->isEnabled());
        bench_->select(CellRef{Stage::Weights, 0, 1, 1, 3}); // it is not compared with itself
        QVERIFY(bench_->state().maps.counterpart == Counterpart());
    }

    /// The counterpart is the same layer after another one is removed, and not another one after it is removed itself.
    void theOtherLayerMoves_data() {
        QTest::addColumn<int>("other");
        QTest::addColumn<int>("removed");
        QTest::addColumn<int>("then"); // the place of the other layer; -1: it is gone
        QTest::newRow("one below both") << 1 << 0 << 0;
        QTest::newRow("one between them") << 0 << 1 << 0;
        QTest::newRow("the other one") << 1 << 1 << -1;
    }
    void theOtherLayerMoves() {
        QFETCH(int, other);
        QFETCH(int, removed);
        QFETCH(int, then);
        edit(withLayerAdded(session()));
        edit(withLayerAdded(session()));
        bench_->select(CellRef{Stage::Weights, 2, 1, 1, 3});
        compareWith(OtherLayer{other});
        edit(withLayerRemoved(session(), removed));
        QCOMPARE(bench_->state().view.layer, 1);
        const auto expected = then < 0 ? Counterpart() : Counterpart(OtherLayer{then});
        QVERIFY(bench_->state().maps.counterpart == expected);
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

    /// After head 1 of 3 was removed, heads 1 and 2 are the former heads 2 and 3, before the step and in a pin.
    void aHeadThatWent_data() {
        QTest::addColumn<bool>("isPin");
        QTest::newRow("before") << false;
        QTest::newRow("a pin") << true;
    }
    void aHeadThatWent() {
        QFETCH(bool, isPin);
        const Session former = session();
        edit(withPin(session(), "a"));
        edit(withHeadRemoved(session(), 0, 0));
        if (isPin) compareWith("a");
        QTRY_VERIFY(settled());
        show(Compared::Difference);
        for (const int head : {0, 1}) QCOMPARE(view(head, 0)->valueAt(1, 3).value_or(1), 0.0F);
        QCOMPARE(whatMoved(bench_->state()), QString("Nothing changed in these maps; first affected: Joined heads"));
        show(Compared::Other);
        Engine engine(std::move(*makeBackend("cpu")));
        for (const auto& [head, was] : {std::pair(0, 1), std::pair(1, 2)}) {
            const Frame then = engine.answer(former, {.maps = {{Stage::Scores, 0, was, {}, 100, 100}}});
            QCOMPARE(view(head, 0)->valueAt(1, 3), std::optional(then.tiles[0]->values(1, 3)));
            QCOMPARE(view(head, 0)->content().head.head, QString("Head %1").arg(was + 1));
        }
        QTest::mouseClick(view(1, 0), Qt::LeftButton, {}, centre(view(1, 0), 4, 5));
        QCOMPARE(selected(), (std::array{1, 4, 5}));
        QVERIFY(view(1, 0)->content().ownsSelection);
    }

    void aLayerThatWent() {
        edit(withLayerAdded(session()));
        const Session former = session();
        edit(withLayerRemoved(session(), 0));
        QTRY_VERIFY(settled());
        show(Compared::Other);
        Engine engine(std::move(*makeBackend("cpu")));
        const Frame then = engine.answer(former, {.maps = {{Stage::Scores, 1, 1, {}, 100, 100}}});
        QCOMPARE(value(), then.tiles[0]->values(1, 3));
        show(Compared::Difference);
        QCOMPARE(value(), valueOf(session()) - then.tiles[0]->values(1, 3));
        QVERIFY2(whatMoved(bench_->state()).endsWith("first affected: X"), qPrintable(whatMoved(bench_->state())));
    }

    /// A layer that starts with given stages has none before them, so none of these is named.
    void theOtherStateStartsLater() {
        const Session computed = session();
        const auto given = [&](GivenOfHead head) {
            head.emplace_back(Parameter::GivenV, Matrix::Ones(8, 2));
            Session made = computed;
            made.layers.change(0, [&](Layer& layer) { layer = givenLayer({head, head, head}); });
            return made;
        };
        const Matrix ones = Matrix::Ones(8, 8);
        const Session products = given({{Parameter::GivenQ, ones}, {Parameter::GivenK, ones}}),
                      scores = given({{Parameter::GivenScores, ones}}),
                      weights = given({{Parameter::GivenWeights, Matrix::Identity(8, 8)}}),
                      two = *withLayerAdded(weights), edited = *withCell(two, {Parameter::Wq, 1, 0}, 0, 0, 5);
        Session masked = products;
        changing(masked)->options.mask.causal = true;
        for (const auto& [before, now, first] : {std::tuple(products, computed, ""),
                                                 {scores, computed, ""},
                                                 {weights, computed, ""},
                                                 {products, masked, "Masked"},
                                                 {two, edited, "Q"}}) {
            edit(before);
            edit(now);
            QTRY_VERIFY(settled());
            show(Compared::Difference);
            const QString said = whatMoved(bench_->state());
            QVERIFY(!said.isEmpty());
            QCOMPARE(said.section("; first affected: ", 1), QString(first));
        }
    }

    void columnsOfOtherHeadsAreSaid() {
        bench_->look([](MapOptions& maps) { maps.stages = {Stage::Concat}; });
        edit(withPin(session(), "a"));
        edit(withHeadRemoved(session(), 0, 0));
        compareWith("a");
        QTRY_VERIFY(settled());
        show(Compared::Difference);
        QVERIFY2(view(0, 0)->content().absent.contains("another width"), qPrintable(view(0, 0)->content().absent));
        edit(withHeadAdded(session(), 0));
        QTRY_VERIFY(view(0, 0)->content().absent.contains("of other heads"));
    }
};

QTEST_MAIN(ComparedHeadsTest)
#include "tst_comparedHeads.moc"
