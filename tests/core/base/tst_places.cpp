#include "base/places.h"

#include <QTest>

using namespace headlight;

class PlacesTest : public QObject {
    Q_OBJECT

private slots:
    void cleanup() { countFrom(1); }

    void placesHaveNumbers() {
        QCOMPARE(numberOf(0), 1);
        QCOMPARE(placeOf(numberOf(7)), 7);
        countFrom(0);
        QCOMPARE(numberOf(0), 0);
        QCOMPARE(placeOf(numberOf(7)), 7);
    }

    void aKeptTextIsSaidAsOneCounts_data() {
        QTest::addColumn<QString>("kept");
        QTest::addColumn<QString>("fromOne");
        QTest::addColumn<QString>("fromZero");
        const auto place = [](int p) { return QString::fromStdString(keptPlace(p)); };
        QTest::newRow("no place") << "Add head 7"
                                  << "Add head 7"
                                  << "Add head 7";
        QTest::newRow("one") << "Remove head " + place(9) << "Remove head 10"
                             << "Remove head 9";
        QTest::newRow("several") << "W[" + place(0) + ", " + place(2) + "]"
                                 << "W[1, 3]"
                                 << "W[0, 2]";
        QTest::newRow("cut short") << place(4).chopped(1) << place(4).chopped(1) << place(4).chopped(1);
    }
    void aKeptTextIsSaidAsOneCounts() {
        QFETCH(QString, kept);
        const auto said = [&] { return QString::fromStdString(withNumbers(kept.toStdString())); };
        QTEST(said(), "fromOne");
        countFrom(0);
        QTEST(said(), "fromZero");
    }
};

QTEST_MAIN(PlacesTest)
#include "tst_places.moc"
