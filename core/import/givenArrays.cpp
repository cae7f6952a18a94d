#include "import/givenArrays.h"

#include "base/numberText.h"
#include "base/quotedText.h"
#include "import/fileMask.h"
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
    std::map<std::size_t, std::string> why{};   ///< why an array is not used
    std::string others{}, caution{};            ///< sentences on what is taken, and on what changes the numbers
    std::map<std::string, std::size_t> shown{}; ///< the layers of which the file's weights show this
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

/// Makes the given stage of a layer out of an array.
void put(const GivenArray& one, const NamedArray& array, std::size_t layer, Layer& to) {
    for (std::size_t head = 0; head < one.heads; ++head) {
        const float* from = array.values.data() + (layer * one.heads + head) * std::size_t(one.rows * one.cols);
        to.allHeads[head].number = static_cast<int>(head);
        to.allHeads[head][one.parameter] = Matrix(Eigen::Map<const Matrix>(from, one.rows, one.cols));
    }
}

/// Gives the options the mask and the scale of the layers, if they can be taken.
Result<void> addOptions(Options& to, const GivenLayers& given, const FileArrays& file, Beside& beside) {
    std::size_t numbersLeft = kMaxMaskCells;
    if (!given.has(GivenQ)) to.scale = {.kind = Scale::Kind::None, .withWeights = Scale::Kind::SqrtDk};
    if (given.scale) {
        const auto scale = file.read(*given.scale, numbersLeft);
        if (!scale) return scale.problem();
        if (scale->values.size() == 1 && scale->values[0] > 0) {
            to.scale.kind = Scale::Kind::Factor;
            to.scale.factor = factorOf(double(scale->values[0]));
            beside.used.insert(*given.scale);
            say(beside.others,
                "Its scale is taken: scores are multiplied by " + shortest(static_cast<float>(to.scale.factor)) + ".");
        }
    }
    to.mask.causal = given.causal.has_value();
    if (given.causal) beside.used.insert(*given.causal);
    if (!given.mask) return {};
    beside.used.insert(*given.mask);
    const std::size_t layers = given.arrays.front().layers;
    if (layers > 1 && file.listed[*given.mask].shape.front() == static_cast<std::int64_t>(layers)) {
        say(beside.caution, "Its mask is not used: it may be one for each layer, or for each text of a batch.");
        return {};
    }
    const auto array = file.read(*given.mask, numbersLeft);
    if (!array) return array.problem();
    const auto [rows, cols] = placesOf(given);
    const auto mask = maskIn(*array, rows, cols);
    if (mask) to.mask.given = FrozenMatrix(mask->cells);
    if (mask) say(beside.others, "Its mask is taken: " + mask->said);
    if (!mask) say(beside.caution, "Its mask is not used. " + mask.text());
    return {};
}

/// Gives layers what the zeros of the file's own weights show beside its mask; those of dropout are no mask.
void addMasksOfWeights(std::vector<Layer>& to, const GivenLayers& given, const FileArrays& file, Beside& beside) {
    if (!given.weights) return;
    std::size_t numbersLeft = kMaxGiven;
    const auto weights = file.read(*given.weights, numbersLeft);
    const auto [rows, cols] = placesOf(given);
    const std::size_t size = weights ? weights->values.size() / to.size() : 0, cells = std::size_t(rows * cols);
    if (size == 0 || size % cells != 0 || weights->shape.back() != cols || !areWeights(*weights)) return;
    for (std::size_t l = 0; l < to.size(); ++l) {
        Mask& mask = to[l].options.mask;
        Mask zeros = maskOfZeros(std::span(weights->values).subspan(l * size, size), rows, cols);
        if (zeros.given && cells > kMaxMaskCells) {
            zeros.given = {};
            say(beside.caution, "The mask that its weights show is not used: it has more than " +
                                    std::to_string(kMaxMaskCells) + " cells.");
        }
        if (zeros.given && mask.given) zeros.given = FrozenMatrix(Matrix(zeros.given->cwiseProduct(*mask.given)));
        std::erase_if(zeros.hidden, [&](int key) { return mask.given && mask.given->col(key).isZero(); });
        if (zeros.causal && !mask.causal) ++beside.shown[kCausalOfWeights];
        if (!zeros.hidden.empty()) ++beside.shown["Tokens without weight in the file are hidden"];
        if (zeros.given) ++beside.shown["The mask hides what has no weight in the file"];
        mask.causal |= zeros.causal;
        mask.hidden = std::move(zeros.hidden);
        if (zeros.given) mask.given = std::move(zeros.given);
    }
}

/// Gives the layer W_o and b_o, if they fit.
Result<void> addOutput(Layer& to, const GivenLayers& given, const FileArrays& file, std::size_t& numbersLeft,
                       Beside& beside) {
    if (given.output.empty()) return {};
    const Index dv = std::ssize(to.allHeads) * to.allHeads.front()[GivenV]->cols();
    const auto parts = outputOf(given.output, dv);
    if (!parts) {
        say(beside.caution, "Its W_o is not used: " + parts.text() + ".");
        for (const MeantArray& part : given.output) beside.used.insert(part.array); // it is said
        return {};
    }
    for (const ArrayPart& part : *parts) {
        const auto array = file.read(part.array, numbersLeft);
        if (!array) return array.problem();
        to[part.parameter] = FrozenMatrix(matrixOf(part, *array, part.first, part.cols));
        beside.used.insert(part.array);
    }
    return {};
}

/// Adds the layers that the arrays with one prefix give.
Result<void> addLayers(Session& session, GivenLayers given, const FileArrays& file, std::size_t& numbersLeft,
                       Beside& beside) {
    Layer empty;
    empty.allHeads.resize(given.arrays.front().heads);
    if (auto added = addOptions(empty.options, given, file, beside); !added) return added;
    std::vector<Layer> layers(given.arrays.front().layers, empty);
    for (GivenArray& one : given.arrays) {
        const auto array = file.read(one.array, numbersLeft);
        if (!array) return array.problem();
        if (array->name.empty() && !areWeights(*array)) {
            one.parameter = GivenScores;
            say(beside.caution, "Not every row sums to 1, so the numbers are taken as scores, of which the softmax is "
                                "computed. To have them as weights, save them in a .npz under the name weights.");
        }
        for (std::size_t l = 0; l < layers.size(); ++l) put(one, *array, l, layers[l]);
        beside.used.insert(one.array);
    }
    addMasksOfWeights(layers, given, file, beside);
    if (auto added = addOutput(layers.front(), given, file, numbersLeft, beside); !added) return added;
    for (Layer& layer : layers) {
        if (const auto wrong = firstNotFinite(layer, static_cast<int>(session.layers.size()))) return Problem{*wrong};
        layer.number = static_cast<int>(session.layers.size());
        session.layers.push_back(std::move(layer));
    }
    return {};
}

/// Names the stages that are computed and not taken.
std::string remarkOnComputed(const GivenFile& given, std::span<const NamedArray> arrays) {
    std::string names;
    for (const std::size_t i : given.computed)
        names += (names.empty() ? "" : ", ") + showable(arrays[i].name, kBriefly);
    return names.empty() ? names : "Computed, and not taken from the file: " + names + ".";
}

/// Says also which arrays are not taken, and which may mean something else.
std::string remarkOn(const GivenFile& given, std::span<const NamedArray> arrays, const Beside& beside,
                     std::string remark) {
    std::vector<std::size_t> others;
    for (std::size_t i = 0; i < arrays.size(); ++i)
        if (!given.computed.contains(i) && !beside.used.contains(i) && !isFalse(arrays[i])) others.push_back(i);
    if (!others.empty()) say(remark, "Not used: " + briefListOf(arrays, others, beside.why) + ".");
    if (!beside.others.empty()) say(remark, beside.others);
    for (const GivenLayers& layers : given.layers)
        for (const GivenArray& one : layers.arrays) // the weights of a layer are single squares, too
            if (one.parameter == GivenQ && arrays[one.array].shape.size() == 2 && one.rows == one.cols)
                say(remark, "Its square " + quotedBriefly(arrays[one.array].name) +
                                " is taken as Q. If it is W_q of a layer, use File > Import matrices.");
    return remark;
}

/// A stage that a file may hold beside those from which it follows.
struct OwnStage {
    Stage stage;
    Parameter given;
    const char* name;
};
constexpr OwnStage kOwnStages[] = {{Stage::Scores, GivenScores, "Scores in file"},
                                   {Stage::Weights, GivenWeights, "Weights in file"}};

/// Returns the session with a layer in the place of its only one that starts with that stage of the file, and has its
/// V.
Result<Session> startingWith(const Session& session, const OwnStage& own, FileArrays file) {
    const Layer& before = layerAt(session, 0);
    for (NamedArray& one : file.listed) { // the others mean nothing
        const auto stage = stageOfName(one.name, true);
        const bool isV = stage == Stage::V && before.allHeads.front()[GivenV].isOn;
        one.name = stage == own.stage || isV ? infoOf(*stage).id : "-";
    }
    const auto given = givenSession(file);
    if (!given || !*given) return Problem{"It has no such stage."};
    const Session& from = (*given)->session;
    if (from.layers.size() != 1 || sizesOf(from).heads != sizesOf(session).heads) return Problem{"It has other heads."};
    Layer layer = layerAt(from, 0);
    layer.number = before.number;
    layer.options = own.given == GivenScores ? before.options : Options();
    layer.options.scale = {.kind = Scale::Kind::Factor, .factor = before.options.factor(sizesOf(session).dk)};
    layer.options.temperature = 1; // which the factor has
    for (std::size_t i = 0; i < layer.allHeads.size(); ++i) layer.allHeads[i].number = before.heads()[i].number;
    Session made = session;
    made.pins = {};
    made.layers.change(0, [&](Layer& to) { to = std::move(layer); });
    return ifFits(std::move(made));
}

} // namespace

void say(std::string& to, const std::string& sentence) {
    if (to.find(sentence) == to.npos) to += (to.empty() ? "" : " ") + sentence;
}

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
    const std::size_t all = session->layers.size();
    std::string computed = remarkOnComputed(*given, arrays);
    for (const auto& [what, layers] : beside.shown)
        say(computed,
            what + (layers == all ? "." : " (" + std::to_string(layers) + " of " + std::to_string(all) + " layers)."));
    auto fits = ifFits(*std::move(session));
    if (!fits) return fits.problem();
    std::string remark = remarkOn(*given, arrays, beside, computed);
    if (const std::string sums = sumsOfGiven(*fits); !sums.empty()) say(remark, sums);
    return std::optional(
        GivenSession{*std::move(fits), std::move(computed), std::move(remark), beside.caution, given->mayBeBatch});
}

Result<Session> withNames(const Session& session, const std::string& text) {
    const auto names = namesIn(text, session.text.tokens->texts.size(), "what is given");
    return names ? withSentence(session, text) : names.problem();
}

Result<Session> withGivenHeads(const Session& session, int heads) {
    Session cut = session;
    cut.pins = {}; // they are of one head
    for (std::size_t l = 0; l < session.layers.size(); ++l) {
        const Head all = session.layers[l].allHeads.front();
        if (session.layers[l].allHeads.size() > 1 || !all[GivenQ])
            return Problem{
                "Only Q, K and V of one head, [1, N, d], are cut into several. Leave the number of heads out."};
        std::vector<Head> parts(static_cast<std::size_t>(heads), all);
        for (const Parameter p : {GivenQ, GivenK, GivenV}) {
            const Index width = all[p] ? all[p]->cols() / heads : 0;
            if (all[p] && width * heads != all[p]->cols())
                return Problem{std::to_string(heads) + " heads do not divide its " + stageGivenBy(p) + " of " +
                               std::to_string(all[p]->cols()) + " columns."};
            for (int h = 0; all[p] && h < heads; ++h) {
                Head& part = parts[static_cast<std::size_t>(h)];
                part.number = h;
                part[p] = Matrix(all[p]->middleCols(h * width, width));
            }
        }
        cut.layers.change(static_cast<int>(l), [&](Layer& layer) { layer.allHeads = std::move(parts); });
    }
    return cut;
}

Session withOwnStages(const Session& session, const FileArrays& file) {
    std::vector<Pin> pins = session.pins ? *session.pins : std::vector<Pin>();
    const Head& head = layerAt(session, 0).allHeads.front();
    for (const OwnStage& own : kOwnStages) {
        // else the session starts with this stage, or behind it
        const bool isComputed = !head[GivenWeights].isOn && !head[own.given].isOn;
        if (session.layers.size() != 1 || !isComputed) continue;
        if (auto state = startingWith(session, own, file)) pins.push_back({own.name, *std::move(state)});
    }
    Session made = session;
    if (!pins.empty()) made.pins = std::move(pins);
    return made;
}

} // namespace headlight
