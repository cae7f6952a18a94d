#include "document/CallQueue.h"

#include <QStringList>
#include <QTest>

#include <stdexcept>

using namespace headlight;

class CallQueueTest : public QObject {
    Q_OBJECT

private slots:
    void aTurnRunsAtOnce() {
        CallQueue queue;
        bool ran = false;
        queue.run([&] { ran = queue.isRunning(); });
        QVERIFY(ran);
        QVERIFY(!queue.isRunning());
    }

    void whatIsAskedWithinComesAfterInOrder() {
        CallQueue queue;
        QStringList order;
        queue.run([&] {
            queue.run([&] {
                order << "second";
                queue.run([&] { order << "fourth"; });
            });
            queue.run([&] { order << "third"; });
            order << "first";
        });
        QCOMPARE(order, QStringList({"first", "second", "third", "fourth"}));
    }

    void aTurnThatThrowsEndsTheRound() {
        CallQueue queue;
        bool ran = false;
        QVERIFY_EXCEPTION_THROWN(queue.run([&] {
            queue.run([&] { ran = true; });
            throw std::runtime_error("no");
        }),
                                 std::runtime_error);
        QVERIFY(!ran && !queue.isRunning());
        queue.run([&] { ran = true; });
        QVERIFY(ran);
    }
};

QTEST_APPLESS_MAIN(CallQueueTest)
#include "tst_callQueue.moc"
