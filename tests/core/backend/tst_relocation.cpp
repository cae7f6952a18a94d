// Where rows stand after tokens came and went.
#include "backend/Relocation.h"
#include "support/blocks.h"
#include "support/frames.h"
#include "support/indexText.h"

#include <QTest>

#include <map>

using namespace headlight;
using namespace headlight::testing;

namespace {

/// "0 - 2": where the row that is now first, second, third stood.
std::vector<int> fromText(const QString& text) {
    std::vector<int> from;
    for (const QString& part : text.split(' ', Qt::SkipEmptyParts)) from.push_back(part == "-" ? -1 : part.toInt());
    return from;
}

} // namespace

class RelocationTest : public QObject {
    Q_OBJECT

private slots:
    void whoCameAndWent_data() {
        QTest::addColumn<QString>("from"); // of 6 rows
        QTest::addColumn<int>("runs");
        QTest::addColumn<int>("firstMoved");
        QTest::addColumn<QString>("arrived");
        QTest::addColumn<QString>("gone");
        QTest::addColumn<QString>("places"); // of 0, 2, 3 and 5
        const auto row = [](const char* name, const char* from, int runs, int first, const char* arrived,
                            const char* gone, const char* places) {
            QTest::newRow(name) << QString(from) << runs << first << QString(arrived) << QString(gone)
                                << QString(places);
        };
        row("nobody", "0 1 2 3 4 5", 1, 6, "", "", "0 2 3 5");
        row("typed in the middle", "0 1 2 - 3 4 5", 2, 3, "3", "", "0 2 4 6");
        row("typed in front", "- - 0 1 2 3 4 5", 1, 0, "0 1", "", "2 4 5 7");
        row("typed at the end", "0 1 2 3 4 5 -", 1, 6, "6", "", "0 2 3 5");
        row("gone in the middle", "0 1 4 5", 2, 2, "", "2 3", "0 3");
        row("gone in front", "1 2 3 4 5", 1, 0, "", "0", "1 2 4");
        row("gone at the end", "0 1 2", 1, 3, "", "3 4 5", "0 2");
        row("one comes, another goes", "0 - 1 2 4 5", 3, 1, "1", "3", "0 3 5");
        row("all gone", "", 0, 0, "", "0 1 2 3 4 5", "");
        row("all others", "- -", 0, 0, "0 1", "0 1 2 3 4 5", "");
    }
    void whoCameAndWent() {
        QFETCH(QString, from);
        const std::vector<int> places = fromText(from);
        const Relocation relocation(places, 6);
        QTEST(static_cast<int>(relocation.runs.size()), "runs");
        QTEST(static_cast<int>(relocation.firstMoved()), "firstMoved");
        QTEST(textOf(relocation.arrived()), "arrived");
        QTEST(textOf(relocation.gone()), "gone");
        QTEST(textOf(relocation.places({false, {0, 2, 3, 5}})), "places");
        QCOMPARE(relocation.isIdentity(), from == "0 1 2 3 4 5");
        QVERIFY(relocation.places(IndexSet::every()).all);
    }

    /// In place, whoever stands in whose way.
    void elementsGoAlong() {
        std::mt19937 random(3);
        for (int round = 0; round < 2000; ++round) {
            const int before = static_cast<int>(random() % 12);
            std::vector<int> from, elements;
            for (int i = 0; i < before; ++i) {
                elements.push_back(100 + i);
                for (unsigned come = random() % 4; come > 1; --come) from.push_back(-1);
                if (random() % 3 != 0) from.push_back(i);
            }
            const Relocation relocation(from, before);
            const Matrix rows = relocated(randomMatrix(random, before, 2), relocation);
            relocation.apply(elements);
            QCOMPARE(elements.size(), from.size());
            for (std::size_t i = 0; i < from.size(); ++i)
                if (from[i] >= 0) QCOMPARE(elements[i], 100 + from[i]);
            for (const Index row : relocation.arrived().items)
                QVERIFY(sameBits(Matrix(rows.row(row)), Matrix(Matrix::Zero(1, 2))));
        }
    }

    void aMatrixGoesAlong() {
        QVERIFY(sameBits(relocated(matrixFrom("1 2; 3 4; 5 6"), Relocation(std::vector{-1, 0, 2}, 3)),
                         matrixFrom("0 0; 1 2; 5 6")));
    }
};

QTEST_APPLESS_MAIN(RelocationTest)
#include "tst_relocation.moc"
