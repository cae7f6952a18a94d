#include "import/layerOf.h"

#include "session/Limits.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace headlight {
namespace {

using enum Parameter;
using Kind = ArrayRole::Kind;
constexpr Parameter kWeights[] = {Wq, Wk, Wv};

bool isWeight(Parameter parameter) { return std::ranges::find(kWeights, parameter) != std::end(kWeights); }
bool isBias(Parameter parameter) { return infoOf(parameter).weight.has_value(); }

/// Makes an ArrayLayer of the arrays with one prefix.
class LayerMaker {
public:
    LayerMaker(std::string name, const ArrayHints& hints)
        : areSidesSwapped_(hints.areSidesSwapped), config_(hints.config.config) {
        layer_.name = std::move(name);
    }

    void add(const MeantArray& one) {
        switch (one.role.kind) {
        case Kind::Joined: return addJoined(one);
        case Kind::JoinedBias: return addJoinedBias(one);
        case Kind::Parameter: return isBias(one.role.parameter) ? addBias(one) : addWeight(one);
        default: return;
        }
    }
    bool isAny() const {
        return std::ranges::any_of(layer_.parts, [](const ArrayPart& part) { return isWeight(part.parameter); });
    }
    /// Completes and checks the layer. `d` and `dSource` are the widths of the file's X and X_kv, or 0. A Problem is a
    /// part of a sentence on what does not fit.
    Result<ArrayLayer> finished(Index d, Index dSource) {
        if (!areSidesSwapped_ && d > 0 && !layer_.isJoined &&
            std::ranges::all_of(layer_.parts, [&](const ArrayPart& part) {
                const Index reads = part.parameter != Wq && dSource > 0 ? dSource : d;
                return !isWeight(part.parameter) || (part.rows != reads && part.cols == reads);
            }))
            transposeWeights();
        if (areSidesSwapped_ && !layer_.isJoined) transposeWeights();
        dropDouble();
        for (const Parameter weight : kWeights)
            if (auto right = countHeads(weight); !right) return right.problem();
        if (auto right = takeSizes(dSource); !right) return right.problem();
        if (auto right = checkBiases(); !right) return right.problem();
        return layer_;
    }

    const std::vector<ArrayPart>& parts() const { return layer_.parts; }

    /// Completes W_o and b_o, which are all that was added.
    Result<std::vector<ArrayPart>> output(Index dv) {
        layer_.dv = dv;
        dropDouble();
        if (auto fits = fitOutput(); !fits) return fits.problem();
        if (auto right = checkBiases(); !right) return right.problem();
        return layer_.parts;
    }

private:
    void put(const MeantArray& one, Parameter parameter, ArrayPart part) {
        part.array = one.array;
        part.parameter = parameter;
        if (infoOf(parameter).scope == Scope::Head && part.head == kAllHeads && one.role.head)
            part.head = *one.role.head;
        if (part.head != kAllHeads) layer_.numbers.insert(part.head);
        if (part.width == 0) part.width = one.shape->back();
        layer_.parts.push_back(part);
    }

    void addWeight(const MeantArray& one) {
        const bool isTransposed = one.role.isLinear && !isConv_, hasHeads = one.sides() == 3;
        if (one.sides() < 2 || one.sides() > 3) return;
        const Index rows = one.side(one.sides() - 2), cols = one.side(one.sides() - 1);
        ArrayPart part;
        part.isTransposed = isTransposed && !(hasHeads && one.role.parameter == Wo);
        part.rows = part.isTransposed ? cols : rows;
        part.cols = part.isTransposed ? rows : cols;
        if (hasHeads && one.role.parameter == Wo) part.rows *= one.side(0); // [heads, d_v, d]
        if (!hasHeads || one.role.parameter == Wo) return put(one, one.role.parameter, part);
        if (!one.role.isKernel) return putHeads(one, part, one.side(0));
        part.width = part.rows * part.cols; // of [d, heads, d_k]
        const Index heads = std::exchange(part.rows, one.side(0));
        putHeads(one, part, heads);
    }
    /// Adds each head of an array: a slice of it or, if `part` has the width of all heads, columns.
    void putHeads(const MeantArray& one, ArrayPart part, Index heads) {
        for (Index head = 0; head < std::min<Index>(heads, kMaxHeads + 1); ++head) {
            if (part.width > 0)
                part.first = head * part.cols;
            else
                part.slice = head;
            part.head = static_cast<int>(head);
            put(one, one.role.parameter, part);
        }
    }
    void addBias(const MeantArray& one) {
        if (one.sides() < 1 || one.sides() > 2) return;
        ArrayPart part;
        part.cols = one.side(one.sides() - 1);
        if (one.sides() == 1 || one.side(0) == 1) return put(one, one.role.parameter, part);
        if (infoOf(one.role.parameter).scope == Scope::Head) putHeads(one, part, one.side(0));
    }
    /// Returns how many of the columns of a joined array are q; 0 if it cannot be cut. The config.json may say that
    /// heads share keys.
    Index columnsOfQ(Index cols) const {
        const Index q = config_ ? config_->heads * config_->widthOfHead() : 0;
        const Index keys = config_ ? config_->keyHeads * config_->widthOfHead() : 0;
        return keys > 0 && q + 2 * keys == cols ? q : cols % 3 == 0 ? cols / 3 : 0;
    }
    void addJoinedParts(const MeantArray& one, Index rows, Index cols, bool isTransposed, bool areBiases) {
        const Index q = columnsOfQ(cols);
        if (q == 0) return;
        Index first = 0;
        for (const Parameter weight : kWeights) {
            ArrayPart part;
            part.isTransposed = isTransposed;
            part.rows = rows;
            part.cols = weight == Wq ? q : (cols - q) / 2;
            part.first = first;
            part.isJoined = true;
            first += part.cols;
            put(one, areBiases ? biasOf(weight)->parameter : weight, part); // each of the three has a bias
        }
    }
    /// Adds q, k and v of one array. PyTorch has [3 d_out, d_in]; GPT-2 has [d_in, 3 d_out] under the same names.
    void addJoined(const MeantArray& one) {
        if (one.sides() != 2) return;
        const Index a = one.side(0), b = one.side(1);
        layer_.isJoined = true;
        layer_.joined = one.role.joined;
        layer_.isGpt = one.role.isGpt;
        isConv_ = one.role.isLinear && b == 3 * a;
        const bool isTransposed = (one.role.isLinear && !isConv_) || (columnsOfQ(b) == 0 && columnsOfQ(a) > 0);
        addJoinedParts(one, isTransposed ? b : a, isTransposed ? a : b, isTransposed, false);
        for (ArrayPart& part : layer_.parts)
            if (isConv_ && part.parameter == Wo && part.isTransposed) transpose(part);
    }
    void addJoinedBias(const MeantArray& one) {
        if (one.sides() == 1) addJoinedParts(one, 1, one.side(0), false, true);
    }

    static void transpose(ArrayPart& part) {
        part.isTransposed = !part.isTransposed;
        std::swap(part.rows, part.cols);
    }
    void transposeWeights() {
        for (ArrayPart& part : layer_.parts)
            if (isWeight(part.parameter) && (part.width == part.rows || part.width == part.cols)) transpose(part);
    }

    /// Keeps the first of several arrays for the same parameter and head.
    void dropDouble() {
        std::set<std::pair<Parameter, int>> seen;
        std::erase_if(layer_.parts, [&](const ArrayPart& part) {
            return !seen.insert({part.parameter, part.head}).second;
        });
    }

    /// Checks that a weight has one array of all heads, or one for each head. W_v comes last and renumbers the heads
    /// from 0.
    Result<void> countHeads(Parameter weight) {
        int all = 0, each = 0;
        bool isOneArray = true;
        for (ArrayPart& part : layer_.parts)
            if (part.parameter == weight) ++(part.head == kAllHeads ? all : each), isOneArray &= part.slice.has_value();
        const std::string name = symbolOf(weight);
        if (all + each == 0) return Problem{"it has no " + name};
        if (all > 0 && each > 0) return Problem{"it has a " + name + " of all heads and others of single heads"};
        if (each > kMaxHeads) return Problem{"it has more than " + std::to_string(kMaxHeads) + " heads"};
        const int heads = all > 0 ? 0 : each;
        if (weight == Wq) layer_.heads = heads;
        const bool isShared = isOneArray && heads > 0 && heads < layer_.heads && layer_.heads % heads == 0;
        if ((heads != layer_.heads && !isShared) || (weight == Wv && isShared != (layer_.share > 1)))
            return Problem{"its " + name + " has another number of heads than its W_q"};
        if (isShared) layer_.share = layer_.heads / heads;
        if (heads == 0) return {};
        const bool isMissing = std::ranges::any_of(layer_.parts, [&](const ArrayPart& part) {
            return part.parameter == weight && placeOf(part.head) >= heads;
        });
        if (isMissing || layer_.numbers.size() != static_cast<std::size_t>(layer_.heads))
            return Problem{"its heads do not all have a " + name};
        if (weight == Wv)
            for (ArrayPart& part : layer_.parts)
                if (part.head != kAllHeads) part.head = placeOf(part.head);
        return {};
    }
    int placeOf(int head) const {
        return static_cast<int>(std::distance(layer_.numbers.begin(), layer_.numbers.find(head)));
    }

    /// Takes the sizes from the weights. `dSource` is the width of the file's X_kv, or 0.
    Result<void> takeSizes(Index dSource) {
        std::map<Parameter, Index> rows, cols;
        for (const ArrayPart& part : layer_.parts) {
            if (!isWeight(part.parameter)) continue;
            const std::string name = symbolOf(part.parameter);
            if (part.rows < 1 || part.cols < 1) return Problem{"its " + name + " is empty"};
            if (rows.emplace(part.parameter, part.rows).first->second != part.rows)
                return Problem{"its heads have several shapes of " + name};
            Index& sum = cols[part.parameter];
            if (layer_.heads > 0 && sum > 0 && sum % part.cols != 0)
                return Problem{"its heads have several shapes of " + name};
            sum += part.cols;
        }
        layer_.d = rows[Wq];
        layer_.dSource = rows[Wk];
        if (rows[Wv] != rows[Wk])
            return Problem{"its W_k is " + sizeText(rows[Wk], cols[Wk]) + " and its W_v " +
                           sizeText(rows[Wv], cols[Wv]) + " as [in, out], but keys and values are made of the same X"};
        if (layer_.dSource != layer_.d && layer_.dSource != dSource)
            return Problem{"its W_k and W_v have " + std::to_string(layer_.dSource) +
                           " rows as [in, out], and its W_q " + std::to_string(layer_.d) +
                           "; if they read a second sentence, save its vectors as X_kv, " + "[tokens, " +
                           std::to_string(layer_.dSource) + "]"};
        layer_.dk = cols[Wq];
        if (layer_.heads == 0 && layer_.dk % cols[Wk] == 0) layer_.share = static_cast<int>(layer_.dk / cols[Wk]);
        layer_.dv = cols[Wv] * layer_.share;
        if (cols[Wk] * layer_.share != layer_.dk || layer_.share > kMaxHeads)
            return Problem{"its W_q makes " + std::to_string(layer_.dk) + " numbers and its W_k " +
                           std::to_string(cols[Wk]) + ", which is no equal share of them"};
        return fitOutput();
    }

    /// Turns W_o so that it reads what the heads make.
    Result<void> fitOutput() {
        for (ArrayPart& part : layer_.parts)
            if (part.parameter == Wo) {
                if (part.rows != layer_.dv && part.cols == layer_.dv) transpose(part);
                if (part.rows != layer_.dv)
                    return Problem{"its W_o is " + sizeText(part.rows, part.cols) +
                                   " as [in, out], and the heads make " + std::to_string(layer_.dv) + " numbers"};
                layer_.hasOutput = true;
            }
        return {};
    }

    /// Checks the lengths of biases. A b_o without W_o is not used.
    Result<void> checkBiases() {
        std::erase_if(layer_.parts, [&](const ArrayPart& part) { return part.parameter == Bo && !layer_.hasOutput; });
        for (const ArrayPart& bias : layer_.parts) {
            if (!isBias(bias.parameter)) continue;
            const Parameter weight = *infoOf(bias.parameter).weight;
            const bool fits = std::ranges::any_of(layer_.parts, [&](const ArrayPart& part) {
                return part.parameter == weight && part.head == bias.head && part.cols == bias.cols;
            });
            if (!fits)
                return Problem{"its " + std::string(symbolOf(bias.parameter)) + " has " + std::to_string(bias.cols) +
                               " numbers, which is not the width of its " + symbolOf(weight)};
        }
        return {};
    }

    ArrayLayer layer_;
    bool areSidesSwapped_, isConv_ = false;
    std::optional<ModelConfig> config_;
};

} // namespace

Matrix matrixOf(const ArrayPart& part, const NamedArray& array, Index first, Index cols) {
    const Index rows = part.rows, width = part.width;
    const float* begin = array.values.data() + part.slice.value_or(0) * rows * part.cols;
    using Part = Eigen::Map<const Matrix, 0, Eigen::OuterStride<>>;
    if (part.isTransposed) return Part(begin + first * width, cols, rows, Eigen::OuterStride<>(width)).transpose();
    return Part(begin + first, rows, cols, Eigen::OuterStride<>(width));
}

std::vector<ArrayPart> partsOf(const MeantArray& one) {
    LayerMaker maker({}, {});
    maker.add(one);
    return maker.parts();
}

Result<std::vector<ArrayPart>> outputOf(const std::vector<MeantArray>& arrays, Index dv) {
    LayerMaker maker({}, {});
    for (const MeantArray& one : arrays) maker.add(one);
    return maker.output(dv);
}

Result<std::optional<ArrayLayer>> layerOf(const std::string& name, const std::vector<MeantArray>& arrays,
                                          const ArrayHints& hints, Index d, Index dSource) {
    LayerMaker maker(name, hints);
    for (const MeantArray& one : arrays) maker.add(one);
    if (!maker.isAny()) return std::optional<ArrayLayer>();
    auto layer = maker.finished(d, dSource);
    return layer ? Result<std::optional<ArrayLayer>>(std::optional(*std::move(layer))) : layer.problem();
}

} // namespace headlight
