// Files are written aside and then renamed; what is not a file is refused.
#include "core/io/filesBench.h"
#include "io/fileCalls.h"

#include <sys/file.h>

#include <atomic>
#include <cerrno>
#include <thread>

using namespace headlight;
using namespace headlight::testing;

class FilesTest : public QObject, private FilesBench {
    Q_OBJECT

private slots:
    void init() { empty(); }

    void aNewFileAppears() {
        const mode_t before = umask(027);
        QVERIFY(writeFile(in("a"), kNew).ok());
        umask(before);
        QCOMPARE(contents(in("a")), kNew);
        QCOMPARE(static_cast<int>(fs::status(in("a")).permissions()), 0640);
        QCOMPARE(entries(), 1);
    }

    /// A watch may stop saving at any time before the renaming; then nothing has changed.
    void cancelled() {
        put(in("a"), kOld);
        for (int looks = 0; looks < 4; ++looks) {
            int left = looks;
            const auto saved = writeFile(in("a"), std::string(std::size_t(9) << 20, 'x'),
                                         [&](double done) { return done < 0 || left-- > 0; });
            QVERIFY(saved.text().find("it was cancelled. The old file is unchanged.") != std::string::npos);
            QCOMPARE(contents(in("a")), kOld);
            QCOMPARE(entries(), 1);
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

    void rootKeepsAnotherPersonsFile() {
        if (geteuid() != 0) QSKIP("only root can give a file away");
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
        QCOMPARE(entries("real"), 1);
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
        QVERIFY(writeFile(in("a"), kNew).text().find("form a loop") != std::string::npos);
    }

    void aNameOf255BytesWorks() {
        const std::string longest(255, 'x');
        QVERIFY(writeFile(in(longest.c_str()), kNew).ok());
        QCOMPARE(contents(in(longest.c_str())), kNew);
    }

    /// Remains of a killed save are removed by the next one; other programs' files, and files being written, stay.
    void litterGoes_data() {
        QTest::addColumn<bool>("isSaved"); // otherwise read
        QTest::newRow("with a save") << true;
        QTest::newRow("with reading") << false;
    }
    void litterGoes() {
        QFETCH(bool, isSaved);
        put(in("a.headlight"), kOld);
        const char *left = ".a.headlight.headlight-new", *busy = ".b.headlight.headlight-new";
        const QList<const char*> others{".a.headlight.headlight-backup", // a person's file
                                        ".a.headlight.headlight-newer", "a.headlight.headlight-new", busy};
        for (const char* name : others) put(in(name), "half");
        put(in(left), "half");
        const int other = ::open(in(busy).c_str(), O_WRONLY);
        QCOMPARE(::flock(other, LOCK_EX | LOCK_NB), 0);
        clearLitter(in("b.headlight"));
        if (isSaved)
            QVERIFY(writeFile(in("a.headlight"), kNew).ok());
        else
            clearLitter(in("a.headlight"));
        QCOMPARE(contents(in("a.headlight")), isSaved ? kNew : kOld);
        QVERIFY(!fs::exists(in(left)));
        for (const char* name : others) QVERIFY2(fs::exists(in(name)), name);
        ::close(other);
        clearLitter(in("b.headlight"));
        QVERIFY(!fs::exists(in(busy)));
    }

    /// Two programs that save one file again and again do not disturb each other.
    void twoSaveAtATime() {
        const fs::path path = in("a.headlight");
        std::atomic<int> failures = 0;
        const auto save = [&](const std::string& bytes) {
            for (int i = 0; i < 200; ++i) failures += !writeFile(path, bytes).ok();
        };
        std::thread other([&] { save(kOld); });
        save(kNew);
        other.join();
        QCOMPARE(failures.load(), 0);
        QVERIFY(contents(path) == kOld || contents(path) == kNew);
        QCOMPARE(entries(), 1);
    }

    void aFolderIsMadeForThePersonAlone() {
        QVERIFY(makeFolder(in("a/b")).ok());
        QVERIFY(makeFolder(in("a/b")).ok()); // it is there already
        for (const char* one : {"a", "a/b"})
            QVERIFY((fs::status(in(one)).permissions() & (fs::perms::group_all | fs::perms::others_all)) ==
                    fs::perms::none);
        put(in("a/file"), kOld);
        QCOMPARE(makeFolder(in("a/file")).text(), std::string("not a directory"));
        QCOMPARE(makeFolder(in("a/file/b")).text(), std::string("not a directory"));
        const std::string why = makeFolder("/sys/headlight").text(); // a folder where not even root may write
        QVERIFY2(why.starts_with("operation not") || why.starts_with("permission") || why.starts_with("read-only"),
                 why.c_str());
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
                                        << "checking the old file: not a directory";
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

    void aFileIsRead() {
        put(in("a"), kNew);
        QCOMPARE(*readFile(in("a"), kNew.size()), kNew);
        QCOMPARE(*readFile("/proc/self/comm", 100), contents("/proc/self/comm")); // its size is reported as 0
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

QTEST_APPLESS_MAIN(FilesTest)
#include "tst_files.moc"
