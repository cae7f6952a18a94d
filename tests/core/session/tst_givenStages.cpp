// Given stages as parts of a session: what may be given together, how they follow tokens, what is said, and the file.
#include "attention/stages.h"
#include "io/sessionFile.h"
#include "session/consistency.h"
#include "session/givenStages.h"
#include "session/lossOf.h"
#include "support/changing.h"
#include "support/givenStages.h"

#include <QTest>

using namespace headlight;
using namespace headlight::testing;

namespace {

using P = Parameter;

Matrix counted(Index rows, Index cols) {
    Matrix m(rows, cols);
    for (Index i = 0; i < m.size(); ++i) m.data()[i] = static_cast<float>(i + 1);
    return m;
}

Session ofWeights() { return givenSession("a b c", {{{P::GivenWeights, counted(3, 3)}, {P::GivenV, counted(3, 2)}}}); }

Matrix numbersOf(const Session& session, P parameter) { return *matrixOf(session, {parameter, 0, 0}); }

} // namespace

class GivenStagesTest : public QObject {
    Q_OBJECT

private slots:
    void whatIsGivenTogether_data() {
        QTest::addColumn<QString>("given");
        QTest::addColumn<QString>("wrong");
        QTest::newRow("Q and K") << "Q K"
                                 << "";
        QTest::newRow("Q, K and V") << "Q K V"
                                    << "";
        QTest::newRow("scores and V") << "S V"
                                      << "";
        QTest::newRow("weights") << "W"
                                 << "";
        QTest::newRow("Q alone") << "Q"
                                 << "given_Q and given_K must both be there";
        QTest::newRow("Q, K and scores") << "Q K S"
                                         << "cannot be given together";
        QTest::newRow("scores and weights") << "S W"
                                            << "cannot be given together";
        QTest::newRow("V alone") << "V"
                                 << "given_V requires that";
        QTest::newRow("a residual") << "W V r"
                                    << "no residual";
        QTest::newRow("W_o without V") << "W o"
                                       << "W_o or layer norm without V";
        QTest::newRow("the scale of d_k for scores") << "S d"
                                                     << "d_k is not known";
        QTest::newRow("the scale of d_k for Q and K") << "Q K d"
                                                      << "";
        QTest::newRow("another width of V") << "W v"
                                            << "queries"; // v: rows that are no tokens
    }
    void whatIsGivenTogether() {
        QFETCH(QString, given);
        QFETCH(QString, wrong);
        GivenOfHead head;
        const auto has = [&](const char* what) { return given.split(' ').contains(QString(what)); };
        if (has("Q")) head.emplace_back(P::GivenQ, counted(3, 2));
        if (has("K")) head.emplace_back(P::GivenK, counted(3, 2));
        if (has("S")) head.emplace_back(P::GivenScores, counted(3, 3));
        if (has("W")) head.emplace_back(P::GivenWeights, counted(3, 3));
        if (has("V")) head.emplace_back(P::GivenV, counted(3, 2));
        if (has("v")) head.emplace_back(P::GivenV, counted(2, 2));
        Session session = givenSession("a b c", {head, head});
        changing(session)->residual = has("r");
        if (has("o")) changing(session)[P::Wo] = counted(2, 2);
        if (has("d")) changing(session)->options.scale.kind = Scale::Kind::SqrtDk;
        const QString said = QString::fromStdString(firstInconsistency(session).value_or(""));
        if (has("v"))
            QVERIFY2(said.contains("given_V: 2 rows"), qPrintable(said));
        else
            QVERIFY2(wrong.isEmpty() ? said.isEmpty() : said.contains(wrong), qPrintable(said));
    }

    void everyHeadHasTheSameStages() {
        const Session session = givenSession("a b",
                                             {{{P::GivenWeights, counted(2, 2)}}, {{P::GivenScores, counted(2, 2)}}});
        QVERIFY(firstInconsistency(session).value_or("").find("the same given stages") != std::string::npos);
    }

    void aLayerAboveNeedsAResult() {
        Session session = givenSession("a b", {{{P::GivenWeights, counted(2, 2)}}});
        QVERIFY(withLayerAdded(session).text().find("no V") != std::string::npos);
        session.layers.push_back(givenLayer({{{P::GivenWeights, counted(2, 2)}}}));
        QVERIFY(!firstInconsistency(session));
        session.layers.push_back(newSession(1, 1, 1, 1, 1).layers[0]);
        QVERIFY(firstInconsistency(session).value_or("").find("has none") != std::string::npos);
    }

    /// The scale of given weights is none; W_q, W_k and W_v above have the usual one.
    void aLayerAboveHasItsOwnScale() {
        Session session = ofWeights();
        session.layers.change(0, [](Layer& l) { l.options.scale.withWeights = Scale::Kind::SqrtDk; });
        const auto added = withLayerAdded(session);
        QVERIFY2(added, added ? "" : added.text().c_str());
        QVERIFY(added->layers[1].usesWeights() && added->layers[1].options.scale.kind == Scale::Kind::SqrtDk);
    }

    /// Minus infinity hides a key from given scores; no other number may be infinite.
    void minusInfinity() {
        const Session scores = givenSession("a b", {{{P::GivenScores, counted(2, 2)}}});
        QVERIFY(withCell(scores, {P::GivenScores, 0, 0}, 0, 1, -INFINITY).ok());
        QVERIFY(!withCell(scores, {P::GivenScores, 0, 0}, 0, 1, INFINITY).ok());
        QCOMPARE(withCell(ofWeights(), {P::GivenWeights, 0, 0}, 0, 1, -INFINITY).text(),
                 std::string("Only finite numbers can be entered into given_weights of head 1. The old values stay."));
    }

    /// Rows and columns go with their tokens; those of a new one are 0, and the user is told.
    void theyFollowTheTokens() {
        const Session before = ofWeights();
        const Session after = *withSentence(before, "a new c"); // a word typed over keeps its place
        QVERIFY(numbersOf(after, P::GivenWeights) == numbersOf(before, P::GivenWeights));
        for (const char* names : {"the cat sat", "c a b", "b c d"}) // as many as before
            QVERIFY(numbersOf(*withSentence(before, names), P::GivenWeights) == numbersOf(before, P::GivenWeights));
        const Session longer = *withSentence(before, "x a b c"), shorter = *withSentence(longer, "x a c");
        Matrix wanted(4, 4);
        wanted << 0, 0, 0, 0, 0, 1, 2, 3, 0, 4, 5, 6, 0, 7, 8, 9;
        QVERIFY(numbersOf(longer, P::GivenWeights) == wanted);
        Matrix left(3, 3), values(3, 2);
        left << 0, 0, 0, 0, 1, 3, 0, 7, 9;
        values << 0, 0, 1, 2, 5, 6;
        QVERIFY(numbersOf(shorter, P::GivenWeights) == left && numbersOf(shorter, P::GivenV) == values);
        QCOMPARE(lossOf(before, longer),
                 std::string("1 row of V and weights in layer 1 was filled with 0; 1 column of weights in layer 1 was "
                             "filled with 0. Undo restores them."));
    }

    /// So do masks, of the layer and of one above it; but as many tokens as before are new names of the same places.
    void theirMasksFollowThem() {
        Matrix allowed = Matrix::Ones(3, 3), moved = Matrix::Ones(4, 4);
        allowed(2, 0) = 0; // "c" does not see "a"
        moved(3, 1) = 0;
        Session before = *withLayerAdded(ofWeights());
        changeLayers(before, [&](Layer& layer) {
            layer.options.mask.given = Matrix(allowed);
            layer.options.mask.hidden = {1};
        });
        const Session renamed = *withSentence(before, "b c d"), longer = *withSentence(before, "x a b c");
        for (const int layer : {0, 1}) {
            const Mask &same = layerAt(renamed, layer).options.mask, &other = layerAt(longer, layer).options.mask;
            QVERIFY(*same.given == allowed && same.hidden == std::vector<int>{1});
            QVERIFY(*other.given == moved && other.hidden == std::vector<int>{2});
        }
    }

    /// 7,100 by 7,100 weights are refused before they take 200 MB.
    void tooManyAreRefused() {
        std::string sentence;
        for (int i = 0; i < 7100; ++i) sentence += "w ";
        QCOMPARE(withSentence(ofWeights(), sentence).text(),
                 std::string("The given stages would have more than 50000000 numbers. Shorten the sentence."));
    }

    void sizesFollowFromThem() {
        const Session session = ofWeights();
        QCOMPARE(sizesOf(session).dv, 2);
        QVERIFY(withValueSize(session, 0, 5).text().find("cannot be chosen") != std::string::npos);
        QVERIFY(withHeadAdded(session, 0).text().find("Duplicate") != std::string::npos);
        const Session two = *withHeadDuplicated(session, 0, 0);
        QCOMPARE(sizesOf(two).heads, 2);
        QVERIFY(withTrainableWeights(session, 0).text().find("no W_q") != std::string::npos);
    }

    void whyAStageIsNotThere() {
        const Session session = givenSession("a b", {{{P::GivenWeights, counted(2, 2)}}});
        QCOMPARE(whyNoStage(Stage::Scores, session, 0),
                 std::string("the session starts with given numbers that do not lead to it"));
        QCOMPARE(whyNoStage(Stage::Weights, session, 0), std::string());
    }

    void sumsAreTold() {
        QCOMPARE(sumsOfGiven(givenSession("a b", {{{P::GivenWeights, Matrix::Identity(2, 2)}}})), std::string());
        Matrix near(2, 2);
        near << 0.5F, 0.4995F, 0.25F, 0.5F;
        QCOMPARE(sumsOfGiven(givenSession("a b", {{{P::GivenWeights, near}}})),
                 std::string("The given weights are taken as they are. One row does not sum to 1: row 2 of head 1, "
                             "whose sum is 0.7500."));
    }

    void fileKeepsThem() {
        Session session = ofWeights();
        const std::string text = sessionText({session, {}});
        QVERIFY(text.find("\"min_reader\": 2") != std::string::npos);
        const auto back = parseSession(text);
        QVERIFY2(back.ok(), back ? "" : back.text().c_str());
        QCOMPARE(sessionText({back->session, {}}), text);
        QVERIFY(numbersOf(back->session, P::GivenV) == numbersOf(session, P::GivenV));
    }

    /// The usual scale has no d_k there, and does not count.
    void fileOfWeightsWithoutAScale() {
        const char* text = R"({"format": "headlight-session", "version": 2, "sentence": "a b", "layers": [)"
                           R"({"heads": [{"given_weights": {"rows": [[1, 0], [0.5, 0.5]]}}]}]})";
        const auto read = parseSession(text);
        QVERIFY2(read.ok(), read ? "" : read.text().c_str());
        QCOMPARE(sessionText({parseSession(sessionText({read->session, {}}))->session, {}}),
                 sessionText({read->session, {}}));
    }

    void fileWithNumbersThatCannotBe_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("number");
        QTest::addColumn<bool>("isRight");
        QTest::newRow("weight") << "given_weights"
                                << "\"-Infinity\"" << false;
        QTest::newRow("score") << "given_scores"
                               << "\"-Infinity\"" << true;
        QTest::newRow("infinite score") << "given_scores"
                                        << "\"Infinity\"" << false;
        QTest::newRow("NaN") << "given_scores"
                             << "\"NaN\"" << false;
    }
    void fileWithNumbersThatCannotBe() {
        QFETCH(QString, name);
        QFETCH(QString, number);
        QFETCH(bool, isRight);
        const QString text = QString(
                                 R"({"format": "headlight-session", "version": 2, "sentence": "a b", "layers": [)"
                                 R"({"options": {"scale": "none"}, "heads": [{"%1": {"rows": [[1, 0], [%2, 1]]}}]}]})")
                                 .arg(name, number);
        const auto read = parseSession(text.toStdString());
        QVERIFY2(read.ok() == isRight, read ? "" : read.text().c_str());
        if (!isRight)
            QVERIFY(read.text().find("in layer 1 has a number that is not finite, in row 2 and column 1") !=
                    std::string::npos);
    }
};

QTEST_GUILESS_MAIN(GivenStagesTest)
#include "tst_givenStages.moc"
