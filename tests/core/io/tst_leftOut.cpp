// Values that a file leaves out, or repeats needlessly, follow from the rest.
#include "io/sessionFile.h"
#include "session/edits.h"

#include <QTest>

using namespace headlight;

namespace {

/// Parses a file with these members; ' stands for ".
Session parsed(const QString& members) {
    QString text = "{'format': 'headlight-session', 'version': 2, " + members + "}";
    const auto read = parseSession(text.replace('\'', '"').toStdString());
    if (!read) qFatal("%s", read.text().c_str());
    return read->session;
}

} // namespace

class LeftOutTest : public QObject {
    Q_OBJECT

private slots:
    void theSecondSentencesVectors() {
        const Session s = parsed(
            "'sentence': 'a b', 'context_sentence': {'sentence': 'x y z'}, 'layers': [{'heads': "
            "[{'W_q': {'init': 'rand', 'shape': [2, 3]}, 'W_k': {'init': 'rand', 'shape': [4, 3]}, "
            "'W_v': {'init': 'rand', 'shape': [4, 5]}}]}]");
        QCOMPARE(sizesOf(s),
                 (Sizes{.tokens = 2, .keyTokens = 3, .d = 2, .dSource = 4, .heads = 1, .dk = 3, .dv = 5, .dOut = 0}));
    }

    void thoseOfASecondSentenceThatWaits() {
        const QString first = "'sentence': 'a', 'embeddings': {'rows': [[1, 2]]}, ";
        const auto second = [&](const QString& more) {
            return parsed(first + "'off': ['context_sentence'], 'context_sentence': {'sentence': 'x'" + more + "}")
                .source;
        };
        QVERIFY(!second(""));
        QCOMPARE(second("").kept->embeddings.cols(), Index(2));
        QCOMPARE(second(", 'embeddings': {'rows': [[1, 2, 3]]}").kept->embeddings.cols(), Index(3));
    }

    void theOrderOfADrawing() {
        const auto drawn = [](const char* order) {
            return parsed(QString("'sentence': 'a', 'embeddings': {'rows': [[1, 2]]}, 'drawings': [{'init': 'randn', "
                                  "'seed': 5, %1'embeddings': [1, 2]}], 'drawn_by': {'embeddings': {'drawing': 0}}")
                              .arg(order))
                .text.drawn.drawing;
        };
        QVERIFY(drawn("") && *drawn("") == *drawn("'order': 'by_projection', "));
        QVERIFY(*drawn("") != *drawn("'order': 'by_head', "));
    }
};

QTEST_APPLESS_MAIN(LeftOutTest)
#include "tst_leftOut.moc"
