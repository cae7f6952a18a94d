// Scores and weights that are pulled or typed in their maps.
#include "attention/formulas.h"
#include "document/mapActions.h"
#include "document/mapNumbers.h"
#include "panels/maps/pullCell.h"
#include "support/bench.h"
#include "support/blocks.h"
#include "support/changing.h"
#include "support/floatBounds.h"
#include "support/jobs.h"
#include "ui/panels/maps/mapsBench.h"
#include "words/numberWords.h"

#include <QDialog>
#include <QDialogButtonBox>
#include <QLineEdit>
#include <QPushButton>
#include <QTimer>
#include <QToolButton>

using namespace headlight;
using namespace headlight::testing;

class PullToolTest : public QObject, private MapsBench {
    Q_OBJECT

private slots:
    void init() {
        begin();
        turnMaps(*bench_, pullAction(), true);
        QTRY_VERIFY(settled());
        // The longest key is a corner of the convex hull of all keys, so its weight can have any value.
        const MatrixD k = reference(session())(Stage::K, 1);
        k.rowwise().norm().maxCoeff(&key_);
    }
    void cleanup() { end(); }

    /// 100 px are the whole range. The map follows the drag, which is one step that undo takes back.
    void aCellFollowsTheHand_data() {
        QTest::addColumn<int>("stage"); // in the order of the maps: scores, weights
        QTest::addColumn<int>("way");
        QTest::newRow("a weight up") << 1 << -30;
        QTest::newRow("a weight down") << 1 << 9;
        QTest::newRow("a score up") << 0 << -20;
    }
    void aCellFollowsTheHand() {
        QFETCH(int, stage);
        QFETCH(int, way);
        HeatmapView* map = view(1, stage);
        const Session before = session();
        const auto& range = map->content().tile->range;
        const double whole = stage == 1 ? 1 : std::max(1.0, double{range.high} - double{range.low});
        const double wanted = std::clamp(double(*map->valueAt(2, key())) - way * whole / 100, 0.001 - (stage == 0) * 99,
                                         99.0);
        dragBy(map, {way / 3, way}, 2, key());
        QVERIFY(session() != before);
        QTRY_VERIFY(settled());
        QVERIFY2(std::abs(double(*map->valueAt(2, key())) - wanted) < 1e-4 * std::max(1.0, std::abs(wanted)),
                 qPrintable(QString("%1, not %2").arg(double(*map->valueAt(2, key()))).arg(wanted)));
        QCOMPARE(selected(), (std::array{1, 2, key()}));
        QCOMPARE(bench_->document().history().undoText(), pulled(stage == 1 ? "Weights" : "Scores"));
        QVERIFY(onlyWqOfHead1Differs(before));
        bench_->undo();
        QVERIFY(sameValues(session(), before));
    }

    void escBringsItBack() {
        HeatmapView* map = view(0, 1);
        const Session before = session();
        const int steps = bench_->document().history().index();
        const QPoint from = centre(map, 1, 1);
        sendMouse(map, QEvent::MouseButtonPress, from);
        sendMouse(map, QEvent::MouseMove, from - QPoint(0, 40));
        QVERIFY(session() != before && bench_->state().isDragging);
        QTest::keyClick(map, Qt::Key_Escape);
        QVERIFY(sameValues(session(), before) && !bench_->state().isDragging);
        QCOMPARE(bench_->document().history().index(), steps);
        sendMouse(map, QEvent::MouseMove, from - QPoint(0, 60));
        QVERIFY(sameValues(session(), before));
    }

    void aClickOnlySelects() {
        HeatmapView* map = view(2, 1);
        const Session before = session();
        QTest::mouseClick(map, Qt::LeftButton, {}, centre(map, 4, 5));
        QVERIFY(sameValues(session(), before));
        QCOMPARE(selected(), (std::array{2, 4, 5}));
    }

    /// The message says "impossible" only if it is.
    void saysWhatIsImpossible() {
        Options options = session().layers[0].options;
        options.mask.causal = true;
        edit(withOptions(session(), 0, options));
        QTRY_VERIFY(settled());
        const Session before = session();
        dragBy(view(0, 1), {0, -40}, 2, 5);
        QVERIFY2(said().endsWith(": a mask hides this cell."), qPrintable(said()));
        QVERIFY(sameValues(session(), before));
    }

    /// The weight of a key within the hull of the others is limited, so the nearest value is found.
    void saysWhatIsNearest() {
        const double wanted = double(*view(1, 1)->valueAt(2, 3)) + 0.3;
        dragBy(view(1, 1), {0, -30}, 2, 3);
        QTRY_VERIFY(settled());
        QCOMPARE(said(), QString("Cannot reach %1; %2 is the closest.")
                             .arg(inFull(wanted), inFull(double(*view(1, 1)->valueAt(2, 3)))));
        QCOMPARE(bench_->state().problemKind, MessageKind::Caution);
        dragBy(view(1, 1), {0, -12}, 2, key());
        QCOMPARE(said(), QString());
    }

    /// A short pull may change the parameters much, so the largest change is told, also during the drag.
    void saysWhatMoved() {
        const ParameterRef ref{Parameter::Wq, 0, 1};
        const Session before = session();
        dragBy(view(1, 1), {0, -12}, 2, key());
        const Matrix was = *matrixOf(before, ref), is = *matrixOf(session(), ref);
        const auto maxText = [](const Matrix& m) { return QString::number(double(m.cwiseAbs().maxCoeff()), 'g', 3); };
        const QString largest = was.maxCoeff() < -was.minCoeff() ? "-" + maxText(was) : maxText(was);
        QCOMPARE(bench_->state().notice,
                 QString("Largest change in W_q: %1 (largest entry was %2)").arg(maxText(is - was), largest));
        QVERIFY(maxText(is - was) != "0");
        Pull pulled;
        QCOMPARE(movedText(pulled, {Stage::Weights, 0, 1, 2, 3}, before), QString());
        pulled.x = Matrix{{0, -0.25F}};
        const QString said = movedText(pulled, {Stage::Weights, 0, 1, 2, 3}, before);
        QVERIFY2(said.startsWith("Largest change in x: 0.25 (largest entry was "), qPrintable(said));
        Session negative = before;
        Matrix w = was;
        w(0, 0) = -5;
        changing(negative)->allHeads[1][Parameter::Wq] = w;
        pulled = {};
        pulled.wq = Matrix(w.array() + 1);
        QCOMPARE(movedText(pulled, {Stage::Weights, 0, 1, 2, 3}, negative),
                 QString("Largest change in W_q: 1 (largest entry was -5)"));
    }

    void equalTokensShareTheirWeight() {
        edit(withSentence(session(), "are my are big"));
        QTRY_VERIFY(settled());
        dragBy(view(0, 1), {0, -95}, 1, 0);
        QVERIFY2(said().endsWith(": keys that are equal share the weight evenly; 0.4995 is the closest."),
                 qPrintable(said()));
        QTRY_VERIFY(settled());
        QVERIFY(*view(0, 1)->valueAt(1, 0) > 0.48F && *view(0, 1)->valueAt(1, 0) < 0.5F);
    }

    /// The menu of the button chooses which other parameters may change.
    void otherNumbersMayChange() {
        auto* menu = control<QToolButton>(*panel_, "Drag weights")->defaultAction()->menu();
        for (QAction* action : menu->actions())
            if (action->text().remove('&').contains("W_k") || action->text().contains("embedding")) action->trigger();
        const Session before = session();
        dragBy(view(1, 1), {0, -30});
        QVERIFY(session().layers[0].allHeads[1][Parameter::Wk].kept !=
                before.layers[0].allHeads[1][Parameter::Wk].kept);
        QVERIFY(!(session().text.embeddings == before.text.embeddings));
    }

    /// Without softmax the button says why it is disabled, and a drag pans.
    void onlyOfASoftmax() {
        auto* button = control<QToolButton>(*panel_, "Drag weights");
        QTRY_VERIFY(button->isEnabled() && button->isVisible());
        Options options = session().layers[0].options;
        options.normalisation = Normalisation::Sum;
        edit(withOptions(session(), 0, options));
        QTRY_VERIFY(settled());
        QVERIFY(!button->isEnabled());
        QCOMPARE(button->toolTip(), QString("Dragging weights needs softmax as the normalisation"));
        const Session before = session();
        dragBy(view(0, 1), {0, -30});
        QVERIFY(sameValues(session(), before));
    }

    /// A number is typed after Space, or after an entry of the cell's menu.
    void typed() {
        HeatmapView* map = view(1, 1);
        map->setFocus();
        bench_->select(1, 2, key());
        answer("2");
        QTest::keyClick(map, Qt::Key_Space);
        QCOMPARE(bench_->state().problem, QString("A weight is more than 0 and less than 1."));
        answer("0.75");
        QTest::keyClick(map, Qt::Key_Space);
        QTRY_VERIFY(settled());
        QVERIFY(std::abs(*map->valueAt(2, key()) - 0.75F) < 1e-4F);
        QCOMPARE(bench_->document().history().undoText(), pulled("Weights"));
    }

    /// Large entries that cancel out leave few digits in float32. Then the wanted value is not reported as reached.
    void onlyWhatIsThereIsReached() {
        Session large = *withSentence(newSession(1, 12, 1, 3, 3), "one two three four five");
        const ParameterRef wq{Parameter::Wq, 0, 0};
        large = *withBlock(large, wq, 0, 0, *matrixOf(large, wq) * 20'000);
        edit(large);
        bench_->look([](MapOptions& maps) { maps.pull.onlyThisRow = true; });
        const PulledHead head = *headToPull(*bench_, {Stage::Weights, 0, 0, 0, 0});
        int off = 0, reached = 0;
        for (int query = 0; query < 5; ++query)
            for (int key = 0; key < 5; ++key) {
                const CellRef cell{Stage::Weights, 0, 0, query, key};
                const Pull found = pull(head, cell.stage, query, key, 0.3, {.onlyThisRow = true});
                if (found.outcome != Pull::Outcome::Reached) continue;
                applyPull(*bench_, cell, found, large, 0);
                tellOfPull(*bench_, cell, found, 0.3, large);
                const double now = double(
                    (*mapNumbers(session(), {cell.stage, 0, 0, {query, key, 1, 1}}, "cpu"))(0, 0));
                const bool isReached = std::abs(now - 0.3) <= 1e-4;
                ++(isReached ? reached : off);
                QCOMPARE(said(), isReached
                                     ? QString()
                                     : QString("Cannot reach %1; %2 is the closest.").arg(inFull(0.3), inFull(now)));
                bench_->messages().report({});
            }
        QVERIFY2(off > 0 && reached > 0, qPrintable(QString("%1 off, %2 reached").arg(off).arg(reached)));
    }

    void theLayersBelowCanBeCancelled() {
        QString many;
        for (int i = 0; i < 400; ++i) many += QStringLiteral("w%1 ").arg(i);
        edit(withLayerAdded(*withSentence(session(), many.toStdString())));
        const CellRef cell{Stage::Weights, 1, 0, 2, 3};
        QVERIFY(headToPull(*bench_, cell).ok());
        bench_->messages().report("Not saved.", MessageKind::NotSaved);
        StoppingJobs jobs(*bench_);
        QVERIFY(!headToPull(*bench_, cell).ok());
        QCOMPARE(said(), QString("Not saved.")); // no message, which would remove this one
        QCOMPARE(bench_->state().problemKind, MessageKind::NotSaved);
    }

    /// A pull gets the inputs that the formulas find, up to the rounding of the layers below.
    void theInputsOfEachLayer_data() {
        QTest::addColumn<bool>("hasNorm"); // before the heads of the second layer
        QTest::addColumn<bool>("hasSource");
        QTest::newRow("two layers") << false << false;
        QTest::newRow("a norm before") << true << false;
        QTest::newRow("a second sentence, longer and wider") << false << true;
        QTest::newRow("a norm and a second sentence") << true << true;
    }
    void theInputsOfEachLayer() {
        QFETCH(bool, hasNorm);
        QFETCH(bool, hasSource);
        Session now = *withLayerAdded(session());
        if (hasNorm) now = *withNorm(now, 1, Norm{});
        if (hasSource) {
            std::mt19937 numbers(1);
            now.source.kept = textOf(randomMatrix(numbers, 11, now.text.embeddings.cols() + 2));
            now = *withSecondSentence(now, true);
        }
        edit(now);
        MatrixD input = FloatBounds::ofInput(now.text, {}), keysInput;
        if (hasSource) keysInput = FloatBounds::ofInput(*now.source, {});
        for (const int layer : {0, 1}) {
            const LayerWeights weights = weightsOf(now.layers[std::size_t(layer)]);
            const ReferenceTrace expected = reference(now, layer);
            const FloatBounds bounds(expected, weights,
                                     ruleOf(now.layers[std::size_t(layer)].options, sizesOf(now, layer)), input,
                                     keysInput, {});
            const Result<PulledHead> head = headToPull(*bench_, {Stage::Weights, layer, 1, 2, 3});
            QVERIFY2(head.ok(), head.ok() ? "" : head.text().c_str());
            const Program program = programOf(now, layer);
            const Stage q = program.find(Stage::Q)->inputs[0], k = program.find(Stage::K)->inputs[0];
            for (const auto& [stage, rows] : {std::pair(q, head->queries), std::pair(k, head->keys)}) {
                QCOMPARE(std::pair(rows.rows(), rows.cols()),
                         std::pair(expected(stage).rows(), expected(stage).cols()));
                const MatrixD off = (rows - expected(stage)).cwiseAbs();
                QVERIFY2((off.array() <= bounds(stage).array()).all(), infoOf(stage).id);
                QVERIFY(bounds(stage).maxCoeff() < 1e-3);
            }
            input = bounds(program.result());
        }
    }

private:
    QString said() const { return bench_->state().problem; }
    int key() const { return static_cast<int>(key_); }
    QString pulled(const QString& stage) const {
        return QString::fromUtf8("Drag %1[are₃, %2]")
            .arg(stage, QString::fromStdString(session().text.tokens->texts[std::size_t(key_)]));
    }
    void dragBy(HeatmapView* map, QPoint way, int row = 2, int col = 3) {
        const QPoint from = centre(map, row, col);
        sendMouse(map, QEvent::MouseButtonPress, from);
        sendMouse(map, QEvent::MouseMove, from + QPoint(0, way.y() / 2));
        sendMouse(map, QEvent::MouseMove, from + 2 * way); // beyond and back: only the end counts
        sendMouse(map, QEvent::MouseMove, from + way);
        sendMouse(map, QEvent::MouseButtonRelease, from + way, Qt::NoButton);
    }
    bool onlyWqOfHead1Differs(const Session& before) {
        Session same = session();
        changing(same)->allHeads[1][Parameter::Wq] = before.layers[0].allHeads[1][Parameter::Wq];
        return sameValues(same, before);
    }
    Index key_ = 0;

    /// Answers the next question for a number.
    void answer(const QString& number) {
        QTimer::singleShot(0, panel_.get(), [number] {
            auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
            if (!dialog) qFatal("nothing was asked");
            auto* field = control<QLineEdit>(*dialog, "Value"); // typing replaces its text
            if (dialog->focusWidget() != field || field->text().isEmpty() || field->selectedText() != field->text())
                qFatal("\"%s\" is not marked", qPrintable(field->text()));
            field->setText(number);
            dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok)->click();
        });
    }
};

QTEST_MAIN(PullToolTest)
#include "tst_pullTool.moc"
