// The statements of the course's cards are true: each phrase is checked by the numbers of its example.
#include "core/io/exampleFiles.h"
#include "examples.h"

#include <QRegularExpression>
#include <QTest>
#include <QTextDocumentFragment>

#include <algorithm>

using namespace headlight;
using namespace headlight::testing;

namespace {

struct Lesson {
    Session session;
    std::vector<Trace> traces;
    Matrix weights(std::size_t head = 0) const { return traces[0](Stage::Weights, head); }
    Matrix scores() const { return traces[0](Stage::Scores); }
};

Lesson lesson(const std::string& file) {
    Session session = exampleSession(file);
    return {session, tracesOf(session)};
}

struct Claim {
    const char *file, *phrase;
    bool (*holds)(const Lesson&);
};

/// True if the number, rounded to two decimals, reads as `shown`.
bool reads(float number, const char* shown) { return QString::number(double(number), 'f', 2) == QLatin1String(shown); }

Index largestIn(const Matrix& map, Index row) {
    Index largest = 0;
    map.row(row).maxCoeff(&largest);
    return largest;
}

bool isLargestInEveryRow(const Matrix& map, Index column) {
    for (Index row = 0; row < map.rows(); ++row)
        if (largestIn(map, row) != column) return false;
    return true;
}

/// True if exactly these columns of the row are above 0, and the row's sum is 1.
bool isOnlyAt(const Matrix& map, Index row, std::vector<Index> columns) {
    for (Index col = 0; col < map.cols(); ++col)
        if ((map(row, col) > 0) != (std::ranges::count(columns, col) > 0)) return false;
    return std::abs(map.row(row).sum() - 1) < 1e-6F;
}

Session with(Session session, void (*alter)(Options&)) {
    session.layers.change(0, [&](Layer& layer) { alter(layer.options); });
    return session;
}

const Matrix& matrixOf(const Lesson& l, Parameter parameter) { return *l.session.layers[0].allHeads[0][parameter]; }

constexpr Claim kClaims[] = {
    {"journey", "A score is the dot product of two rows of X; nothing is trained.",
     [](const Lesson& l) {
         const Matrix x = l.traces[0](Stage::X);
         return (l.scores() - x * x.transpose()).cwiseAbs().maxCoeff() < 1e-6F &&
                !l.session.layers[0].allHeads[0][Parameter::Wq];
     }},
    {"journey", "journey: it attends most to itself and to “starts”, a similar row.",
     [](const Lesson& l) {
         Matrix weights = l.weights();
         const Matrix x = l.traces[0](Stage::X);
         const bool isFirst = largestIn(weights, 1) == 1;
         weights(1, 1) = 0;
         return isFirst && largestIn(weights, 1) == 2 && (x.row(1) - x.row(2)).cwiseAbs().maxCoeff() < 0.05F;
     }},
    {"six-tokens", "Q and K are both X, so scores are symmetric, but each row has its own softmax.",
     [](const Lesson& l) { return l.scores() == l.scores().transpose() && l.weights() != l.weights().transpose(); }},
    {"six-tokens", "x1 and x2: the weight is 0.17, but x2 gives x1 0.20.",
     [](const Lesson& l) { return reads(l.weights()(0, 1), "0.17") && reads(l.weights()(1, 0), "0.20"); }},
    {"shoes", "shoes, then change a number in Wq and watch the row.",
     [](const Lesson& l) {
         const Session edited = *withCell(l.session, {Parameter::Wq, 0, 0}, 0, 0, 2.0F);
         return Matrix(tracesOf(edited)[0](Stage::Weights).row(1)) != Matrix(l.weights().row(1));
     }},
    {"shoes-three-heads", "its weight for itself is 0.59, 0.54 and 0.40 in the three heads.",
     [](const Lesson& l) {
         return l.session.layers[0].allHeads.size() == 3 && reads(l.weights(0)(1, 1), "0.59") &&
                reads(l.weights(1)(1, 1), "0.54") && reads(l.weights(2)(1, 1), "0.40");
     }},
    {"self-attention-v1", "torch.rand draws Wq, Wk and Wv between 0 and 1; as X is positive, all scores are positive.",
     [](const Lesson& l) {
         return l.scores().minCoeff() > 0 && l.traces[0](Stage::X).minCoeff() > 0 &&
                std::ranges::all_of(std::array{Parameter::Wq, Parameter::Wk, Parameter::Wv}, [&](Parameter p) {
                    return matrixOf(l, p).minCoeff() >= 0 && matrixOf(l, p).maxCoeff() < 1;
                });
     }},
    {"self-attention-v1", "Click the column of journey: every word attends most to it.",
     [](const Lesson& l) { return isLargestInEveryRow(l.weights(), 1); }},
    {"self-attention-v2", "smaller scores, and weights of about 0.15 to 0.20.",
     [](const Lesson& l) {
         const Lesson before = lesson("self-attention-v1");
         return l.scores().cwiseAbs().maxCoeff() < before.scores().maxCoeff() / 3 &&
                reads(l.weights().minCoeff(), "0.15") && reads(l.weights().maxCoeff(), "0.20");
     }},
    {"self-attention-v2", "Click the column of Your: every word attends most to it.",
     [](const Lesson& l) { return isLargestInEveryRow(l.weights(), 0); }},
    {"causal-attention", "starts: it attends to the first three words, and their weights still sum to 1.",
     [](const Lesson& l) {
         return isOnlyAt(l.weights(), 2, {0, 1, 2});
     }},
    {"dropout", "Each weight is dropped with probability 0.5, else doubled, so rows no longer sum to 1.",
     [](const Lesson& l) {
         const Matrix kept = l.traces[0](Stage::Dropped);
         const auto isDroppedOrDoubled = [&](Index at) {
             return kept.data()[at] == 0 || kept.data()[at] == 2 * l.weights().data()[at];
         };
         for (Index at = 0; at < kept.size(); ++at)
             if (!isDroppedOrDoubled(at)) return false;
         return l.session.layers[0].options.dropout->rate == 0.5 &&
                (kept.rowwise().sum().array() - 1).abs().minCoeff() > 0.01F;
     }},
    {"dropout", "journey: both its weights are dropped.",
     [](const Lesson& l) {
         return isOnlyAt(l.weights(), 1, {0, 1}) && l.traces[0](Stage::Dropped).row(1).maxCoeff() == 0;
     }},
    {"multi-head-wrapper", "the last map shows two numbers of each head side by side.",
     [](const Lesson& l) {
         Matrix both(6, 4);
         both << l.traces[0](Stage::Context, 0), l.traces[0](Stage::Context, 1);
         return l.traces[0](Stage::Concat) == both;
     }},
    {"multi-head-split", "Wo and bo turn its two contexts into its output.",
     [](const Lesson& l) {
         const Layer& layer = l.session.layers[0];
         Matrix output = l.traces[0](Stage::Concat) * *layer[Parameter::Wo];
         output.rowwise() += layer[Parameter::Bo]->row(0);
         return layer.allHeads.size() == 2 && l.traces[0](Stage::Concat).cols() == 2 &&
                (l.traces[0](Stage::Output) - output).cwiseAbs().maxCoeff() < 1e-6F;
     }},
    {"cross-attention", "six rows, eight columns.",
     [](const Lesson& l) { return l.weights().rows() == 6 && l.weights().cols() == 8; }},
    {"cross-attention", "dessert and cake: untrained, its weight is 0.12.",
     [](const Lesson& l) { return reads(l.weights()(4, 7), "0.12"); }},
    {"saturation", "Without a scale, dk = 64 gives one word over 0.95 of each row.",
     [](const Lesson& l) {
         return matrixOf(l, Parameter::Wq).cols() == 64 && l.weights().rowwise().maxCoeff().minCoeff() > 0.95F;
     }},
    {"saturation", "weight; with Attention > Scale and temperature, 0.98 becomes 0.55.",
     [](const Lesson& l) {
         const Session scaled = with(l.session, [](Options& o) { o.scale.kind = Scale::Kind::SqrtDk; });
         return reads(l.weights().row(5).maxCoeff(), "0.98") &&
                reads(tracesOf(scaled)[0](Stage::Weights).row(5).maxCoeff(), "0.55");
     }},
    {"positions", "Without positions, both “the” would have the same row of weights.",
     [](const Lesson& l) {
         const Matrix without = tracesOf(*withPositions(l.session, {}))[0](Stage::Weights);
         return Matrix(without.row(0)) == Matrix(without.row(3));
     }},
    {"positions", "the first the: it attends most to “man”, the second to the first.",
     [](const Lesson& l) { return largestIn(l.weights(), 0) == 4 && largestIn(l.weights(), 3) == 0; }},
    {"window", "itself: all its weight is on “word”, “sees” and itself.",
     [](const Lesson& l) {
         return isOnlyAt(l.weights(), 8, {6, 7, 8});
     }},
    {"two-layers", "“it” attends to “cat” in the second layer, “cat” to “black” in the first;",
     [](const Lesson& l) {
         return l.traces[1](Stage::Weights)(5, 2) > 0.99F && l.traces[0](Stage::Weights)(2, 1) > 0.99F;
     }},
    {"two-layers", "the rollout joins them with 0.25.",
     [](const Lesson& l) { return reads(l.traces[1](Stage::Rollout)(5, 1), "0.25"); }},
};

QString plainText(const Example& example) { return QTextDocumentFragment::fromHtml(example.shownText()).toPlainText(); }

} // namespace

class LessonsTest : public QObject {
    Q_OBJECT

private slots:
    void whatIsSaidIsSo_data() {
        QTest::addColumn<int>("claim");
        for (int i = 0; i < static_cast<int>(std::size(kClaims)); ++i)
            QTest::addRow("%s: %s", kClaims[i].file, kClaims[i].phrase) << i;
    }
    void whatIsSaidIsSo() {
        QFETCH(int, claim);
        const auto& [file, phrase, holds] = kClaims[claim];
        const QString resource = QString(":/examples/%1.headlight").arg(file);
        const auto found = std::ranges::find(examples(), resource,
                                             [](const Example& e) { return QString(e.resource); });
        QVERIFY(found != examples().end());
        QVERIFY2(plainText(*found).contains(phrase), qPrintable(plainText(*found)));
        QVERIFY(holds(lesson(file)));
    }

    /// A text has at most two sentences, which fit on two lines at 1280 x 800, and one link.
    void everyTextIsShort() {
        static const QRegularExpression end("\\. "), link("<a [^>]*>[^<]+</a>");
        for (const Example& example : examples()) {
            const QString text = plainText(example);
            QVERIFY2(text.endsWith('.') && text.size() <= 154, example.title);
            QVERIFY2(text.count(end) <= 1, qPrintable(text));
            QCOMPARE(example.shownText().count(link), 1);
            QVERIFY2(std::ranges::any_of(kClaims, [&](const Claim& claim) { return text.contains(claim.phrase); }),
                     example.title);
        }
    }
};

QTEST_GUILESS_MAIN(LessonsTest)
#include "tst_lessons.moc"
