#pragma once
// A second backend, written from backend/Backend.h alone, in plain sums of doubles. It has one float matrix for every
// stage that is stored, and computes only what an update names; rows that were never named are NaN.

#include "backend/Backend.h"
#include "backend/host/pooling.h"
#include "base/toFloat.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

namespace headlight::testing {

/// The numbers of one row of scaled scores, over its allowed keys, from which its kind follows.
struct RowStats {
    bool isAny = false; ///< a key is allowed
    /// A scaled score is NaN or +inf, or with normalisation "sum" -inf. The members below are undefined then.
    bool isNotFinite = false;
    /// The largest and the smallest finite score, scaled; without one, max is -inf and min is +inf.
    float max = 0, min = 0;
    double sum = 0; ///< the sum of exp(scaled - max), or with normalisation "sum" of scaled
};

/// Returns the kind of a row with these numbers.
inline RowKind kindOf(const RowStats& row, Normalisation normalisation) {
    if (!row.isAny) return RowKind::Masked;
    if (normalisation == Normalisation::Softmax) {
        if (row.isNotFinite) return RowKind::ScoreNotFinite;
        return row.max < row.min ? RowKind::AllMinusInf : RowKind::Plain;
    }
    if (row.isNotFinite || !std::isfinite(row.sum)) return RowKind::SumNotFinite;
    if (row.sum == 0) return RowKind::SumZero;
    const auto isTooLarge = [&](float scaled) {
        return !std::isfinite(toFloat(static_cast<double>(scaled) / row.sum));
    };
    return isTooLarge(row.max) || isTooLarge(row.min) ? RowKind::SumTooSmall : RowKind::Plain;
}

class TrialLayer : public BackendLayer {
    using Row = Eigen::RowVectorXd;
    struct Summary : RowStats {
        double top = -HUGE_VAL, bottom = HUGE_VAL; ///< max and min, before rounding to float
    };
    /// The stored stages of the layer, or of one head.
    struct Block : PerStage<Matrix> {
        std::vector<Summary> summaries; ///< one for each row of Scores
    };

public:
    Result<Ran> run(const LayerUpdate& update, std::span<const Read> reads, std::span<Answer> answers,
                    const Watch& watch) override {
        update_ = &update;
        const auto inputOf = [](const LayerInput& input) {
            const auto* below = static_cast<const TrialLayer*>(input.below);
            return below ? &below->layer_[below->result_] : input.rows.get();
        };
        queries_ = inputOf(update.queries), keys_ = inputOf(update.keys);
        result_ = update.program.result();
        allowed_.take(update.rule.mask, queries_->rows(), keys_->rows());
        moveAll();
        for (const StageInfo& info : stages()) {
            const bool isOfHead = info.scope == Scope::Head;
            for (std::size_t h = 0; h < (isOfHead ? heads_.size() : 1); ++h) {
                if (!shouldContinue(watch, std::size_t(info.stage), stages().size())) return Ran::Stopped;
                if (info.isOnHost || info.isVirtual()) continue;
                compute(info, (isOfHead ? heads_[h] : layer_)[info.stage], h,
                        isOfHead ? update.heads[h].rows : update.rows);
                if (info.stage == Stage::Scores) computeColumns(h, update.heads[h]);
            }
        }
        for (std::size_t i = 0; i < reads.size(); ++i) answer(reads[i], answers[i]);
        return Ran::Done;
    }

private:
    static void forEach(const IndexSet& set, Index size, const std::function<void(Index)>& f) {
        set.forEachRun(size, [&](Index first, Index count) {
            for (Index i = first; i < first + count; ++i) f(i);
        });
    }
    void moveAll() {
        const std::vector<Block> before = std::exchange(heads_, std::vector<Block>(update_->heads.size()));
        for (std::size_t h = 0; h < heads_.size(); ++h) {
            const HeadUpdate& head = update_->heads[h];
            if (head.indexBefore >= 0) heads_[h] = before.at(std::size_t(head.indexBefore));
            if (head.dropsScores) heads_[h][Stage::Scores] = {};
            move(heads_[h]);
        }
        move(layer_);
    }
    void move(Block& block) const {
        for (const StageInfo& info : stages()) {
            Matrix& matrix = block[info.stage];
            const auto& map = info.rows == Side::KeyTokens ? update_->keysMoved : update_->queriesMoved;
            if (map) map->apply(matrix);
            if (!info.isMap() || !update_->keysMoved) continue;
            Matrix transposed = matrix.transpose();
            update_->keysMoved->apply(transposed);
            matrix = transposed.transpose();
        }
        if (update_->queriesMoved) update_->queriesMoved->apply(block.summaries);
    }

    void compute(const StageInfo& info, Matrix& matrix, std::size_t h, const PerStage<IndexSet>& named) const {
        const Index height = (info.rows == Side::KeyTokens ? keys_ : queries_)->rows();
        const bool isEvery = info.stage == Stage::Scores && update_->heads[h].columns.all; // the size may have changed
        forEach(isEvery ? IndexSet::every() : named[info.stage], height, [&](Index row) {
            const Row values = rowOf(info.stage, h, row);
            if (matrix.rows() != height || matrix.cols() != values.size())
                matrix = Matrix::Constant(height, values.size(), NAN);
            matrix.row(row) = values.unaryExpr(&toFloat);
        });
    }
    Row rowOf(Stage stage, std::size_t h, Index row) const {
        const LayerWeights& weights = *update_->weights;
        switch (stage) {
        case Stage::X: return rowIn(*queries_, row);
        case Stage::XKv: return rowIn(*keys_, row);
        case Stage::Normed: return normed(rowIn(layer_[Stage::X], row));
        case Stage::Q:
        case Stage::K:
        case Stage::V: return projected(*update_->program.find(stage), h, row);
        case Stage::Scores: return Row::NullaryExpr(keys_->rows(), [&](Index key) { return score(h, row, key); });
        case Stage::Context: return context(h, row);
        case Stage::Concat: {
            Row all(0);
            for (const Block& of : heads_)
                all = (Row(all.size() + of[Stage::Context].cols()) << all, rowIn(of[Stage::Context], row)).finished();
            return all;
        }
        case Stage::Output:
            return product(rowIn(layer_[Stage::Concat], row), weights[Parameter::Wo], weights[Parameter::Bo]);
        case Stage::Result: {
            Row sum = rowIn(layer_[weights[Parameter::Wo] ? Stage::Output : Stage::Concat], row);
            if (weights.residual) sum += rowIn(layer_[Stage::X], row);
            return weights.hasNorm(Norm::Place::After) ? normed(sum) : sum;
        }
        default: return rollout(stage, row);
        }
    }
    static Row rowIn(const Matrix& matrix, Index row) { return matrix.row(row).cast<double>(); }
    static Row product(const Row& x, const FrozenMatrix& weight, const FrozenMatrix& bias) {
        const Row sum = weight ? Row(x * weight->cast<double>()) : x;
        return bias ? Row(sum + rowIn(*bias, 0)) : sum;
    }
    Row projected(const Op& op, std::size_t h, Index row) const {
        const PerHeadParameter<FrozenMatrix>& head = update_->weights->heads[h];
        return product(rowIn(layer_[op.inputs[0]], row), head[op.parameters[0]], head[op.parameters[1]]);
    }
    Row normed(const Row& x) const {
        const LayerWeights& layer = *update_->weights;
        const Row centred = x.array() - x.mean();
        const Row even = centred / std::sqrt(centred.squaredNorm() / double(x.size()) + layer.norm->eps);
        return even.cwiseProduct(rowIn(*layer[Parameter::NormGain], 0)) + rowIn(*layer[Parameter::NormBias], 0);
    }
    double score(std::size_t h, Index query, Index key) const {
        return rowIn(heads_[h][Stage::Q], query).dot(rowIn(heads_[h][Stage::K], key));
    }
    /// Computes the named columns of Scores, and the summaries of all rows whose weights or context are named.
    void computeColumns(std::size_t h, const HeadUpdate& head) {
        Matrix& scores = heads_[h][Stage::Scores];
        forEach(head.columns, scores.cols(), [&](Index key) {
            for (Index row = 0; row < scores.rows(); ++row) scores(row, key) = toFloat(score(h, row, key));
        });
        IndexSet rows;
        for (const Stage stage : {Stage::Weights, Stage::Dropped, Stage::Context}) rows.add(head.rows[stage]);
        heads_[h].summaries.resize(std::size_t(scores.rows()));
        forEach(rows, scores.rows(),
                [&](Index row) { heads_[h].summaries[std::size_t(row)] = summary(scaled(h, row), row, false); });
    }
    bool isSoftmax() const { return update_->rule.normalisation == Normalisation::Softmax; }
    bool allows(Index query, Index key) const { return update_->rule.mask.allows(query, key); }
    /// True if the key is neither masked nor dropped.
    bool counts(std::size_t h, Index query, Index key) const {
        return allows(query, key) && !(update_->rule.dropout && update_->rule.dropout->dropped[h](query, key));
    }
    Row scaled(std::size_t h, Index row) const {
        const Row exact = rowIn(heads_[h][Stage::Scores], row) * update_->rule.factor;
        return isSoftmax() ? exact : exact.unaryExpr(&toFloat).cast<double>();
    }
    Summary summary(const Row& scaled, Index row, bool ofAllKeys) const {
        Summary all;
        const auto forEachKey = [&](auto f) {
            for (Index key = 0; key < scaled.size(); ++key)
                if (ofAllKeys || allows(row, key)) f(scaled[key]);
        };
        forEachKey([&](double x) {
            all.isAny = true;
            all.isNotFinite |= !std::isfinite(x) && !(isSoftmax() && x < 0);
            if (std::isfinite(x)) all.top = std::max(all.top, x), all.bottom = std::min(all.bottom, x);
        });
        forEachKey([&](double x) { all.sum += isSoftmax() ? std::exp(x - all.top) : x; });
        all.max = toFloat(all.top), all.min = toFloat(all.bottom);
        return all;
    }
    /// Computes weights of masked keys, too; the callers ignore these.
    Row weights(const Row& scaled, const Summary& row) const {
        const RowKind kind = kindOf(row, update_->rule.normalisation);
        if (kind != RowKind::Plain) return Row::Constant(scaled.size(), isNaN(kind) ? double(NAN) : 0);
        if (!isSoftmax()) return scaled / row.sum;
        return (scaled.array() - row.top).exp() / row.sum;
    }
    Row virtualRow(Stage stage, std::size_t h, Index row) const {
        Row values = scaled(h, row);
        if (stage == Stage::Scaled) return values;
        if (stage != Stage::Masked) values = weights(values, heads_[h].summaries[std::size_t(row)]);
        if (stage == Stage::Masked && update_->rule.masksAfter) values = weights(values, summary(values, row, true));
        if (stage == Stage::Dropped) values *= update_->rule.dropout->factor;
        for (Index key = 0; key < values.size(); ++key)
            if (stage == Stage::Dropped ? !counts(h, row, key) : !allows(row, key))
                values[key] = maskedValue(stage, update_->rule.masksAfter);
        if (stage != Stage::Rest || values.size() == 0) return values;
        values[0] = 0;
        const double sum = values.sum();
        return values.unaryExpr([sum](double x) { return x == 0 || sum == 0 ? 0 : x / sum; });
    }
    Row context(std::size_t h, Index row) const {
        const HeadWeights& head = update_->weights->heads[h];
        const Row weights = virtualRow(update_->rule.dropout ? Stage::Dropped : Stage::Weights, h, row);
        const FrozenMatrix& wv = head[Parameter::Wv];
        Row sum = Row::Zero((wv ? *wv : *keys_).cols());
        for (Index key = 0; key < weights.size(); ++key)
            if (head.isOn && counts(h, row, key)) sum += weights[key] * rowIn(heads_[h][Stage::V], key);
        return sum;
    }
    Row rollout(Stage stage, Index row) const {
        const auto* below = stage == Stage::Mean ? nullptr : static_cast<const TrialLayer*>(update_->queries.below);
        Row mean = Row::Zero(keys_->rows());
        int on = 0;
        for (std::size_t h = 0; h < heads_.size(); ++h) {
            if (!update_->weights->heads[h].isOn) continue;
            mean += virtualRow(Stage::Weights, h, row);
            ++on;
        }
        mean *= rolloutShare(stage) / std::max(1, on);
        if (stage != Stage::Mean) mean[row] += 1 - rolloutShare(stage);
        return below ? Row(mean * below->layer_[stage].cast<double>()) : mean;
    }

    StageView view(Stage stage, std::size_t h) const {
        const StageInfo& info = infoOf(stage);
        if (!info.isVirtual()) return headlight::viewOf((info.scope == Scope::Head ? heads_[h] : layer_)[stage]);
        const auto open = [this, stage, h](Index, Index col, Index n) -> RowReader {
            return [=, this](Index row, float* out) {
                std::ranges::transform(Row(virtualRow(stage, h, row).segment(col, n)), out, toFloat);
            };
        };
        return {.rows = queries_->rows(),
                .cols = keys_->rows(),
                .open = open,
                .allowed = countedCells(stage, allowed_),
                .masked = maskedValue(stage, update_->rule.masksAfter)};
    }
    void answer(const Read& read, Answer& answer) const {
        const auto h = std::size_t(read.head);
        const StageView from = view(read.stage, h);
        if (read.what == Read::What::Tile) poolAll(from, read.area, read.pooling, answer.values);
        if (read.what == Read::What::Extent) answer.extent = extentOf(from);
        if (read.what == Read::What::Rows) answer.values = rowsOf(from, read.area.row, read.area.rows);
        if (read.what != Read::What::RowKinds) return;
        for (Index row = read.area.row; row < read.area.row + read.area.rows; ++row)
            answer.kinds.push_back(kindOf(heads_[h].summaries[std::size_t(row)], update_->rule.normalisation));
    }

    Block layer_;
    std::vector<Block> heads_;
    Stage result_ = Stage::Concat;
    const LayerUpdate* update_ = nullptr;
    const Matrix *queries_ = nullptr, *keys_ = nullptr;
    AllowedKeys allowed_;
};

class TrialBackend : public Backend {
public:
    std::string description() const override { return "Trial"; }
    std::unique_ptr<BackendLayer> makeLayer() override { return std::make_unique<TrialLayer>(); }
    double scoresBytes(Index queries, Index keys) const override { return 4.0 * double(queries) * double(keys); }
    double memory() const override { return limit; }
    double limit = 1e9;
};

} // namespace headlight::testing
