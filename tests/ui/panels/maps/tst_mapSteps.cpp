// While one goes through the computation, maps leave out what is not computed yet, of the selected head and query.
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
        QTest::addColumn<int>("scores"); // of the query that are there
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
        for (const int stage : {0, 1}) { // of other queries and heads all are
            QCOMPARE(numbersIn(1, stage, 3), 8);
            QCOMPARE(numbersIn(0, stage, 2), 8);
        }
        bench_->goToStep({});
        QTRY_VERIFY(settled());
        QCOMPARE(numbersIn(1, 1, 2), 8);
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
        bench_->goSteps(1);
        QTRY_VERIFY(settled());
        QCOMPARE(view(1, 0)->cellPaints(), own + 1);
        QCOMPARE(paints(), before + 1);
    }

    void theOverviewGivesWayToTheMaps() {
        bench_->changeMaps([](MapOptions& maps) { maps.overview = true; });
        bench_->goSteps(1);
        QVERIFY(!bench_->state().maps.overview);
    }

    void whatIsReadAndMadeIsOutlined() {
        bench_->changeMaps([](MapOptions& maps) { maps.showOnly({Stage::Q, Stage::K, Stage::Scores}); });
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
