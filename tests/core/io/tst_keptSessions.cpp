// Sessions of version 1 and 2 are kept for ever in tests/data/sessions: each is read, written with the bytes that are
// kept, and computed as by NumPy. compute.py says who has written them. A file of a new form is added; none is changed.
#include "base/version.h"
#include "io/files.h"
#include "io/sessionFile.h"
#include "support/golden.h"
#include "support/traces.h"

#include <QCryptographicHash>
#include <QDir>
#include <QTest>

#include <cmath>

using namespace headlight;
using namespace headlight::testing;

namespace {

const QDir kKeptFolder(HEADLIGHT_TEST_DATA "/sessions");
const QString kSaved = ".saved.headlight"; ///< what a file becomes that the program does not write so itself

std::string kept(const QString& name) { return *readFile(kKeptFolder.filePath(name).toStdString(), 1 << 20); }

/// Returns the text with this program as its generator, which is the only part that changes with the program.
std::string ofThisVersion(std::string text) {
    const std::string before = "\"generator\": \"headlight ";
    const std::size_t from = text.find(before) + before.size();
    return text.replace(from, text.find('"', from) - from, kVersion);
}

void addKept() {
    QTest::addColumn<QString>("file");
    for (const QString& file : kKeptFolder.entryList({"*.headlight"}))
        if (!file.endsWith(kSaved)) QTest::newRow(qPrintable(file)) << file;
}

} // namespace

class KeptSessionsTest : public QObject {
    Q_OBJECT

private slots:
    void noFileHasChanged() {
        QByteArray sums;
        for (const QString& file : kKeptFolder.entryList({"*.headlight"})) {
            const auto bytes = QByteArray::fromStdString(kept(file));
            sums += QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex() + "  " + file.toUtf8() + '\n';
        }
        QCOMPARE(sums, QByteArray::fromStdString(kept("SHA256SUMS")));
    }

    void isWrittenAsItIsKept_data() { addKept(); }
    void isWrittenAsItIsKept() {
        QFETCH(QString, file);
        const QString saved = file.chopped(int(qstrlen(".headlight"))) + kSaved;
        const std::string text = kept(file), expected = ofThisVersion(kept(kKeptFolder.exists(saved) ? saved : file));
        for (const std::string& form : {text, expected}) {
            const auto read = parseSession(form);
            QVERIFY2(read.ok(), read ? "" : read.text().c_str());
            QCOMPARE(QString::fromStdString(sessionText(*read)), QString::fromStdString(expected));
        }
    }

    void hasTheNumbersOfNumPy_data() { addKept(); }
    void hasTheNumbersOfNumPy() {
        QFETCH(QString, file);
        const Json all = Json::parse(kept("numbers.json"));
        const std::string name = file.chopped(int(qstrlen(".headlight"))).toStdString();
        QCOMPARE(all.contains(name), name != "v1-sentence"); // whose embeddings are drawn by its words
        if (!all.contains(name)) return;
        const std::vector<Trace> traces = tracesOf(parseSession(kept(file))->session);
        for (const auto& [stage, numbers] : all.at(name).items()) { // such as "layer2.weights"
            const Trace& trace = traces.at(std::stoul(stage.substr(5)) - 1);
            const Stage which = findStage(stage.substr(stage.find('.') + 1))->stage;
            const bool hasHeads = numbers[0][0].is_array();
            for (std::size_t head = 0; head < (hasHeads ? numbers.size() : 1); ++head) {
                const MatrixD expected = matrixOfJson<MatrixD>(hasHeads ? numbers[head] : numbers);
                const Matrix& ours = trace(which, head);
                QVERIFY2(ours.rows() == expected.rows() && ours.cols() == expected.cols(), stage.c_str());
                const double off = (ours.cast<double>() - expected).cwiseAbs().maxCoeff();
                QVERIFY2(off <= toleranceOf(all.at(name)), (stage + " is off by " + std::to_string(off)).c_str());
            }
        }
    }
};

QTEST_GUILESS_MAIN(KeptSessionsTest)
#include "tst_keptSessions.moc"
