// Files of matrices and of tokens on the command line: the data that are used, and the messages.
#include "io/arrays.h"
#include "io/files.h"
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

} // namespace

class HeadlessFilesTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    QString in(const char* name) const { return folder_.filePath(QLatin1String(name)); }
    static QByteArray bytesOf(const QString& path) {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("there is none");
    }

private slots:
    /// Arrays that cannot be used are named, and the rest is computed.
    void whatIsRemarked_data() {
        QTest::addColumn<QString>("array"); // the array that is replaced, or one that is added
        QTest::addColumn<QString>("shape");
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("why");
        QTest::newRow("complex") << "b_q"
                                 << "complex" << 0 << "Not used: b_q [2, 3] (its numbers are complex).";
        QTest::newRow("complex weights") << "W_query"
                                         << "complex" << 2
                                         << "but its array \"W_query\" is not used: its numbers are complex.";
        QTest::newRow("NaN")
            << "W_query"
            << "NaN" << 2
            << "Its array \"W_query\" has numbers that are NaN or infinite, but only finite ones can be "
               "taken.";
        QTest::newRow("a batch of one") << "X"
                                        << "[1, 6, 3]" << 0 << "Its X is a batch of one, which is taken.";
        QTest::newRow("a batch") << "X"
                                 << "[2, 3, 3]" << 2
                                 << "but no X of shape [tokens, 3]: its array \"X\" is not used: it is a batch of 2; "
                                    "save one of them, such as X[0]. Add the inputs as an array X, or give --sentence "
                                    "TEXT, whose embeddings are drawn.";
        QTest::newRow("a mask that is not causal")
            << "mask"
            << "[2]" << 0
            << "Not used: mask [2] (a mask has 6 x 6 numbers (queries x keys) or 6 (keys). This matrix has 1 x 2).";
        QTest::newRow("no parameter") << "lm_head.weight"
                                      << "[2]" << 0 << "Not used: lm_head.weight [2].";
        QTest::newRow("a norm") << "norm1.weight"
                                << "[2]" << 0
                                << "Not computed, but the model does: RMS norm before the heads "
                                   "(norm1.weight).";
    }
    void whatIsRemarked() {
        QFETCH(QString, array);
        QFETCH(QString, shape);
        QFETCH(int, status);
        QFETCH(QString, why);
        auto arrays = *readArrays((kArrays + "v1.npz").toStdString());
        std::erase_if(arrays, [](const NamedArray& one) { return one.name == "made"; });
        if (std::ranges::find(arrays, array.toStdString(), &NamedArray::name) == arrays.end())
            arrays.push_back({array.toStdString(), {2}, {1, 2}});
        std::vector<NpzMember> members;
        for (NamedArray& one : arrays) {
            const bool isIt = one.name == array.toStdString();
            if (isIt && shape == "NaN") one.values[1] = NAN;
            if (isIt && shape == "[1, 6, 3]") one.shape = {1, 6, 3};
            if (isIt && shape == "[2, 3, 3]") one.shape = {2, 3, 3};
            members.push_back({one.name, 1000, [=] {
                                   return isIt && shape == "complex" ? bytesOf(kArrays + "complex.npy").toStdString()
                                                                     : npyOfFloats(one.values, one.shape);
                               }});
        }
        QVERIFY(writeNpz(in("remark.npz").toStdString(), members).ok());
        QFile::remove(in("out.npz"));
        const Ended ended = runHeadlight({"eval", in("remark.npz"), "--heads", "1", "-o", in("out.npz")});
        QCOMPARE(ended.status, status);
        QVERIFY2(ended.err.contains(why.toUtf8() + "\n") && ended.err.contains("remark.npz"), ended.err);
        QCOMPARE(ended.err.count('\n'), 1);
        QCOMPARE(QFile::exists(in("out.npz")), status == 0);
    }

    /// Scores that overflow give weights of NaN, which only a remark tells from weights that were meant.
    void stagesWithNaNAreRemarked_data() {
        QTest::addColumn<QString>("stage");
        QTest::addColumn<float>("factor");
        QTest::addColumn<QString>("first"); // empty: there is no NaN
        QTest::newRow("all") << "" << 1e30F << "weights";
        QTest::newRow("one stage") << "context" << 1e30F << "context";
        QTest::newRow("infinite scores are not NaN") << "scores" << 1e30F << "";
        QTest::newRow("finite") << "" << 1.0F << "";
    }
    void stagesWithNaNAreRemarked() {
        QFETCH(QString, stage);
        QFETCH(float, factor);
        QFETCH(QString, first);
        const std::vector<std::int64_t> sides{2, 2};
        const std::vector<float> unit{1, 0, 0, 1}, large{factor, 0, 0, factor};
        std::vector<NpzMember> members;
        for (const char* name : {"X", "W_v", "W_q", "W_k"})
            members.push_back({name, 1000, [&, isLarge = name[0] == 'W' && name[2] != 'v'] {
                                   return npyOfFloats(isLarge ? large : unit, sides);
                               }});
        QVERIFY(writeNpz(in("large.npz").toStdString(), members).ok());
        QStringList line{"eval", in("large.npz"), "--heads", "1", "-o", in(stage.isEmpty() ? "out.npz" : "out.npy")};
        if (!stage.isEmpty()) line << "--stage" << stage;
        const Ended ended = runHeadlight(line);
        QCOMPARE(ended.status, 0);
        const QString remark = "The numbers that are written contain NaN; the first stage with one is " + first + ".\n";
        QVERIFY2(first.isEmpty() ? ended.err.isEmpty() : ended.err.endsWith(remark.toUtf8()), ended.err);
    }

    /// An archive that eval writes contains the session with its view.
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

    /// Matrices and X that a notebook saved give the output of its class.
    void matricesOfANotebook_data() {
        QTest::addColumn<QStringList>("more");
        QTest::addColumn<QString>("stage");
        QTest::newRow("v1.npz") << QStringList{"--heads", "1"} << "concat";
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
        const auto meant = readArrays(file.toStdString());
        const auto& values = std::ranges::find(*meant, "made", &NamedArray::name)->values;
        const auto found = valuesIn<float>(made.at(stage.toStdString()).values);
        QCOMPARE(found.size(), values.size());
        for (std::size_t i = 0; i < values.size(); ++i) // for the tolerance see core/import/tst_importArrays
            QVERIFY2(std::abs(found[i] - values[i]) < 3e-6F, qPrintable(QString::number(i)));
    }

    void aScriptOfMatrices() {
        const Ended ended = runHeadlight({"export", kArrays + "split.npz", "-o", in("split.py"), "--heads", "2"});
        QVERIFY2(ended.status == 0 && ended.err.contains(": Not used: made ["), ended.err);
    }

    /// The numbers of the heads have a gap, and tokens have spaces.
    void oddHeadsAndTokens() {
        std::vector<NpzMember> members;
        const auto add = [&](const std::string& name, const std::vector<std::int64_t>& shape) {
            const std::vector<float> values(static_cast<std::size_t>(shape[0] * shape[1]), 0.5F);
            members.push_back({name, 1000, [=] { return npyOfFloats(values, shape); }});
        };
        for (const char* head : {"heads.0.", "heads.2."})
            for (const char* name : {"W_q", "W_k", "W_v"}) add(std::string(head) + name, {2, 2});
        add("X", {3, 2});
        members.push_back({"tokens", 1000, [] {
                               return npyOfTexts(std::vector<std::string>{"Your", " journey", ""});
                           }});
        QVERIFY(writeNpz(in("odd.npz").toStdString(), members).ok());
        const Ended ended = runHeadlight({"eval", in("odd.npz"), "-o", in("out.npz")});
        QCOMPARE(ended.status, 0);
        QVERIFY2(ended.err.contains("Its heads are numbered 0, 2;"), ended.err);
        QVERIFY2(ended.err.contains("such as \"journey\" for \" journey\".\n"), ended.err);
        QCOMPARE(readArrays(in("out.npz").toStdString())->front().texts,
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
        QTest::newRow("v1.npz") << QStringList()
                                << QByteArray("It does not say how many heads it has. Give --heads with one of: 1, 2.");
        QTest::newRow("wrapper.npz")
            << QStringList{"--joined", "heads"}
            << QByteArray("Its q, k and v are not one array, so --joined has no effect. Leave it out.");
        QTest::newRow("joined.safetensors")
            << QStringList{"--heads", "2"}
            << QByteArray(
                   "It does not say how its one array of q, k and v is cut. Give --joined thirds (all of q, then "
                   "of k, then of v) or --joined heads (q, k and v of each head).");
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
        const QStringList of{"eval", kArrays + "v1.npz", "--heads", "1", "--sentence"};
        const QByteArray said = runHeadlight(of + QStringList{"a b c d e f", "-o", in("named.npz")}).err;
        QVERIFY2(said.endsWith("v1.npz\": Not used: made [6, 2].\n") && said.count('\n') == 1, said);
        QCOMPARE(readArrays(in("named.npz").toStdString())->front().texts.back(), std::string("f"));
        const Ended ended = runHeadlight(of + QStringList{"a b", "-o", in("none.npz")});
        QVERIFY2(ended.err.endsWith(": The text has 2 tokens, but X has 6 rows.\n"), ended.err);
        QCOMPARE(ended.err.count('\n'), 1); // and nothing about arrays that are not used
    }

    /// The expected output is that of a class with qkv.reshape(N, heads, 3 * d_k).chunk(3, -1), computed by NumPy in
    /// double and written with six decimals; the rounding to float32 is smaller.
    void qkvOfEachHead() {
        const Ended ended = runHeadlight(
            {"eval", kArrays + "joined.safetensors", "--heads", "2", "--joined", "heads", "-o", in("joined.npz")});
        QCOMPARE(ended.err, QByteArray());
        const std::vector<float> meant{-0.005316F, 0.210419F, 1.653785F, 0.726185F,  1.011446F, -0.200193F,
                                       0.351346F,  0.882001F, 1.26684F,  -0.962067F, 0.122645F, 1.188817F};
        const auto made = arraysOf(in("joined.npz").toStdString());
        const auto found = valuesIn<float>(made.at("output").values);
        QCOMPARE(found.size(), meant.size());
        for (std::size_t i = 0; i < meant.size(); ++i)
            QVERIFY2(std::abs(found[i] - meant[i]) < 2e-6F, qPrintable(QString::number(i)));
    }

    /// PyTorch's add_bias_kv adds a key to each row, which Headlight does not compute.
    void aKeyMoreIsSaidFirst() {
        const Ended ended = runHeadlight({"eval", kArrays + "bias_k.safetensors", "--heads", "2", "-o", in("k.npz")});
        QCOMPARE(ended.status, 0);
        QVERIFY2(ended.err.endsWith(": Not computed, but the model does: a key and a value more (bias_k, "
                                    "bias_v).\n") &&
                     ended.err.count('\n') == 1,
                 ended.err);
    }

    void randomIsSaidFirst() {
        auto arrays = *readArrays((kArrays + "v1.npz").toStdString());
        std::vector<NpzMember> members;
        for (NamedArray& one : arrays)
            if (one.name != "X")
                members.push_back({one.name, 1000, [one] { return npyOfFloats(one.values, one.shape); }});
        QVERIFY(writeNpz(in("drawn.npz").toStdString(), members).ok());
        const Ended ended = runHeadlight(
            {"eval", in("drawn.npz"), "--heads", "1", "--sentence", "a b", "-o", in("out.npz")});
        QCOMPARE(ended.status, 0);
        const QList<QByteArray> lines = ended.err.split('\n');
        QVERIFY2(lines[0].endsWith(": X is random: the file has no vectors for these tokens.") &&
                     lines[1].endsWith(": Not used: made [6, 2]."),
                 ended.err);
    }

    /// GPT-2's layers are causal, but its files contain no mask.
    void theMaskOfCAttn_data() {
        QTest::addColumn<QStringList>("more");
        QTest::addColumn<bool>("isCausal");
        QTest::addColumn<bool>("isSaid");
        QTest::newRow("by its name") << QStringList() << true << true;
        QTest::newRow("none") << QStringList{"--mask", "none"} << false << false;
        QTest::newRow("causal") << QStringList{"--mask", "causal"} << true << true;
        QTest::newRow("not causal") << QStringList{"--causal=False"} << false << false;
    }
    void theMaskOfCAttn() {
        QFETCH(QStringList, more);
        QFETCH(bool, isCausal);
        QFETCH(bool, isSaid);
        std::vector<NpzMember> members;
        const auto add = [&](const char* name, const std::vector<float>& values,
                             const std::vector<std::int64_t>& shape) {
            members.push_back({name, 1000, [=] { return npyOfFloats(values, shape); }});
        };
        add("attn.c_attn.weight", {1, 0, 1, 0, 1, 0, 0, 1, 0, 1, 0, 1}, {2, 6});
        add("X", {1, 0, 0, 1}, {2, 2});
        QVERIFY(writeNpz(in("gpt.npz").toStdString(), members).ok());
        const Ended ended = runHeadlight(QStringList{"eval", in("gpt.npz"), "--heads", "1", "-o", in("out.npz")} +
                                         more);
        QCOMPARE(ended.status, 0);
        QCOMPARE(ended.err.endsWith(": Its c_attn is that of GPT-2, so the causal mask is on.\n"), isSaid);
        const auto made = arraysOf(in("out.npz").toStdString());
        QCOMPARE(valuesIn<float>(made.at("weights").values)[1] == 0, isCausal);
    }

    /// Options for files of finished attention: two of Q and K, each with one head and two tokens.
    void givenStages_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QByteArray>("said"); // of a refusal
        QTest::newRow("neither") << "two" << QStringList()
                                 << QByteArray("Give --layers if these are layers, or --batch");
        QTest::newRow("both") << "two" << QStringList{"--layers", "--batch", "1"} << QByteArray("Give --layers if");
        QTest::newRow("layers") << "two" << QStringList{"--layers"} << QByteArray();
        QTest::newRow("batch") << "two" << QStringList{"--batch", "2"} << QByteArray();
        QTest::newRow("too high") << "two" << QStringList{"--batch", "3"}
                                  << QByteArray("Give --batch with a number up");
        QTest::newRow("no batch") << "one" << QStringList{"--batch", "1"} << QByteArray("--batch have no effect");
        QTest::newRow("layers by name") << "attentions" << QStringList{"--layers"} << QByteArray();
        QTest::newRow("no batch by name")
            << "attentions" << QStringList{"--batch", "1"} << QByteArray("Its names say that it has 2 layers");
        QTest::newRow("one of a batch, no layers")
            << "batch" << QStringList{"--layers"} << QByteArray("Its shapes say what its layers are");
        QTest::newRow("one is no layers") << "one" << QStringList{"--layers"} << QByteArray("have no effect");
        QTest::newRow("causal") << "one" << QStringList{"--causal"} << QByteArray();
        QTest::newRow("heads") << "one" << QStringList{"--heads", "1"} << QByteArray();
        QTest::newRow("heads of 2 columns")
            << "one" << QStringList{"--heads", "3"} << QByteArray("3 heads do not divide its Q of 2 columns.");
        QTest::newRow("heads of weights")
            << "weights" << QStringList{"--heads", "2"} << QByteArray("Only Q, K and V of one head");
        QTest::newRow("norm") << "one" << QStringList{"--norm", "after"} << QByteArray("It is no file of W_q");
        QTest::newRow("names") << "one" << QStringList{"--sentence", "the cat"} << QByteArray();
        QTest::newRow("too few names") << "one" << QStringList{"--sentence", "the"}
                                       << QByteArray("The text has 1 tokens, but what is given has 2 rows.");
        QTest::newRow("mask of weights") << "weights" << QStringList{"--causal"} << QByteArray("Its weights are given");
    }
    void givenStages() {
        QFETCH(QString, name);
        QFETCH(QStringList, options);
        QFETCH(QByteArray, said);
        const std::int64_t count = name == "two" || name == "attentions" ? 2 : 1;
        const std::vector<float> numbers(static_cast<std::size_t>(count * 4), 0.5F);
        std::vector<NpzMember> members;
        if (name == "batch")
            members.push_back({"weights", 1000, [=] { return npyOfFloats(numbers, {1, 2, 1, 1, 2}); }});
        for (const char* one : {"Q", "K", "weights", "attentions"})
            if (QString(one).size() == 1 ? name.size() == 3 : name == one)
                members.push_back({one, 1000, [=] { return npyOfFloats(numbers, {count, 1, 2, 2}); }});
        QVERIFY(writeNpz(in("given.npz").toStdString(), members).ok());
        const Ended ended = runHeadlight(QStringList{"eval", in("given.npz"), "-o", in("out.npz")} + options);
        QVERIFY2(ended.err.contains(said) && ended.err.isEmpty() == said.isEmpty(), ended.err);
        QCOMPARE(ended.status, said.isEmpty() ? 0 : 2);
        if (!said.isEmpty()) return;
        const auto made = arraysOf(in("out.npz").toStdString());
        QCOMPARE(made.contains("layer2.weights"), options.contains("--layers"));
        const auto weights = valuesIn<float>(
            made.at(options.contains("--layers") ? "layer1.weights" : "weights").values);
        QCOMPARE(weights[1], options.contains("--causal") ? 0.0F : 0.5F);
    }

    /// An array of a type that is not read is the reason.
    void complexNumbers() {
        std::vector<NpzMember> members;
        for (const char* name : {"Q", "K"})
            members.push_back({name, 1000, [=] {
                                   std::string bytes = npyOfFloats(std::vector<float>(8, 1), {1, 2, 4});
                                   if (*name == 'K') return bytes;
                                   bytes.replace(bytes.find("<f4"), 3, "<c8"); // two floats are one number
                                   bytes.replace(bytes.find("(1, 2, 4)"), 9, "(1, 2, 2)");
                                   return bytes;
                               }});
        QVERIFY(writeNpz(in("complex.npz").toStdString(), members).ok());
        for (const QStringList& command :
             {QStringList{"eval", in("complex.npz"), "-o", in("out.npz")}, QStringList{"check", in("complex.npz")}}) {
            const Ended ended = runHeadlight(command);
            QCOMPARE(ended.status, 2);
            QVERIFY2(ended.err.contains("its numbers are complex") && !ended.err.contains("W_q"), ended.err);
        }
    }

    /// The number of heads, and the mask of X, are taken from the file.
    void headsAndMaskBesideX() {
        std::vector<NpzMember> members;
        const auto add = [&](const char* name, const std::vector<float>& values,
                             const std::vector<std::int64_t>& shape) {
            members.push_back({name, 1000, [=] { return npyOfFloats(values, shape); }});
        };
        for (const char* name : {"X", "W_q", "W_k", "W_v"}) add(name, {1, 0, 0, 1}, {2, 2});
        add("num_heads", {2}, {});
        add("attention_mask", {1, 0}, {2});
        QVERIFY(writeNpz(in("hidden.npz").toStdString(), members).ok());
        const Ended ended = runHeadlight({"eval", in("hidden.npz"), "-o", in("out.npz")});
        QVERIFY2(ended.status == 0 && ended.err.endsWith("Its mask is taken: 1 means that a query may attend.\n"),
                 ended.err);
        QCOMPARE(valuesIn<float>(arraysOf(in("out.npz").toStdString()).at("weights").values),
                 (std::vector<float>{1, 0, 1, 0, 1, 0, 1, 0}));
    }

    /// The picture of given weights shows them: there are no scores.
    void givenWeightsAreDrawn() {
        const std::vector<float> even(4, 0.5F);
        QVERIFY(writeNpz(in("w.npz").toStdString(), {{"weights", 1000,
                                                      [=] {
                                                          return npyOfFloats(even, {1, 2, 2});
                                                      }}})
                    .ok());
        const Ended ended = runHeadlight({"render", in("w.npz"), "-o", in("w.png")});
        QVERIFY2(ended.status == 0 && ended.err.isEmpty(), ended.err);
    }

    /// The status and the first line of `check`; what it finds is tested in core/check.
    void checkSaysIt_data() {
        QTest::addColumn<std::vector<float>>("weights"); // of Q = K = [[1, 0], [0, 1]]
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("begins");
        const std::vector<float> right{0.73105858F, 0.26894142F, 0.26894142F, 0.73105858F};
        const std::vector<float> wrong{0.5001F, 0.4999F, 0.6F, 0.4F};
        QTest::newRow("agrees") << right << QStringList() << 0
                                << "weights: softmax of Q K^T, without a scale (people usually divide by sqrt(2)), to ";
        QTest::newRow("differs") << wrong << QStringList() << 1 << "weights: differs from softmax of Q K^T";
        QTest::newRow("tolerance") << wrong << QStringList{"--tolerance", "0.4"} << 0 << "weights: softmax of Q K^T";
        QTest::newRow("scale") << right << QStringList{"--scale", "sqrt_dk"} << 1
                               << "weights: differs from softmax of Q";
        QTest::newRow("mask") << right << QStringList{"--mask", "causal"} << 1
                              << "weights: differs from softmax of Q K^T / sqrt(2), causal in";
        QTest::newRow("JSON") << wrong << QStringList{"--json"} << 1
                              << "{\"status\": 1, \"first_differing\": \"weights\"";
        QTest::newRow("nothing to compare") << std::vector<float>() << QStringList() << 2 << "";
    }
    void checkSaysIt() {
        QFETCH(std::vector<float>, weights);
        QFETCH(QStringList, options);
        QFETCH(QString, begins);
        std::vector<NpzMember> members;
        for (const char* name : {"Q", "K"})
            members.push_back({name, 0, [] { return npyOfFloats(std::vector<float>{1, 0, 0, 1}, {2, 2}); }});
        if (!weights.empty()) members.push_back({"weights", 0, [&] { return npyOfFloats(weights, {2, 2}); }});
        QVERIFY(writeNpz(in("stages.npz").toStdString(), members));
        const Ended checked = runHeadlight(QStringList{"check", in("stages.npz")} + options);
        QTEST(checked.status, "status");
        QVERIFY2(checked.out.startsWith(begins.toUtf8()), checked.out.constData());
        QCOMPARE(checked.err.isEmpty(), checked.status < 2);
    }

    void aTextOfTokens() {
        QFile text(in("tokens.txt"));
        QVERIFY(text.open(QIODevice::WriteOnly) && text.write("my\nshoes, are\n") > 0);
        text.close();
        QCOMPARE(runHeadlight({"eval", in("tokens.txt"), "-o", in("tokens.npz")}).err, QByteArray());
        QCOMPARE(readArrays(in("tokens.npz").toStdString())->front().texts,
                 (std::vector<std::string>{"my", "shoes,", "are"}));
    }

    /// After np.load, an edit of X and np.savez, the edited X is used, and this is said.
    void whatWasEditedBesideTheSession() {
        QCOMPARE(runHeadlight({"eval", kExample, "-o", in("trace.npz")}).err, QByteArray());
        auto arrays = *readArrays(in("trace.npz").toStdString());
        std::vector<NpzMember> members;
        for (NamedArray& one : arrays) {
            if (one.name == "X") std::ranges::fill(one.values, 2.0F);
            const std::string bytes(one.values.begin(), one.values.end()); // the bytes of `session`
            if (one.texts.empty())
                members.push_back({one.name, 1000, [one, bytes] {
                                       return one.name == "session" ? npyOfBytes(bytes)
                                                                    : npyOfFloats(one.values, one.shape);
                                   }});
        }
        QVERIFY(writeNpz(in("edited.npz").toStdString(), members).ok());
        const Ended ended = runHeadlight({"eval", in("edited.npz"), "-o", in("again.npz")});
        QCOMPARE(ended.status, 0);
        QVERIFY2(ended.err.endsWith(
                     "edited.npz\": Its session has other numbers for X; those of the arrays were taken.\n") &&
                     ended.err.count('\n') == 1,
                 ended.err);
        const auto again = *readArrays(in("again.npz").toStdString());
        const auto& x = std::ranges::find(again, "X", &NamedArray::name)->values;
        QCOMPARE(x, std::vector<float>(x.size(), 2.0F));
    }

    /// A session file is recognised under the name of another kind of file.
    void aSessionUnderAnotherName() {
        for (const char* name : {"renamed.npz", "renamed.npy", "renamed.safetensors", "renamed.txt"}) {
            QVERIFY(QFile::copy(kExample, in(name)));
            const Ended ended = runHeadlight({"eval", in(name), "-o", in("of.npz")});
            QVERIFY2(ended.status == 0 && ended.err.isEmpty(), ended.err);
        }
    }
};

QTEST_GUILESS_MAIN(HeadlessFilesTest)
#include "tst_headlessFiles.moc"
