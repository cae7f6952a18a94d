// Files whose members do not fit each other, or are unknown: the message says what is wrong, and where.
#include "io/sessionFile.h"

#include <QTest>

#include <algorithm>

using namespace headlight;

namespace {

/// Returns a file with these members; ' stands for ".
std::string file(const QString& members) {
    QString text = "{'format': 'headlight-session', 'version': 2, " + members + "}";
    return text.replace('\'', '"').toStdString();
}

QString times(int count, const QString& item) {
    QStringList list;
    for (int i = 0; i < count; ++i) list << item;
    return list.join(", ");
}

// The members are those of "one two", d = 2, one head of d_k = d_v = 1.
const QString kText = "'sentence': 'one two', 'embeddings': {'rows': [[1, 2], [3, 4]]}, ";
const QString kHead = "{'W_q': {'rows': [[1], [2]]}, 'W_k': {'rows': [[3], [4]]}, 'W_v': {'rows': [[5], [6]]}}";

QString layer(const QString& more) { return kText + "'layers': [{'heads': [" + kHead + "], " + more + "}]"; }
QString simple(const QString& more) { return kText + "'layers': [{" + more + "}]"; }
/// The layer has d_k = d_v = 3, for a second sentence of vectors of three numbers.
QString crossed(const QString& more) {
    return kText + "'layers': [{'heads': [{'W_q': {'init': 'zeros', 'shape': [2, 3]}, " +
           "'W_k': {'init': 'zeros', 'shape': [3, 3]}, 'W_v': {'init': 'zeros', 'shape': [3, 3]}}]}], " + more;
}

} // namespace

class MisfitsTest : public QObject {
    Q_OBJECT

private slots:
    void isTold_data() {
        QTest::addColumn<QString>("members");
        QTest::addColumn<QString>("said");
        const auto row = [](const char* name, const QString& members, const char* said) {
            QTest::newRow(name) << members << said;
        };
        row("base64 is a number", "'sentence': 'a', 'embeddings': {'shape': [1, 1], 'base64': 5}",
            "embeddings.base64 must be text, not a number (line 1, column 106).");
        row("base64 with a letter that is escaped and wrong",
            "'sentence': 'a', 'embeddings': {'shape': [1, 1], 'base64': 'AA\\nAAA=='}",
            "embeddings.base64 is not valid base64 for 32-bit numbers: a character, the padding or the length is wrong "
            "(line 1, column 106).");
        row("base64 with an escape", "'sentence': 'a', 'embeddings': {'shape': [1, 1], 'base64': 'AA\\qA'}",
            "embeddings.base64 contains an invalid escape sequence or half of a surrogate pair (line 1, column 106).");

        const char* const kNoPlace = ": the session's \"drawings\" have no matching entry.";
        const auto drawn = [&](const char* field) { return QByteArray(field) + kNoPlace; };
        row("drawn: embeddings", kText + "'drawn_by': {'embeddings': {'drawing': 0}}", drawn("drawn_by.embeddings"));
        row("drawn: second sentence",
            kText + "'context_sentence': {'sentence': 'x', 'drawn_by': {'embeddings': {'drawing': 0}}}",
            drawn("context_sentence.drawn_by.embeddings"));
        row("drawn: positions", kText + "'positions': {'kind': 'sinusoidal', 'drawn_by': {'table': {'drawing': 0}}}",
            drawn("positions.drawn_by.table"));
        row("drawn: layer", layer("'drawn_by': {'W_o': {'drawing': 3}}"), drawn("layers[0].drawn_by.W_o"));
        row("drawn: head", kText + "'layers': [{'heads': [{'drawn_by': {'W_q': {'drawing': 0, 'layer': 1}}}]}]",
            drawn("layers[0].heads[0].drawn_by.W_q"));
        row("drawn: no size", kText + "'drawings': [{'init': 'rand', 'seed': 1, 'embeddings': []}]",
            "drawings[0].embeddings must have one or two sizes, such as [8, 2] (line 1, column 167).");
        row("drawn: layers", kText + "'drawings': [{'layers': [" + times(65, "{'heads': 1}") + "]}]",
            "drawings[0].layers[64] exceeds the limit of 64 layers");

        for (const char* layers : {"", "{'heads': []}"})
            row(QByteArray("no heads to have positions: ").append(layers).constData(),
                kText + "'positions': {'kind': 'learned'}, 'layers': [" + layers + "]", "layers");
        row("too many drawings", kText + "'drawings': [" + times(10001, "{}") + "]",
            "drawings[10000] exceeds the limit of 10000 drawings");
        row("second sentence that is off, its vocabulary",
            kText + "'off': ['context_sentence'], 'context_sentence': {'sentence': 'x', "
                    "'vocabulary': [{'token': 'x', 'id': 1}], 'embeddings': {'rows': [[1, 2]]}}",
            "context_sentence.vocabulary: \"x\" has the id 1, but the embeddings have 1 row. Add rows, or use "
            "an id below 1.");
        row("off: what cannot be", kText + "'off': ['sentence']",
            "off[0] must be \"positions\" or \"context_sentence\", not \"sentence\"");
        row("off: twice", kText + "'off': ['positions', 'positions']", "off[1] must not occur twice");
        row("second sentence without weights, wider",
            kText + "'context_sentence': {'sentence': 'x', 'embeddings': {'rows': [[1, 2, 3]]}}",
            "layers[0]: without W_q, W_k and W_v, X and the second sentence must have the same width, "
            "but they have 2 and 3 columns. Switch cross-attention off, add W_q, W_k and W_v to every head, or make "
            "the widths equal.");
        row("positions and two widths",
            crossed("'context_sentence': {'sentence': 'x', 'embeddings': {'rows': [[1, 2, 3]]}}, "
                    "'positions': {'kind': 'sinusoidal'}"),
            "positions: they are added to the embeddings of both sentences, which must have the same width, but "
            "they have 2 and 3 columns. Make the widths equal, or switch off the positions or cross-attention.");
        row("positions: columns", kText + "'positions': {'kind': 'learned', 'table': {'rows': [[1], [2]]}}",
            "positions.table: 2 rows by 1 column, but it must be 2 by 2 (positions by d). Give it as many columns as the embeddings have.");
        row("positions that are off: columns",
            kText + "'off': ['positions'], 'positions': {'kind': 'learned', 'table': {'rows': [[1], [2]]}}",
            "positions.table: 2 rows by 1 column, but it must be 2 by 2 (positions by d). Give it as many columns as the embeddings have.");
        row("weights that are off in one head",
            kText + "'layers': [{'heads': [" + kHead + ", {'off': ['W_q', 'W_k', 'W_v'], " + kHead.mid(1) + "]}]",
            "layers[0].heads[1]: either every head must have W_q, W_k and W_v, or there must be a single head without "
            "them.");
        row("one weight that is off", kText + "'layers': [{'heads': [{'off': ['W_q'], " + kHead.mid(1) + "]}]",
            "layers[0].heads[0]: W_q, W_k and W_v must all be present or all be null, and all be on or all be off.");
        row("mask that is off",
            simple("'options': {'mask': {'given': {'rows': [[1, 0, 1], [1, 1, 1]]}, 'off': ['given']}}"),
            "layers[0].options.mask: 2 rows by 3 columns, but it must be 2 by 2 (queries by keys). It needs a row for "
            "each query token and a column for each key token.");

        const QString words = "'sentence': '" + QString("a ").repeated(8192) + "', ";
        row("more dropout than can be drawn",
            words + "'embeddings': {'rows': [[1]]}, 'layers': [{'options': {'dropout': {'rate': 0.5}}, 'heads': [" +
                times(2, "{'W_q': {'rows': [[1]]}, 'W_k': {'rows': [[1]]}, 'W_v': {'rows': [[1]]}}") + "]}]",
            "layers[0].options.dropout: 2 heads of 8192 by 8192 tokens have 134217728 cells, but dropout is limited to "
            "67108864. Switch dropout off, remove heads or shorten the sentence.");
        row("a bias of two rows that is off",
            kText + "'layers': [{'heads': [{'b_q': {'init': 'zeros', 'shape': [2, 2]}, 'off': ['b_q']}]}]",
            "layers[0].heads[0].b_q: must be one row of numbers.");
        QStringList many;
        for (int i = 0; i < 3000; ++i) many << QString::number(i);
        row("more vectors than can be drawn",
            "'sentence': '" + many.join(' ') +
                "', 'layers': [{'heads': [{'W_q': {'init': 'zeros', 'shape': [8192, 1]}, "
                "'W_k': {'init': 'zeros'}, 'W_v': {'init': 'zeros'}}]}]",
            "The session asks for more than 20000000 random numbers. Use smaller shapes, or give the values "
            "themselves.");
        row("more rows than a table may have",
            "'sentence': 'a', 'embeddings': {'rows': [" + QString("[1],").repeated(1'000'000) + "[1]]}",
            "embeddings.rows[1000000] exceeds the limit of 1000000 rows (line 1, column 4000089).");
    }
    void isTold() {
        QFETCH(QString, members);
        const auto read = parseSession(file(members));
        QVERIFY(!read.ok());
        QFETCH(QString, said);
        const QString text = QString::fromStdString(read.text());
        QVERIFY2(text.startsWith(said), qPrintable(text));
    }

    void noDrawingIsNamed() {
        for (const char* members : {"'sentence': 'a b', 'drawn_by': {}",
                                    "'sentence': 'a b', 'positions': {'kind': 'sinusoidal', 'drawn_by': {}}",
                                    "'sentence': 'a b', 'context_sentence': {'sentence': 'c', 'drawn_by': {}}"}) {
            const auto read = parseSession(file(members));
            QVERIFY2(read, read ? members : read.text().c_str());
        }
    }

    /// It is fitted when it is switched on, and not by an edit that changes no size.
    void aParameterThatIsOffMayHaveAnotherSize() {
        const QString head = kHead.chopped(1) + ", 'b_q': {'init': 'zeros', 'shape': [5]}, 'off': ['b_q']}";
        const auto read = parseSession(file(kText + "'layers': [{'heads': [" + head + "]}]"));
        QVERIFY2(read, read ? "" : read.text().c_str());
        Options options = layerAt(read->session, 0).options;
        options.mask.causal = true;
        const auto edited = withOptions(read->session, 0, options);
        QVERIFY(edited.ok());
        QCOMPARE(layerAt(*edited, 0).allHeads[0][Parameter::Bq].kept->cols(), 5);
    }

    /// The maximum is accepted; one more is refused: data/malformed/heads-65.headlight.
    void theMaximumOfHeads() {
        const auto read = parseSession(file(kText + "'layers': [{'heads': [" + times(64, kHead) + "]}]"));
        QVERIFY2(read.ok(), read.ok() ? "" : read.text().c_str());
    }

    void aBase64ThatEnds_data() {
        QTest::addColumn<QString>("letters");
        QTest::addColumn<QString>("said");
        const auto row = [](const char* letters, const char* said) { QTest::newRow(letters) << letters << said; };
        row("AAAA", "Line 1, column 111, in embeddings.base64: the text ends inside quotes. The file is incomplete.");
        row("AAAA\\", "Line 1, column 112, in embeddings.base64: the text ends inside quotes. The file is incomplete.");
        row("AA\nAA",
            "Line 1, column 109, in embeddings.base64: a control character inside quotes; write it as \\n, \\t "
            "or \\u0000.");
    }
    void aBase64ThatEnds() {
        QFETCH(QString, letters);
        std::string text = file("'sentence': 'a', 'embeddings': {'shape': [1, 1], 'base64': '" + letters);
        text.pop_back(); // the brace
        QTEST(QString::fromStdString(parseSession(text).text()), "said");
    }
};

QTEST_APPLESS_MAIN(MisfitsTest)
#include "tst_misfits.moc"
