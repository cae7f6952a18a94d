// The window on two screens whose fonts have different resolutions, which is possible without Qt's scaling.
#include "app/windowBench.h"
#include "style/textSize.h"

#include <QFile>
#include <QPlainTextEdit>
#include <QScreen>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QWindow>

#include <array>

using namespace headlight;
using testing::control;

namespace {

/// Two screens for the offscreen platform, whose primary one is the first by name. 144 dots per inch are half as many
/// again as 96.
constexpr char kScreens[] = R"({"screens": [
    {"name": "coarse", "x": 0, "y": 0, "width": 1920, "height": 1200, "logicalDpi": 96},
    {"name": "fine", "x": 1920, "y": 0, "width": 1920, "height": 1200, "logicalDpi": 144}]})";

/// Returns the heights of parts of the window that hold text.
std::array<int, 4> heights(MainWindow& window) {
    return {control<QPlainTextEdit>(window, "Sentence")->height(), control<QTableView>(window, "W_q")->rowHeight(0),
            control<QWidget>(window, "Tokens")->height(), control<QWidget>(window, "Decimals")->fontMetrics().height()};
}

} // namespace

class ScreensOfWindowTest : public QObject {
    Q_OBJECT

private slots:
    void cleanup() { QSettings(QSettings::IniFormat, QSettings::UserScope, "headlight", "headlight").clear(); }

    void theWindowHasTheMeasuresOfItsScreen() {
        const auto window = testing::openedWindow();
        const auto before = heights(*window);
        QCOMPARE(textPx(100), 100);
        window->windowHandle()->setPosition(2000, 100);
        QTRY_COMPARE(textPx(100), 150);
        QTRY_VERIFY(heights(*window)[0] > before[0]);
        const auto now = heights(*window);
        // From Qt 6.8 on, fonts have the resolution of the primary screen, which all screens of X11 and Wayland share.
        const std::size_t count = now.size() - (QT_VERSION < QT_VERSION_CHECK(6, 8, 0) ? 0 : 1);
        for (std::size_t i = 0; i < count; ++i)
            QVERIFY2(now[i] > 1.35 * before[i] && now[i] < 1.65 * before[i],
                     qPrintable(QString("%1: %2, was %3").arg(i).arg(now[i]).arg(before[i])));
        window->windowHandle()->setPosition(100, 100);
        QTRY_COMPARE(textPx(100), 100);
        QTRY_COMPARE(heights(*window), before);
    }

    void aWindowBeginsOnTheScreenWhereItWas() {
        std::array<int, 4> moved{};
        {
            const auto window = testing::openedWindow();
            window->windowHandle()->setPosition(2000, 100);
            QTRY_COMPARE(textPx(100), 150);
            QTRY_VERIFY(testing::settled(*window));
            moved = heights(*window);
            window->close();
        }
        const auto window = testing::openedWindow();
        QCOMPARE(window->screen()->name(), QString("fine"));
        QTRY_COMPARE(textPx(100), 150);
        QTRY_COMPARE(heights(*window), moved);
    }

    /// Wayland may give a screen another scale. Qt says so from 6.6 on, by an event of this number.
    void anotherScaleOfTheScreenIsFollowed() {
        const auto window = testing::openedWindow();
        int updates = 0;
        followTextSize(*window->centralWidget(), [&updates] { ++updates; });
        const int before = updates;
        QEvent scaled(static_cast<QEvent::Type>(222));
        QApplication::sendEvent(window.get(), &scaled);
        QTRY_COMPARE(updates, before + 1);
    }
};

int main(int argc, char** argv) {
    const QTemporaryDir folder;
    const QString config = folder.filePath("screens.json");
    QFile file(config);
    if (!file.open(QIODevice::WriteOnly) || file.write(kScreens) < 0) return 1;
    file.close();
    qputenv("QT_ENABLE_HIGHDPI_SCALING", "0");
    qputenv("QT_QPA_PLATFORM", "offscreen:configfile=" + config.toUtf8());
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, folder.path());
    const QApplication application(argc, argv);
    ScreensOfWindowTest test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_screens.moc"
