#include "backend/checked/CheckedBackend.h"

#include "base/numberText.h"
#include "base/toFloat.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <mutex>
#include <span>
#include <utility>

namespace headlight {

/// The findings on all layers, which the window reads while the engine computes, and the comparisons of this frame.
struct CheckedBackend::Findings {
    /// The reads and answers of one layer; the answers are there when the backend has finished.
    struct Comparison {
        const BackendLayer* of = nullptr;
        int layer = 0;
        std::span<Answer> asked{};      ///< the answers that the engine gets
        std::vector<Read> rows{};       ///< reads for the comparison
        std::vector<Answer> answers{};  ///< the backend's answers to the engine's reads, then to `rows`
        std::vector<Answer> expected{}; ///< the reference's answers to `rows`; empty: it cannot answer
    };
    std::vector<Comparison> pending;
    std::mutex mutex;                                ///< guards what follows
    std::string notCompared;                         ///< the reason, if something was not compared
    std::map<std::pair<int, Stage>, double> largest; ///< the largest differences, by layer (from 0) and stage
};

namespace {

constexpr double kApart = std::numeric_limits<double>::infinity();

/// Returns the distance: 0 for two NaNs or two equal infinities, else infinity if one of them is not finite.
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

/// Returns an upper bound of two digits as text: "2.4e-07".
std::string roundedUp(double value) {
    if (value == 0 || !std::isfinite(value)) return shortest(toFloat(value));
    const double unit = std::pow(10, std::floor(std::log10(value)) - 1);
    return shortest(toFloat(std::ceil(value / unit) * unit));
}

} // namespace

class CheckedLayer : public BackendLayer {
    using Comparison = CheckedBackend::Findings::Comparison;

public:
    CheckedLayer(std::shared_ptr<CheckedBackend::Findings> findings, Backend& checked, Backend& reference)
        : findings_(std::move(findings)), checked_(checked.makeLayer()), reference_(reference.makeLayer()) {}
    ~CheckedLayer() override { // the frame may not have ended, if something between two layers threw
        std::erase_if(findings_->pending, [this](const auto& one) { return one.of == this; });
    }
    CheckedLayer(const CheckedLayer&) = delete;
    CheckedLayer& operator=(const CheckedLayer&) = delete;

    void forgetInputs() override {
        checked_->forgetInputs();
        reference_->forgetInputs();
    }

    Result<Ran> run(const LayerUpdate& update, std::span<const Read> reads, std::span<Answer> answers,
                    const Watch& watch) override {
        // A frame that is stopped, fails or throws is over, and the memory for its answers is gone.
        std::vector<Comparison> pending = std::exchange(findings_->pending, {});
        Comparison& comparison = pending.emplace_back(Comparison{this, update.number, answers});
        for (Read read : reads) { // pooled values may be far apart where the numbers are not
            read.what = Read::What::Rows;
            if (read.area.rows > 0) comparison.rows.push_back(read);
        }
        std::vector<Read> all(reads.begin(), reads.end());
        all.insert(all.end(), comparison.rows.begin(), comparison.rows.end());
        comparison.answers.resize(all.size());
        const auto ran = runOne(&CheckedLayer::checked_, update, all, comparison.answers, watch);
        isBehind_ = !ran || *ran == Ran::Stopped || isBehind_;
        if (!ran || *ran == Ran::Stopped) return ran;
        comparison.expected.resize(comparison.rows.size());
        if (const std::string why = whyNotCompared(update, comparison); !why.empty()) {
            comparison.expected.clear();
            const std::lock_guard lock(findings_->mutex);
            findings_->notCompared = why;
        }
        findings_->pending = std::move(pending);
        return ran;
    }

private:
    using Which = std::unique_ptr<BackendLayer> CheckedLayer::*;

    /// Lets the reference answer, and returns why it cannot. That is no failure of the backend that is compared.
    std::string whyNotCompared(LayerUpdate update, Comparison& comparison) {
        if (std::exchange(isBehind_, false)) // no update names a move again
            for (const Op& op : update.program.inputs()) update.rows[op.result] = IndexSet::every();
        try {
            const auto ran = runOne(&CheckedLayer::reference_, update, comparison.rows, comparison.expected, {});
            return ran ? std::string() : ran.text();
        } catch (const std::exception& error) {
            return error.what();
        } catch (...) {
            return "the reference failed";
        }
    }

    /// Runs one of the two sides, which reads from layers of its own side.
    Result<Ran> runOne(Which which, LayerUpdate update, std::span<const Read> reads, std::span<Answer> answers,
                       const Watch& watch) {
        for (LayerInput* input : {&update.queries, &update.keys})
            if (input->below) input->below = (static_cast<CheckedLayer*>(input->below)->*which).get();
        return (this->*which)->run(update, reads, answers, watch);
    }

    std::shared_ptr<CheckedBackend::Findings> findings_; ///< a layer may outlive its backend
    std::unique_ptr<BackendLayer> checked_, reference_;
    bool isBehind_ = false; ///< a frame was stopped before the reference was told of it
};

CheckedBackend::CheckedBackend(std::unique_ptr<Backend> checked, std::unique_ptr<Backend> reference)
    : checked_(std::move(checked)), reference_(std::move(reference)), findings_(std::make_shared<Findings>()) {}

CheckedBackend::~CheckedBackend() = default;

std::string CheckedBackend::description() const {
    return checked_->description() + ", compared with: " + reference_->description();
}

std::unique_ptr<BackendLayer> CheckedBackend::makeLayer() {
    return std::make_unique<CheckedLayer>(findings_, *checked_, *reference_);
}

Result<Ran> CheckedBackend::finish(const Watch& watch) {
    auto compared = std::exchange(findings_->pending, {});
    const auto ran = checked_->finish(watch);
    if (!ran || *ran == Ran::Stopped) return ran;
    const std::lock_guard lock(findings_->mutex);
    for (auto& c : compared) {
        const auto rows = c.answers.begin() + static_cast<std::ptrdiff_t>(c.asked.size());
        std::move(c.answers.begin(), rows, c.asked.begin());
        for (std::size_t i = 0; i < c.expected.size(); ++i) {
            double& largest = findings_->largest[{c.layer, c.rows[i].stage}];
            largest = std::max(largest, distance(rows[static_cast<std::ptrdiff_t>(i)].values, c.expected[i].values));
        }
    }
    return ran;
}

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
        remarks.push_back(name + " differs from the double-precision reference by at most " + roundedUp(largest));
    }
    return remarks;
}

} // namespace headlight
