// Ctrl + and Ctrl - change the size of all text in the real window at once. F5 presents, and leaves no trace.
#include "app/windowBench.h"
#include "export/render.h"
#include "panels/maps/HeatmapsPanel.h"
#include "style/textSize.h"
#include "support/paints.h"

#include <QAbstractTextDocumentLayout>
#include <QApplication>
#include <QPlainTextEdit>
#include <QSettings>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTextEdit>

#include <map>

using namespace headlight;
using testing::control;

namespace {

/// Returns the type, name, place and font of each visible widget, but not of the notice, which appears for a while.
QStringList look(const MainWindow& window) {
    QStringList all;
    for (const QWidget* widget : window.findChildren<QWidget*>()) {
        if (!widget->isVisible() || widget->visibleRegion().isEmpty() || widget->objectName().startsWith("qt_"))
            continue;
        if (widget->accessibleDescription() == "Notice") continue;
        const QRect at(widget->mapTo(&window, QPoint(0, 0)), widget->size());
        all << QString("%1 \"%2\" at %3 %4, %5 x %6, %7 pt")
                   .arg(QLatin1String(widget->metaObject()->className()), widget->accessibleName())
                   .arg(at.x())
                   .arg(at.y())
                   .arg(at.width())
                   .arg(at.height())
                   .arg(widget->font().pointSizeF());
    }
    all.sort();
    return all;
}

/// Returns the lines of `now` that `then` lacks.
QString difference(const QStringList& then, const QStringList& now) {
    QStringList more;
    for (const QString& line : now)
        if (!then.contains(line)) more << line;
    return more.join('\n');
}

/// True if 100 rounds of the event loop pass without a paint event.
bool comesToRest(QWidget& within) {
    const testing::PaintCount paints(&within, testing::PaintCount::Of::Window);
    int calm = 0;
    for (int round = 0; round < 3000 && calm < 100; ++round) {
        const int before = paints.count;
        QTest::qWait(0);
        calm = paints.count == before ? calm + 1 : 0;
    }
    return calm == 100;
}

} // namespace

class TextSizeTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        QVERIFY(folder_.isValid());
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, folder_.path());
    }

    void init() {
        QSettings store(QSettings::IniFormat, QSettings::UserScope, "headlight", "headlight");
        store.clear();
        window_ = testing::openedWindow();
        QTRY_VERIFY(control<QWidget>(*window_, "How the number came to be")->isVisible()); // it appears last
    }
    void cleanup() { window_.reset(); }

    /// The layout comes to rest at any size of window and text: showing a widget must not undo the reason to show it.
    void itComesToRest_data() {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<int>("steps");
        for (const QSize size : {QSize(1024, 700), QSize(1280, 800)})
            for (const int steps : {0, 3, 5})
                QTest::addRow("%d x %d, %d", size.width(), size.height(), steps) << size << steps;
    }
    void itComesToRest() {
        QFETCH(QSize, size);
        QFETCH(int, steps);
        window_ = testing::openedWindow(size);
        for (int i = 0; i < steps; ++i) press(Qt::Key_Plus);
        QVERIFY(comesToRest(*window_->findChild<HeatmapsPanel*>()));
    }

    void theKeysGoThroughTheSizes() {
        const auto percent = [] { return static_cast<int>(std::lround(textSize() * 100)); };
        for (const int wanted : {110, 125, 150, 175, 200, 200}) {
            press(Qt::Key_Plus);
            QCOMPARE(percent(), wanted);
        }
        for (const int wanted : {175, 150}) {
            press(Qt::Key_Minus);
            QCOMPARE(percent(), wanted);
        }
        press(Qt::Key_0);
        QCOMPARE(percent(), 100);
        for (const int wanted : {90, 80, 80}) {
            press(Qt::Key_Minus);
            QCOMPARE(percent(), wanted);
        }
        press(Qt::Key_Equal);
        QCOMPARE(percent(), 90);
    }

    void whatHoldsTextGrowsWithIt() {
        auto* sentence = control<QPlainTextEdit>(*window_, "Sentence");
        auto* table = control<QTableView>(*window_, "W_q");
        QWidget* chips = control<QWidget>(*window_, "Tokens");
        const int line = sentence->height(), row = table->rowHeight(0), chip = chips->height();
        for (int i = 0; i < 5; ++i) press(Qt::Key_Plus);
        const auto isDouble = [](int now, int then) { return now > 1.7 * then && now < 2.3 * then; };
        QVERIFY2(isDouble(sentence->height(), line), qPrintable(QString::number(sentence->height())));
        QVERIFY2(isDouble(table->rowHeight(0), row), qPrintable(QString::number(table->rowHeight(0))));
        QVERIFY2(isDouble(chips->height(), chip), qPrintable(QString::number(chips->height())));
    }

    /// No widget keeps old measures: the window looks like one that was opened with this size of text.
    void aWindowThatGrewIsAsOneThatBeganSo_data() {
        QTest::addColumn<int>("steps");
        for (const int steps : {-2, 2, 3, 5}) QTest::addRow("%d steps", steps) << steps;
    }
    void aWindowThatGrewIsAsOneThatBeganSo() {
        QFETCH(int, steps);
        for (int i = 0; i < std::abs(steps); ++i) press(steps > 0 ? Qt::Key_Plus : Qt::Key_Minus);
        QCoreApplication::sendPostedEvents();
        window_->workbench().messages().tell({}); // the notice takes space
        const auto fresh = testing::openedWindow();
        fresh->resize(window_->size());
        const auto differs = [&] {
            return difference(look(*fresh), look(*window_)) + difference(look(*window_), look(*fresh));
        };
        if (!QTest::qWaitFor([&] { return differs().isEmpty(); }, testing::patience())) QFAIL(qPrintable(differs()));
    }

    /// Qt alone would polish each widget once more for each of its parents.
    void aStepPolishesNoWidgetOften() {
        struct Polishes : QObject {
            std::map<QObject*, int> of;
            bool eventFilter(QObject* watched, QEvent* event) override {
                if (event->type() == QEvent::StyleChange && watched->isWidgetType()) ++of[watched];
                return false;
            }
        } polishes;
        qApp->installEventFilter(&polishes);
        press(Qt::Key_Plus);
        QVERIFY(polishes.of.size() > 100);
        for (const auto& [widget, count] : polishes.of)
            QVERIFY2(count == 1, qPrintable(QString("%1: %2").arg(widget->metaObject()->className()).arg(count)));
    }

    /// The page of the inspector is laid out for its width and with its text, and is never seen in the old size.
    void aStepWritesThePageBeforeItIsPainted() {
        auto* page = control<QTextEdit>(*window_, "How the number came to be");
        QVERIFY(comesToRest(*window_));
        const QString before = page->toHtml();
        struct Paints : QObject {
            QTextEdit* page = nullptr;
            QStringList pages;
            bool eventFilter(QObject*, QEvent* event) override {
                if (event->type() == QEvent::Paint) pages << page->toHtml();
                return false;
            }
        } paints;
        paints.page = page;
        page->viewport()->installEventFilter(&paints);
        int layouts = 0;
        const QTextDocument& document = *page->document();
        connect(document.documentLayout(), &QAbstractTextDocumentLayout::documentSizeChanged, &paints,
                [&] { layouts += document.characterCount() > 1; });
        press(Qt::Key_Plus);
        QTRY_VERIFY(!paints.pages.isEmpty());
        QVERIFY(comesToRest(*window_));
        QVERIFY(page->toHtml() != before);
        QVERIFY(paints.pages.count(page->toHtml()) == paints.pages.size());
        QVERIFY2(layouts <= 2, qPrintable(QString::number(layouts)));
    }

    void andBackItIsAsBefore() {
        window_->setFocus(); // a blinking cursor would paint
        QVERIFY(comesToRest(*window_));
        const QStringList before = look(*window_);
        press(Qt::Key_Plus);
        press(Qt::Key_Plus);
        QVERIFY(!difference(before, look(*window_)).isEmpty());
        press(Qt::Key_0);
        QTRY_COMPARE(difference(before, look(*window_)), QString());
    }

    void aPictureIsOfItsOwnSize() {
        const ViewState& state = window_->workbench().state();
        const ExportSpec spec = screenSpec(state);
        const QImage before = *renderImage(state.session, state.view, spec);
        for (int i = 0; i < 4; ++i) press(Qt::Key_Plus);
        QCOMPARE(*renderImage(state.session, state.view, spec), before);
    }

    void thePresentationLeavesNoTrace_data() {
        QTest::addColumn<Qt::Key>("key");
        QTest::addColumn<bool>("hidesInspector");
        QTest::newRow("F5") << Qt::Key_F5 << false;
        QTest::newRow("Esc") << Qt::Key_Escape << false;
        QTest::newRow("a panel was hidden") << Qt::Key_Escape << true;
    }
    void thePresentationLeavesNoTrace() {
        QFETCH(Qt::Key, key);
        QFETCH(bool, hidesInspector);
        if (hidesInspector) action("Inspector")->trigger();
        window_->setFocus(); // a blinking cursor would paint
        QVERIFY(comesToRest(*window_));
        const QStringList before = look(*window_);
        const double size = textSize();
        QTest::keyClick(window_.get(), Qt::Key_F5);
        QVERIFY(window_->isFullScreen());
        QVERIFY(textSize() > 1.2 * size);
        QVERIFY(!control<QTableView>(*window_, "W_q")->isVisible());
        QVERIFY(!control<QPlainTextEdit>(*window_, "Sentence")->isVisible());
        action("Parameters")->trigger(); // a panel can be shown for a moment
        QVERIFY(control<QTableView>(*window_, "W_q")->isVisible());
        press(Qt::Key_Plus);
        QVERIFY(textSize() > 1.4 * size);
        QTest::keyClick(window_.get(), key);
        QVERIFY(!window_->isFullScreen());
        QTRY_COMPARE(difference(before, look(*window_)), QString());
        QTRY_COMPARE(difference(look(*window_), before), QString());
    }

    /// After a presentation the panels have the widths that they had before.
    void thePresentationIsNeverSmallerThanThePersonsText_data() {
        QTest::addColumn<int>("steps");
        for (const int steps : {3, 6}) QTest::addRow("%d steps", steps) << steps;
    }
    void thePresentationIsNeverSmallerThanThePersonsText() {
        QFETCH(int, steps);
        window_->setFocus(); // a blinking cursor would paint
        QVERIFY(comesToRest(*window_));
        const QStringList before = look(*window_);
        for (int i = 0; i < steps; ++i) press(Qt::Key_Plus);
        const double size = textSize();
        QTest::keyClick(window_.get(), Qt::Key_F5);
        QVERIFY(textSize() >= size);
        QTest::keyClick(window_.get(), Qt::Key_F5);
        QCOMPARE(textSize(), size);
        press(Qt::Key_0);
        QTRY_COMPARE(difference(before, look(*window_)), QString());
    }

    void closedInAPresentationItBeginsWithout() {
        const QSize size = window_->size();
        press(Qt::Key_Plus);
        QTest::keyClick(window_.get(), Qt::Key_F5);
        window_->close();
        window_ = testing::openedWindow();
        QVERIFY(!window_->isFullScreen() && window_->size() == size);
        QVERIFY(control<QTableView>(*window_, "W_q")->isVisible());
        QCOMPARE(textSize(), 1.1);
    }

private:
    void press(Qt::Key key) { QTest::keyClick(window_.get(), key, Qt::ControlModifier); }

    QAction* action(const QString& text) { return testing::menuAction(*window_, text); }

    QTemporaryDir folder_;
    std::unique_ptr<MainWindow> window_;
};

QTEST_MAIN(TextSizeTest)
#include "tst_textSize.moc"
