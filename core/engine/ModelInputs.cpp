#include "engine/ModelInputs.h"

#include "attention/formulas.h"
#include "backend/rowChanges.h"
#include "base/toFloat.h"

#include <utility>

namespace headlight {
namespace {

Matrix rounded(const MatrixD& exact) {
    return exact.unaryExpr([](double x) { return toFloat(x); });
}

} // namespace

const FrozenMatrix& KeptInputs::Side::rowsFor(const Positions& now, Index count, Index d) {
    const bool isSame = positions && kind_ == now && positions->rows() == count && positions->cols() == d;
    if (!isSame) positions = FrozenMatrix(rounded(positionRows(now, count, d)));
    kind_ = now;
    return positions;
}

const HostRows& KeptInputs::Side::of(const Text& text, const std::optional<Positions>& now) {
    const HostRows& vectors = tokens_.of(text);
    if (!now) {
        embeddings = positions = {};
        sum_ = {};
        return vectors;
    }
    const FrozenMatrix before = positions;
    rowsFor(*now, vectors.rows->rows(), vectors.rows->cols());
    if (embeddings == vectors.rows && positions == before) return sum_;
    const FrozenMatrix sum = Matrix(*vectors.rows + *positions);
    const bool isFollowed = sum_.rows && embeddings && embeddings == vectors.before;
    const Frozen<Relocation> moved = isFollowed ? vectors.moved : Frozen<Relocation>();
    const FrozenMatrix stood = moved ? FrozenMatrix(relocated(*sum_.rows, *moved)) : sum_.rows;
    IndexSet changed = changedRows(stood, sum);
    if (moved) changed.add(moved->arrived());
    sum_ = {sum, sum_.rows, moved, std::move(changed)};
    embeddings = vectors.rows;
    return sum_;
}

const ModelInputs& KeptInputs::of(const Session& session) {
    known_.x = queries_.of(session.text, session.positions);
    known_.xKv = session.source ? keys_.of(*session.source, session.positions) : HostRows();
    if (!session.positions) {
        known_.given = {};
        return known_;
    }
    PerStage<FrozenMatrix> given;
    given[Stage::Embeddings] = queries_.embeddings;
    given[Stage::Positions] = queries_.positions;
    if (session.source) given[Stage::EmbeddingsKv] = keys_.embeddings;
    if (session.source) given[Stage::PositionsKv] = keys_.positions;
    const auto isSame = [&](const PerStage<FrozenMatrix>& other) {
        bool same = true;
        for (const StageInfo& info : stages()) same = same && given[info.stage] == other[info.stage];
        return same;
    };
    if (!known_.given || !isSame(*known_.given)) known_.given = std::move(given);
    return known_;
}

} // namespace headlight
