#include "io/fileCalls.h"
#include "io/files.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cerrno>
#include <fstream>
#include <map>

using namespace headlight;

namespace {

namespace fs = std::filesystem;

const std::string kOld = "the old file\n", kNew = std::string(100'000, 'n') + "\n";

std::string contents(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

void put(const fs::path& path, const std::string& bytes) { std::ofstream(path, std::ios::binary) << bytes; }

int entriesIn(const fs::path& folder) {
    return static_cast<int>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

/// Real calls that note how often each was made, and of which one may fail.
struct Faulty {
    explicit Faulty(const char* failing = "", int with = 0, int at = 1) : step(failing), error(with), occasion(at) {}

    std::string step;            ///< which call fails
    int error;                   ///< with what
    int occasion;                ///< at which time
    int interruptions = 0;       ///< EINTR so many times before every call
    std::size_t most = SIZE_MAX; ///< bytes that one write takes
    std::map<std::string, int> count, interrupted;

    bool fails(const std::string& name) {
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

int openDescriptors() {
    return static_cast<int>(
        QDir("/proc/self/fd").entryList(QDir::NoDotAndDotDot | QDir::AllEntries | QDir::System).size());
}

} // namespace

class AtomicFileTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    fs::path in(const char* name) const { return fs::path(folder_.path().toStdString()) / name; }

private slots:
    void init() {
        for (const auto& entry : fs::directory_iterator(in("").parent_path())) fs::remove_all(entry);
    }

    void aNewFileAppears() {
        const mode_t before = umask(027);
        QVERIFY(writeFile(in("a"), kNew).ok());
        umask(before);
        QCOMPARE(contents(in("a")), kNew);
        QCOMPARE(static_cast<int>(fs::status(in("a")).permissions()), 0640);
        QCOMPARE(entriesIn(in("").parent_path()), 1);
    }

    /// Whoever watches may stop it at any time before the renaming: nothing has happened then.
    void cancelled() {
        put(in("a"), kOld);
        for (int looks = 0; looks < 4; ++looks) {
            int left = looks;
            const auto saved = writeFile(in("a"), std::string(std::size_t(9) << 20, 'x'),
                                         [&](double done) { return done < 0 || left-- > 0; });
            QVERIFY(saved.text().find("it was cancelled. The old file is as it was.") != std::string::npos);
            QCOMPARE(contents(in("a")), kOld);
            QCOMPARE(entriesIn(in("").parent_path()), 1);
        }
        QVERIFY(writeFile(in("a"), kNew, [](double) { return true; }).ok());
        QCOMPARE(contents(in("a")), kNew);
    }

    void anEmptyFileToo() {
        QVERIFY(writeFile(in("a"), "").ok());
        QCOMPARE(fs::file_size(in("a")), std::uintmax_t(0));
    }

    void theModeStays_data() {
        QTest::addColumn<int>("mode");
        for (const int mode : {0600, 0644, 0664, 0755, 0200}) QTest::newRow(QByteArray::number(mode, 8)) << mode;
    }
    void theModeStays() {
        QFETCH(int, mode);
        put(in("a"), kOld);
        fs::permissions(in("a"), static_cast<fs::perms>(mode));
        const auto saved = writeFile(in("a"), kNew);
        QVERIFY2(saved.ok(), saved ? "" : saved.text().c_str());
        QCOMPARE(static_cast<int>(fs::status(in("a")).permissions()), mode);
    }

    void ownerAndGroupStay_data() {
        QTest::addColumn<bool>("otherOwner");
        QTest::addColumn<bool>("otherGroup");
        QTest::addColumn<int>("error");
        QTest::newRow("both ours") << false << false << 0;
        QTest::newRow("another group") << false << true << 0;
        QTest::newRow("another owner") << true << false << 0;
        QTest::newRow("both") << true << true << 0;
        QTest::newRow("both, not allowed") << true << true << EPERM;
        QTest::newRow("both, impossible here") << true << true << EINVAL;
    }
    void ownerAndGroupStay() {
        QFETCH(bool, otherOwner);
        QFETCH(bool, otherGroup);
        QFETCH(int, error);
        put(in("a"), kOld);
        struct stat ours {};
        QCOMPARE(::stat(in("a").c_str(), &ours), 0);
        const uid_t owner = ours.st_uid + otherOwner;
        const gid_t group = ours.st_gid + otherGroup;
        QStringList asked;
        FileCalls calls;
        calls.stat = [&](const char* path, struct stat* to) {
            const int result = ::stat(path, to);
            to->st_uid = owner;
            to->st_gid = group;
            return result;
        };
        calls.fchown = [&](int, uid_t u, gid_t g) {
            asked << (u == uid_t(-1) ? QString("group %1").arg(g == group)
                                     : QString("owner %1").arg(u == owner && g == gid_t(-1)));
            errno = error;
            return error ? -1 : 0;
        };
        calls.fchmod = [&](int file, mode_t mode) {
            asked << "mode";
            return ::fchmod(file, mode);
        };
        const auto saved = writeFile(in("a"), kNew, calls);
        QVERIFY2(saved.ok(), saved ? "" : saved.text().c_str());
        QStringList expected;
        if (otherGroup) expected << "group 1";
        if (otherOwner) expected << "owner 1";
        QCOMPARE(asked, expected << "mode");
        QCOMPARE(contents(in("a")), kNew);
    }

    void rootKeepsAnotherPersonsFile() {
        if (geteuid() != 0) QSKIP("only root can give a file away; the calls are tested above");
        put(in("a"), kOld);
        if (::chown(in("a").c_str(), 12345, 23456) != 0) QSKIP("this file system knows no other owners");
        fs::permissions(in("a"), static_cast<fs::perms>(0640));
        const auto saved = writeFile(in("a"), kNew);
        QVERIFY2(saved.ok(), saved ? "" : saved.text().c_str());
        struct stat after {};
        QCOMPARE(::stat(in("a").c_str(), &after), 0);
        QCOMPARE(after.st_uid, uid_t(12345));
        QCOMPARE(after.st_gid, gid_t(23456));
        QCOMPARE(int(after.st_mode & 07777), 0640);
    }

    void aLinkIsFollowed() {
        fs::create_directory(in("real"));
        put(in("real/a"), kOld);
        fs::create_symlink("real/a", in("first"));
        fs::create_symlink(in("first"), in("second"));
        QVERIFY(writeFile(in("second"), kNew).ok());
        QVERIFY(fs::is_symlink(in("second")) && fs::is_symlink(in("first")) && !fs::is_symlink(in("real/a")));
        QCOMPARE(contents(in("real/a")), kNew);
        QCOMPARE(entriesIn(in("real")), 1);
    }

    void aLinkToNothingMakesItsTarget() {
        fs::create_symlink("target", in("link"));
        QVERIFY(writeFile(in("link"), kNew).ok());
        QVERIFY(fs::is_symlink(in("link")));
        QCOMPARE(contents(in("target")), kNew);
    }

    void linksInACircleAreNamed() {
        fs::create_symlink("b", in("a"));
        fs::create_symlink("a", in("b"));
        QVERIFY(writeFile(in("a"), kNew).text().find("lead in a circle") != std::string::npos);
    }

    void aNameOf255BytesWorks() {
        const std::string longest(255, 'x');
        QVERIFY(writeFile(in(longest.c_str()), kNew).ok());
        QCOMPARE(contents(in(longest.c_str())), kNew);
    }

    void whatIsNoFileIsRefused_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("why");
        QTest::newRow("folder") << QString::fromStdString(in("folder")) << "it is a folder";
        QTest::newRow("pipe") << QString::fromStdString(in("pipe")) << "it is a device or a pipe";
        QTest::newRow("device") << "/dev/full"
                                << "it is a device or a pipe";
        QTest::newRow("no such folder") << QString::fromStdString(in("none/a"))
                                        << "opening its folder: no such file or directory";
        QTest::newRow("file as folder") << QString::fromStdString(in("file/a"))
                                        << "looking at the old file: not a directory";
    }
    void whatIsNoFileIsRefused() {
        QFETCH(QString, path);
        QFETCH(QString, why);
        fs::create_directory(in("folder"));
        put(in("file"), kOld);
        QCOMPARE(mkfifo(in("pipe").c_str(), 0600), 0);
        const auto saved = writeFile(path.toStdString(), kNew);
        QVERIFY(!saved.ok());
        QVERIFY2(saved.text().find(why.toStdString()) != std::string::npos, saved.text().c_str());
        QVERIFY(saved.text().starts_with("Could not save \"" + path.toStdString() + "\": "));
        QVERIFY2(saved.text().ends_with("Nothing was saved."), saved.text().c_str()); // there is no old file
        QCOMPARE(contents(in("file")), kOld);
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
        row("create EACCES", "createFile", 1, EACCES, "making a file beside it: permission denied");
        row("create EROFS", "createFile", 1, EROFS, "making a file beside it: read-only file system");
        row("create ENOSPC", "createFile", 1, ENOSPC, "making a file beside it: no space left on device");
        row("create EDQUOT", "createFile", 1, EDQUOT, "making a file beside it: disk quota exceeded");
        row("create EMFILE", "createFile", 1, EMFILE, "making a file beside it: too many open files");
        row("write ENOSPC", "write", 1, ENOSPC, "writing: no space left on device");
        row("write ENOSPC, midway", "write", 3, ENOSPC, "writing: no space left on device");
        row("write EIO", "write", 2, EIO, "writing: input/output error");
        row("chmod EPERM", "fchmod", 1, EPERM, "setting its permissions: operation not permitted");
        row("fsync EIO", "fsync", 1, EIO, "bringing it to the disk: input/output error");
        row("fsync ENOSPC", "fsync", 1, ENOSPC, "bringing it to the disk: no space left on device");
        row("close EIO", "close", 1, EIO, "closing: input/output error");
        row("rename EACCES", "rename", 1, EACCES, "putting it in its place: permission denied");
        row("rename EIO", "rename", 1, EIO, "putting it in its place: input/output error");
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
                                   ". The old file is as it was.");
        QCOMPARE(contents(in("a")), kOld);
        QCOMPARE(entriesIn(in("").parent_path()), 1);
        QCOMPARE(openDescriptors(), descriptors);
    }

    void everyFailureLeavesNothingNew() {
        for (const char* step : {"openFolder", "createFile", "write", "fsync", "close", "rename"}) {
            Faulty faulty(step, EIO);
            const auto saved = writeFile(in("a"), kNew, faulty.calls());
            QVERIFY(!saved.ok());
            QVERIFY2(saved.text().ends_with("Nothing was saved."), saved.text().c_str());
            QCOMPARE(entriesIn(in("").parent_path()), 0);
        }
    }

    void aFolderThatDoesNotReachTheDiskIsSaid() {
        put(in("a"), kOld);
        Faulty faulty("fsync", EIO, 2);
        const auto saved = writeFile(in("a"), kNew, faulty.calls());
        QVERIFY(!saved.ok());
        QVERIFY2(
            saved.text().find("holds the new version, but its folder did not reach the disk: input/output error") !=
                std::string::npos,
            saved.text().c_str());
        QCOMPARE(contents(in("a")), kNew);
        QCOMPARE(entriesIn(in("").parent_path()), 1);
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

    void aProtectedFileIsRefused() {
        put(in("a"), kOld);
        fs::permissions(in("a"), fs::perms::owner_read);
        if (geteuid() == 0) // root may write everything; the refusal itself is tested for everybody else
            QVERIFY(writeFile(in("a"), kNew).ok());
        else
            QVERIFY(writeFile(in("a"), kNew).text().find("it is protected: permission denied") != std::string::npos);
    }

    void aFileIsRead() {
        put(in("a"), kNew);
        QCOMPARE(*readFile(in("a"), kNew.size()), kNew);
        QCOMPARE(*readFile("/proc/self/comm", 100), contents("/proc/self/comm")); // says it is 0 bytes long
    }

    void whatCannotBeReadIsNamed_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("why");
        QTest::newRow("none") << QString::fromStdString(in("none")) << ": no such file or directory.";
        QTest::newRow("folder") << folder_.path() << "it is a folder";
        QTest::newRow("pipe") << QString::fromStdString(in("pipe")) << "it is a device or a pipe";
        QTest::newRow("endless") << "/dev/zero"
                                 << "it is a device or a pipe";
        QTest::newRow("large") << QString::fromStdString(in("large")) << "it is larger than 1 MB (1048576 bytes)";
    }
    void whatCannotBeReadIsNamed() {
        QFETCH(QString, path);
        QFETCH(QString, why);
        QCOMPARE(mkfifo(in("pipe").c_str(), 0600), 0);
        put(in("large"), std::string((1 << 20) + 1, 'x'));
        const auto read = readFile(path.toStdString(), 1 << 20);
        QVERIFY(!read.ok());
        QVERIFY2(read.text().find(why.toStdString()) != std::string::npos, read.text().c_str());
    }

    void namesAreShownOnOneLine() {
        QCOMPARE(quotedPath("a b.headlight"), std::string("\"a b.headlight\""));
        QCOMPARE(quotedPath("Übung.headlight"), std::string("\"Übung.headlight\""));
        QCOMPARE(quotedPath("a\nb\x1B[31m\x7F"), std::string("\"a\uFFFDb\uFFFD[31m\uFFFD\""));
        QCOMPARE(quotedPath("a\xFF"
                            "b"),
                 std::string("\"a\uFFFDb\""));
        QCOMPARE(quotedPath("gnp.\u202Etxt"), std::string("\"gnp.\uFFFDtxt\""));
    }
};

QTEST_APPLESS_MAIN(AtomicFileTest)
#include "tst_files.moc"
