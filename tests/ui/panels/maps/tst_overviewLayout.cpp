// Where the small maps of the overview stand.
#include "panels/maps/OverviewLayout.h"

#include <QTest>

using namespace headlight;

namespace {

OverviewLayout laidOut(QSize area, std::vector<int> heads, int rows = 8, int cols = 8) {
    return OverviewLayout({area, std::move(heads), rows, cols, QSize(40, 15)});
}

} // namespace

class OverviewLayoutTest : public QObject {
    Q_OBJECT

private slots:
    /// None overlap, each holds its title and its picture; a layer is a row, the first one highest.
    void everyHeadHasItsCard_data() {
        QTest::addColumn<QSize>("area");
        QTest::addColumn<std::vector<int>>("heads");
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("cols");
        QTest::addColumn<bool>("fits");
        QTest::newRow("2 x 3") << QSize(680, 480) << std::vector{3, 3} << 8 << 8 << true;
        QTest::newRow("6 x 12, large") << QSize(1300, 780) << std::vector(6, 12) << 15 << 15 << true;
        QTest::newRow("6 x 12, small") << QSize(660, 480) << std::vector(6, 12) << 15 << 15 << true;
        QTest::newRow("12 x 12, small") << QSize(660, 480) << std::vector(12, 12) << 15 << 15 << false;
        QTest::newRow("different numbers of heads") << QSize(680, 480) << std::vector{3, 1, 6} << 8 << 8 << true;
        QTest::newRow("64 layers") << QSize(680, 480) << std::vector(64, 64) << 8 << 8 << false;
        QTest::newRow("wide maps") << QSize(680, 480) << std::vector{3, 3} << 2 << 300 << true;
        QTest::newRow("high maps") << QSize(680, 480) << std::vector{3, 3} << 300 << 2 << true;
        QTest::newRow("hardly any room") << QSize(20, 20) << std::vector{1} << 8 << 8 << false;
    }
    void everyHeadHasItsCard() {
        QFETCH(QSize, area);
        QFETCH(std::vector<int>, heads);
        QFETCH(int, rows);
        QFETCH(int, cols);
        QFETCH(bool, fits);
        const OverviewLayout layout = laidOut(area, heads, rows, cols);
        int item = 0;
        for (int layer = 0; layer < static_cast<int>(heads.size()); ++layer)
            for (int head = 0; head < heads[static_cast<std::size_t>(layer)]; ++head, ++item) {
                const HeadPlace place = layout.placeOf(item);
                QVERIFY((place == HeadPlace{layer, head}));
                QCOMPARE(layout.itemOf(place), item);
                const QRect card = layout.card(item), title = layout.titleRect(item), map = layout.pictureRect(item);
                QVERIFY(card.contains(title) && card.contains(map) && !title.intersects(map));
                QVERIFY(title.width() >= 40);
                QVERIFY(QRect(QPoint(0, 0), layout.contentSize()).contains(card));
                QVERIFY(head == 0 || layout.card(item - 1).right() < card.left());
                QVERIFY(layer == 0 || layout.card(layout.itemOf({layer - 1, 0})).bottom() < card.top());
                QCOMPARE(layout.itemAt(card.center()), item);
                QCOMPARE(layout.itemAt(card.topLeft()), item);
                QCOMPARE(layout.itemAt(card.topLeft() - QPoint(1, 1)), -1);
            }
        QCOMPARE(layout.count(), item);
        const QSize content = layout.contentSize();
        QCOMPARE(content.width() <= area.width() && content.height() <= area.height(), fits);
        const int longer = std::max(layout.picture().width(), layout.picture().height());
        QVERIFY(longer >= OverviewLayout::kMin && longer <= OverviewLayout::kMax);
    }

    void onlyWhatIsInSight() {
        const OverviewLayout layout = laidOut({300, 200}, std::vector(8, 64));
        const QRect window(QPoint(700, 150), QSize(300, 200));
        std::vector<int> met;
        for (int item = 0; item < layout.count(); ++item)
            if (layout.card(item).intersects(window)) met.push_back(item);
        QVERIFY(met.size() > 4 && met.size() < 40);
        QCOMPARE(layout.within(window), met);
        const QRect all(QPoint(0, 0), layout.contentSize());
        QCOMPARE(static_cast<int>(layout.within(all).size()), layout.count());
        QVERIFY(layout.within(all.translated(all.bottomRight() * 2)).empty());
    }

    /// Of a head that is not there the nearest one.
    void theNearestHead_data() {
        QTest::addColumn<int>("layer");
        QTest::addColumn<int>("head");
        QTest::addColumn<int>("item");
        QTest::newRow("there") << 1 << 0 << 3;
        QTest::newRow("behind the last of its layer") << 1 << 2 << 3;
        QTest::newRow("before the first") << 2 << -1 << 4;
        QTest::newRow("above the first layer") << -1 << 2 << 2;
        QTest::newRow("below the last") << 9 << 9 << 9;
    }
    void theNearestHead() {
        QFETCH(int, layer);
        QFETCH(int, head);
        QTEST(laidOut({600, 400}, {3, 1, 6}).itemOf({layer, head}), "item");
    }

    void nothing() {
        for (const OverviewLayout& layout :
             {OverviewLayout(), laidOut({600, 400}, {}), laidOut({600, 400}, {2, 2}, 0, 0)}) {
            QCOMPARE(layout.count(), 0);
            QCOMPARE(layout.itemOf({0, 0}), -1);
            QCOMPARE(layout.itemAt({20, 20}), -1);
            QVERIFY(layout.contentSize().isEmpty() && layout.picture().isEmpty());
        }
    }
};

QTEST_APPLESS_MAIN(OverviewLayoutTest)
#include "tst_overviewLayout.moc"
