#pragma once
// The real program, run as a shell would.

#include <QCoreApplication>
#include <QDir>
#include <QProcess>

namespace headlight::testing {

struct Ended {
    int status; ///< of the process; -1: it did not start, or died
    QByteArray out, err;
};

/// Without what a desktop sets, as a service or a container would start it. `megabytes`: of addresses that it may have,
/// which is what a shell's `ulimit -v` bounds; 0: as many as there are.
inline Ended runHeadlight(const QStringList& words, const char* zone = "UTC0", int megabytes = 0) {
    const QString program = QDir(QCoreApplication::applicationDirPath()).filePath("../app/headlight");
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"XDG_RUNTIME_DIR", "DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
        environment.remove(name);
    environment.insert("TZ", zone);
    process.setProcessEnvironment(environment);
    if (megabytes == 0)
        process.start(program, words);
    else
        process.start("bash",
                      QStringList{"-c", QString("ulimit -v %1; exec \"$0\" \"$@\"").arg(megabytes * 1024), program} +
                          words);
    if (!process.waitForStarted()) return {-1, {}, program.toUtf8() + " does not start: is it built?"};
    process.waitForFinished(-1);
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1, process.readAllStandardOutput(),
            process.readAllStandardError()};
}

} // namespace headlight::testing
