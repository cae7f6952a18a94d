// The files that an installation gives to the desktop.

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QMimeDatabase>
#include <QProcess>
#include <QRegularExpression>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

class InstallTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        QVERIFY(folder_.isValid());
        const QString build = QDir(QCoreApplication::applicationDirPath()).filePath("..");
        QProcess cmake;
        cmake.setProcessChannelMode(QProcess::MergedChannels);
        cmake.start("cmake", {"--install", build, "--prefix", folder_.path()});
        QVERIFY2(cmake.waitForFinished(60'000), qPrintable(cmake.errorString()));
        QVERIFY2(cmake.exitCode() == 0, cmake.readAll());
        qputenv("XDG_DATA_DIRS", folder_.filePath("share").toLocal8Bit()); // before Qt reads the MIME types
        qputenv("XDG_DATA_HOME", folder_.filePath("none").toLocal8Bit());
    }

    void theEntryNamesWhatIsThere() {
        const QString path = folder_.filePath("share/applications/headlight.desktop"); // the name that the window sets
        QVERIFY(QFile::exists(path));
        const QSettings entry(path, QSettings::IniFormat);
        const auto said = [&](const char* key) { return entry.value(QString("Desktop Entry/") + key).toString(); };
        QVERIFY(QFile::exists(folder_.filePath("bin/" + said("Exec").section(' ', 0, 0))));
        QVERIFY(QFile::exists(folder_.filePath("share/icons/hicolor/scalable/apps/" + said("Icon") + ".svg")));
        QCOMPARE(said("Exec").section(' ', 1), QString("%f"));
    }

    void theFileHasItsKindAndIcon() {
        const QMimeType kind = QMimeDatabase().mimeTypeForFile("shoes.headlight", QMimeDatabase::MatchExtension);
        QCOMPARE(kind.name(), QString("application/x-headlight"));
        QCOMPARE(kind.comment(), QString("Headlight session"));
        const QString icon = QString(kind.name()).replace('/', '-');
        QVERIFY(QFile::exists(folder_.filePath("share/icons/hicolor/scalable/mimetypes/" + icon + ".svg")));
        QFile entry(folder_.filePath("share/applications/headlight.desktop"));
        QVERIFY(entry.open(QIODevice::ReadOnly));
        QVERIFY(entry.readAll().contains("\nMimeType=" + kind.name().toUtf8() + ";\n"));
    }

    /// Words are completed, in a folder whose name contains a space.
    void wordsAreCompleted_data() {
        QTest::addColumn<QStringList>("typed");
        QTest::addColumn<QStringList>("offered");
        QTest::newRow("command") << QStringList{"re"} << QStringList{"render"};
        QTest::newRow("option") << QStringList{"eval", "--he"} << QStringList{"--help", "--heads", "--head"};
        QTest::newRow("stage") << QStringList{"render", "--stage", "con"} << QStringList{"context", "concat"};
        QTest::newRow("parameter") << QStringList{"eval", "--stage", "W"} << QStringList{"W_q", "W_k", "W_v", "W_o"};
        QTest::newRow("no parameter") << QStringList{"render", "--stage", "W"} << QStringList();
        QTest::newRow("second sentence") << QStringList{"render", "--stage", "X"} << QStringList{"X", "X_kv"};
        QTest::newRow("long option") << QStringList{"render", "--no-"} << QStringList{"--no-numbers", "--no-title"};
        QTest::newRow("format") << QStringList{"export", "--format", ""} << QStringList{"py", "ipynb"};
        QTest::newRow("library") << QStringList{"export", "--with", "n"} << QStringList{"numpy"};
        QTest::newRow("colours") << QStringList{"render", "--colours", "vir"} << QStringList{"viridis"};
        const QString three = QStringLiteral(HEADLIGHT_SOURCE_DIR "/resources/examples/shoes-three-heads.headlight"),
                      layers = QStringLiteral(HEADLIGHT_SOURCE_DIR "/resources/examples/two-layers.headlight");
        QTest::newRow("heads of the file")
            << QStringList{"render", three, "--head", ""} << QStringList{"all", "1", "2", "3"};
        QTest::newRow("layers of the file") << QStringList{"eval", layers, "--layer", ""} << QStringList{"1", "2"};
        const QString one = QStringLiteral(HEADLIGHT_SOURCE_DIR "/resources/examples/shoes.headlight");
        QTest::newRow("one head, after an output that is there")
            << QStringList{"render", one, "-o", layers, "--head", ""} << QStringList{"all", "1"};
        QTest::newRow("no file yet") << QStringList{"eval", "--layer", ""} << QStringList();
        QTest::newRow("file") << QStringList{"eval", "my"} << QStringList{"my weights.npz"};
    }
    void wordsAreCompleted() {
        QFETCH(QStringList, typed);
        QFETCH(QStringList, offered);
        const QTemporaryDir folder;
        QFile file(folder.filePath("my weights.npz"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QProcess bash;
        bash.setWorkingDirectory(folder.path());
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("headlight", folder_.filePath("bin/headlight"));
        bash.setProcessEnvironment(environment);
        bash.start("bash", QStringList{"-c",
                                       "compopt() { :; }; source \"$0\"; COMP_WORDS=(headlight \"$@\"); COMP_CWORD=$#; "
                                       "_headlight \"$headlight\" \"${!#}\" \"${COMP_WORDS[$# - 1]}\"; "
                                       "printf '%s\n' \"${COMPREPLY[@]}\"",
                                       folder_.filePath("share/bash-completion/completions/headlight")} +
                               typed);
        QVERIFY(bash.waitForFinished());
        QCOMPARE(QString::fromUtf8(bash.readAll()).split('\n', Qt::SkipEmptyParts), offered);
    }

    /// The manual names each option and each stage of all commands.
    void theManualHasWhatHelpHas() {
        QProcess manual;
        manual.start("gzip", {"-dc", folder_.filePath("share/man/man1/headlight.1.gz")});
        QVERIFY(manual.waitForFinished());
        const QString text = QString::fromUtf8(manual.readAll()).remove('\\');
        for (const char* subcommand : {"eval", "export", "render", "check", "backends"}) {
            QProcess program;
            program.start(folder_.filePath("bin/headlight"), {subcommand, "--help"});
            QVERIFY(program.waitForFinished());
            const QString help = QString::fromUtf8(program.readAll());
            static const QRegularExpression kOption("^  (?:-.,)?(--[a-z-]+)", QRegularExpression::MultilineOption),
                kStages("--stage TEXT +([^(]*)"), kName("\\w+");
            QVERIFY(help.contains(kOption));
            for (auto option = kOption.globalMatch(help); option.hasNext();) {
                const QString name = option.next().captured(1);
                QVERIFY2(text.contains(QRegularExpression(name + "\\b(?!-)")), qPrintable(name));
            }
            for (auto stage = kName.globalMatch(kStages.match(help).captured(1)); stage.hasNext();) {
                const QString name = stage.next().captured();
                QVERIFY2(text.contains(QRegularExpression("\\b" + name + "\\b")), qPrintable(name));
            }
        }
    }

private:
    QTemporaryDir folder_;
};

QTEST_GUILESS_MAIN(InstallTest)
#include "tst_install.moc"
