#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QMap>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>

// Who may include whom, how long a file may be, and what nobody includes. core/CMakeLists.txt is the plan of the core.

namespace {

constexpr int kMostLines = 500;

struct Room {
    QString name;
    QStringList needs; ///< rooms, not libraries
};

/// The headlight_room(NAME NEEDS ...) lines, from top to bottom.
QList<Room> planFrom(const QString& cmake) {
    static const QRegularExpression line(QStringLiteral("^headlight_room\\((\\w+) NEEDS ([^)]*)\\)"),
                                         QRegularExpression::MultilineOption);
    QList<Room> plan;
    for (auto found = line.globalMatch(cmake); found.hasNext();) {
        const auto match = found.next();
        plan.append({match.captured(1), {}});
        for (const QString& need : match.captured(2).split(u' ', Qt::SkipEmptyParts))
            if (!need.contains(QLatin1String("::"))) plan.last().needs << need;
    }
    return plan;
}

const Room* roomNamed(const QList<Room>& plan, const QString& name) {
    const auto found = std::find_if(plan.begin(), plan.end(), [&](const Room& room) { return room.name == name; });
    return found == plan.end() ? nullptr : &*found;
}

bool isNetwork(const QString& header) {
    static const QRegularExpression network(QStringLiteral(
        "^(QtNetwork|QNetwork|QTcp|QUdp|QSctp|QSsl|QDtls|QLocal(Server|Socket)|QAbstractSocket|QHost|QDns|QHttp|QHsts|"
        "QWebSocket|QtWebSockets|sys/socket|netdb|netinet/|arpa/|curl/|asio|boost/asio)"));
    return network.match(header).hasMatch();
}

/// What is wrong with `#include header` in the file `path`, or nothing.
QString wrongInclude(const QString& path, const QString& header, bool quoted, const QList<Room>& plan) {
    if (isNetwork(header)) return QStringLiteral("no network code");
    if (header.endsWith(QLatin1String("qcustomplot.h")) && !path.startsWith(QLatin1String("ui/plot/")))
        return QStringLiteral("only ui/plot uses QCustomPlot");
    if (!path.startsWith(QLatin1String("core/"))) return {};
    if (!quoted) {
        if (header.startsWith(u'Q')) return QStringLiteral("the core has no Qt");
        if (header.startsWith(QLatin1String("CL/")) && !path.startsWith(QLatin1String("core/backend/opencl/")))
            return QStringLiteral("only core/backend/opencl includes OpenCL");
        return {};
    }
    const QString own = path.section(u'/', 1, 1), other = header.section(u'/', 0, 0);
    const Room* room = roomNamed(plan, own);
    if (!room) return QStringLiteral("core/%1 is not a room of core/CMakeLists.txt").arg(own);
    if (!roomNamed(plan, other)) return QStringLiteral("%1 is not a room of core/CMakeLists.txt").arg(other);
    if (other != own && !room->needs.contains(other)) return QStringLiteral("%1 does not need %2").arg(own, other);
    return {};
}

QStringList complaints(const QString& path, const QString& text, const QList<Room>& plan) {
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
    if (const auto count = text.count(u'\n'); count > kMostLines)
        wrong << QStringLiteral("%1 has %2 lines").arg(path).arg(count);
    return wrong;
}

QString contentOf(const QString& path) {
    QFile file(QStringLiteral(HEADLIGHT_SOURCE_DIR "/") + path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// Every source file of these folders, relative to the top.
QStringList sourcesOf(const QStringList& storeys) {
    const QDir top(QStringLiteral(HEADLIGHT_SOURCE_DIR));
    QStringList paths;
    for (const QString& storey : storeys)
        for (QDirIterator it(top.filePath(storey), {"*.h", "*.cpp", "*.cl"}, QDir::Files, QDirIterator::Subdirectories);
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
        const auto plan = planFrom(contentOf("core/CMakeLists.txt"));
        QStringList above;
        for (const Room& room : plan) {
            for (const QString& need : room.needs)
                QVERIFY2(above.contains(need), qPrintable(room.name + " needs " + need + ", which is not above it"));
            above << room.name;
        }
        QCOMPARE(above,
                 QStringList({"base", "text", "random", "session", "attention", "kernels", "backend", "engine", "io"}));
        QCOMPARE(roomNamed(plan, "random")->needs, QStringList{"base"});
    }

    void everyFolderOfTheCoreIsARoom() {
        const auto plan = planFrom(contentOf("core/CMakeLists.txt"));
        const QDir core(QStringLiteral(HEADLIGHT_SOURCE_DIR "/core"));
        for (const QString& folder : core.entryList(QDir::Dirs | QDir::NoDotAndDotDot))
            QVERIFY2(roomNamed(plan, folder), qPrintable(folder));
    }

    /// The rules themselves, on files made up for them.
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
        row("core/c/x.cpp", "#include \"b/x.h\"", "c does not need b"); // below it, and still not needed
        row("core/c/deep/x.cpp", "  #  include \"b/deep/x.h\"", "c does not need b");
        row("core/a/x.h", "#include \"x.h\"", "x.h is not a room of core/CMakeLists.txt");
        row("core/z/x.h", "#include \"a/x.h\"", "core/z is not a room of core/CMakeLists.txt");
        row("core/a/x.h", "#include <vector>", "");
        row("core/a/x.h", "#include <unicode/uchar.h>", "");
        row("core/a/x.h", "#include <QString>", "the core has no Qt");
        row("core/a/x.h", "#include <QtCore/qglobal.h>", "the core has no Qt");
        row("core/a/x.h", "// #include <QString>", "");
        row("core/a/x.h", "#include <CL/cl.h>", "only core/backend/opencl includes OpenCL");
        row("core/backend/opencl/x.h", "#include <CL/cl.h>", "");
        row("ui/panels/x.cpp", "#include <qcustomplot.h>", "only ui/plot uses QCustomPlot");
        row("ui/plot/x.cpp", "#include <qcustomplot.h>", "");
        row("ui/plot/x.cpp", "#include \"qcustomplot.h\"", "");
        row("app/main.cpp", "#include \"qcustomplot.h\"", "only ui/plot uses QCustomPlot");
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
        const auto plan = planFrom("headlight_room(a NEEDS Eigen3::Eigen)\n"
                                   "headlight_room(b NEEDS a)\nheadlight_room(c NEEDS a ICU::uc)\n");
        const auto wrong = complaints(path, "#pragma once\n" + line + '\n', plan);
        QCOMPARE(wrong.size(), why.isEmpty() ? 0 : 1);
        if (!why.isEmpty())
            QVERIFY2(wrong[0].startsWith(path + ":2 ") && wrong[0].endsWith(": " + why), qPrintable(wrong[0]));
    }

    void lengthIsCounted() {
        QVERIFY(complaints("ui/x.cpp", QString(kMostLines, u'\n'), {}).isEmpty());
        QCOMPARE(complaints("ui/x.cpp", QString(kMostLines + 1, u'\n'), {}), QStringList{"ui/x.cpp has 501 lines"});
    }

    void houseKeepsTheRules() {
        const auto plan = planFrom(contentOf("core/CMakeLists.txt"));
        const auto sources = sourcesOf({"core", "ui", "app"});
        for (const char* known : {"core/base/Result.h", "core/text/tokenizers.cpp", "ui/panels/Panel.h"})
            QVERIFY2(sources.contains(QLatin1String(known)), known); // or we looked in the wrong place
        QStringList wrong;
        for (const QString& path : sources) wrong << complaints(path, contentOf(path), plan);
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
    }

    void testsAreShortToo() {
        const auto sources = sourcesOf({"tests"});
        QVERIFY(sources.contains(QLatin1String("tests/core/tst_layering.cpp")));
        for (const QString& path : sources) QVERIFY2(contentOf(path).count(u'\n') <= kMostLines, qPrintable(path));
    }
};

QTEST_APPLESS_MAIN(LayeringTest)
#include "tst_layering.moc"
