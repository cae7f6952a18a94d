#pragma once
// Random edits, including all of edits.h, for sessions of every kind.

#include "session/edits.h"
#include "session/reshape.h"
#include "support/blocks.h"
#include "support/changing.h"
#include "support/layers.h"

#include <random>
#include <string>
#include <vector>

namespace headlight::testing {

constexpr int kManyLayers = 5; ///< few enough for a walk to end soon

/// The change that a step makes to the columns of a layer's result, if that is all: each column's old index, or -1.
struct Columns {
    int layer = -1;
    std::vector<Index> from{};
};

struct Step {
    std::string name;
    Edit edit;
    Columns columns{};
};

/// A session, and random edits for the next step.
class RandomSteps {
public:
    explicit RandomSteps(unsigned seed) : random_(seed), mayDuplicate_(seed % 2 == 0) {
        const int d = 1 + below(5), heads = 1 + below(3), dk = 1 + below(4), dv = 1 + below(4);
        Session session = newSession(seed, d, heads, dk, dv);
        if (seed % 5 == 0) session = crossed(session, seed % 10 == 0 ? sizesOf(session).d : 1 + below(5));
        if (seed % 3 == 0)
            session = *withOptional(*withOptional(session, 0, Parameter::Wo, true), 0, Parameter::Bo, true);
        if (seed % 4 == 0)
            if (const auto plain = withoutTrainableWeights(session, 0)) session = *plain;
        for (unsigned layers = seed % 4; layers > 0; --layers) session = *withLayerAdded(session);
        changeLayers(session, [](Layer& layer) {
            for (Head& head : layer.allHeads) head.unknown = std::string("{}");
        });
        session_ = session;
    }

    const Session& session() const { return session_; }
    void go(const Session& to) { session_ = to; }
    bool mayDuplicate() const { return mayDuplicate_; }

    Step drawn() {
        const int layers = static_cast<int>(session_.layers.size());
        // Sometimes the layer does not exist.
        const int layer = below(40) ? below(layers) : layers, head = below(4), size = 1 + below(6);
        const bool isOn = below(2) == 1;
        static const char* const sentences[] = {"", "a", "a b a c", "c b", "zoo a b b b a", "ä ö a"};
        const char* sentence = sentences[below(6)];
        const Parameter parameter = below(3) ? anyParameter() : Parameter::X, optional = anyParameter();
        const auto value = static_cast<float>(below(9) - 4);
        switch (mayDuplicate_ ? below(19) : 1 + below(18)) {
        case 13: {
            const int kind = below(3);
            return {"positions", [=](const Session& s) {
                        return withPositions(s, kind == 0 ? std::nullopt
                                                          : std::optional(static_cast<Positions::Kind>(kind - 1)));
                    }};
        }
        case 14: {
            const int place = below(3);
            return {"norm", [=](const Session& s) {
                        return withNorm(s, layer,
                                        place == 0 ? std::nullopt
                                                   : std::optional(Norm{static_cast<Norm::Place>(place - 1), 1e-5}));
                    }};
        }
        case 15: {
            const Sentence which = isOn ? Sentence::Second : Sentence::First;
            if (below(3) == 0)
                return {"second sentence", [=](const Session& s) { return withSecondSentence(s, isOn); }};
            return {"words", [=](const Session& s) -> Result<Session> {
                        return textOf(s, which) ? withSentence(s, sentence, {}, which) : s;
                    }};
        }
        case 16:
            if (below(2))
                return {"switch a head", [=](const Session& s) { return withHeadSwitched(s, layer, head, isOn); }};
            return {"given mask", [=](const Session& s) { return withGivenMask(s, layer, isOn); }};
        case 0:
            if (isOn && layers < kManyLayers)
                return {"duplicate a layer", [=](const Session& s) { return withLayerDuplicated(s, layer); }};
            return {"duplicate", [=](const Session& s) { return withHeadDuplicated(s, layer, head); }};
        case 1: return {"add a head", [=](const Session& s) { return withHeadAdded(s, layer); }, headAdded(layer)};
        case 2:
            return {"remove a head", [=](const Session& s) { return withHeadRemoved(s, layer, head); },
                    headRemoved(layer, head)};
        case 3: return {"d", [=](const Session& s) { return withEmbeddingSize(s, size); }};
        case 4: return {"d_k", [=](const Session& s) { return withKeySize(s, layer, size); }};
        case 5: return {"d_v", [=](const Session& s) { return withValueSize(s, layer, size); }, valueSize(layer, size)};
        case 6: return {"sentence", [=](const Session& s) { return withSentence(s, sentence); }};
        case 7: {
            const Options options = anyOptions(layer);
            return {"options", [=](const Session& s) { return withOptions(s, layer, options); }};
        }
        case 8:
            return {"weights on or off", [=](const Session& s) {
                        return size > 4 ? withoutTrainableWeights(s, layer) : withTrainableWeights(s, layer);
                    }};
        case 9:
            if (layers < kManyLayers) return {"add a layer", withLayerAdded};
            [[fallthrough]];
        case 10: return {"remove a layer", [=](const Session& s) { return withLayerRemoved(s, layer); }};
        case 11: return {"residual", [=](const Session& s) { return withResidual(s, layer, isOn); }};
        case 12:
            return {std::string(isOn ? "add " : "remove ") + symbolOf(optional),
                    [=](const Session& s) { return withOptional(s, layer, optional, isOn); }};
        default:
            if (below(3) == 0)
                return {
                    "a row of zeros", [=](const Session& s) -> Result<Session> {
                        const FrozenMatrix matrix = matrixOf(s, {parameter, layer, head});
                        if (!matrix || matrix->rows() < 2) return s; // equal biases are allowed
                        const Matrix zeros = Matrix::Zero(1, matrix->cols());
                        return withBlock(s, {parameter, layer, head}, static_cast<int>(matrix->rows()) - 1, 0, zeros);
                    }};
            if (below(3) == 0)
                return {"drawn anew", [=](const Session& s) -> Result<Session> {
                            const Matrix drawn = *drawnAnew(s, {parameter, layer, head});
                            const FrozenMatrix was = matrixOf(s, {parameter, layer, head});
                            if (was && (was->rows() != drawn.rows() || was->cols() != drawn.cols()))
                                return Result<Session>(Problem{"it is drawn in another shape"});
                            return drawn.size() ? withBlock(s, {parameter, layer, head}, 0, 0, drawn) : s;
                        }};
            if (below(4) == 0)
                return {"a block of all heads", [=](const Session& s) {
                            return withBlock(s, {parameter, layer, kAllHeads}, 0, 1, Matrix::Constant(1, 5, value));
                        }};
            return {"a cell", [=](const Session& s) { return withCell(s, {parameter, layer, head}, 0, 0, value); }};
        }
    }

private:
    int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }

    Session crossed(Session session, Index d) {
        Text text;
        text.sentence = "k l m";
        session.source = *completed(text, 7, d);
        session.layers.change(0, [&](Layer& layer) {
            for (Head& head : layer.allHeads)
                for (const Parameter w : {Parameter::Wk, Parameter::Wv})
                    head[w] = randomMatrix(random_, d, head[w]->cols());
        });
        return session;
    }

    Parameter anyParameter() {
        const auto all = parameters();
        return all[random_() % all.size()].parameter;
    }

    /// Returns random options; sometimes their mask does not fit.
    Options anyOptions(int layer) {
        const int there = layerOr(layer, 0);
        const Sizes sizes = sizesOf(session_, there);
        Options options = session_.layers[static_cast<std::size_t>(there)].options;
        options.temperature = 1 + below(3);
        const int sort = below(kMaskSorts), keys = sizes.keyTokens + (below(8) ? 0 : 1);
        options.mask = maskOf(random_, sort, sizes.tokens, keys);
        return options;
    }

    int layerOr(int layer, int otherwise) const {
        return layer < static_cast<int>(session_.layers.size()) ? layer : otherwise;
    }

    // ---- The columns of a layer without W_o after a step.

    Columns columnsOf(int layer) const {
        if (layerOr(layer, -1) < 0) return {};
        Columns columns{layer, {}};
        for (Index col = 0; col < sizesOf(session_, layer).concat(); ++col) columns.from.push_back(col);
        return columns;
    }
    Columns headAdded(int layer) const {
        Columns columns = columnsOf(layer);
        if (columns.layer >= 0) columns.from.insert(columns.from.end(), std::size_t(sizesOf(session_, layer).dv), -1);
        return columns;
    }
    Columns headRemoved(int layer, int head) const {
        Columns columns = columnsOf(layer);
        if (columns.layer < 0 || head >= sizesOf(session_, layer).heads) return {};
        const Index dv = sizesOf(session_, layer).dv;
        const auto first = columns.from.begin() + head * dv;
        columns.from.erase(first, first + dv);
        return columns;
    }
    Columns valueSize(int layer, int dv) const {
        if (layerOr(layer, -1) < 0) return {};
        Columns columns{layer, {}};
        const Sizes s = sizesOf(session_, layer);
        for (int head = 0; head < s.heads; ++head)
            for (int col = 0; col < dv; ++col) columns.from.push_back(col < s.dv ? head * s.dv + col : -1);
        return columns;
    }

    std::mt19937 random_;
    bool mayDuplicate_;
    Session session_;
};

} // namespace headlight::testing
