#include "backend/backends.h"
#include "base/LeavableThread.h"
#include "document/Presenter.h"
#include "document/Workbench.h"
#include "session/edits.h"
#include "style/resources.h"
#include "support/FailingBackend.h"
#include "support/jobs.h"
#include "support/verbs.h"

#include <QTemporaryDir>
#include <QTest>

#include <tuple>

using namespace headlight;

namespace {

/// Counts what it is shown.
struct Watcher : Presenter {
    void present(const ViewState& state) override {
        ++presented;
        last = state;
    }
    void presentTime(const ViewState& state) override { last.editToPixelsMs = state.editToPixelsMs; }
    int presented = 0;
    ViewState last;
};

constexpr double kLarge = Workbench::kMany + 1;

Result<Session> withNine(const Session& session, const Watch&) { return withEmbeddingSize(session, 9); }

MapDemand whole(Stage stage, int head) { return {stage, 0, head, {}, 200, 200}; }

} // namespace

class WorkbenchTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        bench_ = std::make_unique<Workbench>(std::move(*makeBackend("eigen")));
        watcher_ = {};
        bench_->add(watcher_);
        QVERIFY(bench_->apply("Type sentence",
                              testing::giving(withSentence(bench_->state().session, "my shoes are my shoes"))));
        bench_->ask(watcher_,
                    {{whole(Stage::Scores, 0), whole(Stage::Weights, 0), whole(Stage::Scores, 1)}, {std::nullopt}});
        QTRY_VERIFY(answered() && watcher_.last.frame->tiles.size() == 3);
    }
    void cleanup() {
        bench_->remove(watcher_);
        bench_.reset();
    }

    /// Whoever cancels has what he had, and is told nothing.
    void cancelledWorkChangesNothing() {
        QTemporaryDir folder;
        const QString path = folder.filePath("a.headlight");
        QVERIFY(bench_->save(path).ok());
        const Session before = bench_->state().session;
        QVERIFY(bench_->apply("Edit", testing::giving(withCell(before, {Parameter::Wq, 0, 0}, 0, 0, 9))));
        testing::NamingJobs jobs(*bench_);
        jobs.areCancelled = true;
        const Session edited = bench_->state().session;
        const int presented = watcher_.presented;
        QVERIFY(isCancelled(bench_->open(path).problem()));
        QVERIFY(isCancelled(bench_->save(path).problem()));
        bench_->report("Something else");
        QVERIFY(!bench_->apply("Change d to 9", withNine, 0, kLarge));
        QVERIFY(watcher_.presented > presented); // a field that showed 9 shows again what is
        QCOMPARE(jobs.names, (QStringList{"Opening a.headlight", "Saving a.headlight", "Change d to 9"}));
        QVERIFY(bench_->state().session == edited);
        QVERIFY(bench_->state().modified);
        QVERIFY(bench_->state().problem.isEmpty());
        jobs.areCancelled = false;
        QVERIFY(bench_->apply("Change d to 9", withNine, 0, kLarge));
        QCOMPARE(sizesOf(bench_->state().session).d, 9);
    }

    /// What is small is made at once; so is what is asked for within a turn.
    void aLargeEditIsAJob() {
        testing::NamingJobs jobs(*bench_);
        QVERIFY(bench_->apply("Small", withNine, 0, Workbench::kMany));
        bench_->undo();
        QCOMPARE(jobs.names, QStringList());
        bench_->turns().take([&] { QVERIFY(bench_->apply("Within", withNine, 0, kLarge)); });
        bench_->undo();
        QCOMPARE(jobs.names, QStringList());
        QVERIFY(bench_->apply("Large", withNine, 0, kLarge));
        QCOMPARE(jobs.names, QStringList{"Large"});
        QCOMPARE(sizesOf(bench_->state().session).d, 9);
        QCOMPARE(bench_->document().history().undoText(), QString("Large"));
    }

    /// Also where the work itself has something to say of it.
    void stoppedWorkSaysNothing() {
        QTemporaryDir folder;
        const QString path = folder.filePath("a.headlight");
        QVERIFY(bench_->save(path).ok());
        testing::StoppingJobs jobs(*bench_);
        QVERIFY(isCancelled(bench_->open(path).problem()));
        QVERIFY(isCancelled(bench_->save(path).problem()));
    }

    /// Closing the window does not wait for a backend that does not come back.
    void quittingWhileTheEngineIsBusy() {
        const int before = threadsLeftBehind();
        const auto failure = std::make_shared<testing::Failure>();
        failure->kind = testing::Failure::Kind::Never;
        failure->at = 1;
        {
            EngineRunner runner(std::make_unique<testing::FailingBackend>(failure), nullptr);
            Askers askers;
            askers.set(watcher_, {{whole(Stage::Scores, 0)}, {std::nullopt}});
            runner.request(bench_->state().session, askers.asked({}, Priority::First));
            QTRY_COMPARE(failure->calls.load(), 1);
        }
        QCOMPARE(threadsLeftBehind() - before, 1);
        failure->end();
        QTRY_COMPARE(threadsLeftBehind() - before, 0);
    }

    void aPanelIsShownTheStateAtOnce() {
        Watcher late;
        bench_->add(late);
        QCOMPARE(late.presented, 1);
        bench_->remove(late);
    }

    void anEditIsShownBeforeItsFrameComes() {
        const auto before = bench_->state().frame;
        QVERIFY(
            bench_->apply("Edit", testing::giving(withCell(bench_->state().session, {Parameter::Wq, 0, 0}, 0, 0, 9))));
        QCOMPARE((*watcher_.last.session.layers[0].heads[0][Parameter::Wq])(0, 0), 9.0F);
        QVERIFY(watcher_.last.frame == before);
        QTRY_VERIFY(answered());
        QVERIFY(watcher_.last.frame->tiles[0] != before->tiles[0]);
        QVERIFY(watcher_.last.frame->tiles[2] == before->tiles[2]); // the other head's tile is the very same
    }

    void aProblemIsShownAndChangesNothing() {
        const Session before = bench_->state().session;
        QVERIFY(!bench_->apply("Edit", testing::giving(withCell(before, {Parameter::Wq, 0, 0}, 99, 0, 9))));
        QVERIFY(watcher_.last.problem.contains("W_q[100, 1]"));
        QVERIFY(bench_->state().session == before);
        QVERIFY(bench_->apply("Edit", testing::giving(withCell(before, {Parameter::Wq, 0, 0}, 0, 0, 9))));
        QVERIFY(watcher_.last.problem.isEmpty());
    }

    /// A backend that fails is named in the message bar, and the maps come from the one that takes over.
    void anotherBackendTakesOver() {
        const auto failure = std::make_shared<testing::Failure>();
        failure->at = 3;
        Watcher watcher;
        Workbench bench(std::make_unique<testing::FailingBackend>(failure), std::move(*makeBackend("eigen")));
        bench.add(watcher);
        bench.apply("Type sentence", testing::giving(withSentence(bench.state().session, "my shoes")));
        bench.ask(watcher, {{whole(Stage::Scores, 0)}});
        bool isSaid = false; // until the next edit
        for (int i = 0; i < 3; ++i) {
            bench.apply("Edit",
                        testing::giving(withCell(bench.state().session, {Parameter::Wq, 0, 0}, 0, 0, float(i))));
            QTRY_VERIFY(watcher.last.frame && watcher.last.frame->session == bench.state().session);
            isSaid = isSaid || watcher.last.problem.startsWith("A frail backend has failed");
        }
        QVERIFY(isSaid);
        QVERIFY(watcher.last.backend.startsWith("CPU"));
        QCOMPARE(watcher.last.frame->tiles.size(), std::size_t{1});
        bench.remove(watcher);
    }

    void aCheckedBackendRemarks() {
        Watcher watcher;
        Workbench bench(std::move(*makeBackend("checked")));
        bench.add(watcher);
        bench.apply("Type sentence", testing::giving(withSentence(bench.state().session, "my shoes")));
        bench.ask(watcher, {{whole(Stage::Scores, 0), whole(Stage::Weights, 1)}});
        QTRY_VERIFY(!watcher.last.backendRemarks.filter("weights").isEmpty());
        bench.remove(watcher);
    }

    void theViewIsCutToItsLayer() {
        Session two = *withLayerAdded(bench_->state().session);
        QVERIFY(bench_->apply("Add layer", testing::giving(two)));
        QVERIFY(bench_->apply("Remove layer", testing::giving(withLayerRemoved(two, 1))));
        QCOMPARE(watcher_.last.view.layer, 0);
    }

    void hoverAsksNothingOfTheEngine() {
        const auto frame = bench_->state().frame;
        bench_->setHover(Hover{1, 2});
        QCOMPARE(watcher_.last.hover->key, 2);
        const int presented = watcher_.presented;
        bench_->setHover(Hover{1, 2});
        QCOMPARE(watcher_.presented, presented);
        // What is asked next is answered next: one present for it, one for its frame, none for another.
        bench_->select(0, 1, 1);
        QTRY_VERIFY(!watcher_.last.frame->cells.empty() && watcher_.last.frame->cells[0]->cell.query == 1);
        QCOMPARE(watcher_.presented, presented + 2);
        QVERIFY(bench_->state().frame->tiles == frame->tiles);
    }

    void theSelectionStaysWithItsTokens_data() {
        QTest::addColumn<QString>("sentence"); // instead of "my shoes are my shoes"
        QTest::addColumn<int>("query");        // instead of 1
        QTest::addColumn<int>("key");          // instead of 2
        const auto row = [](const char* sentence, int query, int key) {
            QTest::newRow(sentence) << QString(sentence) << query << key;
        };
        row("all my shoes are my shoes", 2, 3);
        row("my red shoes are my shoes", 2, 3);
        row("shoes are my shoes", 0, 1);
        row("my shoes were my shoes", 1, 2);
        row("my are my shoes", 1, 1); // the later neighbour
        row("my shoes", 1, 1);
        row("red", 0, 0);
    }
    void theSelectionStaysWithItsTokens() {
        QFETCH(QString, sentence);
        bench_->select(0, 1, 2);
        QVERIFY(bench_->apply("Type", testing::giving(withSentence(bench_->state().session, sentence.toStdString()))));
        QTEST(bench_->state().view.query, "query");
        QTEST(bench_->state().view.key, "key");
        QVERIFY(watcher_.last.view == bench_->state().view);
    }

    void theSelectedKeyIsOneOfTheSecondSentence() {
        Session session = bench_->state().session;
        session.source = (*withSentence(session, "a b c")).text;
        QVERIFY(bench_->apply("Second sentence", testing::giving(session)));
        bench_->select(0, 1, 2);
        session.source = (*withSentence(session, "x a b c")).text;
        QVERIFY(bench_->apply("Type", testing::giving(session)));
        QCOMPARE(bench_->state().view.query, 1);
        QCOMPARE(bench_->state().view.key, 3);
    }

    void anotherDocumentHasASelectionOfItsOwn() {
        bench_->select(0, 1, 1);
        QVERIFY(
            bench_->apply("Type", testing::giving(withSentence(bench_->state().session, "x my shoes are my shoes"))));
        QCOMPARE(bench_->state().view.query, 2);
        QTemporaryDir folder;
        const QString path = folder.filePath("a.headlight");
        QVERIFY(bench_->save(path).ok());
        QVERIFY(bench_->apply("Type", testing::giving(withSentence(bench_->state().session, "my shoes are my shoes"))));
        QCOMPARE(bench_->state().view.query, 1);
        QVERIFY(bench_->open(path).ok());
        QCOMPARE(bench_->state().view.query, 2);
    }

    void selectionIsCutToWhatExists() {
        bench_->select(7, 99, 2);
        QCOMPARE(bench_->state().view.head, 1);
        QCOMPARE(bench_->state().view.query, 4);
        QTRY_VERIFY(answered() && !watcher_.last.frame->cells.empty() &&
                    watcher_.last.frame->cells[0]->cell.query == 4);
        QVERIFY(bench_->apply("Type sentence", testing::giving(withSentence(bench_->state().session, "my"))));
        QCOMPARE(bench_->state().view.query, 0);
        QVERIFY(!bench_->document().history().undoText().contains("select", Qt::CaseInsensitive));
    }

    void theTimeFromEditToPixelsIsMeasuredOnce() {
        QVERIFY(
            bench_->apply("Edit", testing::giving(withCell(bench_->state().session, {Parameter::Wv, 0, 1}, 0, 0, 9))));
        QTRY_VERIFY(answered());
        bench_->painted();
        const double ms = watcher_.last.editToPixelsMs;
        QVERIFY(ms > 0);
        bench_->painted();
        QCOMPARE(watcher_.last.editToPixelsMs, ms);
    }

    /// The time begins before the edit is made, and takes undoing it in.
    void theTimeBeginsBeforeTheEdit() {
        constexpr int kSlow = 30; // ms
        const auto slowly = [](const Session& now, const Watch&) {
            QElapsedTimer timer;
            for (timer.start(); timer.elapsed() < kSlow;) {}
            return withCell(now, {Parameter::Wv, 0, 1}, 0, 0, 9);
        };
        QVERIFY(bench_->apply("Edit", slowly));
        QTRY_VERIFY(answered());
        bench_->painted();
        QVERIFY(watcher_.last.editToPixelsMs >= kSlow);
        bench_->undo();
        QTRY_VERIFY(answered());
        bench_->painted();
        QVERIFY(watcher_.last.editToPixelsMs > 0 && watcher_.last.editToPixelsMs < 1000 * kSlow);
    }

    void aNewDocumentForgetsTheOld() {
        bench_->select(0, 3, 3);
        bench_->newDocument();
        QCOMPARE(bench_->state().session.text.tokens->count(), 0);
        QVERIFY(!bench_->state().modified);
        QVERIFY(!bench_->document().history().canUndo());
        QCOMPARE(bench_->state().view.query, 0);
    }

    /// Whatever a presenter asks for while it is shown the state: the state stays as it is until all have seen it.
    void presentingNeverReenters() {
        struct Meddler : Presenter {
            explicit Meddler(Workbench& of) : bench(of) {}
            void present(const ViewState& state) override {
                QVERIFY(!isPresenting);
                isPresenting = true;
                const Session shown = state.session;
                const auto hover = state.hover;
                const QString problem = state.problem;
                if (left-- > 0) {
                    bench.setHover(Hover{left, left});
                    bench.report(QString::number(left));
                    bench.select(0, left, left);
                    QVERIFY(bench.apply("Edit", testing::giving(withCell(shown, {Parameter::Wq, 0, 0}, 0, 0,
                                                                         static_cast<float>(left)))));
                    bench.undo();
                    bench.presentAgain(*this);
                }
                QVERIFY(state.session == shown && state.hover == hover && state.problem == problem);
                isPresenting = false;
            }
            Workbench& bench;
            int left = 3;
            bool isPresenting = false;
        };
        const Session before = bench_->state().session;
        const int steps = bench_->document().history().index();
        Meddler meddler(*bench_);
        bench_->add(meddler);
        bench_->remove(meddler);
        QVERIFY(meddler.left < 0);                // it was shown each change
        QCOMPARE(watcher_.last.hover->key, 0);    // the last wish of the last round
        QVERIFY(watcher_.last.session == before); // each edit was undone after it was made, not before
        QCOMPARE(bench_->document().history().index(), steps);
        QCOMPARE(watcher_.last.problem, QString());
        QVERIFY(watcher_.last.session == bench_->state().session);
    }

    void aRefusedEditIsPresentedAgain() {
        const auto refused = withCell(bench_->state().session, {Parameter::Wq, 0, 0}, 99, 0, 9);
        QVERIFY(!bench_->apply("Edit", testing::giving(refused)));
        const int presented = watcher_.presented;
        QVERIFY(!bench_->apply(
            "Edit", testing::giving(refused))); // the same words again: a field must still go back to what is
        QCOMPARE(watcher_.presented, presented + 1);
    }

    void stepsThatGoAreSaidOncePerDocument() {
        const QString said = "Steps of the history were let go to stay within 1 MB, the oldest first.";
        const auto editAll = [&](float value, int times) {
            const auto block = Matrix::Constant(1024, 3, value); // both blocks of a step: 24 kB
            for (int i = 0; i < times; ++i)
                QVERIFY(bench_->apply("Paste", testing::giving(withBlock(bench_->state().session, {Parameter::Wq, 0, 0},
                                                                         0, 0, block.array() + float(i)))));
        };
        QVERIFY(bench_->apply("Change d to 1024", testing::giving(withEmbeddingSize(bench_->state().session, 1024))));
        bench_->setHistoryBound(History::kMegabyte);
        editAll(0, 30);
        QCOMPARE(watcher_.last.notice, QString());
        editAll(100, 30);
        QCOMPARE(watcher_.last.notice, said);
        QVERIFY(bench_->document().history().count() < 60);
        bench_->tell({});
        editAll(200, 30);
        QCOMPARE(watcher_.last.notice, QString());
        bench_->newDocument();
        QVERIFY(bench_->apply("Change d to 1024", testing::giving(withEmbeddingSize(bench_->state().session, 1024))));
        editAll(0, 60);
        QCOMPARE(watcher_.last.notice, said);
    }

    /// Undo brings back what was there, looked at as it was; title and mark follow, and nobody is asked.
    void anExampleIsAStep() {
        loadResources();
        const QString journey = ":/examples/journey.headlight", six = ":/examples/six-tokens.headlight";
        const auto asked = [] { return qFatal("asked"), false; };
        const Session before = bench_->state().session;
        bench_->select(1, 2, 3);
        QVERIFY(bench_->openExample(journey, "Journey", asked).ok());
        QCOMPARE(bench_->state().title, QString("Journey"));
        QVERIFY(!bench_->state().modified);
        QCOMPARE(bench_->document().history().undoText(), QString("Example: Journey"));
        const View first = bench_->state().view;
        QVERIFY(first.query != 2 || first.key != 3);
        bench_->select(0, 4, 0);
        QVERIFY(bench_->openExample(six, "Six", asked).ok());
        QVERIFY(bench_->openExample(six, "Six", asked).ok()); // it is there: no step
        QCOMPARE(bench_->document().history().count(), 3);
        bench_->undo();
        QCOMPARE(bench_->state().title, QString("Journey"));
        QCOMPARE(bench_->state().view.query, 4);
        bench_->undo();
        QVERIFY(sameValues(bench_->state().session, before));
        QCOMPARE(bench_->state().title, QString("Untitled"));
        QVERIFY(bench_->state().modified);
        const View& view = bench_->state().view;
        QCOMPARE(std::tuple(view.head, view.query, view.key), std::tuple(1, 2, 3));
        bench_->redo();
        QCOMPARE(bench_->state().title, QString("Journey"));
        QCOMPARE(bench_->state().view.query, 4);
        QVERIFY(!bench_->state().modified);
        bench_->startAnew(asked);
        QCOMPARE(bench_->state().title, QString("Untitled"));
        QVERIFY(!bench_->state().modified && bench_->document().history().canUndo());
    }

    /// A person's own file is closed by it, and only if he agrees; the history then begins anew.
    void anExampleClosesAFile() {
        loadResources();
        QTemporaryDir folder;
        const QString path = folder.filePath("mine.headlight"), journey = ":/examples/journey.headlight";
        QVERIFY(bench_->save(path).ok());
        QVERIFY(bench_->openExample(journey, "Journey", [] { return false; }).ok());
        QCOMPARE(bench_->state().filePath, path);
        QVERIFY(bench_->openExample(journey, "Journey", [] { return true; }).ok());
        QCOMPARE(bench_->state().filePath, QString());
        QCOMPARE(bench_->state().title, QString("Journey"));
        QVERIFY(!bench_->document().history().canUndo());
    }

    void openingNothingIsAProblem() {
        const Session before = bench_->state().session;
        QVERIFY(!bench_->open("/no/such/file.headlight").ok());
        QVERIFY(!bench_->openExample(":/examples/none.headlight", "none").ok());
        QVERIFY(bench_->state().session == before);
    }

private:
    bool answered() const { return watcher_.last.frame && watcher_.last.frame->session == bench_->state().session; }

    std::unique_ptr<Workbench> bench_;
    Watcher watcher_;
};

QTEST_MAIN(WorkbenchTest)
#include "tst_workbench.moc"
