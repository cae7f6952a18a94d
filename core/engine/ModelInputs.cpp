#include "engine/ModelInputs.h"

#include "attention/formulas.h"

#include <utility>

namespace headlight {
namespace {

/// Returns the rows of two matrices of one size that differ in a bit; all if the sizes differ or there was none before.
IndexSet changedRows(const FrozenMatrix& before, const FrozenMatrix& now) {
    if (!before || before->rows() != now->rows() || before->cols() != now->cols()) return IndexSet::every();
    IndexSet set{false, differingRows(before, now)};
    set.limitTo(now->rows());
    return set;
}

} // namespace

const FrozenMatrix& KeptInputs::Side::rowsFor(const Positions& now, Index count, Index d) {
    const bool isSame = positions && kind_ == now && positions->rows() == count && positions->cols() == d;
    if (!isSame) positions = FrozenMatrix(rounded(positionRows(now, count, d)));
    kind_ = now;
    return positions;
}

/// Takes other rows in the place of the vectors, whose moves they follow.
const HostRows& KeptInputs::Side::followed(const HostRows& vectors, FrozenMatrix rows) {
    const bool isFollowed = sum_.rows && vectors_ > 0 && vectors_ == vectors.before;
    const Frozen<RowMap> moved = isFollowed ? vectors.moved : Frozen<RowMap>();
    const FrozenMatrix last = moved ? FrozenMatrix(moved->applied(*sum_.rows)) : sum_.rows;
    IndexSet changed = changedRows(last, rows);
    if (moved) changed.add(moved->inserted());
    sum_ = HostRows(std::move(rows), sum_.number, moved, std::move(changed));
    vectors_ = vectors.number;
    return sum_;
}

const HostRows& KeptInputs::Side::of(const Text& text, const std::optional<Positions>& now, const FrozenMatrix& given) {
    const HostRows& vectors = tokens_.of(text);
    if (given) {
        embeddings = positions = {};
        return vectors_ == vectors.number && sum_.rows == given ? sum_ : followed(vectors, given);
    }
    if (!now) {
        embeddings = positions = {};
        sum_ = {};
        vectors_ = 0;
        return vectors;
    }
    const FrozenMatrix before = positions;
    rowsFor(*now, vectors.rows->rows(), vectors.rows->cols());
    if (vectors_ == vectors.number && positions == before) return sum_;
    embeddings = vectors.rows;
    return followed(vectors, Matrix(*vectors.rows + *positions));
}

const ModelInputs& KeptInputs::of(const Session& session) {
    known_ = {}; // releases its blocks, so that they can be changed in place
    known_.x = queries_.of(session.text, session.positions, layerAt(session, 0)[Parameter::GivenX]);
    if (session.source) known_.xKv = keys_.of(*session.source, session.positions);
    if (!session.positions) return known_;
    known_.host[Stage::Embeddings] = queries_.embeddings; // none if X is given
    known_.host[Stage::Positions] = queries_.positions;
    if (session.source) known_.host[Stage::EmbeddingsKv] = keys_.embeddings;
    if (session.source) known_.host[Stage::PositionsKv] = keys_.positions;
    return known_;
}

} // namespace headlight
