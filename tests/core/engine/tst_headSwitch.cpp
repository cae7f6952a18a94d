// A head that is switched off has weights, and a context of 0. In PyTorch: out_proj.register_forward_pre_hook with a
// hook that sets the columns of the head to 0.
#include "io/sessionFile.h"
#include "support/RecordingBackend.h"
#include "support/givenStages.h"
#include "support/incremental.h"
#include "support/indexText.h"
#include "support/traces.h"

#include <QTest>

#include <sstream>

using namespace headlight;
using namespace headlight::testing;

namespace {

/// Two heads of given weights, whose contexts [[2, 1], [3, 2]] and [[7], [6]] begin with [1; 3] and [5; 9]; then W_o.
Session twoHeads() {
    Session session = givenSession(
        "a b",
        {{{Parameter::GivenWeights, matrixFrom("0.5 0.5; 0 1")}, {Parameter::GivenV, matrixFrom("1 0; 3 2")}},
         {{Parameter::GivenWeights, matrixFrom("0.5 0.5; 0.75 0.25")}, {Parameter::GivenV, matrixFrom("5 1; 9 3")}}});
    session.layers.change(0, [](Layer& layer) {
        layer[Parameter::Wo] = matrixFrom("1 0; 0 1; 2 0; 0 4");
        layer[Parameter::Bo] = matrixFrom("10 20");
    });
    return session;
}

/// Returns the numbers if they are not those expected.
QString wrong(const Matrix& made, const Matrix& expected) {
    const bool isRight = made.rows() == expected.rows() && made.cols() == expected.cols() &&
                         (made - expected).cwiseAbs().maxCoeff() < 1e-6F;
    std::ostringstream text;
    text << made;
    return isRight ? QString() : QString::fromStdString(text.str());
}

Session off(const Session& session, int layer, int head) { return *withHeadSwitched(session, layer, head, false); }

} // namespace

class HeadSwitchTest : public QObject {
    Q_OBJECT

private slots:
    /// concat = [W1 @ V1, W2 @ V2]; concat[:, 2:] = 0; concat @ W_o + b_o
    void columnsAreZeroBeforeTheOutput() {
        const Trace on = tracesOf(twoHeads())[0], second = tracesOf(off(twoHeads(), 0, 1))[0];
        QCOMPARE(wrong(on(Stage::Concat), matrixFrom("2 1 7 2; 3 2 6 1.5")), QString());
        QCOMPARE(wrong(on(Stage::Output), matrixFrom("26 29; 25 28")), QString());
        QCOMPARE(wrong(second(Stage::Context, 1), matrixFrom("0 0; 0 0")), QString());
        QCOMPARE(wrong(second(Stage::Concat), matrixFrom("2 1 0 0; 3 2 0 0")), QString());
        QCOMPARE(wrong(second(Stage::Output), matrixFrom("12 21; 13 22")), QString());
        QVERIFY(second(Stage::Weights, 1) == on(Stage::Weights, 1));
        const Trace none = tracesOf(off(off(twoHeads(), 0, 0), 0, 1))[0];
        QCOMPARE(wrong(none(Stage::Output), matrixFrom("10 20; 10 20")), QString());
    }

    /// Not even NaN gets through, with or without streaming.
    void whateverItsValuesAre() {
        Session session = twoHeads();
        session.layers.change(
            0, [](Layer& layer) { layer.allHeads[1][Parameter::GivenV] = Matrix(Matrix::Constant(2, 2, NAN)); });
        QVERIFY(tracesOf(session)[0](Stage::Output).hasNaN());
        QCOMPARE(wrong(tracesOf(off(session, 0, 1))[0](Stage::Output), matrixFrom("12 21; 13 22")), QString());
    }

    /// A.mean(0) of the heads that are on; of none it is 0.
    void isLeftOutOfRollouts() {
        Session session = twoHeads();
        session.layers.push_back(givenLayer({{{Parameter::GivenWeights, matrixFrom("1 0; 0.5 0.5")}}}));
        const auto rollout = [](const Session& s, Stage stage) { return tracesOf(s)[0](stage); };
        QCOMPARE(wrong(rollout(session, Stage::Product), matrixFrom("0.5 0.5; 0.375 0.625")), QString());
        QCOMPARE(wrong(rollout(off(session, 0, 0), Stage::Product), matrixFrom("0.5 0.5; 0.75 0.25")), QString());
        QCOMPARE(wrong(rollout(off(session, 0, 1), Stage::Rollout), matrixFrom("0.75 0.25; 0 1")), QString());
        QCOMPARE(wrong(rollout(off(off(session, 0, 1), 0, 0), Stage::Rollout), matrixFrom("0.5 0; 0 0.5")), QString());
    }

    /// Only what follows from the context of the head is computed again, and the mean, in which it does not count.
    void namesWhatFollows() {
        const Session before = newSession(1, 3, 2, 3, 2), words = *withSentence(before, "a b c");
        const auto updates = std::make_shared<Updates>();
        Engine engine(std::make_unique<RecordingBackend>(updates));
        engine.answer(words, everything(words));
        updates->clear();
        const Session after = off(words, 0, 1);
        const Frame frame = engine.answer(after, everything(after));
        QCOMPARE(difference(frame, Engine(eigen()).answer(after, everything(after))), std::string());
        const LayerUpdate& update = updates->at(0);
        for (const StageInfo& info : stages()) {
            const bool follows = info.stage == Stage::Context || info.stage == Stage::Concat ||
                                 info.stage == Stage::Mean;
            QVERIFY2(update.heads[0].rows[info.stage].empty(), info.id);
            QCOMPARE(update.heads[1].rows[info.stage].empty() && update.rows[info.stage].empty(), !follows);
        }
    }

    void isInTheFile() {
        const Session usual = *withSentence(newSession(1, 2, 2, 2, 2), "a"), second = off(usual, 0, 1);
        const std::string text = sessionText({usual, {}}), isOff = sessionText({second, {}});
        QVERIFY(text.find("\"context\"") == std::string::npos && text.find("\"version\": 1") != std::string::npos);
        QVERIFY(isOff.find("\"off\": [\"context\"]") != std::string::npos);
        QVERIFY(isOff.find("\"version\": 2") != std::string::npos);
        const Layer read = parseSession(isOff)->session.layers[0];
        QVERIFY(read.allHeads[0].isOn && !read.allHeads[1].isOn);
    }

    /// A duplicate is as its original; without trainable weights the one head that is left has its switch.
    void goesWithTheHead() {
        const Session session = off(*withSentence(newSession(1, 2, 2, 2, 2), "a"), 0, 0);
        const Session three = *withHeadDuplicated(session, 0, 0);
        QVERIFY(!three.layers[0].allHeads[1].isOn && three.layers[0].allHeads[2].isOn);
        QVERIFY((*withHeadRemoved(session, 0, 0)).layers[0].allHeads[0].isOn);
        QVERIFY(!withHeadSwitched(session, 0, 2, true));
        QVERIFY(*withHeadSwitched(session, 0, 0, false) == session);
    }
};

QTEST_GUILESS_MAIN(HeadSwitchTest)
#include "tst_headSwitch.moc"
