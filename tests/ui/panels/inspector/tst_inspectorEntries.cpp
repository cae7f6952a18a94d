// The page for numbers of the tables, and for steps of a walk.
#include "backend/backends.h"
#include "document/Workbench.h"
#include "document/selection.h"
#include "panels/inspector/InspectorPanel.h"
#include "panels/inspector/LessonPage.h"
#include "session/edits.h"
#include "style/Theme.h"
#include "support/controls.h"
#include "support/givenEdit.h"
#include "ui/panels/inspector/lessonText.h"
#include "words/numberWords.h"

#include <QScrollBar>
#include <QTest>
#include <QToolButton>

using namespace headlight;
using testing::control;

class InspectorEntriesTest : public QObject {
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

    /// For each kind of table the page says where a number comes from and what it is used for.
    void anEntryIsExplained_data() {
        QTest::addColumn<ParameterCell>("entry");
        QTest::addColumn<QStringList>("sentences");
        const auto row = [](const char* name, const ParameterCell& entry, const QStringList& sentences) {
            QTest::newRow(name) << entry << sentences;
        };
        row("weight", {Parameter::Wq, 0, 1, 2, 0},
            {"Where does Wq[3, 1] come from?", "Head 2", "Wq: From the start",
             "Queries:", "multiplied by x₃ and goes into q₁"});
        row("output weight", {Parameter::Wo, 0, 0, 1, 2},
            {"Wo[2, 3] come from", "Wo: ", "multiplied by z₂ and goes into o₃"});
        row("bias", {Parameter::Bk, 0, 0, 0, 1}, {"bk[1, 2] come from", "Head 1", "bk: ", "added to k₂ of each token"});
        row("gain", {Parameter::NormGain, 0, 0, 0, 1}, {"gain[1, 2] come from", "gain: "});
        row("position", {Parameter::P, 0, 0, 2, 1}, {"P[3, 2] come from", "P: ", "Added to the embedding"});
        row("embedding", {Parameter::X, 0, 0, 1, 2},
            {"Where does x₃ of ", "X: ", "Row of id 2 of the embedding table, also of token 4."});
        row("alone", {Parameter::X, 0, 0, 0, 0}, {"Where does x₁ of ", "Row of id 0 of the embedding table."});
    }
    void anEntryIsExplained() {
        QFETCH(ParameterCell, entry);
        QFETCH(QStringList, sentences);
        typeSentence("one two three two");
        edit(withNorm(bench_->state().session, 0, Norm{}));
        for (const Parameter one : {Parameter::Bk, Parameter::Wo})
            edit(withOptional(bench_->state().session, 0, one, true));
        edit(withPositions(bench_->state().session, Positions::Kind::Learned));
        bench_->select(entry);
        const QString number = withMinus(rounded(double(numberAt(bench_->state().session, entry))));
        for (const QString& sentence : sentences + QStringList(number))
            QTRY_VERIFY2(says(sentence), qPrintable(sentence + " is not in: " + page().toPlainText()));
        QVERIFY(says("How much does “one” attend to “one”?")); // the weight that it moves is still named
        bench_->select(0, 1, 0);
        QTRY_VERIFY(!says(sentences.front()) && says("How much does “two"));
    }

    void anEditedEntrySaysWhatItWas() {
        typeSentence("one two three");
        bench_->select(ParameterCell{Parameter::Wq, 0, 0, 0, 0});
        QTRY_VERIFY(says("Wq[1, 1] come from") && !says("at the start"));
        edit(withCell(bench_->state().session, {Parameter::Wq, 0, 0}, 0, 0, 2));
        QTRY_VERIFY2(says("edited since") && says("at the start.") && says("2.0000"), qPrintable(page().toPlainText()));
        static const QRegularExpression was(
            QStringLiteral("Was \u2212?\\d\\.\\d{4} at the start")); // as all numbers of the page
        QVERIFY2(page().toPlainText().contains(was), qPrintable(page().toPlainText()));
        bench_->goToStep(bench_->state().walk().at(0));
        QTRY_VERIFY(!says("Wq[1, 1] come from")); // a step replaces it
    }

    /// The page is one stop of Tab. Arrows go from link to link, and stay at the last one.
    void arrowsGoFromLinkToLink() {
        typeSentence("one two");
        bench_->select(ParameterCell{Parameter::Wq, 0, 0, 0, 0});
        QTRY_VERIFY(says("Wq[1, 1] come from"));
        page().setFocus();
        const auto link = [this] { return page().textCursor().charFormat().anchorHref(); };
        QStringList met;
        for (int presses = 0; presses < 200; ++presses) {
            QTest::keyClick(&page(), Qt::Key_Down);
            if (met.isEmpty() || met.last() != link()) met << link();
        }
        QVERIFY2(met.size() > 3 && page().hasFocus(), qPrintable(met.join(u'\n')));
        QTest::keyClick(&page(), Qt::Key_Up);
        QCOMPARE(link(), met[met.size() - 2]);
        QTest::keyClick(&page(), Qt::Key_Tab);
        QVERIFY(!page().hasFocus());
    }

    /// The page is updated after the maps, when the sentence may have lost the token.
    void aTokenThatGoesTakesItsEntry() {
        typeSentence("one two three");
        bench_->select(0, 2, 2); // a request that is not answered yet when the edit comes
        bench_->select(ParameterCell{Parameter::X, 0, 0, 2, 0});
        QTRY_VERIFY(says("Where does x₁ of “three” come from?"));
        bench_->select(ParameterCell{Parameter::X, 0, 0, 2, 1});
        edit(withSentence(bench_->state().session, "one"));
        for (int i = 0; i < 2; ++i) QCoreApplication::sendPostedEvents(panel_.get()); // the update is queued twice
        QVERIFY(!says("of “three” come from?"));
        QTRY_VERIFY(says("How much does “one” attend to “one”?") || says("Where does x₁ of “one” come from?"));
    }

    /// There is no moment in which the window has two themes.
    void aThemeIsThatOfThePageAtOnce() {
        typeSentence("one two three");
        bench_->select(ParameterCell{Parameter::X, 0, 0, 2, 0});
        QTRY_VERIFY(says("come from?"));
        QVERIFY(!page().toHtml().contains(darkTheme().muted.name()));
        bench_->set(&ViewState::theme, &darkTheme());
        QVERIFY(page().toHtml().contains(darkTheme().muted.name()));
    }

    /// During a walk the page shows only what is computed so far.
    void aWalkTellsWhatIsComputed() {
        typeSentence("one two three");
        bench_->select(0, 2, 1);
        const QString scaled = QString::fromUtf8("÷ √d"), weight = "softmax", context = "Context of";
        const auto at = [&](const Step& step) { bench_->goToStep(step); };
        at({Stage::K});
        QTRY_VERIFY(says(QString::fromUtf8("Where does k₁ of “two” come from?")));
        at({Stage::Scores, Step::Part::Key, 1});
        QTRY_VERIFY(says("How much does “three” attend to “two”?") && says(QString::fromUtf8("q · k")) &&
                    !says(scaled));
        at({Stage::Weights, Step::Part::Sum});
        QTRY_VERIFY(says(scaled) && says("weight, not computed yet") && says(weight) && !says("Strongest"));
        at({Stage::Weights, Step::Part::Quotients});
        QTRY_VERIFY(says(weight) && !says(context) && !says("not computed yet"));
        at({Stage::Context, Step::Part::Key, 1});
        QTRY_VERIFY(says(QString::fromUtf8("z₁ of “three”")) && says("not computed yet") && says("so far"));
        at({Stage::Context, Step::Part::Key, 2});
        QTRY_VERIFY(says(QString::fromUtf8("z₁ of “three”")) && !says("so far"));
        bench_->goToStep({});
        QTRY_VERIFY(says(context) && says("Strongest"));
    }

    void anEntryHasItsPlaceInTheHistory() {
        typeSentence("one two three");
        bench_->select(0, 2, 1);
        QTRY_VERIFY(says("How much does “three” attend to “two”?"));
        emit page().anchorClicked(QUrl("entry:W_k/0/0/1/0"));
        QTRY_VERIFY(says("Where does Wk[2, 1] come from?"));
        emit page().anchorClicked(QUrl("K/0/0/2/1"));
        QTRY_VERIFY(says(QString::fromUtf8("Where does k₂ of “three”")) && !says("Wk[2, 1] come"));
        control<QToolButton>(*panel_, "Previous number")->click();
        QTRY_VERIFY(says("Where does Wk[2, 1] come from?"));
        control<QToolButton>(*panel_, "Previous number")->click();
        QTRY_VERIFY(says("How much does “three” attend to “two”?") && !says("Wk[2, 1] come"));
        QVERIFY(!control<QToolButton>(*panel_, "Previous number")->isEnabled());
    }

    /// An entry disappears with its token or size, and so does its page.
    void anEntryThatGoesIsNotExplained() {
        typeSentence("one two three");
        bench_->select(ParameterCell{Parameter::X, 0, 0, 2, 0});
        QTRY_VERIFY(says("of “three” come from?"));
        typeSentence("one two");
        QVERIFY(!bench_->state().entry);
        QTRY_VERIFY(!says("of “three” come from?"));
        bench_->select(ParameterCell{Parameter::Wq, 0, 0, 0, 0});
        bench_->files().newDocument();
        QVERIFY(!bench_->state().entry);
    }

    /// At first the page is at its top. Selecting a number scrolls to its section, and selecting an entry to the top.
    void theSelectedNumberComesIntoSight() {
        panel_->resize(300, 260);
        typeSentence("one two three four five six");
        QTRY_VERIFY(says("How much") && page().verticalScrollBar()->maximum() > 100);
        const auto isSeen = [&](const QString& text) {
            const QTextCursor at = page().document()->find(text);
            const QRect box = page().cursorRect(at);
            return !at.isNull() && page().viewport()->rect().contains(box);
        };
        QCOMPARE(page().verticalScrollBar()->value(), 0);
        bench_->select(CellRef{Stage::Weights, 0, 0, 2, 1});
        QTRY_VERIFY(says("How much does “three” attend to “two”?") && isSeen("softmax"));
        QVERIFY(page().verticalScrollBar()->value() > 0);
        bench_->select(ParameterCell{Parameter::Wq, 0, 0, 1, 0});
        QTRY_VERIFY(isSeen("Wq[2, 1]"));
        bench_->select(CellRef{Stage::Weights, 0, 0, 2, 2});
        QTRY_VERIFY(says("How much does “three” attend to “three”?") && isSeen("softmax"));
        bench_->select(CellRef{Stage::Scores, 0, 0, 2, 2});
        QTRY_VERIFY(isSeen(QStringLiteral(u"q · k")));
    }

    /// A step scrolls to its own section.
    void theStepComesIntoSight() {
        panel_->resize(300, 260);
        typeSentence("one two three four");
        QTRY_VERIFY(says("How much") && page().verticalScrollBar()->maximum() > 100);
        const auto isLastSeen = [&](const QString& text) {
            const QTextCursor at = page().document()->find(text, page().document()->characterCount() - 1,
                                                           QTextDocument::FindBackward);
            return !at.isNull() && page().viewport()->rect().contains(page().cursorRect(at));
        };
        for (int i = 0; !bench_->state().step || bench_->state().step->part != Step::Part::Exponentials; ++i) {
            QVERIFY(i < 20);
            bench_->goToStep(bench_->state().stepAfter(1));
        }
        QTRY_VERIFY(says("weight, not computed yet"));
        QTRY_VERIFY2(isLastSeen("largest = "), qPrintable(page().toPlainText()));
        bench_->goToStep(bench_->state().stepAfter(1));
        QTRY_VERIFY(says("sum") && isLastSeen("sum"));
    }

    /// Only the selected head's context is told, since the maps show this head.
    void theContextsAreToldOfTheSelectedHead() {
        typeSentence("one two three");
        QVERIFY(bench_->apply("Add", testing::givenEdit(withHeadAdded(bench_->state().session, 0))));
        bench_->select(1, 2, 1);
        bench_->goToStep(Step{Stage::Concat});
        QTRY_VERIFY2(says("of head 2") && !says("ead 1"), qPrintable(page().toPlainText()));
    }

    /// The page tells what the step does, but nothing that comes later.
    void aWalkIsTold() {
        typeSentence("one two three");
        QTRY_VERIFY(says("How much"));
        const auto lineOf = [&](const QString& first) {
            QStringList lines = page().text().split(u'\n');
            lines = lines.mid(lines.indexOf(QRegularExpression(".*, largest = .*")) +
                              1); // below the weights, if they are open
            const auto at = lines.lastIndexOf(QRegularExpression(u'^' + first + "\\b.*"));
            return at < 0 ? QString("no such line") : lines[at].simplified();
        };
        const auto told = [&] {
            const auto& numbers = bench_->state().responseTo(*panel_)->explanations;
            const Stage stage = bench_->state().step->stage;
            return *std::ranges::find_if(numbers, [&](const auto& e) { return e->of.stage == stage; });
        };
        const auto written = [](double number) { return QString::number(number, 'f', 4); };
        using Part = Step::Part;
        bench_->goToStep(Step{Stage::Weights, Part::Exponentials});
        QTRY_VERIFY2(says("weight, not computed yet") && says("largest = "), qPrintable(page().toPlainText()));
        QCOMPARE(told()->of.stage, Stage::Weights);
        const Term& last = told()->terms.back();
        QVERIFY(lineOf("three").endsWith(written(double(last.a.value)) + ' ' + written(last.value)));
        QCOMPARE(lineOf("sum"), QString("no such line"));
        bench_->goToStep(Step{Stage::Weights, Part::Sum});
        QTRY_VERIFY(lineOf("sum").remove(QStringLiteral(u"≈ ")) == "sum " + written(told()->sum));
        QVERIFY(says("not computed yet"));
        bench_->goToStep(Step{Stage::Weights, Part::Quotients});
        QTRY_VERIFY(!says("not computed yet") && lineOf("sum").endsWith("1.0000"));
        bench_->goToStep(Step{Stage::Context, Part::Key, 1});
        QTRY_VERIFY(says("context, not computed yet") && says("so far"));
        QVERIFY2(lineOf("so").endsWith(written(told()->terms[1].total)), qPrintable(lineOf("so")));
        bench_->goToStep(Step{Stage::Context, Part::Key, 2});
        QTRY_VERIFY(!says("not computed yet") && !says("so far"));
        QVERIFY(lineOf("sum").endsWith(written(double(told()->result))));
    }

    /// The sign "≈" is explained only on pages that contain it.
    void theSignIsExplained() {
        typeSentence("one two three four");
        bench_->select(CellRef{Stage::X, 0, 0, 0, 0});
        QTRY_VERIFY(says(QStringLiteral(u"Where does x₁ of “one”")) && !says(aboutRoughly()));
        int count = 0;
        for (const Stage stage : {Stage::Q, Stage::K, Stage::V})
            for (int row = 0; row < 4; ++row) {
                bench_->select(CellRef{stage, 0, 0, row, 0});
                const QStringList tokens{"one", "two", "three", "four"};
                QTRY_VERIFY(says(
                    QStringLiteral(u"Where does %1₁ of “%2”").arg(QString(infoOf(stage).id).toLower(), tokens[row])));
                const auto signs = page().toPlainText().count(u'≈');
                QCOMPARE(says(aboutRoughly()), signs > 0);
                count += signs > 1;
            }
        QVERIFY(count > 0);
    }

private:
    void typeSentence(const char* sentence) {
        QVERIFY(bench_->apply("Type sentence", testing::givenEdit(withSentence(bench_->state().session, sentence))));
    }
    void edit(const Result<Session>& made) { QVERIFY(bench_->apply("Edit", testing::givenEdit(made))); }
    LessonPage& page() { return *control<LessonPage>(*panel_, "How the number came to be"); }
    /// Tokens are surrounded by invisible isolates, which are removed here.
    bool says(const QString& text) {
        return page().toPlainText().remove(QChar(0x2068)).remove(QChar(0x2069)).contains(text);
    }

    std::unique_ptr<Workbench> bench_;
    std::unique_ptr<InspectorPanel> panel_;
};

QTEST_MAIN(InspectorEntriesTest)
#include "tst_inspectorEntries.moc"
