// A program that is killed while a person edits costs at most two seconds of edits; one that is told to end costs none.
// HEADLIGHT_KILLS=200 kills so often, and then the two seconds are held against the clock: not where others work, too.
// HEADLIGHT_SEED: other edits, and other moments.
#include "Endings.h"
#include "Recovery.h"
#include "document/JournalKeeper.h"
#include "io/sessionFile.h"
#include "session/edits.h"
#include "support/RandomNumbers.h"
#include "support/verbs.h"
#include "windowBench.h"

#include <QProcess>

#include <chrono>
#include <csignal>
#include <fstream>

using namespace headlight;

namespace {

namespace fs = std::filesystem;
constexpr const char *kFolder = "HEADLIGHT_CRASH_FOLDER", *kSeed = "HEADLIGHT_CRASH_SEED";

qint64 nowMs() {
    using namespace std::chrono;
    return duration_cast<milliseconds>(steady_clock::now().time_since_epoch()).count(); // of all processes alike
}

/// One line a record: when, and the session, or that all before it is safe.
struct Record {
    qint64 time;
    std::string session; ///< empty: all is safe
};

void append(std::ofstream& to, const Record& record) {
    to << record.time << '\t' << QByteArray::fromStdString(record.session).toBase64().constData() << '\n' << std::flush;
}

std::vector<Record> recordsIn(const fs::path& path) {
    std::vector<Record> records;
    std::ifstream in(path);
    for (std::string line; std::getline(in, line) && !in.eof();) { // a line without its end is none
        const std::size_t tab = line.find('\t');
        records.push_back({std::stoll(line.substr(0, tab)),
                           QByteArray::fromBase64(QByteArray::fromStdString(line.substr(tab + 1))).toStdString()});
    }
    return records;
}

std::string textOf(const Session& session) { return sessionText({session, {}}); }

/// Edits for ever, and writes down what it is about to make before it makes it.
class Person : test::WindowBench, testing::RandomNumbers {
public:
    explicit Person(const fs::path& folder, unsigned seed) : RandomNumbers(seed), records_(folder / "records") {
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, QString::fromStdString(folder.string()));
        window_ = std::make_unique<MainWindow>(folder / "journals");
        window_->show();
        window_->files().openExample(firstExample());
    }
    MainWindow& window() { return *window_; }
    void edit() {
        if (chance(0.02)) {
            if (window_->recovery()->journals().sync()) append(records_, {nowMs(), {}});
            return;
        }
        History& history = window_->workbench().document().history();
        if (chance(0.1) && history.canUndo()) {
            write(history.before());
            return window_->workbench().undo();
        }
        const auto verb = [this, next = next()](const Session& now, const Watch&) {
            const auto made = next(now);
            if (made) write(*made);
            return made;
        };
        window_->workbench().apply("Edit", verb);
    }

private:
    void write(const Session& session) { append(records_, {nowMs(), textOf(session)}); }
    std::function<Result<Session>(const Session&)> next() {
        const auto value = static_cast<float>(pick(-500, 500)) / 100;
        const int kind = pick(0, 20), words = pick(1, 30);
        if (kind == 0) return [](const Session& s) { return withHeadAdded(s, 0); };
        if (kind == 1) return [](const Session& s) { return withHeadRemoved(s, 0, 0); };
        if (kind == 2)
            return [words](const Session& s) {
                return withSentence(s, QString("my shoes ").repeated(words).trimmed().toStdString());
            };
        return [value](const Session& s) { return withCell(s, {Parameter::Wq, 0, 0}, 0, 0, value); };
    }

    std::ofstream records_;
};

} // namespace

class CrashTest : public QObject {
    Q_OBJECT

private slots:
    /// Not a test: what the others kill.
    void aPersonEdits() {
        if (!qEnvironmentVariableIsSet(kFolder)) QSKIP("only in the processes that the other tests kill");
        const auto seed = static_cast<unsigned>(qEnvironmentVariableIntValue(kSeed));
        Person person(qEnvironmentVariable(kFolder).toStdString(), seed);
        const Endings endings([&person](bool isInOrder) { person.window().keepSafe(isInOrder); });
        testing::RandomNumbers hand(seed);
        for (;;) {
            person.edit();
            QTest::qWait(hand.pick(0, 30));
        }
    }

    void aKillCostsTwoSecondsAtMost() {
        bool isLong = false;
        const int given = qEnvironmentVariableIntValue("HEADLIGHT_KILLS", &isLong), kills = isLong ? given : 5;
        const int seed = qEnvironmentVariableIntValue("HEADLIGHT_SEED");
        testing::RandomNumbers moments(11 + static_cast<unsigned>(seed));
        qint64 worst = 0;
        for (int kill = 0; kill < kills; ++kill) {
            QTemporaryDir folder;
            const fs::path at = folder.path().toStdString();
            QProcess child;
            start(child, folder.path(), seed + kill);
            const auto edits = [&] { return recordsIn(at / "records").size(); };
            QVERIFY(QTest::qWaitFor([&] { return edits() > 5; }, 60'000));
            QTest::qWait(moments.pick(0, 3000)); // the moment, not a wait for something
            const qint64 killed = nowMs();
            child.kill();
            QVERIFY(child.waitForFinished());
            const std::vector<Record> records = recordsIn(at / "records");
            const qint64 lost = lostMs(at, records, killed);
            QVERIFY2(lost >= 0, qPrintable(QString("kill %1 of %2 records").arg(kill).arg(records.size())));
            worst = std::max(worst, lost);
        }
        qInfo("crash: %d kills while editing: at most %lld ms of edits lost", kills, static_cast<long long>(worst));
        if (isLong) QVERIFY(worst <= 2000);
    }

    void whoIsToldToEndLosesNothing_data() {
        QTest::addColumn<int>("signal");
        for (const auto& [name, signal] :
             {std::pair{"SIGTERM", SIGTERM}, std::pair{"SIGHUP", SIGHUP}, std::pair{"SIGINT", SIGINT}})
            QTest::newRow(name) << signal;
    }
    void whoIsToldToEndLosesNothing() {
        QFETCH(int, signal);
        QTemporaryDir folder;
        const fs::path at = folder.path().toStdString();
        QProcess child;
        start(child, folder.path(), signal);
        QVERIFY(QTest::qWaitFor([&] { return recordsIn(at / "records").size() > 20; }, 60'000));
        QCOMPARE(::kill(static_cast<pid_t>(child.processId()), signal), 0);
        QVERIFY(child.waitForFinished());
        QCOMPARE(child.exitStatus(), QProcess::CrashExit);
        QCOMPARE(child.exitCode(), signal); // as who asked for it expects
        const auto records = recordsIn(at / "records");
        QCOMPARE(lostMs(at, records, std::numeric_limits<qint64>::max()), 0);
    }

    /// Qt ends the program then.
    void whoLosesTheDisplayLosesNothing() {
        QProcess screen;
        screen.start("Xvfb", {"-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp"});
        if (!screen.waitForStarted()) QSKIP("There is no Xvfb.");
        QVERIFY(QTest::qWaitFor([&] { return screen.canReadLine(); }, 60'000));
        const QString display = ':' + QString::fromLatin1(screen.readLine().trimmed());
        QTemporaryDir folder;
        const fs::path at = folder.path().toStdString();
        QProcess child;
        start(child, folder.path(), 4, {{"QT_QPA_PLATFORM", "xcb"}, {"DISPLAY", display}});
        QVERIFY(QTest::qWaitFor([&] { return recordsIn(at / "records").size() > 20; }, 60'000));
        screen.kill();
        QVERIFY(screen.waitForFinished());
        QVERIFY2(child.waitForFinished(), child.readAll());
        QCOMPARE(child.exitStatus(), QProcess::NormalExit);
        QCOMPARE(lostMs(at, recordsIn(at / "records"), std::numeric_limits<qint64>::max()), 0);
    }

private:
    static void start(QProcess& child, const QString& folder, int seed, const QMap<QString, QString>& screen = {}) {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (auto one = screen.begin(); one != screen.end(); ++one) environment.insert(one.key(), one.value());
        environment.insert(kFolder, folder);
        environment.insert(kSeed, QString::number(seed));
        child.setProcessEnvironment(environment);
        child.setProcessChannelMode(QProcess::MergedChannels);
        child.start(QCoreApplication::applicationFilePath(), {"tst_crash", "aPersonEdits", "-maxwarnings", "0"});
    }

    /// How long before the kill the first edit was made that is not restored; 0: none, -1: what is restored is nothing
    /// that was there, or older than what was said to be safe.
    static qint64 lostMs(const fs::path& at, const std::vector<Record>& records, qint64 killed) {
        const auto orphans = orphanedJournals(at / "journals");
        if (orphans.size() != 1) return -1;
        const auto content = readJournal(orphans.front());
        if (!content) return -1;
        const std::string restored = textOf(content->file.session);
        bool isSafe = false; // what is restored is at least the last edit before that was said
        for (std::size_t i = records.size(); i-- > 0;) {
            if (records[i].session == restored)
                return i + 1 < records.size() ? std::max<qint64>(0, killed - timeOfNext(records, i)) : 0;
            if (isSafe && !records[i].session.empty()) return -1;
            isSafe = isSafe || records[i].session.empty();
        }
        return -1;
    }
    static qint64 timeOfNext(const std::vector<Record>& records, std::size_t i) {
        for (std::size_t next = i + 1; next < records.size(); ++next)
            if (!records[next].session.empty()) return records[next].time;
        return std::numeric_limits<qint64>::max(); // none was made
    }
};

QTEST_MAIN(CrashTest)
#include "tst_crash.moc"
