#include "session/edits.h"
#include "words/conventions.h"
#include "words/wording.h"

#include <QCoreApplication>
#include <QTest>
#include <QTranslator>

#include <set>

using namespace headlight;

namespace {

/// Translates to upper case, with a plural form of its own for three.
class Loud : public QTranslator {
public:
    bool isEmpty() const override { return false; }
    QString translate(const char*, const char* text, const char*, int n) const override {
        return n == 3 ? QStringLiteral("THREE OF IT") : QString::fromUtf8(text).toUpper().replace("%N", "%n");
    }
};

} // namespace

class WordingTest : public QObject {
    Q_OBJECT

private slots:
    void counts_data() {
        QTest::addColumn<int>("n");
        QTest::addColumn<QString>("english");
        QTest::addColumn<QString>("translated");
        QTest::newRow("none") << 0 << "0 tokens"
                              << "0 TOKEN(S)";
        QTest::newRow("one") << 1 << "1 token"
                             << "1 TOKEN(S)";
        QTest::newRow("more") << 8192 << "8192 tokens"
                              << "8192 TOKEN(S)";
        QTest::newRow("a form of its own") << 3 << "3 tokens"
                                           << "THREE OF IT";
    }
    void counts() {
        QFETCH(int, n);
        QFETCH(QString, english);
        QFETCH(QString, translated);
        QCOMPARE(counted("%n token(s)", n), english);
        Loud loud;
        QCoreApplication::installTranslator(&loud);
        QCOMPARE(counted("%n token(s)", n), translated);
        QCoreApplication::removeTranslator(&loud);
    }

    /// Entries are numbered as the tables show them; the row of a token has its name.
    void entriesOfTables_data() {
        QTest::addColumn<Parameter>("parameter");
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("transposedName"); // as [out, in]
        QTest::newRow("of a matrix") << Parameter::Wq << "W_q[3, 1]"
                                     << "W_q[1, 3]";
        QTest::newRow("of one of several equal tokens")
            << Parameter::X << QStringLiteral(u"X[are₃, 1]") << QStringLiteral(u"X[are₃, 1]");
    }
    void entriesOfTables() {
        QFETCH(Parameter, parameter);
        QFETCH(QString, name);
        QFETCH(QString, transposedName);
        const Session session = *withSentence(newSession(1, 3, 1, 2, 2), "are my are");
        QCOMPARE(nameOfEntry(parameter, session, 2, 0), name);
        setConventions({.outByIn = true});
        QCOMPARE(nameOfEntry(parameter, session, 2, 0), transposedName);
        setConventions({});
    }
};

QTEST_GUILESS_MAIN(WordingTest)
#include "tst_wording.moc"
