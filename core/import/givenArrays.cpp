#include "import/givenArrays.h"

#include "base/quotedText.h"
#include "session/Limits.h"
#include "session/consistency.h"
#include "session/edits.h"
#include "session/givenStages.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

namespace headlight {
namespace {

using enum Parameter;

/// The names of arrays, in the spelling of plainPart().
constexpr std::pair<std::string_view, Parameter> kGivenNames[] = {
    {"weights attn attns attention attentions attentionweights attnweights attentionprobs attnprobs probs pattern "
     "crossattentions",
     GivenWeights},
    {"scores attentionscores attnscores attnlogits", GivenScores},
    {"q query queries", GivenQ},
    {"k key keys", GivenK},
    {"v value values", GivenV}};

/// An array that is a stage of each head of each layer: [layers, heads, rows, cols].
struct GivenArray {
    Parameter parameter;
    std::size_t array;
    std::size_t layers = 1, heads = 1;
    Index rows = 0, cols = 0;
};

bool isMap(Parameter parameter) { return parameter == GivenScores || parameter == GivenWeights; }

/// Returns the stage that an array is by its name or, without one, by its shape; nothing if it is none.
std::optional<Parameter> stageOf(const NamedArray& array) {
    const std::size_t sides = array.shape.size();
    if (sides < 2 || array.areTexts || !array.whyNot.empty()) return std::nullopt;
    if (array.name.empty()) {
        const bool isSquare = sides > 2 && array.shape[sides - 1] == array.shape[sides - 2];
        return isSquare ? std::optional(GivenWeights) : std::nullopt;
    }
    const std::vector<std::string> path = pathOfName(array.name);
    for (const auto& [names, parameter] : kGivenNames)
        if (isAmong(plainPart(path.back()), names)) return parameter;
    return std::nullopt;
}

/// Returns the sizes of the array. A side of 1 before the heads is a batch.
Result<GivenArray> shaped(const NamedArray& array, std::size_t index, Parameter parameter) {
    std::vector<std::int64_t> shape = array.shape;
    const std::string name = array.name.empty() ? "array" : "array " + quotedBriefly(array.name);
    if (shape.size() == 5 && shape[1] != 1)
        return Problem{"Its " + name + " is a batch of " + std::to_string(shape[1]) +
                       "; save one of them, such as attentions[:, 0]."};
    if (shape.size() == 5) shape.erase(shape.begin() + 1);
    while (shape.size() < 4) shape.insert(shape.begin(), 1);
    if (shape.size() > 4 || std::ranges::any_of(shape, [](std::int64_t side) { return side < 1; }))
        return Problem{"Its " + name + " is " + shapeText(array.shape) +
                       ", but what is given must be [heads, rows, columns] or [layers, heads, rows, columns]."};
    return GivenArray{parameter, index, std::size_t(shape[0]), std::size_t(shape[1]), shape[2], shape[3]};
}

/// The stages that a file gives, from first to last; of weights, scores and Q and K, the last alone.
Result<std::vector<GivenArray>> givenIn(std::span<const NamedArray> arrays) {
    std::vector<GivenArray> given;
    const auto has = [&](Parameter p) { return std::ranges::count(given, p, &GivenArray::parameter) > 0; };
    for (std::size_t i = 0; i < arrays.size(); ++i) {
        const auto parameter = stageOf(arrays[i]);
        if (!parameter || has(*parameter)) continue;
        auto one = shaped(arrays[i], i, *parameter);
        if (!one) return one.problem();
        given.push_back(*one);
    }
    const bool areProjected = has(GivenQ) && has(GivenK);
    const auto isComputed = [&, hasScores = has(GivenScores)](const GivenArray& one) { // from what stands before it
        return (one.parameter == GivenScores && areProjected) ||
               (one.parameter == GivenWeights && (areProjected || hasScores));
    };
    std::erase_if(given, isComputed);
    if (!areProjected)
        std::erase_if(given, [](const GivenArray& one) { return one.parameter == GivenQ || one.parameter == GivenK; });
    if (!areProjected && !has(GivenScores) && !has(GivenWeights)) given.clear();
    return given;
}

/// Names the stages of the file that are not taken, because they follow from what is taken; empty if there are none.
std::string notTaken(const std::vector<GivenArray>& given, std::span<const NamedArray> arrays) {
    std::string names;
    for (std::size_t i = 0; i < arrays.size(); ++i)
        if (stageOf(arrays[i]) && std::ranges::count(given, i, &GivenArray::array) == 0)
            names += (names.empty() ? "" : ", ") + arrays[i].name;
    return names.empty() ? "" : "Computed, and not taken from the file: " + names + ". ";
}

/// Returns a Problem if the arrays do not belong together, or are too large.
Result<void> check(const std::vector<GivenArray>& given, std::span<const NamedArray> arrays) {
    double count = 0;
    for (const GivenArray& one : given) {
        count += double(one.layers) * double(one.heads) * double(one.rows) * double(one.cols);
        if (one.layers != given.front().layers || one.heads != given.front().heads)
            return Problem{"It has " + listOf(arrays) + ", whose numbers of layers or heads differ."};
    }
    if (count > double(kMaxGiven))
        return Problem{"What is given has more than " + std::to_string(kMaxGiven) + " numbers: " + listOf(arrays) +
                       ". Save fewer layers or heads, such as attentions[0]."};
    if (given.front().layers > kMaxLayers || given.front().heads > kMaxHeads)
        return Problem{"It has " + listOf(arrays) +
                       "; at most 64 layers of 64 heads are possible. If the first side is "
                       "a batch, save one of it, such as attentions[0]."};
    return {};
}

/// Returns the tokens of the file for this many places, else "1", "2" ...
std::vector<std::string> tokensFor(std::span<const NamedArray> arrays, ArrayRole::Kind kind, Index count) {
    for (const NamedArray& array : arrays)
        if (const auto role = roleOf(array); role && role->kind == kind && std::ssize(array.texts) == count)
            return withoutSpaces(array.texts);
    std::vector<std::string> numbers;
    for (Index i = 1; i <= count; ++i) numbers.push_back(std::to_string(i));
    return numbers;
}

Result<Session> withPlaces(const Session& session, const std::vector<std::string>& tokens, Sentence which) {
    std::string sentence;
    for (const std::string& token : tokens) sentence += (sentence.empty() ? "" : " ") + token;
    auto now = withTokenizer(session, {"whitespace", "", {}}, {}, which);
    return now ? withSentence(*now, sentence, {}, which) : now;
}

/// Returns a session with the tokens of queries and keys, and a layer that has nothing given yet.
Result<Session> blankFor(const std::vector<GivenArray>& given, std::span<const NamedArray> arrays) {
    Index queries = 0, keys = 0;
    for (const GivenArray& one : given) {
        if (one.parameter == GivenQ || isMap(one.parameter)) queries = one.rows;
        if (one.parameter == GivenK) keys = one.rows;
        if (isMap(one.parameter)) keys = one.cols;
    }
    auto now = withPlaces(newSession(123, 1, 1, 1, 1), tokensFor(arrays, ArrayRole::Kind::Tokens, queries),
                          Sentence::First);
    if (!now || keys == queries) return now;
    now = withSecondSentence(*now, true);
    return now ? withPlaces(*now, tokensFor(arrays, ArrayRole::Kind::TokensKv, keys), Sentence::Second) : now;
}

/// Makes the given stage of a layer out of an array.
void put(const GivenArray& one, const NamedArray& array, std::size_t layer, Layer& to) {
    for (std::size_t head = 0; head < one.heads; ++head) {
        const float* from = array.values.data() + (layer * one.heads + head) * std::size_t(one.rows * one.cols);
        to.allHeads[head].number = static_cast<int>(head);
        to.allHeads[head][one.parameter] = Matrix(Eigen::Map<const Matrix>(from, one.rows, one.cols));
    }
}

/// True if the numbers of an array without a name are no weights: a row does not sum to 1.
bool areScores(const GivenArray& one, const NamedArray& array) {
    constexpr double kNear = 1e-3;
    for (std::size_t at = 0; at < array.values.size(); at += std::size_t(one.cols)) {
        double sum = 0;
        for (Index col = 0; col < one.cols; ++col) {
            const float x = array.values[at + std::size_t(col)];
            if (x < 0) return true;
            sum += static_cast<double>(x);
        }
        if (std::abs(sum - 1) > kNear && sum != 0) return true;
    }
    return false;
}

} // namespace

Result<std::optional<GivenSession>> givenSession(const FileArrays& file) {
    const std::span<const NamedArray> arrays = file.listed;
    if (const auto set = arraySet(arrays); set && !set->layers.empty()) return std::optional<GivenSession>();
    auto given = givenIn(arrays);
    if (!given) return given.problem();
    if (given->empty()) return std::optional<GivenSession>();
    if (auto right = check(*given, arrays); !right) return right.problem();
    auto blank = blankFor(*given, arrays);
    if (!blank) return blank.problem();

    Layer empty;
    empty.allHeads.resize(given->front().heads);
    for (const NamedArray& array : arrays)
        if (const auto role = roleOf(array); role && role->kind == ArrayRole::Kind::Mask)
            empty.options.mask.causal = array.isCausal;
    std::vector<Layer> layers(given->front().layers, empty);
    std::size_t numbersLeft = kMaxArrayNumbers;
    bool areProjected = false;
    for (GivenArray& one : *given) {
        const auto array = file.file.read(one.array, numbersLeft);
        if (!array) return array.problem();
        if (array->shape != arrays[one.array].shape || array->values.empty()) return changedMeanwhile();
        if (array->name.empty() && areScores(one, *array)) one.parameter = GivenScores;
        areProjected = areProjected || one.parameter == GivenQ;
        for (std::size_t l = 0; l < layers.size(); ++l) put(one, *array, l, layers[l]);
    }
    Session session = *blank;
    session.layers = {};
    for (std::size_t l = 0; l < layers.size(); ++l) {
        layers[l].number = static_cast<int>(l);
        if (!areProjected) layers[l].options.scale = {.kind = Scale::Kind::None, .withWeights = Scale::Kind::SqrtDk};
        if (const auto wrong = firstNotFinite(layers[l], static_cast<int>(l))) return Problem{*wrong};
        session.layers.push_back(std::move(layers[l]));
    }
    auto fits = ifFits(std::move(session));
    if (!fits) return fits.problem();
    std::string remark = notTaken(*given, arrays) + sumsOfGiven(*fits);
    if (remark.ends_with(' ')) remark.pop_back();
    return std::optional(GivenSession{*std::move(fits), std::move(remark)});
}

Result<Session> withGivenX(const Session& session, Matrix x) {
    Session now = session;
    now.layers.change(0, [&](Layer& layer) { layer[GivenX] = std::move(x); });
    return ifFits(std::move(now));
}

} // namespace headlight
