// Files of several layers on the command line, and files of numbers that `export` writes beside a script.
#include "io/arrays.h"
#include "io/npy.h"
#include "io/npz.h"
#include "support/headlightProgram.h"
#include "support/npzFile.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <numeric>

using namespace headlight;
using namespace headlight::testing;

class HeadlessLayersTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    QString in(const char* name) const { return folder_.filePath(QLatin1String(name)); }
    static QByteArray bytesOf(const QString& path) {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("there is none");
    }

private slots:
    /// Writes two layers of d = 2: the first has W_v = 1; the second is causal and has W_v = 2.
    void initTestCase() {
        std::vector<NpzMember> members;
        const auto add = [&](const std::string& name, const std::vector<float>& values,
                             const std::vector<std::int64_t>& shape) {
            members.push_back({name, 1000, [=] { return npyOfFloats(values, shape); }});
        };
        for (const int layer : {0, 1}) {
            const std::string prefix = "h." + std::to_string(layer) + ".attn.";
            const float v = static_cast<float>(layer) + 1;
            for (const char* name : {"W_q", "W_k"}) add(prefix + name, {1, 0, 0, 1}, {2, 2});
            add(prefix + "W_v", {v, 0, 0, v}, {2, 2});
        }
        add("h.1.attn.mask", {0, 1, 0, 0}, {2, 2});
        add("X", {1, 0, 0, 1}, {2, 2});
        QVERIFY(writeNpz(in("layers.npz").toStdString(), members).ok());
    }

    void oneOfThemIsTaken_data() {
        QTest::addColumn<QString>("prefix");
        QTest::addColumn<float>("v");
        QTest::addColumn<bool>("isCausal");
        QTest::newRow("first") << "h.0.attn" << 1.0F << false;
        QTest::newRow("second") << "h.1.attn" << 2.0F << true;
    }
    void oneOfThemIsTaken() {
        QFETCH(QString, prefix);
        QFETCH(float, v);
        QFETCH(bool, isCausal);
        const Ended ended = runHeadlight(
            {"eval", in("layers.npz"), "--prefix", prefix, "--heads", "1", "-o", in("out.npz")});
        QVERIFY2(ended.status == 0 && ended.err.contains(": Not used: "), ended.err);
        const auto made = arraysOf(in("out.npz").toStdString());
        QCOMPARE(valuesIn<float>(made.at("V").values), (std::vector<float>{v, 0, 0, v}));
        QCOMPARE(valuesIn<float>(made.at("weights").values)[1] == 0, isCausal);
    }

    /// The message names all that is missing, with the choices.
    void whichOneIsAsked_data() {
        QTest::addColumn<QStringList>("more");
        QTest::addColumn<QByteArray>("why");
        QTest::newRow("none") << QStringList()
                              << QByteArray("It has 2 layers, of which one is used. Give --prefix with one of: "
                                            "\"h.0.attn\", \"h.1.attn\".");
        QTest::newRow("another") << QStringList{"--prefix", "h.2.attn"}
                                 << QByteArray("It has no layer with the prefix \"h.2.attn\". Give --prefix with one "
                                               "of: \"h.0.attn\", \"h.1.attn\".");
    }
    void whichOneIsAsked() {
        QFETCH(QStringList, more);
        QFETCH(QByteArray, why);
        for (const char* subcommand : {"eval", "export", "render"}) {
            const char* out = subcommand == QByteArray("eval")     ? "a.npz"
                              : subcommand == QByteArray("export") ? "a.py"
                                                                   : "a.png";
            const Ended ended = runHeadlight(QStringList{subcommand, in("layers.npz"), "-o", in(out)} + more);
            QCOMPARE(ended.status, 2);
            QVERIFY2(ended.err.contains("layers.npz\": ") && ended.err.contains(why), ended.err);
            QVERIFY2(ended.err.endsWith(" Give --heads with one of: 1, 2.\n"), ended.err);
            QCOMPARE(ended.err.count('\n'), 1);
        }
    }

    void aSessionHasNone_data() {
        QTest::addColumn<QString>("value");
        QTest::newRow("--prefix") << "h.0";
        QTest::newRow("--joined") << "heads";
        QTest::newRow("--mask") << "none";
    }
    void aSessionHasNone() {
        QFETCH(QString, value);
        const Ended ended = runHeadlight({"eval",
                                          QStringLiteral(HEADLIGHT_SOURCE_DIR "/resources/examples/shoes.headlight"),
                                          QTest::currentDataTag(), value, "-o", in("a.npz")});
        QCOMPARE(ended.status, 2);
        QVERIFY2(ended.err.contains("so --heads, --prefix, --joined, --mask, --norm and --sentence have no effect."),
                 ended.err);
    }

    /// One text of a batch in each of two layers: numbers 0, 1 ... of [layers, texts, heads, queries, keys].
    void aBatchOfLayers_data() {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QByteArray>("said");
        QTest::addColumn<float>("first"); // number of the second layer
        QTest::newRow("first") << QStringList() << QByteArray("Of its batch of 2, the first is taken.") << 8.0F;
        QTest::newRow("second") << QStringList{"--batch", "2"} << QByteArray("do not sum to 1") << 12.0F;
        QTest::newRow("third") << QStringList{"--batch", "3"} << QByteArray("Its batch is of 2. Give --batch") << 0.0F;
    }
    void aBatchOfLayers() {
        QFETCH(QStringList, options);
        QFETCH(QByteArray, said);
        std::vector<float> numbers(16);
        std::iota(numbers.begin(), numbers.end(), 0.0F);
        QVERIFY(writeNpz(in("batch.npz").toStdString(), {{"weights", 1000,
                                                          [=] {
                                                              return npyOfFloats(numbers, {2, 2, 1, 2, 2});
                                                          }}})
                    .ok());
        const Ended ended = runHeadlight(QStringList{"eval", in("batch.npz"), "-o", in("out.npz")} + options);
        QVERIFY2(ended.err.contains(said), ended.err);
        if (ended.status == 0)
            QTEST(valuesIn<float>(arraysOf(in("out.npz").toStdString()).at("layer2.weights").values)[0], "first");
        else
            QCOMPARE(options.back(), QString("3"));
    }

    /// The check names every stage that was read of every layer, also those that layers above read.
    void eachStageOfEachLayerIsCompared() {
        const QString example = QStringLiteral(HEADLIGHT_SOURCE_DIR "/resources/examples/two-layers.headlight");
        const Ended ended = runHeadlight({"eval", example, "-o", in("compared.npz"), "--backend", "checked"});
        QCOMPARE(ended.status, 0);
        for (const char* stage : {"layer1.weights_rest", "layer1.rollout", "layer1.product", "layer2.weights_rest",
                                  "layer2.rollout", "layer2.product"})
            QVERIFY2(ended.out.contains(stage + QByteArray(" differs from the double-precision reference by")),
                     ended.out);
    }

    /// Numbers that are too many for a script are written to a file beside it, which is named.
    void numbersBesideAScriptAreSaid() {
        QFile text(in("many.txt"));
        QVERIFY(text.open(QIODevice::WriteOnly));
        for (int i = 0; i < 120; ++i) text.write(QByteArray::number(i) + "\n");
        text.close();
        const Ended ended = runHeadlight({"export", in("many.txt"), "-o", in("many.py")});
        QCOMPARE(ended.err, QByteArray());
        QCOMPARE(ended.out, "Its numbers were written to \"" + in("many.numbers.npz").toUtf8() + "\", beside it.\n");
        QCOMPARE(ended.status, 0);
        QVERIFY(QFile::exists(in("many.numbers.npz")));
    }

    /// The file of an earlier export is replaced; other files, such as the one that is read, are not.
    void numbersBesideAScriptReplaceNothingElse() {
        QFile text(in("many.txt"));
        QVERIFY(text.open(QIODevice::WriteOnly));
        for (int i = 0; i < 120; ++i) text.write(QByteArray::number(i) + "\n");
        text.close();
        QCOMPARE(runHeadlight({"eval", in("many.txt"), "-o", in("own.numbers.npz")}).status, 0);
        const QByteArray session = bytesOf(in("own.numbers.npz"));
        const Ended own = runHeadlight({"export", in("own.numbers.npz"), "-o", in("own.py")});
        QCOMPARE(own.err, "headlight: The numbers of \"" + in("own.py").toUtf8() + "\" would be written to \"" +
                              in("own.numbers.npz").toUtf8() +
                              "\", the file that is read, which would be lost. Choose another name.\n");
        QCOMPARE(own.status, 2);
        const Ended other = runHeadlight({"export", in("many.txt"), "-o", in("own.ipynb")});
        QCOMPARE(other.err, "headlight: The numbers of \"" + in("own.ipynb").toUtf8() + "\" would be written to \"" +
                                in("own.numbers.npz").toUtf8() +
                                "\", which is there already and is not of that code. Rename or delete it, or choose "
                                "another name.\n");
        QCOMPARE(other.status, 2);
        QVERIFY(bytesOf(in("own.numbers.npz")) == session);
        QVERIFY(!QFile::exists(in("own.py")) && !QFile::exists(in("own.ipynb")));
        for (const char* name :
             {"again.py", "again.py", "again2.ipynb", "again2.ipynb", "a\"3.py", "a\"3.py", "a\"4.ipynb", "a\"4.ipynb"})
            QCOMPARE(runHeadlight({"export", in("many.txt"), "-o", in(name)}).err, QByteArray());
        // A script that names another file, whose name has the same end.
        QFile code(in("k.py"));
        QVERIFY(code.open(QIODevice::WriteOnly) && code.write("data = np.load(\"ok.numbers.npz\")\n") > 0);
        code.close();
        QVERIFY(QFile::copy(in("own.numbers.npz"), in("k.numbers.npz")));
        QCOMPARE(runHeadlight({"export", in("many.txt"), "-o", in("k.py")}).status, 2);
        QVERIFY(bytesOf(in("k.numbers.npz")) == session);
        // A script that needs no such file does not change one that exists.
        QCOMPARE(runHeadlight({"export", QStringLiteral(HEADLIGHT_SOURCE_DIR "/resources/examples/shoes.headlight"),
                               "-o", in("own.py")})
                     .err,
                 QByteArray());
        QVERIFY(bytesOf(in("own.numbers.npz")) == session);
    }
};

QTEST_GUILESS_MAIN(HeadlessLayersTest)
#include "tst_headlessLayers.moc"
