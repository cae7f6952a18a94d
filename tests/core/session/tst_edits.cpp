#include "random/initialisers.h"
#include "session/Limits.h"
#include "session/consistency.h"
#include "session/edits.h"
#include "support/blocks.h"
#include "support/changing.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace headlight;
using headlight::testing::changing;
using headlight::testing::matrixFrom;

namespace {

/// Returns whitespace tokens, d = 4, two heads of d_k 3 and d_v 2.
Session sample(const std::string& sentence = "My shoes are small my feet are big") {
    Session session = newSession(123, 4, 2, 3, 2);
    session = *withTokenizer(session, {"whitespace", ""});
    return *withSentence(session, sentence);
}

std::string ids(const Session& session) {
    std::string text;
    for (const int id : session.text.tokens->ids) text += (text.empty() ? "" : " ") + std::to_string(id);
    return text;
}

Matrix row(const Session& session, int position) { return tokenVectors(session.text).row(position); }

Session withMask(const Session& session, const std::string& mask) {
    Options options = session.layers[0].options;
    options.mask.given = matrixFrom(mask);
    return *withOptions(session, 0, options);
}

bool same(const Matrix& a, const Matrix& b) { return a.rows() == b.rows() && a.cols() == b.cols() && a == b; }

} // namespace

class EditsTest : public QObject {
    Q_OBJECT

private slots:
    void tokensAreNumberedInSortedOrder() {
        const Session s = sample();
        QCOMPARE(s.text.tokens->count(), 8);
        QCOMPARE(ids(s), std::string("0 5 1 6 4 3 1 2")); // My are big feet my shoes small
        QCOMPARE(s.text.embeddings.rows(), Index(7));
        QVERIFY(same(row(s, 2), row(s, 6))); // both "are"
    }

    void orderOfTypingDoesNotMatter() {
        Session typed = sample("");
        for (const char* sentence :
             {"f", "fe", "feet", "My feet", "My shoes feet", "My shoes are small my feet are big"})
            typed = *withSentence(typed, sentence);
        QVERIFY(sameValues(typed, sample()));
    }

    void typingTheSameIsNoChange() {
        const Session s = sample();
        QVERIFY(*withSentence(s, s.text.sentence) == s);
        QVERIFY(*withTokenizer(s, s.text.tokenizer) == s);
    }

    void aBlankAtTheEndKeepsEveryBlock() {
        const Session s = sample();
        const Session now = *withSentence(s, s.text.sentence + " ");
        QVERIFY(now.text.tokens == s.text.tokens);
        QVERIFY(now.text.embeddings == s.text.embeddings);
        QVERIFY(!(now == s));
    }

    void anEditedVectorIsRemembered() {
        const Session edited = *withCell(sample(), {Parameter::X, 0, 0}, 5, 1, 0.25F); // feet
        const Session without = *withSentence(edited, "My shoes are small");
        const Session back = *withSentence(without, "feet first");
        QCOMPARE(row(back, 0)(0, 1), 0.25F);
        QVERIFY(same(row(back, 0), row(edited, 5)));
    }

    void equalTokensShareTheirVector() {
        const Session edited = *withCell(sample(), {Parameter::X, 0, 0}, 6, 0, 7.0F);
        QCOMPARE(row(edited, 2)(0, 0), 7.0F);
        QCOMPARE(row(edited, 6)(0, 0), 7.0F);
    }

    void idsStayOnceAVectorIsEdited() {
        const Session edited = *withCell(sample(), {Parameter::X, 0, 0}, 0, 0, 1.0F);
        const Session longer = *withSentence(edited, "Alas, " + edited.text.sentence);
        QCOMPARE(ids(longer), std::string("7 0 5 1 6 4 3 1 2"));
    }

    void anEditCopiesOneBlock() {
        const Session s = sample();
        const Session now = *withCell(s, {Parameter::Wq, 0, 1}, 2, 0, -1.5F);
        QCOMPARE((*now.layers[0].allHeads[1][Parameter::Wq])(2, 0), -1.5F);
        QVERIFY(now.layers[0].allHeads[1][Parameter::Wk] == s.layers[0].allHeads[1][Parameter::Wk]);
        QVERIFY(now.layers[0].allHeads[0] == s.layers[0].allHeads[0]);
        QVERIFY(now.text == s.text);
    }

    void theSameNumberIsNoChange() {
        const Session s = sample();
        const float value = (*s.layers[0].allHeads[0][Parameter::Wv])(1, 1);
        QVERIFY(*withCell(s, {Parameter::Wv, 0, 0}, 1, 1, value) == s);
    }

    /// If a token occurs twice, the last vector counts, which is here the one that it has.
    void aBlockThatEndsWhereItBeganIsNoChange() {
        const Session s = *withSentence(sample(), "a b a");
        Matrix block = *matrixOf(s, {Parameter::X});
        block.row(0).setConstant(9);
        QVERIFY(*withBlock(s, {Parameter::X}, 0, 0, block) == s);
        block.row(2).setConstant(9);
        QVERIFY(*withBlock(s, {Parameter::X}, 0, 0, block) != s);
    }

    void blocksAreCutAtTheEdge() {
        Matrix block(3, 3);
        block << 1, 2, 3, 4, 5, 6, 7, 8, 9;
        const Session now = *withBlock(sample(), {Parameter::Wk, 0, 0}, 2, 1, block);
        const Matrix& wk = *now.layers[0].allHeads[0][Parameter::Wk]; // 4 x 3
        QCOMPARE(wk(2, 1), 1.0F);
        QCOMPARE(wk(3, 2), 5.0F);
        QCOMPARE(wk.cols(), Index(3));
    }

    void wrongEditsAreRefused() {
        const Session s = sample();
        QVERIFY(withCell(s, {Parameter::Wq, 0, 0}, 4, 0, 1).text().find("W_q[5, 1] is outside W_q of head 1") == 0);
        QVERIFY(!withCell(s, {Parameter::Wq, 0, 2}, 0, 0, 1).ok());
        QVERIFY(!withCell(s, {Parameter::Bq, 0, 0}, 0, 0, 1).ok());
        QVERIFY(!withCell(s, {Parameter::X, 0, 0}, 0, 0, std::numeric_limits<float>::infinity()).ok());
        QVERIFY(!withSentence(s, "bad \xFF byte").ok());
    }

    void headsComeAndGo() {
        const Session s = sample();
        const Session three = *withHeadAdded(s, 0);
        QCOMPARE(sizesOf(three).heads, 3);
        QVERIFY(three.layers[0].allHeads[1] == s.layers[0].allHeads[1]);
        QVERIFY(!same(*three.layers[0].allHeads[2][Parameter::Wq], *three.layers[0].allHeads[1][Parameter::Wq]));

        const Session twin = *withHeadDuplicated(s, 0, 0);
        QVERIFY(twin.layers[0].allHeads[1] == twin.layers[0].allHeads[0]);
        QVERIFY(twin.layers[0].allHeads[2] == s.layers[0].allHeads[1]);

        QVERIFY(*withHeadRemoved(twin, 0, 1) == s);
        QVERIFY(!withHeadRemoved(*withHeadRemoved(s, 0, 0), 0, 0).ok());
        QVERIFY(sameValues(*withHeadAdded(*withHeadRemoved(three, 0, 2), 0), three)); // the seed determines it
    }

    void aNewHeadIsNoCopyOfOneThatMovedUp() {
        Session s = sample();
        changing(s)[Parameter::Wo] = Matrix(Matrix::Ones(4, 5));
        s = *withHeadAdded(*withHeadRemoved(*withHeadAdded(s, 0), 0, 0), 0);
        for (std::size_t a = 0; a < 3; ++a)
            for (std::size_t b = 0; b < a; ++b) {
                const auto rows = [&](std::size_t h) {
                    return s.layers[0][Parameter::Wo]->middleRows(Index(2 * h), 2);
                };
                QVERIFY(rows(a) != rows(b));
                for (const Parameter w : {Parameter::Wq, Parameter::Wk, Parameter::Wv})
                    QVERIFY(!same(*s.layers[0].allHeads[a][w], *s.layers[0].allHeads[b][w]));
            }
    }

    /// However often heads come and go, their numbers stay below the maximum number of heads: a file has that limit,
    /// and W_o is drawn for so many.
    void numbersOfHeadsStaySmall() {
        Session s = sample();
        for (int i = 0; i < 200; ++i) s = *withHeadAdded(*withHeadRemoved(s, 0, 0), 0);
        for (const Head& head : s.layers[0].allHeads) QVERIFY(head.number < kMaxHeads);
        changing(s)->allHeads[0].number = kMaxHeads - 1;
        QVERIFY((*withHeadAdded(s, 0)).layers[0].allHeads.back().number < kMaxHeads);
    }

    void theLastHeadComesBack() {
        const Session s = sample();
        QVERIFY(sameValues(*withHeadAdded(*withHeadRemoved(s, 0, 1), 0), s));
    }

    void layersThatDoNotExistAreRefused_data() {
        QTest::addColumn<int>("layer");
        QTest::newRow("before the first") << -1;
        QTest::newRow("behind the last") << 1;
    }
    void layersThatDoNotExistAreRefused() {
        QFETCH(int, layer);
        const Session s = sample();
        const auto refused = [](const Result<Session>& result) { return !result.ok(); };
        QVERIFY(refused(withHeadAdded(s, layer)));
        QVERIFY(refused(withHeadDuplicated(s, layer, 0)));
        QVERIFY(refused(withHeadRemoved(s, layer, 0)));
        QVERIFY(refused(withKeySize(s, layer, 5)));
        QVERIFY(refused(withValueSize(s, layer, 5)));
        QVERIFY(refused(withTrainableWeights(s, layer)));
        QVERIFY(refused(withoutTrainableWeights(s, layer)));
        QVERIFY(refused(withOptions(s, layer, Options())));
        QVERIFY(refused(withCell(s, {Parameter::Wq, layer, 0}, 0, 0, 1)));
        QCOMPARE(withKeySize(s, 1, 5).text(), std::string("There is no layer 2; the session has 1."));
    }

    void headsThatDoNotExistAreRefused() {
        for (const int head : {-1, 2}) {
            QVERIFY(!withHeadRemoved(sample(), 0, head).ok());
            QVERIFY(!withHeadDuplicated(sample(), 0, head).ok());
        }
    }

    void newBiasesHaveTheBoundOfTheirWeights() {
        Session s = *withEmbeddingSize(sample(), 400); // 1 / sqrt(400) = 0.05
        changing(s)->allHeads[1][Parameter::Bq] = Matrix(Matrix::Zero(1, 3));
        const Session now = *withHeadAdded(s, 0);
        const Matrix& bias = *now.layers[0].allHeads[2][Parameter::Bq];
        QVERIFY(bias.cwiseAbs().maxCoeff() <= 0.05F && bias.cwiseAbs().maxCoeff() > 0);
    }

    void headsAreAllTrainedOrAlone() {
        Session s = sample();
        changing(s)->allHeads[1] = Head{};
        QVERIFY(firstInconsistency(s)->find("heads[1]") != std::string::npos);
    }

    void aTokenCannotBreakTheMessage() {
        Session s = sample();
        Vocabulary vocabulary = *s.text.vocabulary;
        vocabulary.entries[0].token = "\u202Eabc\u2028";
        vocabulary.entries[1].token = vocabulary.entries[0].token;
        s.text.vocabulary = vocabulary;
        QCOMPARE(*firstInconsistency(s), std::string("vocabulary: \"\uFFFDabc\uFFFD\" occurs twice."));
        vocabulary.entries[0].id = 5000;
        s.text.vocabulary = vocabulary;
        QVERIFY(firstInconsistency(s)->starts_with("vocabulary: \"\uFFFDabc\uFFFD\" has the id 5000, but"));
    }

    void sizesOfAnEmptySessionChange() {
        const Session grown = *withEmbeddingSize(newSession(1, 3, 1, 3, 3), 5);
        QCOMPARE(sizesOf(grown).d, 5);
        QVERIFY(!firstInconsistency(grown));
    }

    void theSameNumberBesideNotANumberIsNoChange() {
        Session s = sample();
        Matrix wq = *s.layers[0].allHeads[0][Parameter::Wq];
        wq(0, 0) = std::numeric_limits<float>::quiet_NaN();
        changing(s)->allHeads[0][Parameter::Wq] = wq;
        QVERIFY(*withCell(s, {Parameter::Wq, 0, 0}, 1, 1, wq(1, 1)) == s);
    }

    /// Its bits differ, and a file keeps them.
    void minusZeroIsAnotherNumber() {
        for (const ParameterRef ref : {ParameterRef{Parameter::Wq, 0, 0}, ParameterRef{}}) {
            const Session zero = *withCell(sample(), ref, 1, 1, 0.0F), minus = *withCell(zero, ref, 1, 1, -0.0F);
            QVERIFY(!(minus == zero));
            QVERIFY(!sameValues(minus, zero));
            QVERIFY(std::signbit((*matrixOf(minus, ref))(1, 1)));
            QVERIFY(*withCell(minus, ref, 1, 1, -0.0F) == minus);
        }
    }

    void thereAreAtMost64Heads() {
        Session s = sample();
        while (sizesOf(s).heads < kMaxHeads) s = *withHeadAdded(s, 0);
        QVERIFY(!firstInconsistency(s));
        const std::string said = "A layer has at most 64 heads. Remove one first.";
        QCOMPARE(withHeadAdded(s, 0).text(), said);
        QCOMPARE(withHeadDuplicated(s, 0, 0).text(), said);
    }

    void sizesKeepWhatTheyCan_data() {
        QTest::addColumn<int>("d");
        QTest::addColumn<int>("dk");
        QTest::addColumn<int>("dv");
        QTest::newRow("larger") << 9 << 20 << 5;
        QTest::newRow("smaller") << 1 << 1 << 1;
        QTest::newRow("largest") << kMaxDims << 8 << 8;
        QTest::newRow("mixed") << 2 << 17 << 1;
    }
    void sizesKeepWhatTheyCan() {
        QFETCH(int, d);
        QFETCH(int, dk);
        QFETCH(int, dv);
        Session s = sample();
        changing(s)[Parameter::Wo] = Matrix(Matrix::Random(2 * 2, 3));
        changing(s)->allHeads[0][Parameter::Bq] = Matrix(Matrix::Random(1, 3));
        changing(s)->allHeads[1][Parameter::Bv] = Matrix(Matrix::Random(1, 2));
        const Session now = *withValueSize(*withKeySize(*withEmbeddingSize(s, d), 0, dk), 0, dv);
        QVERIFY(!firstInconsistency(now));
        const Sizes sizes = sizesOf(now);
        QCOMPARE(sizes.d, d);
        QCOMPARE(sizes.dk, dk);
        QCOMPARE(sizes.dv, dv);
        QCOMPARE(row(now, 3)(0, 0), row(s, 3)(0, 0));
        QCOMPARE((*now.layers[0].allHeads[1][Parameter::Wk])(0, 0), (*s.layers[0].allHeads[1][Parameter::Wk])(0, 0));
        QCOMPARE((*now.layers[0][Parameter::Wo])(dv, 2), (*s.layers[0][Parameter::Wo])(2, 2)); // head 2's first row
    }

    void sizesOutOfRangeAreRefused_data() {
        QTest::addColumn<int>("size");
        QTest::newRow("none") << 0;
        QTest::newRow("negative") << -3;
        QTest::newRow("too many") << kMaxDims + 1;
    }
    void sizesOutOfRangeAreRefused() {
        QFETCH(int, size);
        QVERIFY(!withEmbeddingSize(sample(), size).ok());
        QVERIFY(!withKeySize(sample(), 0, size).ok());
        QVERIFY(!withValueSize(sample(), 0, size).ok());
    }

    void aTokenTypedAfterGrowingDAgreesWithOneTypedBefore() {
        const Session before = *withEmbeddingSize(sample(), 20);
        const Session after = *withSentence(*withEmbeddingSize(sample(""), 20), sample().text.sentence);
        QVERIFY(same(tokenVectors(before.text), tokenVectors(after.text)));
    }

    void theSimplifiedVariantComesAndGoes() {
        const Session plain = *withoutTrainableWeights(sample(), 0);
        QVERIFY(isSimplified(plain.layers[0]));
        QVERIFY(!firstInconsistency(plain));
        QCOMPARE(sizesOf(plain).dk, 4);
        QVERIFY(plain.layers[0].options.scale.kind == Scale::Kind::None);
        QVERIFY(!withHeadAdded(plain, 0).ok());
        QVERIFY(!withKeySize(plain, 0, 2).ok());
        QVERIFY(!firstInconsistency(*withEmbeddingSize(plain, 7)));
        QVERIFY(sameValues(*withTrainableWeights(plain, 0), sample())); // the old ones
        Session never = plain;
        changing(never)->allHeads = {Head()};
        const Session trained = *withTrainableWeights(never, 0);
        QVERIFY(!isSimplified(trained.layers[0]));
        QCOMPARE(sizesOf(trained).dv, 4);
    }

    void aGivenMaskFollowsItsTokens_data() {
        QTest::addColumn<QString>("sentence"); // instead of "a b c"
        QTest::addColumn<QString>("mask");     // instead of 1 0 1; 0 1 0; 1 1 0
        const auto row = [](const char* sentence, const char* mask) {
            QTest::newRow(sentence) << QString(sentence) << QString(mask);
        };
        row("a b c", "1 0 1; 0 1 0; 1 1 0");
        row("b c", "1 0; 1 0"); // b keeps its row and column
        row("a c", "1 1; 1 0");
        row("a b", "1 0; 0 1");
        row("x a b c", "1 1 1 1; 1 1 0 1; 1 0 1 0; 1 1 1 0");
        row("a x b c", "1 1 0 1; 1 1 1 1; 0 1 1 0; 1 1 1 0");
        row("a b c x", "1 0 1 1; 0 1 0 1; 1 1 0 1; 1 1 1 1");
        row("a x c", "1 0 1; 0 1 0; 1 1 0"); // replaced by typing
        row("x b y", "1 0 1; 0 1 0; 1 1 0");
    }
    void aGivenMaskFollowsItsTokens() {
        QFETCH(QString, sentence);
        QFETCH(QString, mask);
        const Session s = withMask(sample("a b c"), "1 0 1; 0 1 0; 1 1 0");
        const Session now = *withSentence(s, sentence.toStdString());
        QVERIFY(!firstInconsistency(now));
        QVERIFY(same(*now.layers[0].options.mask.given, matrixFrom(mask.toStdString())));
    }

    void theColumnsOfAMaskBelongToTheSecondSentence() {
        Session s = sample("a b");
        s.source = sample("k l m").text;
        s = withMask(s, "0 1 0; 1 0 0");
        const Session now = *withSentence(s, "x b");
        QVERIFY(same(*now.layers[0].options.mask.given, *s.layers[0].options.mask.given));
        const Session shorter = *withSentence(s, "b");
        QVERIFY(!firstInconsistency(shorter));
        QVERIFY(same(*shorter.layers[0].options.mask.given, s.layers[0].options.mask.given->bottomRows(1)));
    }

    void aMaskWhoseTokensKeepTheirPlacesStaysThatBlock() {
        const Session s = withMask(sample("a b"), "1 0; 1 1");
        QVERIFY((*withSentence(s, "a c")).layers[0].options.mask.given == s.layers[0].options.mask.given);
    }

    void wrongOptionsAreRefused() {
        Options options;
        options.temperature = 0;
        QVERIFY(withOptions(sample(), 0, options).text().find("temperature") != std::string::npos);
    }

    /// Every step is checked: the temperature, the scale, d_k with 1/√d_k, and switching the weights on.
    void aFactorThatIsTooSmallIsRefused() {
        const std::string why = "Layer 1, options.scale: divided by the temperature, it must be 0 or have an absolute "
                                "value from 1e-30 to 1e30.";
        const auto with = [](const Session& session, Scale::Kind kind, double temperature) {
            Options options = session.layers[0].options;
            options.scale.kind = kind;
            options.temperature = temperature;
            return withOptions(session, 0, options);
        };
        const auto refused = [&](const Result<Session>& made) { return !made && made.text() == why; };
        const Session session = *withKeySize(sample(), 0, 1);
        QVERIFY(refused(with(session, Scale::Kind::None, 2e30)));
        const Session cool = *with(session, Scale::Kind::SqrtDk, 5e29); // 2e-30 with d_k = 1
        QVERIFY(withKeySize(cool, 0, 3).ok());                          // 1.2e-30
        QVERIFY(refused(withKeySize(cool, 0, 5)));                      // 0.9e-30
        const Session bare = *withoutTrainableWeights(*withKeySize(sample(), 0, 5), 0);
        QVERIFY(refused(withTrainableWeights(*with(bare, Scale::Kind::None, 5e29), 0)));
    }
};

QTEST_APPLESS_MAIN(EditsTest)
#include "tst_edits.moc"
