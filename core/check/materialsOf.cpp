#include "base/quotedText.h"
#include "check/Material.h"
#include "import/fileMask.h"
#include "import/layerOf.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace headlight {
namespace {

using Kind = ArrayRole::Kind;

/// Returns the part of a name that says what the array is.
std::string lastPart(const std::string& name) {
    const std::vector<std::string> path = pathOfName(name);
    const bool isOfModule = path.size() > 1 && path.back() == "weight";
    return plainPart(isOfModule ? path[path.size() - 2] : path.back());
}

std::optional<Stage> stageOf(const NamedArray& array, const std::optional<ArrayRole>& role) {
    if (role && role->kind == Kind::X) return Stage::X;
    if (role && role->kind == Kind::XKv) return Stage::XKv;
    return stageOfName(array.name, true);
}

/// Returns the numbers of an array. Of three sides the first counts heads, or, `isOfTexts`, texts.
Grid gridOf(const NamedArray& array, bool isOfTexts) {
    const auto count = static_cast<Index>(array.values.size());
    Sides sides{1, 1, 1, 1};
    for (std::size_t k = 4, left = array.shape.size(); k > 0 && left > 0;) sides[--k] = array.shape[--left];
    if (isOfTexts && array.shape.size() == 3) std::swap(sides[0], sides[1]);
    sides[0] = count / (sides[1] * sides[2] * sides[3]);
    return {sides, Eigen::Map<const Eigen::ArrayXf>(array.values.data(), count).cast<double>()};
}

using Arrays = std::vector<std::pair<Stage, const NamedArray*>>;

/// True for X or an output [N, 1, d], as nn.MultiheadAttention has them, and for Q, K and V beside such an X.
bool isTokensFirst(Stage stage, const NamedArray& array, const Arrays& all) {
    if (array.shape.size() != 3 || array.shape[1] != 1) return false;
    const auto isItsX = [&](const auto& one) {
        return one.first < Stage::Q && isTokensFirst(one.first, *one.second, {}) &&
               one.second->shape[0] == array.shape[0];
    };
    return infoOf(stage).scope != Scope::Head || (stage < Stage::Scores && std::ranges::any_of(all, isItsX));
}

/// Returns how many texts the stages have: the first of four sides, and of three, if they are of no head.
Index textsOf(const Arrays& stages) {
    Index texts = 1;
    for (const auto& [stage, array] : stages)
        if (array->shape.size() > (infoOf(stage).scope == Scope::Head ? 3 : 2) && !isTokensFirst(stage, *array, stages))
            texts = std::max<Index>(texts, array->shape[0]);
    return texts;
}

/// Returns what most stages say: for `isKey` the number of keys, else of queries.
Index sideOf(const std::vector<std::pair<Stage, GivenStage>>& all, bool isKey) {
    using enum Stage;
    std::map<Index, int> votes{{0, 0}}, mayBe;
    std::set<Index> sure;
    for (const auto& [stage, given] : all) {
        const auto [texts, heads, rows, cols] = given.numbers.sides;
        const bool isX = stage == X || (isKey && stage == XKv);
        if (isOfCells(stage)) votes[isKey ? cols : rows] += 3;
        if (isX) votes[rows] += stage == X ? 3 : 6; // an X_kv may be beside it
        if (isX || isOfCells(stage)) sure.insert(isX || !isKey ? rows : cols);
        if (isKey && stage == Q) votes[rows] += 1; // as many as queries, if K and V differ
        if (isKey ? stage != K && stage != V : stage != Q) continue;
        votes[rows] += 4;
        if (heads > 1) mayBe[heads] += 3;
    }
    for (const auto& [heads, count] : mayBe) // they are tokens, if these are as many
        if (sure.contains(heads)) votes[heads] += count;
    return std::ranges::max_element(votes, {}, [](const auto& vote) { return vote.second; })->first;
}

std::string placesOf(const Material& layer) {
    return std::to_string(layer.queries) + " queries and " + std::to_string(layer.keys) + " keys";
}

/// Removes the stages that do not fit the queries and keys of the others.
void removeMisfits(Material& layer) {
    using enum Stage;
    std::erase_if(layer.stages, [&](const auto& one) {
        const auto& [stage, given] = one;
        const Index places = stage == K || stage == V ? layer.keys : layer.queries;
        const bool fits = stage < Q || places == 0 ||
                          (given.numbers.rows() == places && (!isOfCells(stage) || given.numbers.cols() == layer.keys));
        if (fits) return false;
        std::string why = "its shape " + shapeText(given.shape) + " does not fit " + placesOf(layer);
        const Sides expected{layer.texts, infoOf(stage).scope == Scope::Head ? layer.heads() : 1, places,
                             isOfCells(stage) ? layer.keys : given.numbers.cols()};
        const bool isNamed = stageOfName(given.name, false) && (stage != Output || layer.has(Parameter::Wo));
        if (isNamed && !mayBeRight(stage, given.numbers.sides, expected, why)) // else it may be another
            layer.misfits[stage] = misfit(stage, given, why);
        else
            layer.skipped.push_back({given.name, why});
        return true;
    });
}

/// Takes the stages of a layer, each once.
void addStages(const Arrays& arrays, Material& made) {
    made.texts = textsOf(arrays);
    std::vector<std::pair<Stage, GivenStage>> all;
    for (const auto& [stage, array] : arrays) {
        const bool isOfTexts = infoOf(stage).scope != Scope::Head || (made.texts > 1 && array->shape[0] == made.texts);
        GivenStage given{array->name, array->shape, gridOf(*array, isOfTexts), roundingOf(array->values)};
        if (isTokensFirst(stage, *array, arrays)) given.numbers.sides = {1, 1, array->shape[0], array->shape[2]};
        given.numbers.round(given.rounding);
        all.emplace_back(stage, std::move(given));
    }
    made.queries = sideOf(all, false);
    made.keys = sideOf(all, true);
    for (auto& [stage, given] : all) {
        const auto [first, isNew] = made.stages.try_emplace(stage, given);
        if (isNew) continue;
        const Grid& before = first->second.numbers; // of a trace it may be its embeddings
        const bool fits = !isOfCells(stage) || (before.rows() == made.queries && before.cols() == made.keys);
        if (stage == Stage::X ? lastPart(given.name) == "x" : !fits) std::swap(first->second, given);
        if (stage != Stage::X)
            made.skipped.push_back({given.name, quotedBriefly(first->second.name) + " is the same stage"});
    }
    made.putHeadsFirst(false);
    removeMisfits(made);
}

/// Adds what a mask may mean. A triangle means the causal mask, whichever it is; minus infinity hides; zeros alone hide
/// nothing; a square of 0 and 1 lets each token attend to itself; the 1 of an attention_mask attends; any other may be
/// meant either way.
void addMask(Material& to, const NamedArray& array) {
    const bool isFlag = array.shape.size() < 2 && array.values.size() == 1; // `causal`
    if (to.queries == 0 || to.keys == 0) return;
    if (isFlag && !isCausal(array)) return void(to.mayBeCausal = false);
    Grid mask = gridOf(array, false);
    const Ones ones = onesOf(array);
    const Index items = mask.items(), rows = mask.rows(), cols = mask.cols();
    if (items == 1 && rows == to.texts && (rows != to.queries || roleOf(array)->ones != Ones::Unknown)) // of keys
        mask.sides = {to.texts, 1, 1, cols};
    else if (items % to.texts == 0)
        mask.sides = {to.texts, items / to.texts, rows, cols};
    const bool isOfModule = cols > to.keys && rows > to.queries; // as large as its longest text
    if (!isFlag && (cols < to.keys || (mask.rows() != 1 && !isOfModule && (rows != to.queries || cols != to.keys)))) {
        to.skipped.push_back({array.name, "it is no mask of " + placesOf(to)});
        to.isMaskUnknown = true;
        return;
    }
    mask = fitted(mask, {mask.sides[0], mask.sides[1], std::min(mask.rows(), to.queries), to.keys});
    Grid attends = mask, hides = mask;
    attends.values = (mask.values != 0).cast<double>();
    hides.values = 1 - attends.values;
    const bool isAdded = (mask.values <= 0).all();
    std::vector<MaskForm> forms;
    if (isFlag || (mask.rows() == mask.cols() && to.isTriangle(attends))) {
        forms = {to.triangle(", causal", 0)};
    } else {
        if (ones != Ones::Hide) forms.push_back({", with the file's mask (1 attends)", attends});
        if (ones != Ones::Attend)
            forms.push_back({isAdded ? ", with the file's mask" : ", with the file's mask (1 hides)", hides});
        for (MaskForm& form : forms) form.mayBeOpposite = forms.size() > 1;
    }
    std::vector<MaskForm> made;
    for (const MaskForm& before : to.masks)
        for (const MaskForm& form : forms) made.push_back(both(before, form));
    to.masks = to.masks.empty() ? forms : made;
}

/// Adds a weight or bias, or the three of one array, as the file holds them.
void addParameter(std::map<Parameter, GivenParameter>& to, const NamedArray& array, const ArrayRole& role) {
    if (role.kind != Kind::Parameter && role.joined != Joined::Thirds) return; // it may be q, k and v of each head
    const bool isBias = role.kind == Kind::JoinedBias || infoOf(role.parameter).weight;
    const std::vector<std::int64_t> row{static_cast<std::int64_t>(array.values.size())}; // also of [1, d]
    for (const ArrayPart& part : partsOf({0, role, isBias ? &row : &array.shape})) {
        Matrix numbers = matrixOf(part, array, part.first, part.cols);
        if (part.isTransposed) numbers = numbers.transpose().eval();
        Grid grid = gridOf({{}, {numbers.rows(), numbers.cols()}, {numbers.data(), numbers.data() + numbers.size()}},
                           false);
        grid.round(roundingOf(array.values));
        to[part.parameter].parts[std::max(part.head, 0)] = std::move(grid);
        to[part.parameter].isLinear = role.isLinear && part.isTransposed && !lastPart(array.name).starts_with("cproj");
    }
}

/// Says what the output may be.
void nameOutput(Material& layer) {
    using enum Stage;
    if (!layer.has(Output) || layer.has(Concat)) return;
    layer.mayOutputBeConcat = layer.has(Parameter::Wo) &&
                              isAmong(lastPart(layer.stages.at(Output).name), "attnoutput attentionoutput");
    if (layer.has(Parameter::Wo)) return;
    layer.outputAs = layer.has(Context) ? Concat : Context;
    layer.rename(Output, *layer.outputAs);
}

} // namespace

bool isKnown(const NamedArray& array) {
    const auto role = roleOf(array);
    return !array.areTexts && (role || stageOf(array, role));
}

std::vector<Material> materialsOf(std::span<const NamedArray> arrays) {
    struct Group {
        Arrays stages{};
        Material made{};
        const NamedArray* heads = nullptr;
    };
    std::map<std::string, Group> groups;
    std::vector<const NamedArray*> masks;
    bool hasNorm = false;
    for (const NamedArray& array : arrays) {
        const auto role = roleOf(array);
        if (array.values.empty()) continue;
        if (const auto stage = stageOf(array, role)) {
            if (array.shape.size() > 1) groups[prefixOfName(array.name)].stages.emplace_back(*stage, &array);
            continue;
        }
        switch (role->kind) {
        case Kind::Scale: groups[role->layer].made.scale = array.values[0]; break;
        case Kind::Heads: groups[role->layer].heads = &array; break;
        case Kind::Norm: hasNorm = hasNorm || role->place != Norm::Place::After; break;
        case Kind::Mask: masks.push_back(&array); break;
        case Kind::Tokens:
        case Kind::TokensKv: break; // as numbers
        default:
            if (!array.shape.empty()) addParameter(groups[role->layer].made.parameters, array, *role);
        }
    }
    if (groups.contains("") && groups.size() == 2) { // the stages or the weights of the only layer have no prefix
        Group &layer = groups.rbegin()->second, &rest = groups[""];
        layer.stages.insert(layer.stages.end(), rest.stages.begin(), rest.stages.end());
        layer.made.parameters.merge(rest.made.parameters);
        if (rest.made.scale) layer.made.scale = rest.made.scale;
        if (rest.heads) layer.heads = rest.heads;
        groups.erase("");
    }
    std::vector<Material> made;
    for (auto& [prefix, group] : groups) {
        Material& layer = made.emplace_back(std::move(group.made));
        layer.hasNorm = hasNorm;
        addStages(group.stages, layer);
        if (group.heads) layer.takeHeads(*group.heads);
        for (const NamedArray* mask : masks)
            if (groups.size() == 1 || prefixOfName(mask->name) == prefix) addMask(layer, *mask);
        nameOutput(layer);
    }
    return made;
}

} // namespace headlight
