#pragma once

#include "backend/cpu/ProjectedBlock.h"
#include "backend/cpu/ScoreTable.h"
#include "backend/cpu/TileCache.h"

#include <span>
#include <vector>

namespace headlight {

/// The stages of one head, Q to Context. The context is computed when it is first asked for, and then only the rows
/// whose weights or values have changed.
class CpuHead {
public:
    /// See LayerUpdate; null: they stay.
    void relocate(const Relocation* queries, const Relocation* keys, Scratch& scratch);
    /// See HeadUpdate::project.
    void project(const Projection& projection, const FrozenMatrix& x, const Head& head, const IndexSet& changed);
    void attend(const HeadUpdate::Attend& changed, const ScoreRule& rule, std::size_t head, const AllowedKeys& allowed,
                Scratch& scratch);
    /// Gives back the memory of the scores. A context that is up to date stays.
    void forgetScores();

    /// For reading; of Context all of it is brought up to date.
    StageView view(Stage stage, Scratch& scratch);
    Matrix tile(Stage stage, const Area& area, Pooling pooling, Scratch& scratch);
    Extent extent(Stage stage, Scratch& scratch);
    Matrix rows(Stage stage, Index first, Index count, Scratch& scratch);
    void weights(Index row, float* out) const { table_.weights(row, 0, table_.cols(), out); }
    double sum(Index row) const { return table_.summaries().sum(row); }
    RowKind rowKind(Index row) const { return table_.summaries().kind(row); }

    const Matrix& context(Scratch& scratch);
    /// Rows of the context that were computed again since this was asked last.
    IndexSet takeNewContext();

private:
    ProjectedBlock& projected(Stage stage);
    /// Rows that may attend to one of these keys have another context. (With a window, also some between two keys.)
    void touch(Index firstKey, Index lastKey);
    void contextOfRow(Index row, float* out, Scratch& scratch) const;
    void contextOfRows(std::span<const Index> rows, const std::vector<float>& packedValues, Scratch& scratch);

    ProjectedBlock q_, k_, v_;
    ScoreTable table_;
    TileCache tiles_;
    Matrix context_;
    IndexSet staleValues_;                      ///< from the first to the last V changed since the context was computed
    IndexSet staleContext_ = IndexSet::every(); ///< its rows that must be computed again
    IndexSet newContext_;
};

} // namespace headlight
