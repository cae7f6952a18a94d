#include "import/ArraySet.h"
#include "import/importArrays.h"
#include "import/leftOut.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace headlight;

namespace {

/// Returns JSON with its quotes as apostrophes.
std::string json(const char* text) { return QString(text).replace('\'', '"').toStdString(); }

/// Returns "12 heads of 64, 2 of keys, causal, scale 0.5, norm before 1e-05, not computed: rotary positions".
QString said(const ModelConfig& config) {
    QString text = QString("%1 heads of %2").arg(config.heads).arg(config.widthOfHead());
    if (config.keyHeads > 0) text += QString(", %1 of keys").arg(config.keyHeads);
    if (config.causal == ModelConfig::Causal::All) text += ", causal";
    if (config.causal == ModelConfig::Causal::Decoder) text += ", causal decoder";
    if (config.scale)
        text += config.scale->kind == Scale::Kind::None ? QString(", no scale")
                                                        : QString(", scale %1").arg(config.scale->factor);
    if (config.norm) text += *config.norm == Norm::Place::Before ? ", norm before" : ", norm after";
    if (config.eps > 0) text += QString(" %1").arg(config.eps);
    for (const std::string& what : config.notComputed) text += ", not " + QString::fromStdString(what);
    return text;
}

NamedArray array(const std::string& name, std::vector<std::int64_t> shape) { return {name, std::move(shape)}; }

} // namespace

/// The meaning of a model's config.json.
class ModelConfigTest : public QObject {
    Q_OBJECT

private slots:
    /// The members are those that save_pretrained of transformers writes.
    void whatItSays_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("meant");
        const auto row = [](const char* name, const char* text, const char* meant) {
            QTest::newRow(name) << QString::fromStdString(json(text)) << QString(meant);
        };
        row("GPT-2",
            "{'model_type': 'gpt2', 'n_embd': 768, 'n_head': 12, 'n_layer': 12, 'layer_norm_epsilon': 1e-05, "
            "'scale_attn_weights': true, 'scale_attn_by_inverse_layer_idx': false, 'n_inner': null}",
            "12 heads of 64, causal, norm before 1e-05");
        row("scales of GPT-2",
            "{'model_type': 'gpt2', 'n_embd': 8, 'n_head': 2, 'scale_attn_weights': false, "
            "'scale_attn_by_inverse_layer_idx': true}",
            "2 heads of 4, causal, no scale, norm before, not a scale of its own in each layer");
        row("BERT",
            "{'model_type': 'bert', 'hidden_size': 384, 'num_attention_heads': 12, 'layer_norm_eps': 1e-12, "
            "'position_embedding_type': 'absolute', 'architectures': ['BertModel']}",
            "12 heads of 32, norm after 1e-12");
        row("BERT as a decoder",
            "{'model_type': 'bert', 'hidden_size': 8, 'num_attention_heads': 2, 'is_decoder': true}",
            "2 heads of 4, causal, norm after");
        row("DistilBERT", "{'model_type': 'distilbert', 'dim': 768, 'n_heads': 12}", "12 heads of 64, norm after");
        row("Llama",
            "{'model_type': 'llama', 'hidden_size': 576, 'num_attention_heads': 9, 'num_key_value_heads': 3, "
            "'rms_norm_eps': 1e-05, 'rope_parameters': {'rope_theta': 100000, 'rope_type': 'default'}}",
            "9 heads of 64, 3 of keys, causal, norm before, not rotary positions");
        row("Mistral",
            "{'model_type': 'mistral', 'hidden_size': 4096, 'num_attention_heads': 32, 'num_key_value_heads': 8, "
            "'head_dim': 128, 'sliding_window': 4096, 'rope_theta': 10000.0}",
            "32 heads of 128, 8 of keys, causal, norm before, not a window of 4096 tokens, not rotary positions");
        row("Gemma 2",
            "{'model_type': 'gemma2', 'hidden_size': 2304, 'num_attention_heads': 8, 'num_key_value_heads': 4, "
            "'head_dim': 256, 'query_pre_attn_scalar': 256, 'attn_logit_softcapping': 50.0}",
            "8 heads of 256, 4 of keys, causal, scale 0.0625, norm before, not a bound of the scores, not rotary "
            "positions");
        row("T5", "{'model_type': 't5', 'd_model': 512, 'num_heads': 8, 'd_kv': 64, 'layer_norm_epsilon': 1e-06}",
            "8 heads of 64, causal decoder, no scale, norm before 1e-06, not relative positions");
        row("OPT",
            "{'model_type': 'opt', 'hidden_size': 1024, 'num_attention_heads': 16, 'do_layer_norm_before': false}",
            "16 heads of 64, causal, norm after");
        row("GPT-Neo", "{'model_type': 'gpt_neo', 'hidden_size': 8, 'num_heads': 2}",
            "2 heads of 4, causal, no scale, norm before");
        row("GPT-Neo's local layers", "{'model_type': 'gpt_neo', 'hidden_size': 8, 'num_heads': 2, 'window_size': 256}",
            "2 heads of 4, causal, no scale, norm before, not a window of 256 tokens");
        row("Falcon 40B",
            "{'model_type': 'falcon', 'hidden_size': 8, 'num_attention_heads': 4, 'num_kv_heads': 2, "
            "'multi_query': true, 'new_decoder_architecture': true}",
            "4 heads of 2, 2 of keys, causal, norm before, not rotary positions");
        row("Falcon with ALiBi",
            "{'model_type': 'falcon', 'hidden_size': 8, 'num_attention_heads': 2, 'alibi': true, 'multi_query': true}",
            "2 heads of 4, 1 of keys, causal, norm before, not a bias by distance (ALiBi)");
        row("Whisper", "{'model_type': 'whisper', 'd_model': 384, 'encoder_attention_heads': 6}",
            "6 heads of 64, causal decoder, norm before");
        row("ViT", "{'model_type': 'vit', 'hidden_size': 192, 'num_attention_heads': 3, 'layer_norm_eps': 1e-12}",
            "3 heads of 64, norm before 1e-12");
        row("a model of one's own", "{'hidden_size': 8, 'num_attention_heads': 2}", "2 heads of 4");
        row("no heads", "{'model_type': 'clip', 'text_config': {'hidden_size': 8}}",
            "It does not say how many heads of which size the model has.");
        row("a list", "[]", "It is a list, not an object.");
        row("no sizes", "{'num_attention_heads': 2}", "It does not say how many heads of which size the model has.");
    }
    void whatItSays() {
        QFETCH(QString, text);
        QFETCH(QString, meant);
        const auto config = modelConfig(text.toStdString());
        QCOMPARE(config ? said(*config) : QString::fromStdString(config.text()), meant);
    }

    void whatIsNoConfig() {
        for (const char* text : {"", "[]", "{", "{'n_head': 1e400}", "7"}) QVERIFY2(!modelConfig(json(text)), text);
    }

    void theCausalLayersOfADecoder_data() {
        QTest::addColumn<bool>("isCausal");
        QTest::newRow("model.decoder.layers.0.self_attn") << true;
        QTest::newRow("model.decoder.layers.0.encoder_attn") << false;
        QTest::newRow("model.encoder.layers.0.self_attn") << false;
        QTest::newRow("decoder.block.0.layer.0.SelfAttention") << true;
        QTest::newRow("decoder.block.0.layer.1.EncDecAttention") << false;
    }
    void theCausalLayersOfADecoder() {
        QFETCH(bool, isCausal);
        ModelConfig config;
        config.causal = ModelConfig::Causal::Decoder;
        QCOMPARE(config.isCausal(QTest::currentDataTag()), isCausal);
    }

    /// It is used only if its sizes are those of the arrays; either is said.
    void whatIsTaken_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("meant");
        QTest::newRow("fits") << "{'model_type': 'llama', 'hidden_size': 4, 'num_attention_heads': 4, "
                                 "'num_key_value_heads': 2}"
                              << "Taken from config.json: 4 heads, 2 of keys, causal mask.";
        QTest::newRow("another d")
            << "{'hidden_size': 8, 'num_attention_heads': 4, 'head_dim': 1}"
            << "Its config.json is not used. It says 4 heads of 1 numbers, 4 of keys, and d = 8, "
               "but W_q is [4, 4] and W_k [4, 2].";
        QTest::newRow("other heads of keys") << "{'hidden_size': 4, 'num_attention_heads': 4}"
                                             << "Its config.json is not used. It says 4 heads of 1 numbers, 4 of keys, "
                                                "and d = 4, but W_q is [4, 4] and W_k [4, 2].";
        QTest::newRow("nothing") << "{}"
                                 << "Its config.json is not used. It does not say how many heads of which size the "
                                    "model has.";
    }
    void whatIsTaken() {
        QFETCH(QString, text);
        QFETCH(QString, meant);
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString();
        QVERIFY(!configBeside(path).config && configBeside(path).problem.empty());
        std::ofstream(path / "config.json") << json(qPrintable(text));
        const std::vector<NamedArray> arrays{array("q_proj.weight", {4, 4}), array("k_proj.weight", {2, 4}),
                                             array("v_proj.weight", {2, 4})};
        const auto set = arraySet(arrays, {configBeside(path / "model.safetensors")});
        QVERIFY2(set, set ? "" : set.text().c_str());
        const bool fits = meant.startsWith("Taken");
        ImportChoices choices = usualChoices(*set);
        QCOMPARE(choices.heads, fits ? 4 : 0);
        QCOMPARE(choices.isCausal, fits);
        choices.heads = 4;
        QCOMPARE(QString::fromStdString(assumptionsOn(*set, choices).front()), meant);
        ImportChoices others = choices; // the user's, against the file
        others.heads = 2, others.isCausal = !others.isCausal;
        for (const std::string& said : assumptionsOn(*set, others)) QVERIFY2(!said.starts_with("Taken"), said.c_str());
        const auto cautions = cautionsOn(*set, arrays, choices);
        QCOMPARE(cautions.size(), std::size_t(fits ? 1 : 0));
        if (fits)
            QCOMPARE(cautions[0], std::string("Not computed, but the model does: rotary positions (config.json)."));
    }
};

QTEST_APPLESS_MAIN(ModelConfigTest)
#include "tst_modelConfig.moc"
