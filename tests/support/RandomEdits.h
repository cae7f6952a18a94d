#pragma once
// A simulated person who edits at random, NaN and spikes included: sessions of one to three layers, and demands on them
// and on earlier sessions. Edits change the blocks directly, so they can do what the window forbids, but the session
// stays consistent.

#include "session/consistency.h"
#include "session/edits.h"
#include "support/changing.h"
#include "support/givenStages.h"
#include "support/randomDemand.h"
#include "support/randomSentence.h"

namespace headlight::testing {

class RandomEdits : RandomNumbers {
public:
    /// `mayBeGiven`: layers may start with given stages, which not every backend computes.
    explicit RandomEdits(unsigned seed, bool mayBeGiven = true) : RandomNumbers(seed), mayBeGiven_(mayBeGiven) {
        session = anySession({pick(1, 70), pick(1, 9), pick(1, 4), pick(1, 9), pick(1, 9)});
        if (chance(0.15)) changing(session)->allHeads = {Head()};
        bringIntoLine();
        demand = anyDemand(*this, earlier_);
    }

    Session session;
    Demand demand;

    /// Makes one edit. Returns its name, for the message of a failing test.
    std::string step() {
        const Session before = session;
        at_ = static_cast<std::size_t>(pick(0, static_cast<int>(session.layers.size()) - 1));
        const char* name = edit();
        bringIntoLine();
        earlier_.push_back(before);
        if (earlier_.size() > 4) earlier_.erase(earlier_.begin());
        if (chance(0.1)) demand = anyDemand(*this, earlier_);
        if (chance(0.2)) alterDemand(*this, demand, before);
        if (auto complaint = firstInconsistency(session)) { // an edit that does not fit the session is undone
            session = before;
            return std::string(name) + " (refused: " + *complaint + ")";
        }
        return name;
    }

private:
    bool mayBeGiven_;
    Sizes sizes() const { return sizesOf(session, static_cast<int>(at_)); }
    Head& anyHead() {
        auto& heads = layer_.allHeads;
        return heads[static_cast<std::size_t>(pick(0, static_cast<int>(heads.size()) - 1))];
    }
    Text& anyText() { return session.source && chance(0.5) ? *session.source : session.text; }

    Session anySession(const SessionShape& shape) {
        Session made = randomSession(generator, shape);
        for (int layers = pick(1, 3); layers > 1; --layers) made.layers.push_back(anyLayer());
        return made;
    }
    Norm anyNorm() { return {chance(0.5) ? Norm::Place::Before : Norm::Place::After, chance(0.5) ? 1e-5 : 0.1}; }
    /// Returns a layer whose widths bringIntoLine() corrects.
    Layer anyLayer() {
        if (mayBeGiven_ && chance(0.2)) return anyGivenLayer(*this, 1, 1, chance(0.3));
        Layer layer;
        const int dk = pick(1, 9), dv = pick(1, 9);
        for (int heads = pick(1, 3); heads > 0; --heads) layer.allHeads.push_back(randomHead(generator, 1, 1, dk, dv));
        if (chance(0.15)) layer.allHeads = {Head()};
        if (chance(0.5)) layer[Parameter::Wo] = randomMatrix(generator, 1, pick(1, 5));
        layer.residual = chance(0.5);
        if (chance(0.4)) layer.norm = anyNorm();
        return layer;
    }

    /// Goes from the first layer up. Removes a layer that has nothing to read, replaces each block whose size does not
    /// follow from the rest, and switches off a residual where input and output differ in width.
    void bringIntoLine() {
        completePositions(session);
        for (int l = 0; l < static_cast<int>(session.layers.size()); ++l) {
            const Sizes before = sizesOf(session, l);
            if (l > 0 && before.d == 0 && !layerAt(session, l).isGiven()) { // the layer below has no result
                session.layers.erase(l--);
                continue;
            }
            session.layers.change(l, [&](Layer& here) { completeNorm(here, before); });
            const Layer all = layerAt(session, l);
            forEachParameter(all, l, [&](const ParameterRef& ref, const ParameterValue& value) {
                const Sizes s = sizesOf(session, l); // with the parameters before it
                const ParameterInfo& info = infoOf(ref.parameter);
                const Index rows = lengthOf(info.rows, s), cols = lengthOf(info.cols, s);
                if (value && (value->rows() != rows || value->cols() != cols))
                    changeParameter(session, ref, [&](ParameterValue& matrix) {
                        matrix = randomMatrix(generator, rows, cols,
                                              1.7F / std::sqrt(static_cast<float>(std::max<Index>(1, rows))));
                    });
            });
            const Sizes s = sizesOf(session, l);
            session.layers.change(
                l, [&](Layer& here) { here.residual = here.residual && s.width() == s.d && !here.isGiven(); });
        }
    }

    const char* edit() {
        const int kind = pick(0, 99);
        if (kind < 40) return editVector(anyText().embeddings), "X cell";
        if (kind < 60) return editLayer([&] { return editWeights(); });
        if (kind < 64) return editLayer([&] { return editBias(); });
        if (kind < 74) return editLayer([&] { return changeOptions(); });
        if (kind < 80) return editLayer([&] { return changeHeads(); });
        if (kind < 86) return changeText();
        if (kind < 91) return changeLayers();
        if (kind < 92) return changeSource();
        if (kind < 94) return changePositions();
        if (kind < 95) {
            session = anySession({pick(1, 70), pick(1, 9), pick(1, 4), pick(1, 9), 3});
            return "new session";
        }
        if (kind < 96) return "nothing";
        if (kind < 97) return editLayer([&] { return switchHead(); });
        for (Text* text : {&session.text, session.source ? &*session.source : &session.text}) {
            FrozenMatrix table = text->embeddings.matrix();
            heal(table);
            text->embeddings = table;
        }
        changeParameters(session, [&](const ParameterRef&, ParameterValue& value) { heal(value.kept); });
        return "heal";
    }

    /// Makes an edit of layer_, which is then put into the session.
    template <class F>
    const char* editLayer(F f) {
        layer_ = session.layers[at_];
        const char* name = f();
        session.layers.change(static_cast<int>(at_), [&](Layer& layer) { layer = layer_; });
        return name;
    }

    const char* editWeights() {
        Head& head = anyHead();
        if (layer_.isGiven()) return editGiven(head);
        if (layer_[Parameter::Wo] && chance(0.3)) return editCell(layer_[Parameter::Wo].kept), "W_o cell";
        switch (pick(0, 2)) {
        case 0: return editCell(head[Parameter::Wq].kept), "W_q cell";
        case 1: return editCell(head[Parameter::Wk].kept), "W_k cell";
        default: return editCell(head[Parameter::Wv].kept), "W_v cell";
        }
    }

    /// Edits a number of a given stage, which is finite or, of scores, minus infinity.
    const char* editGiven(Head& head) {
        const Parameter all[] = {Parameter::GivenQ, Parameter::GivenK, Parameter::GivenV, Parameter::GivenScores,
                                 Parameter::GivenWeights};
        const Parameter which = all[pick(0, 4)];
        ParameterValue& value = head[which];
        if (!value || value->size() == 0) return "nothing given";
        Matrix numbers = *value;
        numbers.data()[pick(0, static_cast<int>(numbers.size()) - 1)] = which == Parameter::GivenScores && chance(0.3)
                                                                            ? -INFINITY
                                                                            : plain();
        value = std::move(numbers);
        return "given cell";
    }

    const char* editBias() {
        const Sizes sizes = this->sizes();
        Head& head = anyHead();
        ParameterValue* biases[] = {&head[Parameter::Bq], &head[Parameter::Bk], &head[Parameter::Bv]};
        const int which = pick(0, 2);
        ParameterValue& bias = *biases[which];
        if (bias)
            chance(0.3) ? bias = ParameterValue() : (editCell(bias.kept), bias);
        else
            bias = randomMatrix(generator, 1, which == 2 ? sizes.dv : sizes.dk);
        return "bias";
    }

    const char* changeOptions() {
        Options& options = layer_.options;
        const Sizes sizes = this->sizes();
        switch (pick(0, 7)) {
        case 7:
            options.dropout = chance(0.3) ? std::optional<Dropout>() : Dropout{pick(0, 9) / 10.0, generator()};
            return "dropout";
        case 6: options.maskMode = chance(0.6) ? MaskMode::After : MaskMode::Before; return "mask mode";
        case 0: options.mask = {}; return "no mask";
        case 1: options.mask = maskOf(generator, pick(1, kMaskSorts - 1), sizes.tokens, sizes.keyTokens); return "mask";
        case 2: {
            Matrix mask(sizes.tokens, sizes.keyTokens);
            const double density = static_cast<double>(pick(0, 4)) / 4;
            for (Index i = 0; i < mask.size(); ++i) mask.data()[i] = chance(density) ? 1.0F : 0.0F;
            options.mask = maskOf(mask);
            return "given mask";
        }
        case 3:
            options.normalisation = chance(0.3) ? Normalisation::Sum : Normalisation::Softmax;
            return "normalisation";
        case 4:
            options.scale.kind = static_cast<Scale::Kind>(pick(0, 2));
            options.scale.factor = chance(0.2) ? 0.0 : static_cast<double>(plain());
            return "scale";
        default:
            options.temperature = chance(0.2) ? 1e-3 : 0.2 + std::abs(static_cast<double>(plain()));
            return "temperature";
        }
    }

    const char* changeHeads() {
        auto& heads = layer_.allHeads;
        const Sizes s = sizes();
        const auto place = heads.begin() + pick(0, static_cast<int>(heads.size()) - 1);
        switch (pick(0, 2)) {
        case 0:
            if (heads.size() > 1) heads.erase(place);
            return "head removed";
        case 1:
            if (heads.size() < 6 && heads[0][Parameter::Wq])
                heads.push_back(randomHead(generator, s.d, s.dSource, s.dk, s.dv));
            return "head added";
        default:
            if (heads.size() < 6) {
                const Head copy = *place;
                heads.insert(place, copy);
            }
            return "head duplicated";
        }
    }

    const char* switchHead() {
        Head& head = layer_.allHeads.back();
        head.isOn = !head.isOn;
        return "head switched";
    }

    const char* changeLayers() {
        Layers& layers = session.layers;
        switch (const int kind = pick(0, 5)) {
        case 0:
            if (layers.size() < 3) layers.insert(pick(0, static_cast<int>(layers.size())), anyLayer());
            return "layer added";
        case 1:
            if (layers.size() > 1) layers.erase(static_cast<int>(at_));
            return "layer removed";
        default: return editLayer([&] { return changeLayer(kind); });
        }
    }

    const char* changeLayer(int kind) {
        switch (kind) {
        case 4: layer_.norm = chance(0.3) ? std::optional<Norm>() : anyNorm(); return "norm";
        case 5:
            if (layer_.norm) editCell(layer_[chance(0.5) ? Parameter::NormGain : Parameter::NormBias].kept);
            return "norm cell";
        case 2: layer_.residual = !layer_.residual; return "residual";
        default:
            if (layer_[Parameter::Wo])
                layer_[Parameter::Wo] = {};
            else // sometimes of another width
                layer_[Parameter::Wo] = randomMatrix(generator, 1, chance(0.7) ? sizes().d : pick(1, 5));
            return "W_o";
        }
    }

    const char* changeText() {
        Text& text = anyText();
        const int count = text.tokens->count();
        const char* name = changeSentence(*this, text);
        if (text.tokens->count() != count) dropMasks();
        return name;
    }

    /// Removes given masks and hidden tokens, which do not fit another number of tokens.
    void dropMasks() {
        testing::changeLayers(session, [](Layer& l) {
            l.options.mask.given = {};
            l.options.mask.hidden.clear();
        });
    }

    const char* changePositions() {
        switch (pick(0, 3)) {
        case 0: session.positions = {}; return "no positions";
        case 1: session.positions = Positions{}; return "sinusoidal positions";
        case 2: session.positions = Positions{Positions::Kind::Learned}; return "learned positions";
        default:
            if (session.positions && session.positions->table) editCell(session.positions->table.kept);
            return "P cell";
        }
    }

    const char* changeSource() {
        dropMasks();
        if (session.source)
            session.source = {};
        else
            session.source = textOf(randomMatrix(generator, pick(1, 40), session.text.embeddings.cols()));
        return "source";
    }

    std::size_t at_ = 0; ///< the layer that is edited in this step
    Layer layer_;        ///< see editLayer()
    std::vector<Session> earlier_;
};

} // namespace headlight::testing
