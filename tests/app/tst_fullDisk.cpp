// The disk is full in the middle of a file: one message, the old file is unchanged, no other file remains, and the
// window goes on. core/io/tst_fileFailures tests a failure of each call of the code that writes all of these files.
#include "Settings.h"
#include "app/windowBench.h"
#include "core/io/filesBench.h"
#include "dialogs/ExportDialog.h"
#include "session/edits.h"
#include "support/fullDisk.h"
#include "support/headlightProgram.h"

#include <QLabel>

using namespace headlight;
using namespace headlight::testing;

namespace {

constexpr const char* kWhy = "file too large"; // the system's message

/// Returns the names and contents of the files of a folder, hidden ones included.
std::map<QString, std::string> filesIn(const QString& folder) {
    std::map<QString, std::string> files;
    for (const QFileInfo& one : QDir(folder).entryInfoList(QDir::Files | QDir::Hidden | QDir::System))
        files[one.fileName()] = contents(one.absoluteFilePath().toStdString());
    return files;
}

} // namespace

class FullDiskTest : public QObject, private testing::WindowBench {
    Q_OBJECT

    QTemporaryDir files_;
    QString file(const QString& name) const { return files_.filePath(name); }

    QString settingsPath() const { return folder_.filePath("headlight/headlight.ini"); }
    QString settings() const { return QString::fromStdString(contents(settingsPath().toStdString())); }

    /// Returns the text of the message bar and of the notice.
    QString said() const { return state().problem + state().notice; }

private slots:
    void initTestCase() { start(); }
    void cleanupTestCase() { end(); }
    void init() {
        for (const auto& [name, bytes] : filesIn(files_.path())) QFile::remove(file(name));
    }

    void aSession() {
        const QString path = file("a.headlight");
        Workbench& bench = window_->workbench();
        QVERIFY(bench.files().save(path).ok());
        const auto before = filesIn(files_.path());
        QVERIFY(bench.apply("Edit", [](const Session& s, const Watch&) {
            return withCell(s, {Parameter::Wq, 0, 0}, 0, 0, 0.5F);
        }));
        {
            const FullDisk full(700);
            const auto saved = bench.files().save(path);
            QVERIFY(!saved.ok());
            QCOMPARE(QString::fromStdString(saved.text()),
                     QString("Could not save \"%1\": writing: %2. The old file is unchanged.").arg(path, kWhy));
        }
        QVERIFY(filesIn(files_.path()) == before);
        QVERIFY(bench.document().isModified());
        QVERIFY(window_->isWindowModified());
        QVERIFY(bench.files().save(path).ok()); // now there is space
        QVERIFY(!bench.document().isModified());
        QVERIFY(filesIn(files_.path()) != before);
    }

    void aPicture_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("isThere");
        for (const char* name : {"maps.png", "maps.svg", "maps.pdf"})
            for (const bool isThere : {true, false})
                QTest::addRow("%s, %s", name, isThere ? "in the place of another" : "a new one") << name << isThere;
    }
    void aPicture() {
        QFETCH(QString, name);
        QFETCH(bool, isThere);
        if (isThere) put(file(name).toStdString(), kOld);
        const auto before = filesIn(files_.path());
        ExportSpec spec;
        ExportDialog dialog(window_->workbench(), spec, files_.path());
        dialog.show();
        {
            const FullDisk full(700);
            QVERIFY(!dialog.writeTo(file(name)));
        }
        QVERIFY(filesIn(files_.path()) == before);
        QStringList problems;
        for (const auto* label : dialog.findChildren<QLabel*>())
            if (label->objectName() == "problem" && label->isVisible()) problems << label->text();
        QCOMPARE(problems, QStringList(QString("Could not save \"%1\": writing: %2. %3")
                                           .arg(file(name), kWhy,
                                                isThere ? "The old file is unchanged." : "Nothing was saved.")));
        QVERIFY(dialog.isVisible()); // so that the user can try again
        QVERIFY(dialog.writeTo(file(name)));
        QCOMPARE(filesIn(files_.path()).size(), std::size_t(1));
    }

    void theCommandLine_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"trace.npz", "maps.png", "maps.svg", "maps.pdf"}) QTest::newRow(name) << name;
    }
    void theCommandLine() {
        QFETCH(QString, name);
        const QString session = QStringLiteral(HEADLIGHT_SOURCE_DIR "/resources/examples/shoes.headlight");
        const QStringList words{name.endsWith("npz") ? "eval" : "render", session, "-o", file(name)};
        put(file(name).toStdString(), kOld);
        const auto before = filesIn(files_.path());
        {
            const FullDisk full(700);
            const Ended ended = runHeadlight(words);
            QCOMPARE(ended.status, 2);
            QCOMPARE(QString::fromUtf8(ended.err),
                     QString("headlight: Could not save \"%1\": writing: %2. The old file is unchanged.\n")
                         .arg(file(name), kWhy));
        }
        QVERIFY(filesIn(files_.path()) == before);
        QCOMPARE(runHeadlight(words).status, 0);
        QVERIFY(filesIn(files_.path()) != before);
    }

    /// Settings that cannot be written are still used, reported once, and written with the first later change.
    void theSettings() {
        Workbench& bench = window_->workbench();
        bench.files().newDocument(); // or the window would report that the file of the last test is gone
        const auto choose = [&](const char* theme) { testing::menuAction(*window_, theme)->trigger(); };
        const QString folder = QFileInfo(settingsPath()).path();
        choose("Light");
        choose("Dark");
        QTRY_VERIFY(settings().contains("theme=dark"));
        const auto before = filesIn(folder);
        bench.messages().tell({});
        {
            const FullDisk full(20);
            choose("Light");
            QCOMPARE(bench.state().theme, &lightTheme());
            QTRY_VERIFY2(said().contains("Settings that you change are lost when"), qPrintable(said()));
            QVERIFY(said().contains(settingsPath()));
            QVERIFY(filesIn(folder) == before);
            bench.messages().tell({});
            choose("Dark");
            QCoreApplication::processEvents();
            choose("Light");
            QCoreApplication::processEvents();
            QCOMPARE(said(), QString());
            QVERIFY(filesIn(folder) == before);
        }
        choose("Dark");
        choose("Light");
        QTRY_VERIFY(settings().contains("theme=light"));
        QCOMPARE(filesIn(folder).size(), std::size_t(1));
    }

    /// Settings that cannot be read are not overwritten.
    void settingsThatCannotBeRead() {
        QFile::remove(settingsPath());
        QVERIFY(QDir().mkpath(settingsPath())); // a folder, which even root cannot read as a file
        Settings window;
        QStringList unwritten;
        window.tellUnwritten([&](const QString& file) { unwritten << file; });
        window.theme.set("one");
        QTRY_COMPARE(unwritten, QStringList(settingsPath()));
        window.theme.set("two");
        QCoreApplication::processEvents();
        QCOMPARE(unwritten.size(), 1);
        QCOMPARE(window.theme(), QString("two"));
        QVERIFY(QFileInfo(settingsPath()).isDir());
        QVERIFY(QDir().rmdir(settingsPath()));
        window.theme.set("three");
        QTRY_VERIFY(settings().contains("theme=three"));
    }

    /// Two windows with a Settings object each do not overwrite each other's settings.
    void settingsOfTwoWindows() {
        Settings window;
        window.setExportFolder("/one");
        QTRY_VERIFY(settings().contains("exports=/one"));
        QFile file(settingsPath());
        QVERIFY(file.open(QIODevice::Append) && file.write("\n[reading]\nfromZero=true\n") > 0);
        file.close();
        window.theme.set("dark");
        QTRY_VERIFY(settings().contains("theme=dark"));
        QVERIFY(settings().contains("exports=/one") && settings().contains("fromZero=true"));
        QVERIFY(window.conventions().fromZero);
    }
};

QTEST_MAIN(FullDiskTest)
#include "tst_fullDisk.moc"
