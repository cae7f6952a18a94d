#pragma once

#include "backend/cpu/ScoreReader.h"

namespace headlight {

/// The weights of a map (softmax, none negative), reduced to the columns of a tile but not yet to its rows. An edit of
/// one column of scores changes the sum of every row and so every weight, but few scores: what does not depend on the
/// sums is kept.
class WeightBins {
public:
    /// Whether that tile is the largest weights of its pixels.
    static bool canMake(const ScoreTable& table, Stage stage, const Area& area, Pooling pooling);
    /// The tile of this area, the same at every call. `change`: to the table since the last one.
    Matrix tile(const ScoreTable& table, const Area& area, const ScoreTable::Change& change);
    std::size_t bytes() const;

private:
    struct Row { ///< what its terms were made of
        RowKind kind = RowKind::Masked;
        float top = 0, factor = 0;
        friend bool operator==(const Row&, const Row&) = default;
    };
    friend class PassingWeights;

    void resize(const Area& area);
    /// `scores`: of the row in this area; null: they are as they were.
    void takeRow(const ScoreTable& table, const Area& area, Index i, const float* scores, float* scratch);
    void takeColumn(const ScoreTable& table, const Area& area, Index bin);
    static kernels::Allowed allowedOf(const ScoreTable& table, const Area& area, Index row);
    static float termOf(RowKind kind, float best);

    kernels::Bins bins_;         ///< of columns
    Matrix best_;                ///< [area.rows, width]: of each bin the score that weighs most; NaN: all are masked
    Matrix terms_;               ///< e of these (kernels.h), 0 if they weigh nothing, infinity for a weight that is NaN
    std::vector<Row> rows_;      ///< for which terms_ hold
    std::vector<float> inverse_; ///< of each row: a term times this is the weight
};

/// The same tile of a streamed table, with nothing kept, for there is as much of that as rows times pixels: one row of
/// it after the other, made of the rows that it stands for, which it is told in turn. On one thread.
class PassingWeights {
public:
    PassingWeights(const ScoreTable& table, const Area& area);
    void take(Index row, const float* scores); ///< in this area
    void finish(float* out);                   ///< [area.width]; the next row of the tile begins

private:
    void flush();

    const ScoreTable& table_;
    Area part_;       ///< some rows
    Index count_ = 0; ///< that have come
    WeightBins bins_;
    Matrix largest_;      ///< of the rows before, and of these
    bool isFirst_ = true; ///< there were none before
    kernels::Bins each_;  ///< of one pixel
    std::vector<float> scratch_;
};

} // namespace headlight
