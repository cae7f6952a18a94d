// AllowedKeys, which lays out a mask for the loops, allows the cells that the mask allows.
#include "backend/host/AllowedKeys.h"
#include "support/blocks.h"

#include <QTest>

#include <functional>

using namespace headlight;
using namespace headlight::testing;

namespace {

bool says(const AllowedKeys& allowed, Index row, Index key) {
    const std::uint8_t* bytes = allowed.bytes(row);
    return allowed.reach(row).has(key) && (!bytes || bytes[key]);
}

/// True if none of the cells that the pixel stands for is allowed.
bool isMasked(const std::function<bool(Index, Index)>& allows, const Area& a, Index r, Index c) {
    for (Index row = a.row + r * a.rows / a.height; row < a.row + (r + 1) * a.rows / a.height; ++row)
        for (Index key = a.col + c * a.cols / a.width; key < a.col + (c + 1) * a.cols / a.width; ++key)
            if (allows(row, key)) return false;
    return true;
}

void compareMasked(AllowedKeys& allowed, const std::function<bool(Index, Index)>& allows, const Area& area) {
    const CellMask masked = allowed.maskedIn(Stage::Weights, area);
    bool any = false;
    for (Index r = 0; r < area.height; ++r)
        for (Index c = 0; c < area.width; ++c) {
            const bool expected = isMasked(allows, area, r, c);
            any = any || expected;
            QCOMPARE(masked(r, c), expected);
        }
    QCOMPARE(masked.empty(), !any);
}

constexpr Area kAreas[] = {{0, 0, 17, 23, 17, 23}, {0, 0, 17, 23, 5, 4}, {3, 5, 9, 11, 9, 11},
                           {3, 5, 9, 11, 2, 3},    {16, 22, 1, 1, 1, 1}, {0, 0, 17, 23, 1, 1}};

} // namespace

class AllowedKeysTest : public QObject {
    Q_OBJECT

private slots:
    void cellByCell_data() {
        QTest::addColumn<int>("sort");
        QTest::addColumn<int>("queries");
        QTest::addColumn<int>("keys");
        for (int sort = 0; sort < kMaskSorts; ++sort)
            for (const auto& [queries, keys] : {std::pair(17, 23), {23, 17}, {1, 9}, {9, 1}, {0, 4}, {4, 0}})
                QTest::addRow("mask %d, %d x %d", sort, queries, keys) << sort << queries << keys;
    }
    void cellByCell() {
        QFETCH(int, sort);
        QFETCH(int, queries);
        QFETCH(int, keys);
        std::mt19937 random(static_cast<unsigned>(sort));
        const Mask mask = maskOf(random, sort, queries, keys);
        AllowedKeys allowed;
        allowed.take(mask, queries, keys);
        QCOMPARE(allowed.keys(), Index{keys});
        for (Index row = 0; row < queries; ++row) {
            QVERIFY(allowed.reach(row).begin <= allowed.reach(row).end && allowed.reach(row).end <= keys);
            for (Index key = 0; key < keys; ++key) QCOMPARE(says(allowed, row, key), mask.allows(row, key));
        }
    }

    void maskedValues_data() {
        QTest::addColumn<int>("sort");
        for (int sort = 0; sort < kMaskSorts; ++sort) QTest::addRow("mask %d", sort) << sort;
    }
    void maskedValues() {
        QFETCH(int, sort);
        std::mt19937 random(static_cast<unsigned>(sort) + 20);
        const Mask mask = maskOf(random, sort, 17, 23);
        AllowedKeys allowed;
        allowed.take(mask, 17, 23);
        for (int time = 0; time < 2; ++time) // some are known the second time
            for (const Area& area : kAreas)
                compareMasked(
                    allowed, [&](Index row, Index key) { return mask.allows(row, key); }, area);
    }

    /// After another mask, or another size, nothing is left of the one before.
    void takesWhatIsNew() {
        std::mt19937 random(5);
        AllowedKeys allowed;
        for (int round = 0; round < 60; ++round) {
            const Index queries = 17 + round % 2, keys = 23 + round % 3;
            const Mask mask = maskOf(random, static_cast<int>(random() % kMaskSorts), queries, keys);
            allowed.take(mask, queries, keys);
            const auto allows = [&](Index row, Index key) { return mask.allows(row, key); };
            for (Index row = 0; row < queries; ++row)
                for (Index key = 0; key < keys; ++key) QCOMPARE(says(allowed, row, key), allows(row, key));
            compareMasked(allowed, allows, kAreas[1]);
        }
    }
};

QTEST_APPLESS_MAIN(AllowedKeysTest)
#include "tst_allowedKeys.moc"
