#include "plot/TokenLabels.h"

#include <QTest>

using namespace headlight;

class TokenLabelsTest : public QObject {
    Q_OBJECT

private slots:
    void longTokensAreCut_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("cut");
        QTest::newRow("twelve") << "abcdefghijkl"
                                << "abcdefghijkl";
        QTest::newRow("thirteen") << "abcdefghijklm" << QStringLiteral(u"abcdefghijk\u2026");
        QTest::newRow("twelve graphemes of two")
            << QStringLiteral(u"e\u0301").repeated(12) << QStringLiteral(u"e\u0301").repeated(12);
        QTest::newRow("thirteen of them")
            << QStringLiteral(u"e\u0301").repeated(13) << QStringLiteral(u"e\u0301").repeated(11) + QChar(0x2026);
    }
    void longTokensAreCut() {
        QFETCH(QString, text);
        QFETCH(QString, cut);
        QCOMPARE(elided(text), cut);
    }

    void stepsAreRound_data() {
        QTest::addColumn<double>("cell");
        QTest::addColumn<int>("step");
        QTest::newRow("wide") << 30.0 << 1;
        QTest::newRow("exactly") << 14.0 << 1;
        QTest::newRow("a little less") << 13.9 << 2;
        QTest::newRow("half") << 6.9 << 5;
        QTest::newRow("two pixels") << 2.0 << 10;
        QTest::newRow("a pixel") << 1.0 << 20;
        QTest::newRow("a tenth") << 0.1 << 200;
        QTest::newRow("no size") << 0.0 << 1;
    }
    void stepsAreRound() {
        QFETCH(double, cell);
        QFETCH(int, step);
        QCOMPARE(labelStep(cell, 14), step);
    }

    void whichCells() {
        QCOMPARE(labelledCells(0, 4, 1), (std::vector{0, 1, 2, 3}));
        QCOMPARE(labelledCells(0, 12, 5), (std::vector{4, 9})); // numbers 5 and 10
        QCOMPARE(labelledCells(5, 12, 5), (std::vector{9}));
        QCOMPARE(labelledCells(9, 10, 5), (std::vector{9}));
        QCOMPARE(labelledCells(0, 3, 5), std::vector<int>{});
    }

    void thinnedLabelsSayWhere() {
        const auto labels = labelsOf(Tokens{{"My", "shoes", "are", "a-very-long-token"}, {0, 1, 2, 3}});
        QCOMPARE(labelAt(*labels, 1, 1), QStringLiteral("shoes"));
        QCOMPARE(labelAt(*labels, 1, 2), QStringLiteral(u"2 \u2068shoes\u2069"));
        QCOMPARE(labelAt(*labels, 3, 1), QStringLiteral(u"a-very-long\u2026"));
        QCOMPARE(labelAt(*numberLabels(7), 4, 5), QStringLiteral("5"));
        const auto places = labelsOf(Tokens{{"1", "2", "4"}, {0, 1, 2}}); // as in a file without tokens
        QCOMPARE(labelAt(*places, 1, 2), QStringLiteral("2"));
        QCOMPARE(labelAt(*places, 2, 2), QStringLiteral(u"3 \u20684\u2069"));
    }
};

QTEST_GUILESS_MAIN(TokenLabelsTest)
#include "tst_tokenLabels.moc"
