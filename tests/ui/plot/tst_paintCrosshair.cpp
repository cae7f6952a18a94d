#include "plot/paintCrosshair.h"
#include "plot/paintMap.h"
#include "style/colours.h"
#include "ui/plot/tiles.h"

#include <QImage>
#include <QPainter>
#include <QTest>

#include <set>
#include <vector>

using namespace headlight;
using namespace headlight::testing;

namespace {

constexpr int kCells = 8, kEdge = 6;

struct Picture {
    MapArea area;
    std::shared_ptr<const Tile> tile;
    MapLook look;

    explicit Picture(const QSize& cell, const Theme& theme)
        : area{QRectF(kEdge, kEdge, cell.width() * kCells, cell.height() * kCells), wholeMap(kCells, kCells), 1},
          tile(exactTile(noise(kCells, kCells, 1))),
          look(lookFor(*tile, theme, true)) {}

    QImage painted(bool withNumbers) const {
        QImage image((area.rect.size() + QSizeF(2 * kEdge, 2 * kEdge)).toSize(), QImage::Format_RGB32);
        image.fill(look.theme->surface);
        QPainter painter(&image);
        paintCells(painter, area, *tile, look, PaintTarget::Pixels);
        if (withNumbers) paintNumbers(painter, area, *tile, look, formatFor(*tile, area), PaintTarget::Pixels);
        return image;
    }
};

int apart(QRgb a, QRgb b) {
    return std::abs(qRed(a) - qRed(b)) + std::abs(qGreen(a) - qGreen(b)) + std::abs(qBlue(a) - qBlue(b));
}

} // namespace

class PaintCrosshairTest : public QObject {
    Q_OBJECT

private slots:
    /// A frame does not cover or touch a digit.
    void noFrameLiesOnADigit_data() {
        QTest::addColumn<QSize>("cell");
        QTest::addColumn<bool>("dark");
        for (const QSize& cell :
             {QSize(35, 12), QSize(26, 13), QSize(35, 14), QSize(48, 16), QSize(24, 18), QSize(24, 28), QSize(60, 60)})
            for (const bool dark : {false, true})
                QTest::addRow("%d x %d, %s", cell.width(), cell.height(), dark ? "dark" : "light") << cell << dark;
    }
    void noFrameLiesOnADigit() {
        QFETCH(QSize, cell);
        QFETCH(bool, dark);
        const Picture picture(cell, dark ? darkTheme() : lightTheme());
        QVERIFY(formatFor(*picture.tile, picture.area).shown());
        const QImage cells = picture.painted(false), numbers = picture.painted(true);
        for (const Cell& chosen : {Cell{3, 4}, Cell{0, 0}, Cell{kCells - 1, kCells - 1}}) {
            QImage framed = numbers;
            QPainter painter(&framed);
            paintSelection(painter, picture.area, chosen, true, *picture.look.theme);
            painter.end();
            int inked = 0, changed = 0;
            for (int y = 1; y + 1 < framed.height(); ++y)
                for (int x = 0; x < framed.width(); ++x) {
                    constexpr int kInk = 150; // of 765; less is only the smoothed edge of a digit
                    const bool isInk = apart(cells.pixel(x, y), numbers.pixel(x, y)) > kInk;
                    const auto isFrame = [&](int line) { return framed.pixel(x, line) != numbers.pixel(x, line); };
                    inked += isInk;
                    changed += isFrame(y);
                    QVERIFY2(!isInk || (!isFrame(y - 1) && !isFrame(y) && !isFrame(y + 1)),
                             qPrintable(QString("at %1, %2").arg(x).arg(y)));
                }
            QVERIFY(inked > 500 && changed > 100);
        }
    }

    /// The lines of the selected cell and row are two pixels wide where that leaves the digits free; that of the cell
    /// under the pointer is one pixel wide and dashed.
    void hoverDiffersFromSelection() {
        for (const Theme* theme : themes()) {
            const Picture picture(QSize(48, 16), *theme);
            const auto above = [&](auto paint) { // the lines of pixels above the cell, from its upper edge on
                QImage image = picture.painted(false);
                QPainter painter(&image);
                paint(painter);
                std::vector<std::set<QRgb>> lines(3);
                for (int y = 0; y < 3; ++y)
                    for (int x = 4 * 48 + 8; x < 5 * 48 - 8; ++x)
                        lines[static_cast<std::size_t>(y)].insert(image.pixel(kEdge + x, kEdge + 3 * 16 - 1 - y));
                return lines;
            };
            const QRgb line = theme->cellLine.rgb(), casing = theme->lineCasing.rgb();
            const auto selected = above([&](QPainter& painter) {
                paintSelection(painter, picture.area, {3, 4}, true, *theme);
            });
            QCOMPARE(selected[0], std::set{line});
            QCOMPARE(selected[1], std::set{line});
            QVERIFY(!selected[2].contains(line));
            const auto row = above([&](QPainter& painter) {
                paintSelection(painter, picture.area, {3, 0}, false, *theme);
            });
            QCOMPARE(row[0], std::set{theme->queryLine.rgb()});
            QCOMPARE(row[1], std::set{theme->queryLine.rgb()});
            const auto hovered = above([&](QPainter& painter) { paintHover(painter, picture.area, {3, 4}, *theme); });
            QCOMPARE(hovered[0], (std::set{line, casing}));
            QVERIFY(!hovered[1].contains(line) && !hovered[1].contains(casing));
        }
    }

    /// Each frame has two colours, so that one of them is visible on any background.
    void everyFrameIsCased() {
        for (const Theme* theme : themes())
            for (const QSize& cell : {QSize(35, 11), QSize(22, 28), QSize(60, 60), QSize(4, 4)}) {
                const Picture picture(cell, *theme);
                QImage image = picture.painted(true);
                QPainter painter(&image);
                paintSelection(painter, picture.area, {3, 4}, true, *theme);
                painter.end();
                for (const QColor& line : {theme->queryLine, theme->keyLine, theme->cellLine, theme->lineCasing}) {
                    int found = 0;
                    for (int y = 0; y < image.height(); ++y)
                        for (int x = 0; x < image.width(); ++x) found += image.pixel(x, y) == line.rgb();
                    QVERIFY2(found >= 8, qPrintable(line.name()));
                }
            }
    }
};

QTEST_MAIN(PaintCrosshairTest)
#include "tst_paintCrosshair.moc"
