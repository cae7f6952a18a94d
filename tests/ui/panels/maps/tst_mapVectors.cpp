// Maps of vectors, whose columns are dimensions; those of concat belong to heads.
#include "plot/accessibleMap.h"
#include "ui/panels/maps/mapsBench.h"

#include <QAccessible>

using namespace headlight;
using namespace headlight::testing;

class MapVectorsTest : public QObject, MapsBench {
    Q_OBJECT

private slots:
    void initTestCase() { makeMapsAccessible(); }
    void init() { begin(); }
    void cleanup() { end(); }

    /// Brackets show which columns of concat belong to which head.
    void concatIsBracketedByHead() {
        MapOptions options;
        options.stages = {Stage::Context, Stage::Concat};
        bench_->look([options](MapOptions& maps) { maps = options; });
        bench_->select(1, 0, 0);
        QTRY_VERIFY(settled());
        const Bands& bands = view(0, 1)->content().axes.bands;
        QCOMPARE(bands.length, sizesOf(session(), 0).dv);
        QCOMPARE(bands.names, QStringList({"Head 1", "Head 2", "Head 3"}));
        QCOMPARE(bands.marked, 1);
        QVERIFY(!view(0, 0)->content().axes.bands.areOf(Qt::Horizontal));
        QVERIFY(view(0, 1)->content().labelsCols);
    }

    /// Maps in one line share the labels of the first, so their rows are equally high.
    void rowsBesideEachOtherAreOne() {
        bench_->select(1, 0, 0);
        for (const QSize& size : {QSize(900, 260), QSize(700, 420), QSize(1000, 420), QSize(1300, 500)}) {
            panel_->resize(size);
            for (const auto& stages : {std::vector{Stage::Weights, Stage::Context, Stage::Concat},
                                       std::vector{Stage::Context, Stage::Concat}, std::vector{Stage::Q, Stage::V}}) {
                MapOptions options;
                options.stages = stages;
                options.isEnlarged = true;
                bench_->look([options](MapOptions& maps) { maps = options; });
                QTRY_VERIFY(settled());
                const auto shown = static_cast<int>(stages.size());
                for (int a = 0; a < shown; ++a)
                    for (int b = 0; b < shown; ++b) {
                        const auto *one = view(1, a) ? view(1, a) : view(0, a),
                                   *two = view(1, b) ? view(1, b) : view(0, b);
                        if (one->y() == two->y()) QCOMPARE(one->area().cellHeight(), two->area().cellHeight());
                    }
            }
        }
    }
    /// Columns of vectors are dimensions, not keys, in the tool tip and for screen readers.
    void vectorsHaveDimensions_data() {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("tip");
        QTest::addColumn<QString>("name");
        QTest::newRow("Q") << "Q"
                           << "small\nquery 4, dimension 2"
                           << "small, dimension 2, Q ";
        QTest::newRow("K") << "K"
                           << "small\nkey 4, dimension 2"
                           << "small, dimension 2, K ";
        QTest::newRow("V") << "V"
                           << "small\nkey 4, dimension 2"
                           << "small, dimension 2, V ";
        QTest::newRow("context") << "context"
                                 << "small\nquery 4, dimension 2"
                                 << "small, dimension 2, context ";
        QTest::newRow("X") << "X"
                           << "small\ntoken 4, dimension 2"
                           << "small, dimension 2, X ";
        QTest::newRow("concat") << "concat"
                                << "small\ntoken 4, dimension 2, head 1"
                                << "small, dimension 2, head 1, joined heads ";
        QTest::newRow("weights") << "weights"
                                 << "small \u2192 shoes\nquery 4, key 2"
                                 << "query small, key shoes, weight ";
    }
    void vectorsHaveDimensions() {
        QFETCH(QString, id);
        QFETCH(QString, tip);
        QFETCH(QString, name);
        MapOptions options;
        options.stages = {findStage(id.toStdString())->stage};
        bench_->look([options](MapOptions& maps) { maps = options; });
        QTRY_VERIFY(settled());
        QString said = view(0, 0)->explain({3, 1});
        said.remove(QChar(0x2068)).remove(QChar(0x2069));
        QVERIFY2(said.startsWith(tip + '\n'), qPrintable(said));
        QAccessibleInterface* map = QAccessible::queryAccessibleInterface(view(0, 0));
        const auto cell = [&] { return map->tableInterface()->cellAt(3, 1)->text(QAccessible::Name); };
        QTRY_VERIFY2(cell().startsWith(name), qPrintable(cell()));
        QCOMPARE(map->tableInterface()->columnDescription(1),
                 id == "weights" ? QString("shoes") : tip.section(", ", 1));
    }

    /// A removed map is forgotten, or a screen reader would get its interface for a new map at the same address.
    void aMapThatIsGoneIsForgotten() {
        QTRY_VERIFY(settled());
        const QAccessible::Id id = QAccessible::uniqueId(QAccessible::queryAccessibleInterface(view(0, 0)));
        QVERIFY(QAccessible::accessibleInterface(id));
        MapOptions options;
        options.stages = {Stage::Q};
        bench_->look([options](MapOptions& maps) { maps = options; });
        QTRY_VERIFY(!QAccessible::accessibleInterface(id));
    }
};

QTEST_MAIN(MapVectorsTest)
#include "tst_mapVectors.moc"
