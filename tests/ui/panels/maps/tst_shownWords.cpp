// The words of the two buttons of the tool row.
#include "panels/maps/shownWords.h"
#include "plot/Colormap.h"
#include "support/bench.h"

using namespace headlight;

class ShownWordsTest : public QObject {
    Q_OBJECT

private slots:
    void whichMaps_data() {
        QTest::addColumn<QList<Stage>>("stages");
        QTest::addColumn<bool>("isEnlarged");
        QTest::addColumn<QString>("words");
        using S = Stage;
        QTest::newRow("usual") << QList<S>{S::Scores, S::Weights} << false << "scores, weights";
        QTest::newRow("one head") << QList<S>{S::Weights} << true << "weights of head 2";
        QTest::newRow("three") << QList<S>{S::Q, S::K, S::V} << false << "queries, keys, values";
        QTest::newRow("many") << QList<S>{S::X, S::Q, S::K, S::V} << false << "4 stages";
        QTest::newRow("without a mask") << QList<S>{S::Masked} << false << "scores, weights"; // what is shown instead
    }
    void whichMaps() {
        QFETCH(QList<Stage>, stages);
        QFETCH(bool, isEnlarged);
        QFETCH(QString, words);
        ViewState state;
        state.session = testing::shoesSession(3);
        state.view.head = 1;
        state.maps.stages = {stages.begin(), stages.end()};
        state.maps.isEnlarged = isEnlarged;
        QCOMPARE(shownWords(state), words);
        state.maps.overview = true;
        QCOMPARE(shownWords(state), QString("overview"));
    }

    void howTheyLook_data() {
        QTest::addColumn<int>("decimals"); // -2: there are no maps
        QTest::addColumn<bool>("numbers");
        QTest::addColumn<QString>("curve");
        QTest::addColumn<QString>("words");
        QTest::newRow("usual") << 4 << true << "linear"
                               << "4 decimals";
        QTest::newRow("one") << 1 << true << ""
                             << "1 decimal";
        QTest::newRow("bent") << 2 << true << "root"
                              << "2 decimals, square root";
        QTest::newRow("off") << 4 << false << "linear"
                             << "no numbers";
        QTest::newRow("too small") << -1 << true << "logarithm"
                                   << "no room, logarithmic";
        QTest::newRow("overview") << -2 << true << "root"
                                  << "square root";
        QTest::newRow("no sentence") << -2 << true << ""
                                     << "colours";
    }
    void howTheyLook() {
        QFETCH(int, decimals);
        QFETCH(bool, numbers);
        QFETCH(QString, curve);
        QFETCH(QString, words);
        ShownMaps shown;
        if (decimals > -2) shown.decimals = decimals;
        if (!curve.isEmpty()) shown.curve = &findCurve(curve.toStdString());
        MapOptions options;
        options.numbers = numbers;
        QCOMPARE(displayWords(options, shown), words);
    }
};

QTEST_MAIN(ShownWordsTest)
#include "tst_shownWords.moc"
