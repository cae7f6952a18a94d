#include "backend/checked/CheckedBackend.h"

#include "backend/runInner.h"
#include "base/numberText.h"
#include "base/toFloat.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

namespace headlight {

/// Of all layers together. The window reads while the engine computes.
struct CheckedBackend::Findings {
    std::mutex mutex;
    std::string notCompared;                         ///< why, if something was not
    std::map<std::pair<int, Stage>, double> largest; ///< by layer, from 0
};

namespace {

constexpr double kApart = std::numeric_limits<double>::infinity();

/// Equal if both are NaN or the same infinity; infinitely far if only one is.
double distance(double a, double b) {
    if (a == b || (std::isnan(a) && std::isnan(b))) return 0;
    return std::isfinite(a) && std::isfinite(b) ? std::abs(a - b) : kApart;
}

double distance(const Matrix& a, const Matrix& b) {
    if (a.rows() != b.rows() || a.cols() != b.cols()) return kApart;
    double largest = 0;
    for (Index i = 0; i < a.size(); ++i)
        largest = std::max(largest, distance(static_cast<double>(a.data()[i]), static_cast<double>(b.data()[i])));
    return largest;
}

/// But for the sums and kinds of rows, which are no stage.
double distance(const Answer& a, const Answer& b) {
    if (!(a.masked == b.masked) || a.extent.row != b.extent.row || a.extent.col != b.extent.col) return kApart;
    return std::max({distance(a.values, b.values), distance(double(a.extent.low), double(b.extent.low)),
                     distance(double(a.extent.high), double(b.extent.high))});
}

} // namespace

class CheckedLayer : public BackendLayer {
public:
    explicit CheckedLayer(const CheckedBackend& backend)
        : checked_(backend.checked_->makeLayer()),
          reference_(backend.reference_->makeLayer()),
          findings_(backend.findings_) {}

    Result<IndexSet> run(const LayerUpdate& update, std::span<const Read> reads, std::span<Answer> answers) override {
        const auto changed = runOne(&CheckedLayer::checked_, update, reads, answers);
        if (!changed) return changed;
        std::vector<Answer> expected(reads.size());
        const auto why = whyNotCompared(update, reads, expected);
        const std::lock_guard lock(findings_->mutex);
        if (why) findings_->notCompared = *why;
        if (why) return changed;
        for (std::size_t i = 0; i < reads.size(); ++i) {
            if (reads[i].what == Read::What::RowSums || reads[i].what == Read::What::RowKinds) continue;
            double& largest = findings_->largest[{update.number, reads[i].stage}];
            largest = std::max(largest, distance(answers[i], expected[i]));
        }
        return changed;
    }

private:
    using Which = std::unique_ptr<BackendLayer> CheckedLayer::*;

    /// Lets the reference answer. That it could not is no fault of what it is compared with.
    std::optional<std::string> whyNotCompared(const LayerUpdate& update, std::span<const Read> reads,
                                              std::span<Answer> expected) {
        try {
            const auto ran = runOne(&CheckedLayer::reference_, update, reads, expected);
            return ran ? std::nullopt : std::optional(ran.text());
        } catch (const std::exception& error) {
            return error.what();
        } catch (...) {
            return "the reference failed";
        }
    }

    /// Each side reads from the layers of its own kind.
    Result<IndexSet> runOne(Which which, const LayerUpdate& update, std::span<const Read> reads,
                            std::span<Answer> answers) {
        return runInner(*(this->*which), update, reads, answers,
                        [which](BackendLayer* layer) { return (static_cast<CheckedLayer*>(layer)->*which).get(); });
    }

    std::unique_ptr<BackendLayer> checked_, reference_;
    std::shared_ptr<CheckedBackend::Findings> findings_;
};

CheckedBackend::CheckedBackend(std::unique_ptr<Backend> checked, std::unique_ptr<Backend> reference)
    : checked_(std::move(checked)), reference_(std::move(reference)), findings_(std::make_shared<Findings>()) {}

CheckedBackend::~CheckedBackend() = default;

std::string CheckedBackend::description() const {
    return checked_->description() + ", compared with: " + reference_->description();
}

std::unique_ptr<BackendLayer> CheckedBackend::makeLayer() const { return std::make_unique<CheckedLayer>(*this); }

double CheckedBackend::scoresBytes(Index queries, Index keys) const {
    return checked_->scoresBytes(queries, keys) + reference_->scoresBytes(queries, keys);
}

std::vector<std::string> CheckedBackend::remarks() const {
    const std::lock_guard lock(findings_->mutex);
    std::vector<std::string> remarks;
    if (!findings_->notCompared.empty())
        remarks.push_back("Not everything was compared: " + findings_->notCompared + ".");
    const bool areMany = !findings_->largest.empty() && findings_->largest.rbegin()->first.first > 0;
    for (const auto& [where, largest] : findings_->largest) {
        const std::string layer = areMany ? "layer" + std::to_string(where.first + 1) + "." : "";
        std::string name = layer + infoOf(where.second).id;
        name.resize(std::max<std::size_t>(name.size(), 8), ' ');
        remarks.push_back(name + " differs from the double-precision reference by at most " +
                          shortest(toFloat(largest)));
    }
    return remarks;
}

} // namespace headlight
