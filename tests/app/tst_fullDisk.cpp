// The disk is full in the middle of a file, whatever is being written: one sentence, the old file byte for byte,
// nothing beside it, and the window goes on. Every single call of it: core/io/tst_fileFailures, through which all go.
#include "SettingsFile.h"
#include "app/windowBench.h"
#include "core/io/filesBench.h"
#include "dialogs/ExportDialog.h"
#include "session/edits.h"
#include "support/fullDisk.h"
#include "support/headlightProgram.h"

#include <QLabel>
#include <QRandomGenerator>

using namespace headlight;
using namespace headlight::testing;

namespace {

constexpr const char* kWhy = "file too large"; // what the system calls it

/// The files of a folder, hidden ones too, with what they hold.
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

    /// What the window says now, in its message bar or for a while.
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
        QVERIFY(bench.save(path).ok());
        const auto before = filesIn(files_.path());
        QVERIFY(bench.apply("Edit", [](const Session& s, const Watch&) {
            return withCell(s, {Parameter::Wq, 0, 0}, 0, 0, 0.5F);
        }));
        {
            const FullDisk full(700);
            const auto saved = bench.save(path);
            QVERIFY(!saved.ok());
            QCOMPARE(QString::fromStdString(saved.text()),
                     QString("Could not save \"%1\": writing: %2. The old file is unchanged.").arg(path, kWhy));
        }
        QVERIFY(filesIn(files_.path()) == before);
        QVERIFY(bench.document().isModified());
        QVERIFY(window_->isWindowModified());
        QVERIFY(bench.save(path).ok()); // there is room again
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
            if (label->property("role") == "problem" && label->isVisible()) problems << label->text();
        QCOMPARE(problems, QStringList(QString("Could not save \"%1\": writing: %2. %3")
                                           .arg(file(name), kWhy,
                                                isThere ? "The old file is unchanged." : "Nothing was saved.")));
        QVERIFY(dialog.isVisible()); // and can be asked again
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

    /// They hold all the same, it is said once, and they are kept as soon as there is room.
    void theSettings() {
        Workbench& bench = window_->workbench();
        bench.newDocument(); // of a file that the test before has taken away the window would speak in between
        const QString path = folder_.filePath("headlight/headlight.ini");
        const auto choose = [&](const char* theme) { testing::menuAction(*window_, theme)->trigger(); };
        choose("Light");
        choose("Dark");
        QTRY_VERIFY(QFile::exists(path));
        const auto before = filesIn(QFileInfo(path).path());
        bench.tell({});
        {
            const FullDisk full(20);
            choose("Light");
            QCOMPARE(bench.state().theme, &lightTheme());
            QVERIFY2(said().contains(kWhy) && said().contains("Settings that you change are lost when"),
                     qPrintable(said()));
            QVERIFY(filesIn(QFileInfo(path).path()) == before);
            bench.tell({});
            choose("Dark");
            choose("Light");
            QCOMPARE(said(), QString());
            QVERIFY(filesIn(QFileInfo(path).path()) == before);
        }
        QCOMPARE(QSettings(path, QSettings::IniFormat).value("window/theme").toString(), darkTheme().id);
        choose("Dark");
        choose("Light");
        QCOMPARE(QSettings(path, QSettings::IniFormat).value("window/theme").toString(), lightTheme().id);
        QCOMPARE(filesIn(QFileInfo(path).path()).size(), std::size_t(1));
    }

    /// What cannot be read may hold more than what is known of it.
    void settingsThatCannotBeRead() {
        const QString path = folder_.filePath("headlight/headlight.ini");
        QFile::remove(path);
        QVERIFY(QDir().mkpath(path)); // a folder in its place: nobody can read that, whoever runs the test
        SettingsFile file;
        QStringList said;
        file.tellProblems([&](const Problem& problem) { said << QString::fromStdString(problem.text); });
        file.set({{"test/one", 1}});
        file.set({{"test/one", 2}});
        QCOMPARE(said, QStringList(QString("\"%1\" cannot be read, so it is not overwritten.").arg(path)));
        QCOMPARE(file.value("test/one").toInt(), 2);
        QVERIFY(QFileInfo(path).isDir());
        QVERIFY(QDir().rmdir(path));
        file.set({{"test/one", 3}});
        QCOMPARE(SettingsFile().value("test/one").toInt(), 3);
    }

    /// Two windows, each with settings of its own: neither takes the other's away.
    void settingsOfTwoWindows() {
        SettingsFile one, other;
        one.set({{"test/one", 1}, {"test/both", "one"}});
        other.set({{"test/other", QStringList{"a, b", "\"c\""}}, {"test/both", "other"}});
        one.set({{"test/one", {}}});
        const SettingsFile now;
        QVERIFY(!now.value("test/one").isValid());
        QCOMPARE(now.value("test/other").toStringList(), (QStringList{"a, b", "\"c\""}));
        QCOMPARE(now.value("test/both").toString(), QString("other"));
    }

    /// Whatever is set, QSettings reads it back from the text.
    void settingsAreReadAsTheyWereWritten() {
        QRandomGenerator random(7);
        const auto text = [&] {
            QString made;
            static const QString kLetters = QStringLiteral("aF0 9\"\\;,=%@()[]\n\r\t\x01\x7FäŁ漢\u202E'#/\u00A0");
            for (int n = random.bounded(12); n > 0; --n) made += kLetters[random.bounded(int(kLetters.size()))];
            return made;
        };
        for (int round = 0; round < 300; ++round) {
            QMap<QString, QVariant> values;
            QByteArray bytes;
            for (int i = 0; i < 40; ++i) bytes += char(random.bounded(256));
            values["window/bytes"] = bytes;
            values["window/text"] = text();
            values["files/list"] = QStringList{text(), text(), text()};
            values["files/numbers"] = QVariantList{random.bounded(1000), -5, 0};
            values["alone"] = random.bounded(1000);
            values["a b/ä漢%"] = true;
            values["window/size"] = QSize(3, random.bounded(100));
            put(file("test.ini").toStdString(), SettingsFile::textOf(values).toStdString());
            const QString path = file(QString("test%1.ini").arg(round)); // QSettings keeps what it has read
            QVERIFY(QFile::rename(file("test.ini"), path));
            const QSettings read(path, QSettings::IniFormat);
            QCOMPARE(read.allKeys().size(), values.size());
            for (auto one = values.begin(); one != values.end(); ++one) {
                if (one.value().typeId() == QMetaType::QVariantList) {
                    QCOMPARE(read.value(one.key()).toStringList(), one.value().toStringList());
                } else if (one.value().typeId() == QMetaType::QStringList) {
                    QCOMPARE(read.value(one.key()).toStringList(), one.value().toStringList());
                } else {
                    QVariant back = read.value(one.key());
                    back.convert(one.value().metaType());
                    QCOMPARE(back, one.value());
                }
            }
            QFile::remove(path);
        }
    }
};

QTEST_MAIN(FullDiskTest)
#include "tst_fullDisk.moc"
