#pragma once

#include "backend/cpu/ScoreReader.h"
#include "backend/host/TileRows.h"

namespace headlight {

/// The weights of a map (softmax, none negative), reduced to the columns of a tile but not yet to its rows. An edit of
/// one column of scores changes the sum of every row and so every weight, but few scores: numbers that do not depend on
/// the sums are kept.
class WeightBins {
public:
    /// Returns true if that tile shows the largest weight of each pixel.
    static bool canMake(const ScoreTable& table, Stage stage, const Area& area, Pooling pooling);
    /// Prepares the bins of a stored table for a pass over this area, which is the same at every call. `change`: what
    /// has changed in the table since the last one.
    void follow(const ScoreTable& table, const Area& area, const ScoreTable::Change& change);
    bool areAllNew() const { return newRows_.all; } ///< true if the pass reads all scores
    std::size_t bytes() const;

private:
    struct Row { ///< the numbers that its terms were computed from
        RowKind kind = RowKind::Masked;
        float top = 0, factor = 0;
        friend bool operator==(const Row&, const Row&) = default;
    };
    friend class WeightRows;

    void resize(const Area& area, Index rows);
    /// Brings row i of the bins up to date. `scores`: of the row in this area; null: they are as they were.
    void takeRow(const ScoreTable& table, const Area& area, Index row, Index i, const float* scores, float* scratch);
    void takeColumn(const ScoreTable& table, const Area& area, Index bin);

    kernels::Bins bins_;         ///< the columns of each pixel
    Matrix best_;                ///< [rows, width]: score with the largest weight of each bin; NaN: all are masked
    Matrix terms_;               ///< exponentials of best_ (kernels.h); 0 for a weight of 0, infinity for NaN
    std::vector<Row> rows_;      ///< the numbers that terms_ were computed from
    std::vector<float> inverse_; ///< for each row: a term times this is the weight
    IndexSet newRows_;           ///< the rows whose scores the next pass reads
};

/// Makes the tile of a map of weights.
class WeightRows : public TileSink {
public:
    /// `scores` has the columns of the area. `kept`: bins of the whole area, of which each thread brings its rows up to
    /// date; null: bins of a few rows are made and forgotten, since rows times pixels may be too much.
    WeightRows(const ScoreTable& table, const Area& area, ScoreReader& scores, WeightBins* kept, Matrix& tile);

private:
    void takeOfBin(Index first, Index end) override;
    void takeRow(Index row);

    const ScoreTable& table_;
    ScoreReader& scores_;
    WeightBins few_;
    WeightBins& bins_; ///< few_, or those that are kept
};

} // namespace headlight
