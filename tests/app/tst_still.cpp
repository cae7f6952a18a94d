// The layout depends on the window, the size of text, the heads and the stages, but never on the sentence.
#include "app/windowBench.h"
#include "panels/maps/HeatmapsPanel.h"
#include "plot/ColorScale.h"
#include "plot/HeatmapView.h"
#include "session/edits.h"
#include "style/textSize.h"
#include "support/headTabs.h"
#include "support/paints.h"

#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTableView>

#include <map>

using namespace headlight;
using namespace headlight::testing;

namespace {

using Places = std::map<QString, QRect>;

template <class... Kinds>
bool isOneOf(const QWidget* widget) {
    return (qobject_cast<const Kinds*>(widget) || ...);
}

/// Returns the places of all visible panels, controls and maps, except the sentence's field, which opens over others.
Places placesIn(MainWindow& window) {
    Places places;
    for (QWidget* widget : window.findChildren<QWidget*>()) {
        if (!widget->isVisible() || widget->objectName().startsWith("qt_")) continue;
        if (!isOneOf<Panel, QAbstractButton, QAbstractSpinBox, QComboBox, QLineEdit, QAbstractItemView, QTabBar,
                     HeatmapView, ColorScale>(widget))
            continue;
        if (qobject_cast<QAbstractItemView*>(widget->parentWidget())) continue; // parts of a table
        QString name = QLatin1String(widget->metaObject()->className()) + ' ' + widget->accessibleName();
        while (places.contains(name)) name += '\'';
        places[name] = QRect(widget->mapTo(&window, QPoint(0, 0)), widget->size());
        if (const auto* table = qobject_cast<QTableView*>(widget))
            for (int column = 0; column < table->model()->columnCount(); ++column)
                places[name + QString(", column %1").arg(column)] = {table->columnViewportPosition(column), 0,
                                                                     table->columnWidth(column), 1};
        if (const auto* map = qobject_cast<HeatmapView*>(widget))
            places[name + ", the space of its cells"] = map->rect().marginsRemoved(map->content().margins);
    }
    return places;
}

QString words(const QRect& r) { return QString("%1 %2, %3 x %4").arg(r.x()).arg(r.y()).arg(r.width()).arg(r.height()); }

/// Lists the widgets that moved, or that exist in only one of both.
QString difference(const Places& before, const Places& now) {
    QStringList lines;
    for (const auto& [name, place] : before) {
        const auto found = now.find(name);
        if (found == now.end())
            lines << name + " is gone";
        else if (found->second != place)
            lines << QString("%1: %2, was %3").arg(name, words(found->second), words(place));
    }
    for (const auto& [name, place] : now)
        if (!before.contains(name)) lines << name + " is new";
    return lines.join('\n');
}

} // namespace

class StillTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { bench_.start(); }
    void cleanupTestCase() {
        applyTextSize(*qApp, *bench_.state().theme, 1);
        bench_.end();
    }

    /// Thirty words are typed one by one, and deleted again.
    void typingMovesNothing_data() {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<int>("heads");
        QTest::addColumn<bool>("manyStages");
        QTest::addColumn<double>("text");
        // Covers every pair of two values; HEADLIGHT_ALL covers all combinations.
        const bool all = qEnvironmentVariableIsSet("HEADLIGHT_ALL");
        int row = 0;
        for (const QSize& size : {QSize(1024, 700), QSize(1272, 760), QSize(1366, 768), QSize(1920, 1080)})
            for (const int heads : {1, 3, 6, 12}) {
                ++row;
                for (const bool manyStages : {false, true})
                    for (const double text : {1.0, 1.5}) {
                        const int place = (manyStages ? 2 : 0) + (text > 1 ? 1 : 0);
                        if (all || (row + size.width() / 7) % 4 == place)
                            QTest::addRow("%dx%d, %d heads, %s stages, %d %%", size.width(), size.height(), heads,
                                          manyStages ? "five" : "two", int(100 * text))
                                << size << heads << manyStages << text;
                    }
            }
    }
    void typingMovesNothing() {
        QFETCH(QSize, size);
        QFETCH(int, heads);
        QFETCH(bool, manyStages);
        QFETCH(double, text);
        applyTextSize(*qApp, *bench_.state().theme, text);
        window().resize(size);
        make(heads, manyStages);
        const Places before = placesIn(window());
        QVERIFY(before.size() > 40);
        auto* field = control<QPlainTextEdit>(window(), "Sentence");
        field->setFocus();
        field->moveCursor(QTextCursor::End);
        for (int word = 0; word < 30; ++word) {
            const int length = 1 + word * 7 % 13;
            QTest::keyClicks(field, " " + QString(length, QChar(u'a' + word % 26)));
            if (word % 5 == 4) settle();
            QCoreApplication::processEvents();
            QVERIFY2(placesIn(window()) == before,
                     qPrintable(QString("%1 words:\n%2").arg(word + 2).arg(difference(before, placesIn(window())))));
        }
        for (int word = 30; word > 0; --word) {
            QTest::keyClick(field, Qt::Key_Backspace, Qt::ControlModifier);
            QTest::keyClick(field, Qt::Key_Backspace);
            if (word % 10 == 0) settle();
            QCoreApplication::processEvents();
            QVERIFY2(placesIn(window()) == before,
                     qPrintable(QString("%1 words:\n%2").arg(word).arg(difference(before, placesIn(window())))));
        }
    }

    /// The maps begin near the top, since they are the main content.
    void theMapsBeginHigh() {
        applyTextSize(*qApp, *bench_.state().theme, 1);
        window().resize(1280, 800);
        make(3, false);
        const auto* map = control<HeatmapView>(window(), "Scores, head 1");
        const int top = map->mapTo(&window(), QPoint(0, 0)).y();
        QVERIFY2(top <= 205, qPrintable(QString("at %1 px").arg(top)));
    }

    /// Without a sentence there are no maps. Everything else stays at its place, from the first moment on.
    void aNewSessionComesToRest_data() {
        QTest::addColumn<int>("height");
        for (const int height : {680, 728, 760, 768, 800, 1000}) QTest::addRow("%d px", height) << height;
    }
    void aNewSessionComesToRest() {
        QFETCH(int, height);
        applyTextSize(*qApp, *bench_.state().theme, 1);
        window().resize(1272, height);
        make(3, false);
        menuAction(window(), "New")->trigger();
        QVERIFY(atRest(window()));
        const PaintCount paints(&window(), PaintCount::Of::Window);
        for (int turn = 0; turn < 60; ++turn) QCoreApplication::processEvents();
        QCOMPARE(paints.count + paints.others, 0);
    }

    void theSizesStayWhereTheyAre() {
        make(1, false);
        const auto* sizes = control<QAbstractButton>(window(), "Sizes");
        const QRect place = sizes->geometry();
        for (int heads = 2; heads <= 13; ++heads) {
            make(heads, false);
            QCOMPARE(sizes->geometry(), place);
        }
    }

private:
    MainWindow& window() { return *bench_.window_; }

    void make(int heads, bool manyStages) {
        QVERIFY(window().workbench().apply("heads and words", [&](const Session& from, const Watch&) {
            Result<Session> made = withSentence(from, "first");
            while (made && sizesOf(*made, 0).heads < heads) made = withHeadAdded(*made, 0);
            while (made && sizesOf(*made, 0).heads > heads) made = withHeadRemoved(*made, 0, 0);
            return made;
        }));
        MapOptions options;
        if (manyStages) options.stages = {Stage::X, Stage::Q, Stage::Scores, Stage::Weights, Stage::Context};
        window().workbench().look([options](MapOptions& maps) { maps = options; });
        settle();
        QVERIFY(atRest(window()));
    }
    void settle() { QTRY_VERIFY(settled(window())); }

    WindowBench bench_;
};

QTEST_MAIN(StillTest)
#include "tst_still.moc"
