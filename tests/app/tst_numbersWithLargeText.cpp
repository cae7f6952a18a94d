// Larger text never makes digits smaller: at 125 %, at 150 % and in a presentation they are at least as large as at 100
// %, and larger if their cells are large enough.
#include "app/windowBench.h"
#include "panels/maps/HeatmapsGrid.h"
#include "panels/maps/HeatmapsPanel.h"
#include "plot/HeatmapView.h"
#include "session/edits.h"
#include "style/textSize.h"

#include <array>
#include <map>
#include <utility>

using namespace headlight;
using namespace headlight::testing;

class NumbersWithLargeTextTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { bench_.start(); }
    void cleanupTestCase() { bench_.end(); }

    /// All rows share one window. They are sorted by text size, since changing it costs as much as twenty layouts.
    void numbersStay_data() {
        struct Row {
            QSize size;
            int heads, tokens;
            QString texts{"125 150 F5"}; ///< the sizes of text at which all maps have space for digits of 8 pt
            bool canBeLarger = false;    ///< true if larger digits fit
        };
        const std::vector<Row> rows{{{1024, 700}, 1, 6},           {{1024, 700}, 1, 12, "125 F5"},
                                    {{1024, 700}, 3, 6, "125 F5"}, {{1024, 700}, 4, 4},
                                    {{1024, 700}, 4, 6},           {{1024, 700}, 12, 6},
                                    {{1280, 800}, 1, 12},          {{1280, 800}, 2, 12},
                                    {{1280, 800}, 3, 8},           {{1280, 800}, 3, 12, "F5"},
                                    {{1280, 800}, 4, 6},           {{1280, 800}, 4, 8, "F5"},
                                    {{1280, 800}, 6, 6},           {{1280, 800}, 8, 4},
                                    {{1280, 800}, 12, 4},          {{1366, 768}, 3, 8},
                                    {{1366, 768}, 3, 12, "F5"},    {{1366, 768}, 4, 8, "125 F5"},
                                    {{1366, 768}, 6, 6},           {{1920, 1080}, 2, 4, "125 150 F5", true},
                                    {{1920, 1080}, 3, 12},         {{1920, 1080}, 12, 6}};
        QTest::addColumn<QString>("text");
        QTest::addColumn<QSize>("size");
        QTest::addColumn<int>("heads");
        QTest::addColumn<int>("tokens");
        QTest::addColumn<bool>("canBeLarger");
        for (const QString text : {"100", "125", "150", "F5"})
            for (const Row& row : rows)
                if (text == "100" || row.texts.contains(text))
                    QTest::addRow("%s: %dx%d, %d heads, %d tokens", qPrintable(text), row.size.width(),
                                  row.size.height(), row.heads, row.tokens)
                        << text << row.size << row.heads << row.tokens << row.canBeLarger;
    }
    void numbersStay() {
        QFETCH(QString, text);
        QFETCH(QSize, size);
        QFETCH(int, heads);
        QFETCH(int, tokens);
        QFETCH(bool, canBeLarger);
        setText(text);
        show(size, heads, tokens);
        Look& usual = usual_[{size.width(), heads, tokens}];
        const bool isUsual = text == "100";
        const auto wrong = [&] {
            const Look now = look();
            if (isUsual) usual = now;
            const double points = isUsual ? 0 : (canBeLarger ? 1.05 : 1) * usual.points - 1e-6;
            QString all = canBeLarger ? now.without : QString();
            if (now.points > 0 && now.points < points)
                all += QString("%1 pt, %2 at the usual size").arg(now.points).arg(usual.points);
            if (now.maps == 0) all += "no map is in sight";
            return all;
        };
        if (!QTest::qWaitFor([&] { return wrong().isEmpty(); }, testing::patience())) QFAIL(qPrintable(wrong()));
    }

private:
    struct Look {
        int maps = 0;      ///< number of maps in sight
        QString without{}; ///< the maps in sight without numbers
        double points = 0; ///< size of the smallest digits, with the size of text
    };

    MainWindow& window() { return *bench_.window_; }

    void show(const QSize& size, int heads, int tokens) {
        const QStringList words = QString("My shoes are small, my feet are big. one two three four").split(' ');
        window().resize(size);
        QVERIFY(window().workbench().apply("heads and words", [&](const Session& from, const Watch&) {
            Result<Session> made = withSentence(from, words.mid(0, tokens).join(' ').toStdString());
            while (made && sizesOf(*made, 0).heads < heads) made = withHeadAdded(*made, 0);
            while (made && sizesOf(*made, 0).heads > heads) made = withHeadRemoved(*made, 0, 0);
            return made;
        }));
        QTRY_VERIFY(settled(window()) && window().size() == size);
        QCOMPARE(grid().view(0, 0)->content().rows(), tokens);
    }

    /// Sets 125 % or 150 % by keys. "F5" presents, but not on the full screen, whose size differs.
    void setText(const QString& text) {
        if (std::exchange(text_, text) == text) return;
        QTest::keyClick(&window(), Qt::Key_0, Qt::ControlModifier);
        if (text == "F5") {
            QTest::keyClick(&window(), Qt::Key_F5);
            window().setWindowState(Qt::WindowNoState);
        }
        for (const int percent = text.toInt(); std::lround(textSize() * 100) < percent;)
            QTest::keyClick(&window(), Qt::Key_Plus, Qt::ControlModifier);
        QCOMPARE(textSize() > 1.2, text != "100");
    }

    const HeatmapsGrid& grid() { return window().findChild<HeatmapsPanel*>()->grid(); }

    std::vector<const HeatmapView*> mapsInSight() {
        std::vector<const HeatmapView*> maps;
        for (const HeatmapView* map : window().findChildren<HeatmapView*>())
            if (map->isVisible() && grid().rect().intersects(QRect(map->mapTo(&grid(), QPoint()), map->size())))
                maps.push_back(map);
        return maps;
    }

    Look look() {
        Look found;
        for (const HeatmapView* map : mapsInSight()) {
            const QSizeF cell(map->area().cellWidth(), map->area().cellHeight());
            ++found.maps;
            if (map->content().hasNumbers()) {
                const double own = map->content().textSize; // of a presentation's maps
                const double points = map->content().format.points * (own > 0 ? own : textSize());
                found.points = found.points == 0 ? points : std::min(found.points, points);
            } else {
                found.without +=
                    QString("%1: cells of %2 x %3\n").arg(map->accessibleName()).arg(cell.width()).arg(cell.height());
            }
        }
        return found;
    }

    WindowBench bench_;
    QString text_ = "100";
    std::map<std::array<int, 3>, Look> usual_; ///< at 100 %, by the window's width, heads and tokens
};

QTEST_MAIN(NumbersWithLargeTextTest)
#include "tst_numbersWithLargeText.moc"
