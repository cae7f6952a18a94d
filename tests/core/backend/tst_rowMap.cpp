// A RowMap tells where rows were before tokens were inserted and removed.
#include "backend/RowMap.h"
#include "support/blocks.h"
#include "support/frames.h"
#include "support/indexText.h"

#include <QTest>

using namespace headlight;
using namespace headlight::testing;

namespace {

/// Reads "0 - 2": where the row that is now first, second, third was; "-": it is new.
std::vector<Index> fromText(const QString& text) {
    std::vector<Index> from;
    for (const QString& part : text.split(' ', Qt::SkipEmptyParts)) from.push_back(part == "-" ? -1 : part.toInt());
    return from;
}

} // namespace

class RowMapTest : public QObject {
    Q_OBJECT

private slots:
    void whatMoved_data() {
        QTest::addColumn<QString>("from"); // of 6 rows
        QTest::addColumn<int>("runs");
        QTest::addColumn<int>("firstMoved");
        QTest::addColumn<QString>("inserted");
        QTest::addColumn<QString>("removed");
        QTest::addColumn<QString>("mapped"); // of 0, 2, 3 and 5
        const auto row = [](const char* name, const char* from, int runs, int first, const char* inserted,
                            const char* removed, const char* mapped) {
            QTest::newRow(name) << QString(from) << runs << first << QString(inserted) << QString(removed)
                                << QString(mapped);
        };
        row("nothing", "0 1 2 3 4 5", 1, 6, "", "", "0 2 3 5");
        row("typed in the middle", "0 1 2 - 3 4 5", 2, 3, "3", "", "0 2 4 6");
        row("typed in front", "- - 0 1 2 3 4 5", 1, 0, "0 1", "", "2 4 5 7");
        row("typed at the end", "0 1 2 3 4 5 -", 1, 6, "6", "", "0 2 3 5");
        row("removed in the middle", "0 1 4 5", 2, 2, "", "2 3", "0 3");
        row("removed in front", "1 2 3 4 5", 1, 0, "", "0", "1 2 4");
        row("removed at the end", "0 1 2", 1, 3, "", "3 4 5", "0 2");
        row("one inserted, another removed", "0 - 1 2 4 5", 3, 1, "1", "3", "0 3 5");
        row("all removed", "", 0, 0, "", "0 1 2 3 4 5", "");
        row("all replaced", "- -", 0, 0, "0 1", "0 1 2 3 4 5", "");
    }
    void whatMoved() {
        QFETCH(QString, from);
        const RowMap map{fromText(from), 6};
        int runs = 0;
        map.forEachRun([&](Index, Index, Index) { ++runs; });
        QTEST(runs, "runs");
        QTEST(static_cast<int>(map.firstMoved()), "firstMoved");
        QTEST(textOf(map.inserted()), "inserted");
        QTEST(textOf(map.removed()), "removed");
        QTEST(textOf(map.mapped({false, {0, 2, 3, 5}})), "mapped");
        QCOMPARE(map.isIdentity(), from == "0 1 2 3 4 5");
        QVERIFY(map.mapped(IndexSet::every()).all);
    }

    /// Elements move in place, even if they are in each other's way.
    void elementsMove() {
        std::mt19937 random(3);
        for (int round = 0; round < 2000; ++round) {
            const auto before = static_cast<Index>(random() % 12);
            RowMap map{{}, before};
            std::vector<Index> elements;
            for (Index i = 0; i < before; ++i) {
                elements.push_back(100 + i);
                for (unsigned more = random() % 4; more > 1; --more) map.from.push_back(-1);
                if (random() % 3 != 0) map.from.push_back(i);
            }
            const Matrix rows = randomMatrix(random, before, 2);
            Matrix moved = rows;
            map.apply(moved);
            map.apply(elements);
            QCOMPARE(elements.size(), map.from.size());
            QCOMPARE(moved.rows(), map.now());
            QVERIFY(map.now() > 0 || !moved.data()); // no rows take no memory
            for (std::size_t i = 0; i < map.from.size(); ++i) {
                const Index from = map.from[i];
                if (from >= 0) QCOMPARE(elements[i], 100 + from);
                const Matrix expected = from < 0 ? Matrix(Matrix::Zero(1, 2)) : Matrix(rows.row(from));
                QVERIFY(sameBits(Matrix(moved.row(static_cast<Index>(i))), expected));
            }
        }
    }

    void rowsOfAMatrixMove_data() {
        QTest::addColumn<QString>("rows");
        QTest::addColumn<QString>("moved");
        QTest::newRow("three rows") << "1 2; 3 4; 5 6"
                                    << "0 0; 1 2; 5 6";
        QTest::newRow("another number of rows: not yet computed") << "1 2; 3 4"
                                                                  << "1 2; 3 4";
    }
    void rowsOfAMatrixMove() {
        QFETCH(QString, rows);
        QFETCH(QString, moved);
        Matrix matrix = matrixFrom(rows.toStdString());
        RowMap{fromText("- 0 2"), 3}.apply(matrix);
        QVERIFY(sameBits(matrix, matrixFrom(moved.toStdString())));
    }
};

QTEST_APPLESS_MAIN(RowMapTest)
#include "tst_rowMap.moc"
