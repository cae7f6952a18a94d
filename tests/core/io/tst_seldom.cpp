// Tests what folders, links and other programs seldom do to a file: it is saved, or the message says why not.
#include "core/io/filesBench.h"
#include "io/SeenFile.h"
#include "io/fileCalls.h"
#include "io/sessionFile.h"

#include <QDir>

#include <sys/file.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <utility>

using namespace headlight;
using namespace headlight::testing;

namespace {

constexpr const char* kLitter = ".a.headlight-new"; ///< left by saving a file "a"

/// While it lives, a process of root acts as a user with few rights. isSo is false where the system does not allow it.
struct AsNobody {
    AsNobody() {
        if (wasRoot) isSo = ::seteuid(65534) == 0;
    }
    ~AsNobody() {
        if (wasRoot && isSo && ::seteuid(0) != 0) qFatal("cannot be root again");
    }
    bool wasRoot = ::geteuid() == 0, isSo = true;
};

/// While it lives, only one more file can be opened.
struct OneMoreFile {
    OneMoreFile() {
        const int next = ::dup(0);
        ::close(next);
        ::getrlimit(RLIMIT_NOFILE, &before);
        const rlimit now{static_cast<rlim_t>(next) + 1, before.rlim_max};
        ::setrlimit(RLIMIT_NOFILE, &now);
    }
    ~OneMoreFile() { ::setrlimit(RLIMIT_NOFILE, &before); }
    rlimit before{};
};

} // namespace

class SeldomTest : public QObject, private FilesBench {
    Q_OBJECT

private slots:
    void initTestCase() { fs::permissions(in("").parent_path(), static_cast<fs::perms>(0755)); } // for AsNobody
    void init() { empty(); }

    void aProtectedFile() {
        put(in("a"), kOld);
        fs::permissions(in("a"), fs::perms::owner_read);
        Result<void> saved;
        {
            const AsNobody nobody;
            if (!nobody.isSo) QSKIP("this system does not let root be somebody else");
            saved = writeFile(in("a"), kNew);
        }
        QCOMPARE(saved.text(), "Could not save " + quotedPath(in("a")) +
                                   ": it is write-protected: permission denied. The old file is unchanged.");
        QCOMPARE(contents(in("a")), kOld);
    }

    void aFolderThatCannotBeRead() {
        fs::create_directory(in("closed"));
        put(in("closed") / kLitter, "half");
        fs::permissions(in("closed"), static_cast<fs::perms>(0333));
        {
            const AsNobody nobody;
            if (!nobody.isSo) QSKIP("this system does not let root be somebody else");
            clearLitter(in("closed/a"));
        }
        fs::permissions(in("closed"), static_cast<fs::perms>(0755));
        QVERIFY(fs::exists(in("closed") / kLitter));
    }

    void noMoreFilesCanBeOpened() {
        put(in(kLitter), "half");
        {
            const OneMoreFile limit;
            clearLitter(in("a"));
        }
        QVERIFY(fs::exists(in(kLitter)));
        clearLitter(in("a"));
        QVERIFY(!fs::exists(in(kLitter)));
    }

    void whatOnlyLooksLikeLitter() {
        put(in("mine"), "mine");
        fs::create_symlink("mine", in(kLitter));
        fs::create_directory(in(".b.headlight-new"));
        for (const char* name : {"a", "b"}) clearLitter(in(name));
        QVERIFY(fs::is_symlink(in(kLitter)) && fs::exists(in("mine")) && fs::exists(in(".b.headlight-new")));
        fs::create_symlink("circle", in("circle"));
        clearLitter(in("circle"));
        QVERIFY(fs::is_symlink(in("circle")));
    }

    void aFileWithoutAFolder() {
        const QString before = QDir::currentPath();
        QVERIFY(QDir::setCurrent(folder_.path()));
        const auto saved = writeFile("a", kNew);
        clearLitter("a");
        QVERIFY(QDir::setCurrent(before));
        QVERIFY2(saved.ok(), saved ? "" : saved.text().c_str());
        QCOMPARE(contents(in("a")), kNew);
    }

    void aNameThatIsNone() {
        for (const fs::path& path : {fs::path(), in("none/."), in("none/..")})
            QCOMPARE(writeFile(path, kNew).text(),
                     "Could not save " + quotedPath(path) + ": it is a folder. Nothing was saved.");
    }

    /// The executable of an ended process is a link that leads nowhere and cannot be read.
    void aLinkThatCannotBeRead() {
        const pid_t child = ::fork();
        if (child == 0) ::_exit(0);
        siginfo_t ended{};
        QCOMPARE(::waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOWAIT), 0);
        const fs::path link = "/proc/" + std::to_string(child) + "/exe";
        const auto saved = writeFile(link, kNew);
        QCOMPARE(::waitpid(child, nullptr, 0), child);
        QCOMPARE(saved.text(),
                 "Could not save " + quotedPath(link) + ": no such file or directory. Nothing was saved.");
    }

    /// While another program saves the file, saving waits two seconds and then gives a message.
    void anotherProgramSaves() {
        put(in("a"), kOld);
        put(in(kLitter), "half");
        const OpenFile other(::open(in(kLitter).c_str(), O_RDWR));
        QVERIFY(lockOn(other.fd()));
        QCOMPARE(writeFile(in("a"), kNew).text(), "Could not save " + quotedPath(in("a")) +
                                                      ": another program is saving it. The old file is unchanged.");
        QCOMPARE(contents(in("a")), kOld);
        QCOMPARE(contents(in(kLitter)), std::string("half"));
    }

    void aFileThatIsThereAndCannotBeRead() { // its first bytes are unmapped memory
        const auto seen = seenFile("/proc/self/mem");
        QVERIFY(seen && !seen->sum);
        const std::string why = "\"/proc/self/mem\": It could not be read completely: input/output error.";
        QCOMPARE(readFile("/proc/self/mem", 100).text(), why);
        QCOMPARE(readSession("/proc/self/mem").text(), why);
    }
};

QTEST_APPLESS_MAIN(SeldomTest)
#include "tst_seldom.moc"
