// What is wrong with the numbers stands beside the maps.
#include "engine/Engine.h"
#include "ui/panels/maps/mapsBench.h"
#include "words/rowWords.h"

#include <QTemporaryDir>

using namespace headlight;
using namespace headlight::testing;

class MapProblemsTest : public QObject, MapsBench {
    Q_OBJECT

private slots:
    void init() { begin(); }
    void cleanup() { end(); }

    /// At the maps of the first window, too, both tokens are named; right-to-left ones change no order.
    void theFirstNaNIsNamed_data() {
        QTest::addColumn<QString>("sentence");
        QTest::addColumn<int>("width");
        QTest::addColumn<QString>("text");
        QTest::newRow("wide") << kSentence << 900 << QStringLiteral(u"NaN at \u2068My\u2069 \u2192 \u2068feet\u2069");
        QTest::newRow("first window") << kSentence << 736
                                      << QStringLiteral(u"NaN at \u2068My\u2069 \u2192 \u2068feet\u2069");
        QTest::newRow("long words") << QStringLiteral("embeddings a b c d positions f g") << 736
                                    << QStringLiteral(u"NaN: \u2068embe\u2026\u2069 \u2192 \u2068posi\u2026\u2069");
        QTest::newRow("right to left")
            << QStringLiteral(u"\u05e9\u05dc\u05d5\u05dd a b c d \u05e2\u05d5\u05dc f g") << 900
            << QStringLiteral(u"NaN at \u2068\u05e9\u05dc\u05d5\u05dd\u2069 \u2192 \u2068\u05e2\u05d5\u05dc\u2069");
    }
    void theFirstNaNIsNamed() {
        QFETCH(QString, sentence);
        QFETCH(int, width);
        QFETCH(QString, text);
        panel_->resize(width, 640);
        edit(withSentence(session(), sentence.toStdString()));
        QTRY_VERIFY(settled());
        ViewState state = bench_->state();
        auto reply = std::make_shared<Reply>(*state.replyTo(*panel_));
        for (auto& tile : reply->tiles) {
            if (tile->demand.head != 1 || tile->demand.stage != Stage::Weights) continue;
            auto broken = std::make_shared<Tile>(*tile);
            broken->firstNonFinite = Tile::Place{0, 5};
            tile = broken;
        }
        state.replies[panel_.get()] = reply;
        bench_->turns().take([&] { panel_->present(state); });
        QStringList seen;
        for (auto* found : panel_->findChildren<QLabel*>()) {
            if (!found->text().startsWith(QLatin1String("NaN"))) continue;
            seen << found->text();
            QVERIFY(found->fontMetrics().horizontalAdvance(found->text()) <= found->width());
        }
        QCOMPARE(seen, QStringList(text));
        QVERIFY(!view(1, 1)->explain({0, 5}).isRightToLeft());
    }

    /// Beside the maps, too, where rows are too low for words.
    void aRowWithoutWeightsIsNamed_data() {
        QTest::addColumn<RowKind>("kind");
        QTest::addColumn<QString>("text");
        QTest::newRow("sum") << RowKind::SumZero << QStringLiteral(u"\u2068are\u2069: sum 0");
        QTest::newRow("lost") << RowKind::Lost << QStringLiteral(u"\u2068are\u2069: no weights remain");
        QTest::newRow("masked") << RowKind::Masked << QString();
    }
    void aRowWithoutWeightsIsNamed() {
        QFETCH(RowKind, kind);
        QFETCH(QString, text);
        ViewState state = bench_->state();
        auto reply = std::make_shared<Reply>(*state.replyTo(*panel_));
        for (auto& tile : reply->tiles) {
            if (tile->demand.head != 1 || tile->demand.stage != Stage::Weights) continue;
            auto broken = std::make_shared<Tile>(*tile);
            broken->oddRows = {{2, kind}};
            if (isNaN(kind)) broken->firstNonFinite = Tile::Place{2, 0};
            tile = broken;
        }
        state.replies[panel_.get()] = reply;
        bench_->turns().take([&] { panel_->present(state); });
        QStringList seen;
        for (auto* found : panel_->findChildren<QLabel*>())
            if (found->text().contains(QStringLiteral(u"\u2068are\u2069:"))) seen << found->text();
        QCOMPARE(seen, text.isEmpty() ? QStringList() : QStringList(text));
        QVERIFY(view(1, 1)->explain({2, 0}).contains(rowSentence(kind)));
    }

    /// At the map that it is of, whose stage is still named; of more rows how many, and in the tip which.
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
        QTest::newRow("of two kinds") << Odd{{0, RowKind::ScoreNotFinite}, {1, RowKind::Lost}, {6, RowKind::SumZero}}
                                      << QStringLiteral("2 rows without weights")
                                      << QStringList{QStringLiteral(u"2 \u2068shoes\u2069: no weights remain"),
                                                     QStringLiteral(u"7 \u2068are\u2069: sum 0")};
    }
    void rowsAreCountedAtTheirMap() {
        using Odd = std::vector<Tile::OddRow>;
        QFETCH(Odd, odd);
        QFETCH(QString, text);
        QFETCH(QStringList, tip);
        breakRows(odd);
        const QLabel* said = label(text);
        QVERIFY(said && said->isVisible());
        QVERIFY(view(1, 1)->geometry().contains(said->geometry()));
        QVERIFY(said->y() < view(1, 1)->y() + view(1, 1)->content().headLine);
        QCOMPARE(view(1, 1)->content().caption.text, QString("WEIGHTS"));
        QVERIFY(label(QStringLiteral("SCORES"))->isVisible());
        QCOMPARE(said->toolTip().split('\n'), tip);
        breakRows({});
        QVERIFY(!said->isVisible());
    }

    /// Whole letters, the token first, dots, and the whole in the tip; at a head's title, too.
    void whatDoesNotFitEndsInDots_data() {
        QTest::addColumn<bool>("atTitle");
        QTest::newRow("below the scores") << false;
        QTest::newRow("at the title") << true;
    }
    void whatDoesNotFitEndsInDots() {
        QFETCH(bool, atTitle);
        MapOptions options;
        if (atTitle) options.stages = {Stage::Weights};
        bench_->setMapOptions(options);
        if (!atTitle) edit(withSentence(session(), "My shoes")); // whose cards may be narrow
        for (int i = 0; i < (atTitle ? 3 : 30); ++i) edit(withHeadAdded(session(), 0));
        int cuts = 0;
        for (const int width : {900, 700, 560, 460}) {
            panel_->resize(width, atTitle ? 240 : 640);
            QTRY_VERIFY(settled());
            breakRows({{1, RowKind::Lost}});
            const QLabel* said = problem();
            QVERIFY(said);
            QVERIFY(said->fontMetrics().horizontalAdvance(said->text()) <= said->width());
            const QString plain = said->text().remove(QChar(0x2068)).remove(QChar(0x2069));
            const bool isWhole = plain.endsWith(QLatin1String(": no weights remain"));
            const QString cut = plain.chopped(1);
            QVERIFY2(isWhole || (plain.endsWith(QChar(0x2026)) && !cut.isEmpty() &&
                                 QStringLiteral("shoes: no weights remain").startsWith(cut)),
                     qPrintable(plain));
            QVERIFY(said->toolTip().contains(QLatin1String("no weights remain")));
            cuts += !isWhole;
        }
        QVERIFY(cuts > 0);
    }

    void aProblemIsShownCalmly() {
        ViewState state = bench_->state();
        auto frame = std::make_shared<Frame>();
        frame->session = state.session;
        frame->problem = "The scores need 40 GB of memory.";
        state.replies[panel_.get()] = std::make_shared<Reply>(Reply{frame, {}, {}, {}});
        bench_->turns().take([&] { panel_->present(state); });
        QVERIFY(label(QString::fromStdString(frame->problem))->isVisible());
        QVERIFY(!view(0, 0)->isVisible());
    }

private:
    /// Of the second head's weights.
    void breakRows(const std::vector<Tile::OddRow>& odd) {
        ViewState state = bench_->state();
        auto reply = std::make_shared<Reply>(*state.replyTo(*panel_));
        for (auto& tile : reply->tiles) {
            if (tile->demand.head != 1 || tile->demand.stage != Stage::Weights) continue;
            auto broken = std::make_shared<Tile>(*tile);
            broken->oddRows = odd;
            tile = broken;
        }
        state.replies[panel_.get()] = reply;
        bench_->turns().take([&] { panel_->present(state); });
    }
    const QLabel* problem() const {
        for (const auto* found : panel_->findChildren<QLabel*>())
            if (found->property("role") == QLatin1String("problem") && found->isVisible()) return found;
        return nullptr;
    }
};

QTEST_MAIN(MapProblemsTest)
#include "tst_mapProblems.moc"
