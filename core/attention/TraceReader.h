#pragma once

#include "attention/stages.h"
#include "base/Result.h"

#include <cstddef>
#include <utility>
#include <vector>

namespace headlight {

/// The stages of some layers, read row by row.
class TraceReader {
public:
    virtual ~TraceReader() = default;

    /// The number of matrices of a stage (0: the layer does not have it), and their shape.
    struct Size {
        std::size_t count = 0;
        Index rows = 0, cols = 0;
    };
    virtual std::size_t layers() const = 0;
    virtual Size sizeOf(std::size_t layer, Stage stage) const = 0;
    /// Returns whole rows of a stage, of a head or, with `head` 0, of the layer.
    virtual Result<Matrix> rows(std::size_t layer, Stage stage, std::size_t head, Index first, Index count) = 0;
};

/// Reads layers that are completely in memory.
class HeldTraces : public TraceReader {
public:
    explicit HeldTraces(std::vector<Trace> layers) : layers_(std::move(layers)) {}
    std::size_t layers() const override { return layers_.size(); }
    Size sizeOf(std::size_t layer, Stage stage) const override {
        const std::vector<Matrix>& all = layers_[layer].all(stage);
        return all.empty() ? Size() : Size{all.size(), all[0].rows(), all[0].cols()};
    }
    Result<Matrix> rows(std::size_t layer, Stage stage, std::size_t head, Index first, Index count) override {
        return Matrix(layers_[layer](stage, head).middleRows(first, count));
    }

private:
    std::vector<Trace> layers_;
};

} // namespace headlight
