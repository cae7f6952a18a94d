#pragma once
// Runs the real program as a shell would.

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

namespace headlight::testing {

struct Ended {
    int status; ///< exit status of the process; -1: it did not start, or crashed
    QByteArray out, err;
};

/// Returns a fontconfig file that keeps the cache of fonts in `folder`. Without memory fontconfig reads no cache, finds
/// no fonts, and writes that down, so the user's cache must not be used.
inline QString ownFontCache(const QTemporaryDir& folder) {
    QFile file(folder.filePath("fonts.conf"));
    file.open(QIODevice::WriteOnly);
    file.write("<fontconfig><cachedir>" + folder.path().toUtf8() +
               "</cachedir><include>/etc/fonts/fonts.conf</include></fontconfig>");
    return file.fileName();
}

/// Runs the program without the variables that a desktop sets, as a service or a container would start it. `limit` is a
/// shell command that goes before it, such as "ulimit -f 4".
inline Ended runHeadlight(const QStringList& words, const char* zone = "UTC0", const QString& limit = {}) {
    const QString program = QDir(QCoreApplication::applicationDirPath()).filePath("../app/headlight");
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"XDG_RUNTIME_DIR", "DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
        environment.remove(name);
    environment.insert("TZ", zone);
    const QTemporaryDir fonts;
    if (!limit.isEmpty()) environment.insert("FONTCONFIG_FILE", ownFontCache(fonts));
    process.setProcessEnvironment(environment);
    if (limit.isEmpty())
        process.start(program, words);
    else
        process.start("bash", QStringList{"-c", limit + "; exec \"$0\" \"$@\"", program} + words);
    if (!process.waitForStarted()) return {-1, {}, program.toUtf8() + " does not start: is it built?"};
    process.waitForFinished(-1);
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1, process.readAllStandardOutput(),
            process.readAllStandardError()};
}

inline QString ofAddresses(int megabytes) { return QString("ulimit -v %1").arg(megabytes * 1024); }

} // namespace headlight::testing
