// Makes pictures of the real window for people to look at: examples, few and many heads and tokens, light and dark, in
// the usual sizes. It runs offscreen, so that no screen is needed.
//   headlight_screens FOLDER [few]      FOLDER/<what>-<size>[-dark].png; `few`: a dozen of them

#include "FileActions.h"
#include "MainWindow.h"
#include "examples.h"
#include "panels/maps/HeatmapsGrid.h"
#include "panels/maps/HeatmapsPanel.h"
#include "session/edits.h"
#include "support/answered.h"

#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QSettings>
#include <QTemporaryDir>

#include <algorithm>
#include <clocale>
#include <cstdio>
#include <functional>
#include <vector>

using namespace headlight;

namespace {

using Making = std::function<Result<Session>(const Session&)>;

struct Scene {
    QString name;
    const Example* example;
    std::vector<Making> changes; ///< edits of the example
    bool isOfTheFew = false;     ///< also in `few`, in its first size and light
};

Making tokens(int count) {
    return [count](const Session& session) {
        std::string sentence;
        for (int i = 0; i < count; ++i) sentence += "word" + std::to_string(i + 1) + " ";
        return withSentence(session, sentence);
    };
}

Making heads(int count) {
    return [count](const Session& from) {
        Result<Session> session = from;
        while (session && sizesOf(*session, 0).heads < count) session = withHeadAdded(*session, 0);
        while (session && sizesOf(*session, 0).heads > count) session = withHeadRemoved(*session, 0, 0);
        return session;
    };
}

Making causal() {
    return [](const Session& session) {
        Options options = session.layers[0].options;
        options.mask.causal = true;
        return withOptions(session, 0, options);
    };
}

std::vector<Scene> scenes() {
    std::vector<Scene> all;
    for (const Example& example : examples()) {
        const QString name = QString::fromLatin1(example.resource).section(u'/', -1).section(u'.', 0, 0);
        const bool isOfTheFew = &example == &firstExample() || name == QLatin1String("two-layers");
        all.push_back({name, &example, {}, isOfTheFew});
    }
    for (const int count : {1, 3, 4, 12, 64})
        all.push_back({QStringLiteral("heads-%1").arg(count), &firstExample(), {heads(count)}, count > 3});
    for (const int count : {1, 8, 12, 40, 400, 4000})
        all.push_back({QStringLiteral("tokens-%1").arg(count), &firstExample(), {tokens(count)}, count != 8});
    all.push_back({QStringLiteral("heads-12-tokens-12"), &firstExample(), {heads(12), tokens(12)}, true});
    all.push_back({QStringLiteral("causal"), &firstExample(), {causal()}, true});
    return all;
}

/// True if everything is answered and painted.
bool isAnswered(MainWindow& window) {
    return testing::isAnswered(window, window.workbench().state()) && testing::arePainted(window);
}

/// Waits until everything is answered and the window has stopped changing.
bool settle(MainWindow& window) {
    QElapsedTimer clock;
    clock.start();
    QImage before;
    while (clock.elapsed() < 30'000) {
        QApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents, 100);
        if (!isAnswered(window)) continue;
        const QImage now = window.grab().toImage();
        if (now == before) return true;
        before = now;
    }
    return false;
}

bool draw(MainWindow& window, const Scene& scene, const QSize& size, const Theme& theme, const QString& folder) {
    applyTheme(*qApp, theme);
    window.workbench().set(&ViewState::theme, &theme);
    window.resize(size);
    if (!settle(window)) {
        std::fprintf(stderr, "%s does not come to rest\n", qPrintable(scene.name));
        return false;
    }
    const QString dark = theme.dark ? QStringLiteral("-dark") : QString();
    const QString scale = qApp->devicePixelRatio() > 1 ? QStringLiteral("-at-%1").arg(qApp->devicePixelRatio())
                                                       : QString();
    const QString file = QStringLiteral("%1/%2-%3x%4%5%6.png")
                             .arg(folder, scene.name)
                             .arg(size.width())
                             .arg(size.height())
                             .arg(dark, scale);
    return window.grab().save(file);
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 2) return std::fprintf(stderr, "usage: %s FOLDER [few]\n", argv[0]), 2;
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QTemporaryDir settings;
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, settings.path());
    QApplication application(argc, argv);
    std::setlocale(LC_NUMERIC, "C");
    const bool isFew = argc > 2;
    const QString folder = QString::fromLocal8Bit(argv[1]);
    if (!QDir().mkpath(folder)) return std::fprintf(stderr, "cannot make %s\n", argv[1]), 1;
    int drawn = 0;
    for (const Scene& scene : scenes()) {
        if (isFew && !scene.isOfTheFew) continue;
        MainWindow window;
        window.show();
        window.files().openExample(*scene.example);
        for (const Making& change : scene.changes)
            if (!window.workbench().apply(scene.name,
                                          [&](const Session& session, const Watch&) { return change(session); }))
                return std::fprintf(stderr, "%s cannot be made\n", qPrintable(scene.name)), 1;
        for (const Theme* theme : themes())
            for (const QSize& size : {QSize(1280, 800), QSize(1366, 768), QSize(1920, 1080)}) {
                const bool isFirst = theme == themes().front() && size.width() == 1280;
                if (isFew && !isFirst) continue;
                if (!draw(window, scene, size, *theme, folder)) return 1;
                ++drawn;
            }
    }
    std::printf("screens: %d pictures in %s\n", drawn, argv[1]);
    return 0;
}
