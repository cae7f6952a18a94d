// Problems of the numbers are shown beside the maps.
#include "engine/Engine.h"
#include "ui/panels/maps/mapsBench.h"
#include "words/rowWords.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

using namespace headlight;
using namespace headlight::testing;

class MapProblemsTest : public QObject, MapsBench {
    Q_OBJECT

private slots:
    void init() { begin(); }
    void cleanup() { end(); }

    /// Both tokens are named; right-to-left tokens do not change the order.
    void theFirstNaNIsNamed_data() {
        QTest::addColumn<QString>("sentence");
        QTest::addColumn<QString>("text");
        QTest::newRow("words") << kSentence << QStringLiteral(u"NaN at \u2068My\u2069 \u2192 \u2068feet\u2069");
        QTest::newRow("right to left")
            << QStringLiteral(u"\u05e9\u05dc\u05d5\u05dd a b c d \u05e2\u05d5\u05dc f g")
            << QStringLiteral(u"NaN at \u2068\u05e9\u05dc\u05d5\u05dd\u2069 \u2192 \u2068\u05e2\u05d5\u05dc\u2069");
    }
    void theFirstNaNIsNamed() {
        QFETCH(QString, sentence);
        QFETCH(QString, text);
        edit(withSentence(session(), sentence.toStdString()));
        QTRY_VERIFY(settled());
        change([](Tile& tile) { tile.firstNonFinite = Tile::Place{0, 5}; });
        QCOMPARE(problems(), QStringList(text));
        QVERIFY(!view(1, 1)->explain({0, 5}).isRightToLeft());
    }

    /// A row without weights is named beside the maps, too, where rows may be too low for words.
    void aRowWithoutWeightsIsNamed_data() {
        QTest::addColumn<RowKind>("kind");
        QTest::addColumn<QString>("text");
        QTest::newRow("sum") << RowKind::SumZero << QStringLiteral(u"\u2068are\u2069: sum 0");
        QTest::newRow("masked") << RowKind::Masked << QString();
    }
    void aRowWithoutWeightsIsNamed() {
        QFETCH(RowKind, kind);
        QFETCH(QString, text);
        change([kind](Tile& tile) {
            tile.oddRows = {{2, kind}};
            if (isNaN(kind)) tile.firstNonFinite = Tile::Place{2, 0};
        });
        QCOMPARE(problems(), text.isEmpty() ? QStringList() : QStringList(text));
        QVERIFY(view(1, 1)->explain({2, 0}).contains(rowSentence(kind)));
    }

    /// Rows are counted beside their own map, after the name of its stage. The tool tip lists them.
    void rowsAreCountedAtTheirMap_data() {
        using Odd = std::vector<Tile::OddRow>;
        QTest::addColumn<Odd>("odd");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QStringList>("tip");
        QTest::newRow("one") << Odd{{2, RowKind::SumZero}} << QStringLiteral(u"\u2068are\u2069: sum 0")
                             << QStringList{QStringLiteral(u"3 \u2068are\u2069: sum 0")};
        QTest::newRow("two") << Odd{{2, RowKind::SumZero}, {6, RowKind::SumZero}} << QStringLiteral("2 rows: sum 0")
                             << QStringList{QStringLiteral(u"3 \u2068are\u2069: sum 0"),
                                            QStringLiteral(u"7 \u2068are\u2069: sum 0")};
        QTest::newRow("of two kinds") << Odd{{0, RowKind::ScoreNotFinite},
                                             {1, RowKind::SumTooSmall},
                                             {6, RowKind::SumZero}}
                                      << QStringLiteral("2 rows without weights")
                                      << QStringList{QStringLiteral(u"2 \u2068shoes\u2069: sum too small"),
                                                     QStringLiteral(u"7 \u2068are\u2069: sum 0")};
    }
    void rowsAreCountedAtTheirMap() {
        using Odd = std::vector<Tile::OddRow>;
        QFETCH(Odd, odd);
        QFETCH(QString, text);
        QFETCH(QStringList, tip);
        change([&](Tile& tile) { tile.oddRows = odd; });
        const MapHead& head = view(1, 1)->content().head;
        QCOMPARE(head.problem, text);
        QCOMPARE(head.stage, QString("weights"));
        QCOMPARE(head.problemLines.split('\n'), tip);
        QVERIFY(view(1, 1)->accessibleDescription().startsWith(tip.first()));
        QHelpEvent rest(QEvent::ToolTip, QPoint(20, 5), view(1, 1)->mapToGlobal(QPoint(20, 5)));
        QApplication::sendEvent(view(1, 1), &rest);
        for (const QString& line : tip) QVERIFY(QToolTip::text().contains(line));
        QToolTip::hideText();
        change([](Tile&) {});
        QVERIFY(problems().isEmpty());
    }

    /// If the card has no space for the text, a sign is shown.
    void itIsInTheLineOfTheHead() {
        const MapHead head{"Head 2", "weights", "2 rows: sum 0", "2 rows: sum 0"};
        const auto inkIn = [&](double width) {
            QImage image(400, 24, QImage::Format_RGB32);
            image.fill(Qt::white);
            QPainter painter(&image);
            paintHead(painter, QRectF(0, 0, width, 24), head, false, lightTheme());
            painter.end();
            int right = 0, red = 0;
            for (int x = 0; x < image.width(); ++x)
                for (int y = 0; y < image.height(); ++y) {
                    const QColor colour = image.pixelColor(x, y);
                    if (colour != Qt::white) right = x;
                    red += colour.red() - colour.green() > 60;
                }
            return std::pair(right, red);
        };
        const auto [wide, redOfAll] = inkIn(400);
        for (double width = 390; width > 70; width -= 5) {
            const auto [right, red] = inkIn(width);
            QVERIFY2(right <= width + 1, qPrintable(QString::number(width)));
            QVERIFY(red > 0);
        }
        QVERIFY(inkIn(90).second < redOfAll / 2 && wide > 120);
    }

    void aProblemIsShownCalmly() {
        ViewState state = bench_->state();
        auto frame = std::make_shared<Frame>();
        frame->session = state.session;
        frame->problem = "The scores need 40 GB of memory.";
        state.responses[panel_.get()] = std::make_shared<Response>(Response{{}, frame, {}});
        bench_->calls().run([&] { panel_->present(state); });
        QVERIFY(label(QString::fromStdString(frame->problem))->isVisible());
        QVERIFY(!view(0, 0)->isVisible());
    }

private:
    /// Changes the tile of the second head's weights.
    template <class Change>
    void change(Change change) {
        ViewState state = bench_->state();
        auto response = std::make_shared<Response>(*state.responseTo(*panel_));
        for (auto& tile : response->tiles) {
            if (tile->demand.head != 1 || tile->demand.stage != Stage::Weights) continue;
            auto changed = std::make_shared<Tile>(*tile);
            change(*changed);
            tile = changed;
        }
        state.responses[panel_.get()] = response;
        bench_->calls().run([&] { panel_->present(state); });
    }
    QStringList problems() const {
        QStringList found;
        for (const auto* map : panel_->findChildren<HeatmapView*>())
            if (const QString& problem = map->content().head.problem; map->isVisible() && !problem.isEmpty())
                found << problem;
        return found;
    }
};

QTEST_MAIN(MapProblemsTest)
#include "tst_mapProblems.moc"
