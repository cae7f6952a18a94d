#include "plot/paintCrosshairNumbers.h"
#include "style/colours.h"
#include "ui/plot/tiles.h"

#include <QImage>
#include <QTest>

using namespace headlight;
using namespace headlight::test;

namespace {

const QImage& device() {
    static const QImage image(1, 1, QImage::Format_RGB32);
    return image;
}

} // namespace

class PaintCrosshairNumbersTest : public QObject {
    Q_OBJECT

private slots:
    /// Wherever the crosshair is: the cell's own, those of its row on one side, those of its column on one side.
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
                const auto numbers = crosshairNumbers(area, *tile, look, {query, key}, &device());
                QVERIFY(numbers.size() > 4 && numbers.front().isOwn);
                int above = 0, below = 0, left = 0, right = 0;
                for (std::size_t i = 0; i < numbers.size(); ++i) {
                    const QRectF& plate = numbers[i].plate;
                    QVERIFY(area.rect.contains(plate));
                    for (std::size_t j = 0; j < i; ++j) QVERIFY(!numbers[j].plate.intersects(plate));
                    if (numbers[i].isOwn) continue;
                    if (numbers[i].isUpright) ++(plate.top() > area.y(query) ? below : above);
                    if (!numbers[i].isUpright) ++(plate.left() > area.x(key) ? right : left);
                }
                QVERIFY(above == 0 || below == 0);
                QVERIFY(left == 0 || right == 0);
                QVERIFY(above + below > 0);
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
            return crosshairNumbers({QRectF(0, 0, side, side), wholeMap(8, 8), 1}, *tile, look, {2, 3}, &device())
                .size();
        };
        QCOMPARE(count(400), std::size_t(0));
        QCOMPARE(count(100), std::size_t(1)); // its own
    }
};

QTEST_MAIN(PaintCrosshairNumbersTest)
#include "tst_paintCrosshairNumbers.moc"
