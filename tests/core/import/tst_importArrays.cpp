#include "attention/formulas.h"
#include "import/importArrays.h"
#include "session/consistency.h"
#include "session/edits.h"

#include <QTest>

#include <cmath>

using namespace headlight;

namespace {

Result<std::vector<NamedArray>> dataFile(const QString& name) {
    return readArrays(std::filesystem::path(HEADLIGHT_TEST_DATA) / "arrays" / name.toStdString());
}

const NamedArray& named(const std::vector<NamedArray>& arrays, std::string_view name) {
    return *std::ranges::find(arrays, name, &NamedArray::name);
}

NamedArray array(const std::string& name, std::vector<std::int64_t> shape, std::vector<float> values) {
    return {name, std::move(shape), std::move(values)};
}

/// Returns one head that reads two numbers.
std::vector<NamedArray> small() {
    return {array("W_q", {2, 1}, {1, 2}), array("W_k", {2, 1}, {3, 4}), array("W_v", {2, 1}, {5, 6})};
}

/// Returns numbers ((7 i + 13 seed) mod 11 - 5) / 8 for i = 0, 1 ...
NamedArray wave(const std::string& name, int seed, const std::vector<std::int64_t>& shape) {
    std::int64_t count = 1;
    for (const std::int64_t side : shape) count *= side;
    std::vector<float> values;
    for (std::int64_t i = 0; i < count; ++i) values.push_back(static_cast<float>((i * 7 + seed * 13) % 11 - 5) / 8);
    return array(name, shape, values);
}

} // namespace

class ImportArraysTest : public QObject {
    Q_OBJECT

private slots:
    /// The formulas compute what the classes of the notebooks and nn.MultiheadAttention made of their input X. The
    /// tolerance is float32's roundings in about 20 sums and products of numbers below 2: 20 * 2 * 2^-24 < 3e-6.
    void whatTheClassesMake_data() {
        QTest::addColumn<int>("heads");
        QTest::addColumn<QString>("uses"); // "b": biases, "o": W_o, "m": the mask
        for (const char* ending : {".npz", ".safetensors"}) {
            const auto row = [&](const char* name, int heads, const char* uses) {
                QTest::newRow(qPrintable(QString(name) + ending)) << heads << QString(uses);
            };
            row("v1", 1, "");
            row("v2", 1, "b");
            row("causal", 1, "m");
            row("wrapper", 2, "m");
            row("split", 2, "om");
        }
        QTest::newRow("torch.safetensors") << 2 << "bo";
    }
    void whatTheClassesMake() {
        QFETCH(int, heads);
        QFETCH(QString, uses);
        const auto arrays = dataFile(QTest::currentDataTag());
        QVERIFY(arrays.ok());
        const auto set = arraySet(*arrays);
        QVERIFY2(set, set ? "" : set.text().c_str());
        const Session blank = blankSession();
        ImportChoices choices = usualChoices(*set);
        choices.heads = heads;
        const auto session = withArrays(blank, 0, *set, *arrays, choices);
        QVERIFY2(session, session ? "" : session.text().c_str());
        QVERIFY(!firstInconsistency(*session));
        const Layer& layer = session->layers[0];
        QCOMPARE(static_cast<bool>(layer.allHeads[0][Parameter::Bq]), uses.contains('b'));
        QCOMPARE(static_cast<bool>(layer[Parameter::Wo]), uses.contains('o'));
        QCOMPARE(layer.options.mask.causal, uses.contains('m'));
        const ReferenceTrace trace = reference(*session);
        const MatrixD& made = trace(uses.contains('o') ? Stage::Output : Stage::Concat);
        const NamedArray& meant = named(*arrays, "made");
        QCOMPARE(static_cast<std::size_t>(made.size()), meant.values.size());
        for (Index i = 0; i < made.size(); ++i)
            QVERIFY2(std::abs(made.data()[i] - double(meant.values[static_cast<std::size_t>(i)])) < 3e-6,
                     qPrintable(QString("%1: %2, %3").arg(i).arg(made.data()[i]).arg(meant.values[size_t(i)])));
    }

    /// The output of classes whose arrays have other forms, computed by NumPy in double: with W_q, W_k, W_v, W_o of the
    /// seeds 1 to 4 and X of seed 9, [3, 4], softmax(Q K^T / sqrt(d_k)) V W_o; written with six decimals.
    void otherForms_data() {
        QTest::addColumn<QStringList>("names"); // of W_q, W_k, W_v, W_o
        QTest::addColumn<QString>("shapes");
        QTest::addColumn<int>("heads");
        QTest::addColumn<std::vector<double>>("meant");
        // 2 heads of keys, each for 2 of 4 heads
        QTest::newRow("groups of heads") << QStringList{"q_proj.weight", "k_proj.weight", "v_proj.weight",
                                                        "o_proj.weight"}
                                         << "8,4 4,4 4,4 4,8" << 4
                                         << std::vector{0.005608, 0.015934,  0.026668, 0.058115,  -0.010154, -0.003940,
                                                        0.009663, -0.012416, 0.019091, -0.041924, -0.061833, -0.041972};
        QTest::newRow("TransformerLens, one head of keys")
            << QStringList{"W_Q", "W_K", "W_V", "W_O"} << "2,4,2 1,4,2 1,4,2 2,2,4" << 2
            << std::vector{0.020978,  -0.010370, -0.027095, 0.012204,  0.014697,  -0.000899,
                           -0.023508, -0.003665, 0.069047,  -0.005062, -0.081891, 0.072699};
        QTest::newRow("Keras") << QStringList{"query/kernel", "key/kernel", "value/kernel", "attention_output/kernel"}
                               << "4,2,2 4,2,2 4,2,2 2,2,4" << 2
                               << std::vector{0.031691,  -0.015552, -0.026253, 0.028137,  0.031155,  -0.023862,
                                              -0.029894, 0.032343,  0.027892,  -0.021111, -0.026407, 0.029663};
        QTest::newRow("the Annotated Transformer")
            << QStringList{"linears.0.weight", "linears.1.weight", "linears.2.weight", "linears.3.weight"}
            << "4,4 4,4 4,4 4,4" << 2 << std::vector{-0.005754, 0.020080, -0.001765, -0.023459, -0.036652, 0.016834,
                                                     -0.026591, 0.010309, 0.030284,  -0.045691, 0.019059,  0.019299};
    }
    void otherForms() {
        QFETCH(QStringList, names);
        QFETCH(QString, shapes);
        QFETCH(int, heads);
        QFETCH(std::vector<double>, meant);
        std::vector<NamedArray> arrays{wave("X", 9, {3, 4})};
        for (int i = 0; i < 4; ++i) {
            std::vector<std::int64_t> shape;
            for (const QString& side : shapes.section(' ', i, i).split(',')) shape.push_back(side.toInt());
            arrays.push_back(wave("a." + names[i].toStdString(), i + 1, shape));
        }
        const auto set = arraySet(arrays);
        QVERIFY2(set, set ? "" : set.text().c_str());
        ImportChoices choices = usualChoices(*set);
        choices.heads = heads;
        const auto session = withArrays(blankSession(), 0, *set, arrays, choices);
        QVERIFY2(session, session ? "" : session.text().c_str());
        const ReferenceTrace trace = reference(*session);
        const MatrixD& made = trace(Stage::Output);
        QCOMPARE(static_cast<std::size_t>(made.size()), meant.size());
        for (Index i = 0; i < made.size(); ++i)
            QVERIFY2(std::abs(made.data()[i] - meant[static_cast<std::size_t>(i)]) < 2e-6,
                     qPrintable(QString("%1: %2").arg(i).arg(made.data()[i])));
    }

    /// Layer norms before and after the heads, computed by NumPy in double from the same numbers; gain 1 + wave(5),
    /// bias wave(6), eps 0.001, two heads, d = 4. The result is X + output, of GPT-2 with its causal mask, of BERT
    /// normalised.
    void layerNorms_data() {
        QTest::addColumn<QStringList>("names"); // of gain and bias
        QTest::addColumn<std::vector<double>>("meant");
        QTest::newRow("GPT-2") << QStringList{"h.0.ln_1.weight", "h.0.ln_1.bias"}
                               << std::vector{0.809530,  -0.800277, 0.247394, 0.751078,  0.933297,  -0.613566,
                                              -1.476408, 0.729305,  0.463961, -1.413059, -0.543992, 0.352129};
        QTest::newRow("BERT") << QStringList{"attention.output.LayerNorm.weight", "attention.output.LayerNorm.bias"}
                              << std::vector{-0.185916, -1.141259, 0.765638, -1.030777, -1.755965, 2.119247,
                                             -0.005853, -2.077264, 1.257715, -0.035089, -1.035861, 0.485346};
    }
    void layerNorms() {
        QFETCH(QStringList, names);
        QFETCH(std::vector<double>, meant);
        const bool isGpt = names[0].startsWith('h');
        std::vector<NamedArray> arrays{wave("X", 9, {3, 4}), wave(names[0].toStdString(), 5, {4}),
                                       wave(names[1].toStdString(), 6, {4})};
        for (float& value : arrays[1].values) value += 1;
        if (isGpt) {
            arrays.push_back(wave("h.0.attn.c_attn.weight", 1, {4, 12}));
            arrays.push_back(wave("h.0.attn.c_proj.weight", 4, {4, 4}));
        }
        int seed = 0;
        for (const char* name : {"self.query", "self.key", "self.value", "output.dense"})
            if (!isGpt) arrays.push_back(wave(std::string("attention.") + name + ".weight", ++seed, {4, 4}));
        ModelConfig config;
        config.type = isGpt ? "gpt2" : "bert";
        config.d = 4, config.heads = 2, config.eps = 0.001;
        const auto set = arraySet(arrays, {.config = {config, {}}});
        QVERIFY2(set, set ? "" : set.text().c_str());
        const ImportChoices choices = usualChoices(*set);
        QVERIFY(choices.norm && choices.heads == 2);
        ImportChoices causal = choices;
        causal.isCausal = isGpt;
        const auto session = withArrays(blankSession(), 0, *set, arrays, causal);
        QVERIFY2(session, session ? "" : session.text().c_str());
        QVERIFY(!firstInconsistency(*session));
        const ReferenceTrace trace = reference(*session);
        const MatrixD& made = trace(Stage::Result);
        QCOMPARE(static_cast<std::size_t>(made.size()), meant.size());
        for (Index i = 0; i < made.size(); ++i)
            QVERIFY2(std::abs(made.data()[i] - meant[static_cast<std::size_t>(i)]) < 3e-6,
                     qPrintable(QString("%1: %2").arg(i).arg(made.data()[i])));
        causal.norm.reset();
        QVERIFY(!withArrays(blankSession(), 0, *set, arrays, causal)->layers[0].norm);
    }

    void whereTheNormIs_data() {
        QTest::addColumn<QStringList>("names"); // of the layer, and of the norm
        QTest::addColumn<QString>("where");
        QTest::newRow("nn.TransformerEncoderLayer") << QStringList{"layers.0.self_attn", "layers.0.norm1"} << "?";
        QTest::newRow("nn.TransformerDecoderLayer") << QStringList{"layers.0.multihead_attn", "layers.0.norm1"} << "";
        QTest::newRow("timm") << QStringList{"blocks.0.attn", "blocks.0.norm1"} << "before";
        QTest::newRow("ViT") << QStringList{"layer.0.attention.attention", "layer.0.layernorm_before"} << "before";
        QTest::newRow("GPT-Neo") << QStringList{"h.0.attn.attention", "h.0.ln_1"} << "before";
        QTest::newRow("DistilBERT") << QStringList{"layer.0.attention", "layer.0.sa_layer_norm"} << "after";
        QTest::newRow("OPT") << QStringList{"layers.0.self_attn", "layers.0.self_attn_layer_norm"} << "?";
        QTest::newRow("another layer") << QStringList{"h.0.attn", "h.1.ln_1"} << "";
    }
    void whereTheNormIs() {
        QFETCH(QStringList, names);
        QFETCH(QString, where);
        std::vector<NamedArray> arrays;
        for (const char* name : {".q_proj", ".k_proj", ".v_proj", ".out_proj"})
            arrays.push_back(wave(names[0].toStdString() + name, 1, {4, 4}));
        for (const char* name : {".weight", ".bias"}) arrays.push_back(wave(names[1].toStdString() + name, 1, {4}));
        const auto set = arraySet(arrays);
        QVERIFY2(set, set ? "" : set.text().c_str());
        const auto& norm = set->layers[0].norm;
        QCOMPARE(!norm ? "" : !norm->place ? "?" : *norm->place == Norm::Place::Before ? "before" : "after", where);
        QCOMPARE(usualChoices(*set).norm.has_value(), where.size() > 1);
        if (norm) QVERIFY(normWith(set->layers[0], Norm::Place::After));
    }

    void aSentenceIsKept() {
        const auto arrays = small();
        const auto set = arraySet(arrays);
        const Session before = *withSentence(newSession(1, 3, 2, 2, 2), "the cat");
        const auto after = withArrays(before, 0, *set, arrays, usualChoices(*set));
        QVERIFY2(after, after ? "" : after.text().c_str());
        QCOMPARE(after->text.tokens->texts, before.text.tokens->texts);
        QCOMPARE(tokenVectors(after->text), Matrix(tokenVectors(before.text).leftCols(2)));
        QCOMPARE(*after->layers[0].allHeads[0][Parameter::Wk].kept, Matrix((Matrix(2, 1) << 3, 4).finished()));
    }

    void aSentenceIsTyped() {
        const auto arrays = small();
        const auto set = arraySet(arrays);
        ImportChoices choices = usualChoices(*set);
        choices.words = ImportChoices::Words::Typed;
        choices.sentence = "a b a";
        const auto after = withArrays(blankSession(), 0, *set, arrays, choices);
        QCOMPARE(after->text.tokens->count(), 3);
        QCOMPARE(after->text.embeddings.cols(), Index(2));
    }

    void wordsOfX_data() {
        QTest::addColumn<bool>("hasTokens");
        QTest::addColumn<QString>("sentence");
        QTest::addColumn<QString>("meant");
        QTest::newRow("the file's") << true << "two words"
                                    << "a b";
        QTest::newRow("the session's") << false << "two words"
                                       << "two words";
        QTest::newRow("none") << false << ""
                              << "x1 x2";
    }
    void wordsOfX() {
        QFETCH(bool, hasTokens);
        QFETCH(QString, sentence);
        QFETCH(QString, meant);
        auto arrays = small();
        arrays.push_back(array("X", {2, 2}, {1, 2, 3, 4}));
        if (hasTokens) arrays.push_back({"tokens", {2}, {}, {"a", "b"}});
        const auto set = arraySet(arrays);
        Session before = *withSentence(blankSession(), sentence.toStdString());
        before = *withGivenMask(before, 0, true);
        const auto after = withArrays(before, 0, *set, arrays, usualChoices(*set));
        QVERIFY2(after, after ? "" : after.text().c_str());
        QVERIFY(!firstInconsistency(*after));
        QCOMPARE(QString::fromStdString(after->text.sentence), meant);
        QCOMPARE(tokenVectors(after->text), Matrix((Matrix(2, 2) << 1, 2, 3, 4).finished()));
    }

    void tokensOfXAreNamed() {
        auto arrays = small();
        arrays.push_back(array("X", {2, 2}, {1, 2, 3, 4}));
        const auto set = arraySet(arrays);
        ImportChoices choices = usualChoices(*set);
        choices.sentence = "my shoes,";
        const auto after = withArrays(blankSession(), 0, *set, arrays, choices);
        QCOMPARE(after->text.tokens->texts, (std::vector<std::string>{"my", "shoes,"}));
        QCOMPARE(tokenVectors(after->text), Matrix((Matrix(2, 2) << 1, 2, 3, 4).finished()));
        choices.sentence = "my shoes are";
        QCOMPARE(withArrays(blankSession(), 0, *set, arrays, choices).text(),
                 std::string("The text has 3 tokens, but X has 2 rows."));
    }

    void tokensWithSpaces_data() {
        using Texts = std::vector<std::string>;
        QTest::addColumn<Texts>("tokens");
        QTest::addColumn<Texts>("names");
        QTest::newRow("as GPT-2 has them") << Texts{"Your", " journey"} << Texts{"Your", "journey"};
        QTest::newRow("within") << Texts{" a b", "c\n"} << Texts{"a␣b", "c"};
        QTest::newRow("empty") << Texts{"a", ""} << Texts{"a", "x2"};
        QTest::newRow("space alone") << Texts{" ", "\xC2\xA0"} << Texts{"x1", "x2"};
        QTest::newRow("two that differ") << Texts{"the", " the"} << Texts{"the", "␣the"};
        QTest::newRow("two spaces, the mark itself") << Texts{"a  b", "␣c"} << Texts{"a␣␣b", "␣c"};
    }
    /// Tokens with spaces have the same names in the file and in the window's field, which joins and splits them.
    void tokensWithSpaces() {
        QFETCH(std::vector<std::string>, tokens);
        QFETCH(std::vector<std::string>, names);
        auto arrays = small();
        arrays.push_back(array("X", {2, 2}, {1, 2, 3, 4}));
        arrays.push_back({"tokens", {2}, {}, tokens});
        const auto set = arraySet(arrays);
        ImportChoices choices = usualChoices(*set);
        QCOMPARE(tokensOfX(*set, arrays, blankSession()), names);
        for (const std::string& field : {std::string(), names[0] + " " + names[1]}) {
            choices.sentence = field;
            const auto after = withArrays(blankSession(), 0, *set, arrays, choices);
            QVERIFY2(after, after ? "" : after.text().c_str());
            QCOMPARE(after->text.tokens->texts, names);
            QCOMPARE(tokenVectors(after->text), Matrix((Matrix(2, 2) << 1, 2, 3, 4).finished()));
        }
    }

    void xAlone() {
        const std::vector arrays{array("X", {2, 2}, {1, 2, 3, 4})};
        const auto set = arraySet(arrays);
        const Session before = *withSentence(newSession(1, 3, 2, 2, 2), "one two");
        const auto after = withArrays(before, 0, *set, arrays, usualChoices(*set));
        QVERIFY2(after, after ? "" : after.text().c_str());
        QVERIFY(!firstInconsistency(*after));
        QCOMPARE(tokenVectors(after->text), Matrix((Matrix(2, 2) << 1, 2, 3, 4).finished()));
        QCOMPARE(after->layers[0].allHeads.size(), std::size_t(2));
    }

    void equalTokensNeedEqualRows() {
        auto arrays = small();
        arrays.push_back(array("X", {2, 2}, {1, 2, 1, 2}));
        arrays.push_back({"tokens", {2}, {}, {"a", "a"}});
        const auto set = arraySet(arrays);
        QVERIFY(withArrays(blankSession(), 0, *set, arrays, usualChoices(*set)).ok());
        arrays[3].values[2] = 5;
        const auto after = withArrays(blankSession(), 0, *set, arrays, usualChoices(*set));
        QCOMPARE(after.text(),
                 std::string("X has two vectors for the token \"a\", in its rows 1 and 2. If positions were "
                             "added to it, give the embeddings without them."));
    }

    /// The layers above read what the imported layer makes.
    void ofSeveralLayers() {
        const auto arrays = small();
        const auto set = arraySet(arrays);
        const Session before = *withLayerAdded(*withSentence(newSession(1, 2, 2, 2, 2), "the cat"));
        ImportChoices choices = usualChoices(*set);
        const auto lower = withArrays(before, 0, *set, arrays, choices);
        QVERIFY2(lower, lower ? "" : lower.text().c_str());
        QVERIFY(!firstInconsistency(*lower));
        QCOMPARE(sizesOf(*lower, 1).d, 1);
        const auto upper = withArrays(before, 1, *set, arrays, choices);
        QCOMPARE(upper.text(),
                 std::string("W_q of head 1 is [2, 1], but layer 2 needs [4, 1] (d by the d_k of the first "
                             "head)."));
    }

    /// Nothing of the old layer stays, even if the set has less.
    void nothingOfTheOldLayerStays() {
        const auto arrays = small();
        const auto set = arraySet(arrays);
        Session before = *withOptional(newSession(1, 2, 2, 2, 2), 0, Parameter::Wo, true);
        before = *withOptional(before, 0, Parameter::Bq, true);
        before = *withoutTrainableWeights(before, 0);
        const auto after = withArrays(before, 0, *set, arrays, usualChoices(*set));
        const Layer& layer = after->layers[0];
        QCOMPARE(layer.allHeads.size(), std::size_t(1));
        QVERIFY(layer.usesWeights() && !layer[Parameter::Wo].kept && !layer.allHeads[0][Parameter::Bq].kept);
        QCOMPARE(layer.options.scale.kind, Scale::Kind::SqrtDk);
        const auto again = withArrays(*after, 0, *set, arrays, usualChoices(*set));
        QVERIFY(*again == *after); // no undo step
    }

    /// A second sentence's tokens are named by the file or by the session's second sentence, or not at all.
    void aSecondSentence_data() {
        QTest::addColumn<bool>("isThere"); // a second sentence in the session
        QTest::addColumn<bool>("hasTokens");
        QTest::addColumn<QString>("meant");
        QTest::newRow("new") << false << false << "x1 x2 x3";
        QTest::newRow("named") << false << true << "a b c";
        QTest::newRow("of the session") << true << false << "one two three";
        QTest::newRow("named instead") << true << true << "a b c";
    }
    void aSecondSentence() {
        QFETCH(bool, isThere);
        QFETCH(bool, hasTokens);
        QFETCH(QString, meant);
        std::vector arrays{array("W_q", {2, 1}, {1, 2}), array("W_k", {3, 1}, {3, 4, 5}),
                           array("W_v", {3, 1}, {5, 6, 7}), array("X", {2, 2}, {1, 2, 3, 4}),
                           array("X_kv", {3, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9})};
        if (hasTokens) arrays.push_back({"tokens_kv", {3}, {}, {"a", "b", "c"}});
        const auto set = arraySet(arrays);
        QVERIFY2(set, set ? "" : set.text().c_str());
        Session before = blankSession();
        if (isThere) before = *withSentence(*withSecondSentence(before, true), "one two three", {}, Sentence::Second);
        const ImportChoices choices = usualChoices(*set);
        const auto after = withArrays(before, 0, *set, arrays, choices);
        QVERIFY2(after, after ? "" : after.text().c_str());
        QVERIFY(!firstInconsistency(*after));
        QVERIFY(notUsedText(*set, arrays, choices).empty());
        QCOMPARE(QString::fromStdString(after->source->sentence), meant);
        QCOMPARE(tokenVectors(*after->source), Matrix((Matrix(3, 3) << 1, 2, 3, 4, 5, 6, 7, 8, 9).finished()));
        QCOMPARE(*matrixOf(*after, {Parameter::Wk, 0, 0}), Matrix((Matrix(3, 1) << 3, 4, 5).finished()));
    }

    /// One rule holds for all arrays that are taken; a mask may have any numbers.
    void onlyFiniteNumbersAreTaken_data() {
        QTest::addColumn<QString>("which");
        QTest::addColumn<bool>("isTooLarge");
        QTest::addColumn<QString>("why");
        for (const char* which : {"W_q", "W_v", "X", "X_kv"})
            QTest::newRow(which) << which << false
                                 << QString(
                                        "Its array \"%1\" has numbers that are NaN or infinite, but only finite ones "
                                        "can be taken.")
                                        .arg(which);
        QTest::newRow("1e300") << "W_k" << true
                               << "Its array \"W_k\" has numbers that are too large for float32, which ends at 3.4e38, "
                                  "but only finite ones can be taken.";
        QTest::newRow("mask") << "mask" << false << "";
    }
    void onlyFiniteNumbersAreTaken() {
        QFETCH(QString, which);
        QFETCH(bool, isTooLarge);
        QFETCH(QString, why);
        auto arrays = small();
        arrays.push_back(array("X", {2, 2}, {1, 2, 3, 4}));
        arrays.push_back(array("X_kv", {2, 2}, {1, 2, 3, 4}));
        arrays.push_back(array("mask", {2, 2}, {0, -INFINITY, 0, 0}));
        auto& one = *std::ranges::find(arrays, which.toStdString(), &NamedArray::name);
        if (which != "mask") one.values[1] = INFINITY;
        one.isTooLarge = isTooLarge;
        const auto set = arraySet(arrays);
        const auto after = withArrays(blankSession(), 0, *set, arrays, usualChoices(*set));
        QCOMPARE(after ? QString() : QString::fromStdString(after.text()), why);
    }

    /// The number of heads is only known if the file says it.
    void usualHeads() {
        const auto heads = [](const std::vector<std::int64_t>& shape) {
            std::vector<NamedArray> arrays;
            for (const char* name : {"W_q", "W_k", "W_v"}) arrays.push_back(array(name, shape, std::vector<float>(8)));
            return usualChoices(*arraySet(arrays)).heads;
        };
        QCOMPARE(heads({2, 4}), 0);
        QCOMPARE(heads({2, 2, 2}), 2);
        QCOMPARE(heads({8, 1}), 1);
    }

    /// GPT-2's files have no mask since its buffers are not saved.
    void cAttnIsCausal() {
        const auto isCausal = [](const char* name) {
            return usualChoices(*arraySet(std::vector{array(name, {2, 6}, std::vector<float>(12))})).isCausal;
        };
        QVERIFY(isCausal("h.0.attn.c_attn.weight"));
        QVERIFY(!isCausal("h.0.attn.qkv.weight") && !isCausal("in_proj_weight"));
    }

    /// Row r of the array is (r, -r), that of the bias 100 + r. Two heads have d_k = 2. Thirds: rows 0 and 1 are q of
    /// head 1, rows 2 and 3 q of head 2, then k, then v. Heads: rows 0 and 1 are q of head 1, rows 2 and 3 its k, 4 and
    /// 5 its v.
    void oneArrayOfAll_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("isTransposed");
        QTest::addColumn<std::optional<Joined>>("joined"); // nothing: as the name says
        QTest::addColumn<std::vector<int>>("firsts");      // q of head 1, of head 2, k, k, v, v
        const std::vector<int> thirds{0, 2, 4, 6, 8, 10}, heads{0, 6, 2, 8, 4, 10};
        using Choice = std::optional<Joined>;
        QTest::newRow("nn.MultiheadAttention") << "in_proj_" << true << Choice() << thirds;
        QTest::newRow("nanoGPT") << "attn.c_attn." << true << Choice() << thirds;
        QTest::newRow("BLOOM") << "h.0.self_attention.query_key_value." << true << Choice() << heads;
        QTest::newRow("BLOOM, decided") << "query_key_value." << true << Choice(Joined::Thirds) << thirds;
        QTest::newRow("a class, thirds") << "qkv_proj." << true << Choice(Joined::Thirds) << thirds;
        QTest::newRow("a class, heads") << "qkv_proj." << true << Choice(Joined::Heads) << heads;
        QTest::newRow("[in, out], thirds") << "qkv_" << false << Choice(Joined::Thirds) << thirds;
        QTest::newRow("[in, out], heads") << "qkv_" << false << Choice(Joined::Heads) << heads;
    }
    void oneArrayOfAll() {
        QFETCH(QString, name);
        QFETCH(bool, isTransposed);
        QFETCH(std::optional<Joined>, joined);
        QFETCH(std::vector<int>, firsts);
        std::vector<float> weights, biases;
        for (int i = 0; i < 24; ++i)
            weights.push_back(static_cast<float>(isTransposed ? (i % 2 ? -i / 2 : i / 2) : i < 12 ? i : 12 - i));
        for (int i = 0; i < 12; ++i) biases.push_back(static_cast<float>(100 + i));
        const auto shape = isTransposed ? std::vector<std::int64_t>{12, 2} : std::vector<std::int64_t>{2, 12};
        const std::vector arrays{array(name.toStdString() + (isTransposed ? "weight" : ""), shape, weights),
                                 array(name.toStdString() + "bias", {12}, biases)};
        const auto set = arraySet(arrays);
        QVERIFY2(set, set ? "" : set.text().c_str());
        ImportChoices choices = usualChoices(*set);
        QVERIFY(choices.joined || joined);
        if (joined) choices.joined = joined;
        choices.heads = 2;
        const auto session = withArrays(blankSession(), 0, *set, arrays, choices);
        QVERIFY2(session, session ? "" : session.text().c_str());
        std::size_t at = 0;
        using enum Parameter;
        for (const auto& [weight, bias] : {std::pair(Wq, Bq), std::pair(Wk, Bk), std::pair(Wv, Bv)})
            for (const int head : {0, 1}) {
                const float first = static_cast<float>(firsts[at++]);
                QCOMPARE(*matrixOf(*session, {weight, 0, head}),
                         Matrix((Matrix(2, 2) << first, first + 1, -first, -first - 1).finished()));
                QCOMPARE(*matrixOf(*session, {bias, 0, head}),
                         Matrix((Matrix(1, 2) << 100 + first, 101 + first).finished()));
            }
    }
};

QTEST_APPLESS_MAIN(ImportArraysTest)
#include "tst_importArrays.moc"
