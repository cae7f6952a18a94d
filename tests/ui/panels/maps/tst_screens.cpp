// Maps are drawn for the resolution of their screen; here there are two screens of different resolution.
#include "backend/backends.h"
#include "document/Workbench.h"
#include "panels/maps/HeatmapsGrid.h"
#include "panels/maps/HeatmapsPanel.h"
#include "plot/HeatmapView.h"
#include "plot/MapPlot.h"
#include "session/edits.h"
#include "support/givenEdit.h"
#include "support/patience.h"
#include "ui/plot/tiles.h"

#include <QApplication>
#include <QFile>
#include <QScreen>
#include <QTemporaryDir>
#include <QTest>
#include <QWindow>

using namespace headlight;
using namespace headlight::testing;

namespace {

constexpr double kFine = 1.75;

/// Two screens for Qt's offscreen platform. Qt 6.8 gives windows on a screen with "dpr" a ratio of 1.
constexpr char kScreens[] = R"({"screens": [
    {"name": "coarse", "x": 0, "y": 0, "width": 1600, "height": 1200, "dpr": 1},
    {"name": "fine", "x": 1600, "y": 0, "width": 1600, "height": 1200, "logicalDpi": 168, "logicalBaseDpi": 96}]})";

void putOn(QWidget& widget, int screen) {
    widget.winId();
    widget.windowHandle()->setScreen(QGuiApplication::screens().at(screen));
    widget.show();
    QVERIFY(QTest::qWaitForWindowExposed(&widget));
    QTRY_COMPARE(widget.devicePixelRatioF(), screen == 0 ? 1.0 : kFine);
}

struct Card : MapPlot {
    using MapPlot::MapPlot, MapPlot::setContent, MapPlot::setWindow;
};

} // namespace

class ScreensTest : public QObject {
    Q_OBJECT

private slots:
    /// 215 x 1.75 = 376.25 device pixels, so the last pixel depends on the position.
    void aCardLeavesNoPixelUnpainted() {
        QWidget window;
        Card plot(&window);
        plot.setContent(contentOf(exactTile(noise(4, 4, 3))));
        plot.setWindow(wholeMap(4, 4));
        putOn(window, 1);
        window.resize(400, 400);
        for (int at = 8; at < 12; ++at) {
            plot.setGeometry(at, at, 215, 215);
            QImage image(700, 700, QImage::Format_RGB32);
            image.setDevicePixelRatio(kFine);
            image.fill(Qt::magenta);
            window.render(&image);
            int unpainted = 0;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x) unpainted += image.pixelColor(x, y) == QColor(Qt::magenta);
            QCOMPARE(std::pair(at, unpainted), std::pair(at, 0));
        }
    }

    void onAFinerScreenMoreIsAskedFor() {
        Workbench bench(std::move(*makeBackend(kDefaultBackend)));
        std::string sentence;
        for (int i = 0; i < 1500; ++i) sentence += "w" + std::to_string(i) + " ";
        QVERIFY(bench.apply("Type", testing::givenEdit(withSentence(bench.state().session, sentence))));
        HeatmapsPanel panel(bench);
        bench.add(panel);
        panel.resize(700, 600);
        putOn(panel, 0);
        const auto pixels = [&] {
            const auto response = bench.state().responseTo(panel);
            return response && !response->tiles.empty() ? response->tiles[0]->values.cols() : Index{0};
        };
        const auto width = [&] { return panel.grid().view(0, 0) ? panel.grid().view(0, 0)->area().rect.width() : 0; };
        QTRY_VERIFY(width() > 100 && static_cast<double>(pixels()) == width()); // all requests are answered
        const double before = static_cast<double>(pixels());
        QVERIFY(before < 700);                        // fewer pixels than cells, on either screen
        panel.windowHandle()->setPosition(1700, 100); // moved by the user: no show event comes
        QTRY_COMPARE(panel.devicePixelRatioF(), kFine);
        QTRY_VERIFY(static_cast<double>(pixels()) > 1.5 * before);
        bench.remove(panel);
    }
};

int main(int argc, char** argv) {
    const QTemporaryDir folder;
    const QString config = folder.filePath("screens.json");
    QFile file(config);
    if (!file.open(QIODevice::WriteOnly) || file.write(kScreens) < 0) return 1;
    file.close();
    qputenv("QT_QPA_PLATFORM", "offscreen:configfile=" + config.toUtf8());
    const QApplication application(argc, argv);
    ScreensTest test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_screens.moc"
