#include "window.h"

#include "ComputeActions.h"
#include "FileActions.h"
#include "MainWindow.h"
#include "Recovery.h"
#include "Settings.h"
#include "ShutdownHandler.h"
#include "backend/cpu/CpuBackend.h"
#include "base/LeavableThread.h"
#include "base/parallel.h"
#include "base/version.h"
#include "commandFile.h"
#include "import/openedFile.h"
#include "io/files.h"
#include "journal/claims.h"
#include "outputs.h"

#include <QApplication>
#include <QFile>
#include <QFontMetrics>
#include <QTimer>

#include <dlfcn.h>
#include <pwd.h>
#include <unistd.h>

#include <atomic>
#include <clocale>
#include <cstdlib>
#include <filesystem>
#include <string>

namespace headlight {
namespace {

const std::string kRender = "\"headlight render FILE -o maps.png\" draws the maps without one.";

bool displayIsMissing() {
    return qEnvironmentVariableIsEmpty("DISPLAY") && qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY") &&
           qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM");
}

/// Returns which library the plugin for X11 lacks; empty if it lacks none.
QString whyNotLoaded() {
    for (const QString& folder : QCoreApplication::libraryPaths()) {
        const QString plugin = folder + QStringLiteral("/platforms/libqxcb.so");
        if (QFile::exists(plugin) && !::dlopen(QFile::encodeName(plugin).constData(), RTLD_LAZY))
            return QString::fromLocal8Bit(::dlerror());
    }
    return {};
}

/// Reports the only fatal message while the application starts: a display that does not answer, or a part of Qt that is
/// missing.
void sayDisplayIsOutOfReach(QtMsgType type, const QMessageLogContext&, const QString& text) {
    static std::atomic<bool> lacksWayland = false; // Qt says so before it tries X11
    if (text.startsWith(QStringLiteral("Could not find the Qt platform plugin \"wayland"))) lacksWayland = true;
    if (type != QtFatalMsg) return;
    const bool wantsWayland = qgetenv("QT_QPA_PLATFORM").startsWith("wayland");
    QString why = lacksWayland && wantsWayland ? QString() : whyNotLoaded();
    if (why.isEmpty())
        why = lacksWayland ? QStringLiteral("Qt has no plugin for Wayland, which is in the package qt6-wayland")
                           : text.section(QLatin1Char('.'), 0, 0);
    std::_Exit(fail("the display cannot be used (" + why.toStdString() + "); " + kRender));
}

} // namespace

void settleFolders() {
    for (const char* name : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"})
        if (const char* folder = std::getenv(name); folder && *folder != '/') ::unsetenv(name);
    const char* home = std::getenv("HOME");
    if (home && *home == '/') return;
    ::unsetenv("HOME");
    if (const passwd* account = ::getpwuid(::getuid()); account && account->pw_dir && *account->pw_dir == '/')
        ::setenv("HOME", account->pw_dir, 1);
}

int runWindow(const Command& command, int argc, char** argv) {
    const std::string backend = command.backend.value_or(std::string());
    if (command.backend && !mayBeDevice(backend)) // a device's driver may hang, so it is tried beside the window
        if (const auto found = findBackend(backends(false), backend); !found) return fail(found.text());
    std::error_code ignored;
    if (!command.file.empty() && !std::filesystem::exists(command.file, ignored))
        return fail("there is no file " + quotedPath(command.file) +
                    " (and no command of that name; see headlight --help).");
    if (displayIsMissing())
        return fail("there is no display to open a window on (neither DISPLAY nor WAYLAND_DISPLAY is set); " + kRender);
    settleFolders();
    qInstallMessageHandler(&sayDisplayIsOutOfReach);
    QApplication application(argc, argv);
    qInstallMessageHandler(nullptr);
    if (!QFontMetrics(QApplication::font()).inFont(u'0')) warn(kNoFont);
    std::setlocale(LC_NUMERIC, "C"); // Qt set the user's locale; numbers in files must not follow it
    QApplication::setApplicationName(QStringLiteral("headlight"));
    QApplication::setApplicationVersion(QLatin1String(kVersion));
    QApplication::setDesktopFileName(QStringLiteral("headlight"));

    if (!command.threads) setComputingThreads(Settings().threads());
    if (!command.scoreMegabytes) setScoreMemory(static_cast<double>(Settings::bytesOf(Settings().scoreMegabytes())));

    int exitCode = 0;
    {
        const std::filesystem::path state = stateFolder();
        MainWindow window(state.empty() ? state : state / "unsaved");
        window.files().openFirst(QString::fromLocal8Bit(command.file.c_str()), [&command](OpenedFile& opened) {
            const auto made = complete(opened, command);
            if (!made && command.saysHow()) // the dialog asks instead
                warn(quotedPath(command.file) + ": " + made.text());
            return made.ok();
        });
        window.show();
        window.compute().start(backend);
        const ShutdownHandler endings([&window](bool isInOrder) { window.keepSafe(isInOrder); });
        QTimer::singleShot(0, &window, [&window] {
            if (window.recovery()) return window.recovery()->offer(false);
            window.workbench().messages().report(QString::fromStdString(noStateFolder().text), MessageKind::Caution);
        });
        exitCode = QApplication::exec();
    }
    if (threadsLeftBehind() > 0) std::_Exit(exitCode); // a thread may still draw with fonts that would be destroyed
    return exitCode;
}

} // namespace headlight
