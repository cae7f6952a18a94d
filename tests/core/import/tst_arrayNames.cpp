#include "import/arrayNames.h"

#include <QTest>

using namespace headlight;

namespace {

/// Returns the role as text, such as "W_q, head 2 of layer: linear".
QString said(const std::optional<ArrayRole>& role) {
    if (!role) return "nothing";
    using Kind = ArrayRole::Kind;
    QString text = role->kind == Kind::Joined       ? "all three"
                   : role->kind == Kind::JoinedBias ? "all three biases"
                   : role->kind == Kind::Mask       ? "mask"
                   : role->kind == Kind::X          ? "X"
                   : role->kind == Kind::Tokens     ? "tokens"
                   : role->kind == Kind::XKv        ? "X_kv"
                   : role->kind == Kind::TokensKv   ? "tokens_kv"
                   : role->kind == Kind::Scale      ? "scale"
                   : role->kind == Kind::Heads      ? "heads"
                                                    : symbolOf(role->parameter);
    if (role->head) text += QString(" %1").arg(*role->head);
    if (role->isLinear) text += " linear";
    return role->layer.empty() ? text : text + " of " + QString::fromStdString(role->layer);
}

} // namespace

class ArrayNamesTest : public QObject {
    Q_OBJECT

private slots:
    void names_data() {
        QTest::addColumn<QString>("meant");
        const auto row = [](const char* name, const char* meant) { QTest::newRow(name) << QString(meant); };
        row("W_query", "W_q");
        row("W_key.weight", "W_k linear");
        row("W_value.bias", "b_v");
        row("heads.0.W_value", "W_v 0");
        row("heads.11.W_query.weight", "W_q 11 linear");
        row("att.heads.1.W_key.bias", "b_k 1 of att");
        row("out_proj.weight", "W_o linear");
        row("out_proj.bias", "b_o");
        row("mask", "mask");
        row("heads.1.mask", "mask 1");
        row("trf_blocks.3.att.W_query.weight", "W_q linear of trf_blocks.3.att");
        row("trf_blocks.3.att.mask", "mask of trf_blocks.3.att");
        // PyTorch
        row("in_proj_weight", "all three linear");
        row("in_proj_bias", "all three biases");
        row("q_proj_weight", "W_q linear");
        row("layers.0.self_attn.in_proj_weight", "all three linear of layers.0.self_attn");
        row("layers.0.self_attn.out_proj.bias", "b_o of layers.0.self_attn");
        // Hugging Face
        row("model.layers.5.self_attn.q_proj.weight", "W_q linear of model.layers.5.self_attn");
        row("model.layers.5.self_attn.o_proj.weight", "W_o linear of model.layers.5.self_attn");
        row("encoder.layer.0.attention.self.query.weight", "W_q linear of encoder.layer.0.attention");
        row("encoder.layer.0.attention.output.dense.bias", "b_o of encoder.layer.0.attention");
        row("h.0.attn.c_attn.weight", "all three linear of h.0.attn");
        row("h.0.attn.c_attn.bias", "all three biases of h.0.attn");
        row("h.0.attn.c_proj.weight", "W_o linear of h.0.attn");
        row("h.0.attn.bias", "mask of h.0.attn"); // [n, n]
        row("h.0.self_attention.query_key_value.weight", "all three linear of h.0.self_attention");
        row("h.0.self_attention.query_key_value.bias", "all three biases of h.0.self_attention");
        row("h.0.self_attention.dense.weight", "W_o linear of h.0.self_attention");
        row("gpt_neox.layers.0.attention.dense.bias", "b_o of gpt_neox.layers.0.attention");
        row("attn.to_out.0.weight", "W_o linear of attn");
        row("attn/qkv/weight", "all three linear of attn");
        row("layer.0.attention.q_lin.weight", "W_q linear of layer.0.attention");
        row("layer.0.attention.out_lin.bias", "b_o of layer.0.attention");
        row("attn.to_k.weight", "W_k linear of attn");
        row("block.0.layer.0.SelfAttention.v.weight", "W_v linear of block.0.layer.0.SelfAttention");
        row("block.0.layer.0.SelfAttention.o.weight", "W_o linear of block.0.layer.0.SelfAttention");
        row("blocks.0.attn.proj.bias", "b_o of blocks.0.attn");
        row("output.dense.weight", "nothing"); // of the layers behind the heads
        row("vit.encoder.layer.0.attention.attention.query.weight", "W_q linear of vit.encoder.layer.0.attention");
        row("vit.encoder.layer.0.attention.output.dense.weight", "W_o linear of vit.encoder.layer.0.attention");
        row("h.0.attn.attention.k_proj.weight", "W_k linear of h.0.attn.attention"); // GPT-Neo
        row("h.0.attn.attention.out_proj.bias", "b_o of h.0.attn.attention");
        row("deberta.encoder.layer.0.attention.self.query_proj.weight",
            "W_q linear of deberta.encoder.layer.0.attention");
        row("layers.0.attention.wo.weight", "W_o linear of layers.0.attention"); // Llama's own files
        row("blocks.0.attn.W_Q", "W_q of blocks.0.attn");                        // TransformerLens
        row("blocks.0.attn.W_O", "W_o of blocks.0.attn");
        row("blocks.0.attn.b_O", "b_o of blocks.0.attn");
        row("transformer.h.0.attn.c_q.weight", "W_q linear of transformer.h.0.attn"); // modded-nanogpt
        row("blk.0.attn_k.weight", "W_k linear of blk.0");                            // GGUF
        row("blk.0.attn_output.weight", "W_o linear of blk.0");
        row("encoder.attn_layers.0.attention.key_projection.weight", "W_k linear of encoder.attn_layers.0.attention");
        // tutorials
        row("layers.0.self_attn.linears.0.weight", "W_q linear of layers.0.self_attn"); // the Annotated Transformer
        row("layers.0.self_attn.linears.2.bias", "b_v of layers.0.self_attn");
        row("layers.0.self_attn.linears.3.weight", "W_o linear of layers.0.self_attn");
        row("attention.linear_layers.1.weight", "W_k linear of attention"); // BERT-pytorch
        row("attention.output_linear.weight", "W_o linear of attention");
        row("layers.0.attention.w_concat.weight", "W_o linear of layers.0.attention");
        row("encoder.layers.0.self_attention.fc_o.bias", "b_o of encoder.layers.0.self_attention");
        row("layer_stack.0.slf_attn.w_qs.weight", "W_q linear of layer_stack.0.slf_attn");
        row("layer_stack.0.slf_attn.fc.weight", "W_o linear of layer_stack.0.slf_attn");
        row("tblocks.0.attention.tokeys.weight", "W_k linear of tblocks.0.attention");
        row("tblocks.0.attention.unifyheads.bias", "b_o of tblocks.0.attention");
        row("attention_heads.1.q.weight", "W_q 1 linear");
        row("sa.heads.0.key.weight", "W_k 0 linear of sa");
        row("mha.qkv_layer.weight", "all three linear of mha");
        // layer norms
        row("h.0.ln_1.weight", "gain of h.0");
        row("trf_blocks.0.norm1.shift", "bias of trf_blocks.0");
        row("encoder.layer.0.attention.output.LayerNorm.gamma", "gain of encoder.layer.0.attention");
        row("h.0.ln_2.weight", "nothing");
        // Keras and Flax
        row("attention/query/kernel", "W_q of attention");
        row("attention/out/kernel", "W_o of attention");
        row("mha/dense/kernel", "W_o of mha");
        row("att/combine_heads/kernel", "W_o of att");
        row("multi_head_attention/attention_output/bias", "b_o of multi_head_attention");
        // NumPy
        row("W_q", "W_q");
        row("WQ", "W_q");
        row("Wk", "W_k");
        row("W_o", "W_o");
        row("b_q", "b_q");
        row("bias_key", "b_k");
        row("b_o", "b_o");
        row("W_q2", "W_q 2");
        row("W_qkv", "all three");
        row("X", "X");
        row("inputs", "X");
        row("tokens", "tokens");
        row("X_kv", "X_kv");
        row("tokens_kv", "tokens_kv");
        row("linear_q.weight", "W_q linear");
        row("fc_keys.weight", "W_k linear");
        row("proj_v", "W_v");
        row("attn_mask", "mask");
        row("mask1", "nothing");
        row("", "X"); // the array of a .npy
        // The rest are names of stages, and other names.
        for (const char* name : {"Q",       "K",       "V",      "query", "keys", "value",    "q",       "output",
                                 "weights", "context", "scores", "W",     "b",    "lm_head",  "scale",   "ff.layers.0",
                                 ".",       "weight",  "x.0",    "made",  "w*",   "*.weight", "to_out.#"})
            row(name, "nothing");
    }
    void names() {
        QFETCH(QString, meant);
        QCOMPARE(said(roleOf({QTest::currentDataTag(), {4, 4}})), meant);
    }

    void howJoined_data() {
        QTest::addColumn<std::optional<Joined>>("joined");
        using Choice = std::optional<Joined>;
        for (const char* name : {"in_proj_weight", "in_proj_bias", "h.0.attn.c_attn.weight"})
            QTest::newRow(name) << Choice(Joined::Thirds);
        QTest::newRow("attention.query_key_value.weight") << Choice(Joined::Heads);
        for (const char* name : {"self_attn.qkv_proj.weight", "qkv", "attn.to_qkv.weight", "W_qkv"})
            QTest::newRow(name) << Choice();
    }
    /// If classes that cut in different ways share a name, the name says nothing.
    void howJoined() {
        QFETCH(std::optional<Joined>, joined);
        QVERIFY(roleOf({QTest::currentDataTag(), {12, 4}})->joined == joined);
    }

    /// A bias of an unknown module is no mask.
    void onlySquaresAreMasks() { QCOMPARE(said(roleOf({"h.0.attn.bias", {4}})), QString("nothing")); }
};

QTEST_APPLESS_MAIN(ArrayNamesTest)
#include "tst_arrayNames.moc"
