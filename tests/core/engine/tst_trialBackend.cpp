// Tests a backend that was written from Backend.h alone (support/TrialBackend.h): the engine tells it enough to compute
// what is on the screen after any edit, as a new one computes it, and as the formulas say.
#include "core/io/exampleFiles.h"
#include "support/TrialBackend.h"
#include "support/walks.h"

#include <QTest>

using namespace headlight;
using namespace headlight::testing;

namespace {

std::unique_ptr<Backend> trial(double limit = 1e9) {
    auto backend = std::make_unique<TrialBackend>();
    backend->limit = limit;
    return backend;
}

} // namespace

class TrialBackendTest : public QObject {
    Q_OBJECT

private slots:
    void examples_data() { addExamples(); }
    void examples() {
        QFETCH(QString, name);
        const std::string text = walkOften({[] { return trial(); }}, exampleSession(name.toStdString()), 10);
        QVERIFY2(text.empty(), text.c_str());
    }

    /// Walks through random sessions with NaN and infinities; in some the scores of all heads do not fit into memory.
    /// The formulas' bounds only hold for numbers of ordinary size.
    void anything_data() {
        QTest::addColumn<double>("limit");
        QTest::addColumn<bool>("isEnough");
        QTest::newRow("space for all scores") << 1e9 << true;
        QTest::newRow("space for some") << 20e3 << false;
    }
    void anything() {
        QFETCH(double, limit);
        QFETCH(bool, isEnough);
        const AnyWalks walked = walkAnything({[=] { return trial(limit); }}, 20);
        QVERIFY2(walked.text.empty(), walked.text.c_str());
        QCOMPARE(walked.problems == 0, isEnough);
        QVERIFY(walked.traces > 10);
    }
};

QTEST_GUILESS_MAIN(TrialBackendTest)
#include "tst_trialBackend.moc"
