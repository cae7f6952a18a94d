#include "import/arrayNames.h"

#include <algorithm>
#include <charconv>
#include <initializer_list>
#include <string_view>
#include <vector>

namespace headlight {
namespace {

using Path = std::vector<std::string>;

std::optional<int> number(std::string_view text) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool isWhole = error == std::errc() && end == text.data() + text.size() && value >= 0;
    return isWhole ? std::optional(value) : std::nullopt;
}

bool isOneOf(std::string_view text, std::initializer_list<std::string_view> words) {
    return std::ranges::find(words, text) != words.end();
}

bool takeEnd(std::string& text, std::string_view end) {
    if (!text.ends_with(end) || text.size() == end.size()) return false;
    text.resize(text.size() - end.size());
    return true;
}

/// True if the word names the matrix of one of `names`: "wq", "qproj". If `isBare`, "q" alone does, too.
bool means(const std::string& word, std::initializer_list<std::string_view> names, bool isBare) {
    for (const std::string_view one : names) {
        const std::string name(one);
        if (isOneOf(word, {"w" + name, name + "proj", name + "lin", name + "linear", "to" + name, "fc" + name,
                           "linear" + name, "proj" + name}) ||
            (isBare && word == name))
            return true;
    }
    return false;
}

/// Returns the weight W_q, W_k, W_v or W_o that the word names.
std::optional<Parameter> weightOf(const std::string& word, bool isBare) {
    if (means(word, {"q", "query", "queries", "qs"}, isBare)) return Parameter::Wq;
    if (means(word, {"k", "key", "keys", "ks"}, isBare)) return Parameter::Wk;
    if (means(word, {"v", "value", "values", "vs"}, isBare)) return Parameter::Wv;
    if (isOneOf(word, {"wo", "wout", "woutput", "oproj", "outproj", "outprojection", "cproj", "toout", "outlin",
                       "fcout", "projout", "linearout"}) ||
        (isBare && isOneOf(word, {"o", "out", "proj"})))
        return Parameter::Wo;
    return std::nullopt;
}

Parameter biasOf(Parameter weight) {
    for (const ParameterInfo& info : parameters())
        if (info.weight == weight) return info.parameter;
    return weight;
}

bool isSquare(const NamedArray& array) {
    const std::size_t sides = array.shape.size();
    return sides >= 2 && array.shape[sides - 1] == array.shape[sides - 2];
}

/// Takes "heads", "2" from any place of the path, and BERT's "self" from its end; the rest is the layer.
void takeHead(Path& path, ArrayRole& role) {
    for (std::size_t i = 0; i + 1 < path.size(); ++i)
        if (const auto head = number(path[i + 1]);
            head && isOneOf(plainPart(path[i]), {"head", "heads", "attnheads"})) {
            role.head = head;
            path.erase(path.begin() + static_cast<std::ptrdiff_t>(i),
                       path.begin() + static_cast<std::ptrdiff_t>(i) + 2);
            break;
        }
    if (!path.empty() && path.back() == "self") path.pop_back();
    for (const std::string& part : path) role.layer += (role.layer.empty() ? "" : ".") + part;
}

/// True if the word names one array of q, k and v. Notes how it is cut.
bool takeJoined(const std::string& word, bool isBias, ArrayRole& role) {
    role.isGpt = word == "cattn";
    if (isOneOf(word, {"inproj", "cattn"})) role.joined = Joined::Thirds; // PyTorch; GPT-2 and what follows it
    if (word == "querykeyvalue") role.joined = Joined::Heads;             // Megatron, BLOOM, GPT-NeoX
    if (!role.joined && !isOneOf(word, {"qkv", "qkvproj", "wqkv", "toqkv"})) return false;
    role.kind = isBias ? ArrayRole::Kind::JoinedBias : ArrayRole::Kind::Joined;
    return true;
}

/// Takes the parameter that `word` names: the last part of the path, without a module's "weight" or "bias".
bool takeParameter(std::string word, bool isModule, bool isBias, ArrayRole& role) {
    isBias = takeEnd(word, "bias") || isBias;
    const bool isWeight = takeEnd(word, "weight") || takeEnd(word, "weights");
    const std::string digits = word.substr(std::min(word.size(), word.find_last_not_of("0123456789") + 1));
    if (const auto head = number(digits); head && !digits.empty() && takeEnd(word, digits)) role.head = head;
    if (word.starts_with("bias") && word.size() > 4) {
        isBias = true;
        word.erase(0, 4);
    } else if (word.starts_with('b') && weightOf(word.substr(1), true)) { // b_q
        isBias = true;
        word.erase(0, 1);
    }
    role.isLinear = !isBias && (isModule || isWeight);
    if (takeJoined(word, isBias, role)) return true;
    const auto weight = weightOf(word, isModule || isBias);
    if (weight) role.parameter = isBias ? biasOf(*weight) : *weight;
    return weight.has_value();
}

} // namespace

std::vector<std::string> pathOfName(const std::string& name) {
    Path path(1);
    for (const char c : name)
        if (c == '.' || c == '/')
            path.emplace_back();
        else
            path.back() += c;
    return path;
}

std::string plainPart(const std::string& part) {
    std::string text;
    for (const char c : part)
        if (c != '_') text += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    return text;
}

std::optional<ArrayRole> roleOf(const NamedArray& array) {
    ArrayRole role;
    Path path = pathOfName(array.name);
    std::string whole = plainPart(array.name);
    role.isOfSecond = isOneOf(whole, {"xkv", "tokenskv"}) && takeEnd(whole, "kv");
    if (isOneOf(whole, {"x", "inputs", "input", "embeddings", ""})) role.kind = ArrayRole::Kind::X; // "" in a .npy
    if (isOneOf(whole, {"tokens", "words"})) role.kind = ArrayRole::Kind::Tokens;
    if (role.kind != ArrayRole::Kind::Parameter) return role;

    const bool isModule = path.size() > 1 && isOneOf(path.back(), {"weight", "bias"});
    const bool isBias = isModule && path.back() == "bias";
    if (isModule) path.pop_back();
    const std::string last = path.back();
    std::string word = plainPart(last);
    path.pop_back();
    if (number(word) && !path.empty() && plainPart(path.back()) == "toout") { // to_out.0.weight
        word = "toout";
        path.pop_back();
    }
    if (word == "dense" && path.size() > 1 && path.back() == "output") { // attention.output.dense.weight
        word = "outproj";
        path.pop_back();
    }
    if (word == "dense" && !path.empty() && isOneOf(plainPart(path.back()), {"attention", "selfattention"}))
        word = "outproj"; // models with query_key_value name W_o so
    const bool isMask = isOneOf(word, {"mask", "causalmask", "attnmask", "attentionmask", "tril"});
    if (isMask || !takeParameter(word, isModule, isBias, role)) {
        if (!isMask && !(isBias && isSquare(array))) return std::nullopt;
        if (!isMask) path.push_back(last); // GPT-2 names it attn.bias
        role = ArrayRole();
        role.kind = ArrayRole::Kind::Mask;
    }
    takeHead(path, role);
    return role;
}

} // namespace headlight
