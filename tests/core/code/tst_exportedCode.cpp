// Runs the code of a session by Python: the code itself says whether each stage is what Headlight shows.
#include "code/codeFile.h"
#include "io/sessionFile.h"
#include "support/blocks.h"
#include "support/changing.h"
#include "support/givenStages.h"
#include "support/randomModel.h"
#include "support/traces.h"
#include "support/withinBounds.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <memory>
#include <set>

using namespace headlight;
using namespace headlight::testing;

namespace {

constexpr const char* kPython = "/usr/bin/python3";

/// Returns what a program prints as an error, with its exit status, and its lines on differences; nothing if every one
/// of `count` scripts agrees with Headlight.
QString problemOf(const QStringList& arguments, qsizetype count = 1) {
    QProcess python;
    python.start(kPython, arguments);
    python.waitForFinished(-1);
    const QString errors = QString::fromUtf8(python.readAllStandardError()),
                  output = QString::fromUtf8(python.readAllStandardOutput());
    if (python.exitCode() != 0 || !errors.isEmpty()) return errors + QString::number(python.exitCode());
    const QStringList different = output.split('\n').filter("Headlight shows other numbers in: ");
    if (!different.isEmpty()) return different.join('\n');
    return output.count("Everything is what Headlight shows.") == count ? QString() : output;
}

/// Returns NumPy, or PyTorch if HEADLIGHT_PYTORCH is set, as by `bash tests/run --long pytorch`.
CodeLibrary testedLibrary() {
    return qEnvironmentVariableIsEmpty("HEADLIGHT_PYTORCH") ? CodeLibrary::NumPy : CodeLibrary::PyTorch;
}

Session opened(const QString& name) {
    return readSession(std::string(HEADLIGHT_SOURCE_DIR) + "/resources/examples/" + name.toStdString())->session;
}

} // namespace

class ExportedCodeTest : public QObject {
    Q_OBJECT

private slots:
    void init() { dir_ = std::make_unique<QTemporaryDir>(); }

    void everyExampleRuns_data() {
        QTest::addColumn<QString>("file");
        for (const QString& file : QDir(HEADLIGHT_SOURCE_DIR "/resources/examples").entryList({"*.headlight"}))
            QTest::newRow(qPrintable(file)) << file;
    }
    void everyExampleRuns() {
        QFETCH(QString, file);
        const QString script = written(opened(file), "code.py");
        QCOMPARE(problemOf({script}), QString());
        QVERIFY(!QFile::exists(dir_->filePath("code.numbers.npz")) || file == QLatin1String("two-layers.headlight"));
    }

    /// Words of NumPy in a sentence are not translated to those of PyTorch.
    void tokensStayAsTheyAre() {
        const auto session = withSentence(opened("shoes.headlight"), "np.array axis=1");
        const ExportedCode code = exportedCode(*session, tracesOf(*session), CodeLibrary::PyTorch, CodeForm::Script,
                                               "");
        QVERIFY(code.text.find("\"np.array\", \"axis=1\"") != std::string::npos);
    }

    /// The comparison allows what float32 loses, and that is within derived bounds.
    void randomSessionsRun_data() {
        QTest::addColumn<unsigned>("seed");
        for (unsigned seed = 100; seed <= 900; seed += 100) QTest::addRow("seed %u", seed) << seed;
    }
    void randomSessionsRun() {
        QFETCH(unsigned, seed);
        RandomModel model(seed);
        QStringList scripts;
        for (int i = 0; i < 20; ++i) {
            const Session session = model.next();
            QCOMPARE(QString::fromStdString(WithinBounds()(session, tracesOf(session))), QString());
            scripts << written(session, QStringLiteral("code%1.py").arg(i));
        }
        QCOMPARE(problemOf(together(scripts), scripts.size()), QString());
        QVERIFY(!QDir(dir_->path()).entryList({"*.numbers.npz"}).isEmpty());
    }

    /// The second sentence is read first by layer 2.
    void aGivenLayerBelowASecondSentence() {
        const Matrix q = matrixFrom("1 0; 0 1"), v = matrixFrom("1 2; 3 -1");
        Session session = givenSession("a b",
                                       {{{Parameter::GivenQ, q}, {Parameter::GivenK, q}, {Parameter::GivenV, v}}});
        session = *withLayerAdded(*withSecondSentence(session, true));
        const Session learned = *withPositions(session, Positions::Kind::Learned);
        const Session sinusoidal = *withPositions(session, Positions::Kind::Sinusoidal);
        QCOMPARE(
            problemOf(together({written(session, "a.py"), written(learned, "b.py"), written(sinusoidal, "c.py")}), 3),
            QString());
    }

    /// NaN and infinity of Headlight are compared: a number in their place is named.
    void notANumberIsCompared() {
        Session session = opened("shoes.headlight");
        for (const Parameter p : {Parameter::Wq, Parameter::Wk})
            changing(session)->allHeads[0][p].kept = FrozenMatrix(Matrix(*session.layers[0].allHeads[0][p] * 1e19F));
        const QString code = contentOf(written(session, "code.py"));
        const QString library = testedLibrary() == CodeLibrary::NumPy ? "np." : "torch.", inf = library + "inf";
        const QList<std::pair<QString, QString>> changes{{inf, "-" + inf}, {inf, "0.0"}, {library + "nan", "0.0"}};
        for (const auto& [from, to] : changes) {
            const qsizetype at = code.indexOf(from, code.indexOf("compare("));
            QVERIFY2(at > 0, qPrintable(from));
            QString changed = code;
            changed.replace(at, from.size(), to);
            QFile file(dir_->filePath("changed.py"));
            QVERIFY(file.open(QIODevice::WriteOnly) && file.write(changed.toUtf8()) > 0);
            file.close();
            QVERIFY2(problemOf({file.fileName()}).contains(QRegularExpression("\\(1 of \\d+ numbers\\)")),
                     qPrintable(from));
        }
    }

    /// Scores beyond float32 are infinite, and their weights are NaN.
    void beyondFloat32() {
        QStringList scripts;
        for (const bool isCausal : {false, true}) {
            Session session = opened("shoes.headlight");
            for (const Parameter p : {Parameter::Wq, Parameter::Wk})
                changing(session)->allHeads[0][p].kept = FrozenMatrix(
                    Matrix(*session.layers[0].allHeads[0][p] * 1e19F));
            changing(session)->options.mask.causal = isCausal;
            QVERIFY(!tracesOf(session)[0](Stage::Scores).allFinite());
            scripts << written(session, isCausal ? "causal.py" : "all.py");
        }
        QCOMPARE(problemOf(together(scripts), scripts.size()), QString());
    }

    /// A query whose scores are all minus infinity has weights of 0, with and without a mask.
    void scoresOfMinusInfinity() {
        const Matrix v = matrixFrom("1 2; 3 -1");
        Session session = givenSession("a b",
                                       {{{Parameter::GivenScores, matrixFrom("0 1; 0 1")}, {Parameter::GivenV, v}}});
        Matrix scores = matrixFrom("0 1; 0 1");
        scores.row(1).setConstant(-INFINITY);
        changing(session)->allHeads[0][Parameter::GivenScores].kept = FrozenMatrix(scores);
        QStringList scripts{written(session, "all.py")};
        changing(session)->options.mask.causal = true;
        scripts << written(session, "causal.py");
        changing(session)->options.maskMode = MaskMode::After;
        scripts << written(session, "after.py");
        QVERIFY(tracesOf(session)[0](Stage::Weights).row(1).isZero(0));
        QCOMPARE(problemOf(together(scripts), scripts.size()), QString());
    }

    /// The context of a head that is switched off is 0, and the rollouts leave it out, also if its weights are NaN.
    void switchedHeads_data() {
        QTest::addColumn<QList<int>>("off");
        QTest::newRow("one") << QList<int>{0};
        QTest::newRow("all") << QList<int>{0, 1};
    }
    void switchedHeads() {
        QFETCH(QList<int>, off);
        Session session = *withLayerAdded(*withSentence(newSession(5, 4, 2, 3, 2), "a b c"));
        for (const int head : off)
            for (const int layer : {0, 1}) session = *withHeadSwitched(session, layer, head, false);
        for (const Parameter p : {Parameter::Wq, Parameter::Wk})
            changing(session)->allHeads[0][p].kept = FrozenMatrix(Matrix(Matrix::Constant(4, 3, 1e25F)));
        const std::vector<Trace> traces = tracesOf(session);
        QVERIFY(traces[0](Stage::Weights).hasNaN());
        QVERIFY(traces[0](Stage::Context).isZero(0));
        QVERIFY(traces[1](Stage::Rollout).allFinite());
        QCOMPARE(problemOf({written(session, "code.py")}), QString());
    }

    /// A row of scores whose sum is 0 has no weights, and NumPy prints no warning.
    void sumsOfNothing() {
        Session session = bareSession(matrixFrom("1; -1")); // scores 1 and -1
        changing(session)->options.normalisation = Normalisation::Sum;
        QVERIFY(tracesOf(session)[0](Stage::Weights).hasNaN());
        QCOMPARE(problemOf({written(session, "code.py")}), QString());
    }

    /// If any number of the session is changed, the script computes all that follows, and then says what differs.
    void aChangedNumberIsNoticed_data() {
        QTest::addColumn<QString>("begin");
        QTest::addColumn<QStringList>("different");
        const QStringList toOutput{"scores", "scaled", "masked", "weights", "context", "concat", "output"},
            behindScores = toOutput + QStringList{"weights_rest", "mean"};
        const auto row = [](const char* begin, const QStringList& different) {
            QTest::newRow(begin) << begin << different;
        };
        row("X = ", QStringList{"X", "Q", "K", "V"} + toOutput + QStringList{"mean"}); // of the first token
        row("W_q = ", QStringList{"Q"} + behindScores);
        row("W_k = ", QStringList{"K"} + behindScores);
        row("W_v = ", {"V", "context", "concat", "output"});
        row("W_o = ", {"output"});
        row("compare(\"weights\", weights, ", {"weights"});
        row("compare(\"output\", output, ", {"output"});
    }
    void aChangedNumberIsNoticed() {
        QFETCH(QString, begin);
        QFETCH(QStringList, different);
        const QString path = written(opened("multi-head-split.headlight"), "code.py");
        QString code = contentOf(path);
        const QRegularExpression number("\n" + QRegularExpression::escape(begin) + R"([a-z.]+\(\[+(-?[0-9.e-]+))");
        const auto match = number.match(code);
        QVERIFY(match.hasMatch());
        code.replace(match.capturedStart(1), match.capturedLength(1),
                     QString::number(match.captured(1).toDouble() + 0.001));
        const QString changed = dir_->filePath("changed.py");
        QFile file(changed);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(code.toUtf8()) > 0);
        file.close();
        const QString problem = problemOf({changed});
        QStringList named;
        const QRegularExpression stage(R"((\w+) \(\d+ of \d+ numbers\))");
        for (auto at = stage.globalMatch(problem); at.hasNext();) named << at.next().captured(1);
        QCOMPARE(named, different);
        QVERIFY2(problem.endsWith("\n1"), "the exit status of a script");
    }

    /// Every stage that Headlight shows is compared.
    void everyStageIsCompared_data() { everyExampleRuns_data(); }
    void everyStageIsCompared() {
        QFETCH(QString, file);
        const Session session = opened(file);
        const std::vector<Trace> traces = tracesOf(session);
        const ExportedCode code = exportedCode(session, traces, CodeLibrary::NumPy, CodeForm::Script, "");
        std::size_t count = 0;
        for (std::size_t l = 0; l < traces.size(); ++l)
            for (const StageInfo& info : stages())
                count += traces[l].has(info.stage) &&
                         (!info.isOfModel || firstLayerWith(info.stage, session) == int(l));
        QCOMPARE(QString::fromStdString(code.text).count("\ncompare("), qsizetype(count));
    }

    /// The code is that of a textbook: what is off has no line.
    void plainLines() {
        const Session session = bareSession(matrixFrom("1; -1"));
        const std::string code =
            exportedCode(session, tracesOf(session), CodeLibrary::NumPy, CodeForm::Script, "").text;
        QVERIFY2(code.find(R"py(
# scores: how much each query matches each key
scores = Q @ K.T
)py") != std::string::npos,
                 code.c_str());
        for (const char* word : {"**0.5", "temperature", "allowed", "seterr", "swapaxes", "layer"})
            QVERIFY2(code.find(word) == std::string::npos, word);
    }

    void aNotebookHoldsTheSameCode() {
        const Session session = opened("dropout.headlight");
        const QString notebook = written(session, "code.ipynb");
        const QJsonObject json = QJsonDocument::fromJson(contentOf(notebook).toUtf8()).object();
        QCOMPARE(json["nbformat"].toInt(), 4);
        QString code;
        QStringList ids;
        for (const QJsonValue& cell : json["cells"].toArray()) {
            if (cell["cell_type"] == QLatin1String("code")) code += cell["source"].toString() + "\n\n";
            ids << cell["id"].toString();
        }
        QCOMPARE(ids.removeDuplicates(), 0);
        QCOMPARE(ids.size(), json["cells"].toArray().size());
        QCOMPARE(problemOf({"-c", code}), QString());
        QVERIFY(!code.contains("SystemExit")); // a cell whose numbers differ on purpose does not fail
    }

private:
    static QStringList together(const QStringList& scripts) {
        return QStringList{"-c", "import runpy, sys\nfor path in sys.argv[1:]: runpy.run_path(path)"} + scripts;
    }
    static QString contentOf(const QString& path) {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
    }
    QString written(const Session& session, const QString& name) {
        const QString path = dir_->filePath(name);
        const auto done = writeCode(path.toStdString(), session, testedLibrary());
        if (!done) qFatal("%s", done.text().c_str());
        return path;
    }

    std::unique_ptr<QTemporaryDir> dir_;
};

QTEST_GUILESS_MAIN(ExportedCodeTest)
#include "tst_exportedCode.moc"
