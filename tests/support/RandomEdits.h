#pragma once
// A person who edits at random, NaN and spikes included: one to three layers, and what is looked at of them and of
// earlier sessions. Works on the blocks directly, so that it can do what the window forbids; what it makes is
// consistent all the same.

#include "engine/Demand.h"
#include "session/consistency.h"
#include "support/blocks.h"

#include <algorithm>

namespace headlight::testing {

class RandomEdits {
public:
    explicit RandomEdits(unsigned seed) : random_(seed) {
        session = anySession({pick(1, 70), pick(1, 9), pick(1, 4), pick(1, 9), pick(1, 9)});
        if (chance(0.15)) session.layers[0].heads = {Head()};
        bringIntoLine();
        changeDemand();
    }

    Session session;
    Demand demand;

    /// One edit; its name for a failing test.
    std::string step() {
        const Session before = session;
        at_ = static_cast<std::size_t>(pick(0, static_cast<int>(session.layers.size()) - 1));
        const char* name = edit();
        bringIntoLine();
        earlier_.push_back(before);
        if (earlier_.size() > 4) earlier_.erase(earlier_.begin());
        if (chance(0.1)) changeDemand();
        if (chance(0.2)) alterDemand(before);
        if (auto complaint = firstInconsistency(session)) { // an edit that does not fit what is there is none
            session = before;
            return std::string(name) + " (refused: " + *complaint + ")";
        }
        return name;
    }

private:
    int pick(int least, int most) {
        return least + static_cast<int>(random_() % static_cast<unsigned>(most - least + 1));
    }
    bool chance(double p) { return static_cast<double>(random_()) < p * 4294967296.0; }
    float plain() { return randomMatrix(random_, 1, 1, 1.5F)(0, 0); }
    float value() {
        const int kind = pick(0, 59);
        if (kind == 0) return std::numeric_limits<float>::quiet_NaN();
        if (kind == 1) return std::numeric_limits<float>::infinity();
        if (kind == 2) return -std::numeric_limits<float>::infinity();
        if (kind == 3) return 3e38F;
        if (kind < 8) return chance(0.5) ? 1e4F : -1e4F;
        if (kind < 14) return 0;
        return plain();
    }
    Layer& layer() { return session.layers[at_]; } ///< the one that is edited in this step
    Sizes sizes() const { return sizesOf(session, static_cast<int>(at_)); }
    Head& anyHead() {
        auto& heads = layer().heads;
        return heads[static_cast<std::size_t>(pick(0, static_cast<int>(heads.size()) - 1))];
    }
    Text& anyText() { return session.source && chance(0.5) ? *session.source : session.text; }

    Session anySession(const Shape& shape) {
        Session made = randomSession(random_, shape);
        for (int layers = pick(1, 3); layers > 1; --layers) made.layers.push_back(anyLayer());
        return made;
    }
    /// Its widths are brought into line later.
    Layer anyLayer() {
        Layer layer;
        const int dk = pick(1, 9), dv = pick(1, 9);
        for (int heads = pick(1, 3); heads > 0; --heads) layer.heads.push_back(randomHead(random_, 1, 1, dk, dv));
        if (chance(0.15)) layer.heads = {Head()};
        if (chance(0.5)) layer[Parameter::Wo] = randomMatrix(random_, 1, pick(1, 5));
        layer.residual = chance(0.5);
        return layer;
    }

    /// From the first layer up: a block that has not the size that follows from the rest is another one, and an input
    /// that has not the width of what it would be added to is not added.
    void bringIntoLine() {
        for (int l = 0; l < static_cast<int>(session.layers.size()); ++l) {
            Layer& here = session.layers[static_cast<std::size_t>(l)];
            forEachParameter(here, l, [&](const ParameterRef& ref, FrozenMatrix& matrix) {
                const Sizes s = sizesOf(session, l);
                const ParameterInfo& info = infoOf(ref.parameter);
                const Index rows = lengthOf(info.rows, s), cols = lengthOf(info.cols, s);
                if (matrix && (matrix->rows() != rows || matrix->cols() != cols))
                    matrix = randomMatrix(random_, rows, cols, 1.7F / std::sqrt(static_cast<float>(rows)));
            });
            const Sizes s = sizesOf(session, l);
            here.residual = here.residual && s.width() == s.d;
        }
    }

    void editCell(FrozenMatrix& matrix) {
        if (!matrix || matrix->size() == 0) return;
        Matrix copy = *matrix;
        copy(pick(0, static_cast<int>(copy.rows()) - 1), pick(0, static_cast<int>(copy.cols()) - 1)) = value();
        matrix = copy;
    }
    void editVector(EmbeddingTable& table) {
        if (table.rows() == 0) return;
        const Index id = pick(0, static_cast<int>(table.rows()) - 1);
        FrozenMatrix vector = table.vector(id);
        editCell(vector);
        table = table.with({{id, vector}}, table.rows());
    }
    /// Non-finite values do not stay for ever, or everything would soon be NaN.
    void heal(FrozenMatrix& matrix) {
        if (!matrix) return;
        Matrix copy = *matrix;
        for (Index i = 0; i < copy.size(); ++i)
            if (!(std::abs(copy.data()[i]) < 100)) copy.data()[i] = plain();
        matrix = copy;
    }

    const char* edit() {
        const int kind = pick(0, 99);
        if (kind < 40) return editVector(anyText().embeddings), "X cell";
        if (kind < 60) return editWeights();
        if (kind < 64) return editBias();
        if (kind < 74) return changeOptions();
        if (kind < 80) return changeHeads();
        if (kind < 86) return changeSentence();
        if (kind < 91) return changeLayers();
        if (kind < 92) return changeSource();
        if (kind < 93) {
            session = anySession({pick(1, 70), pick(1, 9), pick(1, 4), pick(1, 9), 3});
            return "new session";
        }
        if (kind < 96) return "nothing";
        for (Text* text : {&session.text, session.source ? &*session.source : &session.text}) {
            FrozenMatrix table = text->embeddings.matrix();
            heal(table);
            text->embeddings = table;
        }
        forEachParameter(session, [&](const ParameterRef&, FrozenMatrix& matrix) { heal(matrix); });
        return "heal";
    }

    const char* editWeights() {
        Head& head = anyHead();
        if (layer()[Parameter::Wo] && chance(0.3)) return editCell(layer()[Parameter::Wo]), "W_o cell";
        switch (pick(0, 2)) {
        case 0: return editCell(head[Parameter::Wq]), "W_q cell";
        case 1: return editCell(head[Parameter::Wk]), "W_k cell";
        default: return editCell(head[Parameter::Wv]), "W_v cell";
        }
    }

    const char* editBias() {
        const Sizes sizes = this->sizes();
        Head& head = anyHead();
        FrozenMatrix* biases[] = {&head[Parameter::Bq], &head[Parameter::Bk], &head[Parameter::Bv]};
        const int which = pick(0, 2);
        FrozenMatrix& bias = *biases[which];
        if (bias)
            chance(0.3) ? bias = FrozenMatrix() : (editCell(bias), bias);
        else
            bias = randomMatrix(random_, 1, which == 2 ? sizes.dv : sizes.dk);
        return "bias";
    }

    const char* changeOptions() {
        Options& options = layer().options;
        const Sizes sizes = this->sizes();
        switch (pick(0, 5)) {
        case 0: options.mask = {}; return "no mask";
        case 1: options.mask = maskOf(random_, pick(1, kMaskSorts - 1), sizes.tokens, sizes.keyTokens); return "mask";
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
        auto& heads = layer().heads;
        const Sizes s = sizes();
        const auto place = heads.begin() + pick(0, static_cast<int>(heads.size()) - 1);
        switch (pick(0, 2)) {
        case 0:
            if (heads.size() > 1) heads.erase(place);
            return "head removed";
        case 1:
            if (heads.size() < 6 && heads[0][Parameter::Wq])
                heads.push_back(randomHead(random_, s.d, s.dSource, s.dk, s.dv));
            return "head added";
        default:
            if (heads.size() < 6) {
                const Head copy = *place;
                heads.insert(place, copy);
            }
            return "head duplicated";
        }
    }

    const char* changeLayers() {
        auto& layers = session.layers;
        switch (pick(0, 3)) {
        case 0:
            if (layers.size() < 3) layers.insert(layers.begin() + pick(0, static_cast<int>(layers.size())), anyLayer());
            return "layer added";
        case 1:
            if (layers.size() > 1) layers.erase(layers.begin() + static_cast<std::ptrdiff_t>(at_));
            return "layer removed";
        case 2: layer().residual = !layer().residual; return "residual";
        default:
            if (layer()[Parameter::Wo])
                layer()[Parameter::Wo] = {};
            else // as wide as the input, or not
                layer()[Parameter::Wo] = randomMatrix(random_, 1, chance(0.7) ? sizes().d : pick(1, 5));
            return "W_o";
        }
    }

    /// Tokens come, go, repeat and move.
    const char* changeSentence() {
        Text& text = anyText();
        std::vector<int> ids = text.tokens->ids;
        const std::size_t count = ids.size();
        const int rows = static_cast<int>(text.embeddings.rows());
        const char* name = "token appended";
        const auto insert = [&] {
            if (rows > 0 && ids.size() < 70)
                ids.insert(ids.begin() + pick(0, static_cast<int>(ids.size())), pick(0, rows - 1));
        };
        const auto erase = [&] {
            if (!ids.empty()) ids.erase(ids.begin() + pick(0, static_cast<int>(ids.size()) - 1));
        };
        switch (pick(0, 8)) {
        case 0:
        case 1:
            if (rows > 0 && ids.size() < 70) ids.push_back(pick(0, rows - 1));
            break;
        case 2:
            if (!ids.empty()) ids.pop_back();
            name = "last token gone";
            break;
        case 3:
            erase();
            name = "token gone";
            break;
        case 5:
        case 6:
            for (int times = pick(1, 3); times > 0; --times) insert();
            name = "tokens typed somewhere";
            break;
        case 7:
            for (int times = pick(1, 3); times > 0; --times) insert(), erase();
            name = "tokens typed and gone";
            break;
        case 4:
            for (int& id : ids)
                if (chance(0.05)) id = pick(0, rows - 1);
            name = "tokens exchanged";
            break;
        default:
            ids.resize(ids.size() / static_cast<std::size_t>(pick(1, 3)));
            if (chance(0.1)) ids.clear();
            name = "sentence cut";
        }
        Tokens tokens;
        tokens.ids = ids;
        for (const int id : ids) tokens.texts.push_back(tokenName(id));
        text.tokens = tokens;
        if (ids.size() != count) dropMasks();
        return name;
    }

    /// A given mask and hidden tokens are those of other sizes then.
    void dropMasks() {
        for (Layer& l : session.layers) {
            l.options.mask.given = {};
            l.options.mask.hidden.clear();
        }
    }

    const char* changeSource() {
        dropMasks();
        if (session.source)
            session.source.reset();
        else
            session.source = textOf(randomMatrix(random_, pick(1, 40), session.text.embeddings.cols()));
        return "source";
    }

    void changeDemand() {
        demand = {};
        if (chance(0.5)) // one or two of the sessions that were
            for (int others = std::min(pick(1, 2), static_cast<int>(earlier_.size())); others > 0; --others)
                demand.others.push_back(
                    earlier_[static_cast<std::size_t>(pick(0, static_cast<int>(earlier_.size()) - 1))]);
        const int maps = pick(0, 8);
        for (int i = 0; i < maps; ++i) demand.maps.push_back(anyMap());
        while (chance(0.6)) demand.cells.push_back(CellRef{pick(0, 2), pick(0, 3), pick(0, 30), pick(0, 30)});
    }

    /// The same maps, but for what they stand for: another session that was, another pooling, another map.
    void alterDemand(const Session& before) {
        if (!demand.others.empty() && chance(0.5))
            demand.others[static_cast<std::size_t>(pick(0, static_cast<int>(demand.others.size()) - 1))] = before;
        if (demand.maps.empty()) return;
        MapDemand& map = demand.maps[static_cast<std::size_t>(pick(0, static_cast<int>(demand.maps.size()) - 1))];
        if (chance(0.5)) map.pooling = static_cast<Pooling>(pick(0, 2));
        if (map.state > 0) map.isDifference = chance(0.5);
        if (chance(0.2)) map = anyMap();
    }

    MapDemand anyMap() {
        MapDemand map;
        map.stage = chance(0.5)
                        ? (chance(0.5) ? Stage::Scores : Stage::Weights)
                        : stages()[static_cast<std::size_t>(pick(0, static_cast<int>(stages().size()) - 1))].stage;
        map.layer = pick(0, 2);
        map.head = pick(0, 4);
        map.pixelWidth = chance(0.5) ? pick(1, 20) : 200;
        map.pixelHeight = chance(0.5) ? pick(1, 20) : 200;
        if (chance(0.3)) map.region = {pick(-3, 30), pick(-3, 30), pick(0, 40), pick(0, 40)};
        map.pooling = static_cast<Pooling>(pick(0, 2));
        if (!demand.others.empty() && chance(0.5)) {
            map.state = pick(1, static_cast<int>(demand.others.size()));
            map.isDifference = chance(0.5);
        }
        return map;
    }

    std::mt19937 random_;
    std::size_t at_ = 0;
    std::vector<Session> earlier_;
};

} // namespace headlight::testing
