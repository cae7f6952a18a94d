#include "engine/explain.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace headlight {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

class Explainer : Explained {
public:
    explicit Explainer(const Explained& from) : Explained(from), own_(lines.back()) {
        e_.of = cell;
        e_.kind = kind;
        e_.result = own_[cell.col].value;
        Index longest = 0;
        for (const StageLine& line : lines) longest = std::max(longest, line.length);
        e_.terms.reserve(static_cast<std::size_t>(longest));
    }
    Explanation explained();

private:
    void add(const Operand& a, const Operand& b, double value, bool isMasked = false) {
        const double before = e_.terms.empty() ? 0 : e_.terms.back().total;
        e_.terms.push_back({a, b, isMasked ? 0 : value, isMasked ? before : before + value, isMasked});
    }
    void add(const Operand& a, bool isMasked = false) { add(a, {}, static_cast<double>(a.value), isMasked); }
    void addProduct(const Operand& a, const Operand& b, bool isMasked = false) {
        add(a, b, static_cast<double>(a.value) * static_cast<double>(b.value), isMasked);
    }
    void copyOf(const Address& at) { add({at, e_.result}); }
    const FrozenMatrix& parameter(std::size_t i) const {
        return weights.of(op.parameters[i], static_cast<std::size_t>(cell.head));
    }
    Operand entryOf(const FrozenMatrix& matrix, Parameter p, Index row) const {
        const int head = belongsToHead(p) ? cell.head : 0;
        return {ParameterCell{p, cell.layer, head, static_cast<int>(row), cell.col}, (*matrix)(row, cell.col)};
    }
    bool isHidden(Index key) const {
        return !rule.mask.allows(cell.row, key) || (key == 0 && op.kind == Op::Kind::Rest);
    }
    bool isDropped(Index key) const {
        return rule.dropout && rule.dropout->dropped[static_cast<std::size_t>(cell.head)](cell.row, key);
    }

    void embedding();
    void position();
    void copy();
    void norm();
    void projection();
    void scores();
    void softmax(bool isOverAll);
    void share(const StageLine& of);
    void renormalised();
    void context();
    void beside();
    void rollout();

    Explanation e_;
    const StageLine& own_;
};

void Explainer::embedding() {
    const Text& text = *textOf(session, op.parameters[0]);
    e_.rule = Rule::Embedding;
    copyOf(ParameterCell{op.parameters[0], 0, 0, cell.row, cell.col});
    const std::vector<int>& ids = text.tokens->ids;
    e_.tableRow = ids[static_cast<std::size_t>(cell.row)];
    for (int token = 0; token < static_cast<int>(ids.size()); ++token)
        if (token != cell.row && ids[static_cast<std::size_t>(token)] == e_.tableRow) e_.sharedWith.push_back(token);
}

void Explainer::position() {
    const bool isLearned = session.positions->kind == Positions::Kind::Learned;
    e_.rule = isLearned ? Rule::Copy : Rule::Sinusoid;
    if (isLearned)
        copyOf(ParameterCell{op.parameters[0], 0, 0, cell.row, cell.col});
    else
        e_.period = std::pow(10000.0, (cell.col - cell.col % 2) / static_cast<double>(own_.length));
}

void Explainer::copy() {
    const Stage input = op.inputs[0];
    e_.rule = Rule::Copy;
    if (op.isFromBelow)
        copyOf(CellRef{input, infoOf(input).isOfModel ? firstLayerWith(input, session) : cell.layer - 1, 0, cell.row,
                       cell.col});
    else
        add(lines[0][cell.col]);
}

void Explainer::norm() {
    const bool isOfSum = op.inputs.size() > 1;
    e_.rule = Rule::Norm;
    for (Index col = 0; col < lines[0].length; ++col) {
        const Operand a = lines[0][col], b = isOfSum ? lines[1][col] : Operand();
        add(a, b, static_cast<double>(isOfSum ? a.value + b.value : a.value));
    }
    const auto n = static_cast<double>(lines[0].length);
    e_.mean = e_.terms.back().total / n;
    for (const Term& term : e_.terms) e_.variance += (term.value - e_.mean) * (term.value - e_.mean) / n;
    e_.eps = weights.norm->eps;
    e_.gain = entryOf(parameter(0), op.parameters[0], 0);
    e_.bias = entryOf(parameter(1), op.parameters[1], 0);
}

void Explainer::projection() {
    const StageLine& x = lines[0];
    const FrozenMatrix &matrix = parameter(0), &bias = parameter(1);
    e_.rule = matrix || bias ? Rule::Products : Rule::Copy;
    if (!matrix) add(x[cell.col]);
    for (Index k = 0; matrix && k < x.length; ++k) addProduct(x[k], entryOf(matrix, op.parameters[0], k));
    if (bias) e_.bias = entryOf(bias, op.parameters[1], 0);
}

void Explainer::scores() {
    e_.rule = Rule::Products;
    for (Index k = 0; k < lines[0].length; ++k) addProduct(lines[0][k], lines[1][k]);
}

/// Explains a softmax of the scaled scores. Where score times factor is beyond float32, the scaled score is infinite,
/// but the weight is still that of the product.
void Explainer::softmax(bool isOverAll) {
    e_.rule = Rule::Softmax;
    e_.factor = rule.factor;
    const auto termOf = [&](Index key) {
        Term term{lines[0][key], lines[1][key]};
        if (std::isfinite(term.a.value) || !std::isfinite(e_.exponent(term))) term.b = {};
        return term;
    };
    const auto isOut = [&](Index key) { return !isOverAll && isHidden(key); };
    e_.max = -kInfinity;
    for (Index key = 0; key < own_.length; ++key)
        if (!isOut(key)) e_.max = std::fmax(e_.max, e_.exponent(termOf(key)));
    for (Index key = 0; key < own_.length; ++key) {
        const Term term = termOf(key);
        const double x = e_.exponent(term);
        add(term.a, term.b, x == -kInfinity ? 0 : std::exp(x - e_.max), isOut(key));
    }
    e_.sum = e_.terms.back().total;
    if (!isOverAll) return; // the kind of a row of weights depends on the allowed scores alone
    if (std::isnan(e_.sum)) e_.kind = RowKind::ScoreNotFinite;
    if (e_.sum == 0) e_.kind = RowKind::AllMinusInf;
}

void Explainer::share(const StageLine& of) {
    e_.rule = Rule::Share;
    e_.max = -kInfinity;
    for (Index key = 0; key < of.length; ++key) {
        const Operand a = of[key];
        add(a, isHidden(key));
        if (!isHidden(key)) e_.max = std::fmax(e_.max, static_cast<double>(a.value));
    }
    e_.sum = e_.terms.back().total;
}

/// Explains a weight as its share of the weights that the mask leaves. If their sum is tiny, these float32 numbers have
/// lost digits that the weight, computed from the scores, still has.
void Explainer::renormalised() {
    constexpr double kMinLeft = 0x1p-40;
    share(lines[2]);
    if (e_.sum >= kMinLeft) return;
    e_.terms.clear();
    softmax(false);
}

void Explainer::context() {
    const bool isOff = !weights.heads[static_cast<std::size_t>(cell.head)].isOn;
    e_.rule = Rule::Products;
    for (Index key = 0; key < lines[0].length; ++key)
        addProduct(lines[0][key], lines[1][key], isOff || isHidden(key) || isDropped(key));
}

void Explainer::beside() {
    const int width = static_cast<int>(own_.length) / static_cast<int>(weights.heads.size());
    e_.rule = Rule::Copy;
    copyOf(CellRef{op.inputs[0], cell.layer, cell.col / width, cell.row, cell.col % width});
}

void Explainer::rollout() {
    const std::size_t heads = weights.heads.size();
    const double share = rolloutShare(cell.stage);
    const bool isMean = op.kind == Op::Kind::Mean;
    const StageLine* below = cell.layer > 0 && !isMean ? &lines[heads] : nullptr; // null: the identity
    e_.rule = Rule::Rollout;
    e_.factor = 0;
    for (std::size_t head = 0; head < heads; ++head) e_.factor = std::fmax(e_.factor, share * weights.shareOf(head));
    const Index first = below ? 0 : cell.col, end = below ? own_.length : first + 1;
    for (Index token = first; token < end; ++token) {
        const Operand r = below ? (*below)[token] : Operand();
        const double reached = below ? static_cast<double>(r.value) : 1;
        for (std::size_t head = 0; head < heads; ++head)
            if (weights.heads[head].isOn)
                add(lines[head][token], r, e_.factor * static_cast<double>(lines[head][token].value) * reached);
        const double own = token == cell.row ? 1 - share : 0;
        if (own > 0 || e_.factor == 0) add({{}, static_cast<float>(own)}, r, own * reached); // or all heads are off
    }
}

Explanation Explainer::explained() {
    if (infoOf(cell.stage).isMasked) e_.hiddenBy = rule.mask.hides(cell.row, cell.col);
    e_.hiddenBy.first = cell.col == 0 && op.kind == Op::Kind::Rest;
    const auto timesFactor = [&](Rule by, double factor, bool isOut) {
        e_.rule = by;
        e_.factor = factor;
        add(lines[0][cell.col], {}, factor * static_cast<double>(lines[0][cell.col].value), isOut);
    };
    switch (op.kind) {
    case Op::Kind::Lookup: embedding(); break;
    case Op::Kind::Positions: position(); break;
    case Op::Kind::Given:
        e_.rule = Rule::Copy;
        copyOf(ParameterCell{op.parameters[0], cell.layer, cell.head, cell.row, cell.col});
        break;
    case Op::Kind::Copy: copy(); break;
    case Op::Kind::Sum:
        e_.rule = Rule::Sum;
        for (std::size_t i = 0; i < op.inputs.size(); ++i) add(lines[i][cell.col]);
        break;
    case Op::Kind::Affine: projection(); break;
    case Op::Kind::Norm: norm(); break;
    case Op::Kind::Scores: scores(); break;
    case Op::Kind::Scale: timesFactor(Rule::Scaled, rule.factor, false); break;
    case Op::Kind::Mask:
        e_.rule = Rule::Copy;
        add(lines[0][cell.col], isHidden(cell.col));
        break;
    case Op::Kind::SoftmaxOfAll: softmax(true); break;
    case Op::Kind::Softmax: softmax(false); break;
    case Op::Kind::Shares: share(lines[0]); break;
    case Op::Kind::Rest:
        share(lines[0]);
        if (e_.sum == 0 && e_.kind == RowKind::Plain) e_.kind = RowKind::RestZero;
        break;
    case Op::Kind::Renormalise: renormalised(); break;
    case Op::Kind::Dropout:
        timesFactor(Rule::Dropout, rule.dropout->factor, isHidden(cell.col) || isDropped(cell.col));
        break;
    case Op::Kind::WeightedSum: context(); break;
    case Op::Kind::Beside: beside(); break;
    case Op::Kind::Mean:
    case Op::Kind::Rollout: rollout(); break;
    }
    return std::move(e_);
}

} // namespace

Explanation explain(const Explained& from) { return Explainer(from).explained(); }

} // namespace headlight
