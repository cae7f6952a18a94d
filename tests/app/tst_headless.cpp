// Runs the real program as a shell does, and checks its output and exit status.
#include "backend/opencl/devices.h"
#include "io/arrays.h"
#include "io/npy.h"
#include "io/npz.h"
#include "support/headlightProgram.h"
#include "support/npzFile.h"

#include <QFile>
#include <QImage>
#include <QLibraryInfo>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace headlight;
using namespace headlight::testing;

namespace {

const QString kArrays = QStringLiteral(HEADLIGHT_TEST_DATA "/arrays/");
const QString kExample = QStringLiteral(HEADLIGHT_SOURCE_DIR "/resources/examples/shoes.headlight");

#if defined(__SANITIZE_ADDRESS__)
constexpr bool kTakesAllAddresses = true;
#else
constexpr bool kTakesAllAddresses = false;
#endif

} // namespace

class HeadlessTest : public QObject {
    Q_OBJECT

private slots:
    /// Without --layer, a rollout is drawn of the last layer, other stages of the first, as eval writes them.
    void whichLayerIsDrawn_data() {
        QTest::addColumn<QString>("stage");
        QTest::addColumn<QString>("layer");
        QTest::newRow("rollout") << "rollout"
                                 << "2";
        QTest::newRow("product") << "product"
                                 << "2";
        QTest::newRow("weights") << "weights"
                                 << "1";
    }
    void whichLayerIsDrawn() {
        QFETCH(QString, stage);
        QFETCH(QString, layer);
        const QString two = QStringLiteral(HEADLIGHT_SOURCE_DIR "/resources/examples/two-layers.headlight");
        const auto drawn = [&](const QStringList& more) {
            const QString path = in("layer.png");
            const QStringList words{"render", two, "-o", path, "--stage", stage};
            if (runHeadlight(words + more).status != 0) return QByteArray();
            QFile file(path);
            return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        };
        const QByteArray usual = drawn({});
        QVERIFY(!usual.isEmpty());
        QCOMPARE(drawn({"--layer", layer}), usual);
        QVERIFY(drawn({"--layer", layer == "1" ? "2" : "1"}) != usual);
    }

    /// Embeddings are drawn of every session; without positions they equal the input.
    void embeddingsAreDrawnOfEverySession() {
        const auto drawn = [&](const QString& stage) {
            const QString path = in("embeddings.png");
            if (runHeadlight({"render", kExample, "-o", path, "--stage", stage}).status != 0) return QByteArray();
            QFile file(path);
            return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        };
        QVERIFY(!drawn("embeddings").isEmpty());
        QCOMPARE(drawn("embeddings"), drawn("X"));
    }

    /// A stage is written as an array or as a table. Without --stage a table holds statistics.
    void evalWritesOneStage() {
        const QStringList weights{"eval", kExample, "--stage", "weights", "--head", "1"};
        QCOMPARE(runHeadlight(weights + QStringList{"-o", in("one.npy")}).err, QByteArray());
        const auto array = headlight::readArrays(in("one.npy").toStdString());
        QVERIFY(array && headlight::shapeText(array->front().shape) == "[8, 8]");
        QCOMPARE(runHeadlight(weights + QStringList{"-o", in("one.csv")}).err, QByteArray());
        QFile table(in("one.csv"));
        QVERIFY(table.open(QIODevice::ReadOnly) && table.readLine().startsWith("head,query,\"My\","));
        const Ended ended = runHeadlight({"eval", kExample, "-o", in("all.npy")});
        QCOMPARE(ended.status, 2);
        QVERIFY2(ended.err.contains("Such a file holds one stage."), ended.err);
    }

    /// A parameter is written as an array or as a table. If the session does not have it, this is said.
    void evalWritesOneParameter() {
        const QStringList weight{"eval", kExample, "--stage", "W_q"};
        QCOMPARE(runHeadlight(weight + QStringList{"-o", in("w.npy")}).err, QByteArray());
        const auto array = headlight::readArrays(in("w.npy").toStdString());
        QVERIFY(array && headlight::shapeText(array->front().shape) == "[1, 2, 3]");
        QCOMPARE(runHeadlight(weight + QStringList{"--head", "1", "-o", in("w.csv")}).err, QByteArray());
        QVERIFY(bytesOf(in("w.csv")).startsWith("head,row,\"1\",\"2\",\"3\"\n1,\"1\","));
        const Ended none = runHeadlight({"eval", kExample, "--stage", "b_q", "-o", in("b.npy")});
        const Ended drawn = runHeadlight({"render", kExample, "--stage", "W_q", "-o", in("w.png")});
        QCOMPARE(drawn.err, QByteArray("headlight: --stage \"W_q\" is a parameter, which has no map. headlight eval "
                                       "writes its numbers.\n"));
        QCOMPARE(none.err, "headlight: \"" + kExample.toUtf8() + "\": The session has no b_q of all heads.\n");
        QCOMPARE(none.status, 2);
    }

    /// A stage of the layer, such as "concat", has no head to choose.
    void aHeadOfWhatIsOfTheLayer_data() {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QString>("name");
        const QString split = QStringLiteral(HEADLIGHT_SOURCE_DIR "/resources/examples/multi-head-split.headlight");
        for (const char* name : {"X", "embeddings", "concat", "output", "W_o"})
            QTest::newRow(name) << QStringList{"eval", split, "-o", in("a.npy"), "--stage", name}
                                << (QString(name) == "embeddings" ? "X" : name);
        QTest::newRow("drawn") << QStringList{"render", split, "-o", in("a.png"), "--stage", "concat"} << "concat";
    }
    void aHeadOfWhatIsOfTheLayer() {
        QFETCH(QStringList, words);
        QFETCH(QString, name);
        QCOMPARE(runHeadlight(words).err, QByteArray());
        QCOMPARE(runHeadlight(words + QStringList{"--head", "all"}).err, QByteArray());
        const Ended ended = runHeadlight(words + QStringList{"--head", "1"});
        QCOMPARE(ended.err, "headlight: --head \"1\": " + name.toUtf8() +
                                " belongs to the layer, not to a head. Leave --head out.\n");
        QCOMPARE(ended.status, 2);
    }

    /// A file that is too large for the memory is refused before it is read.
    void tooLargeAFileIsSaidBefore() {
        if (kTakesAllAddresses) QSKIP("AddressSanitizer needs more addresses than such a limit leaves.");
        const QString path = in("large.headlight");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{");
        QVERIFY(file.resize(300'000'000)); // a hole, which takes no disk space
        file.close();
        const Ended ended = runHeadlight({"eval", path, "-o", in("trace.npz")}, "UTC0", ofAddresses(600));
        QCOMPARE(ended.status, 2);
        QVERIFY2(ended.err.contains("large.headlight\": Opening it takes about 900 MB of memory, but there is not "
                                    "enough memory: only "),
                 ended.err);
        QVERIFY(ended.err.contains("is available. Close other programs and try again.\n"));
        QVERIFY(!QFile::exists(in("trace.npz")));
    }

    /// A picture has 300 dots per inch, as in the dialog, unless --dpi is given.
    void aPictureIsForPaper() {
        for (const QStringList& more : {QStringList(), QStringList{"--mm", "85"}, QStringList{"--width", "640"}}) {
            QCOMPARE(runHeadlight(QStringList{"render", kExample, "-o", in("paper.png")} + more).err, QByteArray());
            QCOMPARE(QImage(in("paper.png")).dotsPerMeterX(), 11811);
        }
        QCOMPARE(runHeadlight({"render", kExample, "-o", in("paper.png"), "--dpi", "96"}).err, QByteArray());
        QCOMPARE(QImage(in("paper.png")).dotsPerMeterX(), 3780);
        QCOMPARE(runHeadlight({"render", kExample, "-o", in("paper.svg"), "--mm", "85"}).err, QByteArray());
        QVERIFY(bytesOf(in("paper.svg")).left(600).contains("<svg width=\"85mm\""));
    }

    /// The memory ranges from just enough for the start to more than enough. The result is one message, or the file.
    void memoryThatEndsAnywhere() {
        if (kTakesAllAddresses) QSKIP("AddressSanitizer needs more addresses than such a limit leaves.");
        const QString session = QStringLiteral(HEADLIGHT_SOURCE_DIR "/resources/examples/two-layers.headlight");
        int minMb = 20;
        while (runHeadlight({"--version"}, "UTC0", ofAddresses(minMb)).status != 0) minMb += 10;
        int refused = 0, done = 0;
        for (const char* name : {"trace.npz", "maps.png", "maps.svg", "maps.pdf"})
            for (int more = 0; more <= 240; more += 6) {
                const QString out = in(name);
                QFile::remove(out);
                const Ended ended = runHeadlight({out.endsWith("npz") ? "eval" : "render", session, "-o", out}, "UTC0",
                                                 ofAddresses(minMb + more));
                QVERIFY2(ended.status == 0 || ended.status == 2,
                         qPrintable(QString("%1 with %2 MB: %3").arg(name).arg(minMb + more).arg(ended.err.data())));
                QCOMPARE(QFile::exists(out), ended.status == 0);
                QVERIFY2(ended.err.count('\n') == (ended.status == 0 ? 0 : 1), ended.err.constData());
                ++(ended.status == 0 ? done : refused);
            }
        qInfo("memory: eval and render: %d runs refused, %d done", refused, done);
        QVERIFY(done > 0);
    }

    void aMissingStageSaysWhyAndWhatThereIs() {
        const Ended ended = runHeadlight({"render", kExample, "-o", in("a.png"), "--stage", "rollout"});
        QCOMPARE(ended.status, 2);
        QCOMPARE(
            ended.err,
            QByteArray(
                "headlight: --stage \"rollout\": the session has only one layer. Choose one of: embeddings, X, Q, K, "
                "V, scores, scaled, weights, context, concat, weights_rest.\n"));
    }

    void initTestCase() { QVERIFY(folder_.isValid()); }

    void successSaysNothing_data() {
        QTest::addColumn<QStringList>("words");
        for (const char* name : {"maps.png", "maps.svg", "maps.pdf"})
            QTest::newRow(name) << QStringList{"render", kExample, "-o", in(name)};
        QTest::newRow("eval") << QStringList{"eval", kExample, "-o", in("trace.npz")};
        QTest::newRow("statistics") << QStringList{"eval", kExample, "-o", in("rows.csv")};
        QTest::newRow("script") << QStringList{"export", kExample, "-o", in("code.py")};
        QTest::newRow("notebook") << QStringList{"export", kExample, "-o", in("code.ipynb"), "--with", "pytorch"};
    }
    void successSaysNothing() {
        QFETCH(QStringList, words);
        const Ended ended = runHeadlight(words);
        QCOMPARE(ended.err, QByteArray());
        QCOMPARE(ended.out, QByteArray());
        QCOMPARE(ended.status, 0);
    }

    /// The example's row of "journey", as NumPy computes it from the printed weights.
    void statisticsAreATable() {
        const QString path = folder_.filePath("journey.csv");
        const QString journey = QStringLiteral(HEADLIGHT_SOURCE_DIR "/resources/examples/journey.headlight");
        QCOMPARE(runHeadlight({"eval", journey, "-o", path}).status, 0);
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QStringList lines = QString::fromUtf8(file.readAll()).split('\n');
        QCOMPARE(lines.size(), 1 + 6 + 1);
        const QStringList row = lines[2].split(',');
        QCOMPARE(row.mid(0, 4), (QStringList{"1", "1", "2", "\"journey\""}));
        QCOMPARE(QString::number(row[4].toDouble(), 'f', 4), QString("2.5190")); // entropy in bits
        QCOMPARE(row.mid(7, 2), (QStringList{"2", "\"journey\""}));              // its largest weight is on itself
        QCOMPARE(QString::number(row[6].toDouble(), 'f', 4), QString("0.2379"));
    }

    void textHasTheFamilyThatIsAskedFor() {
        const auto written = [&](const QString& name) {
            return runHeadlight({"render", kExample, "-o", in("font.svg"), "--font", name});
        };
        QCOMPARE(written("dejavu sans").err, QByteArray());
        QFile picture(in("font.svg"));
        QVERIFY(picture.open(QIODevice::ReadOnly));
        const QByteArray svg = picture.readAll().toLower();
        QVERIFY(svg.contains("font-family=\"dejavu sans, ") && !svg.contains("roboto"));
        QCOMPARE(
            written("No Such Family").err,
            QByteArray("headlight: --font \"No Such Family\": no family of that name is installed (see fc-list).\n"));
    }

    /// Text that does not fit at this size is reported.
    void textThatDoesNotFitIsSaid() {
        QFile text(in("many.txt"));
        QVERIFY(text.open(QIODevice::WriteOnly));
        for (int i = 0; i < 120; ++i) text.write(QByteArray::number(i) + "\n");
        text.close();
        const QStringList words{"render", in("many.txt"), "-o", in("many.pdf"), "--mm", "60", "--text"};
        QCOMPARE(runHeadlight(words + QStringList{"5"}).err, QByteArray());
        const Ended ended = runHeadlight(words + QStringList{"16"});
        QCOMPARE(ended.status, 0);
        QVERIFY2(ended.err.startsWith("headlight: The text has ") && ended.err.endsWith("no room for 16.\n"),
                 ended.err);
    }

    /// Numbers without room are reported, unless nobody expects them: of many tokens, or with --no-numbers.
    void numbersThatDoNotFitAreSaid() {
        const auto said = [&](const QStringList& more) {
            return runHeadlight(QStringList{"render", in("words.txt"), "-o", in("words.pdf"), "--mm", "60"} + more).err;
        };
        const auto write = [&](int count) {
            QFile text(in("words.txt"));
            QVERIFY(text.open(QIODevice::WriteOnly));
            for (int i = 0; i < count; ++i) text.write("w" + QByteArray::number(i) + "\n");
        };
        const QByteArray sentence =
            "headlight: The numbers are left out: at this size the cells have no room for them.\n";
        write(30);
        QCOMPARE(said({}), sentence);
        QCOMPARE(said({"--no-numbers"}), QByteArray());
        QCOMPARE(said({"--tokens", "1-4"}), QByteArray());
        write(65);
        QVERIFY(!said({}).contains(sentence));
        QVERIFY(said({"--decimals", "2"}).contains(sentence));
    }

    /// Each picture has a process of its own, whose hashes and clock differ.
    void theSamePictureIsTheSameFile_data() {
        QTest::addColumn<QString>("ending");
        for (const char* ending : {"png", "svg", "pdf"}) QTest::newRow(ending) << QString(ending);
    }
    void theSamePictureIsTheSameFile() {
        QFETCH(QString, ending);
        QByteArray first;
        for (int i = 0; i < 6; ++i) {
            const QString path = folder_.filePath("same." + ending);
            QCOMPARE(runHeadlight({"render", kExample, "-o", path}, i % 2 ? "ABC-5:30" : "UTC0").status, 0);
            QFile file(path);
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QByteArray bytes = file.readAll();
            if (i == 0) first = bytes;
            QVERIFY2(bytes == first, qPrintable(QString("picture %1 differs from the first").arg(i + 1)));
            for (const char* date : {"CreationDate", "CreateDate", "ModDate"}) QVERIFY(!bytes.contains(date));
        }
    }

    void aMistakeIsOneSentence_data() {
        QTest::addColumn<QStringList>("words");
        QTest::newRow("no file") << QStringList{"nothing.headlight"};
        QTest::newRow("display") << QStringList{kExample};
        QTest::newRow("width") << QStringList{"render", kExample, "-o", in("a.png"), "--width", "0"};
        QTest::newRow("stage") << QStringList{"render", kExample, "-o", in("a.png"), "--stage", "no"};
        QTest::newRow("no stage") << QStringList{"render", kExample, "-o", in("a.png"), "--stage", ""};
        QTest::newRow("ending") << QStringList{"render", kExample, "-o", in("a.gif")};
        QTest::newRow("code") << QStringList{"export", kExample, "-o", in("a.npz")};
        QTest::newRow("head of all stages") << QStringList{"eval", kExample, "-o", in("a.npz"), "--head", "1"};
        QTest::newRow("layer of the statistics") << QStringList{"eval", kExample, "-o", in("a.csv"), "--layer", "1"};
        QTest::newRow("dots of lines") << QStringList{"render", kExample, "-o", in("a.svg"), "--dpi", "300"};
        QVERIFY(QFile(in("none.txt")).open(QIODevice::WriteOnly));
        QFile::copy(kArrays + "v1.npz", in("own.npz"));
        QTest::newRow("code of no tokens") << QStringList{"export", in("none.txt"), "-o", in("a.py")};
        QTest::newRow("its own file") << QStringList{"eval", in("own.npz"), "-o", in("own.npz")};
        QTest::newRow("heads of a session") << QStringList{"eval", kExample, "-o", in("a.npz"), "--heads", "2"};
        QTest::newRow("two titles") << QStringList{"render", kExample, "-o", in("a.png"), "--title", "a", "--no-title"};
        QTest::newRow("library") << QStringList{"export", kExample, "-o", in("a.py"), "--with", "jax"};
        QTest::newRow("folder") << QStringList{"render", kExample, "-o", in("none/a.png")};
        QTest::newRow("backend") << QStringList{"eval", kExample, "-o", in("a.npz"), "--backend", "cuda"};
        QTest::newRow("backend of the window") << QStringList{"--backend", "cuda", kExample};
        QTest::newRow("backend of a picture")
            << QStringList{"render", kExample, "-o", in("a.png"), "--backend", "cuda"};
        QTest::newRow("words") << QStringList{"a", "b", "c"};
    }
    void aMistakeIsOneSentence() {
        QFETCH(QStringList, words);
        const Ended ended = runHeadlight(words);
        QCOMPARE(ended.status, 2);
        QCOMPARE(ended.out, QByteArray());
        QVERIFY2(ended.err.startsWith("headlight: ") && ended.err.endsWith(".\n") && ended.err.count('\n') == 1,
                 ended.err);
    }

    /// A computer without a driver is normal. It is only said if a device is asked for.
    void withoutDrivers() {
        const QString none = QString("export OCL_ICD_VENDORS='%1'").arg(folder_.filePath("none"));
        QVERIFY(QDir(folder_.path()).mkpath("none"));
        const auto run = [&](const QStringList& words) { return runHeadlight(words, "UTC0", none); };
        const Ended list = run({"backends"});
        QCOMPARE(list.err, QByteArray());
        QCOMPARE(list.status, 0);
        QVERIFY2(list.out.contains("\ncpu      CPU"), list.out);
        const QByteArray why = list.out.mid(list.out.indexOf("\nopencl   ") + 10).split('\n').front();
        QVERIFY2(why.size() > 20 && why.endsWith('.'), list.out);
        for (const char* id : {"opencl", "opencl:a name", "checked:opencl"}) {
            const Ended ended = run({"eval", kExample, "-o", in("a.npz"), "--backend", id});
            QCOMPARE(ended.err, "headlight: " + why + "\n");
            QCOMPARE(ended.status, 2);
        }
        QCOMPARE(run({"eval", kExample, "-o", in("a.npz"), "--backend", "auto"}).status, 0);
    }

    void backendsSaysAllOfEveryDevice() {
        const auto devices = headlight::openClDevices();
        // With empty caches, as on a new machine, PoCL's compiler prints messages.
        const QTemporaryDir caches;
        const QString empty = QString("export POCL_CACHE_DIR=%1/pocl XDG_CACHE_HOME=%1").arg(caches.path());
        const Ended list = runHeadlight({"backends"}, "UTC0", empty);
        QCOMPARE(list.err, QByteArray());
        QCOMPARE(list.status, 0);
        for (const char* id : {"auto ", "\ncpu ", "\nchecked "}) QVERIFY2(list.out.contains(id), list.out);
        for (const char* fact : {"platform: ", "driver: ", "OpenCL: ", "memory: "})
            QVERIFY2(list.out.count(fact) == qsizetype(devices.size()), list.out);
        for (const headlight::OpenClDevice& device : devices) {
            QVERIFY2(list.out.contains(QByteArray::fromStdString("\nopencl:" + device.name + "\n")), list.out);
            if (!device.whyNot.empty()) QVERIFY2(list.out.contains("not available: " + device.whyNot), list.out);
        }
        QCOMPARE(list.out.count("speed: "), list.out.count("self-test: passed"));
    }

    /// A display that Qt cannot use is said with what is missing.
    void aMissingPartOfQtIsNamed_data() {
        QTest::addColumn<QString>("settings");
        QTest::addColumn<QString>("why");
        QTest::newRow("no display") << "export DISPLAY=:9999"
                                    << "This application failed to start because no Qt platform plugin could be "
                                       "initialized";
        QTest::newRow("Wayland alone") << "export WAYLAND_DISPLAY=none QT_QPA_PLATFORM=wayland QT_PLUGIN_PATH=/none"
                                       << "Qt has no plugin for Wayland, which is in the package qt6-wayland";
        QTest::newRow("a library") << "export DISPLAY=:9999 QT_PLUGIN_PATH=" + folder_.path() << "libQt6XcbQpb.so.6";
    }
    void aMissingPartOfQtIsNamed() {
        QFETCH(QString, settings);
        QFETCH(QString, why);
        QFile plugin(QLibraryInfo::path(QLibraryInfo::PluginsPath) + "/platforms/libqxcb.so");
        QVERIFY(plugin.open(QIODevice::ReadOnly));
        QVERIFY(QDir(folder_.path()).mkpath("platforms"));
        QFile lame(in("platforms/libqxcb.so"));
        QVERIFY(lame.open(QIODevice::WriteOnly)); // needs a library that nobody has
        lame.write(plugin.readAll().replace("libQt6XcbQpa.so.6", "libQt6XcbQpb.so.6"));
        lame.close();
        const Ended ended = runHeadlight({kExample}, "UTC0", settings);
        QCOMPARE(ended.status, 2);
        QVERIFY2(ended.err.startsWith("headlight: the display cannot be used ("), ended.err);
        QVERIFY2(ended.err.contains(why.toUtf8()) && ended.err.count('\n') == 1, ended.err);
    }

    /// Without a font nothing is drawn, since each letter would be a box.
    void withoutAFontNothingIsDrawn() {
        QFile fonts(in("none.conf"));
        QVERIFY(fonts.open(QIODevice::WriteOnly));
        fonts.write("<fontconfig><cachedir>" + folder_.path().toUtf8() + "</cachedir></fontconfig>");
        fonts.close();
        const QString none = QString("export FONTCONFIG_FILE=%1").arg(fonts.fileName());
        const Ended ended = runHeadlight({"render", kExample, "-o", in("boxes.png")}, "UTC0", none);
        QCOMPARE(ended.err,
                 QByteArray("headlight: There is no font, and each letter would be a box. Install one, such as "
                            "the package fonts-dejavu-core.\n"));
        QCOMPARE(ended.status, 2);
        QVERIFY(!QFile::exists(in("boxes.png")));
        QProcess window; // which says so, too
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("FONTCONFIG_FILE", fonts.fileName());
        environment.insert("QT_QPA_PLATFORM", "offscreen");
        window.setProcessEnvironment(environment);
        window.setReadChannel(QProcess::StandardError);
        window.start(QDir(QCoreApplication::applicationDirPath()).filePath("../app/headlight"), {kExample});
        QByteArray said;
        QTRY_VERIFY_WITH_TIMEOUT((said += window.readAllStandardError()).contains('\n') && said.contains("no font"),
                                 60000);
        QVERIFY2(said.contains(ended.err), said);
        window.kill();
        window.waitForFinished(-1);
    }

    /// The picture does not depend on the backend.
    void renderTakesABackend() {
        const auto drawn = [&](const QString& backend) {
            const QString path = folder_.filePath(backend + ".png");
            if (runHeadlight({"render", kExample, "-o", path, "--backend", backend}).status != 0) return QByteArray();
            QFile file(path);
            return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        };
        QVERIFY(!drawn("cpu").isEmpty());
        QVERIFY(drawn("checked") == drawn("cpu"));
    }

    /// A limit on the size of files, such as a cluster's, is reported as a full disk is.
    void aLimitOnTheSizeOfFilesIsSaid() {
        const Ended ended = runHeadlight({"render", kExample, "-o", in("limited.png")}, "UTC0", "ulimit -f 4");
        QCOMPARE(ended.status, 2);
        QVERIFY2(ended.err.contains("writing: file too large. Nothing was saved."), ended.err);
        QVERIFY(QDir(folder_.path()).entryList({"*limited*"}, QDir::Files | QDir::Hidden).isEmpty());
    }

private:
    QString in(const char* name) const { return folder_.filePath(QLatin1String(name)); }
    static QByteArray bytesOf(const QString& path) {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("there is none");
    }

    QTemporaryDir folder_;
};

QTEST_GUILESS_MAIN(HeadlessTest)
#include "tst_headless.moc"
