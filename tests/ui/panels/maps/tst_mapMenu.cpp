// The menu of a map and its cell: copying, making it the query, enlarging, exporting.
#include "base/numberText.h"
#include "document/mapNumbers.h"
#include "paste/matrixText.h"
#include "session/reshape.h"
#include "ui/panels/maps/mapsBench.h"

#include <QApplication>
#include <QClipboard>
#include <QSignalSpy>

#include <cmath>

using namespace headlight;
using namespace headlight::testing;

class MapMenuTest : public QObject, MapsBench {
    Q_OBJECT

private slots:
    void init() { begin(); }
    void cleanup() { end(); }

    void copies_data() {
        QTest::addColumn<QString>("entry");
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("cols");
        QTest::newRow("number") << "Copy number" << 1 << 1;
        QTest::newRow("row") << "Copy row" << 1 << 8;
        QTest::newRow("map") << "Copy map" << 8 << 8;
    }
    /// Copied numbers have all digits, so that pasting gives the same number.
    void copies() {
        QFETCH(QString, entry);
        QFETCH(int, rows);
        QFETCH(int, cols);
        const Tile& tile = *view(1, 1)->content().tile;
        choose(1, 1, {2, 3}, entry);
        const QStringList lines = QApplication::clipboard()->text().split(u'\n');
        QCOMPARE(lines.size(), rows);
        QCOMPARE(bench_->state().notice,
                 rows * cols == 1 ? "Copied: one number of the weights of head 2"
                                  : QStringLiteral("Copied: weights of head 2, %1 × %2").arg(rows).arg(cols));
        for (int r = 0; r < rows; ++r) {
            const QStringList numbers = lines[r].split(u'\t');
            QCOMPARE(numbers.size(), cols);
            for (int c = 0; c < cols; ++c)
                QCOMPARE(numbers[c],
                         QString::fromStdString(shortest(tile.values(rows == 1 ? 2 : r, cols == 1 ? 3 : c))));
        }
    }
    void ctrlCCopiesTheSelectedNumber() {
        bench_->select(0, 4, 5);
        QTRY_VERIFY(settled());
        QTest::keyClick(view(0, 0), Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QApplication::clipboard()->text(),
                 QString::fromStdString(shortest(view(0, 0)->content().tile->values(4, 5))));
    }
    void aPooledMapIsCopiedWhole() {
        QString many;
        for (int i = 0; i < 700; ++i) many += QStringLiteral("w%1 ").arg(i);
        edit(withSentence(session(), many.toStdString()));
        QTRY_VERIFY(settled());
        QVERIFY(!view(0, 1)->content().tile->exact);
        choose(0, 1, {350, 1}, QStringLiteral("Copy row"));
        QCOMPARE(QApplication::clipboard()->text().count(u'\t'), 699);
    }
    /// A masked weight is copied as 0, a masked score as minus infinity.
    void maskedCellsAreCopied_data() {
        QTest::addColumn<int>("stage");
        QTest::addColumn<MaskMode>("mode");
        QTest::addColumn<float>("copied");
        QTest::newRow("weights") << int(Stage::Weights) << MaskMode::Before << 0.0F;
        QTest::newRow("masked scores") << int(Stage::Masked) << MaskMode::Before
                                       << -std::numeric_limits<float>::infinity();
        QTest::newRow("masked behind the softmax") << int(Stage::Masked) << MaskMode::After << 0.0F;
    }
    void maskedCellsAreCopied() {
        QFETCH(int, stage);
        QFETCH(MaskMode, mode);
        QFETCH(float, copied);
        Options options = session().layers[0].options;
        options.mask.causal = true;
        options.maskMode = mode;
        const auto causal = withOptions(session(), 0, options);
        QVERIFY(causal.ok());
        const auto row = mapNumbers(*causal, {static_cast<Stage>(stage), 0, 0, {2, 0, 1, 8}}, kDefaultBackend);
        QVERIFY(row.ok());
        QVERIFY((row->rightCols(5).array() == copied).all());
        QVERIFY((*row)(0, 2) != copied);
    }
    /// A difference is copied as the map shows it: of tokens that both states have.
    void differencesAreCopied() {
        const Session before = session();
        edit(withCell(before, {Parameter::Wq, 0, 0}, 0, 0, 2));
        QTRY_VERIFY(settled());
        const auto of = [](const Session& one) {
            return *mapNumbers(one, {Stage::Scores, 0, 0, {0, 0, 8, 8}}, kDefaultBackend);
        };
        const Matrix moved = of(session()) - of(before);
        bench_->look([](MapOptions& maps) { maps.compared = Compared::Difference; });
        QTRY_VERIFY(settled());
        choose(0, 0, {2, 3}, QStringLiteral("Copy map"));
        QCOMPARE(matricesFromText(QApplication::clipboard()->text().toStdString())->matrices[0].numbers, moved);
        const auto fewer = withSentence(session(), "My shoes are small");
        const auto row = mapNumbers(session(), {Stage::Scores, 0, 0, {3, 0, 2, 8}}, kDefaultBackend, {}, *fewer);
        QVERIFY(row.ok());
        for (int col = 0; col < 8; ++col) QCOMPARE(std::isnan((*row)(1, col)), true); // a new token
    }
    /// A number can be set only in the present state, not in another one or in a difference.
    void onlyAPresentNumberIsSet_data() {
        QTest::addColumn<Compared>("compared");
        QTest::addColumn<bool>("isOffered");
        QTest::newRow("now") << Compared::Now << true;
        QTest::newRow("before") << Compared::Other << false;
        QTest::newRow("difference") << Compared::Difference << false;
    }
    void onlyAPresentNumberIsSet() {
        QFETCH(Compared, compared);
        edit(withCell(session(), {Parameter::Wq, 0, 0}, 0, 0, 2));
        bench_->look([=](MapOptions& maps) { maps.compared = compared; });
        QTRY_VERIFY(settled() && view(0, 0)->isVisible());
        QTEST(!offered({2, 3}).filter("&Set").isEmpty(), "isOffered");
    }
    void aDifferenceOfOtherSizesIsSaid() {
        const auto wider = withSizes(session(), 0, {{Side::Dk, 5}});
        QVERIFY(wider.ok());
        const auto row = mapNumbers(session(), {Stage::Q, 0, 0, {0, 0, 1, 1}}, kDefaultBackend, {}, *wider);
        QVERIFY(!row);
        QCOMPARE(row.text(), std::string("This map is not in both states, or has another size in one of them."));
    }

    /// A problem disappears when copying succeeds.
    void whatWentWrongIsOver() {
        QString many;
        for (int i = 0; i < 2100; ++i) many += QStringLiteral("w%1 ").arg(i);
        edit(withSentence(session(), many.toStdString()));
        QTRY_VERIFY(settled());
        choose(0, 1, {350, 1}, QStringLiteral("Copy map"));
        QCOMPARE(bench_->state().problem,
                 QString("A map of 2100 by 2100 numbers is too large to copy: at most 4 million numbers are possible. "
                         "Copy a row instead."));
        choose(0, 1, {350, 1}, QStringLiteral("Copy row"));
        QTRY_VERIFY(bench_->state().problem.isEmpty());
    }

    void aMapIsCopiedForAnotherProgram() {
        choose(1, 1, {0, 0}, QStringLiteral("2 decimals"));
        choose(1, 1, {0, 0}, QStringLiteral("NumPy"));
        const QString text = QApplication::clipboard()->text();
        QVERIFY2(text.startsWith(QLatin1String("np.array([[")), qPrintable(text));
        const auto read = matricesFromText(text.toStdString());
        QVERIFY(read.ok());
        const Matrix& values = view(1, 1)->content().tile->values;
        QCOMPARE(read->matrices[0].numbers.rows(), values.rows());
        QVERIFY((read->matrices[0].numbers - values).cwiseAbs().maxCoeff() < 0.00501F); // half of a hundredth
        QVERIFY(read->matrices[0].numbers != values);
        choose(1, 1, {0, 0}, QStringLiteral("All"));
        choose(1, 1, {0, 0}, QStringLiteral("CSV"));
        QCOMPARE(matricesFromText(QApplication::clipboard()->text().toStdString())->matrices[0].numbers, values);
    }

    void aKeyBecomesTheQuery() {
        choose(1, 0, {2, 5}, QStringLiteral("Make \u201cfeet\u201d the query"));
        QCOMPARE(selected(), (std::array{1, 5, 5}));
        bench_->select(0, 5, 3);
        QTRY_VERIFY(settled());
        QCOMPARE(offered({5, 3}).filter("the &query").size(), 1);
        QVERIFY(offered({5, 5}).filter("the &query").isEmpty()); // it is the query
    }
    void oneHeadIsEnlarged() {
        choose(2, 1, {0, 0}, QStringLiteral("Enlarge this head"));
        QCOMPARE(enlargedHead(bench_->state()), 2);
        choose(2, 1, {0, 0}, QStringLiteral("Show all heads"));
        QCOMPARE(enlargedHead(bench_->state()), -1);
    }
    void oneMapIsExported() {
        QSignalSpy wanted(panel_.get(), &HeatmapsPanel::exportWanted);
        choose(2, 1, {0, 0}, QStringLiteral("Export this map\u2026"));
        QCOMPARE(wanted.count(), 1);
        QCOMPARE(wanted[0][0].value<Stage>(), Stage::Weights);
        QCOMPARE(wanted[0][1].toInt(), 2);
    }

private:
    /// Returns the entries of the menu of that cell of the first map.
    QStringList offered(Cell cell) {
        const QPoint at = centre(view(0, 0), cell.query, cell.key);
        QContextMenuEvent event(QContextMenuEvent::Mouse, at, view(0, 0)->mapToGlobal(at));
        QApplication::sendEvent(view(0, 0), &event);
        auto* menu = control<QMenu>(*panel_, QStringLiteral("Map"));
        QStringList entries;
        for (const QAction* one : menu->actions()) entries << one->text();
        menu->close();
        return entries;
    }
};

QTEST_MAIN(MapMenuTest)
#include "tst_mapMenu.moc"
