// headlight_monkey: see Action.h. The exit status is 0 if all checks passed; otherwise it is 1, and the failure and the
// command to repeat it are printed.
#include "Run.h"
#include "Sandbox.h"

#include <malloc.h>

#include <QApplication>
#include <QCommandLineParser>
#include <QFile>
#include <QFileInfo>

#include <clocale>
#include <cstdio>
#include <cstdlib>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
#endif

using namespace headlight::monkey;

namespace {

std::vector<Action> scriptFrom(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) qFatal("The log %s cannot be read.", qPrintable(path));
    std::vector<Action> script;
    while (!file.atEnd()) {
        QByteArray line = file.readLine();
        line.chop(line.endsWith('\n'));
        const auto action = actionOf(QString::fromLatin1(line));
        if (!action) qFatal("This is no line of a log: %s", line.constData());
        script.push_back(*action);
    }
    return script;
}

} // namespace

int main(int argc, char** argv) {
    QStringList arguments;
    for (int i = 0; i < argc; ++i) arguments << QString::fromLocal8Bit(argv[i]);
    QCommandLineParser line;
    line.addOptions({{"seed", "The same seed does the same on the same screen.", "n", "1"},
                     {"actions", "How many (clicks, drags, edits); each is some events.", "n", "2000"},
                     {"log", "Where each event is written before it is performed.", "file"},
                     {"replay", "Perform the events of a log.", "file"},
                     {"reached", "Say what was reached, and how often."},
                     {"pointer", "A real pointer and keyboard, at the X server of DISPLAY."}});
    line.addHelpOption();
    line.process(arguments);

    Plan plan;
    plan.seed = line.value("seed").toULongLong();
    plan.gestures = line.value("actions").toInt();
    if (plan.gestures <= 0) qFatal("--actions must be a whole number above 0.");
    plan.isReplay = line.isSet("replay");
    if (plan.isReplay) plan.script = scriptFrom(line.value("replay"));
    const QString about = plan.isReplay ? "replay" : line.value("seed"); // a name other than that of the log to replay
    const QString name = line.isSet("log") ? line.value("log") : "monkey-" + about + ".log";
    const QString log = QFileInfo(name).absoluteFilePath();

    mallopt(M_PERTURB, 0xA5); // fills freed memory with garbage, so that its use is noticed
    Sandbox sandbox;
    const bool isTold = line.isSet("reached");
    const bool isPointer = line.isSet("pointer");
    qputenv("QT_QPA_PLATFORM", isPointer ? "xcb" : sandbox.platform().toLocal8Bit());
    QApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
    Watch watch(log);
    QApplication application(argc, argv);
    std::setlocale(LC_NUMERIC, "C");
    QApplication::setQuitOnLastWindowClosed(false);

    const auto hand = isPointer ? makePointerHand() : makeOffscreenHand();
    Run run(plan, *hand, watch);
    QObject::connect(&run, &Run::ended, [&] { // exits without unwinding, since any code may be on the stack below
        if (isTold) std::printf("%s", qPrintable(run.reached()));
        std::printf("monkey: %s\n", qPrintable(run.figures()));
        if (!run.failure().isEmpty())
            std::printf("monkey: FAILED: %s\nmonkey: again with: --replay %s%s\n", qPrintable(run.failure()),
                        qPrintable(log), isPointer ? " --pointer" : "");
        std::fflush(stdout);
        run.syncJournals();
        sandbox.remove();
#ifdef __SANITIZE_ADDRESS__
        __lsan_do_leak_check(); // since _Exit() does not
#endif
        std::_Exit(run.failure().isEmpty() ? EXIT_SUCCESS : EXIT_FAILURE);
    });
    run.start();
    return QApplication::exec();
}
