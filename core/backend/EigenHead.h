#pragma once

#include "backend/Backend.h"
#include "backend/MapCache.h"
#include "backend/ProjectedBlock.h"
#include "backend/ScoreTable.h"

namespace headlight {

class EigenHead : public BackendHead {
public:
    void project(Stage stage, const FrozenMatrix& x, const FrozenMatrix& w, const FrozenMatrix& bias,
                 const RowSet& changed) override;
    void attend(const RowSet& queries, const RowSet& keys, const WeightRule& rule) override;
    void forgetScores() override;
    Index rows(Stage stage) const override;
    Index cols(Stage stage) const override;
    Matrix reduce(Stage stage, const Reduction& reduction) override;
    Extent extent(Stage stage) override;
    Matrix wholeRows(Stage stage, Index first, Index count) override;
    double rowSum(Index row) const override;

private:
    ProjectedBlock& projected(Stage stage);
    const Matrix& projected(Stage stage) const;
    const Matrix& context(); ///< all of it, computed when first asked for
    void contextOfRow(Index row, float* weights, float* out);

    ProjectedBlock q_, k_, v_;
    ScoreTable table_;
    MapCache maps_;
    Matrix context_;
    bool hasContext_ = false;
};

} // namespace headlight
