#include "import/givenArrays.h"

#include "base/quotedText.h"
#include "import/givenLayers.h"
#include "session/consistency.h"
#include "session/edits.h"
#include "session/givenStages.h"

#include <cmath>
#include <utility>

namespace headlight {
namespace {

using enum Parameter;

/// Names the stages of the file that are not taken, because they follow from what is taken; empty if there are none.
std::string notTaken(const GivenFile& given, std::span<const NamedArray> arrays) {
    std::string names;
    for (const std::size_t i : given.computed)
        names += (names.empty() ? "" : ", ") + showable(arrays[i].name, kBriefly);
    return names.empty() ? "" : "Computed, and not taken from the file: " + names + ". ";
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
Result<Session> blankFor(const GivenFile& given, std::span<const NamedArray> arrays) {
    Index queries = 0, keys = 0;
    for (const GivenLayers& layers : given.layers)
        for (const GivenArray& one : layers.arrays) {
            if (one.parameter == GivenQ || one.isMap()) queries = one.rows;
            if (one.parameter == GivenK) keys = one.rows;
            if (one.isMap()) keys = one.cols;
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

/// Adds the layers that the arrays with one prefix give.
Result<void> addLayers(Session& session, GivenLayers given, const FileArrays& file, std::size_t& numbersLeft) {
    Layer empty;
    empty.allHeads.resize(given.arrays.front().heads);
    if (!given.has(GivenQ)) empty.options.scale = {.kind = Scale::Kind::None, .withWeights = Scale::Kind::SqrtDk};
    empty.options.mask.causal = given.mask && file.listed[*given.mask].isCausal;
    std::vector<Layer> layers(given.arrays.front().layers, empty);
    for (GivenArray& one : given.arrays) {
        const auto array = file.file.read(one.array, numbersLeft);
        if (!array) return array.problem();
        if (array->shape != file.listed[one.array].shape || array->values.empty()) return changedMeanwhile();
        if (array->name.empty() && areScores(one, *array)) one.parameter = GivenScores;
        for (std::size_t l = 0; l < layers.size(); ++l) put(one, *array, l, layers[l]);
    }
    for (Layer& layer : layers) {
        if (const auto wrong = firstNotFinite(layer, static_cast<int>(session.layers.size()))) return Problem{*wrong};
        layer.number = static_cast<int>(session.layers.size());
        session.layers.push_back(std::move(layer));
    }
    return {};
}

} // namespace

Result<std::optional<GivenSession>> givenSession(const FileArrays& file) {
    const std::span<const NamedArray> arrays = file.listed;
    if (const auto set = arraySet(arrays, {file.config}); set && !set->layers.empty())
        return std::optional<GivenSession>();
    const auto given = givenIn(arrays);
    if (!given) return given.problem();
    if (given->layers.empty()) return std::optional<GivenSession>();
    auto session = blankFor(*given, arrays);
    if (!session) return session.problem();
    session->layers = {};
    std::size_t numbersLeft = kMaxArrayNumbers;
    for (const GivenLayers& layers : given->layers)
        if (auto added = addLayers(*session, layers, file, numbersLeft); !added) return added.problem();
    auto fits = ifFits(*std::move(session));
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
