// The strip as a line of names: in shorter words where that makes it one line of two, and nothing is lost.
#include "panels/pipeline/PipelineStrip.h"
#include "panels/pipeline/StageTile.h"
#include "ui/panels/pipeline/pipelineBench.h"

#include <QHelpEvent>
#include <QToolTip>

using namespace headlight;
using namespace headlight::testing;

class FoldedStripTest : public QObject, private PipelineBench {
    Q_OBJECT

private slots:
    void init() {
        begin("my shoes are small my feet are big");
        Session s = *withPositions(session(), Positions::Kind::Sinusoidal);
        for (const Parameter p : {Parameter::Bq, Parameter::Bk, Parameter::Bv, Parameter::Wo, Parameter::Bo})
            s = *withOptional(s, 0, p, true);
        s = *withNorm(*withResidual(s, 0, true), 0, Norm{});
        Options options = s.layers[0].options;
        options.temperature = 0.5;
        options.mask.causal = true;
        options.mask.window = 3;
        options.dropout = Dropout{0.1, 1};
        edit(withOptions(s, 0, options));
        panel_->setFolded(true);
    }
    void cleanup() { end(); }

    void isOneLineWhereItFits_data() {
        QTest::addColumn<int>("more"); // than it needs in short words
        QTest::addColumn<bool>("isOne");
        QTest::addColumn<bool>("isBrief");
        QTest::newRow("much room") << 1000 << true << false;
        QTest::newRow("as much as it needs") << 0 << true << true;
        QTest::newRow("a little less") << -1 << false << false;
    }
    void isOneLineWhereItFits() {
        QFETCH(int, more);
        QFETCH(bool, isOne);
        QFETCH(bool, isBrief);
        const PipelineStrip& strip = panel_->strip();
        const int line = strip.heightFor(4000, true);
        int least = 4000;
        while (strip.heightFor(least - 1, true) == line) --least;
        QVERIFY2(least < 1200, qPrintable(QString::number(least)));
        QTRY_VERIFY(strip.width() > 1200 && strip.width() < window_->width());
        window_->resize(window_->width() - strip.width() + least + more, 900);
        QTRY_COMPARE(strip.width(), least + more);
        const auto* tile = strip.tile(Stage::Embeddings);
        QTRY_COMPARE(strip.height() < 2 * line, isOne);
        QCOMPARE(tile->sizeHint() == tile->sizeFor(StageTile::Form::Brief), isBrief);
        // However it is drawn, whoever hears it hears the whole, and so does the tool tip say it.
        QCOMPARE(tile->accessibleName(), QString("embeddings"));
        QCOMPARE(word("Positions")->accessibleDescription(), QString("+ sinusoidal"));
        QCOMPARE(word("Mask")->text(), QString("causal, window 3"));
        QHelpEvent help(QEvent::ToolTip, {2, 2}, word("Mask")->mapToGlobal(QPoint(2, 2)));
        QCoreApplication::sendEvent(word("Mask"), &help);
        QCOMPARE(QToolTip::text().startsWith("causal, window 3"), isBrief);
        for (const QWidget* item : strip.findChildren<QAbstractButton*>())
            QVERIFY(!item->isVisible() || item->geometry().right() < strip.width());
    }

    void withPicturesWordsAreWhole() {
        while (word("Mask")->sizeHint() != word("Mask")->sizeFor(true) && window_->width() > 700) {
            window_->resize(window_->width() - 20, 900);
            QCoreApplication::processEvents();
        }
        QVERIFY(word("Mask")->sizeHint() == word("Mask")->sizeFor(true));
        panel_->setFolded(false);
        QTRY_VERIFY(word("Mask")->sizeHint() == word("Mask")->sizeFor(false));
    }
};

QTEST_MAIN(FoldedStripTest)
#include "tst_foldedStrip.moc"
