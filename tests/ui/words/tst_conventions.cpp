#include "session/edits.h"
#include "support/changing.h"
#include "words/conventions.h"
#include "words/parameterWords.h"
#include "words/tokenText.h"
#include "words/wording.h"

#include <QTest>

using namespace headlight;

class ConventionsTest : public QObject {
    Q_OBJECT

private slots:
    void cleanup() { setConventions({}); }

    void positionsAreSaidAsAPersonCounts_data() {
        QTest::addColumn<bool>("fromZero");
        QTest::addColumn<QString>("said");
        QTest::newRow("from 1") << false << "3 | Head 3 | W_q of head 3 | x₁ x₂ | 1, 5 and 8 | 1";
        QTest::newRow("from 0") << true << "2 | Head 2 | W_q of head 2 | x₀ x₁ | 0, 4 and 7 | 2";
    }
    void positionsAreSaidAsAPersonCounts() {
        QFETCH(bool, fromZero);
        QFETCH(QString, said);
        setConventions({.fromZero = fromZero});
        Tokens tokens;
        tokens.texts = {"a", "b", "c"};
        tokens.ids = {0, 1, 2};
        const QStringList parts{placeText(2),
                                titleOfHead(2),
                                nameText({Parameter::Wq, 0, 2}),
                                numbered("x", 2).join(' '),
                                positionList({0, 4, 7}),
                                QString::number(placeMeant(tokens, "2").value_or(-1))};
        QCOMPARE(parts.join(" | "), said);
        QCOMPARE(placeOf(numberOf(7)), 7);
    }

    void withoutWeightsItSaysWhatIsThere() {
        Session session = newSession(1, 3, 1, 3, 3);
        QVERIFY(inputWords(session, 0).hasWeights);
        session = *withoutTrainableWeights(session, 0);
        QCOMPARE(unweightedFormula(session, 0), QString("Q = K = V = X"));
        session = *withNorm(*withSecondSentence(session, true), 0, Norm{});
        QCOMPARE(unweightedFormula(session, 0), QString("Q = LN(X), K = V = X<sub>kv</sub>"));
        testing::changing(session)->allHeads[0][Parameter::Bv] = Matrix(
            Matrix::Ones(1, 3)); // set by hand, or read from a file
        QCOMPARE(unweightedFormula(session, 0),
                 QString("Q = LN(X), K = X<sub>kv</sub>, V = X<sub>kv</sub> + b<sub>v</sub>"));
        QVERIFY(matrixCaption({Parameter::Bv, 0, 0}, 1, 3, inputWords(session, 0))
                    .endsWith("V = X<sub>kv</sub> + b<sub>v</sub>"));
    }

    /// Weights are transposed; biases and embeddings are not.
    void weightsAreTransposed() {
        QVERIFY(!isTransposed(Parameter::Wq));
        QVERIFY(!matrixCaption({Parameter::Wq, 0, 0}, 2, 3).contains("ᵀ"));
        QVERIFY(matrixCaption({Parameter::Wk, 0, 0}, 2, 3).endsWith("K = X W<sub>k</sub>"));
        Session session = *withNorm(newSession(1, 2, 1, 3, 3), 0, Norm{});
        const auto caption = [&](Parameter p) { return matrixCaption({p, 0, 0}, 2, 3, inputWords(session, 0)); };
        QVERIFY(caption(Parameter::Wk).endsWith("K = LN(X) W<sub>k</sub>"));
        session = *withSecondSentence(session, true);
        QVERIFY(caption(Parameter::Wk).endsWith("K = X<sub>kv</sub> W<sub>k</sub>"));
        QVERIFY(caption(Parameter::Wq).endsWith("Q = LN(X) W<sub>q</sub>"));
        session = *withOptional(session, 0, Parameter::Bk, true); // the bias that is added
        QVERIFY(caption(Parameter::Wk).endsWith("K = X<sub>kv</sub> W<sub>k</sub> + b<sub>k</sub>"));
        QVERIFY(caption(Parameter::Wq).endsWith("Q = LN(X) W<sub>q</sub>"));
        setConventions({.outByIn = true});
        QVERIFY(isTransposed(Parameter::Wq) && isTransposed(Parameter::Wo));
        QVERIFY(!isTransposed(Parameter::Bq) && !isTransposed(Parameter::X));
        QVERIFY(matrixCaption({Parameter::Wq, 0, 0}, 3, 2).contains("ᵀ"));
    }
};

QTEST_APPLESS_MAIN(ConventionsTest)
#include "tst_conventions.moc"
