#include "plot/Caption.h"
#include "plot/paintLabels.h"

#include <QTest>

using namespace headlight;

class CaptionTest : public QObject {
    Q_OBJECT

private slots:
    void aCaptionSaysWhatItCan_data() {
        QTest::addColumn<QString>("caption");
        QTest::addColumn<QString>("room"); // as wide as that
        QTest::addColumn<QString>("said");
        const QString rollout = QStringLiteral(u"ROLLOUT \u00B7 (mean of heads + I) / 2, times the layers below"),
                      pooled = QStringLiteral(u"SCORES \u00B7 pixel: largest of 20 \u00D7 19"),
                      both = rollout + QStringLiteral(u" \u00B7 pixel: mean of 2 \u00D7 2");
        QTest::newRow("nothing") << ""
                                 << "CONCAT"
                                 << "";
        QTest::newRow("all") << rollout << rollout << rollout;
        QTest::newRow("no formula") << rollout << QStringLiteral(u"ROLLOUT \u00B7 (mean")
                                    << QStringLiteral(u"ROLLOUT \u00B7 \u2026");
        QTest::newRow("what a dot shows")
            << pooled << QStringLiteral(u"largest of 20 \u00D7 19.") << QStringLiteral(u"largest of 20 \u00D7 19");
        QTest::newRow("formula and dot") << both << rollout
                                         << QStringLiteral(u"ROLLOUT \u00B7 \u2026 \u00B7 pixel: mean of 2 \u00D7 2");
        QTest::newRow("brief") << "CONTEXTS SIDE BY SIDE"
                               << "CONTEXTS"
                               << "CONCAT";
        QTest::newRow("nothing else") << "CONTEXTS SIDE BY SIDE"
                                      << "CON..." << QStringLiteral(u"CO\u2026");
    }
    void aCaptionSaysWhatItCan() {
        QFETCH(QString, caption);
        QFETCH(QString, room);
        QFETCH(QString, said);
        const QFontMetricsF metrics(captionFont());
        const QString text = fittingCaption({caption, {"CONCAT"}}, metrics, metrics.horizontalAdvance(room));
        if (said.endsWith(QChar(0x2026)) && !said.contains(QChar(0xB7)))
            QVERIFY2(text.endsWith(QChar(0x2026)) && text.startsWith("C"), qPrintable(text));
        else
            QCOMPARE(text, said);
    }

    /// Word by word, with what tells it from others to the last.
    void aCaptionShortensByItsWords_data() {
        QTest::addColumn<Caption>("caption");
        QTest::addColumn<QString>("room");
        QTest::addColumn<QString>("said");
        const QString formula = QStringLiteral(u" \u00B7 mean of heads, times the layers below");
        const Caption product{"PRODUCT OF THE LAYERS" + formula, {"PRODUCT"}},
            second{"EMBEDDINGS, SECOND SENTENCE", {"EMBEDDINGS KV", "EMB. KV"}},
            owned{"WEIGHTS AFTER DROPOUT", {"DROPPED"}, {"HEAD 12", "12"}};
        const auto row = [](const Caption& caption, const QString& room, const QString& said) {
            QTest::newRow(qPrintable(said)) << caption << room << said;
        };
        row(product, product.text, product.text);
        row(product, "PRODUCT" + formula, "PRODUCT" + formula);
        row(product, QStringLiteral(u"PRODUCT OF THE LAYERS \u00B7 mean of \u2026"),
            QStringLiteral(u"PRODUCT OF THE LAYERS \u00B7 mean of \u2026"));
        row(product, QStringLiteral(u"PRODUCT \u00B7 mean of \u2026"),
            QStringLiteral(u"PRODUCT \u00B7 mean of \u2026"));
        row(product, QStringLiteral(u"PRODUCT \u00B7 \u2026"), QStringLiteral(u"PRODUCT \u00B7 \u2026"));
        row(product, "PRODUCT", "PRODUCT");
        row(second, second.text, second.text);
        row(second, "EMBEDDINGS, SECOND", "EMBEDDINGS KV");
        row(second, "EMBEDDINGS", "EMB. KV");
        row(owned, owned.whole(), QStringLiteral(u"HEAD 12 \u00B7 WEIGHTS AFTER DROPOUT"));
        row(owned, QStringLiteral(u"HEAD 12 \u00B7 DROPPED"), QStringLiteral(u"HEAD 12 \u00B7 DROPPED"));
        row(owned, QStringLiteral(u"12 \u00B7 DROPPED"), QStringLiteral(u"12 \u00B7 DROPPED"));
    }
    void aCaptionShortensByItsWords() {
        QFETCH(Caption, caption);
        QFETCH(QString, room);
        QFETCH(QString, said);
        const QFontMetricsF metrics(captionFont());
        QCOMPARE(fittingCaption(caption, metrics, metrics.horizontalAdvance(room)), said);
    }
};

QTEST_MAIN(CaptionTest)
#include "tst_caption.moc"
