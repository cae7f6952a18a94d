// ProjectedBlock computes x w + bias, and computes only named rows again.
#include "backend/cpu/ProjectedBlock.h"
#include "support/blocks.h"
#include "support/frames.h"
#include "support/targets.h"

#include <QTest>

#include <algorithm>
#include <random>

using namespace headlight;
using namespace headlight::testing;

namespace {

FrozenMatrix frozen(const std::string& text) { return FrozenMatrix(matrixFrom(text)); }

} // namespace

class ProjectedBlockTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase_data() { addTargets(); }
    void init() { useTarget(); }

    void values_data() {
        QTest::addColumn<QString>("w"); // empty: none
        QTest::addColumn<QString>("bias");
        QTest::addColumn<QString>("values"); // of x = 1 2; 3 4; 5 6
        QTest::newRow("neither") << QString() << QString() << "1 2; 3 4; 5 6";
        QTest::newRow("w") << "1 0 2; 0 1 -1" << QString() << "1 2 0; 3 4 2; 5 6 4";
        QTest::newRow("bias") << QString() << "10 -1"
                              << "11 1; 13 3; 15 5";
        QTest::newRow("both") << "1; 1"
                              << "0.5"
                              << "3.5; 7.5; 11.5";
    }
    void values() {
        QFETCH(QString, w);
        QFETCH(QString, bias);
        QFETCH(QString, values);
        const auto given = [](const QString& text) {
            return text.isEmpty() ? FrozenMatrix() : frozen(text.toStdString());
        };
        const FrozenMatrix x = frozen("1 2; 3 4; 5 6");
        ProjectedBlock block;
        block.project(*x, given(w), given(bias), IndexSet::every());
        QVERIFY(sameBits(block.values(), matrixFrom(values.toStdString())));
        if (w.isEmpty() && bias.isEmpty()) QCOMPARE(block.values().data(), x->data()); // shared, not copied
    }

    /// Row 0 has changed, too, but is not named, so it keeps its values.
    void onlyNamedRowsAreComputedAgain_data() {
        QTest::addColumn<bool>("hasWeight");
        QTest::newRow("w") << true;
        QTest::newRow("bias alone") << false;
    }
    void onlyNamedRowsAreComputedAgain() {
        QFETCH(bool, hasWeight);
        const FrozenMatrix w = hasWeight ? frozen("2 0; 0 2") : FrozenMatrix();
        const FrozenMatrix bias = hasWeight ? FrozenMatrix() : frozen("0 0");
        const float f = hasWeight ? 2 : 1;
        ProjectedBlock block;
        block.project(matrixFrom("1 1; 2 2; 3 3"), w, bias, IndexSet::every());
        block.project(matrixFrom("9 9; 8 8; 3 3"), w, bias, {false, {1}});
        QVERIFY(sameBits(block.values(), f * matrixFrom("1 1; 8 8; 3 3")));
        block.move({{-1, 0, 1, -1, 2}, 3});
        block.project(matrixFrom("4 4; 9 9; 8 8; 5 5; 3 3"), w, bias, {false, {0, 3}});
        QVERIFY(sameBits(block.values(), f * matrixFrom("4 4; 1 1; 8 8; 5 5; 3 3")));
        block.move({{1, 3}, 5});
        block.project(matrixFrom("9 9; 7 7"), w, bias, {false, {1}});
        QVERIFY(sameBits(block.values(), f * matrixFrom("1 1; 7 7")));
        block.project(matrixFrom("6 6; 7 7; 2 2"), w, bias, {false, {2}}); // another size, and not moved: all
        QVERIFY(sameBits(block.values(), f * matrixFrom("6 6; 7 7; 2 2")));
        block.project(matrixFrom("9 9; 7 7"), w, bias, IndexSet::every());
        QVERIFY(sameBits(block.values(), f * matrixFrom("9 9; 7 7")));
    }

    /// After a weight is added, removed or gets other columns, nothing of the values before is left.
    void weightsComeAndGo() {
        const Matrix x = matrixFrom("1 2; 3 4");
        ProjectedBlock block;
        for (int round = 0; round < 2; ++round) {
            block.project(x, {}, {}, IndexSet::every());
            QVERIFY(sameBits(block.values(), x));
            block.project(x, frozen("1 0; 0 3"), {}, IndexSet::every());
            QVERIFY(sameBits(block.values(), matrixFrom("1 6; 3 12")));
            block.project(x, frozen("1; 1"), {}, IndexSet::every());
            QVERIFY(sameBits(block.values(), matrixFrom("3; 7")));
        }
    }

    void oneRowEqualsAll() {
        std::mt19937 random(3);
        const Matrix x = randomMatrix(random, 40, 37);
        const FrozenMatrix w = randomMatrix(random, 37, 29), bias = randomMatrix(random, 1, 29);
        ProjectedBlock all, grown;
        all.project(x, w, bias, IndexSet::every());
        RowMap oneMore{{-1}, 0};
        for (Index row = 0; row < 40; ++row) {
            grown.move(oneMore);
            grown.project(x.topRows(row + 1), w, bias, {false, {row}});
            oneMore.from.insert(oneMore.from.end() - 1, row);
            ++oneMore.before;
        }
        QVERIFY(sameBits(all.values(), grown.values()));
    }

    /// If x has the same version, only panels of columns in which w differs are computed; another x shows which.
    void onlyChangedPanelsAreComputedAgain() {
        constexpr Index kCols = 200;
        std::mt19937 random(3);
        const Matrix x = randomMatrix(random, 5, 3), other = randomMatrix(random, 5, 3);
        const Matrix w = randomMatrix(random, 3, kCols);
        const FrozenMatrix bias = randomMatrix(random, 1, kCols), otherBias = randomMatrix(random, 1, kCols);
        kernels::PackedMatrix packed;
        packed.resize(3, kCols);
        for (const Index col : {Index{0}, Index{77}, kCols - 1}) {
            Matrix changed = w;
            changed(1, col) = 9;
            ProjectedBlock block, of, ofOther;
            of.project(x, w, bias, IndexSet::every());
            ofOther.project(other, changed, bias, IndexSet::every());
            block.project(x, w, bias, IndexSet::every(), 1);
            block.project(other, changed, bias, IndexSet::every(), 1);
            const Index panel = packed.panel(), first = col / panel * panel, count = std::min(panel, kCols - first);
            Matrix expected = of.values();
            expected.middleCols(first, count) = ofOther.values().middleCols(first, count);
            QVERIFY(sameBits(block.values(), expected));

            const auto isAll = [&](const FrozenMatrix& w2, const FrozenMatrix& b, std::uint64_t version) {
                block.project(x, w, bias, IndexSet::every());
                block.project(x, w, bias, IndexSet::every(), 1);
                block.project(other, w2, b, IndexSet::every(), version);
                ProjectedBlock all;
                all.project(other, w2, b, IndexSet::every());
                return sameBits(block.values(), all.values());
            };
            QVERIFY(isAll(changed, bias, 2));
            QVERIFY(isAll(changed, bias, 0));
            QVERIFY(isAll(changed, otherBias, 1));
            QVERIFY(isAll(changed, {}, 1));
        }
    }

    /// A weight that comes back is computed anew, although it is the last weight that was there.
    void theWeightBeforeIsKnown() {
        const Matrix x = matrixFrom("1 2; 3 4");
        const FrozenMatrix w = frozen("1 0; 0 3"), bias = frozen("5 5");
        ProjectedBlock block;
        for (const bool hasBias : {true, false}) {
            block.project(x, w, hasBias ? bias : FrozenMatrix(), IndexSet::every(), 1);
            block.project(x, {}, hasBias ? bias : FrozenMatrix(), IndexSet::every(), 1);
            block.project(x, w, hasBias ? bias : FrozenMatrix(), IndexSet::every(), 1);
            QVERIFY(sameBits(block.values(), matrixFrom(hasBias ? "6 11; 8 17" : "1 6; 3 12")));
        }
    }

    void finiteness() {
        ProjectedBlock block;
        const FrozenMatrix w = frozen("1 1");
        block.project(matrixFrom("1; 2"), w, {}, IndexSet::every());
        QVERIFY(block.isFinite());
        block.project(matrixFrom("1; inf"), w, {}, {false, {1}});
        QVERIFY(!block.isFinite());
        block.project(matrixFrom("1; 3"), w, {}, {false, {1}});
        QVERIFY(block.isFinite());
    }
};

QTEST_APPLESS_MAIN(ProjectedBlockTest)
#include "tst_projectedBlock.moc"
