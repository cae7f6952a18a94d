#include "session/Change.h"
#include "session/edits.h"

#include <QTest>

#include <limits>

using namespace headlight;

namespace {

Session sample(int d) {
    Session session = newSession(7, d, 2, 8, 4);
    return *withSentence(session, "a b c a");
}

} // namespace

class ChangeTest : public QObject {
    Q_OBJECT

private slots:
    void thereAndBackAgain_data() {
        QTest::addColumn<int>("d");
        QTest::addColumn<bool>("isIdentical");
        QTest::newRow("small blocks come back themselves") << 6 << true;
        QTest::newRow("large blocks come back equal") << 1024 << false; // W_q has 8,192 numbers
    }
    void thereAndBackAgain() {
        QFETCH(int, d);
        QFETCH(bool, isIdentical);
        const Session s = sample(d);
        const std::vector<Session> others{*withCell(s, {Parameter::Wq, 0, 1}, 3, 2, 0.5F),
                                          *withCell(s, {Parameter::X, 0, 0}, 1, 1, 9),
                                          *withSentence(s, "b d"),
                                          *withHeadAdded(s, 0),
                                          *withHeadRemoved(s, 0, 0),
                                          *withEmbeddingSize(s, d - 1),
                                          *withoutTrainableWeights(s, 0),
                                          *withBlock(s, {Parameter::Wk, 0, 0}, 0, 0, Matrix::Zero(d, 8))};
        for (const Session& other : others) {
            const Change change = Change::between(s, other);
            QVERIFY(sameValues(change.forward(s), other));
            QVERIFY(sameValues(change.backward(other), s));
            if (isIdentical) QVERIFY(change.forward(s) == other && change.backward(other) == s);
        }
    }

    void whatDidNotChangeStaysTheVeryBlock() {
        const Session s = sample(1024);
        const Session edited = *withCell(s, {Parameter::Wq, 0, 1}, 3, 2, 0.5F);
        const Session back = Change::between(s, edited).backward(edited);
        QVERIFY(back.layers[0].heads[0] == s.layers[0].heads[0]);
        QVERIFY(back.layers[0].heads[1][Parameter::Wk] == s.layers[0].heads[1][Parameter::Wk]);
        QVERIFY(back.text == s.text);
    }

    void oneCellOfALargeBlockIsSmall() {
        const Session s = sample(1024);
        QVERIFY(Change::between(s, *withCell(s, {Parameter::Wq, 0, 1}, 3, 2, 0.5F)).bytes() < 64);
    }

    void notANumberSurvives() {
        Session s = sample(1024);
        Matrix wq = *s.layers[0].heads[0][Parameter::Wq];
        wq(5, 5) = std::numeric_limits<float>::quiet_NaN();
        s.layers[0].heads[0][Parameter::Wq] = wq;
        const Session edited = *withCell(s, {Parameter::Wq, 0, 0}, 5, 5, 1);
        QVERIFY(sameValues(Change::between(s, edited).backward(edited), s));
    }
};

QTEST_APPLESS_MAIN(ChangeTest)
#include "tst_change.moc"
