#pragma once

#include "backend/cpu/ScoreReader.h"

namespace headlight {

/// The weights of a map (softmax, none negative), reduced to the columns of a tile but not yet to its rows. An edit of
/// one column of scores changes the sum of every row and so every weight, but few scores: numbers that do not depend on
/// the sums are kept.
class WeightBins {
public:
    /// Returns true if that tile shows the largest weight of each pixel.
    static bool canMake(const ScoreTable& table, Stage stage, const Area& area, Pooling pooling);
    /// Returns the tile of this area, which is the same at every call. `change`: what has changed in the table since
    /// the last one.
    Matrix tile(const ScoreTable& table, const Area& area, const ScoreTable::Change& change);
    std::size_t bytes() const;

private:
    struct Row { ///< the numbers that its terms were computed from
        RowKind kind = RowKind::Masked;
        float top = 0, factor = 0;
        friend bool operator==(const Row&, const Row&) = default;
    };
    friend class PassingWeights;

    void resize(const Area& area);
    /// Brings row i of the area up to date. `scores`: of the row in this area; null: they are as they were.
    void takeRow(const ScoreTable& table, const Area& area, Index i, const float* scores, float* scratch);
    void takeColumn(const ScoreTable& table, const Area& area, Index bin);
    static kernels::Allowed allowedOf(const ScoreTable& table, const Area& area, Index row);
    static float termOf(RowKind kind, float best);

    kernels::Bins bins_;         ///< the columns of each pixel
    Matrix best_;                ///< [area.rows, width]: score with the largest weight of each bin; NaN: all are masked
    Matrix terms_;               ///< exponentials of best_ (kernels.h); 0 for a weight of 0, infinity for NaN
    std::vector<Row> rows_;      ///< the numbers that terms_ were computed from
    std::vector<float> inverse_; ///< for each row: a term times this is the weight
};

/// Makes the same tile of a streamed table, one row of it after the other, from the rows that it stands for, which
/// take() gets in turn. Keeps nothing between calls: rows times pixels would be too much. One thread.
class PassingWeights {
public:
    PassingWeights(const ScoreTable& table, const Area& area);
    void take(Index row, const float* scores); ///< `scores`: in this area
    void finish(float* out);                   ///< writes [area.width]; the next row of the tile begins

private:
    void flush();

    const ScoreTable& table_;
    Area part_;       ///< the area of a few rows
    Index count_ = 0; ///< rows of the part that have come
    WeightBins bins_;
    Matrix largest_;      ///< largest weights of the rows before this part, and of this part
    bool isFirst_ = true; ///< there were no rows before this part
    kernels::Bins each_;  ///< bins of one pixel each
    std::vector<float> scratch_;
};

} // namespace headlight
