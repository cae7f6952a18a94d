#include "backend/reference/ReferenceBackend.h"

#include "attention/formulas.h"
#include "backend/cpu/pooling.h"
#include "base/numberText.h"
#include "base/toFloat.h"

#include <cmath>
#include <limits>
#include <optional>

namespace headlight {
namespace {

Matrix rounded(const MatrixD& exact) {
    return exact.unaryExpr([](double x) { return toFloat(x); });
}

class ReferenceLayer : public BackendLayer {
public:
    Result<IndexSet> run(const LayerUpdate& update, std::span<const Read> reads, std::span<Answer> answers) override {
        const auto rowsOf = [](const LayerInput& source) {
            return source.below ? *static_cast<const ReferenceLayer*>(source.below)->result_
                                : MatrixD(source.rows->cast<double>());
        };
        const bool hasKeys = !(update.keys == update.queries);
        result_.reset();
        for (const LayerInput* source : {&update.queries, &update.keys})
            if (source->below && !static_cast<const ReferenceLayer*>(source->below)->result_)
                return Problem{"the layer below was not computed"};
        if (const auto why = whyTooLarge(update)) return Problem{*why};
        const MatrixD keys = hasKeys ? rowsOf(update.keys) : MatrixD();
        trace_ = reference(*update.layer, rowsOf(update.queries), hasKeys ? &keys : nullptr);
        result_ = trace_(resultStage(*update.layer));
        allowed_.take(update.rule.mask, trace_(Stage::X).rows(), trace_(Stage::Scores).cols());
        rule_ = update.rule;
        for (std::size_t i = 0; i < reads.size(); ++i) answers[i] = answer(reads[i]);
        return IndexSet::every(); // whatever changed: all is computed anew
    }

private:
    static std::optional<std::string> whyTooLarge(const LayerUpdate& update) {
        constexpr double kBudget = 4.0 * 1024 * 1024 * 1024;
        const auto rowsOf = [](const LayerInput& source) {
            return source.below ? static_cast<const ReferenceLayer*>(source.below)->result_->rows()
                                : source.rows->rows();
        };
        const double bytes = static_cast<double>(update.layer->heads.size()) *
                             ReferenceBackend().scoresBytes(rowsOf(update.queries), rowsOf(update.keys));
        if (bytes <= kBudget) return {};
        return "too large for the formulas: in double precision they would take " + fixedPoint(bytes / 1e9, 1) +
               " GB of memory, more than the " + fixedPoint(kBudget / 1e9, 1) + " GB that are possible";
    }

    Matrix values(const Read& read) const {
        const Stage stage = trace_.has(read.stage) ? read.stage : Stage::X; // X_kv of one sentence
        return rounded(trace_(stage, infoOf(stage).scope == Scope::Head ? static_cast<std::size_t>(read.head) : 0));
    }

    Answer answer(const Read& read) {
        Answer answer;
        if (read.what == Read::What::RowSums) {
            for (Index row = 0; row < read.area.rows; ++row) answer.sums.push_back(sum(read.head, read.area.row + row));
            return answer;
        }
        const auto* other = static_cast<const ReferenceLayer*>(read.minus);
        const Matrix own = values(read), less = other ? other->values(read) : Matrix();
        AllowedKeys allowed = allowed_;
        if (other) allowed.take(allowed_, other->allowed_);
        const bool hides = infoOf(read.stage).isMasked && (rule_.mask.isOn() || (other && other->rule_.mask.isOn()));
        StageView view = viewOf(own);
        if (other) view = differenceOf(viewOf(own), viewOf(less), hides ? &allowed : nullptr);
        if (hides) view.allowed = &allowed;
        if (hides && !other && read.stage == Stage::Masked) view.masked = -std::numeric_limits<float>::infinity();
        switch (read.what) {
        case Read::What::Tile:
            poolAll(view, read.area, read.pooling, answer.values);
            if (hides) answer.masked = allowed.maskedIn(read.area);
            break;
        case Read::What::Extent: answer.extent = extentOf(view); break;
        default: answer.values = headlight::rowsOf(view, read.area.row, read.area.rows);
        }
        return answer;
    }

    double sum(int head, Index row) const {
        const MatrixD& scaled = trace_(Stage::Scaled, static_cast<std::size_t>(head));
        double sum = 0, max = -std::numeric_limits<double>::infinity();
        bool isNaN = false;
        for (const bool isSumming : {false, true}) {
            for (Index key = 0; key < scaled.cols(); ++key) {
                if (!rule_.mask.allows(row, key)) continue;
                isNaN = isNaN || std::isnan(trace_(Stage::Weights, static_cast<std::size_t>(head))(row, key));
                const double s = scaled(row, key);
                if (!isSumming)
                    max = std::fmax(max, s);
                else if (rule_.normalisation == Normalisation::Sum)
                    sum += static_cast<double>(toFloat(s));
                else if (max > -std::numeric_limits<double>::infinity())
                    sum += std::exp(s - max);
            }
        }
        return isNaN ? std::numeric_limits<double>::quiet_NaN() : sum;
    }

    ReferenceTrace trace_;
    std::optional<MatrixD> result_;
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
