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
};

QTEST_MAIN(PlacesTest)
#include "tst_places.moc"
