#pragma once

#include "core/io/randomWalk.h"
#include "io/sessionFile.h"
#include "session/drawNumbers.h"
#include "session/edits.h"
#include "support/changing.h"

#include <algorithm>
#include <limits>
#include <random>
#include <string>

namespace headlight::testing {

/// Sessions of every kind that a file can hold, from a fixed seed.
class RandomSessions {
public:
    /// `hasUnknown`: sessions have members that no version knows.
    explicit RandomSessions(unsigned int seed, bool hasUnknown = true) : engine_(seed), hasUnknown_(hasUnknown) {}

    SessionFile next() {
        SessionFile file;
        Session& s = file.session;
        s.seed = (std::uint64_t(engine_()) << 32) | engine_();
        const Index d = below(6) + 1;
        s.text = text(s.seed, d);
        const bool simplified = chance(6);
        const Index dSource = simplified ? d : below(6) + 1;
        if (chance(3)) s.source = text(s.seed, dSource);
        if (!s.source && chance(4)) s.source = text(s.seed, below(6) + 1), s.source.isOn = false;
        if (chance(4) && (!s.source || d == dSource)) {
            s.positions = Positions();
            if (chance(2)) {
                s.positions->kind = Positions::Kind::Learned;
                const int maxTokens = std::max(s.text.tokens->count(), keyText(s).tokens->count());
                s.positions->table = matrix(maxTokens + below(3), d);
            }
        }
        s.layers.push_back(layer(s, simplified, d, s.source ? dSource : d));
        if (chance(2)) s = walked(std::move(s), below(20), engine_);
        if (hasUnknown_) addUnknown(file);
        for (int n = below(6) - 2; n > 0; --n) draw(s);
        for (int n = below(5) - 2; n > 0; --n) {
            s = *withPin(s, "state " + std::to_string(n));
            if (chance(2)) s = walked(std::move(s), below(4), engine_);
            if (chance(2)) draw(s);
        }
        const int layer = below(static_cast<int>(s.layers.size()));
        const View::Unknown unknown = file.view.unknown;
        file.view = {layer, below(static_cast<int>(layerAt(s, layer).heads().size())), below(s.text.tokens->count()),
                     below(keyText(s).tokens->count())};
        file.view.unknown = unknown;
        look(file.view);
        return file;
    }

private:
    int below(int end) { return end < 1 ? 0 : static_cast<int>(engine_() % static_cast<unsigned int>(end)); }
    bool chance(int oneIn) { return below(oneIn) == 0; }

    /// Draws some numbers from a seed, and may then change one of them.
    void draw(Session& s) {
        const auto head = below(static_cast<int>(s.layers[0].allHeads.size()));
        const Parameter parameters[] = {Parameter::X,  Parameter::Xkv, Parameter::Wk,      Parameter::Bv,
                                        Parameter::Wo, Parameter::P,   Parameter::NormGain};
        DrawRequest request{static_cast<DrawRequest::Which>(below(4)),
                            {parameters[below(7)], 0, chance(4) ? kAllHeads : head}};
        request.withEmbeddings = chance(2);
        request.initialiser = initialisers()[static_cast<std::size_t>(below(7))].initialiser;
        request.seed = (std::uint64_t(engine_()) << 32) | engine_();
        request.order = chance(2) ? Drawing::Order::ByHead : Drawing::Order::ByProjection;
        request.isTransposed = chance(3);
        if (auto drawn = withDrawn(s, request)) s = std::move(*drawn);
        if (auto edited = withCell(s, {Parameter::Wk, 0, head}, 0, 0, 0.5F); chance(2) && edited)
            s = std::move(*edited);
    }

    void look(View& view) {
        for (const char* stage : {"Q", "scores", "of a later version"})
            if (chance(3)) view.stages.emplace_back(stage);
        if (chance(3)) view.parameter = "W_v";
        for (const char* stage : {"scores", "V", "of a later version"})
            if (chance(6)) view.stage = stage;
        if (chance(3)) view.column = below(100);
        if (chance(3)) view.split = chance(2);
        if (chance(3)) view.tokenIds = chance(2);
        if (chance(3)) view.scalePerHead = chance(2);
        if (chance(3)) view.rangeWithoutFirst = chance(2);
        if (chance(3)) view.numbers = chance(2);
        if (chance(3)) view.numbersAlways = chance(2);
        if (chance(3)) view.decimals = 2 + below(8);
        if (chance(3)) view.largeHead = below(3);
        if (chance(3)) view.signedColours = ColourChoice{"blue-red", Range{-5, 5}, ""};
        if (chance(3)) view.unsignedColours = ColourChoice{"of a later version", {}, "root"};
        if (chance(3)) view.unsignedColours = ColourChoice{"", Range{0.1F, 3e38F}, ""};
        if (chance(3)) view.pooling = "mean";
        if (chance(3)) view.region[Side::Tokens] = {below(100) / 8.0, 0.1};
        if (chance(3)) view.region[Side::KeyTokens] = {-1e9, 1e300};
        if (chance(3)) view.region[Side::Dk] = {1, 0.5};
    }

    float number() {
        constexpr float kInfinity = std::numeric_limits<float>::infinity();
        constexpr float kRare[] = {0.0F,
                                   -0.0F,
                                   kInfinity,
                                   -kInfinity,
                                   std::numeric_limits<float>::quiet_NaN(),
                                   std::numeric_limits<float>::max(),
                                   std::numeric_limits<float>::denorm_min(),
                                   1e-5F};
        if (chance(10)) return kRare[below(8)];
        return std::uniform_real_distribution<float>(-2, 2)(engine_);
    }
    Matrix matrix(Index rows, Index cols) {
        return Matrix::NullaryExpr(rows, cols, [this](Index, Index) { return number(); });
    }

    /// Adds unknown members to any of the objects that a session file has.
    void addUnknown(SessionFile& file) {
        Session& s = file.session;
        const auto add = [this](Frozen<std::string>& to) {
            if (chance(4)) to = unknown();
        };
        for (auto* each : {&s.unknown, &s.text.unknownOfTokenizer, &file.view.unknown.view,
                           &file.view.unknown.selection, &file.view.unknown.region})
            add(*each);
        if (s.source.kept) add(s.source->unknown), add(s.source->unknownOfTokenizer);
        if (s.positions.kept) add(s.positions->unknown);
        changeLayers(s, [&](Layer& layer) {
            add(layer.unknown), add(layer.options.unknown), add(layer.options.mask.unknown);
            if (layer.options.dropout.kept) add(layer.options.dropout->unknown);
            if (layer.norm.kept) add(layer.norm->unknown);
            for (Head& head : layer.allHeads) add(head.unknown);
        });
    }
    /// Blanks are as the writer writes them, so that texts can be compared; some numbers are beyond a double.
    std::string unknown() {
        static const char* const kTexts[] = {
            "{\"later\": 1}",
            "{\"x\": {\"deep\": [1, 2.50, {\"a\": null}], \"yes\": true}, \"y\": \"caf\\u00e9 \\\"q\\\"\"}",
            "{\"big\": 123456789012345678901234567890, \"fine\": 0.1000000000000000055511151231257827, \"zero\": -0}",
            "{\"emptyList\": [], \"emptyObject\": {}, \"\": \"empty name\"}",
            "{\"schl\xC3\xBCssel\": [\"\xF0\x9F\x99\x82\", \"\\n\"]}"};
        return kTexts[below(5)];
    }

    std::string sentence() {
        static const char* const kWords[] = {"My",
                                             "shoes",
                                             "are",
                                             "small,",
                                             "my",
                                             "feet",
                                             "big.",
                                             "\"quoted\"",
                                             "back\\slash",
                                             "gr\u00F6\u00DFer",
                                             "\xF0\x9F\x99\x82",
                                             "e\xCC\x81",
                                             "\xD7\xA9\xD7\x9C",
                                             "\x01",
                                             "a\tb\nc"};
        std::string words;
        for (int n = below(9); n > 0; --n) words += std::string(words.empty() ? "" : " ") + kWords[below(15)];
        return words;
    }

    Text text(std::uint64_t seed, Index d) {
        static const char* const kKinds[] = {"whitespace", "words", "characters"};
        Text text;
        text.sentence = sentence();
        text.tokenizer = {kKinds[below(3)], chance(2) ? "" : ",.\""};
        // The rows are those of an earlier file: words that may or may not be in the sentence, and a row of no word.
        if (chance(2)) {
            text.vocabulary = Vocabulary{{{"My", 0}, {"are", 2}, {"\xF0\x9F\x99\x82", 3}}, 4};
            text.embeddings = matrix(4, d);
        }
        if (chance(40) && !text.vocabulary) {
            text.vocabulary = Vocabulary{{{"My", 0}}, 2000};
            text.embeddings = matrix(2000, d);
        }
        text = *completed(text, seed, d);
        text.embeddings = matrix(text.embeddings.rows(), d);
        return text;
    }

    FrozenMatrix given(Index rows, Index cols) {
        return Matrix(Matrix::NullaryExpr(rows, cols, [this](Index, Index) { return chance(2) ? 1.0F : 0.0F; }));
    }

    Options options(Index rows, Index cols) {
        Options o;
        o.scale.kind = static_cast<Scale::Kind>(below(3));
        if (o.scale.kind == Scale::Kind::Factor || chance(5))
            o.scale.factor = std::uniform_real_distribution<>(-1, 1)(engine_);
        o.mask.causal = chance(3);
        if (chance(4)) o.mask.window = 1 + below(6);
        for (int key = 0; key < cols && key < 40; ++key)
            if (chance(30)) o.mask.hidden.push_back(key);
        if (chance(3)) o.mask.given = given(rows, cols);
        if (chance(4)) o.dropout = Dropout{below(9) / 10.0, engine_()};
        if (chance(3)) o.maskMode = MaskMode::After;
        o.normalisation = chance(3) ? Normalisation::Sum : Normalisation::Softmax;
        if (chance(2)) o.temperature = std::uniform_real_distribution<>(0.01, 3)(engine_);
        return o;
    }

    Layer layer(const Session& s, bool simplified, Index d, Index dSource) {
        Layer layer;
        layer.options = options(s.text.tokens->count(), keyText(s).tokens->count());
        for (auto* isOn :
             {&layer.options.mask.given.isOn, &layer.options.mask.window.isOn, &layer.options.dropout.isOn})
            if (chance(4)) *isOn = false;
        const Index dk = simplified ? d : below(5) + 1, dv = simplified ? d : below(chance(50) ? 900 : 5) + 1;
        layer.allHeads.resize(simplified ? 1 : static_cast<std::size_t>(below(4)) + 1);
        for (Head& head : layer.allHeads) {
            head.number = below(9);
            if (!simplified)
                head[Parameter::Wq] = matrix(d, dk), head[Parameter::Wk] = matrix(dSource, dk),
                head[Parameter::Wv] = matrix(dSource, dv);
            if (chance(3)) head[Parameter::Bq] = matrix(1, dk);
            if (chance(3)) head[Parameter::Bk] = matrix(1, dk);
            if (chance(3)) head[Parameter::Bv] = matrix(1, dv);
        }
        if (chance(2)) {
            const Index out = below(5) + 1;
            layer[Parameter::Wo] = matrix(static_cast<Index>(layer.allHeads.size()) * dv, out);
            if (chance(2)) layer[Parameter::Bo] = matrix(1, out);
        }
        for (ParameterValue* value : {&layer[Parameter::Wo], &layer[Parameter::Bo], &layer.allHeads[0][Parameter::Bk]})
            if (value->kept && chance(3)) value->isOn = false, value->comesWithWeight = chance(2);
        if (!layer[Parameter::Wo]) layer[Parameter::Bo].isOn = false;
        if (!chance(4)) return layer;
        const Index made = layer[Parameter::Wo] ? layer[Parameter::Wo]->cols() : Index(layer.heads().size()) * dv;
        layer.norm = Norm{chance(2) ? Norm::Place::Before : Norm::Place::After, chance(2) ? 1e-5 : 0.25};
        const Index normed = layer.hasNorm(Norm::Place::Before) ? d : made;
        layer[Parameter::NormGain] = matrix(1, normed);
        layer[Parameter::NormBias] = matrix(1, normed);
        return layer;
    }

    std::mt19937 engine_;
    bool hasUnknown_;
};

} // namespace headlight::testing
