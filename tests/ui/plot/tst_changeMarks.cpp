// The cells that are marked as changed, and the words for them.
#include "plot/changeMarks.h"
#include "ui/plot/tiles.h"

#include <QPainter>
#include <QTest>

using namespace headlight;
using namespace headlight::testing;

class ChangeMarksTest : public QObject {
    Q_OBJECT

private slots:
    /// With a range of -1..1, one step of the colours is 2 / 256.
    void cells_data() {
        QTest::addColumn<float>("before");
        QTest::addColumn<float>("now");
        QTest::addColumn<QString>("words"); // empty: not marked
        const float step = 2.0F / 256, inf = std::numeric_limits<float>::infinity();
        QTest::newRow("same") << 0.5F << 0.5F << "";
        QTest::newRow("half a step") << 0.0F << step / 2 << "";
        QTest::newRow("more than half a step") << 0.25F << 0.5F << "was 0.25, changed by +0.25";
        QTest::newRow("less") << 0.5F << 0.25F << "was 0.5, changed by -0.25";
        QTest::newRow("still masked") << kMasked << kMasked << "";
        QTest::newRow("masked now") << 0.5F << kMasked << "was 0.5";
        QTest::newRow("no longer masked") << kMasked << 0.5F << "was masked";
        QTest::newRow("still NaN") << kNaN << kNaN << "";
        QTest::newRow("NaN now") << 0.5F << kNaN << "was 0.5";
        QTest::newRow("still infinite") << inf << inf << "";
        QTest::newRow("infinite now") << 0.5F << inf << "was 0.5";
    }
    void cells() {
        QFETCH(float, before);
        QFETCH(float, now);
        const MapContent map = content(before, now);
        QTEST(changeWords(map, {0, 1}), "words");
        QCOMPARE(isChanged(map, {0, 1}), !changeWords(map, {0, 1}).isEmpty());
        QVERIFY(!isChanged(map, {0, 0}) && !isChanged(map, {5, 5}));
    }

    /// If digits are shown, only they decide: in a range of -1..1, a hundredth is more than a step of the colours.
    void digits_data() {
        QTest::addColumn<int>("decimals");
        QTest::addColumn<float>("before");
        QTest::addColumn<float>("now");
        QTest::addColumn<bool>("isMarked");
        QTest::newRow("0.0147, 0.0146") << 4 << 0.0147F << 0.0146F << true;
        QTest::newRow("0.01, 0.01") << 2 << 0.0147F << 0.0146F << false;
        QTest::newRow("0.01, 0.02") << 2 << 0.0149F << 0.0151F << true;
        QTest::newRow("0.4, 0.4, in other colours") << 1 << 0.36F << 0.44F << false;
        QTest::newRow("0.00, 0.00 without a sign") << 2 << -0.001F << 0.001F << false;
        QTest::newRow("NaN, NaN") << 2 << kNaN << kNaN << false;
        QTest::newRow("masked now") << 2 << 0.5F << kMasked << true;
    }
    void digits() {
        QFETCH(int, decimals);
        QFETCH(float, before);
        QFETCH(float, now);
        MapContent map = content(before, now);
        map.look.numbers = true;
        map.format.decimals = decimals;
        QVERIFY(map.hasNumbers());
        QTEST(isChanged(map, {0, 1}), "isMarked");
        QCOMPARE(changeWords(map, {0, 1}).isEmpty(), !isChanged(map, {0, 1}));
        map.look.numbers = false; // now the colours decide
        QCOMPARE(isChanged(map, {0, 1}), now == kMasked || std::abs(now - before) > 1.0F / 256);
    }

    /// A mark ends above the minus sign, which is one pixel high in the middle of its cell.
    void aMarkLeavesTheSign_data() {
        QTest::addColumn<int>("height"); // px of a cell
        for (const int height : {11, 14, 18, 40}) QTest::addRow("%d px", height) << height;
    }
    void aMarkLeavesTheSign() {
        QFETCH(int, height);
        QImage image(88, height, QImage::Format_ARGB32_Premultiplied);
        image.fill(Qt::transparent);
        QPainter painter(&image);
        MapContent map = content(-0.25F, -0.5F);
        map.axes = {numberLabels(1), numberLabels(2), -1, -1};
        paintChanges(painter, {QRectF(image.rect()), wholeMap(1, 2), 1}, map);
        painter.end();
        const QRect ink = inkOf(image);
        QCOMPARE(ink.topLeft(), QPoint(45, 1));
        QVERIFY2(ink.bottom() < height / 2 - 2, qPrintable(QString::number(ink.bottom())));
    }

    void withoutABeforeNoneIs() {
        MapContent map = content(0, 1);
        map.before.reset();
        QVERIFY(!isChanged(map, {0, 1}));
    }

    void pixelsOfManyCellsAreNot() {
        MapContent map = content(0, 1);
        auto pooled = std::make_shared<Tile>(*map.tile);
        pooled->exact = false;
        map.tile = pooled;
        QVERIFY(!isChanged(map, {0, 1}));
    }

private:
    static MapContent content(float before, float now) {
        MapContent map;
        Matrix then{{0, before}}, after{{0, now}};
        map.before = exactTile(then);
        map.tile = exactTile(after);
        map.look = lookFor(*map.tile, lightTheme());
        map.look.range = {-1, 1};
        return map;
    }
};

QTEST_MAIN(ChangeMarksTest)
#include "tst_changeMarks.moc"
