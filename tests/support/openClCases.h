#pragma once
// Sessions with everything that a layer may have, and the ways in which an OpenCL device computes them.

#include "backend/opencl/DeviceQueue.h"
#include "session/edits.h"
#include "support/blocks.h"
#include "support/pairwise.h"
#include "support/projections.h"

#include <cmath>
#include <string>
#include <vector>

namespace headlight::testing {

/// One combination of options, each the index of one of its values; `counts` in openClCases() says how many it has.
struct OpenClCase {
    enum Option {
        Size,
        MaskSort,
        Mode,
        Factor,
        Temperature,
        Sum,
        Dropped,
        NormPlace,
        Residual,
        Output,
        Biases,
        Weights,
        Source,
        Layers,
        Numbers,
        Tiles,
        Blocks,
        End
    };
    enum OfNumbers { Plain, Large, NotANumber, Infinite, MinusInfinite };

    std::vector<int> values;
    int tokens = 0;
    int operator[](Option option) const { return values[option]; }

    bool isFinite() const { return (*this)[Numbers] <= Large; }
    int keys() const { return (*this)[Source] == 1 ? 33 % (2 * tokens) + 1 : tokens; }

    std::string name() const {
        std::string text = std::to_string(tokens) + " tokens";
        constexpr const char* kNames[] = {"",        "mask",   "after",    "factor", "temperature", "sum",
                                          "dropout", "norm",   "residual", "W_o",    "biases",      "weights",
                                          "source",  "layers", "numbers",  "tiles",  "blocks"};
        for (std::size_t i = 1; i < End; ++i)
            if (values[i] > 0) text += std::string(", ") + kNames[i] + " " + std::to_string(values[i]);
        return text;
    }

    DeviceLimits limits() const {
        DeviceLimits limits;
        limits.hasTiles = (*this)[Tiles] == 1;
        if ((*this)[Blocks] == 1)
            limits.blockBytes = static_cast<std::size_t>((1 + tokens / 4) * keys()) * sizeof(float);
        return limits;
    }

    Session session(unsigned seed) const {
        std::mt19937 random(seed);
        Session made;
        made.text = textOf(randomMatrix(random, tokens, kD, 1.7F));
        if ((*this)[Source] == 1) made.source = textOf(randomMatrix(random, keys(), kD, 1.7F));
        for (int l = 0; l < ((*this)[Layers] == 1 ? 3 : 1); ++l) made.layers.push_back(layer(random, l));
        for (int l = 0; l < static_cast<int>(made.layers.size()); ++l) {
            const Sizes sizes = sizesOf(made, l);
            made.layers.change(l, [&](Layer& of) { completeNorm(of, sizes); });
        }
        if ((*this)[Numbers] > Plain) made.text.embeddings = withNumber(*made.text.embeddings.matrix());
        return made;
    }

private:
    static constexpr int kD = 6, kDk = 17, kDv = 3, kHeads = 2; ///< d_k is larger than a tile is deep

    Layer layer(std::mt19937& random, int number) const {
        Layer layer;
        layer.number = number;
        layer.allHeads.resize(1);
        if ((*this)[Weights] == 0) {
            layer.allHeads.clear();
            for (int h = 0; h < kHeads; ++h) {
                layer.allHeads.push_back(randomHead(random, kD, kD, kDk, kDv));
                layer.allHeads.back().number = h;
            }
        }
        for (Head& head : layer.allHeads)
            if ((*this)[Biases] == 1 && (*this)[Weights] == 0) // there is no bias without a weight
                for (const Projection& p : kProjections)
                    head[p.bias] = randomMatrix(random, 1, p.stage == Stage::V ? kDv : kDk, 0.5F);
        if ((*this)[Output] > 0) layer[Parameter::Wo] = randomMatrix(random, kD, kD);
        if ((*this)[Output] > 1) layer[Parameter::Bo] = randomMatrix(random, 1, kD, 0.5F);
        layer.residual = (*this)[Residual] == 1;
        if ((*this)[NormPlace] > 0)
            layer.norm = Norm{(*this)[NormPlace] == 1 ? Norm::Place::Before : Norm::Place::After};
        setOptions(layer.options, random);
        return layer;
    }

    void setOptions(Options& options, std::mt19937& random) const {
        options.mask = maskOf(random, (*this)[MaskSort], tokens, keys());
        options.maskMode = (*this)[Mode] == 1 ? MaskMode::After : MaskMode::Before;
        constexpr Scale kScales[] = {{Scale::Kind::SqrtDk, 1},
                                     {Scale::Kind::None, 1},
                                     {Scale::Kind::Factor, 0.7},
                                     {Scale::Kind::Factor, -1.5},
                                     {Scale::Kind::Factor, 0}};
        options.scale = kScales[(*this)[Factor]];
        constexpr double kTemperatures[] = {1, 0.3, 5};
        options.temperature = kTemperatures[(*this)[Temperature]];
        options.normalisation = (*this)[Sum] == 1 ? Normalisation::Sum : Normalisation::Softmax;
        if ((*this)[Dropped] == 1) options.dropout = Dropout{0.4, random()};
    }

    /// Makes one vector large, or one of its numbers not finite.
    Matrix withNumber(Matrix x) const {
        const Index row = x.rows() / 2;
        const float inf = std::numeric_limits<float>::infinity();
        const float odd[] = {0, 0, std::numeric_limits<float>::quiet_NaN(), inf, -inf};
        if ((*this)[Numbers] == Large)
            x.row(row) *= 1e12F;
        else
            x(row, 1) = odd[(*this)[Numbers]];
        return x;
    }
};

/// Returns cases in which every two values of two options occur together, with these numbers of tokens.
inline std::vector<OpenClCase> openClCases(const std::vector<int>& sizes) {
    const std::vector<int> counts{
        static_cast<int>(sizes.size()), kMaskSorts, 2, 5, 3, 2, 2, 3, 2, 3, 2, 2, 2, 2, 5, 2, 2};
    std::vector<OpenClCase> cases;
    for (std::vector<int>& values : pairwise(counts)) {
        const int tokens = sizes[static_cast<std::size_t>(values[OpenClCase::Size])];
        cases.push_back({std::move(values), tokens});
    }
    return cases;
}

} // namespace headlight::testing
