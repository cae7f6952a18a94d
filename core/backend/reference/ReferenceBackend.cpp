#include "backend/reference/ReferenceBackend.h"

#include "attention/formulas.h"
#include "backend/host/pooling.h"
#include "base/numberText.h"
#include "base/toFloat.h"
#include "kernels/kernels.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace headlight {
namespace {

Matrix rounded(const MatrixD& exact) {
    return exact.unaryExpr([](double x) { return toFloat(x); });
}

class ReferenceLayer : public BackendLayer {
public:
    Result<Ran> run(const LayerUpdate& update, std::span<const Read> reads, std::span<Answer> answers,
                    const Watch&) override {
        if (hasChanged(update)) {
            trace_ = {};
            for (const LayerInput* input : {&update.queries, &update.keys})
                if (input->below && !static_cast<const ReferenceLayer*>(input->below)->trace_.has(Stage::X))
                    return Problem{"the layer below was not computed"};
            const bool hasKeys = !(update.keys == update.queries);
            MatrixD x = valuesOf(update.queries);
            const MatrixD keys = hasKeys ? valuesOf(update.keys) : MatrixD();
            if (const auto fits = memoryFor(update, x.rows(), hasKeys ? keys.rows() : x.rows()); !fits)
                return fits.problem();
            trace_ = reference(*update.weights, update.rule, std::move(x), hasKeys ? &keys : nullptr);
            rule_ = update.rule;
            result_ = resultStage(*update.weights);
            allowed_.take(rule_.mask, trace_(Stage::X).rows(), trace_(Stage::Scores).cols());
        }
        const auto* below = static_cast<const ReferenceLayer*>(update.queries.below);
        for (const StageInfo& info : stages())
            if (info.isRollout && !update.rows[info.stage].empty())
                rollouts_[info.stage] = rollout(trace_.all(Stage::Weights), rolloutShare(info.stage),
                                                below ? &below->rollouts_[info.stage] : nullptr);
        for (std::size_t i = 0; i < reads.size(); ++i) answers[i] = answer(reads[i]);
        return Ran::Done;
    }

private:
    /// Returns true if inputs, weights or rule differ. All stages are computed together, wanted or not.
    bool hasChanged(const LayerUpdate& update) {
        const bool isSame = trace_.has(Stage::X) && !update.queriesMoved && !update.keysMoved &&
                            update.rows[Stage::X].empty() && update.rows[Stage::XKv].empty() &&
                            *update.weights == weights_ && update.rule == rule_;
        weights_ = *update.weights;
        return !isSame;
    }
    static MatrixD valuesOf(const LayerInput& input) {
        if (!input.below) return input.rows->cast<double>();
        const auto& below = static_cast<const ReferenceLayer&>(*input.below);
        return below.trace_(below.result_);
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
                answer.kinds.push_back(kindOf(statsOf(read.head, read.area.row + row), rule_.normalisation));
            return answer;
        }
        const StageInfo& info = infoOf(read.stage);
        const Stage stage = read.stage == Stage::XKv && !trace_.has(Stage::XKv) ? Stage::X : read.stage;
        const auto head = info.scope == Scope::Head ? static_cast<std::size_t>(read.head) : 0;
        const Matrix values = rounded(info.isRollout ? rollouts_[stage] : trace_(stage, head));
        StageView view = viewOf(values);
        view.allowed = info.isMasked && rule_.mask.isOn() ? &allowed_ : nullptr;
        view.masked = maskedValue(stage, rule_.masksAfter);
        switch (read.what) {
        case Read::What::Tile: poolAll(view, read.area, read.pooling, answer.values); break;
        case Read::What::Extent: answer.extent = extentOf(view); break;
        default: answer.values = rowsOf(view, read.area.row, read.area.rows);
        }
        return answer;
    }

    RowStats statsOf(int head, Index row) const {
        const MatrixD& scaled = trace_(Stage::Scaled, static_cast<std::size_t>(head));
        const bool isSoftmax = rule_.normalisation == Normalisation::Softmax;
        RowStats stats{false, false, -kernels::kInfinity, kernels::kInfinity, 0};
        double max = -std::numeric_limits<double>::infinity();
        for (const bool isSumming : {false, true})
            for (Index key = 0; key < scaled.cols(); ++key) {
                const double s = scaled(row, key);
                if (!rule_.mask.allows(row, key)) continue;
                if (isSumming) {
                    if (isSoftmax && std::isfinite(max)) stats.sum += std::exp(s - max);
                    if (!isSoftmax) stats.sum += static_cast<double>(toFloat(s));
                    continue;
                }
                stats.isAny = true;
                stats.isNotFinite = stats.isNotFinite || std::isnan(s) || (std::isinf(s) && (s > 0 || !isSoftmax));
                if (!std::isfinite(s)) continue;
                max = std::max(max, s);
                stats.max = std::max(stats.max, toFloat(s));
                stats.min = std::min(stats.min, toFloat(s));
            }
        return stats;
    }

    ReferenceTrace trace_;
    PerStage<MatrixD> rollouts_;
    LayerWeights weights_;
    ScoreRule rule_;
    Stage result_ = Stage::Concat;
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
