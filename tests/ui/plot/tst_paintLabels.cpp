#include "plot/paintCaption.h"
#include "plot/paintLabels.h"

#include <QFontMetricsF>
#include <QImage>
#include <QPainter>
#include <QTest>

#include <algorithm>

using namespace headlight;

namespace {

std::shared_ptr<const TokenLabels> labels(const QStringList& texts) {
    auto made = std::make_shared<TokenLabels>();
    made->texts.assign(texts.begin(), texts.end());
    return made;
}

/// Where anything was painted.
QRect inkOf(const QImage& image) {
    QRect ink;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            if (qAlpha(image.pixel(x, y)) > 40) ink |= QRect(x, y, 1, 1);
    return ink;
}

} // namespace

class PaintLabelsTest : public QObject {
    Q_OBJECT

private slots:
    /// Whatever is typed, at any size, and however it stands: the map covers no part of a label, and the space that is
    /// asked for it holds all of it.
    void columnLabelsAreWhole_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<double>("points");
        QTest::addColumn<double>("cell");
        const QStringList texts{"dog",
                                "gypjQ",
                                "play,",
                                QStringLiteral(u"\u00C5\u0108"),
                                QStringLiteral(u"\u1EA4\u1ED9"),
                                QStringLiteral(u"\u0645\u062C\u0623")};
        for (const QString& text : texts)
            for (const double points : {7.5, 8.5, 12., 16., 20., 24.})
                for (const double share :
                     {20., 4., 1.2}) // of the size of the text: beside each other, slanted, upright
                    QTest::addRow("%s, %g pt in cells of %g", qPrintable(text), points, share * points)
                        << text << points << share * points;
    }
    void columnLabelsAreWhole() {
        QFETCH(QString, text);
        QFETCH(double, points);
        QFETCH(double, cell);
        MapAxes axes;
        axes.cols = labels({text, text, text});
        axes.points = points;
        for (const int selected : {-1, 1}) {
            axes.selectedCol = selected;
            QImage image(1700, 500, QImage::Format_ARGB32_Premultiplied);
            image.fill(Qt::transparent);
            const QMarginsF space = labelSpace(axes, {cell, cell}, &image);
            const QPointF corner(40, 400);
            const QRectF card(0, corner.y() - space.top(), corner.x() + 3 * cell + space.right(), space.top() + cell);
            QPainter painter(&image);
            const MapArea area{QRectF(corner, QSizeF(3 * cell, cell)), {0, 0, 1, 3}, 1};
            paintLabels(painter, area, card, axes, lightTheme());
            painter.end();
            const QRect ink = inkOf(image);
            QVERIFY(!ink.isEmpty());
            QImage unbounded(image.size(), image.format());
            unbounded.fill(Qt::transparent);
            QPainter other(&unbounded);
            paintLabels(other, area, card.adjusted(0, -300, 300, 0), axes, lightTheme());
            other.end();
            QCOMPARE(image, unbounded); // nothing was left out for want of room
            QVERIFY2(ink.bottom() < corner.y(),
                     qPrintable(QString("%1 px in the map").arg(ink.bottom() + 1 - corner.y())));
            QVERIFY2(ink.top() >= card.top() - 1, qPrintable(QString("%1 px too high").arg(card.top() - ink.top())));
        }
    }

    /// Each bracket stands over its columns and above their labels, in room that is asked for.
    void brackets() {
        for (const double points : {8.5, 16., 24.})
            for (const double cell : {20 * points, 4 * points, 1.5 * points}) {
                MapAxes axes;
                axes.cols = labels({"dog", "dog", "dog"});
                axes.points = points;
                QImage image(1700, 500, QImage::Format_ARGB32_Premultiplied);
                image.fill(Qt::transparent);
                const double bare = labelSpace(axes, {cell, cell}, &image).top();
                axes.bands = bandsOfHeads(3, 1);
                const double top = labelSpace(axes, {cell, cell}, &image).top();
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

    /// The last one of very many, at the edge of the card, too.
    void rowLabelsAreWhole_data() {
        QTest::addColumn<int>("rows");
        QTest::addColumn<double>("points");
        for (const int rows : {1, 8, 100, 4000})
            for (const double points : {7.5, 8.5, 16., 24.})
                QTest::addRow("%d at %g pt", rows, points) << rows << points;
    }
    void rowLabelsAreWhole() {
        QFETCH(int, rows);
        QFETCH(double, points);
        MapAxes axes;
        axes.rows = labels(QStringList(rows, "gypjQ"));
        axes.points = points;
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

    void aCaptionSaysWhatItCan_data() {
        QTest::addColumn<QString>("caption");
        QTest::addColumn<QString>("room"); // as wide as that
        QTest::addColumn<QString>("said");
        const QString rollout = QStringLiteral(u"ROLLOUT \u00B7 (mean of heads + I) / 2, times the layers below"),
                      pooled = QStringLiteral(u"SCORES \u00B7 dot: largest of 20 \u00D7 19"),
                      both = rollout + QStringLiteral(u" \u00B7 dot: mean of 2 \u00D7 2");
        QTest::newRow("nothing") << ""
                                 << "CONCAT"
                                 << "";
        QTest::newRow("all") << rollout << rollout << rollout;
        QTest::newRow("no formula") << rollout << QStringLiteral(u"ROLLOUT \u00B7 (mean")
                                    << QStringLiteral(u"ROLLOUT \u00B7 \u2026");
        QTest::newRow("what a dot shows")
            << pooled << QStringLiteral(u"largest of 20 \u00D7 19.") << QStringLiteral(u"largest of 20 \u00D7 19");
        QTest::newRow("formula and dot") << both << rollout
                                         << QStringLiteral(u"ROLLOUT \u00B7 \u2026 \u00B7 dot: mean of 2 \u00D7 2");
        QTest::newRow("brief") << "CONTEXTS SIDE BY SIDE"
                               << "CONTEXTS"
                               << "CONCAT";
        QTest::newRow("nothing else") << "CONTEXTS SIDE BY SIDE"
                                      << "CON..." << QStringLiteral(u"CO\u2026");
    }
    void aCaptionSaysWhatItCan() {
        QFETCH(QString, caption);
        QFETCH(QString, room);
        QFETCH(QString, said);
        const QFontMetricsF metrics(captionFont());
        const QString text = fittingCaption(caption, "CONCAT", metrics, metrics.horizontalAdvance(room));
        if (said.endsWith(QChar(0x2026)) && !said.contains(QChar(0xB7)))
            QVERIFY2(text.endsWith(QChar(0x2026)) && text.startsWith("C"), qPrintable(text));
        else
            QCOMPARE(text, said);
    }

    /// As cells' numbers do.
    void labelsGrowToTwentyFourPoints() {
        QCOMPARE(labelPoints({20, 20}), kUsualLabel);
        QCOMPARE(labelPoints({400, 400}), 24.);
        double last = 0;
        for (int side = 20; side <= 400; side += 10) {
            const double points = labelPoints(QSizeF(side, side));
            QVERIFY(points >= last && points <= 24);
            last = points;
        }
    }
};

QTEST_MAIN(PaintLabelsTest)
#include "tst_paintLabels.moc"
