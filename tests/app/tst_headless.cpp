// Runs the real program as a shell would: what it prints, and its exit status.
#include "backend/opencl/devices.h"
#include "io/arrays.h"
#include "io/npy.h"
#include "io/npz.h"
#include "support/headlightProgram.h"
#include "support/npzFile.h"

#include <QFile>
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
    /// As in what eval writes: of a rollout the last layer, else the first.
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

    /// eval writes them of every session; without positions they are the input.
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

    /// As an array of its own, and as a table; without a stage a table is of statistics.
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

    /// As an array and as a table; one that the session does not have is a sentence.
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
        QCOMPARE(none.err, QByteArray("headlight: The session has no b_q of all heads.\n"));
        QCOMPARE(none.status, 2);
    }

    /// What could not be taken as it is said, and the rest is computed.
    void whatIsRemarked_data() {
        QTest::addColumn<QString>("array"); // in the place of that one, or more
        QTest::addColumn<QString>("shape");
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("why");
        QTest::newRow("complex") << "b_q"
                                 << "complex" << 0 << "Not used: b_q [2, 3] (its numbers are complex).";
        QTest::newRow("complex weights") << "W_query"
                                         << "complex" << 2
                                         << "but its array \"W_query\" is not used: its numbers are complex.";
        QTest::newRow("NaN") << "W_query"
                             << "NaN" << 0 << "It has numbers that are NaN or infinite, in W_q of head 1.";
        QTest::newRow("a batch of one") << "X"
                                        << "[1, 6, 3]" << 0 << "Its X is a batch of one, which is taken.";
        QTest::newRow("a batch") << "X"
                                 << "[2, 3, 3]" << 2
                                 << "Not used: X [2, 3, 3] (it is a batch of 2; save one of them, such as X[0]).";
        QTest::newRow("a mask that is not causal") << "mask"
                                                   << "[2]" << 0 << "Not used: mask [2] (it is not causal).";
        QTest::newRow("no parameter") << "norm.weight"
                                      << "[2]" << 0 << "Not used: norm.weight [2].";
    }
    void whatIsRemarked() {
        QFETCH(QString, array);
        QFETCH(QString, shape);
        QFETCH(int, status);
        QFETCH(QString, why);
        auto arrays = *headlight::readArrays((kArrays + "v1.npz").toStdString());
        std::erase_if(arrays, [](const headlight::NamedArray& one) { return one.name == "made"; });
        if (std::ranges::find(arrays, array.toStdString(), &headlight::NamedArray::name) == arrays.end())
            arrays.push_back({array.toStdString(), {2}, {1, 2}});
        std::vector<headlight::NpzMember> members;
        for (headlight::NamedArray& one : arrays) {
            const bool isIt = one.name == array.toStdString();
            if (isIt && shape == "NaN") one.values[1] = NAN;
            if (isIt && shape == "[1, 6, 3]") one.shape = {1, 6, 3};
            if (isIt && shape == "[2, 3, 3]") one.shape = {2, 3, 3};
            members.push_back({one.name, 1000, [=] {
                                   return isIt && shape == "complex" ? bytesOf(kArrays + "complex.npy").toStdString()
                                                                     : headlight::npyOfFloats(one.values, one.shape);
                               }});
        }
        QVERIFY(headlight::writeNpz(in("remark.npz").toStdString(), members).ok());
        QFile::remove(in("out.npz"));
        const Ended ended = runHeadlight({"eval", in("remark.npz"), "-o", in("out.npz")});
        QCOMPARE(ended.status, status);
        QVERIFY2(ended.err.contains(why.toUtf8() + "\n") && ended.err.contains("remark.npz"), ended.err);
        QCOMPARE(ended.err.count('\n'), 1);
        QCOMPARE(QFile::exists(in("out.npz")), status == 0);
    }

    /// What eval writes has the session, view and all.
    void aTraceIsOpenedAsItsSession_data() {
        QTest::addColumn<QString>("ending");
        QTest::newRow("npz") << "npz";
        QTest::newRow("safetensors") << "safetensors";
    }
    void aTraceIsOpenedAsItsSession() {
        QFETCH(QString, ending);
        const QString one = folder_.filePath("one." + ending), two = folder_.filePath("two." + ending);
        QFile::remove(in("shoes.headlight"));
        QVERIFY(QFile::copy(kExample, in("shoes.headlight")));
        QCOMPARE(runHeadlight({"eval", in("shoes.headlight"), "-o", one}).err, QByteArray());
        QCOMPARE(runHeadlight({"eval", one, "-o", two}).err, QByteArray());
        QCOMPARE(bytesOf(two), bytesOf(one));
        QCOMPARE(runHeadlight({"render", kExample, "-o", in("session.svg")}).err, QByteArray());
        QCOMPARE(runHeadlight({"render", one, "-o", in("trace.svg")}).err, QByteArray());
        QCOMPARE(bytesOf(in("trace.svg")), bytesOf(in("session.svg")));
    }

    /// What a notebook saved, with its X: as the class made it.
    void matricesOfANotebook_data() {
        QTest::addColumn<QStringList>("more");
        QTest::addColumn<QString>("stage");
        QTest::newRow("v1.npz") << QStringList() << "concat";
        QTest::newRow("wrapper.safetensors") << QStringList() << "concat";
        QTest::newRow("split.npz") << QStringList{"--heads", "2"} << "output";
    }
    void matricesOfANotebook() {
        QFETCH(QStringList, more);
        QFETCH(QString, stage);
        const QString file = kArrays + QTest::currentDataTag();
        const QByteArray said = runHeadlight(QStringList{"eval", file, "-o", in("notebook.npz")} + more).err;
        QVERIFY2(said.contains(": Not used: made [") && said.endsWith("].\n") && said.count('\n') == 1, said);
        const auto made = arraysOf(in("notebook.npz").toStdString());
        const auto meant = headlight::readArrays(file.toStdString());
        const auto& values = std::ranges::find(*meant, "made", &headlight::NamedArray::name)->values;
        const auto found = valuesIn<float>(made.at(stage.toStdString()).values);
        QCOMPARE(found.size(), values.size());
        for (std::size_t i = 0; i < values.size(); ++i) // see core/import/tst_importArrays
            QVERIFY2(std::abs(found[i] - values[i]) < 3e-6F, qPrintable(QString::number(i)));
    }

    void aScriptOfMatrices() {
        const Ended ended = runHeadlight({"export", kArrays + "split.npz", "-o", in("split.py"), "--heads", "2"});
        QVERIFY2(ended.status == 0 && ended.err.contains(": Not used: made ["), ended.err);
    }

    /// Heads with a gap between them, tokens with spaces.
    void oddHeadsAndTokens() {
        std::vector<headlight::NpzMember> members;
        const auto add = [&](const std::string& name, const std::vector<std::int64_t>& shape) {
            const std::vector<float> values(static_cast<std::size_t>(shape[0] * shape[1]), 0.5F);
            members.push_back({name, 1000, [=] { return headlight::npyOfFloats(values, shape); }});
        };
        for (const char* head : {"heads.0.", "heads.2."})
            for (const char* name : {"W_q", "W_k", "W_v"}) add(std::string(head) + name, {2, 2});
        add("X", {3, 2});
        members.push_back({"tokens", 1000, [] {
                               return headlight::npyOfTexts(std::vector<std::string>{"Your", " journey", ""});
                           }});
        QVERIFY(headlight::writeNpz(in("odd.npz").toStdString(), members).ok());
        const Ended ended = runHeadlight({"eval", in("odd.npz"), "-o", in("out.npz")});
        QCOMPARE(ended.status, 0);
        QVERIFY2(ended.err.contains("Its heads are numbered 0, 2;"), ended.err);
        QVERIFY2(ended.err.contains("such as \"journey\" for \" journey\".\n"), ended.err);
        QCOMPARE(headlight::readArrays(in("out.npz").toStdString())->front().texts,
                 (std::vector<std::string>{"Your", "journey", "x3"}));
    }

    void filesThatAreNotUnderstood_data() {
        QTest::addColumn<QStringList>("more");
        QTest::addColumn<QByteArray>("why");
        QTest::newRow("stored.npz")
            << QStringList()
            << QByteArray("It has a [2, 3], half [2, 3] and name [], but no W_q, W_k and W_v among them");
        QTest::newRow("big_f4.npy") << QStringList() << QByteArray("It has an array [2, 3], but");
        QTest::newRow("split.npz") << QStringList()
                                   << QByteArray(
                                          "It does not say how many heads it has. Give --heads with one of: 1, 2, 4.");
        QTest::newRow("split.safetensors")
            << QStringList{"--heads", "3"} << QByteArray("--heads 3 does not divide its matrices, which are ");
        QTest::newRow("pickle.pt") << QStringList() << QByteArray("made by pickle");
    }
    void filesThatAreNotUnderstood() {
        QFETCH(QStringList, more);
        QFETCH(QByteArray, why);
        const QString file = kArrays + QTest::currentDataTag();
        const Ended ended = runHeadlight(QStringList{"eval", file, "-o", in("none.npz")} + more);
        QCOMPARE(ended.status, 2);
        QVERIFY2(ended.err.contains(why) && ended.err.contains(QTest::currentDataTag()), ended.err);
        QCOMPARE(ended.err.count('\n'), 1);
    }

    void aSentenceForMatrices() {
        const QByteArray said =
            runHeadlight({"eval", kArrays + "v1.npz", "--sentence", "a b c d e f", "-o", in("named.npz")}).err;
        QVERIFY2(said.endsWith("v1.npz\": Not used: made [6, 2].\n") && said.count('\n') == 1, said);
        QCOMPARE(headlight::readArrays(in("named.npz").toStdString())->front().texts.back(), std::string("f"));
        const Ended ended = runHeadlight({"eval", kArrays + "v1.npz", "--sentence", "a b", "-o", in("none.npz")});
        QVERIFY2(ended.err.contains("The text has 2 tokens, but X has 6 rows."), ended.err);
    }

    void aTextOfTokens() {
        QFile text(in("tokens.txt"));
        QVERIFY(text.open(QIODevice::WriteOnly) && text.write("my\nshoes, are\n") > 0);
        text.close();
        QCOMPARE(runHeadlight({"eval", in("tokens.txt"), "-o", in("tokens.npz")}).err, QByteArray());
        QCOMPARE(headlight::readArrays(in("tokens.npz").toStdString())->front().texts,
                 (std::vector<std::string>{"my", "shoes,", "are"}));
    }

    /// Of a file that is too large for the memory there is, before it is read.
    void tooLargeAFileIsSaidBefore() {
        if (kTakesAllAddresses) QSKIP("AddressSanitizer needs more addresses than such a limit leaves.");
        const QString path = in("large.headlight");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{");
        QVERIFY(file.resize(300'000'000)); // a hole: nobody reads it
        file.close();
        const Ended ended = runHeadlight({"eval", path, "-o", in("trace.npz")}, "UTC0", ofAddresses(600));
        QCOMPARE(ended.status, 2);
        QVERIFY2(ended.err.contains("large.headlight\": Opening it takes about 900 MB of memory, but there is not "
                                    "enough memory: only "),
                 ended.err);
        QVERIFY(ended.err.contains("is available. Close other programs and try again.\n"));
        QVERIFY(!QFile::exists(in("trace.npz")));
    }

    /// From so little memory that the program just starts up to more than enough: one sentence, or the file.
    void memoryThatEndsAnywhere() {
        if (kTakesAllAddresses) QSKIP("AddressSanitizer needs more addresses than such a limit leaves.");
        const QString session = QStringLiteral(HEADLIGHT_SOURCE_DIR "/resources/examples/two-layers.headlight");
        int least = 20;
        while (runHeadlight({"--version"}, "UTC0", ofAddresses(least)).status != 0) least += 10;
        int refused = 0, done = 0;
        for (const char* name : {"trace.npz", "maps.png", "maps.svg", "maps.pdf"})
            for (int more = 0; more <= 240; more += 6) {
                const QString out = in(name);
                QFile::remove(out);
                const Ended ended = runHeadlight({out.endsWith("npz") ? "eval" : "render", session, "-o", out}, "UTC0",
                                                 ofAddresses(least + more));
                QVERIFY2(ended.status == 0 || ended.status == 2,
                         qPrintable(QString("%1 with %2 MB: %3").arg(name).arg(least + more).arg(ended.err.data())));
                QCOMPARE(QFile::exists(out), ended.status == 0);
                QCOMPARE(ended.err.count('\n'), ended.status == 0 ? 0 : 1);
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
                "V, scores, scaled, weights, context, concat.\n"));
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

    /// "Your journey starts with one step": the row of journey, as NumPy has it from the printed weights.
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
        QCOMPARE(QString::number(row[4].toDouble(), 'f', 4), QString("2.5190")); // bits
        QCOMPARE(row.mid(7, 2), (QStringList{"2", "\"journey\""}));              // the largest: itself
        QCOMPARE(QString::number(row[6].toDouble(), 'f', 4), QString("0.2379"));
    }

    /// In processes of their own: what a hash or a clock decides shows only there.
    void textThatHasNoRoomIsSaid() {
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

    /// No driver is a normal state, which is said where a device is asked for.
    void withoutDrivers() {
        const QString none = QString("export OCL_ICD_VENDORS='%1'").arg(folder_.filePath("none"));
        QVERIFY(QDir(folder_.path()).mkpath("none"));
        const auto run = [&](const QStringList& words) { return runHeadlight(words, "UTC0", none); };
        const Ended list = run({"backends"});
        QCOMPARE(list.err, QByteArray());
        QCOMPARE(list.status, 0);
        QVERIFY2(list.out.contains("\neigen    CPU"), list.out);
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
        const Ended list = runHeadlight({"backends"});
        QCOMPARE(list.err, QByteArray());
        QCOMPARE(list.status, 0);
        for (const char* id : {"auto ", "\neigen ", "\nchecked "}) QVERIFY2(list.out.contains(id), list.out);
        for (const char* fact : {"platform: ", "driver: ", "OpenCL: ", "memory: "})
            QVERIFY2(list.out.count(fact) == qsizetype(devices.size()), list.out);
        for (const headlight::OpenClDevice& device : devices) {
            QVERIFY2(list.out.contains(QByteArray::fromStdString("\nopencl:" + device.name + "\n")), list.out);
            if (!device.whyNot.empty()) QVERIFY2(list.out.contains("not available: " + device.whyNot), list.out);
        }
        QCOMPARE(list.out.count("speed: "), list.out.count("self-test: passed"));
    }

    /// The same picture, since the numbers of the maps are the CPU's.
    void renderTakesABackend() {
        const auto drawn = [&](const QString& backend) {
            const QString path = folder_.filePath(backend + ".png");
            if (runHeadlight({"render", kExample, "-o", path, "--backend", backend}).status != 0) return QByteArray();
            QFile file(path);
            return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        };
        QVERIFY(!drawn("eigen").isEmpty());
        QVERIFY(drawn("checked") == drawn("eigen"));
    }

    /// A limit that a shell or a cluster sets is said as a full disk is.
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
