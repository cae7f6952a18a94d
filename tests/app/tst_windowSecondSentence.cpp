// Cross-attention in the real window: a second sentence with a field, chips and embeddings of its own.
#include "app/windowBench.h"
#include "controls/TokenChips.h"
#include "panels/maps/HeatmapsPanel.h"
#include "panels/pipeline/StageButton.h"
#include "session/edits.h"

#include <QComboBox>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTableView>

using namespace headlight;
using testing::control;
using testing::menuAction;
using testing::session;
using testing::settled;

class WindowSecondSentenceTest : public QObject, private testing::WindowBench {
    Q_OBJECT

private slots:
    void initTestCase() { prepare(); }
    void init() {
        begin();
        before_ = session(*window_);
        menuAction(*window_, "Cross-attention")->trigger();
        QTRY_VERIFY(settled(*window_) && session(*window_).source);
    }
    void cleanup() { end(); }

    void isOneStepThatShowsItsRow() {
        QVERIFY(field()->isVisible());
        QCOMPARE(field()->toPlainText(), QString::fromStdString(before_.text.sentence));
        QVERIFY(control<StageButton>(*window_, "X_kv")->isVisible());
        QCOMPARE(control<QToolButton>(*window_, "Cross-attention")->text(), QString("2 sentences"));
        window_->workbench().undo();
        QVERIFY(session(*window_) == before_);
        QVERIFY(!field()->isVisible());
        QVERIFY(!control<QToolButton>(*window_, "Cross-attention")->isVisible()); // the strip shows only what is on
    }

    void whatIsTypedThereAreTheKeys() {
        type("Life is short");
        QTRY_COMPARE(session(*window_).source->tokens->count(), 3);
        QCOMPARE(session(*window_).text.sentence, before_.text.sentence);
        auto* chips = control<TokenChips>(*window_, "Tokens of the second sentence");
        QTRY_COMPARE(token(chips, 2).data().toString(), QString("short"));
        auto* tokenizer = control<QComboBox>(*window_, "Tokenizer of the second sentence");
        const int characters = tokenizer->findData("characters");
        tokenizer->setCurrentIndex(characters);
        emit tokenizer->activated(characters);
        QTRY_COMPARE(session(*window_).source->tokens->count(), 13);
        QCOMPARE(session(*window_).text.tokenizer.kind, before_.text.tokenizer.kind);
        window_->workbench().undo();
        window_->workbench().undo(); // typing is one step
        QCOMPARE(field()->toPlainText(), QString::fromStdString(before_.text.sentence));
    }

    void aClickOnAChipPicksItsKey() {
        auto* chips = control<TokenChips>(*window_, "Tokens of the second sentence");
        const View view = state().view;
        QTest::mouseClick(chips->viewport(), Qt::LeftButton, {}, placeOf(chips, 4));
        QCOMPARE(state().view.key, 4);
        QCOMPARE(state().view.query, view.query);
        QVERIFY(isKey(chips, 4));
        auto* queries = control<TokenChips>(*window_, "Tokens");
        QTest::mouseClick(queries->viewport(), Qt::LeftButton, {}, placeOf(queries, 2));
        QCOMPARE(state().view.query, 2);
        QCOMPARE(state().view.key, 4);
        QVERIFY(!isKey(queries, 4));
    }

    void whatIsRefusedStaysMarkedAndUnsaved() {
        QString many;
        for (int i = 0; i < 46340; ++i) many += QStringLiteral("a ");
        type(many);
        QTRY_VERIFY(state().refused.contains(Sentence::Second));
        QVERIFY(!state().refused.contains(Sentence::First) && state().modified);
        QVERIFY(field()->toolTip().contains("46340 tokens"));
        type("few");
        QTRY_VERIFY(state().refused.empty());
        type(many);
        QString asked;
        testing::answerQuestion(*window_, "Discard", asked);
        menuAction(*window_, "Cross-attention")->trigger(); // discards the refused words, too
        QVERIFY(!asked.isEmpty());
        QTRY_VERIFY(state().refused.empty() && !session(*window_).source);
    }

    void itsEmbeddingsAreATableOfTheirOwn() {
        type("one two");
        QTRY_COMPARE(session(*window_).source->tokens->count(), 2);
        control<QPushButton>(*window_, "Embeddings of keys and values")->click();
        auto* table = control<QTableView>(*window_, "Embeddings of the second sentence");
        QCOMPARE(table->model()->rowCount(), 2);
        QVERIFY(table->model()->setData(table->model()->index(1, 0), "0.75", Qt::EditRole));
        QTRY_COMPARE((*matrixOf(session(*window_), {Parameter::Xkv}))(1, 0), 0.75F);
        QVERIFY(session(*window_).text.embeddings == before_.text.embeddings);
        control<QPushButton>(*window_, "Embeddings of queries")->click();
        QCOMPARE(control<QTableView>(*window_, "Embeddings")->model()->rowCount(), before_.text.tokens->count());
        control<QPushButton>(*window_, "Embeddings of keys and values")->click();
        menuAction(*window_, "Cross-attention")->trigger(); // off: the table disappears
        QCOMPARE(control<QTableView>(*window_, "Embeddings")->model()->rowCount(), before_.text.tokens->count());
    }

    void offAndOnAgainItIsAsItWas() {
        type("one two");
        const Session crossed = session(*window_);
        menuAction(*window_, "Cross-attention")->trigger();
        QVERIFY(!session(*window_).source);
        QTRY_VERIFY(!field()->isVisible());
        menuAction(*window_, "Cross-attention")->trigger();
        QVERIFY(sameValues(session(*window_), crossed));
        QTRY_COMPARE(field()->toPlainText(), QString("one two"));
    }

    /// An empty second sentence leaves no maps, which is said. They reappear, however it is filled.
    void emptiedItLeavesNoMapsUntilItIsFilled_data() {
        QTest::addColumn<QString>("how");
        for (const char* how : {"typed", "undone", "switched off"}) QTest::newRow(how) << how;
    }
    void emptiedItLeavesNoMapsUntilItIsFilled() {
        QFETCH(QString, how);
        const auto isSaid = [this] {
            for (const auto* label : window_->findChildren<QLabel*>())
                if (label->isVisible() && label->text() == "Type a second sentence above") return true;
            return false;
        };
        type("");
        QTRY_COMPARE(session(*window_).source->tokens->count(), 0);
        QTRY_VERIFY(isSaid());
        QVERIFY(!control<QWidget>(*window_, "Scores, head 1")->isVisible());
        if (how == "typed") type("one two");
        if (how == "undone") window_->workbench().undo();
        if (how == "switched off") menuAction(*window_, "Cross-attention")->trigger();
        QTRY_VERIFY(control<QWidget>(*window_, "Scores, head 1")->isVisible());
        QTRY_VERIFY(settled(*window_));
        const auto response = state().responseTo(*window_->findChild<HeatmapsPanel*>());
        QVERIFY(response && !response->tiles.empty());
        QCOMPARE(response->tiles.front()->stageCols, how == "typed" ? 2 : 8);
        QVERIFY(!isSaid());
    }

private:
    QPlainTextEdit* field() { return control<QPlainTextEdit>(*window_, "Second sentence"); }
    static QModelIndex token(const TokenChips* chips, int place) { return chips->model()->index(place, 0); }
    static QPoint placeOf(const TokenChips* chips, int place) {
        return chips->visualRect(token(chips, place)).center();
    }
    static bool isKey(const TokenChips* chips, int place) {
        return token(chips, place).data(Qt::AccessibleTextRole).toString().endsWith(", key");
    }
    void type(const QString& words) { field()->setPlainText(words); }

    Session before_;
};

QTEST_MAIN(WindowSecondSentenceTest)
#include "tst_windowSecondSentence.moc"
