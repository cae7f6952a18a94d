#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QMap>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>

// Tests which room may include which, the maximum length of a file, and that every need is used. The headlight_room
// lines of core/CMakeLists.txt and ui/CMakeLists.txt are the plan; core/README.md says which rooms are leaves.

namespace {

constexpr int kMaxLines = 500;

struct Room {
    QString storey; ///< "core" or "ui"
    QString name;
    QStringList needs; ///< rooms, not libraries
};
using Plan = QList<Room>;

/// Reads the headlight_room(NAME ... NEEDS ...) lines of a storey, from top to bottom.
Plan planFrom(const QString& storey, const QString& cmake) {
    static const QRegularExpression line(QStringLiteral("^headlight_room\\((\\w+)([^)]*)\\)"),
                                         QRegularExpression::MultilineOption);
    static const QRegularExpression blanks(QStringLiteral("\\s+"));
    Plan plan;
    for (auto found = line.globalMatch(cmake); found.hasNext();) {
        const auto match = found.next();
        plan.append({storey, match.captured(1), {}});
        const QString needs =
            match.captured(2).section(QLatin1String("NEEDS"), 1).section(QLatin1String("SOURCES"), 0, 0);
        for (const QString& need : needs.split(blanks, Qt::SkipEmptyParts))
            if (!need.contains(QLatin1String("::"))) plan.last().needs << need;
    }
    return plan;
}

const Room* roomNamed(const Plan& plan, const QString& name) {
    const auto found = std::find_if(plan.begin(), plan.end(), [&](const Room& room) { return room.name == name; });
    return found == plan.end() ? nullptr : &*found;
}

bool isNetwork(const QString& header) {
    static const QRegularExpression network(QStringLiteral(
        "^(QtNetwork|QNetwork|QTcp|QUdp|QSctp|QSsl|QDtls|QLocal(Server|Socket)|QAbstractSocket|QHost|QDns|QHttp|QHsts|"
        "QWebSocket|QtWebSockets|sys/socket|netdb|netinet/|arpa/|curl/|asio|boost/asio)"));
    return network.match(header).hasMatch();
}

/// Returns what is wrong with `#include header` in the file `path`, or nothing.
QString wrongInclude(const QString& path, const QString& header, bool quoted, const Plan& plan) {
    if (isNetwork(header)) return QStringLiteral("no network code");
    if (header.endsWith(QLatin1String("qcustomplot.h")) && !path.startsWith(QLatin1String("ui/plot/")))
        return QStringLiteral("only ui/plot uses QCustomPlot");
    const QLatin1String openCl("core/backend/opencl/");
    if (header.startsWith(QLatin1String("CL/")) && !path.startsWith(openCl))
        return QStringLiteral("only core/backend/opencl uses OpenCL");
    if (header.startsWith(QLatin1String("backend/opencl/")) && path.startsWith(QLatin1String("core/")) &&
        !path.startsWith(openCl) && !path.startsWith(QLatin1String("core/backend/backends.")))
        return QStringLiteral("in the core, only the list of backends uses backend/opencl");
    for (const QLatin1String step : {QLatin1String(".."), QLatin1String(".")})
        if (header.split(u'/').contains(step)) return QStringLiteral("no way round by %1").arg(step);
    const QString storey = path.section(u'/', 0, 0), other = header.section(u'/', 0, 0);
    if (!quoted) {
        if (header.contains(u'/') && roomNamed(plan, other)) return QStringLiteral("our own headers stand in quotes");
        if (storey == QLatin1String("core") && header.startsWith(u'Q')) return QStringLiteral("the core has no Qt");
        return {};
    }
    if (storey == QLatin1String("app")) return {}; // app may include everything
    const QString own = path.section(u'/', 1, 1);
    const Room* room = roomNamed(plan, own);
    if (!room || room->storey != storey)
        return QStringLiteral("%1/%2 is not a room of %1/CMakeLists.txt").arg(storey, own);
    if (!header.contains(u'/') || !roomNamed(plan, other)) return QStringLiteral("%1 is in no room").arg(header);
    if (other != own && !room->needs.contains(other)) return QStringLiteral("%1 does not need %2").arg(own, other);
    return {};
}

QStringList complaints(const QString& path, const QString& text, const Plan& plan) {
    static const QRegularExpression include(QStringLiteral("^\\s*#\\s*include\\s*([<\"])([^>\"]+)[>\"]"));
    QStringList wrong;
    const auto lines = text.split(u'\n');
    for (qsizetype i = 0; i < lines.size(); ++i) {
        const auto match = include.match(lines[i]);
        if (!match.hasMatch()) continue;
        const QString why = wrongInclude(path, match.captured(2), match.captured(1) == QLatin1String("\""), plan);
        if (!why.isEmpty())
            wrong << QStringLiteral("%1:%2 includes %3: %4").arg(path).arg(i + 1).arg(match.captured(2), why);
    }
    if (const auto count = text.count(u'\n'); count > kMaxLines)
        wrong << QStringLiteral("%1 has %2 lines").arg(path).arg(count);
    return wrong;
}

QString contentOf(const QString& path) {
    QFile file(QStringLiteral(HEADLIGHT_SOURCE_DIR "/") + path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// Returns the rooms of core, then those of ui.
Plan wholePlan() {
    return planFrom("core", contentOf("core/CMakeLists.txt")) + planFrom("ui", contentOf("ui/CMakeLists.txt"));
}

/// Returns the first cells of the rows of a table in a page.
QStringList firstCells(const QString& table) {
    static const QRegularExpression cell(QStringLiteral("^\\| ([\\w/]+) \\|"), QRegularExpression::MultilineOption);
    QStringList cells;
    for (auto found = cell.globalMatch(table); found.hasNext();) cells << found.next().captured(1);
    return cells;
}

/// Returns the rooms that files of `room` include, its own among them.
QSet<QString> includedBy(const Room& room, const QStringList& sources) {
    static const QRegularExpression include(QStringLiteral("^#include \"(\\w+)/"), QRegularExpression::MultilineOption);
    QSet<QString> included;
    for (const QString& path : sources) {
        if (!path.startsWith(room.storey + u'/' + room.name + u'/')) continue;
        for (auto found = include.globalMatch(contentOf(path)); found.hasNext();) included << found.next().captured(1);
    }
    return included;
}

/// Returns every source file of these folders, relative to the top.
QStringList sourcesOf(const QStringList& storeys) {
    const QDir top(QStringLiteral(HEADLIGHT_SOURCE_DIR));
    QStringList paths;
    for (const QString& storey : storeys)
        for (QDirIterator it(top.filePath(storey), {"*.h", "*.cpp"}, QDir::Files, QDirIterator::Subdirectories);
             it.hasNext();)
            paths << top.relativeFilePath(it.next());
    paths.sort();
    return paths;
}

} // namespace

class LayeringTest : public QObject {
    Q_OBJECT

private slots:
    void planGoesFromTopToBottom() {
        QStringList above;
        for (const Room& room : wholePlan()) {
            for (const QString& need : room.needs)
                QVERIFY2(above.contains(need), qPrintable(room.name + " needs " + need + ", which is not above it"));
            QVERIFY2(!above.contains(room.name), qPrintable(room.name + " stands there twice"));
            above << room.name;
        }
    }

    void everyFolderIsARoom() {
        const Plan plan = wholePlan();
        const QDir top(QStringLiteral(HEADLIGHT_SOURCE_DIR));
        for (const char* storey : {"core", "ui"})
            for (const QString& folder : QDir(top.filePath(storey)).entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
                const Room* room = roomNamed(plan, folder);
                QVERIFY2(room && room->storey == QLatin1String(storey), qPrintable(folder));
            }
    }

    /// core/README.md has a table of the house, and one of its leaves.
    void noRoomOfTheHouseUsesALeaf() {
        const QString storeys = contentOf("core/README.md").section("## Three storeys", 1).section("\n## ", 0, 0);
        const QStringList house = firstCells(storeys.section("| leaf |", 0, 0)),
                          leaves = firstCells(storeys.section("| leaf |", 1));
        for (const Room& room : planFrom("core", contentOf("core/CMakeLists.txt"))) {
            QVERIFY2(house.contains(room.name) != leaves.contains(room.name), qPrintable(room.name));
            for (const QString& need : room.needs)
                QVERIFY2(leaves.contains(room.name) || house.contains(need),
                         qPrintable(room.name + " uses the leaf " + need));
        }
        QVERIFY(leaves.contains("backend/opencl")); // see wrongInclude()
    }

    /// A need that no file uses would allow includes that nobody has decided on.
    void everyNeedIsNeeded() {
        const QStringList sources = sourcesOf({"core", "ui"});
        for (const Room& room : wholePlan()) {
            const QSet<QString> included = includedBy(room, sources);
            for (const QString& need : room.needs)
                QVERIFY2(included.contains(need), qPrintable(room.name + " does not include anything of " + need));
        }
    }

    /// The rules are tested with invented files.
    void rulesBite_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("why"); // empty: allowed
        const auto row = [](const char* path, const char* line, const char* why) {
            QTest::addRow("%s: %s", path, line)
                << QString::fromUtf8(path) << QString::fromUtf8(line) << QString::fromUtf8(why);
        };
        row("core/a/x.cpp", "#include \"a/x.h\"", "");
        row("core/b/x.cpp", "#include \"a/x.h\"", "");
        row("core/a/x.cpp", "#include \"b/x.h\"", "a does not need b");
        row("core/c/x.cpp", "#include \"b/x.h\"", "c does not need b"); // below it, but not needed
        row("core/c/deep/x.cpp", "  #  include \"b/deep/x.h\"", "c does not need b");
        row("core/a/x.h", "#include \"x.h\"", "x.h is in no room");
        row("core/a/x.cpp", "#include \"u/x.h\"", "a does not need u"); // a room of ui
        row("core/a/x.cpp", "#include <a/x.h>", "our own headers stand in quotes");
        row("core/a/x.cpp", "#include <../app/x.h>", "no way round by ..");
        row("core/a/x.cpp", "#include <./b/x.h>", "no way round by .");
        row("ui/u/x.cpp", "#include \"u/x.h\"", "");
        row("ui/u/x.cpp", "#include \"a/x.h\"", "");
        row("ui/u/x.cpp", "#include \"b/x.h\"", "u does not need b");
        row("ui/v/x.cpp", "#include \"u/x.h\"", "");
        row("ui/u/x.cpp", "#include \"v/x.h\"", "u does not need v");
        row("ui/u/x.cpp", "#include <v/x.h>", "our own headers stand in quotes");
        row("ui/u/x.cpp", "#include \"MainWindow.h\"", "MainWindow.h is in no room"); // a file of app
        row("ui/u/x.cpp", "#include \"../app/MainWindow.h\"", "no way round by ..");
        row("ui/u/x.cpp", "#include \"u/../v/x.h\"", "no way round by ..");
        row("ui/a/x.cpp", "#include \"a/x.h\"", "ui/a is not a room of ui/CMakeLists.txt"); // a is a room of core
        row("app/x.cpp", "#include \"v/x.h\"", "");
        row("app/x.cpp", "#include <v/x.h>", "our own headers stand in quotes");
        row("core/z/x.h", "#include \"a/x.h\"", "core/z is not a room of core/CMakeLists.txt");
        row("core/a/x.h", "#include <vector>", "");
        row("core/a/x.h", "#include <unicode/uchar.h>", "");
        row("core/a/x.h", "#include <QString>", "the core has no Qt");
        row("core/a/x.h", "#include <QtCore/qglobal.h>", "the core has no Qt");
        row("core/a/x.h", "// #include <QString>", "");
        row("ui/u/x.cpp", "#include <qcustomplot.h>", "only ui/plot uses QCustomPlot");
        row("ui/plot/x.cpp", "#include <qcustomplot.h>", "");
        row("ui/plot/x.cpp", "#include \"qcustomplot.h\"", "qcustomplot.h is in no room"); // it is third-party code
        row("app/main.cpp", "#include \"qcustomplot.h\"", "only ui/plot uses QCustomPlot");
        row("core/backend/opencl/cl.h", "#include <CL/opencl.hpp>", "");
        row("core/backend/opencl/x.cpp", "#include \"backend/opencl/x.h\"", "");
        row("core/backend/backends.h", "#include \"backend/opencl/x.h\"", "");
        row("core/backend/cpu/x.h", "#include \"backend/opencl/x.h\"",
            "in the core, only the list of backends uses backend/opencl");
        row("core/engine/x.cpp", "#include \"backend/opencl/x.h\"",
            "in the core, only the list of backends uses backend/opencl");
        row("app/x.h", "#include \"backend/opencl/x.h\"", "");
        row("core/backend/x.cpp", "#include <CL/cl.h>", "only core/backend/opencl uses OpenCL");
        row("app/x.cpp", "#include \"CL/cl.h\"", "only core/backend/opencl uses OpenCL");
        row("ui/panels/x.cpp", "#include <QWidget>", "");
        row("ui/panels/x.cpp", "#include <QNetworkAccessManager>", "no network code");
        row("app/main.cpp", "#include <QtNetwork/QTcpSocket>", "no network code");
        row("app/main.cpp", "#include <QLocalServer>", "no network code");
        row("app/main.cpp", "#include <QLocale>", "");
        row("core/a/x.cpp", "#include <sys/socket.h>", "no network code");
        row("core/a/x.cpp", "#include <sys/stat.h>", "");
    }
    void rulesBite() {
        QFETCH(QString, path);
        QFETCH(QString, line);
        QFETCH(QString, why);
        const Plan plan = planFrom("core", "headlight_room(a ${core} NEEDS Eigen3::Eigen)\n"
                                           "headlight_room(b NEEDS a)\nheadlight_room(c NEEDS a ICU::uc)\n"
                                           "headlight_room(backend NEEDS a)\n") +
                          planFrom("ui", "headlight_room(u NEEDS a Qt6::Widgets SOURCES b)\n"
                                         "headlight_room(v ${ui}\n  NEEDS u)\nheadlight_room(plot NEEDS u)\n"
                                         "headlight_room(panels NEEDS u)\n");
        const auto wrong = complaints(path, "#pragma once\n" + line + '\n', plan);
        QCOMPARE(wrong.size(), why.isEmpty() ? 0 : 1);
        if (!why.isEmpty())
            QVERIFY2(wrong[0].startsWith(path + ":2 ") && wrong[0].endsWith(": " + why), qPrintable(wrong[0]));
    }

    void lengthIsCounted() {
        QVERIFY(complaints("ui/x.cpp", QString(kMaxLines, u'\n'), {}).isEmpty());
        QCOMPARE(complaints("ui/x.cpp", QString(kMaxLines + 1, u'\n'), {}), QStringList{"ui/x.cpp has 501 lines"});
    }

    void houseKeepsTheRules() {
        const Plan plan = wholePlan();
        const auto sources = sourcesOf({"core", "ui", "app"});
        for (const char* known : {"core/base/Result.h", "core/text/tokenizers.cpp", "ui/panels/Panel.h"})
            QVERIFY2(sources.contains(QLatin1String(known)), known); // otherwise the folder is wrong
        QStringList wrong;
        for (const QString& path : sources) wrong << complaints(path, contentOf(path), plan);
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
    }

    /// A limit that has a name is written only where it is defined.
    void boundsAreWrittenOnce_data() {
        QTest::addColumn<QString>("literal");
        QTest::addColumn<QString>("home");
        QTest::newRow("the backend") << "[=(] ?\"cpu\""
                                     << "core/backend/backends.h";
        QTest::newRow("the largest picture") << "\\b16(,| to) (\\w+ = )?16'?384"
                                             << "ui/export/render.h";
        QTest::newRow("its resolution") << "\\b36, 1'?200\\b|\\b1'200\\b"
                                        << "ui/export/render.h";
    }
    void boundsAreWrittenOnce() {
        QFETCH(QString, literal);
        QFETCH(QString, home);
        QStringList homes;
        for (const QString& path : sourcesOf({"core", "ui", "app"}))
            if (contentOf(path).contains(QRegularExpression(literal))) homes << path;
        QCOMPARE(homes, QStringList{home});
    }

    void testsAreShortToo() {
        const auto sources = sourcesOf({"tests"});
        QVERIFY(sources.contains(QLatin1String("tests/core/tst_layering.cpp")));
        for (const QString& path : sources) QVERIFY2(contentOf(path).count(u'\n') <= kMaxLines, qPrintable(path));
    }
};

QTEST_APPLESS_MAIN(LayeringTest)
#include "tst_layering.moc"
