#include "backend/backends.h"
#include "engine/LayerState.h"
#include "engine/TokenRows.h"
#include "session/edits.h"
#include "support/indexText.h"

#include <QTest>

using namespace headlight;
using namespace headlight::testing;

namespace {

Session sample(const std::string& sentence) {
    return *withCell(*withSentence(newSession(7, 4, 1, 2, 2), sentence), {Parameter::X, 0, 0}, 0, 0, 1);
}

} // namespace

class TokenRowsTest : public QObject {
    Q_OBJECT

private slots:
    void theBlockStaysAsLongAsTheNumbersDo() {
        const Session s = sample("a b c d e f");
        TokenRows rows;
        const FrozenMatrix x = rows.of(s.text).rows;
        QVERIFY(*x == tokenVectors(s.text));
        QVERIFY(rows.of((*withSentence(s, "  a b c d e f")).text).rows == x); // only the spaces differ
        QVERIFY(rows.of((*withSentence(s, "a b c d e")).text).rows->rows() == 5);
    }

    void theRowsOfAnEditAreKnown_data() {
        QTest::addColumn<QString>("sentence"); // instead of "a b c a d e f g"
        QTest::addColumn<int>("edited");       // position
        QTest::addColumn<QString>("changed");
        QTest::addColumn<QString>("gone");
        QTest::newRow("a vector") << "a b c a d e f g" << 2 << "2"
                                  << "nobody moved";
        QTest::newRow("a vector of two tokens") << "a b c a d e f g" << 0 << "0 3"
                                                << "nobody moved";
        QTest::newRow("a token") << "a b c a d e f c" << -1 << "7"
                                 << "nobody moved";
        QTest::newRow("a token and a vector") << "a b c a d e f c" << 2 << "2 7"
                                              << "nobody moved";
        QTest::newRow("most of them") << "g x y z w f e a" << -1 << "all"
                                      << "nobody moved";
        QTest::newRow("one less") << "a b c a d e f" << -1 << ""
                                  << "7";
        QTest::newRow("one less in the middle") << "a b a d e f g" << -1 << ""
                                                << "2";
        QTest::newRow("one more in the middle") << "a b c new a d e f g" << -1 << "3"
                                                << "";
        QTest::newRow("one more, and a vector behind it") << "a b c new a d e f g" << 6 << "3 6"
                                                          << "";
        QTest::newRow("one comes, another goes") << "a b c new a d e f" << -1 << "3"
                                                 << "7";
    }
    void theRowsOfAnEditAreKnown() {
        QFETCH(QString, sentence);
        QFETCH(int, edited);
        const Session s = sample("a b c a d e f g");
        Session now = *withSentence(s, sentence.toStdString());
        if (edited >= 0) now = *withCell(now, {Parameter::X, 0, 0}, edited, 1, 0.25F);
        TokenRows rows;
        const HostRows before = rows.of(s.text);
        const HostRows after = rows.of(now.text);
        QVERIFY(*after.rows == tokenVectors(now.text));
        QVERIFY(*before.rows == tokenVectors(s.text));
        QVERIFY(after.number != before.number);
        QVERIFY(after.before == before.number || after.changed.all);
        QTEST(textOf(after.changed), "changed");
        QTEST(after.moved ? textOf(after.moved->removed()) : "nobody moved", "gone");
    }

    /// Numbers are changed in their place, unless somebody still reads the block.
    void aBlockThatNobodyReadsIsUsedAgain_data() {
        QTest::addColumn<bool>("isRead");
        QTest::newRow("nobody reads it") << false;
        QTest::newRow("it is read") << true;
    }
    void aBlockThatNobodyReadsIsUsedAgain() {
        QFETCH(bool, isRead);
        Session s = sample("a b c a d e f g");
        TokenRows rows;
        FrozenMatrix first = rows.of(s.text).rows;
        const float* place = first->data();
        const Matrix numbers = *first;
        if (!isRead) first = {};
        std::uint64_t last = rows.of(s.text).number;
        for (const int edited : {2, 4, 0, 5, 5, 3}) {
            s = *withCell(s, {Parameter::X, 0, 0}, edited, 1, rows.of(s.text).rows->sum() + 1);
            const HostRows& now = rows.of(s.text);
            QVERIFY(*now.rows == tokenVectors(s.text));
            QCOMPARE(now.before, last);
            QCOMPARE(now.rows->data() == place, !isRead);
            last = now.number;
        }
        if (isRead) QVERIFY(*first == numbers);
    }

    /// Tokens come and go, too, in blocks that nobody reads.
    void tokensComeAndGoInBlocksThatNobodyReads() {
        TokenRows rows;
        FrozenMatrix read; // read in some of the steps
        for (int step = 0; step < 60; ++step) {
            std::string sentence = "a b c d e f g h";
            if (step % 2 == 1) sentence.insert(static_cast<std::size_t>(step % 7) * 2, "new ");
            if (step % 5 == 4) sentence.erase(0, 2);
            Session s = sample(sentence);
            for (int edits = step % 3; edits > 0; --edits) {
                QVERIFY(*rows.of(s.text).rows == tokenVectors(s.text));
                s = *withCell(s, {Parameter::X, 0, 0}, edits, 1, static_cast<float>(step));
            }
            QVERIFY(*rows.of(s.text).rows == tokenVectors(s.text));
            const Matrix numbers = read ? *read : Matrix();
            rows.of(sample("a b c d e f g").text);
            if (read) QVERIFY(*read == numbers);
            read = step % 4 == 0 ? rows.of(s.text).rows : FrozenMatrix();
        }
    }

    /// A layer that has read X releases it, so that an edit makes no copy, whatever its size.
    void aLayerLetsGoOfIt() {
        const Session s = sample("a b c d e f"), edited = *withCell(s, {Parameter::X, 0, 0}, 1, 1, 0.25F);
        for (const bool forgets : {true, false}) {
            KeptInputs inputs;
            const auto backend = makeBackend(kDefaultBackend);
            LayerState layer((*backend)->makeLayer());
            Stamp clock = 0;
            layer.follow(s, 0, nullptr, inputs.of(s), clock);
            QVERIFY(layer.run({}, {}, {}).ok());
            const float* place = inputs.of(s).x.rows->data();
            if (forgets) layer.forgetInputs();
            QCOMPARE(inputs.of(edited).x.rows->data() == place, forgets);
        }
    }
};

QTEST_APPLESS_MAIN(TokenRowsTest)
#include "tst_tokenRows.moc"
