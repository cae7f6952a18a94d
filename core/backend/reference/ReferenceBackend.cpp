#include "backend/reference/ReferenceBackend.h"

#include "attention/formulas.h"
#include "backend/host/pooling.h"
#include "base/numberText.h"
#include "base/toFloat.h"

#include <cmath>
#include <utility>

namespace headlight {
namespace {

class ReferenceLayer : public BackendLayer {
public:
    Result<Ran> run(const LayerUpdate& update, std::span<const Read> reads, std::span<Answer> answers,
                    const Watch&) override {
        const auto* below = static_cast<const ReferenceLayer*>(update.queries.below);
        if (hasChanged(update)) {
            isComputed_ = false;
            trace_ = {};
            if (below && !below->isComputed_) return Problem{"the layer below was not computed"};
            const MatrixD x = valuesOf(update.queries), keys = valuesOf(update.keys);
            if (const auto fits = memoryFor(update, x.rows(), keys.rows()); !fits) return fits.problem();
            for (const Op& op : program_.inputs())
                if (!infoOf(op.result).isOnHost)
                    trace_.add(op.result, infoOf(op.result).rows == Side::Tokens ? x : keys);
            reference(program_, weights_, rule_, trace_);
            allowed_.take(rule_.mask, x.rows(), keys.rows());
            isComputed_ = true;
        }
        for (const Op& op : program_)
            if (op.kind == Op::Kind::Rollout && !update.rows[op.result].empty())
                rollouts_[op.result] = rollout(meanOfHeads(trace_.all(op.inputs[0]), weights_), rolloutShare(op.result),
                                               below ? &below->rollouts_[op.result] : nullptr);
        for (std::size_t i = 0; i < reads.size(); ++i) answers[i] = answer(reads[i]);
        return Ran::Done;
    }

private:
    /// Returns true if inputs, weights or rule differ. All stages are computed together, wanted or not.
    bool hasChanged(const LayerUpdate& update) {
        bool isSame = isComputed_ && !update.queriesMoved && !update.keysMoved && update.program == program_ &&
                      *update.weights == weights_ && update.rule == rule_;
        program_ = update.program;
        weights_ = *update.weights;
        rule_ = update.rule;
        for (const Op& op : program_.inputs()) isSame = isSame && update.rows[op.result].empty();
        return !isSame;
    }
    MatrixD valuesOf(const LayerInput& input) const {
        const auto* below = static_cast<const ReferenceLayer*>(input.below);
        return input.rows ? input.rows->cast<double>() : below->trace_(program_.readFromBelow());
    }
    static Result<void> memoryFor(const LayerUpdate& update, Index queries, Index keys) {
        const ReferenceBackend backend;
        const double bytes = static_cast<double>(update.heads.size()) * backend.scoresBytes(queries, keys);
        if (bytes <= backend.memory()) return {};
        return Problem{"too large for the formulas: in double precision they would take " + fixedPoint(bytes / 1e9, 1) +
                       " GB of memory, but the limit is " + fixedPoint(backend.memory() / 1e9, 1) + " GB"};
    }

    Answer answer(const Read& read) const {
        Answer answer;
        if (read.what == Read::What::RowKinds) {
            for (Index row = 0; row < read.area.rows; ++row)
                answer.kinds.push_back(kindOf(static_cast<std::size_t>(read.head), read.area.row + row));
            return answer;
        }
        const StageInfo& info = infoOf(read.stage);
        const Stage stage = read.stage;
        const auto head = info.scope == Scope::Head ? static_cast<std::size_t>(read.head) : 0;
        const Matrix values = rounded(info.isRollout ? rollouts_[stage] : trace_(stage, head));
        StageView view = viewOf(values);
        view.allowed = countedCells(stage, allowed_);
        view.masked = maskedValue(stage, rule_.masksAfter);
        switch (read.what) {
        case Read::What::Tile: poolAll(view, read.area, read.pooling, answer.values); break;
        case Read::What::Extent: answer.extent = extentOf(view); break;
        default: answer.values = rowsOf(view, read.area.row, read.area.rows);
        }
        return answer;
    }

    RowKind kindOf(std::size_t head, Index row) const {
        if (rule_.areGiven) return RowKind::Plain;
        const MatrixD& scaled = trace_(program_.firstOf(Op::Kind::Scale).result, head);
        const bool isSoftmax = rule_.normalisation == Normalisation::Softmax;
        bool isAny = false, isFinite = false, isBroken = false;
        double sum = 0;
        for (Index key = 0; key < scaled.cols(); ++key) {
            if (!rule_.mask.allows(row, key)) continue;
            const double s = scaled(row, key);
            isAny = true;
            isFinite = isFinite || std::isfinite(s);
            isBroken = isBroken || std::isnan(s) || (std::isinf(s) && (s > 0 || !isSoftmax));
            sum += static_cast<double>(toFloat(s));
        }
        if (!isAny) return RowKind::Masked;
        if (isSoftmax) return isBroken ? RowKind::ScoreNotFinite : isFinite ? RowKind::Plain : RowKind::AllMinusInf;
        if (isBroken || !std::isfinite(sum)) return RowKind::SumNotFinite;
        if (sum == 0) return RowKind::SumZero;
        return trace_(program_.weights(), head).row(row).hasNaN() ? RowKind::SumTooSmall : RowKind::Plain;
    }

    ReferenceTrace trace_;
    PerStage<MatrixD> rollouts_;
    LayerWeights weights_;
    ScoreRule rule_;
    Program program_;
    bool isComputed_ = false;
    AllowedKeys allowed_;
};

} // namespace

std::string ReferenceBackend::description() const { return "Formulas \u00b7 double precision"; }

std::unique_ptr<BackendLayer> ReferenceBackend::makeLayer() { return std::make_unique<ReferenceLayer>(); }

double ReferenceBackend::scoresBytes(Index queries, Index keys) const {
    constexpr int kMaps = 4; // scores, scaled, masked, weights
    return kMaps * sizeof(double) * static_cast<double>(queries) * static_cast<double>(keys);
}

} // namespace headlight
