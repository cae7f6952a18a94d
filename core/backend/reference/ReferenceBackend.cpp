#include "backend/reference/ReferenceBackend.h"

#include "attention/formulas.h"
#include "backend/cpu/SharedCells.h"
#include "backend/cpu/pooling.h"
#include "base/numberText.h"
#include "base/toFloat.h"

#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace headlight {
namespace {

Matrix rounded(const MatrixD& exact) {
    return exact.unaryExpr([](double x) { return toFloat(x); });
}

class ReferenceLayer : public BackendLayer {
public:
    Result<IndexSet> run(const LayerUpdate& update, std::span<const Read> reads, std::span<Answer> answers) override {
        given_ = update.given;
        Made now{*update.layer, inputOf(update.queries), inputOf(update.keys)};
        const bool isSame = result_ && now == madeFrom_; // a trace asks head by head
        if (!isSame) {
            result_ = {};
            if (!now.queries.isThere() || !now.keys.isThere()) return Problem{"the layer below was not computed"};
            if (const auto why = whyTooLarge(now)) return Problem{*why};
            compute(update, std::move(now));
        }
        const auto* below = static_cast<const ReferenceLayer*>(update.queries.below);
        for (const Stage stage : update.rollouts)
            rollouts_[stage] = rollout(trace_.all(Stage::Weights), rolloutShare(stage),
                                       below ? &below->rollouts_[stage] : nullptr);
        for (std::size_t i = 0; i < reads.size(); ++i) answers[i] = answer(reads[i]);
        return isSame ? IndexSet{} : IndexSet::every(); // whatever changed: all is computed anew
    }

private:
    /// What a LayerInput stands for at this time.
    struct Input {
        FrozenMatrix rows;
        Frozen<MatrixD> below;
        bool isThere() const { return rows || below; }
        Index count() const { return below ? below->rows() : rows->rows(); }
        MatrixD values() const { return below ? *below : MatrixD(rows->cast<double>()); }
        friend bool operator==(const Input&, const Input&) = default;
    };
    struct Made {
        Layer layer;
        Input queries, keys;
        friend bool operator==(const Made&, const Made&) = default;
    };
    static Input inputOf(const LayerInput& source) {
        return {source.rows,
                source.below ? static_cast<const ReferenceLayer*>(source.below)->result_ : Frozen<MatrixD>()};
    }

    void compute(const LayerUpdate& update, Made from) {
        const bool hasKeys = !(from.keys == from.queries);
        const MatrixD keys = hasKeys ? from.keys.values() : MatrixD();
        trace_ = reference(from.layer, from.queries.values(), hasKeys ? &keys : nullptr);
        result_ = trace_(resultStage(from.layer));
        allowed_.take(update.rule.mask, trace_(Stage::X).rows(), trace_(Stage::Scores).cols());
        rule_ = update.rule;
        madeFrom_ = std::move(from);
    }

    static std::optional<std::string> whyTooLarge(const Made& now) {
        constexpr double kBudget = 4.0 * 1024 * 1024 * 1024;
        const double bytes = static_cast<double>(now.layer.heads.size()) *
                             ReferenceBackend().scoresBytes(now.queries.count(), now.keys.count());
        if (bytes <= kBudget) return {};
        return "too large for the formulas: in double precision they would take " + fixedPoint(bytes / 1e9, 1) +
               " GB of memory, but the limit is " + fixedPoint(kBudget / 1e9, 1) + " GB";
    }

    Matrix values(const Read& read) const {
        if (infoOf(read.stage).isRollout) return rounded(rollouts_[read.stage]);
        if (given_ && (*given_)[read.stage]) return *(*given_)[read.stage];
        const Stage stage = trace_.has(read.stage) ? read.stage : Stage::X; // X_kv of one sentence
        return rounded(trace_(stage, infoOf(stage).scope == Scope::Head ? static_cast<std::size_t>(read.head) : 0));
    }

    Answer answer(const Read& read) {
        Answer answer;
        if (read.what == Read::What::RowSums) {
            for (Index row = 0; row < read.area.rows; ++row) answer.sums.push_back(sum(read.head, read.area.row + row));
            return answer;
        }
        if (read.what == Read::What::RowKinds) {
            for (Index row = 0; row < read.area.rows; ++row)
                answer.kinds.push_back(kind(read.head, read.area.row + row));
            return answer;
        }
        const auto* other = static_cast<const ReferenceLayer*>(read.minus);
        const Matrix own = values(read), less = other ? other->values(read) : Matrix();
        const bool isMasked = infoOf(read.stage).isMasked;
        StageView view = viewOf(own);
        AllowedKeys* counts = isMasked && rule_.mask.isOn() ? &allowed_ : nullptr;
        SharedCells shared;
        if (other) {
            const Mask none;
            counts = shared.of(isMasked ? rule_.mask : none, isMasked ? other->rule_.mask : none, own.rows(),
                               own.cols(), read.minusRows, read.minusCols);
            view = differenceOf(view, relocated(viewOf(less), read.minusRows, read.minusCols), counts);
        }
        view.allowed = counts;
        if (counts && !other) view.masked = maskedValue(read.stage, rule_.masksAfter);
        switch (read.what) {
        case Read::What::Tile:
            poolAll(view, read.area, read.pooling, answer.values);
            if (counts) answer.masked = counts->maskedIn(read.area);
            break;
        case Read::What::Extent: answer.extent = extentOf(view); break;
        default: answer.values = headlight::rowsOf(view, read.area.row, read.area.rows);
        }
        return answer;
    }

    /// NaN where the weights are.
    double sum(int head, Index row) const {
        return isNaN(kind(head, row)) ? std::numeric_limits<double>::quiet_NaN() : sumOf(head, row);
    }

    double sumOf(int head, Index row) const {
        const MatrixD& scaled = trace_(Stage::Scaled, static_cast<std::size_t>(head));
        double sum = 0, max = -std::numeric_limits<double>::infinity();
        for (const bool isSumming : {false, true}) {
            for (Index key = 0; key < scaled.cols(); ++key) {
                if (!rule_.mask.allows(row, key)) continue;
                const double s = scaled(row, key);
                if (!isSumming)
                    max = std::fmax(max, s);
                else if (rule_.normalisation == Normalisation::Sum)
                    sum += static_cast<double>(toFloat(s));
                else if (max > -std::numeric_limits<double>::infinity())
                    sum += std::exp(s - max);
            }
        }
        return sum;
    }

    RowKind kind(int head, Index row) const {
        const MatrixD &scaled = trace_(Stage::Scaled, static_cast<std::size_t>(head)),
                      &weights = trace_(Stage::Weights, static_cast<std::size_t>(head));
        bool anyAllowed = false, anyFinite = false, anyWeight = false, isBroken = false;
        for (Index key = 0; key < scaled.cols(); ++key) {
            if (!rule_.mask.allows(row, key)) continue;
            anyAllowed = true;
            anyFinite = anyFinite || std::isfinite(scaled(row, key));
            anyWeight = anyWeight || weights(row, key) != 0;
            isBroken = isBroken || std::isnan(weights(row, key));
        }
        if (!anyAllowed) return RowKind::Masked;
        if (rule_.normalisation == Normalisation::Sum) {
            if (!isBroken) return RowKind::Plain;
            const double sum = sumOf(head, row);
            return sum == 0 ? RowKind::SumZero : std::isfinite(sum) ? RowKind::SumTooSmall : RowKind::SumNotFinite;
        }
        if (isBroken) return RowKind::ScoreNotFinite;
        if (!anyFinite) return RowKind::AllMinusInf;
        return anyWeight ? RowKind::Plain : RowKind::Lost;
    }

    ReferenceTrace trace_;
    Frozen<PerStage<FrozenMatrix>> given_;
    PerStage<MatrixD> rollouts_;
    Frozen<MatrixD> result_;
    Made madeFrom_;
    AllowedKeys allowed_;
    ScoreRule rule_;
};

} // namespace

std::string ReferenceBackend::description() const { return "Formulas \u00b7 double precision"; }

std::unique_ptr<BackendLayer> ReferenceBackend::makeLayer() const { return std::make_unique<ReferenceLayer>(); }

double ReferenceBackend::scoresBytes(Index queries, Index keys) const {
    constexpr int kMaps = 4; // scores, scaled, masked, weights
    return kMaps * sizeof(double) * static_cast<double>(queries) * static_cast<double>(keys);
}

} // namespace headlight
