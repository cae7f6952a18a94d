#include "check/Material.h"

#include "base/quotedText.h"
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

std::optional<Stage> stageOf(const NamedArray& array, const std::optional<ArrayRole>& role) {
    if (const auto stage = stageOfName(array.name, true)) return stage;
    if (!role || (role->kind != Kind::X && role->kind != Kind::XKv)) return std::nullopt;
    return role->kind == Kind::X ? Stage::X : Stage::XKv;
}

/// Returns the matrices of an array, whose sides before the last two count them.
Numbers matricesOf(const NamedArray& array, const Precision& rounding) {
    const Index cols = array.shape.back(), rows = array.shape.size() > 1 ? array.shape.end()[-2] : 1;
    Numbers numbers;
    for (std::size_t at = 0; at < array.values.size(); at += static_cast<std::size_t>(rows * cols))
        numbers.items.emplace_back(Eigen::Map<const Matrix>(&array.values[at], rows, cols).cast<double>());
    numbers.round(rounding);
    return numbers;
}

/// Returns what a mask may mean. A triangle means the causal mask, whichever it is; minus infinity hides; a square of 0
/// and 1 lets each token attend to itself; any other may be meant either way.
std::vector<MaskForm> formsOf(const MatrixD& mask) {
    std::vector<MaskForm> forms;
    const Allowed ones = (mask.array() != 0).matrix(), zeros = (mask.array() == 0).matrix();
    const bool isSquare = mask.rows() == mask.cols() && mask.rows() > 1, isAdded = (mask.array() < 0).any();
    for (const Index last : {0, -1})
        if (const Allowed cells = triangle(mask.rows(), mask.cols(), last);
            isSquare && (ones == cells || zeros == cells)) {
            return {{", causal", {}, true}};
        }
    if (!isAdded && !(isSquare && !ones.diagonal().any()))
        forms.push_back({", with the file's mask (1 attends)", ones});
    if (isAdded || !(isSquare && ones.diagonal().all()))
        forms.push_back({isAdded ? ", with the file's mask" : ", with the file's mask (1 hides)", zeros});
    return forms;
}

/// Exchanges tokens and heads of stages [N, heads, columns], which are seen beside scores or weights [heads, N, M].
void putHeadsFirst(Material& layer) {
    using enum Stage;
    for (const Stage stage : {Q, K, V, Context}) {
        if (!layer.has(stage)) continue;
        GivenStage& given = layer.stages.at(stage);
        std::vector<MatrixD>& items = given.numbers.items;
        const Index tokens = std::ssize(items), heads = items[0].rows();
        const auto shows = [&](const auto& one) {
            const std::vector<MatrixD>& cells = one.second.numbers.items;
            const bool isKeys = stage == K || stage == V;
            return one.first >= Scores && one.first <= Dropped && std::ssize(cells) % heads == 0 &&
                   (isKeys ? cells[0].cols() : cells[0].rows()) == tokens;
        };
        if (tokens == heads || std::ranges::none_of(layer.stages, shows)) continue;
        given.isPerToken = true;
        for (std::vector<MatrixD>* part : {&items, &given.numbers.errors}) {
            std::vector<MatrixD> made(static_cast<std::size_t>(heads), MatrixD(tokens, part->front().cols()));
            for (Index token = 0; token < tokens; ++token)
                for (Index head = 0; head < heads; ++head)
                    made[static_cast<std::size_t>(head)].row(token) = (*part)[static_cast<std::size_t>(token)].row(
                        head);
            *part = std::move(made);
        }
    }
}

/// Returns what most stages say: for `isKey` the number of keys, else of queries; 0 if none says it.
Index sideOf(const Material& layer, bool isKey) {
    using enum Stage;
    std::map<Index, int> votes;
    for (const auto& [stage, given] : layer.stages) {
        const MatrixD& first = given.numbers.items.front();
        if (isKey ? stage == K || stage == V : stage == Q) votes[first.rows()] += 3;
        if (stage >= Scores && stage <= Dropped) votes[isKey ? first.cols() : first.rows()] += 2;
        if (stage == X) ++votes[first.rows()]; // an X_kv may be beside it
    }
    const auto most = std::ranges::max_element(votes, {}, [](const auto& vote) { return vote.second; });
    return most == votes.end() ? 0 : most->first;
}

/// Adds a mask, and leaves out what does not fit the queries and keys of the other stages.
void addMasks(Material& layer, std::span<const NamedArray* const> masks, std::vector<std::string>& notes) {
    const Index queries = sideOf(layer, false), keys = sideOf(layer, true);
    const auto leaveOut = [&](const std::string& name, const char* why) {
        notes.push_back(quotedBriefly(name) + " is left out, since " + why + std::to_string(queries) + " queries and " +
                        std::to_string(keys) + " keys.");
    };
    std::erase_if(layer.stages, [&](const auto& one) {
        const MatrixD& first = one.second.numbers.items.front();
        const bool isOfCells = one.first >= Stage::Scores && one.first <= Stage::Dropped;
        const bool isLeftOut = isOfCells && (first.rows() != queries || first.cols() != keys);
        if (isLeftOut) leaveOut(one.second.name, "its shape does not fit ");
        return isLeftOut;
    });
    for (const NamedArray* array : masks) {
        const std::vector<MatrixD> all = matricesOf(*array, {}).items;
        const Index rows = all[0].rows(), cols = all[0].cols();
        const bool isOfModule = cols > keys && rows >= queries; // as large as its longest text
        const bool fits = (rows == 1 && cols >= keys) || (rows == queries && cols == keys) || isOfModule;
        if (!fits || std::ranges::any_of(all, [&](const MatrixD& one) { return one != all[0]; })) {
            leaveOut(array->name, "it is not one mask of ");
            layer.isMaskUnknown = true;
            continue;
        }
        std::vector<MaskForm> forms = formsOf(all[0]);
        if (isPadding(*array)) forms.erase(forms.begin(), forms.end() - 1); // 1 hides
        std::vector<MaskForm> made;
        for (const MaskForm& before : layer.masks)
            for (const MaskForm& form : forms) made.push_back(both(before, form));
        layer.masks = layer.masks.empty() ? forms : made;
    }
}

/// Adds a weight or bias, or the three of one array.
void addParameter(Material& to, const NamedArray& array, const ArrayRole& role, const Precision& rounding) {
    using enum Parameter;
    const bool isBias = role.kind == Kind::JoinedBias ||
                        (role.kind == Kind::Parameter && infoOf(role.parameter).weight.has_value());
    std::vector<MatrixD> all = matricesOf(array, rounding).items;
    if (isBias && role.kind == Kind::Parameter) // one row, also of [heads, d_k]
        all = {MatrixD(Eigen::Map<const Matrix>(array.values.data(), 1, std::ssize(array.values)).cast<double>())};
    const bool isConv = all[0].cols() == 3 * all[0].rows() || lastPart(array.name).starts_with("cproj");
    const auto put = [&](Parameter parameter, int head, const MatrixD& block) {
        GivenParameter& given = to.parameters[parameter];
        given.blocks[head] = block;
        given.rounding = rounding;
        given.isLinear = role.isLinear && !isConv;
    };
    if (role.kind == Kind::Parameter) {
        int head = role.head.value_or(0);
        for (const MatrixD& block : all) put(role.parameter, head++, block);
        return;
    }
    if (all.size() != 1 || role.joined != Joined::Thirds) return; // else it may be q, k and v of each head
    const bool isTurned = !isBias && !isConv && all[0].rows() % 3 == 0;
    const Numbers thirds = split({{isTurned ? MatrixD(all[0].transpose()) : all[0]}, {}}, 3, false);
    for (std::size_t i = 0; i < 3; ++i)
        put(std::array{isBias ? Bq : Wq, isBias ? Bk : Wk, isBias ? Bv : Wv}[i], 0,
            isTurned ? MatrixD(thirds.items[i].transpose()) : thirds.items[i]);
}

} // namespace

Index Material::heads() const {
    std::size_t count = 1;
    for (const auto& [stage, given] : stages)
        if (infoOf(stage).scope == Scope::Head) count = std::max(count, given.numbers.items.size());
    return count == 1 ? assumedHeads : static_cast<Index>(count);
}

Index Material::dk() const {
    for (const Stage stage : {Stage::Q, Stage::K})
        if (has(stage)) return first(stage).cols() * std::ssize(stages.at(stage).numbers.items) / heads();
    if (!has(Parameter::Wq)) return dModel();
    const auto& blocks = parameters.at(Parameter::Wq).blocks;
    const MatrixD& w = blocks.begin()->second;
    return (w.rows() == dModel() ? w.cols() : w.rows()) / (blocks.size() > 1 ? 1 : heads());
}

Index Material::dModel() const {
    for (const Stage stage : {Stage::X, Stage::Normed})
        if (has(stage)) return first(stage).cols();
    return has(Stage::Q) || has(Stage::K) ? dk() * heads() : 0;
}

Allowed triangle(Index rows, Index cols, Index last) {
    return Allowed::NullaryExpr(rows, cols, [=](Index row, Index col) { return col <= row + last; });
}

MaskForm both(const MaskForm& a, const MaskForm& b) {
    const auto cut = [](const Allowed& cells, Index rows, Index cols) {
        return Allowed(
            cells.topLeftCorner(std::min(cells.rows(), rows), cols).replicate(cells.rows() == 1 ? rows : 1, 1));
    };
    MaskForm made{a.words + " and" + b.words.substr(1), a.cells, a.hasTriangle || b.hasTriangle};
    if (made.cells.size() == 0) made.cells = b.cells;
    if (a.cells.size() == 0 || b.cells.size() == 0) return made;
    const Index rows = std::min(a.cells.rows(), b.cells.rows()) == 1 ? std::max(a.cells.rows(), b.cells.rows())
                                                                     : std::min(a.cells.rows(), b.cells.rows());
    const Index cols = std::min(a.cells.cols(), b.cells.cols());
    made.cells = cut(a.cells, rows, cols).array() && cut(b.cells, rows, cols).array();
    return made;
}

bool isKnown(const NamedArray& array) {
    const auto role = roleOf(array);
    const bool isUsed = role && role->kind != Kind::Tokens && role->kind != Kind::TokensKv;
    return !array.areTexts && array.whyNot.empty() && (isUsed || stageOf(array, role) || isScale(array));
}

std::vector<Material> materialsOf(std::span<const NamedArray> arrays, const std::optional<Precision>& rounding,
                                  std::vector<std::string>& notes) {
    std::map<std::string, Material> layers;
    std::vector<const NamedArray*> masks;
    std::map<std::string, std::map<Parameter, GivenParameter>> norms; ///< by their names
    for (const NamedArray& array : arrays) {
        const auto role = roleOf(array);
        const auto stage = stageOf(array, role);
        const Precision own = rounding.value_or(roundingOf(array.values));
        const std::string prefix = role && !stage && role->kind != Kind::Mask ? role->layer : prefixOfName(array.name);
        if (array.values.empty()) continue;
        if (isScale(array)) layers[prefix].scale = array.values[0];
        if (array.shape.empty() || (!stage && !role)) continue;
        if (!stage && role->kind == Kind::Mask) {
            masks.push_back(&array);
        } else if (!stage && role->kind == Kind::Norm) {
            if (role->place != Norm::Place::After)
                norms[role->layer + "." + role->norm][role->parameter] = {{{0, matricesOf(array, {}).items[0]}}, own};
        } else if (!stage) {
            addParameter(layers[prefix], array, *role, own);
        } else if (GivenStage given{array.name, array.shape}; array.shape.size() > 1) {
            given.rounding = own;
            given.numbers = matricesOf(array, own);
            const auto [first, isNew] = layers[prefix].stages.try_emplace(*stage, std::move(given));
            const bool isX = *stage == Stage::X; // a trace has its embeddings, too
            if (!isNew && isX && lastPart(array.name) == "x") first->second = std::move(given);
            if (!isNew && !isX)
                notes.push_back(quotedBriefly(array.name) + " is not compared, since " +
                                quotedBriefly(first->second.name) + " is the same stage.");
        }
    }
    if (layers.contains("") && layers.size() == 2) { // the stages or the weights of the only layer have no prefix
        Material& layer = layers.rbegin()->second;
        layer.stages.merge(layers[""].stages);
        layer.parameters.merge(layers[""].parameters);
        if (layers[""].scale) layer.scale = layers[""].scale;
        layers.erase("");
    }
    std::vector<Material> made;
    for (auto& [prefix, layer] : layers) {
        for (const auto& [name, norm] : norms) { // the nearest comes last
            if (layers.size() > 1 && !(prefix + ".").starts_with(prefixOfName(name) + ".")) continue;
            layer.parameters.erase(Parameter::NormBias);
            for (const auto& [which, given] : norm) layer.parameters[which] = given;
        }
        std::vector<const NamedArray*> own = masks;
        if (layers.size() > 1)
            std::erase_if(own, [&of = prefix](const NamedArray* mask) { return prefixOfName(mask->name) != of; });
        putHeadsFirst(layer);
        addMasks(layer, own, notes);
        if (!layer.has(Parameter::Wo) && layer.has(Stage::Output) && !layer.has(Stage::Concat)) {
            auto output = layer.stages.extract(Stage::Output); // without W_o it is the contexts
            output.key() = layer.has(Stage::Context) ? Stage::Concat : Stage::Context;
            layer.stages.insert(std::move(output));
        }
        if (const auto output = layer.stages.find(Stage::Output); output != layer.stages.end())
            layer.mayOutputBeConcat = !layer.has(Stage::Concat) &&
                                      isAmong(lastPart(output->second.name), "attnoutput attentionoutput");
        made.push_back(std::move(layer));
    }
    return made;
}

} // namespace headlight
