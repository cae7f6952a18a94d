#pragma once
// A backend that records the updates and the reads that it is asked for.

#include "backend/Backend.h"
#include "backend/backends.h"
#include "support/innerUpdate.h"

#include <memory>
#include <utility>
#include <vector>

namespace headlight::testing {

/// The updates of the last answer, in the order in which the layers got them.
using Updates = std::vector<LayerUpdate>;

class RecordingLayer : public BackendLayer {
public:
    RecordingLayer(std::unique_ptr<BackendLayer> layer, std::shared_ptr<Updates> updates,
                   std::shared_ptr<std::vector<Read>> reads)
        : layer_(std::move(layer)), updates_(std::move(updates)), reads_(std::move(reads)) {}

    Result<Ran> run(const LayerUpdate& update, std::span<const Read> reads, std::span<Answer> answers,
                    const Watch& watch) override {
        updates_->push_back(update);
        if (reads_) reads_->insert(reads_->end(), reads.begin(), reads.end());
        return layer_->run(innerUpdate(update, &RecordingLayer::layer_), reads, answers, watch);
    }

private:
    std::unique_ptr<BackendLayer> layer_;
    std::shared_ptr<Updates> updates_;
    std::shared_ptr<std::vector<Read>> reads_;
};

class RecordingBackend : public Backend {
public:
    explicit RecordingBackend(std::shared_ptr<Updates> updates, std::shared_ptr<std::vector<Read>> reads = {})
        : updates_(std::move(updates)), reads_(std::move(reads)) {}

    std::string description() const override { return "A backend that keeps a diary"; }
    std::unique_ptr<BackendLayer> makeLayer() override {
        return std::make_unique<RecordingLayer>(backend_->makeLayer(), updates_, reads_);
    }
    double scoresBytes(Index queries, Index keys) const override { return backend_->scoresBytes(queries, keys); }
    double memory() const override { return backend_->memory(); }

private:
    std::unique_ptr<Backend> backend_ = makeBackend(kDefaultBackend).value();
    std::shared_ptr<Updates> updates_;
    std::shared_ptr<std::vector<Read>> reads_; ///< null: reads are not recorded
};

} // namespace headlight::testing
