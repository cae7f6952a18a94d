// Links contain the address of a number, and are read back.
#include "panels/inspector/address.h"

#include <QTest>

using namespace headlight;

class AddressTest : public QObject {
    Q_OBJECT

private slots:
    void addresses_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("count");
        QTest::newRow("cell") << "scores/0/1/3/2" << 1;
        QTest::newRow("entry") << "entry:W_q/2/1/0/7" << 1;
        QTest::newRow("a parameter that is called as a stage") << "entry:X/0/0/3/2" << 1;
        QTest::newRow("several") << "Q/0/0/3/0;entry:W_q/0/0/0/0;K/1/0/3/0" << 3;
        QTest::newRow("none") << "" << 0;
    }
    void addresses() {
        QFETCH(QString, text);
        QFETCH(int, count);
        const std::vector<Address> read = addressesIn(text);
        QCOMPARE(static_cast<int>(read.size()), count);
        QCOMPARE(addressText(read), text);
    }

    void everyStageAndParameter() {
        for (const StageInfo& info : stages()) {
            const std::vector<Address> one{CellRef{info.stage, 1, 2, 3, 4}};
            QVERIFY2(addressesIn(addressText(one)) == one, info.id);
        }
        for (int i = 0; i < static_cast<int>(Parameter::End); ++i) {
            const std::vector<Address> one{ParameterCell{static_cast<Parameter>(i), 1, 2, 3, 4}};
            QVERIFY2(addressesIn(addressText(one)) == one, symbolOf(static_cast<Parameter>(i)));
        }
    }

    void whatIsNoAddressIsLeftOut() {
        QVERIFY(addressText({Address()}).isEmpty());
        for (const char* text : {"scores/0/1/3", "scores/0/1/3/x", "nonsense/0/1/3/2", "entry:nonsense/0/0/0/0",
                                 "open:scores", "scores/0/1/3/2/1", "entry:scores/0/0/0/0"})
            QVERIFY2(addressesIn(text).empty(), text);
        QCOMPARE(static_cast<int>(addressesIn("nonsense;scores/0/1/3/2").size()), 1);
    }
};

QTEST_APPLESS_MAIN(AddressTest)
#include "tst_address.moc"
