// All texts of the real window are fully visible: in windows as small as 1024 x 700, at every scale factor, with larger
// fonts, and with a session of long tokens, a mask, a temperature and many heads.
#include "app/windowBench.h"
#include "controls/labels.h"
#include "plot/MapPlot.h"
#include "plot/paintHead.h"
#include "session/edits.h"
#include "support/clipped.h"
#include "support/givenEdit.h"

#include <QApplication>
#include <QMainWindow>
#include <QProcess>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QSettings>
#include <QSplitter>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <algorithm>

using namespace headlight;
using testing::control;

namespace {

Result<Session> nasty(Session session) {
    session = *withSentence(session,
                            "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft "
                            "\u0645\u0631\u062D\u0628\u0627 x 10x20 \u6CE8\u610F\u529B the the of it-is-so is big.");
    while (sizesOf(session, 0).heads < 12) session = *withHeadAdded(session, 0);
    Options options = session.layers[0].options;
    options.mask.causal = true;
    options.temperature = 0.123456;
    return withOptions(session, 0, options);
}

} // namespace

class LegibleTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        QVERIFY(folder_.isValid());
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, folder_.path());
        if (!qEnvironmentVariableIsSet(kChild)) return;
        everyTextFitsOnThisScreen();
        if (!QTest::currentTestFailed()) QSKIP("This process is for that alone.");
    }

    void everyTextFits_data() {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<int>("percent");
        QTest::addColumn<bool>("isNasty");
        for (const bool isNasty : {false, true})
            for (const auto& [size, percent] :
                 {std::pair{QSize(960, 540), 100}, std::pair{QSize(1024, 700), 100}, std::pair{QSize(1024, 700), 130},
                  std::pair{QSize(1024, 700), 150}, std::pair{QSize(1280, 800), 100}, std::pair{QSize(1366, 768), 130},
                  std::pair{QSize(1280, 800), 200}, std::pair{QSize(1920, 1080), 200}})
                QTest::addRow("%s, %d x %d, %d %%", isNasty ? "nasty" : "plain", size.width(), size.height(), percent)
                    << size << percent << isNasty;
    }
    void everyTextFits() {
        QFETCH(QSize, size);
        QFETCH(int, percent);
        QFETCH(bool, isNasty);
        store().setValue("window/text", percent);
        const auto window = opened(size, isNasty);
        QCOMPARE(window->size(), size); // no widget forces a larger window
        const auto clipped = [&] {
            const bool isScrolled = window->findChild<QScrollArea*>("Rows")->verticalScrollBar()->maximum() > 0;
            return testing::clippedTexts(*window).join('\n') + (isScrolled ? "\nthe rows scroll" : "");
        };
        if (!QTest::qWaitFor([&] { return clipped().isEmpty(); }, testing::patience())) QFAIL(qPrintable(clipped()));
        if (!isNasty && size.width() >= 1280) // captions of tables are short enough
            for (const auto* caption : control<QWidget>(*window, "Parameters")->findChildren<ElidedLabel*>())
                QVERIFY2(!caption->isElided(), qPrintable(caption->text()));
        for (const MapPlot* map : window->findChildren<MapPlot*>()) {
            const QString head = map->content().head.head;
            QVERIFY2(QFontMetricsF(headFont()).horizontalAdvance(head) <= map->headLine().width(),
                     qPrintable(QString("%1 %2 of %3").arg(head).arg(map->headLine().width()).arg(map->width())));
        }
    }

    /// The window fits each screen, both the first time and if it was larger the last time. Each screen has a process
    /// of its own, since screens and scale factors belong to the application.
    void everyScreenHoldsTheWindow_data() {
        QTest::addColumn<QSize>("screen"); // in pixels
        QTest::addColumn<QString>("factor");
        QTest::addColumn<int>("percent"); // size of text
        QTest::newRow("1024 x 740 at 1, text at 150 %") << QSize(1024, 740) << "1" << 150;
        for (const int percent : {100, 130})
            for (const auto& [screen, factor] :
                 {std::pair{QSize(1024, 740), "1"}, std::pair{QSize(1366, 768), "1"},
                  std::pair{QSize(1280, 925), "1.25"}, std::pair{QSize(1920, 1110), "1.5"},
                  std::pair{QSize(1280, 800), "1"}, std::pair{QSize(1920, 1080), "1"},
                  std::pair{QSize(1920, 1080), "2"}, std::pair{QSize(3840, 2160), "3"}})
                QTest::addRow("%d x %d at %s, text at %d %%", screen.width(), screen.height(), factor, percent)
                    << screen << QString(factor) << percent;
    }
    void everyScreenHoldsTheWindow() {
        QFETCH(QSize, screen);
        QFETCH(QString, factor);
        QFETCH(int, percent);
        QFile file(folder_.filePath("screen.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QString(R"({"screens": [{"name": "test", "x": 0, "y": 0, "width": %1, "height": %2, "logicalDpi": 96,
                            "logicalBaseDpi": 96, "dpr": 1}]})")
                       .arg(screen.width())
                       .arg(screen.height())
                       .toUtf8());
        file.close();
        QProcess child;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("QT_QPA_PLATFORM", "offscreen:configfile=" + file.fileName());
        environment.insert("QT_SCALE_FACTOR", factor);
        environment.insert(kChild, QString::number(percent));
        child.setProcessEnvironment(environment);
        child.setProcessChannelMode(QProcess::MergedChannels);
        child.start(QCoreApplication::applicationFilePath(), {"tst_legible"});
        QVERIFY(child.waitForFinished(-1));
        QVERIFY2(child.exitCode() == 0, child.readAll().constData());
    }

private:
    /// Runs in the processes of everyScreenHoldsTheWindow().
    void everyTextFitsOnThisScreen() {
        const QRect available = QGuiApplication::primaryScreen()->availableGeometry();
        const auto holds = [&](const QWidget& window) {
            const QSize whole = window.size() + QSize(0, 24); // with a title bar
            return whole.boundedTo(available.size()) == whole && testing::clippedTexts(window).isEmpty() &&
                   sidesFit(window);
        };
        const auto said = [&](const QWidget& window) {
            return QString("%1 x %2 on %3 x %4\n")
                       .arg(window.width())
                       .arg(window.height())
                       .arg(available.width())
                       .arg(available.height()) +
                   testing::clippedTexts(window).join('\n') + (sidesFit(window) ? "" : "\na panel scrolls sideways");
        };
        for (const QSize last : {QSize(), QSize(1900, 1300)}) {
            store().clear();
            store().setValue("window/text", qEnvironmentVariableIntValue(kChild));
            if (last.isValid()) {
                QMainWindow large;
                large.resize(last);
                store().setValue("window/geometry1", large.saveGeometry());
            }
            const auto window = opened({}, true);
            if (!QTest::qWaitFor([&] { return holds(*window); }, testing::patience())) QFAIL(qPrintable(said(*window)));
            for (const QString name : {"Export maps…", "Keyboard and mouse shortcuts", "About Headlight", "Open…"}) {
                QString wrong;
                QTimer::singleShot(0, window.get(), [&] {
                    QWidget* dialog = QApplication::activeModalWidget();
                    if (!dialog)
                        wrong = "there is no dialog";
                    else if (!QTest::qWaitFor([&] { return holds(*dialog); }, testing::patience()))
                        wrong = said(*dialog);
                    if (dialog) dialog->close();
                });
                testing::menuAction(*window, name)->trigger();
                QVERIFY2(wrong.isEmpty(), qPrintable(name + ": " + wrong));
            }
        }
        if (available.width() >= 1280 && qEnvironmentVariableIntValue(kChild) == 100) aPresentationIsLarger();
    }

    /// In a presentation maps are larger than before, also at each step, and have most of the height. The inspector,
    /// if it is shown, needs no horizontal scroll bar.
    void aPresentationIsLarger() const {
        store().clear();
        const auto window = opened({}, false);
        const MapPlot* map = window->findChild<MapPlot*>();
        const QSizeF usual = map->area().rect.size();
        testing::menuAction(*window, "Presentation")->trigger();
        const auto* maps = control<QWidget>(*window, "Maps");
        for (int step = 0; step < 30; ++step, window->workbench().goToStep(window->workbench().state().stepAfter(1))) {
            QTRY_VERIFY(testing::settled(*window) && testing::clippedTexts(*window).isEmpty());
            QTRY_VERIFY2(maps->height() >= 560, qPrintable(QString::number(maps->height())));
            const QSizeF now = map->area().rect.size();
            QVERIFY2(now.width() > usual.width() && now.height() >= usual.height(),
                     qPrintable(QString("%1 x %2, but %3 x %4 without")
                                    .arg(now.width())
                                    .arg(now.height())
                                    .arg(usual.width())
                                    .arg(usual.height())));
        }
        testing::menuAction(*window, "Inspector")->trigger(); // it is hidden at first
        const auto* page = control<QTextBrowser>(*window, "How the number came to be");
        for (int step = 0; step < 24; ++step, window->workbench().goToStep(window->workbench().state().stepAfter(-1))) {
            QTRY_VERIFY(page->isVisible() && testing::settled(*window));
            QTRY_COMPARE(page->horizontalScrollBar()->maximum(), 0);
        }
    }

    /// True if the panels at the sides need no horizontal scroll bar.
    static bool sidesFit(const QWidget& window) {
        if (!qobject_cast<const QMainWindow*>(&window)) return true; // a dialog has no such panels
        const auto* panels = window.findChild<QSplitter*>();
        return std::ranges::none_of(window.findChildren<QScrollArea*>(), [&](const QScrollArea* area) {
            return area->parentWidget()->parent() == panels && area->horizontalScrollBar()->maximum() > 0;
        });
    }

    static constexpr auto kChild = "HEADLIGHT_TEST_CHILD";

    QSettings store() const { return {QSettings::IniFormat, QSettings::UserScope, "headlight", "headlight"}; }

    static std::unique_ptr<MainWindow> opened(const QSize& size, bool isNasty) {
        auto window = testing::openedWindow(size);
        Workbench& bench = window->workbench();
        if (isNasty) bench.apply("Make it nasty", testing::givenEdit(nasty(bench.state().session)));
        bench.select(0, 1, 0);
        if (!QTest::qWaitFor([&] { return testing::settled(*window); }, testing::patience()))
            qFatal("There are no maps.");
        return window;
    }

    QTemporaryDir folder_;
};

QTEST_MAIN(LegibleTest)
#include "tst_legible.moc"
