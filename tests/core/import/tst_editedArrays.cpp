// Tests what somebody changed in a file of arrays that has a session, too.
#include "import/importArrays.h"
#include "import/openedFile.h"
#include "io/files.h"
#include "io/npy.h"
#include "io/npz.h"
#include "io/stageFile.h"
#include "session/edits.h"
#include "support/changing.h"
#include "support/givenStages.h"
#include "support/traces.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

using namespace headlight;
using namespace headlight::testing;

namespace {

/// Saves as numpy.savez does: the arrays with their numbers, and the session as it was.
Result<void> saveAgain(const std::filesystem::path& path, const std::vector<NamedArray>& arrays,
                       const std::string& session) {
    std::vector<NpzMember> members;
    for (const NamedArray& array : arrays)
        if (array.name != "session" && array.texts.empty())
            members.push_back(
                {array.name, 4 * array.values.size(), [&array] { return npyOfFloats(array.values, array.shape); }});
    members.push_back({"session", session.size(), [&session] { return npyOfBytes(session); }});
    return writeNpz(path, members);
}

} // namespace

class EditedArraysTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    std::filesystem::path in(const char* name) const {
        return std::filesystem::path(folder_.path().toStdString()) / name;
    }

    /// Returns two layers with a bias of one head only, W_o, a norm, learned positions, a second sentence and a mask.
    static Session large() {
        Session session = *withSentence(blankSession(), "one two one");
        session = *withOptional(session, 0, Parameter::Wo, true);
        session = *withLayerAdded(*withNorm(session, 0, Norm{}));
        changing(session, 1)->allHeads[1][Parameter::Bv] = FrozenMatrix(Matrix(Matrix::Random(1, 3)));
        session = *withPositions(session, Positions::Kind::Learned);
        session = *withSentence(*withSecondSentence(session, true), "three four", {}, Sentence::Second);
        return *withGivenMask(session, 0, true);
    }
    static Session small() { return *withSentence(blankSession(), "one two one"); }

    Result<OpenedFile> opened(const Session& session, const std::function<void(std::vector<NamedArray>&)>& edit,
                              bool isTrace = false) {
        const std::string text = sessionText({session, {}});
        HeldTraces traces(testing::tracesOf(session));
        const auto written = isTrace ? writeTrace(in("p.npz"), session, traces, text)
                                     : writeParameterFile(in("p.npz"), session, {}, text);
        if (!written) return written.problem();
        auto arrays = readArrays(in("p.npz"));
        edit(*arrays);
        if (const auto saved = saveAgain(in("q.npz"), *arrays, text); !saved) return saved.problem();
        return readOpened(in("q.npz"));
    }

private slots:
    /// One parameter's second number is changed: it is taken, and nothing else is.
    void oneArray_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"X", "X_kv", "layer1.W_q", "layer2.W_v", "layer2.heads.1.b_v", "layer1.W_o",
                                 "layer1.norm.gain", "positions.table"})
            QTest::newRow(name) << QString(name);
    }
    void oneArray() {
        QFETCH(QString, name);
        const Session before = large();
        std::vector<std::int64_t> shape;
        std::vector<float> numbers;
        const auto read = opened(before, [&](std::vector<NamedArray>& arrays) {
            NamedArray& array = *std::ranges::find(arrays, name.toStdString(), &NamedArray::name);
            array.values[1] = 5;
            if (name == "X") array.values[7] = 5; // both tokens "one"
            shape = array.shape, numbers = array.values;
        });
        QVERIFY2(read, read ? "" : read.text().c_str());
        QCOMPARE(QString::fromStdString(read->edited),
                 "Its session has other numbers for " + name + "; those of the arrays were taken.");
        QVERIFY(!read->isSessionFile && read->arrays.listed.empty());
        QVERIFY(writeParameterFile(in("after.npz"), read->file.session, {}).ok());
        QVERIFY(writeParameterFile(in("before.npz"), before, {}).ok());
        const auto after = readArrays(in("after.npz")), old = readArrays(in("before.npz"));
        QCOMPARE(after->size(), old->size());
        for (std::size_t i = 0; i < after->size(); ++i) {
            const bool isIt = (*after)[i].name == name.toStdString();
            QVERIFY2((*after)[i].values == (isIt ? numbers : (*old)[i].values), (*after)[i].name.c_str());
        }
        QVERIFY(read->file.session.layers[0].options.mask.given); // no array has it
    }

    void several() {
        const auto read = opened(small(), [](std::vector<NamedArray>& arrays) {
            for (NamedArray& array : arrays)
                if (array.name != "W_v") std::ranges::fill(array.values, -0.0F);
        });
        QVERIFY2(read, read ? "" : read.text().c_str());
        QCOMPARE(read->edited, std::string("Its session has other numbers for X, W_q and W_k; those of the arrays "
                                           "were taken."));
        QVERIFY(std::signbit((*matrixOf(read->file.session, {Parameter::Wk, 0, 1}))(2, 2)));
    }

    /// In each format an unchanged file gives exactly the session, and no message; computed stages may hold anything.
    void untouched_data() {
        QTest::addColumn<bool>("isTrace");
        QTest::addColumn<bool>("isLarge");
        QTest::newRow("parameters") << false << true;
        QTest::newRow("a trace") << true << false;
        QTest::newRow("a trace of layers with positions") << true << true;
    }
    void untouched() {
        QFETCH(bool, isTrace);
        QFETCH(bool, isLarge);
        Session before = isLarge ? large() : small();
        changing(before)->allHeads[0][Parameter::Wq] = FrozenMatrix( // a session may have them
            Matrix(Matrix::Constant(3, 3, -std::numeric_limits<float>::quiet_NaN())));
        const auto read = opened(
            before,
            [](std::vector<NamedArray>& arrays) {
                for (NamedArray& array : arrays)
                    if (array.name == "weights" || array.name == "positions")
                        array.values.assign(array.values.size(), 7);
            },
            isTrace);
        QVERIFY2(read, read ? "" : read.text().c_str());
        QCOMPARE(read->edited, std::string());
        QCOMPARE(sessionText(read->file), sessionText({before, {}}));
        const auto path = in("u.safetensors");
        QVERIFY(writeParameterFile(path, before, {}, sessionText({before, {}})).ok());
        const auto other = readOpened(path);
        QVERIFY2(other, other ? "" : other.text().c_str());
        QVERIFY(other->edited.empty());
    }

    /// A trace has given stages by the names of the stages.
    void givenStagesOfATrace_data() {
        QTest::addColumn<Parameter>("parameter");
        QTest::addColumn<QString>("name");
        QTest::newRow("weights") << Parameter::GivenWeights << "layer1.weights";
        QTest::newRow("V") << Parameter::GivenV << "layer1.V";
        QTest::newRow("X") << Parameter::GivenX << "layer1.X";
    }
    void givenStagesOfATrace() {
        QFETCH(Parameter, parameter);
        QFETCH(QString, name);
        const Matrix ones = Matrix::Ones(3, 3);
        Session before = givenSession("a b c", {{{Parameter::GivenWeights, ones}, {Parameter::GivenV, ones}}});
        if (parameter == Parameter::GivenX) {
            before = *withSentence(newSession(1, 3, 1, 1, 1), "a b c");
            before.layers.change(0, [&](Layer& layer) { layer[Parameter::GivenX] = Matrix(ones); });
        }
        before = *withLayerAdded(before);
        const auto read = opened(
            before,
            [&](std::vector<NamedArray>& arrays) {
                std::ranges::find(arrays, name.toStdString(), &NamedArray::name)->values[5] = 7;
            },
            true);
        QVERIFY2(read, read ? "" : read.text().c_str());
        QCOMPARE(QString::fromStdString(read->edited),
                 "Its session has other numbers for " + name + "; those of the arrays were taken.");
        QCOMPARE((*matrixOf(read->file.session, {parameter, 0, 0}))(1, 2), 7.0F);
    }

    /// X of a trace is the embeddings, or with positions their sum.
    void xOfATrace_data() {
        QTest::addColumn<QStringList>("names");
        QTest::addColumn<bool>("hasPositions");
        QTest::addColumn<bool>("isTaken");
        QTest::newRow("X") << QStringList{"X"} << false << true;
        QTest::newRow("embeddings") << QStringList{"embeddings"} << false << true;
        QTest::newRow("a sum") << QStringList{"X"} << true << false;
        QTest::newRow("embeddings below positions") << QStringList{"embeddings"} << true << true;
        QTest::newRow("both") << QStringList{"embeddings", "X"} << true << true;
    }
    void xOfATrace() {
        QFETCH(QStringList, names);
        QFETCH(bool, hasPositions);
        QFETCH(bool, isTaken);
        const Session before = hasPositions ? *withPositions(small(), Positions::Kind::Sinusoidal) : small();
        const auto read = opened(
            before,
            [&](std::vector<NamedArray>& arrays) {
                for (NamedArray& array : arrays)
                    if (names.contains(QString::fromStdString(array.name))) std::ranges::fill(array.values, 5.0F);
            },
            true);
        QCOMPARE(read ? std::string() : read.text().substr(read.text().find("Its")), // after the file's name
                 isTaken ? std::string()
                         : "Its array \"X\" cannot be used: it is the sum of embeddings and positions, so change the "
                           "embeddings. Correct it, or save the file without the array \"session\".");
        if (!isTaken) return;
        QVERIFY(!read->edited.empty());
        QCOMPARE((*matrixOf(read->file.session, {Parameter::X, 0, 0}))(0, 0), 5.0F);
    }

    /// A file without embeddings has a sum X, which is recognised by its numbers.
    void theSumAlone() {
        const Session before = *withPositions(small(), Positions::Kind::Sinusoidal);
        const auto read = opened(
            before,
            [](std::vector<NamedArray>& arrays) {
                std::erase_if(arrays, [](const NamedArray& array) { return array.name != "X"; });
                QCOMPARE(arrays.size(), std::size_t(1));
            },
            true);
        QVERIFY2(read, read ? "" : read.text().c_str());
        QCOMPARE(read->edited, std::string());
        QCOMPARE(sessionText(read->file), sessionText({before, {}}));
    }

    void whatDoesNotFit_data() {
        QTest::addColumn<NamedArray>("array");
        QTest::addColumn<QString>("why");
        const QString end = ". Correct it, or save the file without the array \"session\".";
        QTest::newRow("shape") << NamedArray{"W_q", {2, 3, 2}, std::vector<float>(12)}
                               << "Its array \"W_q\" is [2, 3, 2], but that of the session in it is [2, 3, 3]" + end;
        QTest::newRow("tokens") << NamedArray{"X", {2, 3}, std::vector<float>(6)}
                                << "Its array \"X\" is [2, 3], but that of the session in it is [3, 3]" + end;
        QTest::newRow("new") << NamedArray{"b_q", {2, 3}, std::vector<float>(6)}
                             << "Its array \"b_q\" is not in the session that the file has" + end;
        QTest::newRow("NaN") << NamedArray{"W_k", {2, 3, 3}, std::vector<float>(18, NAN)}
                             << "Its array \"W_k\" has numbers that are NaN or infinite" + end;
        QTest::newRow("equal tokens") << NamedArray{"X", {3, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9}}
                                      << "X has two vectors for the token \"one\", in its rows 1 and 3. If positions "
                                         "were added to it, give the embeddings without them.";
    }
    void whatDoesNotFit() {
        QFETCH(NamedArray, array);
        QFETCH(QString, why);
        const auto read = opened(small(), [&](std::vector<NamedArray>& arrays) {
            std::erase_if(arrays, [&](const NamedArray& one) { return one.name == array.name; });
            arrays.push_back(array);
        });
        QVERIFY(!read);
        QVERIFY2(QString::fromStdString(read.text()).endsWith("q.npz\": " + why), read.text().c_str());
    }

    /// Arrays beside the session are distrusted like all arrays, whether they are read or not.
    void hostileFiles_data() {
        QTest::addColumn<QString>("header");
        QTest::addColumn<QString>("why"); // empty: it opens
        const auto row = [](const char* name, const char* header, const char* why) {
            QTest::newRow(name) << QString(header) << QString(why);
        };
        row("larger than it is", R"("W_q":{"dtype":"F32","shape":[100000000,9],"data_offsets":[0,8]})",
            "its array \"W_q\" has 8 bytes, which do not fit its type F32 and its shape [100000000, 9]");
        row("shorter than it says", R"("W_q":{"dtype":"F32","shape":[2,3,3],"data_offsets":[0,8]})",
            "its array \"W_q\" has 8 bytes, which do not fit its type F32 and its shape [2, 3, 3]");
        row("of an unknown type", R"("W_q":{"dtype":"F8_E5M2","shape":[8],"data_offsets":[0,8]})",
            "Its array \"W_q\" cannot be used: its type is \"F8_E5M2\"");
        row("a stage", R"("weights":{"dtype":"F32","shape":[100000000,9],"data_offsets":[0,8]})",
            "its array \"weights\" has 8 bytes, which do not fit its type F32 and its shape [100000000, 9]");
        row("nothing that is read", R"("weights":{"dtype":"F8_E5M2","shape":[8],"data_offsets":[0,8]})", "");
    }
    void hostileFiles() {
        QFETCH(QString, header);
        QFETCH(QString, why);
        const std::string text = sessionText({small(), {}}), size = std::to_string(text.size());
        const std::string json = "{" + header.toStdString() + R"(,"session":{"dtype":"U8","shape":[)" + size +
                                 R"(],"data_offsets":[8,)" + std::to_string(text.size() + 8) + "]}}";
        std::string bytes;
        for (int i = 0; i < 8; ++i) bytes.push_back(static_cast<char>(json.size() >> (8 * i) & 255U));
        bytes += json + std::string(8, 'x') + text;
        QVERIFY(writeFile(in("h.safetensors"), bytes).ok());
        const auto read = readOpened(in("h.safetensors"));
        QCOMPARE(read.ok(), why.isEmpty());
        if (read)
            QCOMPARE(sessionText(read->file), text);
        else
            QVERIFY2(QString::fromStdString(read.text()).contains(why), read.text().c_str());
    }

    /// A wrong checksum is found.
    void aDamagedParameter() {
        const std::string text = sessionText({small(), {}});
        QVERIFY(writeParameterFile(in("d.npz"), small(), {}, text).ok());
        std::string bytes = *readFile(in("d.npz"), 1'000'000);
        const std::size_t member = bytes.find("W_q.npy"), numbers = bytes.find('\n', member) + 1;
        bytes[numbers] = static_cast<char>(bytes[numbers] ^ 1);
        QVERIFY(writeFile(in("d.npz"), bytes).ok());
        const auto read = readOpened(in("d.npz"));
        QVERIFY(!read);
        QVERIFY2(read.text().find("its array \"W_q\"") != std::string::npos, read.text().c_str());
    }

    /// Without `session` the second sentence comes back, too, with the names of its tokens.
    void withoutTheSession() {
        Session before = *withSentence(*withTokenizer(blankSession(), {"whitespace", ""}), "one two");
        before = *withSentence(*withSecondSentence(before, true), "three four five", {}, Sentence::Second);
        QVERIFY(writeParameterFile(in("p.npz"), before, {}).ok());
        const auto read = readOpened(in("p.npz"));
        QVERIFY(read && !read->arrays.listed.empty());
        const auto set = arraySet(read->arrays.listed);
        QVERIFY2(set, set ? "" : set.text().c_str());
        const auto after = withArrays(blankSession(), 0, *set, read->arrays, usualChoices(*set));
        QVERIFY2(after, after ? "" : after.text().c_str());
        for (const Parameter one : {Parameter::X, Parameter::Xkv, Parameter::Wq, Parameter::Wk, Parameter::Wv})
            QVERIFY2(*matrixOf(*after, {one, 0, 1}) == *matrixOf(before, {one, 0, 1}), symbolOf(one));
        QCOMPARE(after->source->tokens->texts, before.source->tokens->texts);
    }
};

QTEST_APPLESS_MAIN(EditedArraysTest)
#include "tst_editedArrays.moc"
