#pragma once
// A backend that writes down what it is asked to compute again.

#include "backend/Backend.h"
#include "backend/backends.h"
#include "backend/runInner.h"

#include <memory>
#include <utility>
#include <vector>

namespace headlight::testing {

/// The updates of the last answer, in the order in which the layers got them. Without the parameters.
using Updates = std::vector<LayerUpdate>;

class RecordingLayer : public BackendLayer {
public:
    RecordingLayer(std::unique_ptr<BackendLayer> layer, std::shared_ptr<Updates> updates)
        : layer_(std::move(layer)), updates_(std::move(updates)) {}

    Result<IndexSet> run(const LayerUpdate& update, std::span<const Read> reads, std::span<Answer> answers) override {
        updates_->push_back(update);
        updates_->back().layer = nullptr;
        return runInner(*layer_, update, reads, answers,
                        [](BackendLayer* layer) { return static_cast<RecordingLayer*>(layer)->layer_.get(); });
    }

private:
    std::unique_ptr<BackendLayer> layer_;
    std::shared_ptr<Updates> updates_;
};

class RecordingBackend : public Backend {
public:
    explicit RecordingBackend(std::shared_ptr<Updates> updates) : updates_(std::move(updates)) {}

    std::string description() const override { return "A backend that keeps a diary"; }
    std::unique_ptr<BackendLayer> makeLayer() const override {
        return std::make_unique<RecordingLayer>(backend_->makeLayer(), updates_);
    }
    double scoresBytes(Index queries, Index keys) const override { return backend_->scoresBytes(queries, keys); }

private:
    std::unique_ptr<Backend> backend_ = makeBackend(kDefaultBackend).value();
    std::shared_ptr<Updates> updates_;
};

} // namespace headlight::testing
