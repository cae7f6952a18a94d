// No edit makes such sessions and no reader accepts them; if there is one all the same, the message says what is wrong.
#include "session/consistency.h"
#include "session/edits.h"
#include "support/changing.h"
#include "support/layers.h"

#include <QTest>

#include <limits>

using namespace headlight;
using namespace headlight::testing;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Case {
    const char* name;
    void (*change)(Session&); ///< changes "a b c", d = 5, two heads of d_k 3 and d_v 2
    const char* said;         ///< empty: nothing is wrong
};

void changeVocabulary(Session& s, void (*change)(Vocabulary&)) {
    Vocabulary now = *s.text.vocabulary;
    change(now);
    s.text.vocabulary = std::move(now);
}

void setFactor(Session& s, double scale, double temperature) {
    changing(s)->options.scale = {Scale::Kind::Factor, scale};
    changing(s)->options.temperature = temperature;
}
constexpr const char* kFactor = "layers[0].options.scale: divided by the temperature, it must be 0 or have an absolute "
                                "value from 1e-30 to 1e30.";

const Case kCases[] = {
    {"no tokens", [](Session& s) { s.text.tokens = {}; }, "embeddings: missing."},
    {"no columns", [](Session& s) { s.text.embeddings = Matrix(3, 0); },
     "embeddings: 0 columns; from 1 to 8192 are possible."},
    {"id twice", [](Session& s) { changeVocabulary(s, [](Vocabulary& v) { v.entries[1].id = v.entries[0].id; }); },
     "vocabulary: the id 0 occurs twice."},
    {"token without a row",
     [](Session& s) { s.text.embeddings = Matrix(Matrix::Zero(0, 5)), s.text.vocabulary = Vocabulary(); },
     "vocabulary: a token of the sentence has no embedding row."},
    {"the second sentence's", [](Session& s) { s.source = s.text, s.source->tokens = {}; },
     "context_sentence.embeddings: missing."},
    {"of one that is off", [](Session& s) { s.source = s.text, s.source->tokens = {}, s.source.isOn = false; },
     "context_sentence.embeddings: missing."},
    {"a weight of no columns", [](Session& s) { changing(s)->allHeads[1][Parameter::Wk] = Matrix(5, 0); },
     "layers[0].heads[1].W_k: 0 columns; from 1 to 8192 are possible."},
    {"a head without weights", [](Session& s) { changing(s)->allHeads[1] = {}; },
     "layers[0].heads[1]: either every head must have W_q, W_k and W_v, or there must be a single head without them."},
    {"temperature", [](Session& s) { changing(s)->options.temperature = kInfinity; },
     "layers[0].options.temperature: must be a number above 0."},
    {"scale",
     [](Session& s) {
         changing(s)->options.scale = {Scale::Kind::Factor, kInfinity};
     },
     "layers[0].options.scale: must be a finite number."},
    {"a factor above 1e30", [](Session& s) { setFactor(s, 1.1e30, 1); }, kFactor},
    {"a negative one", [](Session& s) { setFactor(s, -1.1e30, 1); }, kFactor},
    {"one by the temperature", [](Session& s) { setFactor(s, 1, 1e-39); }, kFactor},
    {"a factor below 1e-30", [](Session& s) { setFactor(s, 1, 1.1e30); }, kFactor},
    {"one beyond double", [](Session& s) { setFactor(s, 1, 4e-324); }, kFactor},
    {"one below double", [](Session& s) { setFactor(s, 1e-300, 1e300); }, kFactor},
    {"one by d_k", // 1 / √3 / 6e29 = 9.6e-31
     [](Session& s) {
         changing(s)->options.scale = {};
         changing(s)->options.temperature = 6e29;
     },
     kFactor},
    {"the largest factor", [](Session& s) { setFactor(s, 1e30, 1); }, ""},
    {"the largest negative one", [](Session& s) { setFactor(s, -1, 1e-30); }, ""},
    {"the smallest factor", [](Session& s) { setFactor(s, 1, 1e30); }, ""},
    {"no factor", [](Session& s) { setFactor(s, 0, 1e-39); }, ""},
    {"a scale that is not used",
     [](Session& s) {
         setFactor(s, 1e39, 1);
         changing(s)->options.scale.kind = {};
     },
     ""},
    {"dropout", [](Session& s) { changing(s)->options.dropout = Dropout{1}; },
     "layers[0].options.dropout.rate: must be from 0 to below 1."},
    {"dropout that is off",
     [](Session& s) {
         changing(s)->options.dropout = Dropout{-0.5};
         changing(s)->options.dropout.isOn = false;
     },
     "layers[0].options.dropout.rate: must be from 0 to below 1."},
    {"window", [](Session& s) { changing(s)->options.mask.window = -1; },
     "layers[0].options.mask.window: must be from 1 to 46339."},
    {"the widest window", [](Session& s) { changing(s)->options.mask.window = 46339; }, ""},
    {"a wider one", [](Session& s) { changing(s)->options.mask.window = 46340; },
     "layers[0].options.mask.window: must be from 1 to 46339."},
    {"a window that is off",
     [](Session& s) {
         changing(s)->options.mask.window = 46340;
         changing(s)->options.mask.window.isOn = false;
     },
     "layers[0].options.mask.window: must be from 1 to 46339."},
    {"hidden",
     [](Session& s) {
         changing(s)->options.mask.hidden = {1, 0};
     },
     "layers[0].options.mask.hidden: the tokens must be in ascending order, without duplicates."},
    {"norm without its gain", [](Session& s) { changing(s)->norm = Norm{}; }, "layers[0]: gain is missing."},
    {"gain without a norm", [](Session& s) { changing(s)[Parameter::NormGain] = Matrix(Matrix::Ones(1, 5)); },
     "layers[0]: gain requires a layer norm."},
    {"norm that is off",
     [](Session& s) {
         changing(s)->norm = Norm{Norm::Place::Before, kInfinity};
         changing(s)->norm.isOn = false;
     },
     "layers[0].norm.eps: must be a number above 0."},
    {"no layers", [](Session& s) { s.layers = {}; }, "layers: 0 layers; from 1 to 64 are possible."},
    {"learned positions without a table",
     [](Session& s) {
         s.positions = Positions{Positions::Kind::Learned, {}};
     },
     "positions: a table is missing."},
    {"a table of too few rows",
     [](Session& s) {
         s.positions = Positions{Positions::Kind::Learned, Matrix(2, 5)};
     },
     "positions.table: 2 rows, but there are 3 tokens. Add a row for each token, or shorten the sentence."},
};

} // namespace

class ConsistencyTest : public QObject {
    Q_OBJECT

private slots:
    void isTold_data() {
        QTest::addColumn<int>("index");
        for (int i = 0; i < static_cast<int>(std::size(kCases)); ++i) QTest::newRow(kCases[i].name) << i;
    }
    void isTold() {
        QFETCH(int, index);
        const Case& one = kCases[index];
        Session session = sample(1);
        QVERIFY(!firstInconsistency(session));
        one.change(session);
        QCOMPARE(QString::fromStdString(firstInconsistency(session).value_or("")), QString(one.said));
    }
};

QTEST_APPLESS_MAIN(ConsistencyTest)
#include "tst_consistency.moc"
