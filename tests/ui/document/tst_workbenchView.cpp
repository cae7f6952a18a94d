// The selection and the highlighted cell follow their tokens, and stay within the session.
#include "ui/document/workbenchBench.h"

using namespace headlight;

class WorkbenchViewTest : public QObject, private testing::WorkbenchBench {
    Q_OBJECT

private slots:
    void init() { begin(); }
    void cleanup() { end(); }

    void theViewIsCutToItsLayer() {
        Session two = *withLayerAdded(bench_->state().session);
        QVERIFY(bench_->apply("Add layer", testing::givenEdit(two)));
        QVERIFY(bench_->apply("Remove layer", testing::givenEdit(withLayerRemoved(two, 1))));
        QCOMPARE(watcher_.last.view.layer, 0);
    }

    void lightAsksNothingOfTheEngineAndIsPresentedAlone() {
        const auto frame = bench_->state().frame;
        const int presented = watcher_.presented;
        const std::vector<Address> cell{CellRef{Stage::Weights, 0, 0, 1, 2}};
        for (int i = 0; i < 2; ++i) bench_->light(cell);
        QVERIFY(watcher_.lit == cell && watcher_.lights == 1);
        bench_->light({CellRef{Stage::Weights, 0, 0, 1, 99}}); // it does not exist
        QVERIFY(watcher_.lit.empty());
        QCOMPARE(watcher_.presented, presented);
        // A request is answered by one present() for its frame, and no other.
        bench_->scheduler().ask(watcher_, {frame->demand.maps, {CellRef{Stage::Weights, 0, 0, 1, 1}}});
        QTRY_VERIFY(watcher_.last.frame->explanations.at(0)->of.row == 1);
        QCOMPARE(watcher_.presented, presented + 1);
        QVERIFY(bench_->state().frame->tiles == frame->tiles);
    }

    void theSelectionStaysWithItsTokens_data() {
        QTest::addColumn<QString>("sentence"); // the sentence was "my shoes are my shoes"
        QTest::addColumn<int>("query");        // it was 1
        QTest::addColumn<int>("key");          // it was 2
        const auto row = [](const char* sentence, int query, int key) {
            QTest::newRow(sentence) << QString(sentence) << query << key;
        };
        row("all my shoes are my shoes", 2, 3);
        row("my red shoes are my shoes", 2, 3);
        row("shoes are my shoes", 0, 1);
        row("my shoes were my shoes", 1, 2);
        row("my are my shoes", 1, 1); // the next token is selected
        row("my shoes", 1, 1);
        row("red", 0, 0);
    }
    void theSelectionStaysWithItsTokens() {
        QFETCH(QString, sentence);
        bench_->select(0, 1, 2);
        QVERIFY(
            bench_->apply("Type", testing::givenEdit(withSentence(bench_->state().session, sentence.toStdString()))));
        QTEST(bench_->state().view.query, "query");
        QTEST(bench_->state().view.key, "key");
        QVERIFY(watcher_.last.view == bench_->state().view);
    }

    void theSelectedKeyIsOneOfTheSecondSentence() {
        Session session = bench_->state().session;
        session.source = (*withSentence(session, "a b c")).text;
        QVERIFY(bench_->apply("Second sentence", testing::givenEdit(session)));
        bench_->select(0, 1, 2);
        session.source = (*withSentence(session, "x a b c")).text;
        QVERIFY(bench_->apply("Type", testing::givenEdit(session)));
        QCOMPARE(bench_->state().view.query, 1);
        QCOMPARE(bench_->state().view.key, 3);
    }

    void selectionIsCutToWhatExists() {
        bench_->select(7, 99, 2);
        QCOMPARE(bench_->state().view.head, 1);
        QCOMPARE(bench_->state().view.query, 4);
        QVERIFY(bench_->apply("Type sentence", testing::givenEdit(withSentence(bench_->state().session, "my"))));
        QCOMPARE(bench_->state().view.query, 0);
        QVERIFY(!bench_->document().history().undoText().contains("select", Qt::CaseInsensitive));
    }
};

QTEST_MAIN(WorkbenchViewTest)
#include "tst_workbenchView.moc"
