// A parameter more is one line of THE list: this program is built from the sources of session and of session files as
// they stand, with a list that has one more (tests/CMakeLists.txt adds it), and the newcomer has everything.
#include "io/sessionFile.h"
#include "session/Change.h"
#include "session/consistency.h"
#include "session/edits.h"

#include <QTest>

using namespace headlight;

namespace {

const ParameterRef kRef{Parameter::Wtest, 0, 1};

/// Two heads, d = 4, d_k = 3, d_v = 2; the second has the newcomer [d, d_v].
Session sample() {
    Session session = *withSentence(newSession(1, 4, 2, 3, 2), "a b");
    session.layers[0].heads[1][Parameter::Wtest] = Matrix((Matrix(4, 2) << 1, 2, 3, 4, 5, 6, 7, 8).finished());
    return session;
}

const Matrix& newcomer(const Session& session) { return **slotOf(session, kRef); }

} // namespace

class NewParameterTest : public QObject {
    Q_OBJECT

private slots:
    void hasItsName() {
        QCOMPARE(parameters().size(), std::size_t(10));
        QCOMPARE(nameOf(kRef), std::string("W_test of head 2"));
    }

    void isEditedAndUndone() {
        const Session s = sample(), now = *withCell(s, kRef, 3, 1, 0.5F);
        QCOMPARE(newcomer(now)(3, 1), 0.5F);
        QVERIFY(!sameValues(s, now));
        const Change change = Change::between(s, now);
        QVERIFY(sameValues(change.backward(now), s));
        QVERIFY(sameValues(change.forward(s), now));
    }

    /// Its line in the list says whether it may be absent, and how it is drawn.
    void comesAndGoes() {
        const auto with = [](const Session& s, Parameter p, bool isThere) { return withOptional(s, 0, p, isThere); };
        const Session none = *with(sample(), Parameter::Wtest, false);
        QCOMPARE(with(none, Parameter::Btest, true).text(),
                 std::string("b_test is added behind W_test. Add a W_test first."));
        const Session both = *with(*with(none, Parameter::Wtest, true), Parameter::Btest, true);
        const Matrix& drawn = newcomer(both);
        QVERIFY(drawn.maxCoeff() - drawn.minCoeff() > 1); // uniform within 1 / sqrt(d_v), not 1 / sqrt(d)
        QVERIFY(drawn.cwiseAbs().maxCoeff() < 0.7072F);
        QVERIFY(both.layers[0].heads[0][Parameter::Btest]);
        QVERIFY(sameValues(*with(both, Parameter::Wtest, false), none)); // its bias goes with it
        Session alone = both;
        alone.layers[0].heads[1][Parameter::Wtest] = {};
        QCOMPARE(*firstInconsistency(alone), std::string("layers[0].heads[1].b_test: a bias without W_test."));
    }

    void followsTheSizes() {
        const Session now = *withValueSize(*withEmbeddingSize(sample(), 5), 0, 3);
        QCOMPARE(newcomer(now).rows(), Index(5));
        QCOMPARE(newcomer(now).cols(), Index(3));
        QVERIFY(newcomer(now).topLeftCorner(4, 2) == newcomer(sample()));
        QVERIFY(newcomer(now).rightCols(1).cwiseAbs().minCoeff() > 0); // drawn
        QVERIFY(!firstInconsistency(now));
    }

    void followsItsHead() {
        QVERIFY(newcomer(*withHeadDuplicated(sample(), 0, 1)) == newcomer(sample()));
        QVERIFY((*withHeadRemoved(sample(), 0, 0)).layers[0].heads[0][Parameter::Wtest]);
        QVERIFY((*withHeadAdded(sample(), 0)).layers[0].heads[2][Parameter::Wtest]); // as the head before has one
        QVERIFY(!*slotOf(*withoutTrainableWeights(sample(), 0), {Parameter::Wtest, 0, 0}));
    }

    void aWrongShapeIsSaid() {
        Session s = sample();
        *slotOf(s, kRef) = Matrix(Matrix::Ones(4, 3));
        QCOMPARE(*firstInconsistency(s),
                 std::string("layers[0].heads[1].W_test: 4 rows by 3 columns, but it must be 4 by 2 (of the test)."));
    }

    void isWrittenAndRead() {
        const std::string text = sessionText({sample(), {}});
        QVERIFY(text.find("\"W_test\": {\"dtype\": \"F32\", \"shape\": [4, 2]") != text.npos);
        const auto back = parseSession(text);
        QVERIFY2(back.ok(), back.ok() ? "" : back.text().c_str());
        QVERIFY(newcomer(back->session) == newcomer(sample()));
    }

    void isDrawnByAFile() {
        const auto file = parseSession(R"({"format": "headlight-session", "version": 1, "sentence": "a b",
            "layers": [{"heads": [{"W_q": {"init": "rand", "shape": [4, 3]}, "W_k": {"init": "rand"},
                                   "W_v": {"init": "rand", "shape": [4, 2]}, "W_test": {"init": "linear"}}]}]})");
        QVERIFY2(file.ok(), file.ok() ? "" : file.text().c_str());
        const auto& matrix = file->session.layers[0].heads[0][Parameter::Wtest];
        QVERIFY(matrix && matrix->rows() == 4 && matrix->cols() == 2);
        QVERIFY(matrix->maxCoeff() - matrix->minCoeff() > 1);
    }
};

QTEST_GUILESS_MAIN(NewParameterTest)
#include "tst_newParameter.moc"
