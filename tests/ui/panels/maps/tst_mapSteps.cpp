// During a walk, maps omit the cells of the selected head and query that are not computed yet.
#include "support/traces.h"
#include "ui/panels/maps/mapsBench.h"

using namespace headlight;

class MapStepsTest : public QObject, private testing::MapsBench {
    Q_OBJECT

private slots:
    void init() {
        begin();
        bench_->select(1, 2, 0);
    }
    void cleanup() { end(); }

    void theRowOfTheQueryIsFilledStepByStep_data() {
        QTest::addColumn<Step>("step");
        QTest::addColumn<int>("scores"); // number of the query's scores that are shown
        QTest::addColumn<int>("weights");
        using Part = Step::Part;
        QTest::newRow("values") << Step{Stage::V} << 0 << 0;
        QTest::newRow("first score") << Step{Stage::Scores, Part::Key, 0} << 1 << 0;
        QTest::newRow("fifth score") << Step{Stage::Scores, Part::Key, 4} << 5 << 0;
        QTest::newRow("scaled") << Step{Stage::Scaled} << 8 << 0;
        QTest::newRow("sum") << Step{Stage::Weights, Part::Sum} << 8 << 0;
        QTest::newRow("weights") << Step{Stage::Weights, Part::Quotients} << 8 << 8;
    }
    void theRowOfTheQueryIsFilledStepByStep() {
        QFETCH(const Step, step);
        bench_->goToStep(step);
        QTRY_VERIFY(settled());
        QTEST(numbersIn(1, 0, 2), "scores");
        QTEST(numbersIn(1, 1, 2), "weights");
        for (const int stage : {0, 1}) { // other queries and heads are complete
            QCOMPARE(numbersIn(1, stage, 3), 8);
            QCOMPARE(numbersIn(0, stage, 2), 8);
        }
        bench_->goToStep({});
        QTRY_VERIFY(settled());
        QCOMPARE(numbersIn(1, 1, 2), 8);
    }

    /// The query's row has the sums so far; other rows and heads have their final numbers.
    void aContextGrowsValueByValue() {
        bench_->look([](MapOptions& maps) { maps.showOnly({Stage::Context}); });
        const auto trace = testing::tracesOf(bench_->state().session)[0];
        const Matrix weights = trace(Stage::Weights, 1), values = trace(Stage::V, 1),
                     context = trace(Stage::Context, 1);
        bench_->goToStep(Step{Stage::Weights, Step::Part::Sum});
        QTRY_VERIFY(settled());
        QCOMPARE(numbersIn(1, 0, 2), 0);
        for (int key = 0; key < 8; ++key) {
            bench_->goToStep(Step{Stage::Context, Step::Part::Key, key});
            const Matrix sums = weights.block(2, 0, 1, key + 1) * values.topRows(key + 1);
            const auto isShown = [&] {
                const MapContent& content = view(1, 0)->content();
                Matrix expected = context;
                expected.row(2) = sums;
                return content.look.blank == Region{} && content.tile && content.tile->values.isApprox(expected, 1e-5F);
            };
            QTRY_VERIFY(settled() && isShown());
            QVERIFY(view(0, 0)->content().tile->values.isApprox(trace(Stage::Context, 0)));
        }
        QVERIFY(view(1, 0)->content().tile->values == context);
        bench_->goToStep({});
        QTRY_VERIFY(settled());
        QTRY_VERIFY(bench_->state().responseTo(*panel_)->explanations.empty());
    }

    void tipsDoNotTellWhatIsBlank() {
        bench_->goToStep(Step{Stage::Scores, Step::Part::Key, 3});
        QTRY_VERIFY(settled());
        QVERIFY(view(1, 0)->explain({2, 4}).endsWith("not computed yet"));
        QVERIFY(!view(1, 0)->explain({2, 3}).contains("not computed yet"));
    }

    void aStepPaintsTheCellsOfItsMapAlone() {
        bench_->goToStep(Step{Stage::Scores, Step::Part::Key, 3});
        QTRY_VERIFY(settled());
        const int before = paints(), own = view(1, 0)->cellPaints();
        bench_->goToStep(bench_->state().stepAfter(1));
        QTRY_VERIFY(settled());
        QCOMPARE(view(1, 0)->cellPaints(), own + 1);
        QCOMPARE(paints(), before + 1);
    }

    void theOverviewGivesWayToTheMaps() {
        bench_->look([](MapOptions& maps) { maps.overview = true; });
        bench_->goToStep(bench_->state().stepAfter(1));
        QVERIFY(!bench_->state().maps.overview);
    }

    void whatIsReadAndMadeIsOutlined() {
        bench_->look([](MapOptions& maps) { maps.showOnly({Stage::Q, Stage::K, Stage::Scores}); });
        bench_->goToStep(Step{Stage::Scores, Step::Part::Key, 5});
        QTRY_VERIFY(settled());
        QCOMPARE(*light(1, 0), (MapLight{2, {2, 0, 1, 3}, {}}));
        QCOMPARE(*light(1, 1), (MapLight{-1, {5, 0, 1, 3}, {}}));
        QCOMPARE(*light(1, 2), (MapLight{2, {}, {2, 5, 1, 1}}));
        QCOMPARE(*light(0, 2), MapLight{});
    }

private:
    int numbersIn(int head, int stage, int row) const {
        int count = 0;
        for (int col = 0; col < view(head, stage)->content().cols(); ++col)
            count += view(head, stage)->valueAt(row, col).has_value();
        return count;
    }
    std::optional<MapLight> light(int head, int stage) const { return view(head, stage)->content().light; }
};

QTEST_MAIN(MapStepsTest)
#include "tst_mapSteps.moc"
