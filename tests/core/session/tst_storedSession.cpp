// A session in a history takes the memory that it does not share with the next one; large matrices can be stored as
// rows.
#include "session/StoredSession.h"
#include "session/blocks.h"
#include "session/edits.h"

#include <QTest>

using namespace headlight;

namespace {

const ParameterRef kWq{Parameter::Wq, 0, 0}, kX{Parameter::X, 0, 0};

/// W_q and the other weights have d x d numbers.
Session sample(int d) { return *withSentence(newSession(7, d, 1, d, d), "a b c a"); }

std::size_t bytesBeside(const Session& before, const Session& after) {
    return StoredSession(before).bytesBeside(StoredSession(after));
}

} // namespace

class StoredSessionTest : public QObject {
    Q_OBJECT

private slots:
    void givesBackTheVeryBlocks() {
        const Session s = sample(600);
        QVERIFY(StoredSession(s).get() == s);
    }

    /// Beside the next session it takes the structs, and each block that differs in the next one.
    void whatItTakes() {
        const Session s = sample(64);
        const std::size_t structs = bytesBeside(s, s);
        QVERIFY2(structs > sizeof(Session) && structs < 4096, qPrintable(QString::number(structs)));
        const auto block = sizeof(Matrix) + 64 * 64 * sizeof(float), layer = sizeof(Layer) + sizeof(Head);
        QCOMPARE(bytesBeside(s, *withCell(s, kWq, 1, 2, 9)), structs + layer + block);
        const Session two = *withLayerAdded(s);
        QCOMPARE(bytesBeside(two, s) - bytesBeside(two, two), layer + 4 * block);
        const Session pinned = *withCell(s, kX, 0, 0, 8), edited = *withCell(pinned, kX, 0, 0, 9);
        QVERIFY2(bytesBeside(pinned, edited) < structs + 64 * sizeof(float) + 256, "an edit of a row costs that row");
        const Session other = *withSentence(s, "a b c d");
        QVERIFY(bytesBeside(s, other) > structs + 3 * sizeof(VocabularyEntry));
        QCOMPARE(bytesBeside(*withHeadAdded(s, 0), s), structs + layer + sizeof(Head) + 3 * block);
    }

    /// Sessions are packed over the blocks of older ones, again and again, until half of the rows differ.
    void packedItTakesTheRowsThatDiffer() {
        constexpr int kSize = 600, kSteps = 400;
        std::vector<Session> sessions{sample(kSize)};
        std::vector<StoredSession> stored{sessions[0]};
        for (int i = 1; i < kSteps; ++i) {
            sessions.push_back(*withCell(sessions.back(), kWq, i, i, 9));
            stored.emplace_back(sessions.back());
            stored.back().pack(stored[stored.size() - 2]);
            QVERIFY(stored.back().isPacked());
        }
        std::size_t bytes = 0;
        for (std::size_t i = 0; i + 1 < stored.size(); ++i) bytes += stored[i].bytesBeside(stored[i + 1]);
        QVERIFY2(bytes < 2 * kSize * kSize * sizeof(float) + kSteps * (kSize + 3000) * sizeof(float),
                 qPrintable(QString::number(bytes)));
        for (std::size_t i = 0; i < stored.size(); ++i) QVERIFY(sameValues(stored[i].get(), sessions[i]));
        QVERIFY(stored[0].get() == sessions[0]);
        QVERIFY(stored[9].get().layers[0].allHeads[0][Parameter::Wk] ==
                sessions[9].layers[0].allHeads[0][Parameter::Wk]);
    }

    void notPackedIs_data() {
        QTest::addColumn<int>("d");
        QTest::addColumn<bool>("haveMostRowsChanged");
        QTest::newRow("a small matrix") << 500 << false;
        QTest::newRow("one that has changed in most rows") << 600 << true;
    }
    void notPackedIs() {
        QFETCH(int, d);
        QFETCH(bool, haveMostRowsChanged);
        const Session before = sample(d), after = haveMostRowsChanged
                                                      ? *withBlock(before, kWq, 0, 0, Matrix::Ones(d, d))
                                                      : *withCell(before, kWq, 0, 0, 9);
        StoredSession stored(after);
        stored.pack(StoredSession(before));
        QVERIFY(stored.get() == after);
    }

    /// With other heads and sizes, matrices are at other places.
    void packsWhatItCan() {
        const Session before = sample(600);
        for (const Session& after :
             {*withHeadAdded(before, 0), *withEmbeddingSize(before, 700), *withLayerAdded(before),
              *withOptional(before, 0, Parameter::Wo, true), newSession(1, 2, 1, 2, 2)}) {
            for (const bool isBack : {false, true}) {
                StoredSession stored(isBack ? before : after);
                stored.pack(StoredSession(isBack ? after : before));
                QVERIFY(sameValues(stored.get(), isBack ? before : after));
            }
        }
    }

    void howMuchHasChanged() {
        const Session s = sample(64);
        QCOMPARE(numbersChanged(s, s), std::size_t(0));
        QCOMPARE(numbersChanged(s, *withCell(s, kWq, 1, 2, 9)), std::size_t(1));
        QCOMPARE(numbersChanged(s, *withBlock(s, kWq, 0, 0, Matrix::Ones(64, 64))), std::size_t(64 * 64));
        QCOMPARE(numbersChanged(s, *withCell(s, kX, 1, 2, 9)), std::size_t(1));
        QVERIFY(numbersChanged(s, *withEmbeddingSize(s, 65)) > 3 * 64 * 64);
    }
};

QTEST_APPLESS_MAIN(StoredSessionTest)
#include "tst_storedSession.moc"
