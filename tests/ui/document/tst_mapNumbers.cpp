// Numbers of maps that are copied or written to files.
#include "document/mapNumbers.h"
#include "session/edits.h"

#include <QTest>

using namespace headlight;

class MapNumbersTest : public QObject {
    Q_OBJECT

private slots:
    /// With as many heads, but others, the columns of the contexts side by side have no differences; the rest has.
    void columnsOfOtherHeadsAreLeftOut() {
        const Session before = *withSentence(newSession(7, 2, 3, 2, 1), "a b");
        const Session now = *withHeadAdded(*withHeadRemoved(before, 0, 0), 0);
        const auto same = openDifferences(before, before, "cpu"), other = openDifferences(now, before, "cpu");
        QVERIFY(same.ok() && other.ok());
        QCOMPARE((*same)->sizeOf(0, Stage::Concat).cols, Index{3});
        QCOMPARE((*other)->sizeOf(0, Stage::Concat).cols, Index{0});
        QCOMPARE((*other)->sizeOf(0, Stage::X).cols, Index{2});
        const auto rows = (*other)->rows(0, Stage::Scores, 0, 0, 2);
        QVERIFY(rows.ok());
        QCOMPARE(*rows, Matrix(Matrix::Zero(2, 2))); // head 1 is the former head 2
    }
};

QTEST_GUILESS_MAIN(MapNumbersTest)
#include "tst_mapNumbers.moc"
