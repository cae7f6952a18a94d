// The words of the two buttons of the tool row.
#include "panels/maps/MapsHeader.h"
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
        QTest::newRow("three") << QList<S>{S::Q, S::K, S::V} << false << "Q, K, V";
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
        QTest::addColumn<int>("fewest"); // -2: there are no maps
        QTest::addColumn<int>("most");
        QTest::addColumn<bool>("numbers");
        QTest::addColumn<QString>("curve");
        QTest::addColumn<QString>("words");
        QTest::newRow("usual") << 4 << 4 << true << "linear"
                               << "4 decimals";
        QTest::newRow("of each stage") << 2 << 4 << true << "linear"
                                       << "2–4 decimals";
        QTest::newRow("of some stages") << -1 << 3 << true << "linear"
                                        << "≤ 3 decimals";
        QTest::newRow("one") << 1 << 1 << true << ""
                             << "1 decimal";
        QTest::newRow("bent") << 2 << 2 << true << "root"
                              << "2 decimals, square root";
        QTest::newRow("off") << 4 << 4 << false << "linear"
                             << "no numbers";
        QTest::newRow("too small") << -1 << -1 << true << "logarithm"
                                   << "colours only, logarithmic";
        QTest::newRow("overview") << -2 << -2 << true << "root"
                                  << "square root";
        QTest::newRow("no sentence") << -2 << -2 << true << ""
                                     << "colours";
    }
    void howTheyLook() {
        QFETCH(int, fewest);
        QFETCH(int, most);
        QFETCH(bool, numbers);
        QFETCH(QString, curve);
        QFETCH(QString, words);
        ShownMaps shown;
        if (fewest > -2) shown.decimals = std::pair(fewest, most);
        if (!curve.isEmpty()) shown.curve = &findCurve(curve.toStdString());
        MapOptions options;
        options.numbers = numbers;
        QCOMPARE(displayWords(options, shown), words);
    }
};

QTEST_MAIN(ShownWordsTest)
#include "tst_shownWords.moc"
