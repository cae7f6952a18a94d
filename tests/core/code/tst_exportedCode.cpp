// Runs the code of a session by Python: the code itself asserts that each stage is what Headlight shows.
#include "code/codeFile.h"
#include "io/sessionFile.h"
#include "support/blocks.h"
#include "support/changing.h"
#include "support/givenStages.h"
#include "support/randomModel.h"
#include "support/traces.h"

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

/// Returns what a program prints as an error, with its exit status; nothing if it succeeds.
QString problemOf(const QStringList& arguments) {
    QProcess python;
    python.start(kPython, arguments);
    python.waitForFinished(-1);
    const QString errors = QString::fromUtf8(python.readAllStandardError());
    return python.exitCode() == 0 && errors.isEmpty() ? QString() : errors + QString::number(python.exitCode());
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

    void randomSessionsRun() {
        RandomModel model(20);
        QStringList scripts;
        for (int i = 0; i < 20; ++i) scripts << written(model.next(), QStringLiteral("code%1.py").arg(i));
        QCOMPARE(problemOf(together(scripts)), QString());
        QVERIFY(QFile::exists(dir_->filePath("code0.numbers.npz")) ||
                QFile::exists(dir_->filePath("code1.numbers.npz")));
    }

    /// The second sentence is read first by layer 2.
    void aGivenLayerBelowASecondSentence() {
        const Matrix q = matrixFrom("1 0; 0 1"), v = matrixFrom("1 2; 3 -1");
        Session session = givenSession("a b",
                                       {{{Parameter::GivenQ, q}, {Parameter::GivenK, q}, {Parameter::GivenV, v}}});
        session = *withLayerAdded(*withSecondSentence(session, true));
        const Session learned = *withPositions(session, Positions::Kind::Learned);
        const Session sinusoidal = *withPositions(session, Positions::Kind::Sinusoidal);
        QCOMPARE(problemOf(together({written(session, "a.py"), written(learned, "b.py"), written(sinusoidal, "c.py")})),
                 QString());
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
        QCOMPARE(problemOf(together(scripts)), QString());
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

    /// If any number of the session is changed, the script says that the next stage is not what Headlight shows.
    void aChangedNumberIsNoticed_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"embeddings", "W_q", "W_k", "W_v", "W_o", "shown[\"weights\"]", "shown[\"output\"]"})
            QTest::newRow(name) << name;
    }
    void aChangedNumberIsNoticed() {
        QFETCH(QString, name);
        const QString path = written(opened("multi-head-split.headlight"), "code.py");
        QString code = contentOf(path);
        const QRegularExpression number(QRegularExpression::escape(name) + R"( = matrix\(\[+(-?[0-9.e-]+))");
        const auto match = number.match(code);
        QVERIFY(match.hasMatch());
        code.replace(match.capturedStart(1), match.capturedLength(1),
                     QString::number(match.captured(1).toDouble() + 0.001));
        const QString changed = dir_->filePath("changed.py");
        QFile file(changed);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(code.toUtf8()) > 0);
        file.close();
        const QString problem = problemOf({changed});
        QVERIFY2(problem.contains(QLatin1String("is not what Headlight shows")), qPrintable(problem));
    }

    /// Every stage that the script shows is compared; a change of another one would not be noticed.
    void everythingShownIsCompared_data() { everyExampleRuns_data(); }
    void everythingShownIsCompared() {
        QFETCH(QString, file);
        const Session session = opened(file);
        const ExportedCode code = exportedCode(session, tracesOf(session), CodeLibrary::NumPy, CodeForm::Script, "");
        const auto namesIn = [text = QString::fromStdString(code.text)](const char* before) {
            std::set<QString> names;
            const QRegularExpression name(QRegularExpression::escape(before) + "(\"[^\"]+\")");
            for (auto at = name.globalMatch(text); at.hasNext();) names.insert(at.next().captured(1));
            return names;
        };
        QVERIFY(!namesIn("\nshown[").empty());
        QCOMPARE(namesIn("\nshown["), namesIn("= check("));
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
        const auto done = writeCode(path.toStdString(), session, tracesOf(session), testedLibrary());
        if (!done) qFatal("%s", done.text().c_str());
        return path;
    }

    std::unique_ptr<QTemporaryDir> dir_;
};

QTEST_GUILESS_MAIN(ExportedCodeTest)
#include "tst_exportedCode.moc"
