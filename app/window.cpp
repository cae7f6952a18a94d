#include "window.h"

#include <clocale>
#include <filesystem>
#include <cstdio>

#include <QApplication>

#include "FileActions.h"
#include "MainWindow.h"
#include "base/version.h"
#include "examples.h"

namespace headlight {
namespace {

bool displayIsMissing() {
    return qEnvironmentVariableIsEmpty("DISPLAY") && qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY") &&
           qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM");
}

} // namespace

int runWindow(const Command& command, int argc, char** argv) {
    if (displayIsMissing()) {
        std::fputs("headlight: there is no display to open a window on (neither DISPLAY nor WAYLAND_DISPLAY is set). "
                   "To draw the maps into a file without one, use: headlight render FILE -o maps.png\n",
                   stderr);
        return 2;
    }
    std::error_code ignored;
    if (!command.file.empty() && !std::filesystem::exists(command.file, ignored)) {
        std::fprintf(stderr, "headlight: there is no file \"%s\" (and no command of that name; see headlight --help).\n",
                     command.file.c_str());
        return 2;
    }
    QApplication application(argc, argv);
    std::setlocale(LC_NUMERIC, "C"); // Qt took the user's; numbers in files must not follow it
    QApplication::setApplicationName(QStringLiteral("headlight"));
    QApplication::setApplicationVersion(QLatin1String(kVersion));
    QApplication::setDesktopFileName(QStringLiteral("headlight"));

    MainWindow window;
    window.files().openExample(firstExample());
    if (!command.file.empty()) window.files().openPath(QString::fromLocal8Bit(command.file.c_str()));
    window.show();
    return QApplication::exec();
}

} // namespace headlight
