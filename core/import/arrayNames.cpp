#include "import/arrayNames.h"

#include <algorithm>
#include <charconv>
#include <initializer_list>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

namespace headlight {
namespace {

using Path = std::vector<std::string>;
using Kind = ArrayRole::Kind;

/// The part of a name that has a form.
enum class Place {
    Part,   ///< the last one, also beside "bias", "weight" and a head's number: q_proj, b_q, W_q2
    Module, ///< the same, but only of a module or a bias: query.weight, b_o
    Whole,  ///< the last ones, with nothing beside the form
    Name    ///< all of the name
};
using enum Place;

/// Forms of names with the same meaning, in the spelling of plainPart(), separated by blanks. In a form, "*" stands for
/// a name of q, k or v, "#" for a number, and "?" for any part.
struct Form {
    std::string_view forms;
    Place place;
    Kind kind = Kind::Parameter; ///< Parameter: the weight of "*", or else `weight`
    std::size_t kept = 0;        ///< parts that are also of the layer's name
    std::optional<Joined> joined{};
    bool isGpt = false;
    Parameter weight = Parameter::Wo; ///< without a "*"
    Ones ones = Ones::Unknown;
    bool isNumber = false; ///< of one number
};

/// All names that are known. A model with other names needs one more line.
constexpr Form kForms[] = {
    // q, k and v: W_query; q_proj of Llama, Mistral and OPT; q_lin of DistilBERT; to_q of diffusers; attn_q of GGUF
    {"w* *proj *lin *linear linear* proj* fc* to* *projection *dense *layer c* attn*", Part},
    {"*", Module}, // BERT, T5
    // o_proj of Llama and Mistral; out_proj of nn.MultiheadAttention and OPT; c_proj of GPT-2 and nanoGPT
    {"wo wout woutput wconcat oproj outproj outprojection outputprojection cproj toout outlin fcout fco projout "
     "linearout outputlinear outputdense attnoutput attentionoutput unifyheads combineheads",
     Part},
    {"o out proj", Module},                        // T5, timm
    {"toout.#", Whole},                            // diffusers
    {"?.output.dense", Whole, Kind::Parameter, 1}, // BERT
    {"attention.dense selfattention.dense mha.dense slfattn.fc encattn.fc encselfattn.linear decselfattn.linear "
     "decencattn.linear",
     Whole, Kind::Parameter, 1}, // GPT-NeoX, BLOOM; tutorials
    // the Annotated Transformer; BERT-pytorch
    {"linears.0 linearlayers.0", Whole, Kind::Parameter, 0, {}, false, Parameter::Wq},
    {"linears.1 linearlayers.1", Whole, Kind::Parameter, 0, {}, false, Parameter::Wk},
    {"linears.2 linearlayers.2", Whole, Kind::Parameter, 0, {}, false, Parameter::Wv},
    {"linears.3", Whole},
    {"inproj", Part, Kind::Joined, 0, Joined::Thirds},                    // nn.MultiheadAttention
    {"cattn", Part, Kind::Joined, 0, Joined::Thirds, true},               // GPT-2, nanoGPT
    {"querykeyvalue", Part, Kind::Joined, 0, Joined::Heads},              // Megatron, BLOOM, GPT-NeoX
    {"qkv qkvproj wqkv toqkv qkvlayer cqkv attnqkv", Part, Kind::Joined}, // classes that cut in different ways
    {"mask causalmask attnmask tril", Whole, Kind::Mask},
    {.forms = "attentionmask", .place = Whole, .kind = Kind::Mask, .ones = Ones::Attend},
    {.forms = "keypaddingmask srckeypaddingmask tgtkeypaddingmask memorykeypaddingmask", // nn.MultiheadAttention
     .place = Whole,
     .kind = Kind::Mask,
     .ones = Ones::Hide},
    {.forms = "causal iscausal", .place = Whole, .kind = Kind::Mask, .isNumber = true},
    {.forms = "scale scaling scalefactor", .place = Whole, .kind = Kind::Scale, .isNumber = true},
    {.forms = "heads nheads numheads nhead numattentionheads", .place = Whole, .kind = Kind::Heads, .isNumber = true},
    {"x inputs input inputsembeds embeddings emb hiddenstates lasthiddenstate wte[inputids]+wpe ", Name,
     Kind::X}, // and "", as a .npy has no names
    {"xkv", Name, Kind::XKv},
    {"tokens words", Name, Kind::Tokens},
    {"tokenskv", Name, Kind::TokensKv}};

/// Names of a layer norm beside a layer, and its place; nothing if classes differ in it.
constexpr std::pair<std::string_view, std::optional<Norm::Place>> kNorms[] = {
    {"ln1 ln0 lnattn normattn attnln layernormbefore inputnorm inputlayernorm prenorm prelayernorm preattnnorm "
     "preattentionnorm preattnlayernorm preattentionlayernorm",
     Norm::Place::Before},
    {"salayernorm", Norm::Place::After}, // DistilBERT
    {"norm1 layernorm1 norm layernorm ln attnnorm attentionnorm attnlayernorm attentionlayernorm selfattnlayernorm "
     "selfattentionlayernorm",
     std::nullopt}};

constexpr std::pair<std::string_view, Parameter> kNames[] = {
    {"q query queries qs", Parameter::Wq}, {"k key keys ks", Parameter::Wk}, {"v value values vs", Parameter::Wv}};

/// Names of a stage, in the spelling of plainPart(): clear ones, and those that mean it only beside other stages.
struct StageNames {
    Stage stage;
    std::string_view clear, unclear{};
};

constexpr StageNames kStages[] = {
    {Stage::X, "hiddenstates"},
    {Stage::Normed, "normed xnormed"},
    {Stage::Q, "q query queries qs qh qheads queryheads querystates querylayer"},
    {Stage::K, "k key keys ks kh kheads keyheads keystates keylayer"},
    {Stage::V, "v value values vs vh vheads valueheads valuestates valuelayer"},
    {Stage::Scores, "scores attnscores attentionscores attnlogits", "score s dots qk qkt logits energy similarity"},
    {Stage::Scaled, "scaled scaledscores scoresscaled attnscoresscaled scaledattnscores scaledattentionscores"},
    {Stage::Masked, "masked maskedscores scoresmasked maskedattnscores"},
    {Stage::Weights,
     "weights attn attns attention attentions attnweights attentionweights attnprobs attentionprobs probs pattern "
     "crossattentions attnoutputweights",
     "a p"},
    {Stage::Dropped, "dropped droppedweights weightsdropped attnweightsdropped"},
    {Stage::Context, "context contexts contextvec contextvecs contextvector contextvectors contextlayer ctx z"},
    {Stage::Concat, "concat concatenated joined merged contextconcat"},
    {Stage::Output, "output out y o attnoutput attentionoutput outputs"}};

std::optional<int> number(std::string_view text) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool isWhole = error == std::errc() && end == text.data() + text.size() && value >= 0;
    return isWhole ? std::optional(value) : std::nullopt;
}

bool takeEnd(std::string& text, std::string_view end) {
    if (!text.ends_with(end) || text.size() == end.size()) return false;
    text.resize(text.size() - end.size());
    return true;
}

/// Returns the weight that "*" stands for in a part with this form, or `other` if the form has no "*". Nothing if the
/// part has another form.
std::optional<Parameter> weightOf(std::string_view part, std::string_view form, Parameter other) {
    const std::size_t star = form.find('*');
    if (star == form.npos) {
        const bool isOfForm = form == "#" ? number(part).has_value() : form == "?" || form == part;
        return isOfForm ? std::optional(other) : std::nullopt;
    }
    if (part.size() < form.size()) return std::nullopt;
    if (!part.starts_with(form.substr(0, star)) || !part.ends_with(form.substr(star + 1))) return std::nullopt;
    const std::string_view name = part.substr(star, part.size() - form.size() + 1);
    for (const auto& [names, weight] : kNames)
        if (isAmong(name, names)) return weight;
    return std::nullopt;
}

/// Returns true if `is` is true of one of the words, which are separated by blanks.
bool isAny(std::string_view words, const auto& is) {
    for (std::size_t begin = 0;; ++begin) {
        const std::size_t end = std::min(words.find(' ', begin), words.size());
        if (is(words.substr(begin, end - begin))) return true;
        if (end == words.size()) return false;
        begin = end;
    }
}

/// The form of a name, and the weight that it means.
struct Match {
    const Form* form = nullptr; ///< null if it has none
    Parameter weight = Parameter::Wo;
    std::size_t parts = 0; ///< parts of the name that are not of the layer's
};

/// Returns the form, of those for `places`, with which a path ends.
Match matchOf(const Path& path, std::initializer_list<Place> places) {
    for (const Form& one : kForms) {
        if (std::ranges::find(places, one.place) == places.end()) continue;
        Match match;
        const auto endsPath = [&](std::string_view form) {
            const Path words = pathOfName(form);
            match = {&one};
            const auto isOfForm = [&](std::string_view part, std::string_view word) {
                const auto weight = weightOf(part, word, one.weight);
                match.weight = weight.value_or(match.weight);
                return weight.has_value();
            };
            match.parts = words.size() - one.kept;
            return words.size() <= path.size() &&
                   std::equal(path.end() - std::ssize(words), path.end(), words.begin(), isOfForm);
        };
        if (isAny(one.forms, endsPath)) return match;
    }
    return {};
}

bool isWeight(const Match& match) { return match.form && match.form->kind == Kind::Parameter; }

bool isSquare(const NamedArray& array) {
    const std::size_t sides = array.shape.size();
    return sides >= 2 && array.shape[sides - 1] == array.shape[sides - 2];
}

bool isOneNumber(const NamedArray& array) {
    return !array.areTexts && std::ranges::all_of(array.shape, [](std::int64_t side) { return side == 1; });
}

std::string joined(const Path& path, std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) text += (i == 0 ? "" : ".") + path[i];
    return text;
}

/// Returns the meaning of the gain or bias of a layer norm; nothing if the name is no such name.
std::optional<ArrayRole> normRole(const Path& path) {
    if (path.size() < 2) return std::nullopt;
    const bool isGain = isAmong(path.back(), "weight scale gamma g");
    if (!isGain && !isAmong(path.back(), "bias shift beta b")) return std::nullopt;
    ArrayRole role;
    role.kind = Kind::Norm;
    role.parameter = isGain ? Parameter::NormGain : Parameter::NormBias;
    role.norm = plainPart(path.end()[-2]);
    for (const auto& [names, place] : kNorms) {
        if (!isAmong(role.norm, names)) continue;
        const bool isBert = role.norm == "layernorm" && path.size() > 2 && path.end()[-3] == "output";
        role.place = isBert ? Norm::Place::After : place;
        role.layer = joined(path, path.size() - (isBert ? 3 : 2));
        return role;
    }
    return std::nullopt;
}

/// Returns the form of the last part of a name. Notes what stands beside it: "bias", "weight", the number of a head.
Match takeBeside(std::string word, bool isModule, bool& isBias, ArrayRole& role) {
    isBias = takeEnd(word, "bias") || isBias;
    role.isLinear = takeEnd(word, "weight") || takeEnd(word, "weights") || isModule;
    const std::string digits = word.substr(std::min(word.size(), word.find_last_not_of("0123456789") + 1));
    if (const auto head = number(digits); head && takeEnd(word, digits)) role.head = head;
    if (word.starts_with("bias") && word.size() > 4) {
        isBias = true;
        word.erase(0, 4);
    } else if (word.starts_with('b') && isWeight(matchOf({word.substr(1)}, {Part, Module}))) { // b_q
        isBias = true;
        word.erase(0, 1);
    }
    return isModule || isBias ? matchOf({word}, {Part, Module}) : matchOf({word}, {Part});
}

/// Takes "heads", "2" from any place of the path, and from its end BERT's "self" and ViT's second "attention"; the rest
/// is the layer.
void takeHead(Path& path, ArrayRole& role) {
    for (std::size_t i = 0; i + 1 < path.size(); ++i)
        if (const auto head = number(path[i + 1]);
            head && (path[i] == "head" || plainPart(path[i]).ends_with("heads"))) {
            role.head = head;
            path.erase(path.begin() + static_cast<std::ptrdiff_t>(i),
                       path.begin() + static_cast<std::ptrdiff_t>(i) + 2);
            break;
        }
    if (!path.empty() && path.back() == "self") path.pop_back();
    if (path.size() > 1 && path.back() == "attention" && path.end()[-2] == "attention") path.pop_back();
    role.layer = joined(path, path.size());
}

} // namespace

std::vector<std::string> pathOfName(std::string_view name) {
    Path path(1);
    for (const char c : name)
        if (c == '.' || c == '/')
            path.emplace_back();
        else
            path.back() += c;
    return path;
}

std::string prefixOfName(std::string_view name) {
    const Path path = pathOfName(name);
    return joined(path, path.size() - 1);
}

std::string plainPart(std::string_view part) {
    std::string text;
    for (const char c : part)
        if (c != '_') text += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    return text;
}

bool isAmong(std::string_view word, std::string_view words) {
    return isAny(words, [&](std::string_view one) { return one == word; });
}

std::optional<Stage> stageOfName(std::string_view name, bool isAmongStages) {
    const std::string last = plainPart(pathOfName(name).back());
    for (const auto& [stage, clear, unclear] : kStages)
        if (isAmong(last, clear) || (isAmongStages && isAmong(last, unclear))) return stage;
    return std::nullopt;
}

std::optional<ArrayRole> roleOf(const NamedArray& array) {
    ArrayRole role;
    if (const Match whole = matchOf({plainPart(array.name.substr(array.name.rfind('/') + 1))}, {Name}); whole.form) {
        role.kind = whole.form->kind;
        return role;
    }
    Path path = pathOfName(array.name), plain;
    if (auto norm = normRole(path)) return norm;
    const bool isModule = path.size() > 1 && isAmong(path.back(), "weight bias kernel");
    bool isBias = isModule && path.back() == "bias";
    const bool mayBeMask = isBias && isSquare(array); // GPT-2 names it attn.bias
    role.isKernel = isModule && path.back() == "kernel";
    if (isModule) path.pop_back();
    std::ranges::transform(path, std::back_inserter(plain), plainPart);
    role.isLinear = isModule;
    Match match = matchOf(plain, {Whole});
    if (!match.form) match = takeBeside(plain.back(), isModule, isBias, role);
    if (!match.form && !mayBeMask) return std::nullopt;
    static constexpr Form kMask{"", Whole, Kind::Mask};
    const Form& form = match.form ? *match.form : kMask;
    if (form.isNumber && !isOneNumber(array)) return std::nullopt;
    if (form.kind == Kind::Mask)
        role = ArrayRole();
    else
        role.isLinear = role.isLinear && !isBias && !role.isKernel;
    role.ones = form.ones;
    role.kind = form.kind == Kind::Joined && isBias ? Kind::JoinedBias : form.kind;
    if (isWeight(match)) // of q, k, v or o, each of which has a bias
        role.parameter = isBias ? biasOf(match.weight)->parameter : match.weight;
    role.joined = form.joined;
    role.isGpt = form.isGpt;
    path.resize(path.size() - match.parts);
    takeHead(path, role);
    return role;
}

ArrayRole roleAs(const NamedArray& array, Parameter parameter, const std::string& layer) {
    ArrayRole role;
    role.parameter = parameter;
    role.layer = layer;
    const std::string last = pathOfName(array.name).back();
    role.isLinear = last == "weight" && !infoOf(parameter).weight;
    role.isKernel = last == "kernel";
    return role;
}

bool isCausal(const NamedArray& array) {
    if (array.isCausal) return true;
    if (array.shape.size() < 2 && array.values.size() == 1) return array.values[0] != 0; // of `causal`
    if (!isSquare(array)) return false;
    const auto n = static_cast<std::size_t>(array.shape.back());
    if (n < 2 || array.values.size() != n * n) return false;
    const float above = array.values[1], below = array.values[0];
    if (above == below) return false;
    for (std::size_t i = 0; i < n * n; ++i)
        if (array.values[i] != (i % n > i / n ? above : below)) return false;
    return true;
}

bool isFalse(const NamedArray& array) {
    if (array.shape.size() > 1 || array.values != std::vector{0.0F}) return false;
    const auto role = roleOf(array);
    return role && role->kind == Kind::Mask;
}

} // namespace headlight
