#include "words/parameterWords.h"

#include <QTest>

using namespace headlight;

class ParameterWordsTest : public QObject {
    Q_OBJECT

private slots:
    /// Names in paths and tokens stay as they are.
    void symbolsHaveSubscripts_data() {
        QTest::addColumn<QString>("plain");
        QTest::addColumn<QString>("html");
        QTest::newRow("entry") << "Edit W_q[1, 1]"
                               << "Edit W<sub>q</sub>[1, 1]";
        QTest::newRow("at the end") << "It has no X_kv."
                                    << "It has no X<sub>kv</sub>.";
        QTest::newRow("two") << "W_k, b_o"
                             << "W<sub>k</sub>, b<sub>o</sub>";
        QTest::newRow("no symbol") << "W_qx X_a"
                                   << "W_qx X_a";
        QTest::newRow("path") << "/home/b_q/X_kv.csv"
                              << "/home/b_q/X_kv.csv";
        QTest::newRow("file") << "W_q.npz is no session"
                              << "W_q.npz is no session";
        QTest::newRow("token") << QStringLiteral(u"\u201C\u2068b_q\u2069\u201D")
                               << QStringLiteral(u"\u201C\u2068b_q\u2069\u201D");
        QTest::newRow("minus signs") << "was -0.5, changed by -.25; (-\u221E)"
                                     << QStringLiteral(u"was \u22120.5, changed by \u2212.25; (\u2212\u221E)");
        QTest::newRow("hyphens") << QStringLiteral(u"1e-3 on 2026-11-29, \u201C\u2068-5\u2069\u201D, in /a/-1 or x-1")
                                 << QStringLiteral(u"1e-3 on 2026-11-29, \u201C\u2068-5\u2069\u201D, in /a/-1 or x-1");
        QTest::newRow("tag and lines") << "<b>\n&"
                                       << "&lt;b&gt;<br>&amp;";
    }
    void symbolsHaveSubscripts() {
        QFETCH(QString, plain);
        QTEST(symbolsHtml(plain), "html");
    }
};

QTEST_APPLESS_MAIN(ParameterWordsTest)
#include "tst_parameterWords.moc"
