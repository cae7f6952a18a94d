#include "panels/parameters/movers.h"

#include "attention/program.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <set>

namespace headlight {
namespace {

/// Returns the tokens of the rows of X or X_kv; null for layers above the first, whose input has no table.
const Tokens* tokensOf(Parameter parameter, int layer, const Session& session) {
    const Text* text = layer > 0 ? nullptr : textOf(session, parameter);
    return text ? text->tokens.get() : nullptr;
}

QString inSensitivity(const char* text) { return QCoreApplication::translate("Sensitivity", text); }

} // namespace

std::vector<Mover> largestMovers(const Sensitivity& s, const CellRef& of, const Session& session,
                                 std::size_t maxCount) {
    std::vector<Mover> largest;
    const auto isLarger = [](const Mover& a, const Mover& b) { return std::abs(a.by) > std::abs(b.by); };
    const auto add = [&](Parameter parameter) {
        const MatrixD& moves = s[parameter];
        const Tokens* tokens = tokensOf(parameter, of.layer, session);
        std::set<int> seen;
        for (Index row = 0; row < moves.rows(); ++row) {
            if (tokens && !seen.insert(tokens->ids.at(static_cast<std::size_t>(row))).second) continue;
            for (Index col = 0; col < moves.cols(); ++col) {
                const Mover one{{parameter, of.layer, of.head}, int(row), int(col), moves(row, col)};
                if (one.by == 0 || !std::isfinite(one.by)) continue;
                if (largest.size() == maxCount && !isLarger(one, largest.back())) continue;
                largest.insert(std::ranges::upper_bound(largest, one, isLarger), one);
                if (largest.size() > maxCount) largest.pop_back();
            }
        }
    };
    for (const ParameterInfo& info : parameters()) add(info.parameter);
    for (const Parameter embeddings : {Parameter::X, Parameter::Xkv}) add(embeddings);
    return largest;
}

FrozenMatrix moversIn(const ParameterRef& ref, const Sensitivity& s, const CellRef& of, const Session& session) {
    const bool isOfTable = areEmbeddings(ref.parameter); // in a layer above the first, X is no table
    if (isOfTable ? of.layer > 0 : ref.layer != of.layer) return {};
    const Matrix moves = s[ref.parameter].cast<float>();
    if (moves.size() == 0) return {};
    if (!isOfAllHeads(ref)) return moves;
    Matrix all = Matrix::Zero(moves.rows(), moves.cols() * sizesOf(session, ref.layer).heads);
    all.middleCols(of.head * moves.cols(), moves.cols()) = moves;
    return all;
}

QString whyNoSensitivity(const CellRef& cell, const Session& session) {
    const StageInfo& info = infoOf(cell.stage);
    const Op::Kind kind = programOf(session, cell.layer).find(cell.stage)->kind;
    if (!info.isMap() || info.scope != Scope::Head)
        return inSensitivity(
            QT_TRANSLATE_NOOP("Sensitivity", "Select a score or a weight to see which numbers move it."));
    if (layerAt(session, cell.layer).isGiven())
        return inSensitivity(QT_TRANSLATE_NOOP("Sensitivity", "Not shown for a layer that starts with given numbers."));
    if (kind == Op::Kind::Dropout || kind == Op::Kind::Rest)
        return inSensitivity(
            QT_TRANSLATE_NOOP("Sensitivity", "Not shown for what is made of the weights. Select the weight."));
    if (kind == Op::Kind::Shares)
        return inSensitivity(QT_TRANSLATE_NOOP("Sensitivity", "Not shown for weights with normalisation by sum."));
    if (kind == Op::Kind::SoftmaxOfAll)
        return inSensitivity(
            QT_TRANSLATE_NOOP("Sensitivity", "Not shown for weights between mask and division. Select the weight."));
    return {};
}

} // namespace headlight
