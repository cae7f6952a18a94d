#include "import/givenArrays.h"

#include "base/quotedText.h"
#include "import/givenLayers.h"
#include "import/leftOut.h"
#include "session/Limits.h"
#include "session/consistency.h"
#include "session/edits.h"
#include "session/givenStages.h"

#include <cmath>
#include <map>
#include <set>
#include <utility>

namespace headlight {
namespace {

using enum Parameter;

/// The arrays that are taken beside the stages, and what is to be said about them.
struct Beside {
    std::set<std::size_t> used{};
    std::map<std::size_t, std::string> why{}; ///< why an array is not used
    std::string masks{};                      ///< a sentence, if one is taken
};

/// Returns the numbers of queries and keys.
std::pair<Index, Index> placesOf(const GivenLayers& layers) {
    std::pair<Index, Index> places;
    for (const GivenArray& one : layers.arrays) {
        if (one.parameter == GivenQ || one.isMap()) places.first = one.rows;
        if (one.parameter == GivenK) places.second = one.rows;
        if (one.isMap()) places.second = one.cols;
    }
    return places;
}

/// Returns the tokens of the file for this many places, else "1", "2" ...
std::vector<std::string> tokensFor(std::span<const NamedArray> arrays, ArrayRole::Kind kind, Index count,
                                   Beside& beside) {
    for (std::size_t i = 0; i < arrays.size(); ++i) {
        const auto role = roleOf(arrays[i]);
        if (!role || role->kind != kind || !arrays[i].areTexts) continue;
        if (std::ssize(arrays[i].texts) == count) {
            beside.used.insert(i);
            return withoutSpaces(arrays[i].texts);
        }
        beside.why[i] = "there are " + std::to_string(count) + " places";
    }
    std::vector<std::string> numbers;
    for (Index i = 1; i <= count; ++i) numbers.push_back(std::to_string(i));
    return numbers;
}

/// Returns a session with the tokens of queries and keys, and a layer that has nothing given yet.
Result<Session> blankFor(const GivenFile& given, std::span<const NamedArray> arrays, Beside& beside) {
    const auto [queries, keys] = placesOf(given.layers.front());
    auto now = withTokens(newSession(123, 1, 1, 1, 1), tokensFor(arrays, ArrayRole::Kind::Tokens, queries, beside),
                          Sentence::First);
    if (!now || keys == queries) return now;
    now = withSecondSentence(*now, true);
    if (!now) return now;
    return withTokens(*now, tokensFor(arrays, ArrayRole::Kind::TokensKv, keys, beside), Sentence::Second);
}

/// Takes a mask of 0 and 1 of [N, N_kv]. One that hides each token from itself means the opposite.
std::optional<Matrix> maskOf(const NamedArray& array, Index rows, Index cols, Beside& beside) {
    std::vector<std::int64_t> shape = array.shape;
    while (shape.size() > 2 && shape.front() == 1) shape.erase(shape.begin());
    if (shape != std::vector<std::int64_t>{rows, cols}) return std::nullopt;
    Matrix mask = Eigen::Map<const Matrix>(array.values.data(), rows, cols);
    if ((mask.array() != 0 && mask.array() != 1).any()) return std::nullopt;
    const bool isOpposite = rows == cols && (mask.diagonal().array() == 0).all();
    if (isOpposite) mask = (1 - mask.array()).matrix();
    beside.masks = std::string("Its mask is taken: ") + (isOpposite ? "0" : "1") + " means that a query may attend. ";
    return mask;
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

/// Gives the options the mask of the layers, if it can be taken.
Result<void> addMask(Mask& to, const GivenLayers& given, const FileArrays& file, Beside& beside) {
    if (!given.mask) return {};
    to.causal = file.listed[*given.mask].isCausal;
    if (!to.causal) {
        std::size_t numbersLeft = kMaxMaskCells;
        const auto array = file.file.read(*given.mask, numbersLeft);
        if (!array) return array.problem();
        const auto [rows, cols] = placesOf(given);
        const auto mask = maskOf(*array, rows, cols, beside);
        if (!mask) {
            beside.why[*given.mask] = "it is not 0 and 1 of " + shapeText(std::vector<std::int64_t>{rows, cols});
            return {};
        }
        to.given = FrozenMatrix(*mask);
    }
    beside.used.insert(*given.mask);
    return {};
}

/// Adds the layers that the arrays with one prefix give.
Result<void> addLayers(Session& session, GivenLayers given, const FileArrays& file, std::size_t& numbersLeft,
                       Beside& beside) {
    Layer empty;
    empty.allHeads.resize(given.arrays.front().heads);
    if (!given.has(GivenQ)) empty.options.scale = {.kind = Scale::Kind::None, .withWeights = Scale::Kind::SqrtDk};
    if (auto added = addMask(empty.options.mask, given, file, beside); !added) return added;
    std::vector<Layer> layers(given.arrays.front().layers, empty);
    for (GivenArray& one : given.arrays) {
        const auto array = file.file.read(one.array, numbersLeft);
        if (!array) return array.problem();
        if (array->shape != file.listed[one.array].shape || array->values.empty()) return changedMeanwhile();
        if (array->name.empty() && areScores(one, *array)) one.parameter = GivenScores;
        for (std::size_t l = 0; l < layers.size(); ++l) put(one, *array, l, layers[l]);
        beside.used.insert(one.array);
    }
    for (Layer& layer : layers) {
        if (const auto wrong = firstNotFinite(layer, static_cast<int>(session.layers.size()))) return Problem{*wrong};
        layer.number = static_cast<int>(session.layers.size());
        session.layers.push_back(std::move(layer));
    }
    return {};
}

/// Returns a sentence if Q and K are single squares, as the weights of a layer are, too; else nothing.
std::string mayBeWeights(const GivenFile& given, std::span<const NamedArray> arrays) {
    for (const GivenLayers& layers : given.layers)
        for (const GivenArray& one : layers.arrays)
            if (one.parameter == GivenQ && arrays[one.array].shape.size() == 2 && one.rows == one.cols)
                return "Its square " + quotedBriefly(arrays[one.array].name) +
                       " is taken as Q. If it is W_q of a layer, use File > Import matrices. ";
    return {};
}

/// Says which arrays are not taken, and which may mean something else.
std::string remarkOn(const GivenFile& given, std::span<const NamedArray> arrays, const Beside& beside) {
    std::string computed;
    std::vector<std::size_t> others;
    for (std::size_t i = 0; i < arrays.size(); ++i)
        if (given.computed.contains(i))
            computed += (computed.empty() ? "" : ", ") + showable(arrays[i].name, kBriefly);
        else if (!beside.used.contains(i))
            others.push_back(i);
    std::string remark = computed.empty() ? "" : "Computed, and not taken from the file: " + computed + ". ";
    if (!others.empty()) remark += "Not used: " + briefListOf(arrays, others, beside.why) + ". ";
    return remark + beside.masks + mayBeWeights(given, arrays);
}

} // namespace

Result<std::optional<GivenSession>> givenSession(const FileArrays& file) {
    const std::span<const NamedArray> arrays = file.listed;
    if (const auto set = arraySet(arrays, {file.config}); set && !set->layers.empty())
        return std::optional<GivenSession>();
    const auto given = givenIn(arrays);
    if (!given) return given.problem();
    if (given->layers.empty()) return std::optional<GivenSession>();
    Beside beside;
    auto session = blankFor(*given, arrays, beside);
    if (!session) return session.problem();
    session->layers = {};
    std::size_t numbersLeft = kMaxArrayNumbers;
    for (const GivenLayers& layers : given->layers)
        if (auto added = addLayers(*session, layers, file, numbersLeft, beside); !added) return added.problem();
    auto fits = ifFits(*std::move(session));
    if (!fits) return fits.problem();
    std::string remark = remarkOn(*given, arrays, beside) + sumsOfGiven(*fits);
    if (remark.ends_with(' ')) remark.pop_back();
    return std::optional(GivenSession{*std::move(fits), std::move(remark)});
}

Result<Session> withGivenX(const Session& session, Matrix x) {
    Session now = session;
    now.layers.change(0, [&](Layer& layer) { layer[GivenX] = std::move(x); });
    return ifFits(std::move(now));
}

} // namespace headlight
