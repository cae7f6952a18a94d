#include "plot/paintLabels.h"
#include "style/textSize.h"
#include "ui/plot/tiles.h"

#include <QApplication>
#include <QFontMetricsF>
#include <QImage>
#include <QPainter>
#include <QScopeGuard>
#include <QTest>

#include <algorithm>
#include <utility>

using namespace headlight;
using namespace headlight::testing;

namespace {

std::shared_ptr<const TokenLabels> labels(const QStringList& texts, bool areNumbers = false) {
    auto made = std::make_shared<TokenLabels>();
    made->areNumbers = areNumbers;
    made->texts.assign(texts.begin(), texts.end());
    return made;
}

} // namespace

class PaintLabelsTest : public QObject {
    Q_OBJECT

private slots:
    /// Any text, at any size and angle, is not covered by the map, and fits in the space that is reserved for it.
    void columnLabelsAreWhole_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("isPicture");
        QTest::addColumn<double>("cell");
        const QStringList texts{"dog",
                                "gypjQ",
                                "play,",
                                QStringLiteral(u"\u00C5\u0108"),
                                QStringLiteral(u"\u1EA4\u1ED9"),
                                QStringLiteral(u"\u0645\u062C\u0623")};
        for (const QString& text : texts)
            for (const bool isPicture : {false, true})
                for (const double cell : {170., 34., 14.}) // horizontal or slanted
                    QTest::addRow("%s in cells of %g%s", qPrintable(text), cell, isPicture ? " of a picture" : "")
                        << text << isPicture << cell;
    }
    void columnLabelsAreWhole() {
        QFETCH(QString, text);
        QFETCH(bool, isPicture);
        QFETCH(double, cell);
        MapAxes axes;
        axes.cols = labels({text, text, text});
        axes.upright = isPicture;
        for (const int selected : {-1, 1}) {
            axes.selectedCol = selected;
            QImage image(1700, 500, QImage::Format_ARGB32_Premultiplied);
            image.fill(Qt::transparent);
            const QSizeF space = labelSpace(axes, {cell, cell}, &image);
            const QPointF corner(40, 400);
            const QRectF card(0, corner.y() - space.height(), image.width(), space.height() + cell);
            QPainter painter(&image);
            const MapArea area{QRectF(corner, QSizeF(3 * cell, cell)), {0, 0, 1, 3}, 1};
            paintLabels(painter, area, card, axes, lightTheme());
            painter.end();
            const QRect ink = inkOf(image);
            QVERIFY(!ink.isEmpty());
            QImage unbounded(image.size(), image.format());
            unbounded.fill(Qt::transparent);
            QPainter other(&unbounded);
            paintLabels(other, area, card.adjusted(0, -300, 0, 0), axes, lightTheme());
            other.end();
            QCOMPARE(image, unbounded); // nothing was left out for lack of space
            QVERIFY2(ink.bottom() < corner.y(),
                     qPrintable(QString("%1 px in the map").arg(ink.bottom() + 1 - corner.y())));
            QVERIFY2(ink.top() >= card.top() - 1, qPrintable(QString("%1 px too high").arg(card.top() - ink.top())));
        }
    }

    /// The last of the turned labels has only the edge of the card at its right.
    void theLastLabelIsWhole() {
        applyTextSize(*qApp, lightTheme(), 1.5);
        const auto usual = qScopeGuard([] { applyTextSize(*qApp, lightTheme(), 1); });
        constexpr double kCell = 29, kEdge = 4; // three heads at 1280 x 800
        MapAxes axes;
        axes.cols = labels({"door", "door", "door"});
        const MapArea area{QRectF(40, 400, 3 * kCell, kCell), {0, 0, 1, 3}, 1};
        QImage bounded(400, 500, QImage::Format_ARGB32_Premultiplied), unbounded = bounded;
        for (QImage* image : {&bounded, &unbounded}) {
            image->fill(Qt::transparent);
            QPainter painter(image);
            paintLabels(painter, area, QRectF(0, 0, image == &bounded ? area.rect.right() + kEdge : 400, 500), axes,
                        lightTheme());
        }
        QCOMPARE(bounded, unbounded);
    }

    /// Where labels are thinned out, the first token has one, and then those whose numbers are multiples of the step.
    void theFirstTokenKeepsItsLabel() {
        constexpr double kCell = 6; // each second or third row has room
        const auto inkOfRow = [&](const MapAxes& axes, int row) {
            QImage image(200, 200, QImage::Format_ARGB32_Premultiplied);
            image.fill(Qt::transparent);
            QPainter painter(&image);
            paintLabels(painter, {QRectF(100, 20, 12 * kCell, 12 * kCell), {0, 0, 12, 12}, 1}, QRectF(0, 0, 200, 200),
                        axes, lightTheme());
            painter.end();
            const int middle = qRound(20 + (row + 0.5) * kCell);
            return !inkOf(image.copy(0, middle - 1, 100, 2)).isEmpty();
        };
        MapAxes axes;
        axes.rows = labels({"II", "II", "II", "II", "II", "II", "II", "II", "II", "II", "II", "II"});
        QVERIFY(inkOfRow(axes, 0));
        QVERIFY(inkOfRow(axes, 11));
        axes.rows = labels({"II", "II", "II", "II", "II", "II", "II", "II", "II", "II", "II", "II"}, true);
        QVERIFY(!inkOfRow(axes, 0)); // a dimension has no such claim
    }

    /// Each bracket is over its columns and above their labels, within the reserved space.
    void brackets() {
        for (const bool isPicture : {false, true})
            for (const double cell : {170., 34., 14.}) {
                MapAxes axes;
                axes.cols = labels({"dog", "dog", "dog"});
                axes.upright = isPicture;
                QImage image(1700, 500, QImage::Format_ARGB32_Premultiplied);
                image.fill(Qt::transparent);
                const double bare = labelSpace(axes, {cell, cell}, &image).height();
                axes.bands = bandsOfHeads(3, 1);
                const double top = labelSpace(axes, {cell, cell}, &image).height();
                const QPointF corner(40, 400);
                QPainter painter(&image);
                paintLabels(painter, {QRectF(corner, QSizeF(3 * cell, cell)), {0, 0, 1, 3}, 1},
                            QRectF(0, 400 - top, 1700, top + cell), axes, lightTheme());
                painter.end();
                for (int band = 0; band < 3; ++band) {
                    const double left = corner.x() + (band + 0.25) * cell;
                    QVERIFY(!inkOf(image.copy(QRectF(left, 400 - top, cell / 2, top - bare).toRect())).isEmpty());
                }
                QVERIFY(inkOf(image).top() >= 400 - top - 1);
            }
    }

    /// The label of the last of very many rows, at the edge of the card, is whole, too.
    void rowLabelsAreWhole_data() {
        QTest::addColumn<int>("rows");
        for (const int rows : {1, 8, 100, 4000}) QTest::addRow("%d", rows) << rows;
    }
    void rowLabelsAreWhole() {
        QFETCH(int, rows);
        MapAxes axes;
        axes.rows = labels(QStringList(rows, "gypjQ"));
        axes.selectedRow = rows - 1;
        QImage image(600, 400, QImage::Format_ARGB32_Premultiplied);
        image.fill(Qt::transparent);
        const QRectF map(400, 40, 150, 300), card(0, 0, 600, map.bottom() + 3);
        QPainter painter(&image);
        paintLabels(painter, {map, {0, 0, double(rows), 1}, 1}, card, axes, lightTheme());
        painter.end();
        const QRect ink = inkOf(image);
        QVERIFY2(!ink.isEmpty() && ink.bottom() < card.bottom() && ink.top() >= 0,
                 qPrintable(QString("to %1 of %2").arg(ink.bottom()).arg(card.bottom())));
    }

    /// If one of the first of very many rows is selected, its label does not reach into the line above the map.
    void theFirstRowLabelKeepsClearOfTheTitle() {
        MapAxes axes;
        axes.rows = labels(QStringList(200, "word"));
        axes.selectedRow = 1;
        QImage image(600, 400, QImage::Format_ARGB32_Premultiplied);
        image.fill(Qt::transparent);
        const QRectF map(400, 40, 150, 150), card(0, 40, 600, 154);
        QPainter painter(&image);
        paintLabels(painter, {map, wholeMap(200, 1), 1}, card, axes, lightTheme());
        painter.end();
        QVERIFY(inkOf(image).top() >= card.top());
        int lines = 0; // lines of text, with empty lines between them
        for (int y = 40, before = 0; y < 100; ++y) {
            const int now = inkOf(image.copy(0, y, 600, 1)).isEmpty() ? 0 : 1;
            lines += now > std::exchange(before, now);
        }
        QVERIFY2(lines >= 3, qPrintable(QString::number(lines)));
    }

    /// However low the rows are, labels never overlap, even the last one at the edge of the card and a selected one.
    void rowLabelsKeepClearOfEachOther_data() {
        QTest::addColumn<double>("size");
        QTest::addColumn<int>("selected");
        for (const double size : {0.8, 1., 1.8})
            for (const int selected : {-1, 0, 31, 59})
                QTest::addRow("text of %g, %d selected", size, selected) << size << selected;
    }
    void rowLabelsKeepClearOfEachOther() {
        QFETCH(double, size);
        QFETCH(int, selected);
        const PictureTextSize text(size);
        MapAxes axes;
        axes.rows = labels(QStringList(60, "x"));
        axes.selectedRow = selected;
        for (double cell = 1; cell < 25; cell += 0.37) {
            const double high = 60 * cell;
            QImage image(500, static_cast<int>(high) + 80, QImage::Format_ARGB32_Premultiplied);
            image.fill(Qt::transparent);
            QPainter painter(&image);
            paintLabels(painter, {QRectF(300, 40, 150, high), wholeMap(60, 1), 1}, QRectF(0, 40, 500, high), axes,
                        lightTheme());
            painter.end();
            const double height = QFontMetricsF(axisFont(), &image).tightBoundingRect("dp").height();
            std::vector<int> begins;
            for (int y = 0, before = 0, run = 0; y < image.height(); ++y) {
                const int now = inkOf(image.copy(0, y, 500, 1)).isEmpty() ? 0 : 1;
                if (now > std::exchange(before, now)) begins.push_back(y);
                run = now ? run + 1 : 0;
                QVERIFY2(run <= height * 0.8 + 2, qPrintable(QString("cells of %1: two in one").arg(cell))); // digits
            }
            QVERIFY(!begins.empty());
            for (std::size_t i = 1; i < begins.size(); ++i) // an x begins lower than a digit
                QVERIFY2(begins[i] - begins[i - 1] >= height - 1,
                         qPrintable(QString("cells of %1: %2 px").arg(cell).arg(begins[i] - begins[i - 1])));
        }
    }

    /// If only dots would fit behind a number, the number stands alone.
    void theLastColumnLabelIsNotDots() {
        MapAxes axes;
        const auto painted = [&](double right, const QStringList& texts) {
            axes.cols = labels(texts);
            QImage image(200, 200, QImage::Format_ARGB32_Premultiplied);
            image.fill(Qt::transparent);
            QPainter painter(&image);
            paintLabels(painter, {QRectF(20, 100, 80, 80), wholeMap(8, 8), 1}, QRectF(0, 20, right, 180), axes,
                        lightTheme());
            painter.end();
            return image;
        };
        const QStringList texts{"My", "shoes", "are", "small", "my", "feet", "are", "bigger"};
        QStringList withoutLast = texts;
        withoutLast.last().clear();
        QCOMPARE(painted(104, texts), painted(104, withoutLast)); // "8" in both
        QVERIFY(painted(150, texts) != painted(150, withoutLast));
        for (const double right : {104.0, 108.0, 112.0, 116.0}) // it ends before the edge of its card
            QVERIFY(inkOf(painted(right, texts)).right() <= right);
    }

    /// Long tokens are elided to the space that labels have in the window.
    void longTokensAreElided() {
        MapAxes axes;
        axes.rows = axes.cols = labels(QStringList(5, "incomprehensibilities"));
        const int left = rowLabelSpace(), top = columnLabelSpace(axes, nullptr);
        QImage image(400, 300, QImage::Format_ARGB32_Premultiplied);
        image.fill(Qt::transparent);
        const QRectF map(left + 20, top + 20, 200, 100), card(20, 20, left + 210, top + 104);
        QPainter painter(&image);
        paintLabels(painter, {map, wholeMap(5, 5), 1}, card, axes, lightTheme());
        painter.end();
        QVERIFY(card.toRect().adjusted(-1, -1, 1, 1).contains(inkOf(image)));
        axes.cols = labels({"1", "2", "3", "4", "5"}, true);
        QVERIFY(columnLabelSpace(axes, nullptr) < top / 2);
    }
};

QTEST_MAIN(PaintLabelsTest)
#include "tst_paintLabels.moc"
