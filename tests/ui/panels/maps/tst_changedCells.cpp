// Cells that an edit changed are marked until the next action.
#include "panels/maps/ShownBefore.h"
#include "plot/changeMarks.h"
#include "ui/panels/maps/mapsBench.h"

using namespace headlight;
using namespace headlight::testing;

class ChangedCellsTest : public QObject, MapsBench {
    Q_OBJECT

private slots:
    void init() { begin(); }
    void cleanup() { end(); }

    void theEditedHeadIsMarked() {
        editCell({Parameter::Wq, 0, 1}, 0, 2);
        QCOMPARE(rowsMarked(0, 0), std::set<int>());
        QCOMPARE(rowsMarked(1, 0).size(), std::size_t{8});
        QVERIFY(view(1, 0)->explain({1, 1}).contains(", changed by "));
        QVERIFY(!view(0, 0)->explain({1, 1}).contains(", changed by "));
    }

    /// With a causal mask, "feet" does not change the rows above it.
    void whatIsCausalStaysStill() {
        edit(withCausal(true));
        QTRY_VERIFY(settled());
        editCell({Parameter::X, 0, 0}, 5, 1.5F);
        const std::set<int> marked = rowsMarked(0, 1);
        QVERIFY(marked.contains(5));
        for (int row = 0; row < 5; ++row) QVERIFY(!marked.contains(row));
    }

    void theyGoWithTheNextAction_data() {
        QTest::addColumn<std::function<void(Workbench&)>>("act");
        const auto row = [](const char* name, const std::function<void(Workbench&)>& act) {
            QTest::newRow(name) << act;
        };
        row("another cell", [](Workbench& bench) { bench.select(0, 2, 3); });
        row("other options", [](Workbench& bench) { bench.look([](MapOptions& maps) { maps.numbers = false; }); });
    }
    void theyGoWithTheNextAction() {
        QFETCH(std::function<void(Workbench&)>, act);
        editCell({Parameter::Wq, 0, 1}, 0, 2);
        bench_->light({CellRef{Stage::Scores, 0, 1, 2, 2}}); // pointing does not count as an action
        bench_->presentAgain(*panel_);
        QVERIFY(!rowsMarked(1, 0).empty());
        QVERIFY(bench_->state().areChangesMarked);
        act(*bench_);
        QVERIFY(rowsMarked(1, 0).empty());
        QVERIFY(!bench_->state().areChangesMarked);
    }

    /// The marks go at once, even if the maps of the other document come later.
    void theyGoWithTheirDocument() {
        editCell({Parameter::Wq, 0, 1}, 0, 2);
        QVERIFY(!rowsMarked(1, 0).empty());
        RestoredWork other;
        other.file.session = other.opened = *withCell(session(), {Parameter::Wq, 0, 1}, 0, 0, 3);
        bench_->files().restore(other, {});
        QVERIFY(rowsMarked(1, 0).empty());
        QTRY_VERIFY(settled());
        QVERIFY(rowsMarked(1, 0).empty());
    }

    /// A gesture is compared with the state in which it began, the next edit with the state that the gesture left.
    void aGestureIsOneChange() {
        const int gesture = bench_->document().newGesture();
        const auto start = view(1, 0)->content().tile;
        for (const float value : {2.0F, 3.0F}) {
            editCell({Parameter::Wq, 0, 1}, 0, value, gesture);
            QVERIFY(view(1, 0)->content().before == start);
        }
        const auto left = view(1, 0)->content().tile;
        editCell({Parameter::Wq, 0, 1}, 0, 4);
        QVERIFY(view(1, 0)->content().before == left);
    }

    /// Undo marks nothing, since it restores the maps; redo marks the same cells as the edit.
    void undoMarksNothing() {
        editCell({Parameter::Wq, 0, 1}, 0, 2);
        bench_->undo();
        QTRY_VERIFY(settled());
        QVERIFY(rowsMarked(1, 0).empty());
        bench_->redo();
        QTRY_VERIFY(settled());
        QCOMPARE(rowsMarked(1, 0).size(), std::size_t{8});
    }

    /// W_q[1, 1] of a head changes nearly all of its scores, but most of them by less than one colour.
    void eachThatHasOtherDigitsIs() {
        const auto before = view(1, 0)->content().tile;
        editCell({Parameter::Wq, 0, 1}, 0, (**valueOf(session(), {Parameter::Wq, 0, 1}))(0, 0) + 0.05F);
        const MapContent& map = view(1, 0)->content();
        QVERIFY(map.hasNumbers());
        int marked = 0;
        for (int row = 0; row < 8; ++row)
            for (int col = 0; col < 8; ++col) {
                const auto text = [&](const Tile& tile) {
                    return QString::number(double{tile.values(row, col)}, 'f', map.format.decimals);
                };
                QCOMPARE(isChanged(map, {row, col}), text(*before) != text(*map.tile));
                marked += isChanged(map, {row, col});
            }
        QVERIFY2(marked > 32, qPrintable(QString::number(marked)));
    }

    /// Marks would come and go with every letter, as tokens do, however slowly one types.
    void aSentenceMarksNothing_data() {
        QTest::addColumn<QString>("sentence");
        QTest::newRow("appended") << kSentence + " again";
        QTest::newRow("in front") << "again " + kSentence;
        QTest::newRow("taken out") << "My shoes are small feet are big";
        QTest::newRow("another word") << "My shoes are small her feet are big";
    }
    void aSentenceMarksNothing() {
        QFETCH(QString, sentence);
        const int fast = bench_->document().newGesture();
        for (const int gesture : {fast, 0}) // 0: each letter is a step of its own
            for (const QString& typed : {sentence.left(sentence.size() - 2), sentence, sentence + ' ', kSentence}) {
                const auto letter = testing::givenEdit(withSentence(session(), typed.toStdString()));
                QVERIFY(bench_->apply(QStringLiteral("Type"), letter, gesture));
                QTRY_VERIFY(settled());
                for (int stage : {0, 1}) QVERIFY(rowsMarked(1, stage).empty());
                QVERIFY(!bench_->state().areChangesMarked);
            }
    }

    /// The keys are those of the second sentence, which stays.
    void neitherDoesTheFirstOfTwo() {
        edit(withSecondSentence(session(), true));
        QTRY_VERIFY(settled());
        edit(withSentence(session(), "My shoes are small her feet are big"));
        QTRY_VERIFY(settled());
        for (int stage : {0, 1}) QVERIFY(rowsMarked(1, stage).empty());
        QVERIFY(!bench_->state().areChangesMarked);
    }

    /// A head is compared with itself, even if its number changes.
    void aHeadThatGoesMarksNoOther() {
        edit(withHeadRemoved(session(), 0, 0));
        QTRY_VERIFY(settled());
        QVERIFY(view(0, 0)->content().before);
        QVERIFY(rowsMarked(0, 0).empty() && !bench_->state().areChangesMarked);
        edit(withHeadDuplicated(session(), 0, 0));
        QTRY_VERIFY(settled());
        QVERIFY(rowsMarked(1, 0).empty() && rowsMarked(2, 0).empty());
        const auto copied = view(1, 0)->content().tile;
        editCell({Parameter::Wq, 0, 1}, 0, 2);
        QVERIFY(view(1, 0)->content().before == copied);
        QCOMPARE(rowsMarked(1, 0).size(), std::size_t{8});
    }

    /// During a walk its bar covers the line that explains the marks, so there are none.
    void aWalkHasNone() {
        bench_->select(1, 1, 0);
        bench_->goToStep(Step{Stage::Q});
        editCell({Parameter::Wq, 0, 1}, 0, 3);
        QVERIFY(rowsMarked(1, 0).empty() && !bench_->state().areChangesMarked);
        bench_->goToStep({});
        QCOMPARE(rowsMarked(1, 0).size(), std::size_t{8});
        QVERIFY(bench_->state().areChangesMarked);
    }

    /// An edit that also changes d_v leaves the contexts without a counterpart, but not the weights.
    void otherSizesAreNotCompared() {
        bench_->look([](MapOptions& maps) { maps.stages = {Stage::Weights, Stage::Context}; });
        QTRY_VERIFY(settled());
        edit(withValueSize(*withCell(session(), {Parameter::Wq, 0, 0}, 0, 0, 2), 0, 5));
        QTRY_VERIFY(settled());
        QVERIFY(view(0, 0)->content().before);
        QVERIFY(!view(0, 1)->content().before);
        QVERIFY(rowsMarked(0, 1).empty());
    }

    /// Marks are painted without painting the cells again.
    void markingPaintsNoCells() {
        editCell({Parameter::Wq, 0, 1}, 0, 2);
        QTRY_VERIFY(settled());
        const int before = paints();
        const QImage marked = view(1, 0)->grab().toImage();
        bench_->select(1, 2, 3);
        bench_->select(0, 0, 0);
        editCell({Parameter::Wv, 0, 1}, 0, 2);
        QVERIFY(!bench_->state().areChangesMarked); // no score or weight has changed
        QVERIFY(view(1, 0)->grab().toImage() != marked);
        QCOMPARE(paints(), before);
    }

    /// When answers come late, a map may be of a session with more heads and layers than the present one.
    void aLateMapIsNotLookedForWhereItIsNot() {
        ShownBefore shown;
        const auto follow = [&] { shown.follow(bench_->state(), bench_->state().responseTo(*panel_).get()); };
        QTRY_VERIFY(settled());
        follow();
        edit(withCell(session(), {Parameter::Wq, 0, 0}, 0, 0, 2));
        QTRY_VERIFY(settled());
        follow();
        Tile late = *bench_->state().responseTo(*panel_)->tiles.front();
        QVERIFY(shown.of(std::make_shared<const Tile>(late)));
        late.demand.head = 7;
        QVERIFY(!shown.of(std::make_shared<const Tile>(late)));
        late.demand.layer = 7;
        QVERIFY(!shown.of(std::make_shared<const Tile>(late)));
    }

private:
    void editCell(const ParameterRef& ref, int row, float value, int gesture = 0) {
        QVERIFY(bench_->apply(QStringLiteral("Edit"), testing::givenEdit(withCell(session(), ref, row, 0, value)),
                              gesture));
        QTRY_VERIFY(settled());
    }
    Result<Session> withCausal(bool on) const {
        Options options = session().layers[0].options;
        options.mask.causal = on;
        return withOptions(session(), 0, options);
    }
    std::set<int> rowsMarked(int head, int stage) const {
        std::set<int> rows;
        const MapContent& map = view(head, stage)->content();
        for (int row = 0; row < map.rows(); ++row)
            for (int col = 0; col < map.cols(); ++col)
                if (isChanged(map, {row, col})) rows.insert(row);
        return rows;
    }
};

QTEST_MAIN(ChangedCellsTest)
#include "tst_changedCells.moc"
