// What a desktop is given when the program is installed.

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QMimeDatabase>
#include <QProcess>
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
        qputenv("XDG_DATA_DIRS", folder_.filePath("share").toLocal8Bit()); // before Qt looks for the kinds of files
        qputenv("XDG_DATA_HOME", folder_.filePath("none").toLocal8Bit());
    }

    void theEntryNamesWhatIsThere() {
        const QString path = folder_.filePath("share/applications/headlight.desktop"); // as the window says
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

private:
    QTemporaryDir folder_;
};

QTEST_GUILESS_MAIN(InstallTest)
#include "tst_install.moc"
