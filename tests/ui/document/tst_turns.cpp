#include "document/Turns.h"

#include <QStringList>
#include <QTest>

#include <stdexcept>

using namespace headlight;

class TurnsTest : public QObject {
    Q_OBJECT

private slots:
    void aTurnRunsAtOnce() {
        Turns turns;
        bool ran = false;
        turns.take([&] { ran = turns.isRunning(); });
        QVERIFY(ran);
        QVERIFY(!turns.isRunning());
    }

    void whatIsAskedWithinComesAfterInOrder() {
        Turns turns;
        QStringList order;
        turns.take([&] {
            turns.take([&] {
                order << "second";
                turns.take([&] { order << "fourth"; });
            });
            turns.take([&] { order << "third"; });
            order << "first";
        });
        QCOMPARE(order, QStringList({"first", "second", "third", "fourth"}));
    }

    void aTurnThatThrowsEndsTheRound() {
        Turns turns;
        bool ran = false;
        QVERIFY_EXCEPTION_THROWN(turns.take([&] {
            turns.take([&] { ran = true; });
            throw std::runtime_error("no");
        }),
                                 std::runtime_error);
        QVERIFY(!ran && !turns.isRunning());
        turns.take([&] { ran = true; });
        QVERIFY(ran);
    }
};

QTEST_APPLESS_MAIN(TurnsTest)
#include "tst_turns.moc"
