// Tests which query may attend to which key, drawn: # may, . may not.
#include "session/Mask.h"
#include "support/blocks.h"

#include <QTest>

using namespace headlight;
using headlight::testing::matrixFrom;

class MaskTest : public QObject {
    Q_OBJECT

private slots:
    void allows_data() {
        QTest::addColumn<bool>("causal");
        QTest::addColumn<int>("window");
        QTest::addColumn<QList<int>>("hidden");
        QTest::addColumn<QString>("given"); // empty: off
        QTest::addColumn<QString>("cells");
        const QList<int> none;
        QTest::newRow("off") << false << 0 << none << QString() << "#### #### ####";
        QTest::newRow("causal") << true << 0 << none << QString() << "#... ##.. ###.";
        QTest::newRow("window of 1") << false << 1 << none << QString() << "#... .#.. ..#.";
        QTest::newRow("window of 2") << false << 2 << none << QString() << "##.. ###. .###";
        QTest::newRow("window of all") << false << 9 << none << QString() << "#### #### ####";
        QTest::newRow("causal window") << true << 2 << none << QString() << "#... ##.. .##.";
        QTest::newRow("hidden") << false << 0 << QList{0, 2} << QString() << ".#.# .#.# .#.#";
        QTest::newRow("all hidden") << false << 0 << QList{0, 1, 2, 3} << QString() << ".... .... ....";
        QTest::newRow("given") << false << 0 << none << "1 0 1 0; 0 0 0 0; 1 1 1 1"
                               << "#.#. .... ####";
        QTest::newRow("causal, given") << true << 0 << none << "1 0 1 0; 0 1 0 0; 1 1 1 1"
                                       << "#... .#.. ###.";
        QTest::newRow("all of it") << true << 2 << QList{1} << "1 1 1 1; 1 1 1 1; 0 1 1 1"
                                   << "#... #... ..#.";
        QTest::newRow("more queries than keys") << true << 2 << none << QString() << "# # .";
        QTest::newRow("one query") << true << 0 << none << QString() << "#......";
    }
    void allows() {
        QFETCH(bool, causal);
        QFETCH(int, window);
        QFETCH(QList<int>, hidden);
        QFETCH(QString, given);
        QFETCH(QString, cells);
        Mask mask;
        mask.causal = causal;
        if (window > 0) mask.window = window;
        mask.hidden = {hidden.begin(), hidden.end()};
        if (!given.isEmpty()) mask.given = matrixFrom(given.toStdString());
        QCOMPARE(mask.isOn(), causal || window > 0 || !hidden.isEmpty() || !given.isEmpty());
        const QStringList rows = cells.split(' ');
        for (int query = 0; query < rows.size(); ++query) {
            QString drawn;
            const Index keys = rows[query].size();
            const Mask::Reach reach = mask.reach(query, keys);
            QVERIFY(0 <= reach.begin && reach.begin <= reach.end && reach.end <= keys);
            for (Index key = 0; key < keys; ++key) {
                drawn += mask.allows(query, key) ? '#' : '.';
                const HiddenBy by = mask.hides(query, key);
                QCOMPARE(bool(by), !mask.allows(query, key));
                QCOMPARE(by.causal, causal && key > query);
                QCOMPARE(by.window, window > 0 && std::abs(query - key) >= window);
                const Index distance = std::abs(query - key);
                QCOMPARE(reach.has(key), (!causal || key <= query) && (window == 0 || distance < window));
            }
            QCOMPARE(drawn, rows[query]);
        }
    }

    /// A given mask is compared by its block, like every block.
    void equality() {
        Mask a, b;
        QVERIFY(a == b);
        a.given = b.given = matrixFrom("1 0; 0 1");
        QVERIFY(a == b);
        b.given = matrixFrom("1 0; 0 1");
        QVERIFY(a != b);
    }
};

QTEST_APPLESS_MAIN(MaskTest)
#include "tst_mask.moc"
