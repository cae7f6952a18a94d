// A file is recognised by its content, not by the time when it was written.
#include "core/io/filesBench.h"
#include "io/SeenFile.h"

#include <algorithm>
#include <vector>

using namespace headlight;
using namespace headlight::testing;

class SeenFileTest : public QObject {
    Q_OBJECT

    FilesBench files_;

    void touch() const {
        fs::last_write_time(files_.in("a"), fs::last_write_time(files_.in("a")) + std::chrono::seconds(3));
    }

private slots:
    void init() {
        files_.empty();
        put(files_.in("a"), kNew);
    }

    void asItWas() {
        auto seen = seenFile(files_.in("a"));
        QVERIFY(seen && seen->sum && seen->stamp.size == kNew.size());
        QVERIFY(isStill(files_.in("a"), *seen));
    }

    void touchedIsTheSame() {
        auto seen = seenFile(files_.in("a"));
        const SeenFile before = *seen;
        touch();
        QVERIFY(isStill(files_.in("a"), *seen));
        QVERIFY(*seen != before && seen->stamp == stampOf(files_.in("a"))); // it need not be read again
    }

    void anotherInItsPlaceIsTheSameIfItHoldsTheSame() {
        auto seen = seenFile(files_.in("a"));
        put(files_.in("b"), kNew);
        fs::rename(files_.in("b"), files_.in("a"));
        QVERIFY(isStill(files_.in("a"), *seen));
    }

    void otherBytesAreAnother_data() {
        QTest::addColumn<QByteArray>("bytes");
        QByteArray last = QByteArray::fromStdString(kNew), middle = last;
        last.back() = 'x';
        middle[middle.size() / 2] = 'x';
        QTest::newRow("the last") << last;
        QTest::newRow("one in the middle") << middle;
        QTest::newRow("fewer") << last.chopped(1);
        QTest::newRow("more") << last + "x";
    }
    void otherBytesAreAnother() {
        QFETCH(QByteArray, bytes);
        auto seen = seenFile(files_.in("a"));
        const SeenFile before = *seen;
        put(files_.in("a"), bytes.toStdString());
        touch(); // even if the clock is coarse
        QVERIFY(!isStill(files_.in("a"), *seen));
        QVERIFY(seen->stamp == before.stamp && seen->sum == before.sum);
        QCOMPARE(seen->otherwise.has_value(), bytes.size() == qsizetype(kNew.size())); // same size: the bytes were read
        QVERIFY(!isStill(files_.in("a"), *seen));                                      // and are not read again
        put(files_.in("a"), kNew);
        touch();
        QVERIFY(isStill(files_.in("a"), *seen));
    }

    void whatIsGone() {
        auto seen = seenFile(files_.in("a"));
        fs::remove(files_.in("a"));
        QVERIFY(!isStill(files_.in("a"), *seen));
        QVERIFY(!seenFile(files_.in("a")));
    }

    /// A folder has a stamp and no bytes: any change of its stamp counts as a change.
    void whatCannotBeRead() {
        auto seen = seenFile(files_.in(""));
        QVERIFY(seen && !seen->sum);
        QVERIFY(isStill(files_.in(""), *seen));
        seen->stamp.seconds -= 1;
        QVERIFY(!isStill(files_.in(""), *seen));
    }

    /// Three pieces of 1 MB and a byte: it is asked before each of the four, and before it is seen that nothing
    /// follows.
    void itIsReadByPieces() {
        const std::string bytes = std::string(3 << 20, 'p') + "q";
        put(files_.in("a"), bytes);
        std::vector<double> told;
        const auto whole = seenFile(files_.in("a"), [&](double done) { return told.push_back(done), true; });
        QVERIFY(whole && whole->sum == checksum(bytes));
        QCOMPARE(told.size(), std::size_t(5));
        QVERIFY(std::ranges::is_sorted(told) && told.front() == 0 && told.back() == 1);
        for (std::size_t looks = 0; looks < told.size(); ++looks) {
            std::size_t asked = 0;
            const auto stopped = seenFile(files_.in("a"), [&](double) { return asked++ < looks; });
            QVERIFY(stopped && !stopped->sum && stopped->stamp == whole->stamp);
            QCOMPARE(asked, looks + 1);
        }
    }

    void sumsGoOn() {
        QCOMPARE(checksum("123456789"), 0xCBF43926U); // the check value of CRC-32
    }
};

QTEST_APPLESS_MAIN(SeenFileTest)
#include "tst_SeenFile.moc"
