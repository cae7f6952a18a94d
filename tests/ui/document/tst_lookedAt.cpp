// The view follows what is shown: it stays with tokens and heads, is saved, and is restored.
#include "backend/backends.h"
#include "document/Workbench.h"
#include "document/lookedAt.h"
#include "document/mapActions.h"
#include "session/edits.h"
#include "support/givenEdit.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace headlight;

class LookedAtTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        bench_ = std::make_unique<Workbench>(std::move(*makeBackend("cpu")));
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

    /// A walk keeps the view from before it, whose layer may be removed meanwhile.
    void aChoiceDuringAWalkMeansALayerThatIsThere() {
        edit(withLayerAdded(session()));
        bench_->look([](View& view) { view.layer = 1; });
        bench_->goToStep(bench_->state().stepAfter(1));
        edit(withLayerRemoved(session(), 1));
        QVERIFY(bench_->state().step);
        std::vector<int> layers;
        bench_->look([&](Look& look) { layers.push_back(look.view.layer); });
        QCOMPARE(layers, (std::vector{0, 0})); // of the present view and of that before the walk
    }

    /// Without positions the embeddings are X, as they are for a file.
    void theSelectedStageIsThatOfTheSameNumbers() {
        edit(withPositions(session(), Positions::Kind::Sinusoidal));
        bench_->select(CellRef{Stage::Embeddings, 0, 0, 1, 2});
        edit(withPositions(session(), {}));
        QCOMPARE(bench_->state().view.stage, std::string("X"));
        QCOMPARE(bench_->state().view.column, 2);
    }

    /// A selected token that was deleted is selected again when it returns, unless another one was selected meanwhile.
    void aTokenThatWentComesBack() {
        bench_->select(0, 1, 3);
        for (const char* typed : {"my are small", "my are", "my are big"}) edit(withSentence(session(), typed));
        for (int i = 0; i < 3; ++i) bench_->undo();
        QCOMPARE(bench_->state().view.query, 1);
        QCOMPARE(bench_->state().view.key, 3);
        edit(withSentence(session(), "my are small"));
        bench_->select(0, 0, 0); // my
        bench_->undo();
        QCOMPARE(bench_->state().view.query, 0);
        QCOMPARE(bench_->state().view.key, 0);
    }

    /// The visible part of the maps also follows its tokens, from its first to its last one.
    void aPartIsFollowed_data() {
        QTest::addColumn<SideSpan>("before");
        QTest::addColumn<QString>("typed");
        QTest::addColumn<std::optional<SideSpan>>("after");
        const auto row = [](const char* name, SideSpan before, const char* typed, std::optional<SideSpan> after) {
            QTest::newRow(name) << before << QString(typed) << after;
        };
        row("in front", {1, 2}, "o yes my shoes are small", SideSpan{3, 2});
        row("in front, a part of a cell", {1.25, 2.5}, "o my shoes are small", SideSpan{2.25, 2.5});
        row("within", {1, 2}, "my shoes here are small", SideSpan{1, 3});
        row("behind", {1, 2}, "my shoes are small now", SideSpan{1, 2});
        row("the first goes", {1, 2}, "my are small", SideSpan{1, 1});
        row("the front goes", {2, 2}, "are small", SideSpan{0, 2});
        row("of a file, beyond the end", {2, 90}, "o my shoes are small", SideSpan{2, 90});
        row("all of it goes", {2, 2}, "my", {});
        row("nothing", {2, 0}, "o my shoes are small", SideSpan{2, 0});
    }
    void aPartIsFollowed() {
        QFETCH(SideSpan, before);
        QFETCH(QString, typed);
        QFETCH(std::optional<SideSpan>, after);
        show([&](MapOptions& o) { o.zoom = {{Side::Tokens, before}, {Side::KeyTokens, before}, {Side::D, {0, 1}}}; });
        edit(withSentence(session(), typed.toStdString()));
        const auto zoom = bench_->state().maps.zoom;
        for (const Side side : {Side::Tokens, Side::KeyTokens}) {
            QCOMPARE(zoom.contains(side), after.has_value());
            if (after) QVERIFY2(zoom.at(side) == *after, qPrintable(QString::number(zoom.at(side).first)));
        }
        QVERIFY(zoom.contains(Side::D));
    }

    void aHeadIsFollowedWhereverItGoes() {
        bench_->select(2, 0, 0);
        edit(withHeadRemoved(session(), 0, 0));
        QCOMPARE(bench_->state().view.head, 1);
        bench_->undo();
        QCOMPARE(bench_->state().view.head, 2);
        show([](MapOptions& o) { o.isEnlarged = true; });
        edit(withHeadRemoved(session(), 0, 2)); // the enlarged head is removed, and its neighbour is shown
        QVERIFY(bench_->state().maps.isEnlarged);
        QCOMPARE(bench_->state().view.head, 1);
    }

    /// Without weights there is one head. When there are weights again, the former head is selected again.
    void aHeadThatWentComesBack() {
        bench_->select(1, 2, 3);
        edit(withoutTrainableWeights(session(), 0));
        QCOMPARE(bench_->state().view.head, 0);
        bench_->select(0, 0, 0); // another cell of the only head
        edit(withTrainableWeights(session(), 0));
        QCOMPARE(bench_->state().view.head, 1);
        QCOMPARE(bench_->state().view.query, 0);
        edit(withHeadRemoved(session(), 0, 1));
        bench_->undo();
        QCOMPARE(bench_->state().view.head, 1);
        edit(withHeadRemoved(session(), 0, 0));
        edit(withHeadAdded(session(), 0));
        bench_->select(1, 0, 0); // another head, which was the last one
        bench_->undo();
        bench_->undo();
        QCOMPARE(bench_->state().view.head, 2);
    }

    /// One W for all heads and the ids of tokens are parts of the view: the file stores them, and another session
    /// begins without them.
    void theSplitAndTheIdsAreKept() {
        const auto show = [this](bool on) {
            bench_->set(&ViewState::isSplit, on);
            bench_->look([on](Look& look) { look.tokenIds = on; });
        };
        show(true);
        const View view = viewOf(bench_->state());
        QVERIFY(view.split == true && view.tokenIds == true);
        show(false);
        QVERIFY(!viewOf(bench_->state()).split && !viewOf(bench_->state()).tokenIds);
        ViewState state;
        takeView(state, view);
        QVERIFY(state.isSplit && state.tokenIds);
        takeView(state, View{});
        QVERIFY(!state.isSplit && !state.tokenIds);
    }

    void aLayerIsFollowedWhereverItGoes() {
        edit(withLayerAdded(session()));
        QVERIFY(bench_->files().save(path()).ok());
        View view = viewOf(bench_->state());
        view.layer = 1;
        QVERIFY(writeSession(path().toStdString(), {session(), view}).ok());
        QVERIFY(bench_->files().open(path()).ok());
        QCOMPARE(bench_->state().view.layer, 1);
        edit(withLayerRemoved(session(), 0));
        QCOMPARE(bench_->state().view.layer, 0);
        bench_->undo();
        QCOMPARE(bench_->state().view.layer, 1);
    }

    void allOfItComesBack() {
        bench_->select(2, 3, 1);
        bench_->look([](Look& look) { look.parameter = Parameter::Wv; });
        const MapOptions shown{.stages = {Stage::Q, Stage::Scaled, Stage::Context},
                               .zoom = {{Side::Tokens, {1, 2.5}}, {Side::KeyTokens, {0, 3}}, {Side::Dv, {1, 1}}},
                               .scalePerHead = true,
                               .rangeWithoutFirst = true,
                               .numbers = false,
                               .numbersAlways = true,
                               .signedColours = {"teal-brown", Range{-3, 3}, "root"},
                               .unsignedColours = {"of a later version", {}, ""},
                               .pooling = Pooling::Mean,
                               .isEnlarged = true};
        bench_->look([shown](MapOptions& maps) { maps = shown; });
        const View view = bench_->state().view;
        QVERIFY(bench_->files().save(path()).ok());
        bench_->files().newDocument();
        bench_->look([](MapOptions& now) { now = {}; });
        bench_->look([](Look& look) { look.parameter = Parameter::Wq; });
        QVERIFY(bench_->files().open(path()).ok());
        QVERIFY(bench_->state().maps == shown);
        QVERIFY(bench_->state().view == view);
        QCOMPARE(bench_->state().parameter, Parameter::Wv);
        QVERIFY(!bench_->state().modified);
        // The file is written with the same bytes.
        const QByteArray first = bytes();
        QVERIFY(bench_->files().save(path()).ok());
        QCOMPARE(bytes(), first);
    }

    /// A file without a view, such as one of an older version, keeps the options of the window, except those that
    /// belong to the old session.
    void whatAFileLeavesOutStays() {
        QVERIFY(writeSession(path().toStdString(), {session(), View{}}).ok());
        const MapOptions shown{.stages = {Stage::V},
                               .zoom = {},
                               .scalePerHead = true,
                               .numbers = false,
                               .signedColours = {},
                               .unsignedColours = {"magma", {}, ""},
                               .pooling = Pooling::Maximum,
                               .isEnlarged = false};
        MapOptions large = shown;
        large.signedColours = {"", Range{-1, 1}, "linear"}; // made for other numbers
        large.unsignedColours = {"magma", Range{0, 1}, "logarithm"};
        large.isEnlarged = true;
        large.zoom = {{Side::Dv, {0, 2}}};
        bench_->look([large](MapOptions& maps) { maps = large; });
        bench_->look([](Look& look) { look.parameter = Parameter::Wk; });
        QVERIFY(bench_->files().open(path()).ok());
        QVERIFY(bench_->state().maps == shown);
        QCOMPARE(bench_->state().parameter, Parameter::Wk);
    }

    void hostileWordsAreLookedAtByNobody() {
        View view{99, 99, 99, 99};
        view.stages = {"of a later version", "weights", "weights", "Scores"};
        view.parameter = "W_later";
        view.region[Side::Tokens] = {-1e300, 1e300};
        QVERIFY(writeSession(path().toStdString(), {session(), view}).ok());
        QVERIFY(bench_->files().open(path()).ok());
        QCOMPARE(bench_->state().maps.stages, std::vector{Stage::Weights});
        QCOMPARE(bench_->state().parameter, Parameter::Wq);
        QCOMPARE(bench_->state().view.head, 2);
        // Unknown words, such as those of a later version, are kept.
        QVERIFY(bench_->files().save(path()).ok());
        QVERIFY(bytes().contains("\"stages\": [\"weights\", \"of a later version\", \"Scores\"]"));
    }

    void everyActionOfTheMapsTurnsItself() {
        for (const MapAction& action : mapActions()) {
            MapOptions options;
            const bool first = action.isOn(options);
            action.turn(options, !first);
            QCOMPARE(action.isOn(options), !first);
            action.turn(options, first);
            QVERIFY2(options == MapOptions{}, action.name);
        }
    }

    /// A file may have the stages in any order; they are shown in that of Vaswani et al. 2017.
    void stagesStandInTheOrderOfThePaper() {
        View view;
        view.stages = {"scaled", "weights", "Q"};
        QVERIFY(writeSession(path().toStdString(), {session(), view}).ok());
        QVERIFY(bench_->files().open(path()).ok());
        QCOMPARE(bench_->state().maps.stages, (std::vector{Stage::Q, Stage::Scaled, Stage::Weights}));
        MapOptions options;
        for (const Stage stage : {Stage::Context, Stage::Q, Stage::Masked, Stage::Q}) options.show(stage, true);
        QCOMPARE(options.stages, (std::vector{Stage::Q, Stage::Scores, Stage::Masked, Stage::Weights, Stage::Context}));
        options.show(Stage::Scaled, true);
        options.show(Stage::Scores, false);
        QVERIFY(options.shows(Stage::Scaled) && !options.shows(Stage::Scores));
        for (const StageInfo& info : stages()) options.show(info.stage, false);
        QCOMPARE(options.stages.size(), std::size_t{1});
    }

private:
    const Session& session() const { return bench_->state().session; }
    void edit(const Result<Session>& edited) {
        QVERIFY(bench_->apply(QStringLiteral("Edit"), testing::givenEdit(edited)));
    }
    template <class Turn>
    void show(Turn turn) {
        MapOptions options = bench_->state().maps;
        turn(options);
        bench_->look([options](MapOptions& maps) { maps = options; });
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
