// The rows of the window fit in any window. Bars lie over its foot and move nothing.
#include "MainArea.h"
#include "app/windowBench.h"
#include "panels/MessagePanel.h"
#include "panels/StatusPanel.h"
#include "panels/find/FindPanel.h"
#include "panels/maps/HeatmapsGrid.h"
#include "panels/maps/HeatmapsPanel.h"
#include "plot/HeatmapView.h"
#include "support/sight.h"

#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QSplitter>
#include <QVBoxLayout>

using namespace headlight;

namespace {

QRect placeOf(const QWidget& widget) { return {widget.mapTo(widget.window(), QPoint()), widget.size()}; }

QWidget* block(QWidget* parent, int minHeight) {
    auto* widget = new QWidget(parent);
    widget->setMinimumSize(50, minHeight);
    return widget;
}

} // namespace

class MainAreaTest : public QObject, private testing::WindowBench {
    Q_OBJECT

private slots:
    void init() { prepare(); }
    void cleanup() {
        end();
        store().clear();
    }

    void rowsHaveTheirSpaceOrScroll_data() {
        QTest::addColumn<int>("height");
        QTest::addColumn<int>("sheet");
        QTest::newRow("space for more") << 700 << 680;
        QTest::newRow("just enough") << 320 << 300;
        QTest::newRow("too low") << 319 << 300;
        QTest::newRow("much too low") << 150 << 300;
    }
    void rowsHaveTheirSpaceOrScroll() {
        QFETCH(int, height);
        MainArea area;
        area.addRow(block(area.sheet(), 100));
        area.addRow(block(area.sheet(), 200), 1);
        auto* foot = new QLabel("foot", &area);
        foot->setFixedHeight(20);
        area.setFoot(foot, [] { return 0; });
        area.resize(400, height);
        area.show();
        QVERIFY(QTest::qWaitForWindowExposed(&area));
        QTEST(area.sheet()->height(), "sheet");
        QCOMPARE(foot->geometry().bottom(), height - 1);
        const auto* scroll = area.findChild<QScrollArea*>();
        QCOMPARE(scroll->verticalScrollBar()->maximum(), std::max(0, 300 - (height - 20)));
        QCOMPARE(scroll->horizontalScrollBar()->maximum(), 0);
        QVERIFY(area.minimumSizeHint().width() >= 50);
    }

    void someMapIsInSight_data() {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<int>("percent");
        QTest::addColumn<int>("example");
        for (const int percent : {100, 150, 200})
            for (const QSize size : {QSize(300, 200), QSize(931, 796), QSize(1024, 700), QSize(1280, 800)})
                for (const int example : {0, static_cast<int>(examples().size()) - 1})
                    QTest::addRow("%d x %d, %d %%, example %d", size.width(), size.height(), percent, example)
                        << size << percent << example;
    }
    /// A map is visible even with a message and the find bar, which lie over the foot.
    void someMapIsInSight() {
        QFETCH(QSize, size);
        QFETCH(int, percent);
        QFETCH(int, example);
        store().setValue("window/text", percent);
        window_ = testing::openedWindow(size);
        window_->files().openExample(examples()[static_cast<std::size_t>(example)]);
        window_->findChild<FindPanel*>()->openGoTo();
        window_->workbench().messages().report(
            "\"abc\" is not a number. Type one such as -0.5, 1e-3 or 1/3. The old value stays.");
        auto* panel = window_->findChild<HeatmapsPanel*>();
        auto* rows = window_->findChild<QScrollArea*>("Rows");
        rows->ensureWidgetVisible(panel, 0, panel->height());
        const auto tallestSeen = [&] {
            int tallest = 0;
            for (const HeatmapView* map : panel->findChildren<HeatmapView*>())
                tallest = std::max(tallest, map->isVisible() ? testing::inSight(*map).height() : 0);
            return tallest;
        };
        QTRY_VERIFY(tallestSeen() >= 40);
    }

    void barsMoveNothing_data() {
        QTest::addColumn<QSize>("size");
        for (const QSize size : {QSize(1024, 700), QSize(1280, 800), QSize(1920, 1080)})
            QTest::addRow("%d x %d", size.width(), size.height()) << size;
    }
    void barsMoveNothing() {
        QFETCH(QSize, size);
        window_ = testing::openedWindow(size);
        const auto* panels = window_->findChild<QSplitter*>();
        const QRect before = placeOf(*panels);
        auto* find = window_->findChild<FindPanel*>();
        auto* message = window_->findChild<MessagePanel*>();
        const auto* foot = window_->findChild<StatusPanel*>();
        const auto isOver = [&](const QWidget& bar, int bottom) {
            return bar.isVisible() && placeOf(bar).bottom() == bottom && placeOf(bar).left() == placeOf(*foot).left();
        };
        find->openFind();
        const int bottom = placeOf(*foot).bottom();
        QTRY_VERIFY(isOver(*find, bottom));
        const auto coversMaps = [&](const QWidget& bar) {
            return std::ranges::any_of(window_->findChildren<HeatmapView*>(), [&](const HeatmapView* map) {
                const QRect cells = map->area().rect.toRect().translated(placeOf(*map).topLeft());
                return map->isVisible() && cells.intersects(placeOf(bar));
            });
        };
        QVERIFY(!coversMaps(*find));
        window_->workbench().messages().report("\"abc\" is not a number.");
        QTRY_VERIFY(isOver(*message, placeOf(*find).top() - 1));
        find->hide();
        QTRY_VERIFY(isOver(*message, bottom));
        QCOMPARE(message->width(), foot->width());
        QVERIFY(!coversMaps(*message));
        QCOMPARE(placeOf(*panels), before);
    }

    /// Both buttons of the tool row are there in every window, and none is behind the extension button.
    void theToolRowIsInSight_data() {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<int>("percent");
        for (const QSize& size : {QSize(800, 600), QSize(1280, 800), QSize(1366, 768), QSize(1920, 1080)})
            QTest::addRow("%d", size.width()) << size << 100;
        QTest::newRow("large text in a small window") << QSize(1024, 700) << 200;
    }
    void theToolRowIsInSight() {
        QFETCH(QSize, size);
        QFETCH(int, percent);
        store().setValue("window/text", percent);
        window_ = testing::openedWindow(size);
        auto* panel = window_->findChild<HeatmapsPanel*>();
        for (const char* name : {"Show", "Display"}) {
            const auto* button = testing::control<QAbstractButton>(*panel, name);
            QTRY_VERIFY(button->isVisible() && button->width() >= button->minimumSizeHint().width());
            QVERIFY(panel->rect().contains(QRect(button->mapTo(panel, QPoint()), button->size())));
        }
    }

    void theNewsStayInSightBesideFind() {
        window_ = testing::openedWindow();
        auto* find = window_->findChild<FindPanel*>();
        find->openFind();
        window_->workbench().messages().tell("Copied 3 x 4 numbers");
        const auto* news = testing::control<QLabel>(*window_, "Notice");
        QTRY_VERIFY(!news->text().isEmpty() && placeOf(*find).right() < placeOf(*news).left());
        QVERIFY(find->width() >= find->sizeHint().width());
    }

private:
    QSettings store() const { return {QSettings::IniFormat, QSettings::UserScope, "headlight", "headlight"}; }
};

QTEST_MAIN(MainAreaTest)
#include "tst_mainArea.moc"
