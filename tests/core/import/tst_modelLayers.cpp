#include "attention/formulas.h"
#include "import/importArrays.h"
#include "session/consistency.h"
#include "session/edits.h"

#include <QTest>

#include <cmath>

using namespace headlight;

namespace {

/// Returns numbers ((7 i + 13 seed) mod 11 - 5) / 8 for i = 0, 1 ...
NamedArray wave(const std::string& name, int seed, const std::vector<std::int64_t>& shape) {
    std::int64_t count = 1;
    for (const std::int64_t side : shape) count *= side;
    std::vector<float> values;
    for (std::int64_t i = 0; i < count; ++i) values.push_back(static_cast<float>((i * 7 + seed * 13) % 11 - 5) / 8);
    return {name, shape, values};
}

} // namespace

/// Tests the layers that are made of models of other programs.
class ModelLayersTest : public QObject {
    Q_OBJECT

private slots:
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
};

QTEST_APPLESS_MAIN(ModelLayersTest)
#include "tst_modelLayers.moc"
