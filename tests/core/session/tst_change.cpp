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

/// A table of 2,000 vectors of 768 numbers, edited before: the first edit of a vector pins the vocabulary.
const Session& largeTable() {
    static const Session table = [] {
        std::string words;
        for (int i = 0; i < 2000; ++i) words += "w" + std::to_string(i) + " ";
        const Session all = *withSentence(newSession(7, 768, 2, 8, 4), words);
        return *withCell(all, {Parameter::X, 0, 0}, 0, 0, 1);
    }();
    return table;
}

Session longText() { return *withSentence(newSession(7, 6, 2, 8, 4), std::string(1 << 20, 'y')); }

/// All of 4,000 tokens but the first are hidden as keys.
Session hiding() {
    std::string words;
    for (int i = 0; i < 4000; ++i) words += "a ";
    Session session = *withSentence(newSession(7, 2, 1, 2, 2), words);
    for (int i = 1; i < 4000; ++i) session.layers[0].options.mask.hidden.push_back(i);
    return session;
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

    /// Whoever keeps many changes must know what they cost: at least what they hold, and little more.
    void bytesAreWhatIsHeld_data() {
        QTest::addColumn<Session>("before");
        QTest::addColumn<Session>("after");
        QTest::addColumn<qulonglong>("held");
        QTest::addColumn<qulonglong>("besides");
        const Session small = sample(6), large = sample(1024);
        const qulonglong matrix = 4ULL * 1024 * 8;
        QTest::newRow("nothing") << small << small << 0ULL << 256ULL;
        QTest::newRow("a cell of a small block: both blocks")
            << small << *withCell(small, {Parameter::Wq, 0, 1}, 3, 2, 0.5F) << 2ULL * 4 * 6 * 8 << 512ULL;
        QTest::newRow("a cell of a large block: itself")
            << large << *withCell(large, {Parameter::Wq, 0, 1}, 3, 2, 0.5F) << 16ULL << 256ULL;
        QTest::newRow("a cell of a large table: its row before and after")
            << largeTable() << *withCell(largeTable(), {Parameter::X, 0, 0}, 3, 2, 0.5F) << 2ULL * 4 * 768 << 512ULL;
        const Session word = *withSentence(largeTable(),
                                           largeTable().text.sentence + "new"); // tokens and vocabulary, too
        QTest::newRow("a word beside a large table: not the table") << largeTable() << word << 4ULL * 768 << 700000ULL;
        QTest::newRow("many cells of a large block: themselves")
            << large << *withBlock(large, {Parameter::Wk, 0, 0}, 0, 0, Matrix::Zero(75, 8)) << 600ULL * 16 << 256ULL;
        QTest::newRow("all of a large block: both blocks")
            << large << *withBlock(large, {Parameter::Wk, 0, 0}, 0, 0, Matrix::Zero(1024, 8)) << 2 * matrix << 512ULL;
        QTest::newRow("a new head: its blocks, not the others'") // W_q, W_k [d, 8] and W_v [d, 4]
            << large << *withHeadAdded(large, 0) << 5 * matrix / 2 << 8192ULL;
        QTest::newRow("a head gone: its blocks, not the others'")
            << large << *withHeadRemoved(large, 0, 0) << 5 * matrix / 2 << 8192ULL;
        const Session text = longText();
        QTest::newRow("a long word: sentence, token, vocabulary") << small << text << 3ULL * (1 << 20) << 8192ULL;
        QTest::newRow("a head beside a long word: not the text")
            << text << *withHeadAdded(text, 0) << 4ULL * 6 * (8 + 8 + 4) << 8192ULL;
        Session said = small;
        said.unknown = UnknownMembers{{"layers[0].heads[0]", std::string(1 << 20, 'x')}};
        QTest::newRow("a head duplicated: what is said of it, before and after")
            << said << *withHeadDuplicated(said, 0, 0) << 3ULL * (1 << 20) << 8192ULL;
        const Session few = hiding();
        QTest::newRow("a residual beside hidden tokens: them, before and after")
            << few << *withResidual(few, 0, true) << 2ULL * 3999 * sizeof(int) << 4096ULL;
    }
    void bytesAreWhatIsHeld() {
        QFETCH(Session, before);
        QFETCH(Session, after);
        QFETCH(qulonglong, held);
        QFETCH(qulonglong, besides);
        const auto bytes = Change::between(before, after).bytes();
        const QByteArray text = QByteArray::number(qulonglong(bytes)) + " for " + QByteArray::number(held);
        QVERIFY2(bytes >= held && bytes <= held + besides, text.constData());
    }

    /// What both sessions have comes from the session at hand, also when heads come or go: a change that held it would
    /// keep a copy of its own once the session has another.
    void whatBothHaveIsNotHeld() {
        const Session s = sample(1024);
        const Session more = *withHeadAdded(s, 0);
        for (const auto& [before, after] : {std::pair(s, more), std::pair(more, s)}) {
            const Change change = Change::between(before, after);
            Session cut = before;
            cut.layers[0].heads[0][Parameter::Wq] = Matrix(Matrix::Zero(1024, 8));
            QVERIFY((*change.forward(cut).layers[0].heads[0][Parameter::Wq]).isZero());
        }
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
