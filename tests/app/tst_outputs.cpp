// The outputs of eval, export and render: several files into a folder, and standard output.
#include "io/arrays.h"
#include "support/headlightProgram.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace headlight;
using namespace headlight::testing;

namespace {

const QString kExamples = QStringLiteral(HEADLIGHT_SOURCE_DIR "/resources/examples/");
const QString kShoes = kExamples + "shoes.headlight", kLayers = kExamples + "two-layers.headlight";

} // namespace

class OutputsTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    QString in(const char* name) const { return folder_.filePath(QLatin1String(name)); }
    static QByteArray bytesOf(const QString& path) {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("there is none");
    }

private slots:
    void standardOutputHasTheBytesOfTheFile_data() {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QString>("format");
        const auto row = [](const char* format, const QStringList& words) {
            QTest::newRow(format) << words << QString(format);
        };
        row("npy", {"eval", kShoes, "--stage", "weights"});
        row("csv", {"eval", kShoes});
        row("py", {"export", kShoes});
        row("svg", {"render", kShoes});
    }
    void standardOutputHasTheBytesOfTheFile() {
        QFETCH(QStringList, words);
        QFETCH(QString, format);
        const QString path = in("same.") + format;
        QCOMPARE(runHeadlight(words + QStringList{"-o", path}).status, 0);
        const Ended piped = runHeadlight(words + QStringList{"-o", "-", "--format", format});
        QCOMPARE(piped.status, 0);
        QCOMPARE(piped.err, QByteArray());
        QVERIFY(piped.out == bytesOf(path));
    }

    void aTerminalGetsNoBytes() {
        QProcess script; // gives the program a terminal
        const QString program = QDir(QCoreApplication::applicationDirPath()).filePath("../app/headlight");
        script.start("script", {"-qec", "'" + program + "' eval '" + kShoes + "' -o - --format npz", "/dev/null"});
        QVERIFY(script.waitForFinished(-1));
        QCOMPARE(script.exitCode(), 2);
        QCOMPARE(script.readAllStandardOutput(),
                 QByteArray("headlight: Standard output is a terminal, which cannot show .npz. Write it to a file, or "
                            "pipe it to a program.\r\n"));
    }

    void severalFilesGoIntoAFolder() {
        const Ended ended = runHeadlight({"eval", kShoes, kLayers, "-o", in("all/"), "--format", "npz"});
        QCOMPARE(ended.status, 0);
        QCOMPARE(QDir(in("all")).entryList(QDir::Files), (QStringList{"shoes.npz", "two-layers.npz"}));
        QVERIFY(ArrayFile::opened(in("all/two-layers.npz").toStdString()).ok());
        QCOMPARE(runHeadlight({"render", kShoes, kLayers, "-o", in("all/"), "--format", "svg"}).status, 0);
        QVERIFY(bytesOf(in("all/two-layers.svg")).contains("<svg"));
    }

    /// The others are written, and the exit status says that one was not.
    void aFileThatFailsDoesNotStopTheOthers() {
        QVERIFY(QDir(folder_.path()).mkdir("some"));
        const Ended ended = runHeadlight({"eval", in("missing.npz"), kShoes, "-o", in("some/"), "--format", "npz"});
        QCOMPARE(ended.status, 2);
        QVERIFY2(ended.err.contains("missing.npz") && ended.err.count('\n') == 1, ended.err.constData());
        QCOMPARE(QDir(in("some")).entryList(QDir::Files), QStringList{"shoes.npz"});
    }

    void twoOutputsOfOneNameAreRefusedBefore() {
        QVERIFY(QDir(folder_.path()).mkpath("twice/b"));
        const QString other = in("twice/b/shoes.headlight");
        QVERIFY(QFile::copy(kShoes, other));
        const Ended ended = runHeadlight({"eval", kLayers, kShoes, other, "-o", in("twice/"), "--format", "npz"});
        QCOMPARE(ended.status, 2);
        QVERIFY2(ended.err.contains("would both be written to"), ended.err.constData());
        QVERIFY(QDir(in("twice")).entryList(QDir::Files).isEmpty());
    }
};

QTEST_GUILESS_MAIN(OutputsTest)
#include "tst_outputs.moc"
