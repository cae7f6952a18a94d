// Larger text takes no number out of the cells: those that stand at the usual size of text stand at 125 %, at 150 % and
// for a projector, too, and are larger where their cells have room.
#include "app/windowBench.h"
#include "panels/maps/HeatmapsGrid.h"
#include "panels/maps/HeatmapsPanel.h"
#include "plot/CellFormat.h"
#include "plot/HeatmapView.h"
#include "session/edits.h"
#include "style/textSize.h"

using namespace headlight;
using namespace headlight::test;

class NumbersWithLargeTextTest : public QObject {
    Q_OBJECT

private slots:
    void init() { bench_.start(); }
    void cleanup() { bench_.end(); }

    void numbersStay_data() {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<int>("heads");
        QTest::addColumn<int>("tokens");
        QTest::addColumn<QString>("texts"); ///< where all maps have room for cells with numbers of 8 pt
        const auto row = [](const QSize& size, int heads, int tokens, const char* texts = "125 150 F5") {
            QTest::addRow("%dx%d, %d heads, %d tokens", size.width(), size.height(), heads, tokens)
                << size << heads << tokens << QString(texts);
        };
        row({1024, 700}, 1, 6);
        row({1024, 700}, 1, 12, "125 F5");
        row({1024, 700}, 3, 6, "125 F5");
        row({1024, 700}, 4, 4);
        row({1024, 700}, 4, 6);
        row({1024, 700}, 12, 6);
        row({1280, 800}, 1, 12);
        row({1280, 800}, 2, 12);
        row({1280, 800}, 3, 8);
        row({1280, 800}, 3, 12, "F5");
        row({1280, 800}, 4, 6);
        row({1280, 800}, 4, 8, "F5");
        row({1280, 800}, 6, 6);
        row({1280, 800}, 8, 4);
        row({1280, 800}, 12, 4);
        row({1366, 768}, 3, 8);
        row({1366, 768}, 3, 12, "F5");
        row({1366, 768}, 4, 8, "125 F5");
        row({1366, 768}, 6, 6);
        row({1920, 1080}, 3, 12);
        row({1920, 1080}, 12, 6);
    }
    void numbersStay() {
        QFETCH(QSize, size);
        QFETCH(int, heads);
        QFETCH(int, tokens);
        QFETCH(QString, texts);
        show(size, heads, tokens);
        if (!haveNumbers()) QFAIL(qPrintable("100: " + without()));
        for (const QString& text : texts.split(' ')) {
            setText(text, size);
            if (!haveNumbers()) QFAIL(qPrintable(text + ": " + without()));
            QVERIFY2(leastPoints() >= 8 - 1e-6, qPrintable(QString("%1: %2 pt").arg(text).arg(leastPoints())));
        }
    }

    void numbersGrowWhereTheyHaveRoom() {
        show({1920, 1080}, 2, 12);
        QVERIFY(haveNumbers());
        const double usual = leastPoints();
        for (const QString text : {"125", "150", "F5"}) {
            setText(text, {1920, 1080});
            QVERIFY(haveNumbers());
            QVERIFY2(leastPoints() > 1.05 * usual, qPrintable(QString("%1: %2 pt").arg(text).arg(leastPoints())));
        }
    }

private:
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
        QTRY_COMPARE(grid().view(0, 0)->content().rows(), tokens);
    }

    /// "125", "150": by the keys; "F5": presented in a window of that size, for the screen here has another.
    void setText(const QString& text, const QSize& size) {
        QTest::keyClick(&window(), Qt::Key_0, Qt::ControlModifier);
        if (text == "F5") {
            QTest::keyClick(&window(), Qt::Key_F5);
            window().setWindowState(Qt::WindowNoState);
            window().resize(size);
        }
        for (const int percent = text.toInt(); std::lround(textSize() * 100) < percent;)
            QTest::keyClick(&window(), Qt::Key_Plus, Qt::ControlModifier);
        QVERIFY(textSize() > 1.2);
    }

    const HeatmapsGrid& grid() { return window().findChild<HeatmapsPanel*>()->grid(); }

    std::vector<const HeatmapView*> mapsInSight() {
        std::vector<const HeatmapView*> maps;
        for (const HeatmapView* map : window().findChildren<HeatmapView*>())
            if (map->isVisible() && grid().rect().intersects(QRect(map->mapTo(&grid(), QPoint()), map->size())))
                maps.push_back(map);
        return maps;
    }

    QString without() {
        QStringList names;
        for (const HeatmapView* map : mapsInSight())
            if (!map->showsNumbers())
                names << QString("%1: cells of %2 x %3")
                             .arg(map->accessibleName())
                             .arg(map->area().cellWidth())
                             .arg(map->area().cellHeight());
        return names.join('\n');
    }
    bool haveNumbers() {
        return QTest::qWaitFor([&] { return !mapsInSight().empty() && without().isEmpty(); }, 5000);
    }

    /// Of what is seen, whatever the size of text.
    double leastPoints() {
        double least = 100;
        for (const HeatmapView* map : mapsInSight()) {
            const QSizeF cell(map->area().cellWidth(), map->area().cellHeight());
            least = std::min(least, cellFormat(map->content().tile->range, cell, map).pointSize * textSize());
        }
        return least;
    }

    WindowBench bench_;
};

QTEST_MAIN(NumbersWithLargeTextTest)
#include "tst_numbersWithLargeText.moc"
