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

/// All of 4,000 tokens but the first are hidden as keys.
Session hiding() {
    std::string words;
    for (int i = 0; i < 4000; ++i) words += "a ";
    Session session = *withSentence(newSession(7, 2, 1, 2, 2), words);
    for (int i = 1; i < 4000; ++i) session.layers[0].options.mask.hidden.push_back(i);
    return session;
}

// What comes on top of the numbers and letters that a change holds are the structs in which they stand:

constexpr std::size_t kChange = sizeof(Change); ///< that holds nothing
/// A matrix that is held: where it belongs, the pointer to it, its own struct.
constexpr std::size_t kBlock = sizeof(std::size_t) + sizeof(FrozenMatrix) + sizeof(Matrix);
/// The cells of a matrix: where it belongs, a vector of them.
constexpr std::size_t kPatch = sizeof(std::size_t) + sizeof(std::vector<int>);
/// A table of one side: where it belongs, itself, or a vector of its rows and their count; and a row of it.
constexpr std::size_t kTable = sizeof(std::size_t) + sizeof(EmbeddingTable) + sizeof(std::vector<int>) + sizeof(Index);
constexpr std::size_t kRow = sizeof(EmbeddingTable::Row) + sizeof(Matrix);

/// A session of one layer without matrices: one of the two sides, where more than matrices changed.
constexpr std::size_t frame(int heads) {
    return sizeof(Session) + sizeof(Layer) + static_cast<std::size_t>(heads) * sizeof(Head);
}

/// Where heads come or go, which matrix stands where: an int for each, switched on or off, and for four masks; twice as
/// many, since a vector that grows doubles.
std::size_t places(int heads) {
    return 2 * sizeof(int) * (2 * parameters().size() * (static_cast<std::size_t>(heads) + 1) + 4);
}

/// A text of so many words, all different, without their letters; and the sentence, which may have come with as much
/// room again as it takes.
std::size_t textOf(const Session& session) {
    const auto words = static_cast<std::size_t>(session.text.tokens->count());
    return sizeof(Vocabulary) + sizeof(Tokens) +
           words * (sizeof(VocabularyEntry) + sizeof(std::string) + sizeof(int) + sizeof(ByteRange)) +
           2 * session.text.sentence.size();
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

    /// Whoever keeps many changes must know what they cost: at least what they hold, and the structs around it.
    void bytesAreWhatIsHeld_data() {
        QTest::addColumn<Session>("before");
        QTest::addColumn<Session>("after");
        QTest::addColumn<qulonglong>("held");
        QTest::addColumn<qulonglong>("besides");
        const auto row = [](const char* name, const Session& before, const Session& after, qulonglong held,
                            qulonglong besides) { QTest::newRow(name) << before << after << held << besides; };
        const Session small = sample(6), large = sample(1024);
        const std::size_t matrix = 4 * 1024 * 8;
        const std::size_t texts = kChange + 2 * (sizeof(Session) + kTable); // of both sides, without what is in them
        // A head more or less than two, and its three matrices, in a vector that doubles.
        const std::size_t another = frame(2) + places(2) + frame(3) + places(3) + 2 * 3 * kBlock;
        row("nothing", small, small, 0, kChange);
        row("a cell of a small block: both blocks", small, *withCell(small, {Parameter::Wq, 0, 1}, 3, 2, 0.5F),
            2 * 4 * 6 * 8, kChange + 2 * kBlock);
        row("a cell of a large block: itself", large, *withCell(large, {Parameter::Wq, 0, 1}, 3, 2, 0.5F), 16,
            kChange + kPatch);
        row("a cell of a large table: its row before and after", largeTable(),
            *withCell(largeTable(), {Parameter::X, 0, 0}, 3, 2, 0.5F), 2 * 4 * 768, kChange + 2 * (kTable + kRow));
        const Session more = *withSentence(largeTable(), largeTable().text.sentence + "new");
        row("a word beside a large table: not the table", largeTable(), more, 4 * 768,
            texts + kRow + textOf(largeTable()) + textOf(more));
        row("many cells of a large block: themselves", large,
            *withBlock(large, {Parameter::Wk, 0, 0}, 0, 0, Matrix::Zero(75, 8)), 600 * 16, kChange + kPatch);
        row("all of a large block: both blocks", large,
            *withBlock(large, {Parameter::Wk, 0, 0}, 0, 0, Matrix::Zero(1024, 8)), 2 * matrix, kChange + 2 * kBlock);
        // W_q, W_k [d, 8] and W_v [d, 4]
        row("a new head: its blocks, not the others'", large, *withHeadAdded(large, 0), 5 * matrix / 2,
            kChange + another);
        row("a head gone: its blocks, not the others'", large, *withHeadRemoved(large, 0, 0), 5 * matrix / 2,
            kChange + another);
        const std::string word(1 << 20, 'y');
        const Session text = *withSentence(small, word);
        // Its letters are what is held: three strings, each with its end. Four vectors of six numbers go or come; the
        // vocabulary still has room for the three entries that went.
        const std::size_t ends = 3, vectors = 2 * sizeof(Matrix) + 4 * 4 * 6, room = 3 * sizeof(VocabularyEntry);
        row("a long word: sentence, token, vocabulary", small, text, 3 * word.size(),
            texts + textOf(small) + textOf(text) - 2 * word.size() + ends + vectors + room);
        row("a head beside a long word: not the text", text, *withHeadAdded(text, 0), 4 * 6 * (8 + 8 + 4),
            kChange + another);
        Session said = small;
        const std::string head = "layers[0].heads[0]";
        said.unknown = UnknownMembers{{head, word}};
        // Two maps, in them three nodes of four pointers each, and their names.
        const std::size_t maps = 2 * sizeof(UnknownMembers) +
                                 3 * (4 * sizeof(void*) + sizeof(UnknownMembers::value_type) + head.size()) + 2 * 3;
        row("a head duplicated: what is said of it, before and after", said, *withHeadDuplicated(said, 0, 0),
            3 * word.size(), kChange + another + maps);
        const Session few = hiding();
        row("a residual beside hidden tokens: them, before and after", few, *withResidual(few, 0, true),
            2 * 3999 * sizeof(int), kChange + 2 * frame(1));
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
