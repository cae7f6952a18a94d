// The weights of a row on the page: links, the strongest weight, and the terms of a context.
#include "base/numberText.h"
#include "io/sessionFile.h"
#include "panels/inspector/InspectorPanel.h"
#include "support/bench.h"
#include "support/controls.h"
#include "support/givenEdit.h"
#include "support/givenStages.h"
#include "support/traces.h"
#include "words/numberWords.h"

#include <QDir>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextBrowser>
#include <QToolButton>

#include <map>

using namespace headlight;
using namespace headlight::testing;

class InspectorWeightsTest : public QObject {
    Q_OBJECT

private slots:
    void init() { bench_ = std::make_unique<PanelBench<InspectorPanel>>(shoesSession(), QSize(300, 700)); }
    void cleanup() { bench_.reset(); }

    void theStrongestOfManyIsOffered() {
        typeSentence(QStringLiteral("one two three four ").repeated(20).toUtf8().constData()); // 80 x 80
        QTRY_VERIFY(says("Strongest weight of head 1: "));
    }

    /// The weights of all keys equal the numbers of the maps, and are links. The score of s − largest is a link, too.
    void weightsAreLinks() {
        typeSentence("one two three");
        workbench().select(0, 2, 1);
        QTRY_VERIFY(says("How much does “three” attend to “two”?"));
        const Matrix weights = testing::tracesOf(workbench().state().session)[0](Stage::Weights);
        std::map<QString, QString> tips; // the first tool tip of a weight, by address
        QStringList links;
        for (QTextBlock block = page().document()->begin(); block.isValid(); block = block.next())
            for (auto at = block.begin(); !at.atEnd(); ++at) {
                const QTextCharFormat format = at.fragment().charFormat();
                tips.try_emplace(format.anchorHref(), format.toolTip());
                links << format.anchorHref() + u' ' + at.fragment().text();
            }
        for (int key = 0; key < 3; ++key)
            QCOMPARE(tips[QString("weights/0/0/2/%1").arg(key)], QString::fromStdString(shortest(weights(2, key))));
        const auto difference = links.indexOf(QRegularExpression(QStringLiteral(u".*s − largest = .*")));
        QVERIFY2(difference >= 0 && links.value(difference + 1).startsWith("scaled/0/0/2/1 "),
                 qPrintable(links.join(u'\n')));
    }

    /// The sum of a row of given weights is said where an edit made it another one than 1.
    void theSumOfGivenWeights() {
        Matrix weights(2, 2);
        weights << 0.5F, 0.5F, 0.25F, 0.75F;
        const Session session = testing::givenSession("a b", {{{Parameter::GivenWeights, weights}}});
        bench_ = std::make_unique<PanelBench<InspectorPanel>>(session, QSize(300, 700));
        workbench().select(0, 1, 0);
        QTRY_VERIFY(says("given, not computed"));
        QVERIFY(!says("its row sums to"));
        QVERIFY(workbench().apply("Edit", [](const Session& now, const Watch&) {
            return withCell(now, {Parameter::GivenWeights, 0, 0}, 1, 0, 0.5F);
        }));
        QTRY_VERIFY(says("its row sums to 1.25"));
    }

    /// The sum treats all keys alike. Below it the steps of the selected key open one by one, back to x W.
    void aContextLeadsBackToX() {
        typeSentence("one two three");
        workbench().select(0, 2, 1);
        workbench().select(CellRef{Stage::Context, 0, 0, 2, 0});
        QTRY_VERIFY(says(QStringLiteral("Where does z₁ of “three” come from?")));
        for (int key = 0; key < 3; ++key)
            QVERIFY(page().toHtml().contains(QStringLiteral("href=\"weights/0/0/2/%1\"").arg(key)));
        QVERIFY(says(QStringLiteral("For the selected key “two”:")));
        const std::pair<const char*, const char*> steps[] = {{"V", "▸ Value of “two”"},    {"weights", "▸ Weight"},
                                                             {"scaled", "▸ Scaled score"}, {"scores", "▸ Score"},
                                                             {"Q", "▸ Query of “three”"},  {"K", "▸ Key of “two”"}};
        for (const auto& [stage, closed] : steps) {
            QString opened = QString::fromUtf8(closed);
            QVERIFY2(says(opened), qPrintable(opened + u'\n' + page().toPlainText()));
            opened.replace(u'▸', u'▾');
            emit page().anchorClicked(QUrl(QStringLiteral("open:") + stage));
            QTRY_VERIFY2(says(opened), qPrintable(opened + u'\n' + page().toPlainText()));
        }
        const Session& session = workbench().state().session;
        for (const auto& [stage, row] : {std::pair(Stage::Q, 2), std::pair(Stage::K, 1)}) {
            const Matrix numbers = testing::tracesOf(session)[0](stage);
            for (int col = 0; col < 3; ++col) {
                const QString link = QStringLiteral("href=\"%1/0/0/%2/%3\"").arg(infoOf(stage).id).arg(row).arg(col);
                QVERIFY(page().toHtml().contains(link));
                QVERIFY(says(withMinus(QString::number(double{numbers(row, col)}, 'f', 4))));
            }
        }
    }

    /// A link in the sum chooses the key of the steps below, and Back returns to the key of before.
    void theKeyOfTheStepsIsChosen() {
        typeSentence("one two three");
        workbench().select(0, 2, 1);
        workbench().select(CellRef{Stage::Context, 0, 0, 2, 0});
        QTRY_VERIFY(says(QStringLiteral("For the selected key “two”:")));
        emit page().anchorClicked(QUrl("key:0"));
        QTRY_VERIFY(says(QStringLiteral("For the selected key “one”:")) && says(QStringLiteral("Where does z₁")));
        emit page().anchorClicked(QUrl("weights/0/0/2/2"));
        QTRY_VERIFY(says(QStringLiteral("How much does “three” attend to “three”?")));
        control<QToolButton>(*bench_->panel, "Previous number")->click();
        QTRY_VERIFY(says(QStringLiteral("For the selected key “one”:")));
        control<QToolButton>(*bench_->panel, "Next number")->click();
        QTRY_VERIFY(says(QStringLiteral("How much does “three” attend to “three”?")));
    }

    /// A section that is opened by Enter keeps the focus, so that arrows continue from it.
    void arrowsLeadOn() {
        typeSentence("one two three");
        workbench().select(CellRef{Stage::Context, 0, 0, 2, 0});
        QTRY_VERIFY(says("▸ Weight"));
        page().setFocus();
        const auto link = [&] { return page().textCursor().charFormat().anchorHref(); };
        for (int i = 0; i < 60 && link() != "open:weights"; ++i) QTest::keyClick(&page(), Qt::Key_Down);
        QCOMPARE(link(), QString("open:weights"));
        QTest::keyClick(&page(), Qt::Key_Return);
        QTRY_VERIFY(says("▾ Weight"));
        QCOMPARE(link(), QString("open:weights"));
        QTest::keyClick(&page(), Qt::Key_Down);
        QVERIFY2(link().startsWith("scaled/") || link().startsWith("weights/"), qPrintable(link()));
    }

    /// A scrolled page stays for the next weight, to allow a comparison. For another stage it scrolls to the section.
    void aScrolledPageStays() {
        bench_->panel->resize(300, 260);
        typeSentence("one two three four five six");
        QTRY_VERIFY(says("How much") && page().verticalScrollBar()->maximum() > 100);
        page().verticalScrollBar()->setValue(page().verticalScrollBar()->maximum());
        const int place = page().verticalScrollBar()->value();
        workbench().select(0, 2, 1);
        QTRY_VERIFY(says(QStringLiteral("How much does “three” attend to “two”?")));
        QVERIFY(atRest(*bench_->panel));
        QCOMPARE(page().verticalScrollBar()->value(), std::min(place, page().verticalScrollBar()->maximum()));
        workbench().select(CellRef{Stage::Scores, 0, 0, 2, 1});
        QTRY_VERIFY(page().verticalScrollBar()->value() < place);
    }

    /// The page of every weight fits beside the scroll bar, also with four columns of values and long tokens.
    void weightsFit_data() {
        QTest::addColumn<QString>("sentence");
        QTest::newRow("short") << "My shoes are small, my feet are big.";
        QTest::newRow("long") << "internationalization of antidisestablishmentarianism matters greatly";
        QTest::newRow("many") << QStringLiteral("understanding ").repeated(20);
    }
    void weightsFit() {
        QFETCH(QString, sentence);
        typeSentence(sentence.toUtf8().constData());
        QCOMPARE(sizesOf(workbench().state().session, 0).dv, 4);
        const int bar = page().verticalScrollBar()->sizeHint().width();
        bench_->panel->resize(278 + bar, 300); // the least on a screen of 1280 px; that of the tests is narrower
        for (int row = 0; row < 4; ++row) {
            workbench().select(0, row, 3 - row);
            QTRY_VERIFY(says("Context of") && says(QStringLiteral(u"w × v₄")));
            QVERIFY(atRest(*bench_->panel));
            QVERIFY2(page().document()->size().width() <= page().viewport()->width(),
                     qPrintable(QString::number(page().document()->size().width()) + page().toPlainText()));
        }
    }

    /// With four decimals the sum of every context fits beside the scroll bar, with signs and totals.
    void contextsFit_data() {
        QTest::addColumn<QString>("file");
        for (const QString& file : QDir(HEADLIGHT_SOURCE_DIR "/resources/examples").entryList({"*.headlight"}))
            QTest::newRow(qPrintable(file)) << file;
    }
    void contextsFit() {
        QFETCH(QString, file);
        const auto read = readSession(HEADLIGHT_SOURCE_DIR "/resources/examples/" + file.toStdString());
        QVERIFY(workbench().apply("Open", givenEdit(Result<Session>(read->session))));
        bench_->panel->resize(bench_->panel->minimumWidth(), 300);
        const Sizes sizes = sizesOf(read->session, 0);
        for (int head = 0; head < sizes.heads; ++head)
            for (int row = 0; row < sizes.tokens; ++row)
                for (int col = 0; col < sizes.dv; ++col) {
                    workbench().select(CellRef{Stage::Context, 0, head, row, col});
                    QVERIFY(atRest(*bench_->panel));
                    const double wide = page().document()->size().width();
                    QVERIFY2(wide <= page().viewport()->width(),
                             qPrintable(QString("%1 in %2:\n").arg(wide).arg(page().viewport()->width()) +
                                        page().toPlainText()));
                }
    }

private:
    Workbench& workbench() { return bench_->bench; }
    QTextBrowser& page() { return *control<QTextBrowser>(*bench_->panel, "How the number came to be"); }
    bool says(const QString& text) {
        return page().toPlainText().remove(QChar(0x2068)).remove(QChar(0x2069)).contains(text);
    }
    void typeSentence(const char* sentence) {
        QVERIFY(workbench().apply("Sentence", givenEdit(withSentence(workbench().state().session, sentence))));
    }

    std::unique_ptr<PanelBench<InspectorPanel>> bench_;
};

QTEST_MAIN(InspectorWeightsTest)
#include "tst_inspectorWeights.moc"
