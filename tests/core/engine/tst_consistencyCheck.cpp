// That an edit of a cell is not paid with a look at the whole vocabulary, and that nothing wrong gets past.
#include "engine/ConsistencyCheck.h"
#include "session/consistency.h"
#include "support/blocks.h"

#include <QTest>

#include <functional>

using namespace headlight;
using namespace headlight::testing;

using Edit = std::function<void(Session&)>;

class ConsistencyCheckTest : public QObject {
    Q_OBJECT

private slots:
    void looksOnlyWhereItMust_data() {
        QTest::addColumn<Edit>("edit");
        QTest::addColumn<int>("looks");
        const auto row = [](const char* name, int looks, const Edit& edit) { QTest::newRow(name) << edit << looks; };
        row("nothing", 1, [](Session&) {});
        row("a cell of X", 1, [](Session& s) { s.text.embeddings = Matrix(Matrix::Ones(6, 3)); });
        row("a cell of W_q", 1, [](Session& s) { s.layers[0].heads[1][Parameter::Wq] = Matrix(Matrix::Ones(3, 2)); });
        row("temperature", 2, [](Session& s) { s.layers[0].options.temperature = 2; });
        row("another mask", 2, [](Session& s) { s.layers[0].options.mask.given = Matrix(Matrix::Ones(6, 6)); });
        row("other tokens", 2, [](Session& s) { s.text.tokens = Tokens(*s.text.tokens); });
        row("another vocabulary", 2, [](Session& s) { s.text.vocabulary = Vocabulary(*s.text.vocabulary); });
        row("a head less", 2, [](Session& s) { s.layers[0].heads.pop_back(); });
        row("a bias", 2, [](Session& s) { s.layers[0].heads[0][Parameter::Bq] = Matrix(Matrix::Ones(1, 2)); });
        row("a second sentence", 2, [](Session& s) { s.source = s.text; });
        row("one that is off", 2, [](Session& s) { s.offSource = s.text; });
        row("a bias that is off", 2,
            [](Session& s) { s.layers[0].heads[0].off[Parameter::Bq] = Matrix(Matrix::Ones(1, 2)); });
        row("a mask that is off", 2, [](Session& s) { s.layers[0].offGiven = Matrix(Matrix::Ones(6, 6)); });
        row("a window that is off", 2, [](Session& s) { s.layers[0].offWindow = 3; });
        row("dropout that is off", 2, [](Session& s) { s.layers[0].offDropout = Dropout{}; });
    }
    void looksOnlyWhereItMust() {
        QFETCH(Edit, edit);
        QFETCH(int, looks);
        Session session = masked();
        ConsistencyCheck check;
        QVERIFY(!check(session));
        edit(session);
        QVERIFY(!check(session));
        QCOMPARE(check.looks(), looks);
        QVERIFY(!check(session));
        QCOMPARE(check.looks(), looks);
    }

    /// What is seen is written over what was: nothing of it must stay behind, whichever is longer.
    void comesAndGoes() {
        const Session small = masked();
        Session large = small;
        large.source = small.text;
        large.layers[0].heads.push_back(small.layers[0].heads[0]);
        ConsistencyCheck check;
        for (int time = 0; time < 6; ++time) {
            QVERIFY(!check(time % 2 == 0 ? small : large));
            QVERIFY(!check(time % 2 == 0 ? small : large));
            QCOMPARE(check.looks(), time + 1);
        }
    }

    void nothingWrongGetsPast_data() {
        QTest::addColumn<Edit>("edit");
        const auto row = [](const char* name, const Edit& edit) { QTest::newRow(name) << edit; };
        row("fewer rows of X", [](Session& s) { s.text.embeddings = Matrix(Matrix::Ones(5, 3)); });
        row("no X", [](Session& s) { s.text.embeddings = {}; });
        row("W_q", [](Session& s) { s.layers[0].heads[1][Parameter::Wq] = Matrix(Matrix::Ones(4, 2)); });
        row("b_v", [](Session& s) { s.layers[0].heads[1][Parameter::Bv] = Matrix(Matrix::Ones(1, 9)); });
        row("W_o", [](Session& s) { s.layers[0][Parameter::Wo] = Matrix(Matrix::Ones(1, 9)); });
        row("temperature", [](Session& s) { s.layers[0].options.temperature = 0; });
        row("mask of twos", [](Session& s) { s.layers[0].options.mask.given = Matrix(Matrix::Constant(6, 6, 2)); });
        row("a token without a row", [](Session& s) { s.text.tokens = Tokens{{"t9"}, {9}}; });
        row("no head", [](Session& s) { s.layers[0].heads.clear(); });
        row("no layer", [](Session& s) { s.layers.clear(); });
        row("second sentence", [](Session& s) { s.source = textOf(Matrix(2, 7)); });
        row("one that is off", [](Session& s) {
            s.offSource = s.text;
            s.offSource->tokens = Tokens{{"t9"}, {9}};
        });
        row("W_o that is off", [](Session& s) { s.layers[0].off[Parameter::Wo] = Matrix(Matrix::Ones(1, 9)); });
        row("a bias that is off",
            [](Session& s) { s.layers[0].heads[1].off[Parameter::Bq] = Matrix(Matrix::Ones(1, 9)); });
        row("a mask that is off", [](Session& s) { s.layers[0].offGiven = Matrix(Matrix::Ones(2, 2)); });
        row("a window that is off", [](Session& s) { s.layers[0].offWindow = -1; });
        row("a norm that is off", [](Session& s) { s.layers[0].offNorm = Norm{Norm::Place::After, 0}; });
        row("dropout that is off", [](Session& s) { s.layers[0].offDropout = Dropout{1.5, 1}; });
        row("other masks", [](Session& s) { s.layers[0].otherMasks = TokenMasks{{}, {}, {1}}; });
        row("weights that are off", [](Session& s) { s.layers[0].offTrained = s.layers[0]; });
    }
    void nothingWrongGetsPast() {
        QFETCH(Edit, edit);
        const Session session = masked();
        Session edited = session;
        edit(edited);
        ConsistencyCheck check;
        QVERIFY(!check(session));
        for (int again = 0; again < 2; ++again) {
            QVERIFY(check(edited).has_value());
            QCOMPARE(check(edited), firstInconsistency(edited));
        }
        QVERIFY(!check(session));
    }

private:
    static Session masked() {
        std::mt19937 random(1);
        Session session = randomSession(random, {6, 3, 2, 2, 4});
        session.layers[0].options.mask.given = Matrix(Matrix::Ones(6, 6));
        return session;
    }
};

QTEST_APPLESS_MAIN(ConsistencyCheckTest)
#include "tst_consistencyCheck.moc"
