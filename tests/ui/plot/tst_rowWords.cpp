// Rows without weights say why: over their cells, in the tool tip, and to a screen reader.
#include "plot/HeatmapView.h"
#include "plot/accessibleMap.h"
#include "plot/paintMap.h"
#include "ui/plot/tiles.h"
#include "words/rowWords.h"

#include <QAccessible>
#include <QImage>
#include <QPainter>
#include <QTest>

using namespace headlight;
using namespace headlight::testing;

namespace {

const QSize kSize(300, 90);

std::shared_ptr<Tile> threeRows(RowKind kind) {
    Matrix values(3, 3);
    values << 0.2F, 0.3F, 0.5F, 0, 0, 0, 0.6F, 0.2F, 0.2F;
    if (isNaN(kind)) values.row(1).setConstant(kNaN);
    auto tile = exactTile(std::move(values), Stage::Weights);
    if (kind != RowKind::Plain) tile->oddRows = {{1, kind}};
    return tile;
}

MapArea areaOf(const QSize& size) { return {QRectF(QPointF(0, 0), QSizeF(size)), wholeMap(3, 3), 1}; }

} // namespace

class RowWordsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { makeMapsAccessible(); }

    void everyKindHasItsWords_data() {
        QTest::addColumn<RowKind>("kind");
        QTest::addColumn<QString>("word");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("plain") << RowKind::Plain << ""
                               << "";
        QTest::newRow("masked") << RowKind::Masked << ""
                                << "every key is masked: all weights are 0";
        QTest::newRow("sum 0") << RowKind::SumZero << "sum 0"
                               << "sum to 0: it has no weights";
        QTest::newRow("sum") << RowKind::SumNotFinite << "sum not finite"
                             << "is not finite: it has no weights";
        QTest::newRow("small") << RowKind::SumTooSmall << "sum too small"
                               << "too small to divide by";
        QTest::newRow("score") << RowKind::ScoreNotFinite << "score not finite"
                               << "a score of the row is not finite";
        QTest::newRow("-inf") << RowKind::AllMinusInf << QString::fromUtf8("all scores -∞") << "all weights are 0";
    }
    void everyKindHasItsWords() {
        QFETCH(RowKind, kind);
        QFETCH(QString, word);
        QFETCH(QString, sentence);
        QCOMPARE(rowWord(kind), word);
        QVERIFY(rowSentence(kind).contains(sentence));
        QCOMPARE(rowSentence(kind).isEmpty(), kind == RowKind::Plain);

        const QImage device(kSize, QImage::Format_RGB32);
        const auto plates = rowPlates(areaOf(kSize), *threeRows(kind), &device);
        QCOMPARE(plates.size(), std::size_t(word.isEmpty() ? 0 : 1));
        for (const RowPlate& one : plates) {
            QCOMPARE(one.text, word);
            QVERIFY(QRectF(0, 30, 300, 30).contains(one.plate));
        }
    }

    /// A word is shown in a readable size, or not at all.
    void whereThereIsNoSpaceThereIsNoWord_data() {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<bool>("fits");
        QTest::newRow("large") << QSize(900, 600) << true;
        QTest::newRow("low rows") << QSize(300, 36) << true;
        QTest::newRow("too low") << QSize(300, 24) << false;
        QTest::newRow("too narrow") << QSize(40, 300) << false;
    }
    void whereThereIsNoSpaceThereIsNoWord() {
        QFETCH(QSize, size);
        QFETCH(bool, fits);
        const QImage device(size, QImage::Format_RGB32);
        const auto plates = rowPlates(areaOf(size), *threeRows(RowKind::SumTooSmall), &device);
        QCOMPARE(!plates.empty(), fits);
        if (fits) QVERIFY(plates[0].points >= 6.5);
    }

    /// The word is in the middle of the visible part of its row. Rows out of sight have none.
    void itFollowsTheWindow() {
        MapArea area = areaOf(kSize);
        const QImage device(kSize, QImage::Format_RGB32);
        area.window = {0.5, 1, 2, 2};
        const auto plates = rowPlates(area, *threeRows(RowKind::SumZero), &device);
        QCOMPARE(plates.size(), std::size_t(1));
        QVERIFY((plates[0].plate.center() - QPointF(150, 45)).manhattanLength() <= 1); // edges are rounded to pixels
        area.window = {2, 0, 1, 3};
        QVERIFY(rowPlates(area, *threeRows(RowKind::SumZero), &device).empty());
    }

    /// The numbers of its own row give way to the word.
    void itIsPaintedOverItsRow() {
        const auto painted = [](RowKind kind) {
            QImage image(kSize, QImage::Format_RGB32);
            QPainter painter(&image);
            MapLook look;
            look.colormap = colormapFor(false, lightTheme(), {});
            look.range = {0, 1};
            look.theme = &lightTheme();
            paintCells(painter, areaOf(kSize), *threeRows(kind), look, PaintTarget::Pixels);
            paintNumbers(painter, areaOf(kSize), *threeRows(kind), look, {2, 8.5}, PaintTarget::Pixels);
            return image;
        };
        const QImage plain = painted(RowKind::Plain), lost = painted(RowKind::SumTooSmall);
        QCOMPARE(lost.copy(0, 0, 300, 30), plain.copy(0, 0, 300, 30));
        QCOMPARE(lost.copy(0, 60, 300, 30), plain.copy(0, 60, 300, 30));
        int surface = 0;
        for (int x = 0; x < 300; ++x) surface += lost.pixel(x, 40) == lightTheme().surface.rgb();
        QVERIFY(surface > 40);
        QCOMPARE(painted(RowKind::Masked), plain); // no word: the hatched cells show it
    }

    void tipAndScreenReaderSayIt() {
        HeatmapView view;
        view.resize(400, 300);
        MapContent content;
        content.name = QStringLiteral("Weights, head 1");
        content.look.theme = &lightTheme();
        content.tile = threeRows(RowKind::SumZero);
        auto labels = std::make_shared<TokenLabels>();
        labels->texts = {"My", "shoes", "are"};
        content.axes.rows = content.axes.cols = labels;
        content.axes.selectedRow = content.axes.selectedCol = 1;
        view.setContent(content);
        const QString sentence = rowSentence(RowKind::SumZero);
        QCOMPARE(view.explain({1, 2}).section(u'\n', 3), sentence);
        QCOMPARE(view.explain({0, 2}).count(u'\n'), 2);
        QVERIFY(view.accessibleDescription().endsWith(sentence));
        QAccessibleInterface* map = QAccessible::queryAccessibleInterface(&view);
        QVERIFY(map->child(3 + 2)->text(QAccessible::Name).endsWith("weight NaN, " + sentence));
        QVERIFY(!map->child(2)->text(QAccessible::Name).contains(sentence));
    }
};

QTEST_MAIN(RowWordsTest)
#include "tst_rowWords.moc"
