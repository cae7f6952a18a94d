// The cells of a difference that count: both have them, and neither masks them.
#include "backend/cpu/SharedCells.h"
#include "support/blocks.h"

#include <QTest>

using namespace headlight;
using namespace headlight::testing;

namespace {

constexpr Index kRows = 17, kCols = 23;

bool says(const AllowedKeys* allowed, Index row, Index col) {
    if (!allowed) return true;
    const std::uint8_t* bytes = allowed->bytes(row);
    return allowed->reach(row).has(col) && (!bytes || bytes[col]);
}

/// Some of `before` came along to [0, now), new ones stand between.
std::vector<int> anyone(std::mt19937& random, Index before, Index now) {
    std::vector<int> from;
    int old = 0;
    while (static_cast<Index>(from.size()) < now) {
        old += random() % 4 == 0;
        from.push_back(random() % 3 != 0 && old < before ? old++ : -1);
    }
    return from;
}

} // namespace

class SharedCellsTest : public QObject {
    Q_OBJECT

private slots:
    void whatCounts_data() {
        QTest::addColumn<int>("a");
        QTest::addColumn<int>("b");
        QTest::addColumn<bool>("moved");
        for (int a = 0; a < kMaskSorts; ++a)
            for (int b = 0; b < kMaskSorts; ++b)
                for (const bool moved : {false, true})
                    QTest::addRow("masks %d and %d%s", a, b, moved ? ", moved" : "") << a << b << moved;
    }
    void whatCounts() {
        QFETCH(int, a);
        QFETCH(int, b);
        QFETCH(bool, moved);
        std::mt19937 random(static_cast<unsigned>(a * 10 + b));
        const Index rows = moved ? 19 : kRows, cols = moved ? 20 : kCols;
        const Mask own = maskOf(random, a, rows, cols), other = maskOf(random, b, kRows, kCols);
        Frozen<Relocation> ofRows, ofCols;
        if (moved) {
            ofRows = Relocation(anyone(random, kRows, rows), kRows);
            ofCols = Relocation(anyone(random, kCols, cols), kCols);
        }
        SharedCells cells;
        for (int twice = 0; twice < 2; ++twice) {
            const AllowedKeys* allowed = cells.of(own, other, rows, cols, ofRows, ofCols);
            QCOMPARE(allowed == nullptr, !moved && !own.isOn() && !other.isOn());
            for (Index row = 0; row < rows; ++row)
                for (Index col = 0; col < cols; ++col) {
                    const Index row0 = moved ? ofRows->from()[static_cast<std::size_t>(row)] : row;
                    const Index col0 = moved ? ofCols->from()[static_cast<std::size_t>(col)] : col;
                    const bool both = row0 >= 0 && col0 >= 0 && own.allows(row, col) && other.allows(row0, col0);
                    QCOMPARE(says(allowed, row, col), both);
                }
        }
    }

    /// Other layers are asked about with the same one.
    void itKnowsWhatItHolds() {
        SharedCells cells;
        const Mask causal = causalMask();
        Mask window;
        window.window = 1;
        QVERIFY(says(cells.of(causal, causal, 3, 3, {}, {}), 2, 0));
        QVERIFY(!says(cells.of(causal, window, 3, 3, {}, {}), 2, 0));
        QVERIFY(says(cells.of(causal, causal, 3, 3, {}, {}), 2, 0));
        QVERIFY(!says(cells.of(causal, window, 3, 3, {}, {}), 2, 0));
    }
};

QTEST_APPLESS_MAIN(SharedCellsTest)
#include "tst_sharedCells.moc"
