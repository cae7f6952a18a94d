#include "base/quotedText.h"
#include "check/Material.h"
#include "import/arrayNames.h"

#include <algorithm>
#include <array>
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

/// Says what an array is, by its name.
struct Meaning {
    std::optional<Stage> stage{};
    std::optional<ArrayRole> role{};         ///< of a weight or mask
    bool isScale = false, isPadding = false; ///< nn.MultiheadAttention's mask of keys, which 1 hides
    bool is(Kind kind) const { return role && role->kind == kind; }
};

Meaning meaningOf(const NamedArray& array) {
    Meaning made{stageOfName(array.name, true), roleOf(array), isScale(array), isPadding(array)};
    if (!made.stage && made.is(Kind::X)) made.stage = Stage::X;
    if (!made.stage && made.is(Kind::XKv)) made.stage = Stage::XKv;
    if (made.stage || made.is(Kind::Tokens) || made.is(Kind::TokensKv)) made.role.reset();
    return made;
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

/// Returns how many texts the stages have: the first of four sides, and of three, if they are of no head.
Index textsOf(const Arrays& stages) {
    Index texts = 1;
    for (const auto& [stage, array] : stages)
        if (array->shape.size() > (infoOf(stage).scope == Scope::Head ? 3 : 2))
            texts = std::max<Index>(texts, array->shape[0]);
    return texts;
}

/// Returns what most stages say: for `isKey` the number of keys, else of queries.
Index sideOf(const std::vector<std::pair<Stage, GivenStage>>& all, bool isKey) {
    using enum Stage;
    std::map<Index, int> votes{{0, 0}};
    for (const auto& [stage, given] : all) {
        const auto [texts, heads, rows, cols] = given.numbers.sides;
        if (isOfCells(stage)) votes[isKey ? cols : rows] += 3;
        if (stage == X || (isKey && stage == XKv)) votes[rows] += stage == X ? 1 : 2; // an X_kv may be beside it
        if (isKey ? stage != K && stage != V : stage != Q) continue;
        votes[rows] += 2;
        if (heads > 1) votes[heads] += 2; // which may be tokens
    }
    return std::ranges::max_element(votes, {}, [](const auto& vote) { return vote.second; })->first;
}

std::string placesOf(const Material& layer) {
    return std::to_string(layer.queries) + " queries and " + std::to_string(layer.keys) + " keys";
}

/// Takes the stages that fit the queries and keys of the others, each once.
void addStages(const Arrays& arrays, Material& made) {
    made.texts = textsOf(arrays);
    std::vector<std::pair<Stage, GivenStage>> all;
    for (const auto& [stage, array] : arrays) {
        const bool isOfTexts = infoOf(stage).scope != Scope::Head || (made.texts > 1 && array->shape[0] == made.texts);
        GivenStage given{array->name, array->shape, gridOf(*array, isOfTexts), roundingOf(array->values)};
        given.numbers.round(given.rounding);
        all.emplace_back(stage, std::move(given));
    }
    made.queries = sideOf(all, false);
    made.keys = sideOf(all, true);
    for (auto& [stage, given] : all) {
        const std::string name = given.name;
        const bool fits = given.numbers.rows() == made.queries && given.numbers.cols() == made.keys;
        if (isOfCells(stage) && !fits) {
            made.skipped.push_back({name, "its shape does not fit " + placesOf(made)});
            continue;
        }
        const auto [first, isNew] = made.stages.try_emplace(stage, given);
        if (isNew) continue;
        if (stage == Stage::X && lastPart(name) == "x") // a trace has its embeddings, too
            first->second = std::move(given);
        else if (stage != Stage::X)
            made.skipped.push_back({name, quotedBriefly(first->second.name) + " is the same stage"});
    }
    made.putHeadsFirst(false);
}

/// Adds what a mask may mean. A triangle means the causal mask, whichever it is; minus infinity hides; zeros alone hide
/// nothing; a square of 0 and 1 lets each token attend to itself; the 1 of an attention_mask attends; any other may be
/// meant either way.
void addMask(Material& to, const NamedArray& array) {
    if (to.queries == 0 || to.keys == 0) return;
    Grid mask = gridOf(array, false);
    const bool isPadding = meaningOf(array).isPadding;
    const Index items = mask.items(), rows = mask.rows(), cols = mask.cols();
    if (items == 1 && rows == to.texts && (rows != to.queries || isPadding)) // of keys
        mask.sides = {to.texts, 1, 1, cols};
    else if (items % to.texts == 0)
        mask.sides = {to.texts, items / to.texts, rows, cols};
    const bool isOfModule = cols > to.keys && rows > to.queries; // as large as its longest text
    if (cols < to.keys || (mask.rows() != 1 && !isOfModule && (rows != to.queries || cols != to.keys))) {
        to.skipped.push_back({array.name, "it is no mask of " + placesOf(to)});
        to.isMaskUnknown = true;
        return;
    }
    mask = fitted(mask, {mask.sides[0], mask.sides[1], std::min(mask.rows(), to.queries), to.keys});
    Grid ones = mask, zeros = mask;
    ones.values = (mask.values != 0).cast<double>();
    zeros.values = 1 - ones.values;
    const bool isSquare = mask.rows() == mask.cols() && mask.rows() > 1;
    const bool isAdded = (mask.values < 0).any() || (mask.values == 0).all();
    const bool doesOneAttend = isAmong(lastPart(array.name), "attentionmask");
    Index self = 0, all = mask.items() * mask.rows(); // tokens that attend to themselves
    for (Index i = 0; i < mask.items(); ++i) self += (ones.matrix(i).diagonal().array() != 0).count();
    std::vector<MaskForm> forms;
    if (isSquare && to.isTriangle(ones)) {
        forms = {to.triangle(", causal", 0)};
    } else {
        if (!isAdded && !isPadding && (doesOneAttend || !(isSquare && self == 0)))
            forms.push_back({", with the file's mask (1 attends)", ones});
        if (isAdded || isPadding || !(doesOneAttend || (isSquare && self == all)))
            forms.push_back({isAdded ? ", with the file's mask" : ", with the file's mask (1 hides)", zeros});
        for (MaskForm& form : forms) form.mayBeOpposite = forms.size() > 1;
    }
    std::vector<MaskForm> made;
    for (const MaskForm& before : to.masks)
        for (const MaskForm& form : forms) made.push_back(both(before, form));
    to.masks = to.masks.empty() ? forms : made;
}

/// Adds a weight or bias, or the three of one array.
void addParameter(std::map<Parameter, GivenParameter>& to, const NamedArray& array, const ArrayRole& role) {
    using enum Parameter;
    const bool isBias = role.kind == Kind::JoinedBias ||
                        (role.kind == Kind::Parameter && infoOf(role.parameter).weight.has_value());
    Grid all = gridOf(array, false);
    all.round(roundingOf(array.values));
    if (isBias) all.sides = {1, 1, 1, all.values.size()}; // one row, also of [heads, d_k]
    const bool isConv = all.cols() == 3 * all.rows() || lastPart(array.name).starts_with("cproj");
    const auto put = [&](Parameter which, int head, const Grid& part) {
        to[which].parts[head] = part;
        to[which].isLinear = role.isLinear && !isConv;
    };
    if (role.kind == Kind::Parameter) return put(role.parameter, role.head.value_or(0), all);
    if (all.items() != 1 || role.joined != Joined::Thirds) return; // else it may be q, k and v of each head
    const bool isTurned = !isBias && !isConv && all.rows() % 3 == 0;
    if (!isTurned && all.cols() % 3 != 0) return;
    if (isTurned)
        all.sides = {1, 3, all.rows() / 3, all.cols()};
    else
        all = split(all, 3, false);
    for (std::size_t i = 0; i < 3; ++i) {
        const Index size = all.values.size() / 3, first = static_cast<Index>(i) * size;
        Grid third({1, 1, all.rows(), all.cols()}, all.values.segment(first, size));
        third.errors = all.errors.segment(first, size);
        put(std::array{isBias ? Bq : Wq, isBias ? Bk : Wk, isBias ? Bv : Wv}[i], 0, third);
    }
}

/// Says what the output is: without a W_o it is the contexts.
void nameOutput(Material& layer) {
    using enum Stage;
    if (!layer.has(Output) || layer.has(Concat)) return;
    if (!layer.has(Parameter::Wo)) return layer.rename(Output, layer.has(Context) ? Concat : Context);
    layer.mayOutputBeConcat = isAmong(lastPart(layer.stages.at(Output).name), "attnoutput attentionoutput");
}

} // namespace

bool isKnown(const NamedArray& array) {
    const Meaning meaning = meaningOf(array);
    return !array.areTexts && array.whyNot.empty() && (meaning.role || meaning.stage || meaning.isScale);
}

std::vector<Material> materialsOf(std::span<const NamedArray> arrays) {
    struct Group {
        Arrays stages{};
        Material made{};
    };
    std::map<std::string, Group> groups;
    std::vector<const NamedArray*> masks;
    bool hasNorm = false;
    for (const NamedArray& array : arrays) {
        const Meaning meaning = meaningOf(array);
        if (array.values.empty()) continue;
        const std::string prefix = prefixOfName(array.name);
        if (meaning.isScale) groups[prefix].made.scale = array.values[0];
        if (array.shape.empty()) continue;
        if (meaning.is(Kind::Norm))
            hasNorm = hasNorm || meaning.role->place != Norm::Place::After;
        else if (meaning.is(Kind::Mask))
            masks.push_back(&array);
        else if (meaning.role)
            addParameter(groups[meaning.role->layer].made.parameters, array, *meaning.role);
        else if (meaning.stage && array.shape.size() > 1)
            groups[prefix].stages.emplace_back(*meaning.stage, &array);
    }
    if (groups.contains("") && groups.size() == 2) { // the stages or the weights of the only layer have no prefix
        Group &layer = groups.rbegin()->second, &rest = groups[""];
        layer.stages.insert(layer.stages.end(), rest.stages.begin(), rest.stages.end());
        layer.made.parameters.merge(rest.made.parameters);
        if (rest.made.scale) layer.made.scale = rest.made.scale;
        groups.erase("");
    }
    std::vector<Material> made;
    for (auto& [prefix, group] : groups) {
        Material& layer = made.emplace_back(std::move(group.made));
        layer.hasNorm = hasNorm;
        addStages(group.stages, layer);
        for (const NamedArray* mask : masks)
            if (groups.size() == 1 || prefixOfName(mask->name) == prefix) addMask(layer, *mask);
        nameOutput(layer);
    }
    return made;
}

} // namespace headlight
