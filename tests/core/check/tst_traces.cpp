#include "io/npz.h"
#include "io/sessionFile.h"
#include "session/edits.h"
#include "support/changing.h"
#include "support/traces.h"
#include "support/verdicts.h"

#include <QTest>

#include <algorithm>
#include <limits>

using namespace headlight;
using namespace headlight::testing;

// Tests that what `headlight eval` writes agrees.

namespace {

/// Returns what `check` says of the trace of a session.
Result<CheckReport> checkedTrace(const Session& session) {
    const QTemporaryDir folder;
    const std::filesystem::path path = folder.filePath("a.npz").toStdString();
    HeldTraces traces(tracesOf(session));
    const auto written = writeTrace(path, session, traces, sessionText({session, {}}));
    return written ? check(path) : written.problem();
}

QString formulaOf(const Result<CheckReport>& report, const std::string& stage) {
    const auto found = std::ranges::find(report->stages, stage, &StageReport::stage);
    return found == report->stages.end() ? QString() : QString::fromStdString(found->formula);
}

Session threeTokens() { return *withSentence(newSession(5, 4, 2, 4, 3), "a b c"); }

} // namespace

class TracesTest : public QObject {
    Q_OBJECT

private slots:
    /// Only a trace may have heads that are switched off: in a notebook a context of 0 is a mistake.
    void switchedHeads_data() {
        QTest::addColumn<QList<int>>("off");
        QTest::addColumn<QString>("formula");
        QTest::newRow("none") << QList<int>{} << "weights V";
        QTest::newRow("one") << QList<int>{0} << "weights V, switched off: head 1";
        QTest::newRow("all") << QList<int>{0, 1} << "weights V, switched off: head 1, head 2";
    }
    void switchedHeads() {
        QFETCH(QList<int>, off);
        Session session = threeTokens();
        for (const int head : off) session = *withHeadSwitched(session, 0, head, false);
        const auto report = checkedTrace(session);
        QCOMPARE(verdict(report), "agrees");
        QTEST(formulaOf(report, "context"), "formula");
    }
    /// Then `masked` are weights that do not sum to 1, which show the mask.
    void maskAfterTheSoftmax() {
        Session session = threeTokens();
        Options options = session.layers[0].options;
        options.mask.causal = true;
        options.maskMode = MaskMode::After;
        const auto report = checkedTrace(*withOptions(session, 0, options));
        QCOMPARE(verdict(report), "agrees");
        QCOMPARE(formulaOf(report, "weights"), "softmax of scaled, with the mask of masked");
        QCOMPARE(report->skipped.front().why, std::string("it shows the mask, which comes after the softmax"));
    }
    /// `masked` is taken so only if it is the softmax of `scaled`, or 0.
    void aWrongMaskedStage_data() {
        QTest::addColumn<Tensor>("masked");
        QTest::addColumn<QString>("verdict");
        const auto wrong = [](Tensor of) {
            of.values[4] += 0.1F;
            return of;
        };
        const Tensor after = Notebook(4, 4, 1, {.masksAfter = true}).only({"attn_weights"}).at("attn_weights"),
                     scaled = Notebook(4, 4, 1, {}).only({"scaled"}).at("scaled");
        QTest::newRow("right") << after << "agrees";
        QTest::newRow("a wrong weight") << wrong(after) << "masked: unknown";
        QTest::newRow("a wrong score") << wrong(scaled) << "masked: unknown";
    }
    void aWrongMaskedStage() {
        QFETCH(Tensor, masked);
        Tensors tensors = Notebook(4, 4, 1, {}).only({"scaled", "attn_weights"});
        tensors["masked"] = masked;
        tensors["session"] = tensorOf({1}, {0});
        QTEST(verdict(checked(tensors)), "verdict");
    }
    /// `masked` may be the mean of the heads: fewer numbers than `scaled` has.
    void aMaskedStageOfOtherSides() {
        Tensor scaled{{2, 4, 4}, std::vector<float>(32, 0)};
        std::fill_n(scaled.values.begin(), 16, 1.0F);
        QCOMPARE(verdict(checked({{"scaled", scaled},
                                  {"masked", {{1, 4, 4}, std::vector<float>(16, 0.5F)}},
                                  {"session", tensorOf({1}, {0})}})),
                 "agrees");
    }
    void aNotebookHasNoSwitches() {
        Tensors tensors = Notebook(5, 12, 3, {}).only({"V", "attn_weights", "context"});
        std::fill_n(tensors["context"].values.begin(), 20, 0.0F); // of head 1
        QCOMPARE(verdict(checked(tensors)), "context: unknown");
    }

    /// Then no number shows by what the scores are divided.
    void allScoresAreZero() {
        Session session = threeTokens();
        for (const std::size_t head : {0, 1})
            changing(session)->allHeads[head][Parameter::Wq].kept = FrozenMatrix(Matrix(Matrix::Zero(4, 4)));
        const auto report = checkedTrace(session);
        QCOMPARE(verdict(report), "agrees");
        QCOMPARE(formulaOf(report, "scaled"), "scores / sqrt(4)");
    }
    void scoresThatShowNoScale_data() {
        QTest::addColumn<float>("score");
        QTest::newRow("0") << 0.0F;
        QTest::newRow("NaN") << std::numeric_limits<float>::quiet_NaN();
        QTest::newRow("infinite") << std::numeric_limits<float>::infinity();
    }
    void scoresThatShowNoScale() {
        QFETCH(float, score);
        const Tensor same{{2, 3, 3}, std::vector<float>(18, score)};
        const auto report = checked({{"scores", same}, {"scaled", same}});
        QCOMPARE(verdict(report), "agrees");
        QCOMPARE(formulaOf(report, "scaled"), "scores");
    }
};

QTEST_APPLESS_MAIN(TracesTest)
#include "tst_traces.moc"
