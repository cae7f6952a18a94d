#include "plot/paintCrosshairNumbers.h"
#include "style/colours.h"
#include "ui/plot/tiles.h"

#include <QImage>
#include <QTest>

using namespace headlight;
using namespace headlight::testing;

namespace {

const QImage& device() {
    static const QImage image(1, 1, QImage::Format_RGB32);
    return image;
}

} // namespace

class PaintCrosshairNumbersTest : public QObject {
    Q_OBJECT

private slots:
    /// Wherever the crosshair is: the cell's own, those of its row, those of its column.
    void noneLiesOnAnother_data() {
        QTest::addColumn<int>("side");
        QTest::addColumn<int>("tokens");
        for (const int side : {160, 240, 400})
            for (const int tokens : {20, 40, 90}) QTest::addRow("%d tokens in %d px", tokens, side) << side << tokens;
    }
    void noneLiesOnAnother() {
        QFETCH(int, side);
        QFETCH(int, tokens);
        const auto tile = exactTile(noise(tokens, tokens, 1));
        const MapArea area{QRectF(0, 0, side, side), wholeMap(tokens, tokens), 1};
        const MapLook look = lookFor(*tile, lightTheme(), true);
        for (const int query : {0, tokens / 3, tokens - 1})
            for (const int key : {0, tokens / 2, tokens - 1}) {
                const auto numbers = crosshairNumbers(area, *tile, look, {}, {query, key}, &device());
                QVERIFY(numbers.size() > 4 && numbers.front().isOwn());
                bool hasRow = false;
                for (std::size_t i = 0; i < numbers.size(); ++i) {
                    const QRectF& plate = numbers[i].plate;
                    QVERIFY(area.rect.adjusted(-0.5, -0.5, 0.5, 0.5).contains(plate));
                    for (std::size_t j = 0; j < i; ++j) QVERIFY(!numbers[j].plate.intersects(plate));
                    hasRow = hasRow || numbers[i].isUpright();
                }
                QVERIFY(hasRow);
            }
    }

    /// In its middle every number of row and column stands, at equal steps where cells are small; near its edges every
    /// one of the row.
    void theyAreComplete_data() {
        QTest::addColumn<int>("side");
        QTest::addColumn<int>("tokens");
        QTest::addColumn<int>("step");
        QTest::newRow("each") << 240 << 16 << 1;
        QTest::newRow("every second") << 240 << 30 << 2;
        QTest::newRow("every fifth") << 240 << 80 << 5;
        QTest::newRow("every tenth") << 400 << 250 << 10;
    }
    void theyAreComplete() {
        QFETCH(int, side);
        QFETCH(int, tokens);
        QFETCH(int, step);
        const auto tile = exactTile(noise(tokens, tokens, 1));
        const MapArea area{QRectF(0, 0, side, side), wholeMap(tokens, tokens), 1};
        const MapLook look = lookFor(*tile, lightTheme(), true);
        const auto near = [&](int i, int chosen) { // the cell's own number stands on them
            return i != chosen && std::abs(i - chosen) * area.cellWidth() < 18;
        };
        for (const int query : {tokens / 3, tokens / 2, tokens * 2 / 3, 0, tokens - 1})
            for (const int key : {tokens / 3, tokens / 2, tokens * 2 / 3, 0, tokens - 1}) {
                const auto numbers = crosshairNumbers(area, *tile, look, {}, {query, key}, &device());
                const auto has = [&](const Hover& cell) {
                    return std::ranges::any_of(numbers, [&](const auto& number) {
                        return number.cell == cell &&
                               (std::abs(tile->values(cell.query, cell.key)) < 0.005F || // more digits
                                number.text == QString::number(tile->values(cell.query, cell.key), 'f', 2));
                    });
                };
                const bool isInside = std::ranges::all_of(
                    std::vector{query, key}, [&](int i) { return i >= tokens / 3 && i <= tokens * 2 / 3; });
                for (int i = step - 1; i < tokens; i += step) { // as labels count
                    if (i != key && !near(i, key))
                        QVERIFY2(has({query, i}), qPrintable(QString("%1, %2: key %3").arg(query).arg(key).arg(i)));
                    if (isInside && i != query && !near(i, query))
                        QVERIFY2(has({i, key}), qPrintable(QString("%1, %2: query %3").arg(query).arg(key).arg(i)));
                }
            }
    }

    void textReadsOnEveryColourBelow() {
        for (const Theme* theme : themes())
            for (int red = 0; red < 256; red += 51)
                for (int green = 0; green < 256; green += 51)
                    for (int blue = 0; blue < 256; blue += 51) {
                        const QColor plate = plateColour(*theme);
                        const QColor seen = mixed(QColor(red, green, blue), theme->surface, plate.alphaF());
                        QVERIFY(contrast(theme->text, seen) >= 4.5);
                    }
    }

    void noneWhereTheNumbersFitOrTheMapIsTiny() {
        const auto tile = exactTile(noise(8, 8, 1));
        const MapLook look = lookFor(*tile, lightTheme(), true);
        const auto count = [&](int side) {
            return crosshairNumbers({QRectF(0, 0, side, side), wholeMap(8, 8), 1}, *tile, look, {}, {2, 3}, &device())
                .size();
        };
        QCOMPARE(count(400), std::size_t(0));
        QCOMPARE(count(100), std::size_t(1)); // its own
    }
};

QTEST_MAIN(PaintCrosshairNumbersTest)
#include "tst_paintCrosshairNumbers.moc"
