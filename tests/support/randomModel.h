#pragma once
// A consistent session of finite numbers with everything a layer may have, each by chance; sides from 1 to `largest`.

#include "session/edits.h"
#include "support/givenStages.h"

#include <optional>

namespace headlight::testing {

class RandomModel : RandomNumbers {
public:
    explicit RandomModel(unsigned seed, int largest = 64) : RandomNumbers(seed), largest_(largest) {}

    Session next() {
        Session session;
        const int d = side();
        session.text = text(d);
        if (chance(0.25)) session.source = text(d);
        if (chance(0.4)) session.positions = Positions{};
        if (session.positions && chance(0.5)) session.positions->kind = Positions::Kind::Learned;
        for (int layers = pick(1, 3); layers > 0; --layers)
            chance(0.12) ? addGivenLayer(session, layers == 1) : addLayer(session);
        if (!layerAt(session, 0).isGiven() && chance(0.1))
            changing(session)[Parameter::GivenX] = randomMatrix(generator, session.text.tokens->count(), d, 1.7F);
        completePositions(session);
        return session;
    }

private:
    int largest_;
    /// Returns a side below 10 or any side, each half the time: edge cases are at 1 and where registers and blocks end.
    int side() { return pick(1, chance(0.5) ? largest_ : std::min(largest_, 9)); }

    Text text(int d) {
        std::vector<int> ids(static_cast<std::size_t>(side()));
        const Matrix table = randomMatrix(generator, side(), d, 1.7F);
        for (int& id : ids) id = pick(0, static_cast<int>(table.rows()) - 1); // some tokens more than once
        return textOf(table, ids);
    }

    void addGivenLayer(Session& session, bool isLast) {
        session.layers.push_back(Layer{});
        const int l = static_cast<int>(session.layers.size()) - 1;
        const int queries = session.text.tokens->count(), keys = keyText(session).tokens->count();
        Layer layer = anyGivenLayer(*this, queries, keys, isLast);
        layer.number = l;
        Sizes sizes;
        sizes.tokens = queries, sizes.keyTokens = keys;
        const Scale none = layer.options.scale;
        setOptions(layer.options, sizes);
        layer.options.scale = none;
        session.layers.change(l, [&](Layer& made) { made = layer; });
    }

    void addLayer(Session& session) {
        const int l = static_cast<int>(session.layers.size());
        Layer layer;
        layer.number = l;
        layer.allHeads.resize(1);
        const auto sizes = [&] { // with what the layer has so far
            Session now = session;
            now.layers.push_back(layer);
            return sizesOf(now, l);
        };
        const Sizes below = sizes();
        const bool canBeBare = !session.source || below.d == below.dSource;
        if (!(canBeBare && chance(0.1))) {
            layer.allHeads.clear();
            addHeads(layer, below);
        }
        if (chance(0.6)) {
            const int dOut = chance(0.7) ? below.d : side();
            layer[Parameter::Wo] = weights(sizes().concat(), dOut);
            if (chance(0.5)) layer[Parameter::Bo] = randomMatrix(generator, 1, dOut, 0.5F);
        }
        layer.residual = sizes().width() == below.d && chance(0.7);
        if (chance(0.5)) {
            layer.norm = Norm{chance(0.5) ? Norm::Place::Before : Norm::Place::After, chance(0.7) ? 1e-5 : 0.1};
            completeNorm(layer, sizes());
            for (const Parameter p : {Parameter::NormGain, Parameter::NormBias})
                layer[p] = Matrix(*layer[p] + randomMatrix(generator, 1, layer[p]->cols(), 0.5F));
        }
        setOptions(layer.options, sizes());
        session.layers.push_back(std::move(layer));
    }

    Matrix weights(int rows, int cols) {
        return randomMatrix(generator, rows, cols, 1.7F / std::sqrt(static_cast<float>(rows)));
    }

    void addHeads(Layer& layer, const Sizes& below) {
        const int dk = side(), dv = side();
        for (int h = 0, heads = pick(1, 4); h < heads; ++h) {
            Head head = randomHead(generator, below.d, below.dSource, dk, dv);
            head.number = h;
            if (chance(0.3)) head[Parameter::Bq] = randomMatrix(generator, 1, dk, 0.5F);
            if (chance(0.3)) head[Parameter::Bk] = randomMatrix(generator, 1, dk, 0.5F);
            if (chance(0.3)) head[Parameter::Bv] = randomMatrix(generator, 1, dv, 0.5F);
            head.isOn = !chance(0.15);
            layer.allHeads.push_back(head);
        }
    }

    void setOptions(Options& options, const Sizes& sizes) {
        options.mask = maskOf(generator, pick(0, kMaskSorts - 1), sizes.tokens, sizes.keyTokens);
        options.maskMode = chance(0.4) ? MaskMode::After : MaskMode::Before;
        options.scale.kind = chance(0.6) ? Scale::Kind::SqrtDk : chance(0.5) ? Scale::Kind::None : Scale::Kind::Factor;
        options.scale.factor = static_cast<double>(plain());
        options.temperature = chance(0.5) ? 1 : 0.3 + std::abs(static_cast<double>(plain()));
        options.normalisation = chance(0.15) ? Normalisation::Sum : Normalisation::Softmax;
        if (chance(0.25)) options.dropout = Dropout{pick(0, 9) / 10.0, generator()};
    }
};

} // namespace headlight::testing
