#include "import/leftOut.h"

#include <QTest>

using namespace headlight;

namespace {

NamedArray array(const std::string& name, std::vector<std::int64_t> shape, std::vector<float> values) {
    return {name, std::move(shape), std::move(values)};
}

/// Returns one head that reads two numbers.
std::vector<NamedArray> small(const std::string& layer = {}) {
    return {array(layer + "W_q", {2, 1}, {1, 2}), array(layer + "W_k", {2, 1}, {3, 4}),
            array(layer + "W_v", {2, 1}, {5, 6})};
}

} // namespace

/// Tests the messages about arrays that are not taken.
class LeftOutTest : public QObject {
    Q_OBJECT

private slots:
    void whatIsNotUsedIsNamed() {
        auto arrays = small();
        arrays.push_back(array("X", {2, 2}, {1, 2, 3, 4}));
        arrays.push_back({"tokens", {2}, {}, {"a", "b"}});
        arrays.push_back(array("tril", {2, 2}, {1, 0, 1, 1}));
        const auto text = [&](ImportChoices choices) { return notUsedText(*arraySet(arrays), arrays, choices); };
        ImportChoices choices = usualChoices(*arraySet(arrays));
        QCOMPARE(text(choices), std::string());
        choices.isCausal = false;
        QCOMPARE(text(choices), std::string("tril [2, 2]"));
        choices.sentence = "c d";
        QCOMPARE(text(choices), std::string("tokens [2], tril [2, 2]"));
        choices.words = ImportChoices::Words::Typed;
        QCOMPARE(text(choices), std::string("X [2, 2], tokens [2], tril [2, 2]"));
        for (const char* name : {"X_two", "lm_head.weight", "mlp.weight"})
            arrays.push_back(array(name, {1, 1, 2}, {1, 2}));
        arrays[5].values[2] = 2;
        QCOMPARE(
            text(choices),
            std::string("X [2, 2], tokens [2], tril [2, 2] (a mask has 0 and 1, True and False, or 0 and -inf. Row "
                        "2, column 1 has another number), X_two [1, 1, 2], lm_head.weight [1, 1, 2] and 1 more"));
    }

    /// The names are those of modules of PyTorch, Hugging Face and timm.
    void whatTheModelMayCompute_data() {
        QTest::addColumn<QString>("layer");
        QTest::addColumn<QString>("what"); // empty: nothing for attention
        const auto row = [](const char* name, const char* layer, const char* what) {
            QTest::newRow(name) << QString(layer) << QString(what);
        };
        const char *const norm = "layer norm before the heads", *const rms = "RMS norm before the heads",
                          *const either = "RMS norm before or after the heads";
        row("norm1.weight", "self_attn.", either); // nn.TransformerEncoderLayer
        row("layers.3.norm1.bias", "layers.3.self_attn.", "layer norm before or after the heads");
        row("h.0.ln_1.weight", "h.0.attn.", norm);
        row("model.layers.1.input_layernorm.weight", "model.layers.1.self_attn.",
            "RMS norm before the heads and perhaps rotary positions");
        row("vit.encoder.layer.0.layernorm_before.weight", "vit.encoder.layer.0.attention.attention.", rms);
        row("encoder.block.0.layer.0.layer_norm.weight", "encoder.block.0.layer.0.SelfAttention.", either); // T5
        row("trf_blocks.0.norm1.scale", "trf_blocks.0.att.", rms);
        row("norm.weight", "", either);
        row("layers.0.sublayer.0.norm.a_2", "layers.0.self_attn.", norm); // the Annotated Transformer
        row("blocks.0.norm_attn.weight", "blocks.0.attn.", rms);
        row("bias_k", "", "a key and a value more");
        row("layers.0.self_attn.bias_v", "layers.0.self_attn.", "a key and a value more");
        row("layers.0.self_attn.q_norm.weight", "layers.0.self_attn.", "norms of q and k");
        row("h.2.attn.k_layernorm.weight", "h.2.attn.", "norms of q and k");
        row("block.0.layer.0.SelfAttention.relative_attention_bias.weight", "block.3.layer.0.SelfAttention.",
            "relative positions"); // the first layer's are used by all layers
        row("blocks.0.attn.relative_position_bias_table", "blocks.0.attn.", "relative positions");
        row("model.rotary_emb.inv_freq", "model.layers.0.self_attn.", "rotary positions");
        row("model.layers.0.self_attn.rotary_emb.inv_freq", "model.layers.0.self_attn.", "rotary positions");
        row("blocks.0.attn.logit_scale", "blocks.0.attn.", "another scale of the scores");
        row("model.layers.0.self_attn.sinks", "model.layers.0.self_attn.", "attention sinks");
        row("h.0.attn.q_proj.lora_A.default.weight", "h.0.attn.", "updates of low rank");
        row("h.0.attn.output.dense.weight", "h.0.attn.attn.", "a matrix behind the heads"); // [1, 2] = [d_v, d]
        // The following are of other layers, or come after the heads.
        for (const char* name :
             {"h.1.ln_1.weight", "h.0.ln_2.weight", "h.0.mlp.c_fc.weight", "ln_f.weight", "norm.bias", "lm_head.weight",
              "h.1.attn.q_norm.weight", "logit_scale", "h.0.norm2.weight"})
            row(name, "h.0.attn.", "");
    }
    void whatTheModelMayCompute() {
        QFETCH(QString, layer);
        QFETCH(QString, what);
        const std::string name = QTest::currentDataTag();
        auto arrays = small(layer.toStdString());
        arrays.push_back(array("X", {2, 2}, {1, 2, 3, 4}));
        const bool isMatrix = what.contains("matrix");
        arrays.push_back(array(name, isMatrix ? std::vector<std::int64_t>{1, 2} : std::vector<std::int64_t>{1, 1, 3},
                               std::vector<float>(isMatrix ? 2 : 3)));
        const auto set = arraySet(arrays);
        QVERIFY2(set && set->layers.size() == 1, set ? "" : set.text().c_str());
        const auto cautions = cautionsOn(*set, arrays, usualChoices(*set));
        const std::string unused = notUsedText(*set, arrays, usualChoices(*set));
        if (what.isEmpty()) {
            QVERIFY2(cautions.empty(), cautions.empty() ? "" : cautions[0].c_str());
            QCOMPARE(unused, name + " [1, 1, 3]");
            return;
        }
        QCOMPARE(cautions.size(), std::size_t(1));
        QCOMPARE(QString::fromStdString(cautions[0]),
                 QString("Not computed, but the model does: %1 (%2).").arg(what, name.c_str()));
        QCOMPARE(unused, std::string());
        QCOMPARE(QString::fromStdString(cautionsOn(*set, arrays, usualChoices(*set), false)[0]),
                 QString("Not computed, but the model does: %1.").arg(what));
    }

    /// An array with a meaning of its own is no W_o, whatever its shape is.
    void whatIsNoOutput() {
        auto arrays = small("a.attn.");
        for (const char* name : {"a.cross.W_q", "a.attn.mask"}) arrays.push_back(array(name, {2, 1}, {1, 2}));
        const auto set = arraySet(arrays);
        QVERIFY(set && cautionsOn(*set, arrays, usualChoices(*set)).empty());
        arrays.push_back(array("a.attn.fc", {2, 1}, {1, 2}));
        QCOMPARE(cautionsOn(*arraySet(arrays), arrays, usualChoices(*set)).size(), std::size_t(1));
    }

    /// An array that is taken is not in the message.
    void aTakenBias() {
        auto arrays = small();
        arrays.push_back(array("bias_k", {1}, {1}));
        const auto set = arraySet(arrays);
        QVERIFY(cautionsOn(*set, arrays, usualChoices(*set)).empty());
    }

    void manyAreCounted() {
        auto arrays = small();
        for (const char* name : {"norm1.weight", "bias_k", "norm1.bias", "bias_v"})
            arrays.push_back(array(name, {1, 1, 2}, {1, 2}));
        for (const char* of : {"q", "k", "v"})
            for (const char* which : {".lora_A", ".lora_B"})
                arrays.push_back(array(of + std::string(which), {1, 1, 2}, {1, 2}));
        const auto set = arraySet(arrays);
        const auto cautions = cautionsOn(*set, arrays, usualChoices(*set));
        QCOMPARE(cautions.size(), std::size_t(1));
        QCOMPARE(QString::fromStdString(cautions[0]),
                 QString("Not computed, but the model does: a key and a value more (bias_k, bias_v); layer "
                         "norm before the heads (norm1.weight, norm1.bias); updates of low rank (q.lora_A, q.lora_B, "
                         "k.lora_A, k.lora_B and 2 more)."));
    }

    void groupsOfHeadsAreSaid() {
        std::vector<NamedArray> arrays = small();
        arrays[0] = array("W_q", {2, 4}, std::vector<float>(8));
        const auto set = arraySet(arrays);
        QVERIFY2(set, set ? "" : set.text().c_str());
        ImportChoices choices = usualChoices(*set);
        choices.heads = 4;
        QCOMPARE(assumptionsOn(*set, choices),
                 std::vector<std::string>{"Each head of its W_k and W_v is taken for 4 heads of W_q."});
    }

    /// Random numbers are mentioned first.
    void drawnIsRandom() {
        auto arrays = small();
        arrays.push_back(array("bias_k", {1, 1, 1}, {1}));
        const auto set = arraySet(arrays);
        ImportChoices choices = usualChoices(*set);
        QCOMPARE(cautionsOn(*set, arrays, choices).size(), std::size_t(1)); // the session's sentence is kept
        choices.words = ImportChoices::Words::Typed;
        QCOMPARE(cautionsOn(*set, arrays, choices).size(), std::size_t(2));
        QCOMPARE(cautionsOn(*set, arrays, choices)[0],
                 std::string("X is random: the file has no vectors for these tokens."));
    }
};

QTEST_APPLESS_MAIN(LeftOutTest)
#include "tst_leftOut.moc"
