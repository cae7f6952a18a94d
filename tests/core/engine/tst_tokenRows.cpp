#include "engine/TokenRows.h"
#include "session/edits.h"

#include <QTest>

using namespace headlight;

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
        QVERIFY(rows.of((*withSentence(s, "  a b c d e f")).text).rows == x); // at other places of the sentence
        QVERIFY(rows.of((*withSentence(s, "a b c d e")).text).rows->rows() == 5);
    }

    void theRowsOfAnEditAreKnown_data() {
        QTest::addColumn<QString>("sentence"); // instead of "a b c a d e f g"
        QTest::addColumn<int>("edited");       // position
        QTest::addColumn<QString>("changed");
        QTest::newRow("a vector") << "a b c a d e f g" << 2 << "2";
        QTest::newRow("a vector of two tokens") << "a b c a d e f g" << 0 << "0 3";
        QTest::newRow("a token") << "a b c a d e f c" << -1 << "7";
        QTest::newRow("a token and a vector") << "a b c a d e f c" << 2 << "2 7";
        QTest::newRow("most of them") << "g b c d a f e a" << -1 << "all";
        QTest::newRow("one less") << "a b c a d e f" << -1 << "";
    }
    void theRowsOfAnEditAreKnown() {
        QFETCH(QString, sentence);
        QFETCH(int, edited);
        const Session s = sample("a b c a d e f g");
        Session now = *withSentence(s, sentence.toStdString());
        if (edited >= 0) now = *withCell(now, {Parameter::X, 0, 0}, edited, 1, 0.25F);
        TokenRows rows;
        const FrozenMatrix before = rows.of(s.text).rows;
        const HostRows after = rows.of(now.text);
        QVERIFY(*after.rows == tokenVectors(now.text));
        const IndexSet set = after.changesSince(before);
        QStringList changed{set.all ? QStringLiteral("all") : QString()};
        for (const Index row : set.items) changed << QString::number(row);
        QTEST(changed.join(u' ').trimmed(), "changed");
    }
};

QTEST_APPLESS_MAIN(TokenRowsTest)
#include "tst_tokenRows.moc"
