#include "import/modelConfig.h"

#include "base/numberText.h"
#include "import/arrayNames.h"
#include "io/JsonReader.h"
#include "io/files.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <map>
#include <set>

namespace headlight {
namespace {

using Causal = ModelConfig::Causal;
using NormPlace = Norm::Place;
constexpr std::size_t kMaxConfig = std::size_t(4) << 20;

/// A family of models: what its config.json does not say.
struct Family {
    std::string_view types; ///< of model_type, separated by blanks
    Causal causal;
    std::optional<NormPlace> norm;
    const char* notComputed = nullptr;
    bool isScaled = true;
};
constexpr const char *kRotary = "rotary positions", *kAlibi = "a bias by distance (ALiBi)",
                     *kRelative = "relative positions";
constexpr Family kFamilies[] = {
    {"gpt2 gpt_bigcode imagegpt opt xglm biogpt", Causal::All, NormPlace::Before},
    {"gpt_neo", Causal::All, NormPlace::Before, nullptr, false},
    {"openai-gpt", Causal::All, NormPlace::After},
    {"gptj codegen gpt_neox falcon llama mistral mixtral qwen2 qwen2_moe qwen3 qwen3_moe gemma gemma2 gemma3_text phi "
     "phi3 stablelm starcoder2 olmo olmo2 cohere granite persimmon smollm3",
     Causal::All, NormPlace::Before, kRotary},
    {"bloom mpt", Causal::All, NormPlace::Before, kAlibi},
    {"bert roberta xlm-roberta camembert electra distilbert albert layoutlm ernie splinter", Causal::None,
     NormPlace::After},
    {"deberta deberta-v2 mpnet", Causal::None, NormPlace::After, kRelative},
    {"vit deit beit dinov2 vit_mae vit_msn ijepa", Causal::None, NormPlace::Before},
    {"esm", Causal::None, NormPlace::Before},
    {"bart marian", Causal::Decoder, NormPlace::After},
    {"mbart pegasus m2m_100 whisper blenderbot", Causal::Decoder, NormPlace::Before},
    {"t5 mt5 umt5 longt5", Causal::Decoder, NormPlace::Before, kRelative, false}};

/// The members of a JSON object that are numbers, texts, true, or something else that is not null.
struct Members {
    std::map<std::string, double> numbers{};
    std::map<std::string, std::string> texts{};
    std::set<std::string> isTrue{}, isFalse{}, others{};

    double number(std::initializer_list<const char*> names) const {
        for (const char* name : names)
            if (const auto found = numbers.find(name); found != numbers.end()) return found->second;
        return 0;
    }
    int size(std::initializer_list<const char*> names) const {
        const double value = number(names);
        return value >= 1 && value < 1e6 ? static_cast<int>(value) : 0;
    }
    bool hasAny(std::initializer_list<const char*> names) const {
        return number(names) > 0 || std::ranges::any_of(names, [&](const char* name) { return others.contains(name); });
    }
    std::string text(const char* name) const {
        const auto found = texts.find(name);
        return found == texts.end() ? std::string() : found->second;
    }
};

Result<Members> membersOf(std::string_view text) {
    Members members;
    JsonReader json(text);
    if (json.next() == JsonReader::Kind::List) return Problem{"It is a list, not an object."};
    json.object([&](const std::string& key) {
        switch (json.next()) {
        case JsonReader::Kind::Number: members.numbers[key] = json.real(); break;
        case JsonReader::Kind::Text: members.texts[key] = json.text(); break;
        case JsonReader::Kind::Boolean: (json.boolean() ? members.isTrue : members.isFalse).insert(key); break;
        case JsonReader::Kind::Null: json.null(); break;
        default: members.others.insert(key); json.skip();
        }
    });
    json.finish();
    return json.ok() ? Result<Members>(std::move(members)) : json.problem();
}

Scale factor(double value) { return {Scale::Kind::Factor, value}; }

std::optional<Scale> scaleOf(const Members& from, const Family* family) {
    if (from.isFalse.contains("scale_attn_weights") || (family && !family->isScaled)) return Scale{Scale::Kind::None};
    if (const double of = from.number({"query_pre_attn_scalar"}); of > 0) return factor(1 / std::sqrt(of));
    if (const double by = from.number({"attention_multiplier"}); by > 0) return factor(by);
    return std::nullopt;
}

std::vector<std::string> notComputedBy(const Members& from, const Family* family) {
    std::set<std::string> what;
    const bool isAlibi = from.isTrue.contains("alibi");
    if (family && family->notComputed) what.insert(family->notComputed);
    if (from.hasAny({"rope_theta", "rope_parameters", "rotary_dim", "rotary_pct", "rotary_emb_base"}) ||
        from.text("position_embedding_type") == "rotary" || from.text("position_embedding_type") == "rope")
        what.insert(kRotary);
    if (isAlibi) what.erase(kRotary), what.insert(kAlibi);
    if (from.text("position_embedding_type").starts_with("relative")) what.insert(kRelative);
    const int window = from.size({"sliding_window", "window_size", "local_attention"}); // some only in some layers
    if (window > 0 && !from.isFalse.contains("use_sliding_window"))
        what.insert("a window of " + std::to_string(window) + " tokens");
    if (from.number({"attn_logit_softcapping"}) > 0) what.insert("a bound of the scores");
    if (from.isTrue.contains("scale_attn_by_inverse_layer_idx")) what.insert("a scale of its own in each layer");
    return {what.begin(), what.end()};
}

} // namespace

bool ModelConfig::isCausal(std::string_view layer) const {
    if (causal != Causal::Decoder) return causal == Causal::All;
    const std::vector<std::string> path = pathOfName(layer);
    return std::ranges::find(path, "decoder") != path.end() &&
           isAmong(plainPart(path.back()), "selfattn selfattention");
}

Result<ModelConfig> modelConfig(std::string_view json) {
    const auto read = membersOf(json);
    if (!read) return read.problem();
    const Members& from = *read;
    ModelConfig config;
    config.type = from.text("model_type");
    const Family* family = nullptr;
    for (const Family& one : kFamilies)
        if (isAmong(config.type, one.types)) family = &one;
    config.d = from.size({"hidden_size", "n_embd", "d_model", "dim", "n_embed"});
    config.heads = from.size({"num_attention_heads", "n_head", "num_heads", "n_heads", "encoder_attention_heads"});
    config.keyHeads = from.size({"num_key_value_heads", "num_kv_heads", "n_head_kv"});
    if (from.isTrue.contains("multi_query") && !from.isTrue.contains("new_decoder_architecture")) config.keyHeads = 1;
    config.headSize = from.size({"head_dim", "d_kv"});
    if (config.heads == 0 || (config.d == 0 && config.headSize == 0))
        return Problem{"It does not say how many heads of which size the model has."};
    config.causal = from.isTrue.contains("is_decoder") ? Causal::All : family ? family->causal : Causal::Unknown;
    config.scale = scaleOf(from, family);
    if (family) config.norm = family->norm;
    for (const char* name : {"do_layer_norm_before", "normalize_before"})
        if (from.isFalse.contains(name) || from.isTrue.contains(name))
            config.norm = from.isTrue.contains(name) ? NormPlace::Before : NormPlace::After;
    config.eps = from.number({"layer_norm_eps", "layer_norm_epsilon", "layernorm_epsilon", "norm_epsilon"});
    config.notComputed = notComputedBy(from, family);
    return config;
}

FoundConfig configBeside(const std::filesystem::path& path) {
    std::error_code error;
    const auto file = (std::filesystem::is_directory(path, error) ? path : path.parent_path()) / "config.json";
    if (!std::filesystem::is_regular_file(file, error)) return {};
    const auto text = readFile(file, kMaxConfig);
    if (!text) return {{}, text.text()};
    auto config = modelConfig(*text);
    return config ? FoundConfig{*std::move(config), {}} : FoundConfig{{}, config.text()};
}

} // namespace headlight
