// Killing the program while it is edited loses at most two seconds of edits; telling it to end loses none. The seconds
// are counted in edits, which are slower on a busy machine. With HEADLIGHT_KILLS=200 there are so many kills, and the
// time is checked, too. HEADLIGHT_SEED gives other edits, and other moments.
#include "Recovery.h"
#include "ShutdownHandler.h"
#include "app/windowBench.h"
#include "document/JournalKeeper.h"
#include "io/sessionFile.h"
#include "journal/unsavedWork.h"
#include "session/edits.h"
#include "support/RandomNumbers.h"
#include "support/givenEdit.h"

#include <QProcess>

#include <chrono>
#include <csignal>
#include <fstream>

using namespace headlight;

namespace {

namespace fs = std::filesystem;
constexpr const char *kFolder = "HEADLIGHT_CRASH_FOLDER", *kSeed = "HEADLIGHT_CRASH_SEED";
constexpr const char* kInMemory = "/dev/shm/headlight-crash-XXXXXX"; // a file system in memory, on every Linux
constexpr int kBetweenEdits = 20;                                    // in ms, at least
/// The edits of two seconds, and the one in progress: the journal waits for a second, and its write may take another.
constexpr int kMaxLost = 2000 / kBetweenEdits + 1;

qint64 nowMs() {
    using namespace std::chrono;
    return duration_cast<milliseconds>(steady_clock::now().time_since_epoch()).count(); // the same in all processes
}

/// One line of the records: the time, and the session that is about to be made; or a mark that all before is synced.
struct Record {
    qint64 time;
    std::string session; ///< empty: a mark
};

void append(std::ofstream& to, const Record& record) {
    to << record.time << '\t' << QByteArray::fromStdString(record.session).toBase64().constData() << '\n' << std::flush;
}

std::vector<Record> recordsIn(const fs::path& path) {
    std::vector<Record> records;
    std::ifstream in(path);
    for (std::string line; std::getline(in, line) && !in.eof();) { // an incomplete last line is ignored
        const std::size_t tab = line.find('\t');
        records.push_back({std::stoll(line.substr(0, tab)),
                           QByteArray::fromBase64(QByteArray::fromStdString(line.substr(tab + 1))).toStdString()});
    }
    return records;
}

std::string textOf(const Session& session) { return sessionText({session, {}}); }

/// Edits endlessly, and records each session before it is made. With an odd seed the journal is sometimes synced; with
/// an even one it is not, so that a journal that is written too rarely is noticed.
class Person : testing::WindowBench, testing::RandomNumbers {
public:
    explicit Person(const fs::path& folder, unsigned seed)
        : RandomNumbers(seed), records_(folder / "records"), syncs_(seed % 2 == 1) {
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, QString::fromStdString(folder.string()));
        window_ = std::make_unique<MainWindow>(folder / "journals");
        window_->show();
        window_->files().openExample(firstExample());
    }
    MainWindow& window() { return *window_; }
    void edit() {
        if (syncs_ && chance(0.02)) {
            if (window_->recovery()->journals().sync()) append(records_, {nowMs(), {}});
            return;
        }
        History& history = window_->workbench().document().history();
        if (chance(0.1) && history.canUndo()) {
            write(history.before());
            return window_->workbench().undo();
        }
        const auto edit = [this, next = next()](const Session& now, const Watch&) {
            const auto made = next(now);
            if (made) write(*made);
            return made;
        };
        window_->workbench().apply("Edit", edit);
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
    bool syncs_;
};

/// Runs in the process that the tests kill.
[[noreturn]] void editForEver() {
    Person person(qEnvironmentVariable(kFolder).toStdString(),
                  static_cast<unsigned>(qEnvironmentVariableIntValue(kSeed)));
    const ShutdownHandler endings([&person](bool isInOrder) { person.window().keepSafe(isInOrder); });
    for (;;) {
        person.edit();
        QTest::qWait(kBetweenEdits);
    }
}

} // namespace

class CrashTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        if (qEnvironmentVariableIsSet(kFolder)) editForEver();
    }

    void aKillCostsTwoSecondsAtMost() {
        bool isLong = false;
        const int given = qEnvironmentVariableIntValue("HEADLIGHT_KILLS", &isLong), kills = isLong ? given : 4;
        const int seed = qEnvironmentVariableIntValue("HEADLIGHT_SEED");
        testing::RandomNumbers moments(11 + static_cast<unsigned>(seed));
        Lost worst;
        for (int kill = 0; kill < kills; ++kill) {
            QTemporaryDir folder(kInMemory); // the journal waits longer where a write takes long, as on a busy disk
            const fs::path at = folder.path().toStdString();
            QProcess child;
            start(child, folder.path(), seed + kill);
            const auto made = [&] { return static_cast<int>(recordsIn(at / "records").size()); };
            // By then more edits have been made than may be lost.
            QVERIFY(QTest::qWaitFor([&] { return made() > kMaxLost + 20; }, testing::patience(30'000)));
            QTest::qWait(moments.pick(0, 1000)); // a random moment
            const qint64 killed = nowMs();
            child.kill();
            QVERIFY(child.waitForFinished());
            const std::vector<Record> records = recordsIn(at / "records");
            const auto lost = lostOf(at, records);
            QVERIFY2(lost, qPrintable(QString("kill %1 of %2 records").arg(kill).arg(records.size())));
            QVERIFY2(lost->edits <= kMaxLost, qPrintable(QString("kill %1: %2 edits").arg(kill).arg(lost->edits)));
            worst.edits = std::max(worst.edits, lost->edits);
            if (lost->edits > 0) worst.ms = std::max(worst.ms, killed - lost->ms);
        }
        qInfo("crash: %d kills while editing: at most %d edits, %lld ms of them lost", kills, worst.edits,
              static_cast<long long>(worst.ms));
        if (isLong) QVERIFY(worst.ms <= 2000);
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
        QVERIFY(edits(at));
        QCOMPARE(::kill(static_cast<pid_t>(child.processId()), signal), 0);
        QVERIFY(child.waitForFinished());
        QCOMPARE(child.exitStatus(), QProcess::CrashExit);
        QCOMPARE(child.exitCode(), signal); // as the sender of the signal expects
        QVERIFY(isAllThere(at));
    }

    /// Qt ends the program when the X server is gone.
    void whoLosesTheDisplayLosesNothing() {
        QProcess screen;
        screen.start("Xvfb", {"-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp"});
        if (!screen.waitForStarted()) QSKIP("There is no Xvfb.");
        QVERIFY(QTest::qWaitFor([&] { return screen.canReadLine(); }, testing::patience(30'000)));
        const QString display = ':' + QString::fromLatin1(screen.readLine().trimmed());
        QTemporaryDir folder;
        const fs::path at = folder.path().toStdString();
        QProcess child;
        start(child, folder.path(), 4, {{"QT_QPA_PLATFORM", "xcb"}, {"DISPLAY", display}});
        QVERIFY(edits(at));
        screen.kill();
        QVERIFY(screen.waitForFinished());
        QVERIFY2(child.waitForFinished(), child.readAll());
        QCOMPARE(child.exitStatus(), QProcess::NormalExit);
        QVERIFY(isAllThere(at));
    }

private:
    static void start(QProcess& child, const QString& folder, int seed, const QMap<QString, QString>& screen = {}) {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (auto one = screen.begin(); one != screen.end(); ++one) environment.insert(one.key(), one.value());
        environment.insert(kFolder, folder);
        environment.insert(kSeed, QString::number(seed));
        child.setProcessEnvironment(environment);
        child.setProcessChannelMode(QProcess::MergedChannels);
        child.start(QCoreApplication::applicationFilePath(), {"tst_crash", "-maxwarnings", "0"});
    }

    static bool edits(const fs::path& at) {
        return QTest::qWaitFor([&] { return recordsIn(at / "records").size() > 20; }, testing::patience(30'000));
    }

    struct Lost {
        int edits = 0;
        qint64 ms = 0; ///< the time of the first of them
    };
    /// Returns the edits that are not restored. Returns nothing if the restored session was never recorded, or is older
    /// than the last one that was synced.
    static std::optional<Lost> lostOf(const fs::path& at, const std::vector<Record>& records) {
        const FoundWork found = findUnsavedWork(at / "journals");
        if (found.works.size() != 1) return {};
        const auto content = readUnsavedWork(found.works.front());
        if (!content) return {};
        const std::string restored = textOf(content->file.session);
        Lost lost;
        bool isSafe = false; // the last edit before the mark must not be lost
        for (std::size_t i = records.size(); i-- > 0;) {
            if (records[i].session == restored) return lost;
            if (isSafe && !records[i].session.empty()) return {};
            isSafe = isSafe || records[i].session.empty();
            if (!records[i].session.empty()) lost = {lost.edits + 1, records[i].time};
        }
        return {};
    }
    static bool isAllThere(const fs::path& at) {
        const auto lost = lostOf(at, recordsIn(at / "records"));
        return lost && lost->edits == 0;
    }
};

QTEST_MAIN(CrashTest)
#include "tst_crash.moc"
