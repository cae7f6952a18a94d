// Whatever fails while a file is written: the old one stays, and one sentence says why.
#include "core/io/filesBench.h"
#include "io/fileCalls.h"

#include <QDir>

#include <sys/wait.h>

#include <cerrno>
#include <csignal>
#include <map>

using namespace headlight;
using namespace headlight::testing;

namespace {

/// Real calls that note how often each was made, and of which one may fail.
struct Faulty {
    explicit Faulty(const char* failing = "", int with = 0, int at = 1) : step(failing), error(with), occasion(at) {}

    std::string step;            ///< which call fails
    int error;                   ///< with what
    int occasion;                ///< at which time
    int interruptions = 0;       ///< EINTR so many times before every call
    std::size_t most = SIZE_MAX; ///< bytes that one write takes
    int killedAt = 0;            ///< before which call of all the process is killed; 0: none
    int calls_ = 0;
    std::map<std::string, int> count, interrupted;

    bool fails(const std::string& name) {
        if (++calls_ == killedAt) ::raise(SIGKILL);
        if (name != "close" && interrupted[name]++ < interruptions) {
            errno = EINTR;
            return true;
        }
        interrupted[name] = 0;
        if (++count[name] != occasion || name != step) return false;
        errno = error;
        return true;
    }

    FileCalls calls() {
        FileCalls real, c;
        c.openFolder = [=, this](const char* p, int f) { return fails("openFolder") ? -1 : real.openFolder(p, f); };
        c.createFile = [=, this](int d, const char* n, int f, mode_t m) {
            return fails("createFile") ? -1 : real.createFile(d, n, f, m);
        };
        c.fchmod = [=, this](int f, mode_t m) { return fails("fchmod") ? -1 : real.fchmod(f, m); };
        c.fchown = [=, this](int f, uid_t u, gid_t g) { return fails("fchown") ? -1 : real.fchown(f, u, g); };
        c.write = [=, this](int f, const void* b, std::size_t n) -> ssize_t {
            return fails("write") ? -1 : real.write(f, b, std::min(n, most));
        };
        c.fsync = [=, this](int f) { return fails("fsync") ? -1 : real.fsync(f); };
        c.close = [=, this](int f) {
            const int closed = real.close(f);
            return fails("close") ? -1 : closed;
        };
        c.rename = [=, this](int d, const char* a, const char* b) {
            return fails("rename") ? -1 : real.rename(d, a, b);
        };
        c.unlink = [=, this](int d, const char* n) { return fails("unlink") ? -1 : real.unlink(d, n); };
        return c;
    }
};

/// Of a process that saves and is killed before that call: whether it came so far.
bool savedAndKilled(const fs::path& path, const std::string& bytes, int call) {
    const pid_t child = ::fork();
    if (child == 0) {
        Faulty faulty;
        faulty.most = bytes.size() / 3 + 1;
        faulty.killedAt = call;
        ::_exit(writeFile(path, bytes, faulty.calls()).ok() ? 0 : 1);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFSIGNALED(status);
}

int openDescriptors() {
    return static_cast<int>(
        QDir("/proc/self/fd").entryList(QDir::NoDotAndDotDot | QDir::AllEntries | QDir::System).size());
}

} // namespace

class FileFailuresTest : public QObject, private FilesBench {
    Q_OBJECT

private slots:
    void init() { empty(); }

    void aKillLeavesTheOldOrTheNewFile_data() {
        QTest::addColumn<std::size_t>("size");
        for (const std::size_t size : {std::size_t(13), std::size_t(100'000), std::size_t(9) << 20})
            QTest::addRow("%zu bytes", size) << size;
    }
    /// Before every call of the save path; and the next time the file is touched no litter is left.
    void aKillLeavesTheOldOrTheNewFile() {
        QFETCH(std::size_t, size);
        const std::string bytes(size, 'n');
        const fs::path path = in("a.headlight");
        int old = 0, fresh = 0;
        for (int call = 1;; ++call) {
            put(path, kOld);
            const bool isKilled = savedAndKilled(path, bytes, call);
            const std::string is = contents(path);
            QVERIFY2(is == kOld || is == bytes, qPrintable(QString("call %1").arg(call)));
            ++(is == kOld ? old : fresh);
            clearLitter(path);
            QCOMPARE(entries(), 1);
            if (!isKilled) break;
        }
        QVERIFY(old >= 7 && fresh >= 2); // before the renaming, and after it
    }

    void everyFailureLeavesTheOldFile_data() {
        QTest::addColumn<QString>("step");
        QTest::addColumn<int>("occasion");
        QTest::addColumn<int>("error");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, const char* step, int occasion, int error, const char* message) {
            QTest::newRow(name) << step << occasion << error << message;
        };
        row("folder EACCES", "openFolder", 1, EACCES, "opening its folder: permission denied");
        row("create EACCES", "createFile", 1, EACCES, "creating a temporary file: permission denied");
        row("create EROFS", "createFile", 1, EROFS, "creating a temporary file: read-only file system");
        row("create ENOSPC", "createFile", 1, ENOSPC, "creating a temporary file: no space left on device");
        row("create EDQUOT", "createFile", 1, EDQUOT, "creating a temporary file: disk quota exceeded");
        row("create EMFILE", "createFile", 1, EMFILE, "creating a temporary file: too many open files");
        row("write ENOSPC", "write", 1, ENOSPC, "writing: no space left on device");
        row("write ENOSPC, midway", "write", 3, ENOSPC, "writing: no space left on device");
        row("write EIO", "write", 2, EIO, "writing: input/output error");
        row("chmod EPERM", "fchmod", 1, EPERM, "setting its permissions: operation not permitted");
        row("fsync EIO", "fsync", 1, EIO, "syncing it to disk: input/output error");
        row("fsync ENOSPC", "fsync", 1, ENOSPC, "syncing it to disk: no space left on device");
        row("close EIO", "close", 1, EIO, "closing: input/output error");
        row("rename EACCES", "rename", 1, EACCES, "renaming it: permission denied");
        row("rename EIO", "rename", 1, EIO, "renaming it: input/output error");
    }
    void everyFailureLeavesTheOldFile() {
        QFETCH(QString, step);
        QFETCH(int, occasion);
        QFETCH(int, error);
        QFETCH(QString, message);
        put(in("a"), kOld);
        const int descriptors = openDescriptors();
        const std::string name = step.toStdString();
        Faulty faulty(name.c_str(), error, occasion);
        faulty.most = 1000;
        const auto saved = writeFile(in("a"), kNew, faulty.calls());
        QVERIFY(!saved.ok());
        QCOMPARE(saved.text(), "Could not save " + quotedPath(in("a")) + ": " + message.toStdString() +
                                   ". The old file is unchanged.");
        QCOMPARE(contents(in("a")), kOld);
        QCOMPARE(entries(), 1);
        QCOMPARE(openDescriptors(), descriptors);
    }

    void everyFailureLeavesNothingNew() {
        for (const char* step : {"openFolder", "createFile", "write", "fsync", "close", "rename"}) {
            Faulty faulty(step, EIO);
            const auto saved = writeFile(in("a"), kNew, faulty.calls());
            QVERIFY(!saved.ok());
            QVERIFY2(saved.text().ends_with("Nothing was saved."), saved.text().c_str());
            QCOMPARE(entries(), 0);
        }
    }

    void aFolderThatDoesNotReachTheDiskIsSaid() {
        put(in("a"), kOld);
        Faulty faulty("fsync", EIO, 2);
        const auto saved = writeFile(in("a"), kNew, faulty.calls());
        QVERIFY(!saved.ok());
        QVERIFY2(saved.text().find("was saved, but its folder could not be synced to disk: input/output error") !=
                     std::string::npos,
                 saved.text().c_str());
        QCOMPARE(contents(in("a")), kNew);
        QCOMPARE(entries(), 1);
    }

    void aFileSystemWithoutFolderSyncIsNoProblem() {
        Faulty faulty("fsync", EINVAL, 2);
        QVERIFY(writeFile(in("a"), kNew, faulty.calls()).ok());
        QCOMPARE(faulty.count["fsync"], 2);
    }

    void shortWritesAndSignalsChangeNothing() {
        put(in("a"), kOld);
        Faulty faulty;
        faulty.interruptions = 3;
        faulty.most = 7;
        const auto saved = writeFile(in("a"), kNew, faulty.calls());
        QVERIFY2(saved.ok(), saved ? "" : saved.text().c_str());
        QCOMPARE(contents(in("a")), kNew);
        QCOMPARE(faulty.count["write"], static_cast<int>((kNew.size() + 6) / 7));
        QCOMPARE(faulty.count["fsync"], 2);
        QCOMPARE(faulty.count["unlink"], 0);
    }

    void aSignalAtCloseIsNoFailure() {
        Faulty faulty("close", EINTR);
        QVERIFY(writeFile(in("a"), kNew, faulty.calls()).ok());
    }

    void aWriteOfNothingIsAFullDisk() {
        put(in("a"), kOld);
        FileCalls calls;
        calls.write = [](int, const void*, std::size_t) -> ssize_t { return 0; };
        QVERIFY(writeFile(in("a"), kNew, calls).text().find("no space left") != std::string::npos);
        QCOMPARE(contents(in("a")), kOld);
    }

    void aNameThatIsTakenIsTriedAgain() {
        Faulty faulty("createFile", EEXIST);
        QVERIFY(writeFile(in("a"), kNew, faulty.calls()).ok());
        QCOMPARE(faulty.count["createFile"], 2);
    }
};

QTEST_APPLESS_MAIN(FileFailuresTest)
#include "tst_fileFailures.moc"
