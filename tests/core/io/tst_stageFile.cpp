// Writes the numbers of stages to files of every kind, and reads them back.
#include "base/numberText.h"
#include "io/arrays.h"
#include "io/files.h"
#include "io/stageFile.h"
#include "session/edits.h"
#include "support/changing.h"
#include "support/frames.h"
#include "support/incremental.h"
#include "support/randomModel.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <set>

using namespace headlight;
using namespace headlight::testing;

class StageFileTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    Session session_ = *withLayerAdded(
        *withSentence(*withTokenizer(newSession(7, 4, 2, 3, 2), {"whitespace", ""}), "one \"two\" three"));
    std::vector<Trace> traces_ = *Engine(eigen()).traces(session_, 0, 1, {});

    std::filesystem::path in(const char* name) const {
        return std::filesystem::path(folder_.path().toStdString()) / name;
    }
    Result<void> write(const char* name, const StageChoice& choice, const Watch& watch = {}) {
        HeldTraces held(traces_);
        return writeStageFile(in(name), session_, held, choice, "{}", watch);
    }
    /// Returns the numbers of all heads, or of the chosen one, one after the other.
    std::vector<float> numbersOf(const StageChoice& choice) const {
        std::vector<float> numbers;
        const std::vector<Matrix>& all = traces_[std::size_t(choice.layer)].all(*choice.stage);
        for (std::size_t head = 0; head < all.size(); ++head)
            if (choice.head < 0 || choice.head == int(head))
                numbers.insert(numbers.end(), all[head].data(), all[head].data() + all[head].size());
        return numbers;
    }

    Session withAll() const {
        Session session = session_;
        session.layers.change(0, [](Layer& layer) {
            for (Head& head : layer.allHeads) head[Parameter::Bq] = FrozenMatrix(Matrix(Matrix::Random(1, 3)));
        });
        changing(session)[Parameter::Wo] = FrozenMatrix(Matrix(Matrix::Random(4, 4)));
        return session;
    }

private slots:
    void oneStage_data() {
        QTest::addColumn<StageChoice>("choice");
        QTest::addColumn<QString>("shape");
        QTest::newRow("of all heads") << StageChoice{Stage::Weights, 1, -1} << "[2, 3, 3]";
        QTest::newRow("of a head") << StageChoice{Stage::Q, 0, 1} << "[3, 3]";
        QTest::newRow("of the layer") << StageChoice{Stage::X, 1, -1} << "[3, 4]";
    }
    void oneStage() {
        QFETCH(StageChoice, choice);
        QFETCH(QString, shape);
        for (const char* name : {"one.npy", "one.npz", "one.safetensors", "ONE.NPY"}) {
            const auto written = write(name, choice);
            QVERIFY2(written, written ? "" : written.text().c_str());
            const auto read = readArrays(in(name));
            QVERIFY2(read, read ? "" : read.text().c_str());
            QCOMPARE(read->size(), std::size_t{1});
            QCOMPARE(QString::fromStdString(shapeText(read->front().shape)), shape);
            QVERIFY(read->front().values == numbersOf(choice));
            if (QString(name) != "one.npy" && QString(name) != "ONE.NPY")
                QCOMPARE(read->front().name, std::string(infoOf(*choice.stage).id));
        }
    }

    /// Writes each stage as `eval --stage` and the window do: all that a layer has of it.
    void everyStageAlone() {
        RandomModel model(31);
        std::set<Stage> written;
        for (int round = 0; round < 30; ++round) {
            const Session session = model.next();
            const int last = static_cast<int>(session.layers.size()) - 1;
            Engine engine(eigen());
            const auto whole = engine.traces(session, 0, last, {});
            QVERIFY2(whole, whole ? "" : whole.text().c_str());
            for (const StageInfo& info : stages())
                for (int layer = 0; layer <= last; ++layer) {
                    if (!hasStage(info.stage, session, layer)) continue;
                    const auto opened = engine.openTraces(session, 0, last, {}, info.stage);
                    QVERIFY(opened &&
                            writeStageFile(in("one.npy"), session, **opened, {info.stage, layer, -1}, {}, {}).ok());
                    std::vector<float> numbers;
                    for (const Matrix& one : (*whole)[std::size_t(layer)].all(info.stage))
                        numbers.insert(numbers.end(), one.data(), one.data() + one.size());
                    const auto read = readArrays(in("one.npy"));
                    const auto same = [](float a, float b) { return sameBits(a, b); };
                    QVERIFY2(read && !numbers.empty() && std::ranges::equal(read->front().values, numbers, same),
                             info.id);
                    written.insert(info.stage);
                }
        }
        QCOMPARE(written.size(), stages().size()); // otherwise the sessions lack a stage
    }

    void aTable() {
        QVERIFY(write("w.csv", {Stage::Weights, 0, -1}));
        const QStringList lines = QString::fromStdString(*readFile(in("w.csv"), 100'000)).split('\n');
        QCOMPARE(lines.size(), 8);
        QCOMPARE(lines[0], QString(R"(head,query,"one","""two""","three")"));
        const Matrix& second = traces_[0](Stage::Weights, 1);
        QStringList cells{"2", R"("""two""")"};
        for (int key = 0; key < 3; ++key) cells << QString::fromStdString(shortest(second(1, key)));
        QCOMPARE(lines[5], cells.join(','));
        QVERIFY(write("q.csv", {Stage::Q, 0, 1}));
        QVERIFY(QString::fromStdString(*readFile(in("q.csv"), 100'000))
                    .startsWith("head,token,\"1\",\"2\",\"3\"\n2,\"one\","));
        QVERIFY(write("x.csv", {Stage::X, 0, -1}));
        QVERIFY(QString::fromStdString(*readFile(in("x.csv"), 100'000))
                    .startsWith("token,\"1\",\"2\",\"3\",\"4\"\n\"one\","));
    }

    /// Names of rows and of columns are different ones.
    void aTableOfRepeatedWords() {
        session_ = *withSentence(session_, "we head we (1)");
        traces_ = *Engine(eigen()).traces(session_, 0, 1, {});
        QVERIFY(write("again.csv", {Stage::Weights, 0, 0}));
        const QStringList lines = QString::fromStdString(*readFile(in("again.csv"), 100'000)).split('\n');
        QCOMPARE(lines[0], QString(R"~(head,query,"we (1)","head (2)","we (3)","(1)")~"));
        QVERIFY(lines[1].startsWith(R"~(1,"we (1)",)~") && lines[3].startsWith(R"~(1,"we (3)",)~"));
    }

    /// Both files have the same arrays; the tokens are text in one, and metadata in the other.
    void allStages() {
        QVERIFY(write("all.npz", {}) && write("all.safetensors", {}));
        const auto npz = readArrays(in("all.npz")), safetensors = readArrays(in("all.safetensors"));
        QVERIFY(npz && safetensors);
        for (const NamedArray& array : *safetensors) {
            const auto same = std::ranges::find(*npz, array.name, &NamedArray::name);
            QVERIFY2(same != npz->end() && same->values == array.values && same->shape == array.shape,
                     array.name.c_str());
        }
        QCOMPARE(safetensors->back().name, std::string("session"));
        QCOMPARE(*ArrayFile::opened(in("all.safetensors"))->session(), std::optional<std::string>("{}"));
        QVERIFY(std::ranges::find(*safetensors, std::string("layer2.weights"), &NamedArray::name) !=
                safetensors->end());
        const std::string bytes = *readFile(in("all.safetensors"), 1'000'000);
        const auto header = QJsonDocument::fromJson(
            QByteArray::fromStdString(bytes.substr(8, std::size_t(uchar(bytes[0])) + 256U * uchar(bytes[1]))));
        const QString tokens = header.object()["__metadata__"].toObject()["tokens"].toString();
        QVariantList expected;
        for (const std::string& text : session_.text.tokens->texts) expected << QString::fromStdString(text);
        QCOMPARE(QJsonDocument::fromJson(tokens.toUtf8()).array().toVariantList(), expected);
    }

    void oneParameter_data() {
        QTest::addColumn<ParameterRef>("which");
        QTest::addColumn<QString>("shape");
        QTest::addColumn<QString>("table"); // its first line, and how the second one begins
        QTest::newRow("of all heads") << ParameterRef{Parameter::Wq, 1, kAllHeads} << "[2, 4, 3]"
                                      << "head,row,\"1\",\"2\",\"3\"\n1,\"1\",";
        QTest::newRow("of a head") << ParameterRef{Parameter::Wk, 0, 1} << "[4, 3]"
                                   << "head,row,\"1\",\"2\",\"3\"\n2,\"1\",";
        QTest::newRow("a bias") << ParameterRef{Parameter::Bq, 0, kAllHeads} << "[2, 3]"
                                << "head,row,\"1\",\"2\",\"3\"\n1,\"1\",";
        QTest::newRow("of the layer") << ParameterRef{Parameter::Wo, 0, 0} << "[4, 4]"
                                      << "row,\"1\",\"2\",\"3\",\"4\"\n\"1\",";
    }
    void oneParameter() {
        QFETCH(ParameterRef, which);
        QFETCH(QString, shape);
        QFETCH(QString, table);
        const Session session = withAll();
        std::vector<float> numbers;
        for (int head = 0; head < 2; ++head) {
            const FrozenMatrix one = matrixOf(session, {which.parameter, which.layer, head});
            const bool isMeant = which.head == kAllHeads || which.head == head;
            if (one && isMeant) numbers.insert(numbers.end(), one->data(), one->data() + one->size());
        }
        for (const char* name : {"one.npy", "one.npz", "one.safetensors"}) {
            const auto written = writeParameterFile(in(name), session, which);
            QVERIFY2(written, written ? "" : written.text().c_str());
            const auto read = readArrays(in(name));
            QCOMPARE(QString::fromStdString(shapeText(read->front().shape)), shape);
            QVERIFY(read->size() == 1 && read->front().values == numbers);
        }
        QVERIFY(writeParameterFile(in("one.csv"), session, which));
        const QString text = QString::fromStdString(*readFile(in("one.csv"), 100'000));
        QVERIFY2(text.startsWith(table + QString::fromStdString(shortest(numbers[0])) + ','), qPrintable(text));
        QCOMPARE(text.count(','), text.count('\n') * table.section('\n', 0, 0).count(','));
    }

    void aParameterThatIsNotThere() {
        const auto written = writeParameterFile(in("none.npy"), session_, ParameterRef{Parameter::Wo, 0, 0});
        QCOMPARE(written ? "written" : written.text(), std::string("The session has no W_o."));
        QVERIFY(!std::filesystem::exists(in("none.npy")));
    }

    void whatCannotBe_data() {
        QTest::addColumn<QString>("name");
        QTest::newRow("array") << "all.npy";
        QTest::newRow("table") << "all.csv";
    }
    void whatCannotBe() {
        QFETCH(QString, name);
        const auto written = write(name.toLatin1().constData(), {});
        QVERIFY(!written && QString::fromStdString(written.text()).contains("Such a file holds one stage."));
        const auto all = writeParameterFile(in(name.toLatin1().constData()), session_, {});
        QVERIFY(!all && QString::fromStdString(all.text()).contains("Such a file holds one parameter."));
        QVERIFY(!isStageFile("maps.png") && isStageFile(name.toStdString()));
    }

    /// If writing is cancelled, the old file stays.
    void cancelled() {
        QVERIFY(write("old.npy", {Stage::X, 0, -1}));
        const std::string before = *readFile(in("old.npy"), 100'000);
        QVERIFY(!write("old.npy", {Stage::Weights, 0, -1}, [](double) { return false; }));
        QCOMPARE(*readFile(in("old.npy"), 100'000), before);
    }
};

QTEST_MAIN(StageFileTest)
#include "tst_stageFile.moc"
