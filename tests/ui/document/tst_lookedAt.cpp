// Where a person is looking: it follows what it looks at, is saved, and comes back.
#include "backend/backends.h"
#include "document/Workbench.h"
#include "document/lookedAt.h"
#include "document/mapActions.h"
#include "session/edits.h"
#include "support/verbs.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace headlight;

class LookedAtTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        bench_ = std::make_unique<Workbench>(std::move(*makeBackend("eigen")));
        edit(withSentence(session(), "my shoes are small"));
        edit(withHeadAdded(session(), 0));
    }
    void cleanup() { bench_.reset(); }

    void aTokenIsFollowedWhereverItGoes() {
        bench_->select(0, 1, 3); // shoes, small
        const auto is = [this](int query, int key) {
            return bench_->state().view.query == query && bench_->state().view.key == key;
        };
        for (const char* typed : {"o my shoes are small", "o yes my shoes are small"})
            edit(withSentence(session(), typed));
        QVERIFY(is(3, 5));
        bench_->undo();
        QVERIFY(is(2, 4));
        bench_->undo();
        QVERIFY(is(1, 3));
        bench_->redo();
        bench_->redo();
        QVERIFY(is(3, 5));
        edit(withSentence(session(), "yes shoes are small"));
        QVERIFY(is(1, 3));
        bench_->undo();
        QVERIFY(is(3, 5));
    }

    void aHeadIsFollowedWhereverItGoes() {
        bench_->select(2, 0, 0);
        show([](MapOptions& o) { o.largeHead = 1; });
        edit(withHeadRemoved(session(), 0, 0));
        QCOMPARE(bench_->state().view.head, 1);
        QCOMPARE(bench_->state().maps.largeHead, 0);
        bench_->undo();
        QCOMPARE(bench_->state().view.head, 2);
        QCOMPARE(bench_->state().maps.largeHead, 1);
        edit(withHeadRemoved(session(), 0, 1)); // what was large is gone
        QCOMPARE(bench_->state().maps.largeHead, -1);
        QCOMPARE(bench_->state().view.head, 1);
    }

    void aLayerIsFollowedWhereverItGoes() {
        edit(withLayerAdded(session()));
        QVERIFY(bench_->save(path()).ok());
        View view = viewOf(bench_->state());
        view.layer = 1;
        QVERIFY(writeSession(path().toStdString(), {session(), view}).ok());
        QVERIFY(bench_->open(path()).ok());
        QCOMPARE(bench_->state().view.layer, 1);
        edit(withLayerRemoved(session(), 0));
        QCOMPARE(bench_->state().view.layer, 0);
        bench_->undo();
        QCOMPARE(bench_->state().view.layer, 1);
    }

    void allOfItComesBack() {
        bench_->select(2, 3, 1);
        bench_->showParameter(Parameter::Wv);
        const MapOptions shown{.stages = {Stage::Q, Stage::Scaled, Stage::Context},
                               .zoom = {{Side::Tokens, {1, 2.5}}, {Side::KeyTokens, {0, 3}}},
                               .scalePerHead = true,
                               .numbers = false,
                               .largeHead = 2};
        bench_->setMapOptions(shown);
        const View view = bench_->state().view;
        QVERIFY(bench_->save(path()).ok());
        bench_->newDocument();
        bench_->setMapOptions({});
        bench_->showParameter(Parameter::Wq);
        QVERIFY(bench_->open(path()).ok());
        QVERIFY(bench_->state().maps == shown);
        QVERIFY(bench_->state().view == view);
        QCOMPARE(bench_->state().parameter, Parameter::Wv);
        QVERIFY(!bench_->state().modified);
        // The same is written again.
        const QByteArray first = bytes();
        QVERIFY(bench_->save(path()).ok());
        QCOMPARE(bytes(), first);
    }

    /// A file of an older version, or an example: the switches of the window stay, what is of another session goes.
    void whatAFileLeavesOutStays() {
        QVERIFY(writeSession(path().toStdString(), {session(), View{}}).ok());
        const MapOptions shown{
            .stages = {Stage::V}, .zoom = {}, .scalePerHead = true, .numbers = false, .largeHead = -1};
        MapOptions large = shown;
        large.largeHead = 1;
        large.zoom = {{Side::Dv, {0, 2}}};
        bench_->setMapOptions(large);
        bench_->showParameter(Parameter::Wk);
        QVERIFY(bench_->open(path()).ok());
        QVERIFY(bench_->state().maps == shown);
        QCOMPARE(bench_->state().parameter, Parameter::Wk);
    }

    void hostileWordsAreLookedAtByNobody() {
        View view{99, 99, 99, 99};
        view.stages = {"of a later version", "weights", "weights", "Scores"};
        view.parameter = "W_later";
        view.largeHead = 7;
        view.queries = View::Part{-1e300, 1e300};
        QVERIFY(writeSession(path().toStdString(), {session(), view}).ok());
        QVERIFY(bench_->open(path()).ok());
        QCOMPARE(bench_->state().maps.stages, std::vector{Stage::Weights});
        QCOMPARE(bench_->state().maps.largeHead, -1);
        QCOMPARE(bench_->state().parameter, Parameter::Wq);
        QCOMPARE(bench_->state().view.head, 2);
    }

    void everyActionOfTheMapsTurnsItself() {
        for (const MapAction& action : mapActions()) {
            MapOptions options;
            const bool first = action.isOn(options);
            action.turn(options, !first, View{});
            QCOMPARE(action.isOn(options), !first);
            action.turn(options, first, View{});
            QVERIFY2(options == MapOptions{}, action.name);
        }
    }

    void stagesStandInTheOrderOfThePaper() {
        MapOptions options;
        for (const Stage stage : {Stage::Context, Stage::Q, Stage::Masked, Stage::Q}) options.show(stage, true);
        QCOMPARE(options.stages, (std::vector{Stage::Q, Stage::Scores, Stage::Masked, Stage::Weights, Stage::Context}));
        options.showScoresAs(Stage::Scaled);
        QVERIFY(options.shows(Stage::Scaled) && !options.shows(Stage::Scores));
        for (const StageInfo& info : stages()) options.show(info.stage, false);
        QCOMPARE(options.stages.size(), std::size_t{1});
    }

private:
    const Session& session() const { return bench_->state().session; }
    void edit(const Result<Session>& edited) {
        QVERIFY(bench_->apply(QStringLiteral("Edit"), testing::giving(edited)));
    }
    template <class Turn>
    void show(Turn turn) {
        MapOptions options = bench_->state().maps;
        turn(options);
        bench_->setMapOptions(options);
    }
    QString path() const { return folder_.filePath(QStringLiteral("a.headlight")); }
    QByteArray bytes() const {
        QFile file(path());
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    QTemporaryDir folder_;
    std::unique_ptr<Workbench> bench_;
};

QTEST_MAIN(LookedAtTest)
#include "tst_lookedAt.moc"
