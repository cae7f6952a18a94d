// The formats of the numbers of stages that are shown together.
#include "plot/MapStage.h"
#include "session/edits.h"

#include <QApplication>
#include <QImage>
#include <QTest>

using namespace headlight;

class FormatsOfTest : public QObject {
    Q_OBJECT

private slots:
    /// Digits of 8 pt are 6 px wide: "-0.89" needs 29 px, "-120.5" 35 px.
    void aPairHasTheSameDecimals_data() {
        QTest::addColumn<float>("scores"); // the largest
        QTest::addColumn<float>("weights");
        QTest::addColumn<int>("width"); // of a cell, px
        QTest::addColumn<std::optional<int>>("wanted");
        QTest::addColumn<QList<int>>("decimals"); // of both; -1: none
        const std::optional<int> any;
        QTest::newRow("four fit") << 4.8F << 0.9F << 60 << any << QList{4, 4};
        QTest::newRow("scores have fewer") << 48.0F << 0.9F << 45 << any << QList{3, 3};
        QTest::newRow("weights never have one") << 480.0F << 0.9F << 36 << any << QList{1, 2};
        QTest::newRow("though three are wanted") << 480.0F << 0.9F << 36 << std::optional(3) << QList{1, 2};
        QTest::newRow("one is wanted") << 480.0F << 0.9F << 60 << std::optional(1) << QList{1, 1};
        QTest::newRow("no zeros alone") << 480.0F << 0.004F << 42 << any << QList{-1, -1};
        QTest::newRow("no room for two of the weights") << 4.8F << 0.9F << 23 << any << QList{-1, -1};
    }
    void aPairHasTheSameDecimals() {
        QFETCH(float, scores);
        QFETCH(float, weights);
        QFETCH(int, width);
        QFETCH(std::optional<int>, wanted);
        QFETCH(QList<int>, decimals);
        const Session session = *withSentence(newSession(7, 2, 3, 2, 1), "a b");
        MapStages made;
        const MapStage first = made.of(Stage::Scores, session, 0), second = made.of(Stage::Weights, session, 0);
        const QImage device(1, 1, QImage::Format_RGB32);
        const auto formats = formatsOf({&first, &second}, {{-scores, scores}, {0, weights}}, wanted,
                                       {QSizeF(width, 22), QSizeF(width, 22)}, &device);
        QCOMPARE((QList{formats[0].decimals, formats[1].decimals}), decimals);
    }
};

QTEST_MAIN(FormatsOfTest)
#include "tst_formatsOf.moc"
