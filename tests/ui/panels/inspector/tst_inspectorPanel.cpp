// The page for the selected number, and its links.
#include "backend/backends.h"
#include "document/Workbench.h"
#include "panels/inspector/InspectorPanel.h"
#include "panels/inspector/lessonHtml.h"
#include "session/edits.h"
#include "session/reshape.h"
#include "style/Theme.h"
#include "style/textSize.h"
#include "support/controls.h"
#include "support/givenEdit.h"
#include "support/paints.h"
#include "support/traces.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QMenu>
#include <QRegularExpression>
#include <QScrollBar>
#include <QTest>
#include <QTextBrowser>
#include <QToolButton>

#include <algorithm>
#include <functional>

using namespace headlight;
using testing::control;

class InspectorPanelTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        bench_ = std::make_unique<Workbench>(std::move(*makeBackend(kDefaultBackend)));
        panel_ = std::make_unique<InspectorPanel>(*bench_);
        bench_->add(*panel_);
        panel_->resize(300, 700);
        panel_->show();
    }
    void cleanup() {
        bench_->remove(*panel_);
        panel_.reset();
        bench_.reset();
    }

    void aHeadThatIsOff() {
        QVERIFY(bench_->files().openExample(":/examples/shoes-three-heads.headlight", "Shoes").ok());
        QVERIFY(bench_->apply("Off", testing::givenEdit(withHeadSwitched(bench_->state().session, 0, 1, false))));
        bench_->select(0, 2, 3);
        auto* page = panel_->findChild<QTextBrowser*>();
        const QString off = "Head 2 is switched off: its context counts as 0.";
        QTRY_VERIFY(page->toPlainText().contains("softmax") && !page->toPlainText().contains(off)); // head 1
        bench_->select(1, 2, 3);
        QTRY_VERIFY(page->toPlainText().contains(off));
        for (const int col : {3, 4}) { // of heads 1 and 2
            bench_->look([col](View& view) { view.stage = "concat", view.column = col; });
            QTRY_COMPARE(page->toPlainText().contains(off), col == 4);
        }
    }

    /// At its usual width, the page has nearly its usual text. Where a table is too wide, the text is smaller.
    void nothingIsCut() {
        loadResources(); // the font of the window
        QVERIFY(bench_->files().openExample(":/examples/shoes-three-heads.headlight", "Shoes").ok());
        panel_->resize(panel_->minimumWidth(), 700);
        auto* page = panel_->findChild<QTextBrowser*>();
        const auto fits = [&] { return page->document()->size().width() <= page->viewport()->width(); };
        QTRY_VERIFY(page->toPlainText().contains("softmax") && fits());
        const double usual = page->document()->defaultFont().pointSizeF();
        QVERIFY(usual > 8);
        bench_->look([](Look& look) { look.decimals.inspector = 5; });
        QTRY_VERIFY(page->document()->defaultFont().pointSizeF() < usual && fits());
    }

    /// With large text in a narrow panel, the decimals are only a number, so that nothing is cut.
    void theHeadingIsWhole() {
        auto* decimals = control<QToolButton>(*panel_, "Decimals");
        QCOMPARE(decimals->text(), QString("4 decimals"));
        applyTextSize(*qApp, lightTheme(), 2);
        QTRY_COMPARE(decimals->text(), QString("4"));
        applyTextSize(*qApp, lightTheme(), 1);
        QTRY_COMPARE(decimals->text(), QString("4 decimals"));
    }

    void anEmptySentenceHasNothingToExplain() {
        QTRY_VERIFY(says("Type a sentence above."));
        typeSentence("one two three");
        QVERIFY(says("The numbers are being computed."));
        QTRY_VERIFY(says("How much does “one” attend to “one”?"));
        typeSentence("");
        QTRY_VERIFY(says("Type a sentence above."));
    }

    void itsCalculationsAreCopiedAsLatex() {
        typeSentence("one two three");
        bench_->select(CellRef{Stage::Weights, 0, 0, 2, 0});
        QTRY_VERIFY(says("How much does “three” attend to “one”?"));
        QContextMenuEvent event(QContextMenuEvent::Keyboard, {5, 5}, page().mapToGlobal(QPoint(5, 5)));
        QApplication::sendEvent(page().viewport(), &event);
        auto* menu = control<QMenu>(*panel_, QStringLiteral("Calculation"));
        QTRY_VERIFY(menu->isVisible());
        menu->actions().back()->trigger();
        menu->close();
        const QString latex = QApplication::clipboard()->text();
        QVERIFY2(latex.startsWith("\\begin{align*}\n  s^{(1)}_{\\text{three},\\text{one}} &= "), qPrintable(latex));
        QVERIFY2(latex.contains("  w^{(1)}_{\\text{three},\\text{one}} &= \\frac{e^{"), qPrintable(latex));
    }

    void itsDigitsAreChosen() {
        typeSentence("one two three");
        bench_->select(CellRef{Stage::Weights, 0, 0, 2, 0});
        QTRY_VERIFY(says("How much does “three” attend to “one”?"));
        const QRegularExpression four(QStringLiteral("\\d\\.\\d{4}\\b")), two(QStringLiteral("\\d\\.\\d\\d\\b"));
        QVERIFY(page().toPlainText().contains(four) && !page().toPlainText().contains(two));
        control<QToolButton>(*panel_, "Decimals")->menu()->actions().front()->trigger();
        QCOMPARE(bench_->state().decimals, (Decimals{.inspector = 2}));
        QTRY_VERIFY(page().toPlainText().contains(two) && !page().toPlainText().contains(four));
    }

    void eachStageAsksItsQuestion_data() {
        QTest::addColumn<CellRef>("cell");
        QTest::addColumn<QString>("question");
        QTest::newRow("weight") << CellRef{Stage::Weights, 0, 0, 2, 0} << "How much does “three” attend to “one”?";
        QTest::newRow("score") << CellRef{Stage::Scores, 0, 0, 2, 0} << "How much does “three” attend to “one”?";
        QTest::newRow("query") << CellRef{Stage::Q, 0, 0, 1, 2}
                               << QString::fromUtf8("Where does q₃ of “two” come from?");
        QTest::newRow("key") << CellRef{Stage::K, 0, 0, 1, 0} << QString::fromUtf8("Where does k₁ of “two” come from?");
        QTest::newRow("context") << CellRef{Stage::Context, 0, 0, 1, 1}
                                 << QString::fromUtf8("Where does z₂ of “two” come from?");
        QTest::newRow("input") << CellRef{Stage::X, 0, 0, 0, 1}
                               << QString::fromUtf8("Where does x₂ of “one” come from?");
    }
    void eachStageAsksItsQuestion() {
        QFETCH(CellRef, cell);
        QFETCH(QString, question);
        typeSentence("one two three");
        bench_->select(cell);
        QTRY_VERIFY2(says(question), qPrintable(page().toPlainText()));
    }

    void theNumbersAreTheFrames() {
        typeSentence("one two three");
        bench_->select(1, 2, 0);
        QTRY_VERIFY(says("How much does “three” attend to “one”?") && says("Head 2"));
        for (const auto& e : bench_->state().responseTo(*panel_)->explanations)
            QVERIFY2(says(withMinus(QString::number(double(e->result), 'f', 4))), qPrintable(page().toPlainText()));
    }

    void aMaskedCellSaysWhatHidesIt() {
        typeSentence("one two three");
        Options options;
        options.mask.causal = true;
        give(options);
        bench_->select(0, 0, 2);
        QTRY_VERIFY(says("Hidden by the causal mask."));
        options.mask.given = Matrix(Matrix::Identity(3, 3));
        give(options);
        QTRY_VERIFY(says("Hidden by the causal mask and the custom mask."));
    }

    /// A row without weights says why.
    void aRowWithoutWeightsSaysWhy_data() {
        QTest::addColumn<Options>("options");
        QTest::addColumn<QString>("sentence");
        Options options;
        options.normalisation = Normalisation::Sum;
        QTest::newRow("sum 0") << options << "The row's scores sum to 0: it has no weights.";
        options = {};
        options.mask.given = Matrix(Matrix::Zero(2, 2));
        QTest::newRow("masked") << options << "Every key is masked: all weights are 0.";
    }
    void aRowWithoutWeightsSaysWhy() {
        QFETCH(Options, options);
        QFETCH(QString, sentence);
        typeSentence("one two");
        edit(withoutTrainableWeights(bench_->state().session, 0));
        Matrix x = Matrix::Zero(2, bench_->state().session.text.embeddings.cols()); // scores -1 and 1
        x(0, 0) = -1;
        x(1, 0) = 1;
        edit(withBlock(bench_->state().session, {Parameter::X, 0, 0}, 0, 0, x));
        give(options);
        bench_->select(0, 0, 0);
        QTRY_VERIFY(says(sentence));
    }

    void scaleAndTemperatureAreWrittenOut() {
        typeSentence("one two");
        Options options;
        options.temperature = 0.5;
        give(options);
        QTRY_VERIFY2(says(QString::fromUtf8("√3 × 0.5")), qPrintable(page().toPlainText()));
    }

    /// The context uses the weights after dropout, so these are shown.
    void whatDropoutLeftIsShown() {
        typeSentence("one two three four");
        Options options;
        options.dropout = Dropout{0.5, 3};
        give(options);
        bool wasKept = false, wasDropped = false;
        for (int key = 0; key < 4; ++key) {
            bench_->select(0, 0, key);
            QTRY_VERIFY(says(QString::fromUtf8("w after dropout")));
            const auto isAnswered = [&] {
                const auto& answer = bench_->state().responseTo(*panel_);
                return answer && std::ranges::any_of(answer->explanations, [&](const auto& e) {
                           return e && e->of == CellRef{Stage::Dropped, 0, 0, 0, key};
                       });
            };
            const QString token = bench_->state().session.text.tokens->texts[std::size_t(key)].c_str();
            QTRY_VERIFY(isAnswered() &&
                        says(QStringLiteral(u"attend to “%1”?").arg(token))); // the page is updated later
            const bool isKept = says("kept"), isDropped = says("Dropped at random: 0.");
            QVERIFY(isKept != isDropped);
            (isKept ? wasKept : wasDropped) = true;
        }
        QVERIFY(wasKept && wasDropped);
    }

    void howAWeightCame_data() {
        QTest::addColumn<Options>("options");
        QTest::addColumn<QString>("how");
        Options options;
        options.mask.causal = true;
        QTest::newRow("before") << options << QString::fromUtf8("e to the power (s − largest)");
        options.maskMode = MaskMode::After;
        QTest::newRow("after") << options << QString::fromUtf8("softmax, masked, ÷ Σ");
        options.normalisation = Normalisation::Sum;
        QTest::newRow("sum") << options << "share of the row's sum";
    }
    void howAWeightCame() {
        QFETCH(Options, options);
        QFETCH(QString, how);
        typeSentence("one two three");
        give(options);
        bench_->select(0, 2, 0);
        QTRY_VERIFY2(says(how), qPrintable(page().toPlainText()));
    }

    void theLayerIsNamedWhereThereAreSeveral() {
        typeSentence("one two");
        QTRY_VERIFY(says("Head 1") && !says("Layer"));
        edit(withLayerAdded(bench_->state().session));
        QTRY_VERIFY(says(QString::fromUtf8("Layer 1 · Head 1")));
        bench_->look([](View& view) { view.layer = 1; });
        QTRY_VERIFY(says(QString::fromUtf8("Layer 2 · Head 1")));
    }

    void linksGoToNumbersAndBack() {
        typeSentence("one two three");
        bench_->select(0, 2, 1);
        QTRY_VERIFY(says("How much does “three” attend to “two”?"));
        emit page().anchorClicked(QUrl("Q/0/0/2/1"));
        QTRY_VERIFY(says(QString::fromUtf8("Where does q₂ of “three” come from?")));
        emit page().anchorClicked(QUrl("X/0/0/2/0"));
        QTRY_VERIFY(says(QString::fromUtf8("Where does x₁ of “three” come from?")));
        control<QToolButton>(*panel_, "Previous number")->click();
        QTRY_VERIFY(says(QString::fromUtf8("Where does q₂ of “three” come from?")));
        control<QToolButton>(*panel_, "Previous number")->click();
        QTRY_VERIFY(says("How much does “three” attend to “two”?"));
        QVERIFY(!control<QToolButton>(*panel_, "Previous number")->isEnabled());
        for (const char* name : {"Previous number", "Next number"}) { // can be hit
            const QSize size = control<QToolButton>(*panel_, name)->size();
            QVERIFY(size.width() >= 24 && size.height() >= 24);
        }
        control<QToolButton>(*panel_, "Next number")->click();
        QTRY_VERIFY(says(QString::fromUtf8("Where does q₂ of “three” come from?")));
    }

    void aLinkToAnEntryShowsItsTable() {
        typeSentence("one two three");
        emit page().anchorClicked(QUrl("entry:W_k/0/1/0/0"));
        QCOMPARE(bench_->state().parameter, Parameter::Wk);
        QCOMPARE(bench_->state().view.head, 1);
    }

    /// Embeddings are always visible, so the table of weights stays. A parameter of the layer does not change the head.
    void aLinkToAnotherEntrySelectsItsPlace() {
        typeSentence("one two three");
        emit page().anchorClicked(QUrl("entry:W_k/0/1/0/0"));
        emit page().anchorClicked(QUrl("entry:X/0/0/2/1"));
        QCOMPARE(bench_->state().parameter, Parameter::Wk);
        QCOMPARE(bench_->state().view.query, 2);
        QCOMPARE(bench_->state().view.head, 1);
        emit page().anchorClicked(QUrl("entry:W_o/0/0/0/0"));
        QCOMPARE(bench_->state().view.head, 1);
    }

    void pointingAtANumberLightsIt() {
        typeSentence("one two three");
        QTRY_VERIFY(says("How much"));
        emit page().highlighted(QUrl("Q/0/0/0/1;K/0/0/0/1"));
        const std::vector<Address> both{CellRef{Stage::Q, 0, 0, 0, 1}, CellRef{Stage::K, 0, 0, 0, 1}};
        QVERIFY(bench_->state().lit == both);
        QCOMPARE(page().extraSelections().size(), 2);
        emit page().highlighted(QUrl());
        QVERIFY(bench_->state().lit.empty() && page().extraSelections().isEmpty());
    }

    void matricesSayWhereTheyComeFrom_data() {
        QTest::addColumn<int>("dk"); ///< 0: unchanged
        for (const int dk : {0, 2, 5}) QTest::addRow("d_k %d", dk) << dk;
    }
    void matricesSayWhereTheyComeFrom() {
        typeSentence("one two three");
        emit page().anchorClicked(QUrl("Q/0/0/1/0"));
        QTRY_VERIFY2(says("Wq: From the start"), qPrintable(page().toPlainText()));
        QVERIFY(!says("edited since"));
        QFETCH(int, dk);
        if (dk > 0) {
            edit(*withSizes(bench_->state().session, 0, {{Side::Dk, dk}}));
            QTRY_VERIFY(says("Wq: From the start"));
            QVERIFY(!says("edited since"));
        }
        if (dk == 5) { // Q has two more columns
            emit page().anchorClicked(QUrl("Q/0/0/1/4"));
            QTRY_VERIFY(says("Wq: Added later"));
            emit page().anchorClicked(QUrl("Q/0/0/1/0"));
            QTRY_VERIFY(says("Wq: From the start"));
        }
        edit(withCell(bench_->state().session, {Parameter::Wq, 0, 0}, 0, 0, 2));
        QTRY_VERIFY2(says("edited since"), qPrintable(page().toPlainText()));
        QCOMPARE(EntryOrigins().ofEntry(bench_->state(), {Parameter::Wq, 0, 0, 0, 1}), QString("W_q[1, 2]"));
        const QStringList tip = EntryOrigins().ofEntry(bench_->state(), {Parameter::Wq, 0, 0, 0, 0}).split(u'\n');
        QCOMPARE(tip.size(), 2);
        QVERIFY2(tip[1].startsWith("Was ") && tip[1].endsWith("at the start"), qPrintable(tip[1]));
    }

    void sectionsOpenAndClose() {
        typeSentence("one two three");
        QTRY_VERIFY(says("largest ="));
        emit page().anchorClicked(QUrl("open:weights"));
        QTRY_VERIFY(!says("largest ="));
        emit page().anchorClicked(QUrl("open:weights"));
        QTRY_VERIFY(says("largest ="));
    }

    /// A section that the user opens or closes is so on all pages of this kind: on those that open it by default, or on
    /// those that do not.
    void aFoldIsOfItsKindOfPage() {
        typeSentence("one two three");
        const QString key = QStringLiteral("▾ Context"), closed = QStringLiteral("▸ Context");
        bench_->select(CellRef{Stage::Concat, 0, 0, 1, 0});
        QTRY_VERIFY(says(closed));
        emit page().anchorClicked(QUrl("open:context"));
        QTRY_VERIFY(says(key));
        bench_->select(CellRef{Stage::Weights, 0, 0, 1, 0});
        QTRY_VERIFY(says("How much does") && says(QStringLiteral("▾ Context of “two”")));
        bench_->select(CellRef{Stage::Context, 0, 0, 1, 0});
        QTRY_VERIFY(says("Where does z") && says(key));
        emit page().anchorClicked(QUrl("open:context"));
        QTRY_VERIFY(says(closed));
        bench_->select(CellRef{Stage::Concat, 0, 0, 1, 0});
        QTRY_VERIFY(says(QStringLiteral("▾ Joined heads")) && says(key));
    }

    /// Each layer draws from its own seed; a new layer has the seed of the layer below.
    void equalSeedsDropTheSameCells() {
        typeSentence("one two three");
        Options options = bench_->state().session.layers[0].options;
        options.dropout = Dropout{.rate = 0.5, .seed = 7};
        edit(withOptions(bench_->state().session, 0, options));
        bench_->select(CellRef{Stage::Dropped, 0, 0, 0, 0});
        QTRY_VERIFY(says("kept") || says("Dropped at random"));
        QVERIFY(!says("The same cells"));
        edit(withLayerAdded(bench_->state().session));
        QTRY_VERIFY(says("The same cells in each layer with this rate and seed, 7."));
        options.dropout = Dropout{.rate = 0.5, .seed = 8};
        edit(withOptions(bench_->state().session, 1, options));
        QTRY_VERIFY(!says("The same cells"));
    }

    void longSumsAreFoldedAndSaySo() {
        QString words;
        for (int i = 0; i < 40; ++i) words += QString("w%1 ").arg(i);
        typeSentence(qPrintable(words));
        QTRY_VERIFY(says("28 other terms") && says("The chosen one, then the largest first"));
        emit page().anchorClicked(QUrl("all:weights"));
        QTRY_VERIFY(says("w39"));
        emit page().anchorClicked(QUrl("all:context"));
        QTRY_VERIFY(!says("argest first")); // in their own order
    }

    /// The largest terms are shown of a score, too, whose terms are dimensions.
    void theLargestTermsAreShown() {
        typeSentence("one two three four five");
        edit(withKeySize(bench_->state().session, 0, 30));
        bench_->select(CellRef{Stage::Scores, 0, 0, 1, 3});
        const auto own = [&] {
            const auto response = bench_->state().responseTo(*panel_);
            for (const auto& e : response ? response->explanations : Explanations())
                if (e && e->of == CellRef{Stage::Scores, 0, 0, 1, 3} && e->terms.size() == 30) return e;
            return std::shared_ptr<const Explanation>();
        };
        QTRY_VERIFY(own() && says("18 other terms") && says("Largest first"));
        std::vector<double> values;
        for (const Term& term : own()->terms) values.push_back(term.value);
        std::ranges::sort(values, std::greater(), [](double value) { return std::abs(value); });
        for (std::size_t i = 0; i < 12; ++i)
            QVERIFY(says("= " + withMinus(QString::number(values[i], 'f', 4))) ||
                    says(QStringLiteral(u"≈ ") + withMinus(QString::number(values[i], 'f', 4))));
    }

    /// Back also returns from a number that was selected elsewhere.
    void backLeadsToWhatWasSelected() {
        typeSentence("one two three");
        bench_->select(0, 0, 0);
        QTRY_VERIFY(says("How much does “one” attend to “one”"));
        bench_->select(0, 1, 2);
        auto* back = control<QToolButton>(*panel_, "Previous number");
        auto* forward = control<QToolButton>(*panel_, "Next number");
        QTRY_VERIFY(back->isEnabled());
        back->click();
        QCOMPARE(bench_->state().view.query, 0);
        QTRY_VERIFY(says("How much does “one” attend to “one”"));
        QVERIFY(!back->isEnabled() && forward->isEnabled());
        forward->click();
        QCOMPARE(bench_->state().view.key, 2);
    }

    void theStrongestWeightIsOffered() {
        typeSentence("one two three");
        QTRY_VERIFY(says("Strongest weight of head 1: "));
        const Matrix weights = testing::tracesOf(bench_->state().session)[0](Stage::Weights);
        Index row = 0, col = 0;
        const float largest = weights.maxCoeff(&row, &col);
        const QStringList tokens{"one", "two", "three"};
        QVERIFY(says(QStringLiteral(u"%1, “%2” to “%3”").arg(largest, 0, 'f', 4).arg(tokens[row], tokens[col])));
        bench_->select(CellRef{Stage::Q, 0, 0, 1, 0}); // a page on a query is not about weights
        QTRY_VERIFY(says(QStringLiteral(u"Where does q₁")) && !says("Strongest"));
    }

    void anotherDocumentHasNoWayBack() {
        typeSentence("one two three");
        QTRY_VERIFY(says("How much"));
        emit page().anchorClicked(QUrl("Q/0/0/2/1"));
        auto* back = control<QToolButton>(*panel_, "Previous number");
        QTRY_VERIFY(back->isEnabled());
        bench_->files().newDocument();
        QVERIFY(!back->isEnabled());
    }

    void theSameStateTwiceChangesNothing() {
        typeSentence("one two three");
        QTRY_VERIFY(says("How much"));
        QVERIFY(testing::atRest(*panel_));
        testing::PaintCount paints(panel_.get(), testing::PaintCount::Of::Window);
        bench_->presentAgain(*panel_);
        QVERIFY(testing::atRest(*panel_));
        QCOMPARE(paints.count, 0);
    }

    /// With four decimals every table fits beside the scroll bar.
    void fourDecimalsFit() {
        panel_->resize(282, 400);
        for (const char* sentence : {"Your journey starts with one step", "one two three four five six seven eight"}) {
            typeSentence(sentence);
            QTRY_VERIFY(says("How much") && testing::atRest(*panel_));
            const double wide = page().document()->size().width();
            QVERIFY2(wide <= page().viewport()->width(),
                     qPrintable(QString("%1 in %2").arg(wide).arg(page().viewport()->width())));
        }
    }

    /// A page keeps its scroll position when its numbers change.
    void itStaysScrolled() {
        panel_->resize(300, 260);
        typeSentence("one two three four five six");
        QTRY_VERIFY(says("How much") && page().verticalScrollBar()->maximum() > 100);
        page().verticalScrollBar()->setValue(90);
        edit(withCell(bench_->state().session, {Parameter::Wq, 0, 0}, 0, 0, 0.25F));
        QTRY_VERIFY(bench_->state().responseTo(*panel_)->frame->session == bench_->state().session);
        QCOMPARE(page().verticalScrollBar()->value(), 90);
    }

private:
    void typeSentence(const char* sentence) {
        QVERIFY(bench_->apply("Type sentence", testing::givenEdit(withSentence(bench_->state().session, sentence))));
    }
    void edit(const Result<Session>& made) { QVERIFY(bench_->apply("Edit", testing::givenEdit(made))); }
    void give(const Options& options) { edit(withOptions(bench_->state().session, 0, options)); }
    QTextBrowser& page() { return *control<QTextBrowser>(*panel_, "How the number came to be"); }
    /// Tokens are surrounded by invisible isolates, which are removed here.
    bool says(const QString& text) {
        return page().toPlainText().remove(QChar(0x2068)).remove(QChar(0x2069)).contains(text);
    }

    std::unique_ptr<Workbench> bench_;
    std::unique_ptr<InspectorPanel> panel_;
};

QTEST_MAIN(InspectorPanelTest)
#include "tst_inspectorPanel.moc"
