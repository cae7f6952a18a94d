#include "backend/backends.h"
#include "controls/ElidedLabel.h"
#include "document/Workbench.h"
#include "panels/InspectorPanel.h"
#include "plot/BarView.h"
#include "session/edits.h"
#include "support/controls.h"
#include "support/paints.h"
#include "support/verbs.h"

#include <QLabel>
#include <QScrollBar>
#include <QTableView>
#include <QTest>

#include <algorithm>

using namespace headlight;
using testing::control;

class InspectorPanelTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        bench_ = std::make_unique<Workbench>(std::move(*makeBackend(kDefaultBackend)));
        panel_ = std::make_unique<InspectorPanel>(*bench_);
        bench_->add(*panel_);
        panel_->resize(280, 700);
        panel_->show();
    }
    void cleanup() {
        bench_->remove(*panel_);
        panel_.reset();
        bench_.reset();
    }

    void anEmptySentenceHasNothingToInspect() {
        QTRY_COMPARE(text("Selected cell"), QString("Click a cell to see its score and weight."));
        QVERIFY(!control<QLabel>(*panel_, "Score")->isVisible());
    }

    void anEmptySentenceHasNoScrollBar() {
        typeSentence("one two three");
        panel_->resize(280, 300);
        const auto bars = [this] {
            return std::ranges::count_if(panel_->findChildren<QScrollBar*>(), &QWidget::isVisible);
        };
        QTRY_COMPARE(bars(), 1);
        typeSentence("");
        QTRY_COMPARE(bars(), 0);
    }

    void theRowsWeightsSumToOne() {
        typeSentence("one two three");
        QTRY_VERIFY(control<QLabel>(*panel_, "Score")->isVisible());
        QCOMPARE(text("Sum of the weights"), QString("the row's weights sum to 1.0000"));
        QCOMPARE(bars().content().values.size(), std::size_t(3));
    }

    void theNumbersAreTheFrames() {
        typeSentence("one two three");
        bench_->select(1, 2, 0);
        QTRY_VERIFY(text("Selected cell").contains("Head 2") && text("Selected cell").contains("three"));
        const CellArithmetic& cell = *bench_->state().frame->cells.at(0);
        QCOMPARE(text("Score"), QString::number(double(cell.score), 'f', 4));
        QCOMPARE(text("Weight"), QString::number(double(cell.weight), 'f', 4));
        const QAbstractItemModel& context = *control<QTableView>(*panel_, "Context")->model();
        QCOMPARE(context.rowCount(), static_cast<int>(cell.context.size()));
        const QModelIndex second = context.index(1, 0);
        QCOMPARE(second.data().toString(), QString::number(double(cell.context[1]), 'f', 4));
        QVERIFY(!second.flags().testFlag(Qt::ItemIsEditable));
        const QString tip = second.data(Qt::ToolTipRole).toString();
        QVERIFY2(tip.contains("z\u2082 = ") && !tip.contains("Drag"), qPrintable(tip));
    }

    void aMaskedCellSaysSo() {
        typeSentence("one two three");
        Options options;
        options.mask.causal = true;
        QVERIFY(bench_->apply("Mask", testing::giving(withOptions(bench_->state().session, 0, options))));
        bench_->select(0, 0, 2);
        QTRY_COMPARE(text("Weight"), QString("0.0000"));
        QTRY_VERIFY(hasLabel("masked"));
    }

    /// Rows without weights: each says what it lacks.
    void aRowWithoutWeightsSaysWhy_data() {
        QTest::addColumn<Options>("options");
        QTest::addColumn<QString>("sentence");
        Options options;
        options.normalisation = Normalisation::Sum;
        QTest::newRow("sum 0") << options << "the row's scores sum to 0: it has no weights";
        options = {};
        options.mask.given = Matrix(Matrix::Zero(2, 2));
        QTest::newRow("masked") << options << "every key is masked: all weights are 0";
    }
    void aRowWithoutWeightsSaysWhy() {
        QFETCH(Options, options);
        QFETCH(QString, sentence);
        typeSentence("one two");
        const auto give = [&](const Result<Session>& made) { QVERIFY(bench_->apply("Edit", testing::giving(made))); };
        give(withoutTrainableWeights(bench_->state().session, 0));
        Matrix x = Matrix::Zero(2,
                                bench_->state().session.text.embeddings.cols()); // one: scores -1 and 1 with -1 x two
        x(0, 0) = -1;
        x(1, 0) = 1;
        give(withBlock(bench_->state().session, {Parameter::X, 0, 0}, 0, 0, x));
        give(withOptions(bench_->state().session, 0, options));
        bench_->select(0, 0, 0);
        QTRY_COMPARE(text("Sum of the weights"), sentence);
    }

    void scaleAndTemperatureAreWrittenOut() {
        typeSentence("one two");
        Options options;
        options.temperature = 0.5;
        QVERIFY(bench_->apply("Temperature", testing::giving(withOptions(bench_->state().session, 0, options))));
        QTRY_VERIFY(hasLabel(QString::fromUtf8("÷ √3 ÷ 0.5")));
        QVERIFY(!label("÷ √3 ÷ 0.5")->isElided());
    }

    /// The context is made of what dropout left, so that is what is shown.
    void theDroppedWeightHasACard() {
        typeSentence("one two three four");
        bench_->select(0, 0, 0);
        QTRY_VERIFY(hasLabel(QString::fromUtf8("Σ weight · v")));
        QVERIFY(!control<QLabel>(*panel_, "After dropout")->isVisible());
        Options options;
        options.dropout = Dropout{0.5, 3};
        give(options);
        bool wasKept = false, wasDropped = false;
        for (int key = 0; key < 4; ++key) {
            bench_->select(0, 0, key);
            QTRY_VERIFY(bench_->state().frame->session == bench_->state().session &&
                        bench_->state().frame->cells.at(0)->cell.col == key);
            const CellArithmetic& cell = *bench_->state().frame->cells.at(0);
            QTRY_COMPARE(text("After dropout"), QString::number(double(*cell.dropped), 'f', 4));
            QVERIFY(control<QLabel>(*panel_, "After dropout")->isVisible() &&
                    hasLabel(QString::fromUtf8("Σ after dropout · v")));
            const bool isKept = *cell.dropped != 0;
            QVERIFY(hasLabel(isKept ? QString::fromUtf8("weight ÷ (1 − 0.5)") : QString("at random")));
            (isKept ? wasKept : wasDropped) = true;
        }
        QVERIFY(wasKept && wasDropped);
        give({});
        QTRY_VERIFY(!control<QLabel>(*panel_, "After dropout")->isVisible());
        QVERIFY(hasLabel(QString::fromUtf8("Σ weight · v")));
    }

    /// Masked behind the softmax it is not the softmax any more.
    void howAWeightCame_data() {
        QTest::addColumn<Options>("options");
        QTest::addColumn<QString>("how");
        Options options;
        options.mask.causal = true;
        QTest::newRow("before") << options << "softmax over the row";
        options.maskMode = MaskMode::After;
        QTest::newRow("after") << options << "softmax, masked, divided by its row's sum";
        options.normalisation = Normalisation::Sum;
        QTest::newRow("sum") << options << "share of the row's sum";
    }
    void howAWeightCame() {
        QFETCH(Options, options);
        QFETCH(QString, how);
        typeSentence("one two three");
        give(options);
        bench_->select(0, 2, 0);
        QTRY_VERIFY2(hasLabel(how), qPrintable(how));
    }

    void theLayerIsNamedWhereThereAreSeveral() {
        typeSentence("one two");
        QTRY_VERIFY(text("Selected cell").startsWith("Head 1"));
        QVERIFY(bench_->apply("Layer", testing::giving(withLayerAdded(bench_->state().session))));
        QTRY_VERIFY2(text("Selected cell").startsWith(QString::fromUtf8("Layer 1 · Head 1 · ")),
                     qPrintable(text("Selected cell")));
        bench_->selectLayer(1);
        QTRY_VERIFY(text("Selected cell").startsWith(QString::fromUtf8("Layer 2 · Head 1 · ")));
    }

    void aClickOnABarPicksTheKey() {
        typeSentence("one two three");
        QTRY_VERIFY(bars().content().values.size() == 3);
        emit bars().clicked(2);
        QCOMPARE(bench_->state().view.key, 2);
    }

    void theSameStateTwiceChangesNothing() {
        typeSentence("one two three");
        QTRY_VERIFY(control<QLabel>(*panel_, "Score")->isVisible());
        QVERIFY(testing::atRest(*panel_));
        testing::PaintCount paints(panel_.get(), testing::PaintCount::Of::Window);
        bench_->presentAgain(*panel_);
        QVERIFY(testing::atRest(*panel_));
        QCOMPARE(paints.count, 0);
    }

private:
    void typeSentence(const char* sentence) {
        QVERIFY(bench_->apply("Type sentence", testing::giving(withSentence(bench_->state().session, sentence))));
        QTRY_VERIFY(bench_->state().frame && bench_->state().frame->session == bench_->state().session);
    }
    QString text(const char* name) { return control<QLabel>(*panel_, name)->text(); }
    BarView& bars() { return *panel_->findChild<BarView*>(); }
    void give(const Options& options) {
        QVERIFY(bench_->apply("Options", testing::giving(withOptions(bench_->state().session, 0, options))));
    }
    ElidedLabel* label(const char* wanted) {
        for (auto* label : panel_->findChildren<ElidedLabel*>())
            if (label->text() == QString::fromUtf8(wanted)) return label;
        return nullptr;
    }
    bool hasLabel(const QString& wanted) {
        for (QLabel* label : panel_->findChildren<QLabel*>())
            if (label->text() == wanted && label->isVisible()) return true;
        return false;
    }

    std::unique_ptr<Workbench> bench_;
    std::unique_ptr<InspectorPanel> panel_;
};

QTEST_MAIN(InspectorPanelTest)
#include "tst_inspectorPanel.moc"
