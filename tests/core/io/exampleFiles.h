#pragma once
// The examples as files, and made anew: what the notebooks draw from their seeds, and a few numbers of our own.

#include "backend/backends.h"
#include "engine/Engine.h"
#include "io/sessionFile.h"
#include "random/TorchGenerator.h"
#include "random/initialisers.h"
#include "session/drawNumbers.h"
#include "session/edits.h"
#include "support/changing.h"
#include "support/golden.h"
#include "support/traces.h"

#include <QTest>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace headlight::testing {

inline const std::string kExampleFolder = HEADLIGHT_SOURCE_DIR "/resources/examples/";

inline Session exampleSession(const std::string& name) {
    const auto read = readSession(kExampleFolder + name + ".headlight");
    if (!read) throw std::runtime_error(read.text());
    return read->session;
}

inline Json notebook(const std::string& name) { return goldenFile("notebooks.json").at("cases").at(name); }
inline Json torchCase(const std::string& name) {
    const Json all = goldenFile("torch.json").at("cases");
    for (const Json& golden : all)
        if (golden.at("name") == name) return golden;
    return {};
}

/// Numbers the words of a sentence in code point order. Row i of `x` is the vector of word i; without rows the vectors
/// are zeros, to be drawn.
inline Text textOfWords(const std::string& sentence, const std::string& remove, const Matrix& x) {
    Text t;
    t.sentence = sentence;
    t.tokenizer = {"whitespace", remove};
    t = *completed(t, 123, x.cols());
    const Tokens tokens = *t.tokens;
    Matrix table = Matrix::Zero(t.embeddings.rows(), x.cols());
    for (int i = 0; i < x.rows(); ++i) table.row(tokens.ids[static_cast<std::size_t>(i)]) = x.row(i);
    Vocabulary all = *t.vocabulary;
    all.pinnedRows = static_cast<int>(table.rows());
    t.vocabulary = all;
    t.embeddings = std::move(table);
    return t;
}

/// A layer of zeros, to be drawn.
inline Layer layerOfZeros(int heads, Index d, Index dk, Index dv) {
    Layer layer;
    for (int h = 0; h < heads; ++h) {
        Head& head = layer.allHeads.emplace_back();
        head.number = h;
        head[Parameter::Wq] = head[Parameter::Wk] = Matrix(Matrix::Zero(d, dk));
        head[Parameter::Wv] = Matrix(Matrix::Zero(d, dv));
    }
    return layer;
}

/// Draws all weights after one torch.manual_seed.
inline Session seeded(const Session& session, Initialiser initialiser, std::uint64_t seed,
                      Drawing::Order order = Drawing::Order::ByProjection, bool withEmbeddings = false) {
    return *withDrawn(
        session, {DrawRequest::Which::Session, {}, withEmbeddings, initialiser, seed, order, /*isTransposed*/ false});
}

inline View viewOf(std::vector<std::string> stages, int query, int key, int head = 0, int layer = 0) {
    View view{layer, head, query, key};
    view.stages = std::move(stages);
    view.parameter = "W_q";
    return view;
}

// ---- First steps

inline SessionFile simplified(const char* name, const std::string& sentence) {
    SessionFile file;
    file.session.text = textOfWords(sentence, "", matrixOfJson(notebook(name).at("X")));
    file.session.layers.push_back({});
    changing(file.session)->allHeads.resize(1);
    changing(file.session)->options.scale.kind = Scale::Kind::None;
    file.view = viewOf({"scores", "weights"}, 4, 0);
    return file;
}

inline SessionFile shoes(int heads) {
    std::vector<VocabularyEntry> entries;
    const Json vocabulary = notebook("shoes_scaled").at("vocabulary");
    for (const auto& [token, id] : vocabulary.items()) entries.push_back({token, id.get<int>()});
    std::sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
    TorchGenerator forTable(123);
    SessionFile file;
    Text& text = file.session.text;
    text.sentence = "My shoes are small, my feet are big.";
    text.tokenizer = {"whitespace", ","};
    text.embeddings = forTable.randn(8, 2);
    text.vocabulary = Vocabulary{entries, 8};
    text = *completed(text, 123, 2);
    TorchGenerator g(123);
    // The numbers are those of torch.rand(d_out, d): the notebooks apply W x, the file X W.
    const auto draw = [&g](Index out) { return Matrix(g.rand(out, 2).transpose()); };
    std::vector<Head> all(1);
    all[0][Parameter::Wq] = draw(3), all[0][Parameter::Wk] = draw(3), all[0][Parameter::Wv] = draw(4);
    if (heads > 1) {
        all.resize(static_cast<std::size_t>(heads));
        for (std::size_t h = 0; h < all.size(); ++h) all[h].number = static_cast<int>(h);
        for (auto& head : all) head[Parameter::Wq] = draw(3);
        for (auto& head : all) head[Parameter::Wk] = draw(3);
        for (auto& head : all) head[Parameter::Wv] = draw(4);
    }
    file.session.layers.push_back({});
    changing(file.session)->allHeads = all;
    file.view = viewOf({"scores", "weights"}, heads > 1 ? 1 : 3, 5, heads > 1 ? 1 : 0);
    if (heads == 1) file.view.tokenIds = true; // as the notebook prints them
    return file;
}

// ---- The notebooks' classes, on the six tokens of the first example

inline Session journey(Layer layer) {
    Session session;
    session.text = simplified("journey_simplified", "Your journey starts with one step").session.text;
    session.layers.push_back(std::move(layer));
    return session;
}

inline SessionFile selfAttention(Initialiser initialiser, std::uint64_t seed) {
    return {seeded(journey(layerOfZeros(1, 3, 2, 2)), initialiser, seed),
            viewOf({"scores", "weights", "context"}, 3, 4)};
}

inline SessionFile causal(std::uint64_t seed) {
    SessionFile file = selfAttention(Initialiser::Linear, seed);
    changing(file.session)->options.mask.causal = true;
    file.view = viewOf({"masked", "weights"}, 3, 1);
    return file;
}

inline SessionFile withHalfDropped() {
    SessionFile file = causal(789);
    changing(file.session)->options.dropout = Dropout{0.5, 123};
    file.view = viewOf({"weights", "dropped"}, 3, 1);
    return file;
}

inline SessionFile wrapper() {
    SessionFile file = causal(123);
    file.session = seeded(journey(layerOfZeros(2, 3, 2, 2)), Initialiser::Linear, 123, Drawing::Order::ByHead);
    changing(file.session)->options.mask.causal = true;
    file.view = viewOf({"weights", "context", "concat"}, 2, 1);
    return file;
}

inline SessionFile split() {
    SessionFile file = causal(123);
    Layer layer = layerOfZeros(2, 3, 1, 1);
    layer.options.mask.causal = true;
    layer[Parameter::Wo] = Matrix(Matrix::Zero(2, 2));
    layer[Parameter::Bo] = Matrix(Matrix::Zero(1, 2));
    file.session = seeded(journey(std::move(layer)), Initialiser::Linear, 123);
    file.view = viewOf({"weights", "concat", "output"}, 2, 1);
    file.view.parameter = "W_o";
    file.view.split = true; // the example is about it
    return file;
}

inline SessionFile cross() {
    const Json golden = torchCase("cross_rand_123");
    TorchGenerator forTable(123), g(123);
    const Matrix table = forTable.randn(50'000, 3).topRows(6); // six words of a large vocabulary
    SessionFile file;
    Session& session = file.session;
    session.text = textOfWords("Life is short, eat dessert first", ",", Matrix::Zero(0, 3));
    session.text.embeddings = table;
    session.layers.push_back(layerOfZeros(1, 3, 2, 4));
    session = seeded(session, Initialiser::Rand, 123);
    g.rand(3, 2), g.rand(3, 2), g.rand(3, 4); // skips the weights
    session.source = textOfWords("Why not begin it all with a cake", "", g.rand(8, 3));
    file.view = viewOf({"scores", "weights"}, 1, 2);
    return file;
}

// ---- What one option changes

/// Vectors have a length of about 1, and W_q and W_k have 64 columns of torch.randn: a score adds 64 products and is as
/// large as 8 of them.
inline SessionFile saturation() {
    SessionFile file;
    file.session.text = textOfWords("one word takes all the weight", "",
                                    matrixFrom("0.9 0.1 -0.3 0.2; -0.2 0.8 0.4 -0.1; -0.4 -0.8 -0.6 0.1;"
                                               "-0.6 -0.2 0.1 0.8; 0.1 0.5 -0.8 0.3; 0.5 -0.4 0.2 -0.7"));
    Layer layer = layerOfZeros(1, 4, 64, 3);
    layer.options.scale.kind = Scale::Kind::None;
    file.session.layers.push_back(layer);
    file.session = seeded(file.session, Initialiser::Randn, 123);
    file.view = viewOf({"scaled", "weights"}, 2, 3);
    file.view.unsignedColours = ColourChoice{"", Range{0, 1}, "linear"}; // also after the scale is switched on
    return file;
}

inline SessionFile positions() {
    SessionFile file;
    file.session.text = textOfWords("the dog bites the man", "", Matrix::Zero(0, 4));
    file.session.positions = Positions();
    file.session.layers.push_back(layerOfZeros(1, 4, 4, 3));
    file.session = seeded(file.session, Initialiser::Randn, 123, Drawing::Order::ByProjection, true);
    file.view = viewOf({"positions", "weights"}, 3, 0);
    return file;
}

inline SessionFile window() {
    SessionFile file;
    file.session.text = textOfWords("with a reach of three each word sees itself and two before", "",
                                    Matrix::Zero(0, 4));
    Layer layer = layerOfZeros(1, 4, 4, 4);
    layer.options.mask.causal = true;
    layer.options.mask.window = 3;
    file.session.layers.push_back(layer);
    file.session = seeded(file.session, Initialiser::Randn, 123, Drawing::Order::ByProjection, true);
    file.view = viewOf({"masked", "weights"}, 7, 6);
    return file;
}

// ---- Layers

/// A word has four numbers: noun, adjective, pronoun, anything else. In layer 1 a noun attends to an adjective, in
/// layer 2 a pronoun to a noun. Each layer adds what it finds to its input.
inline SessionFile twoLayers() {
    SessionFile file;
    Session& session = file.session;
    session.text = textOfWords("the black cat slept because it could", "",
                               matrixFrom("0 0 0 1; 0 1 0 0; 1 0 0 0; 0 0 0 1; 0 0 0 1; 0 0 1 0; 0 0 0 1"));
    const auto asking = [](const char* wq, const char* wk, int number) {
        Layer layer;
        layer.number = number;
        Head& head = layer.allHeads.emplace_back();
        head[Parameter::Wq] = matrixFrom(wq);
        head[Parameter::Wk] = matrixFrom(wk);
        head[Parameter::Wv] = matrixFrom("0.5 0 0 0; 0 0.5 0 0; 0 0 0.5 0; 0 0 0 0.5");
        layer.residual = true;
        return layer;
    };
    session.layers.push_back(asking("2; 0; 0; 0", "0; 2; 0; 0", 0));
    session.layers.push_back(asking("0; 0; 2; 0", "2; 0; 0; 0", 1));
    for (int l = 0; l < 2; ++l) session = *withNorm(session, l, Norm{});
    file.view = viewOf({"weights", "rollout"}, 5, 1, 0, 1);
    return file;
}

struct ExampleFile {
    const char* name;
    SessionFile file;
};

inline std::vector<ExampleFile> exampleFiles() {
    return {{"journey", simplified("journey_simplified", "Your journey starts with one step")},
            {"six-tokens", simplified("six_tokens_simplified", "x1 x2 x3 x4 x5 x6")},
            {"shoes", shoes(1)},
            {"shoes-three-heads", shoes(3)},
            {"self-attention-v1", selfAttention(Initialiser::Rand, 123)},
            {"self-attention-v2", selfAttention(Initialiser::Linear, 789)},
            {"causal-attention", causal(123)},
            {"dropout", withHalfDropped()},
            {"multi-head-wrapper", wrapper()},
            {"multi-head-split", split()},
            {"cross-attention", cross()},
            {"saturation", saturation()},
            {"positions", positions()},
            {"window", window()},
            {"two-layers", twoLayers()}};
}

/// Adds a row of test data for each example, with its name.
inline void addExamples() {
    QTest::addColumn<QString>("name");
    for (const ExampleFile& example : exampleFiles()) QTest::newRow(example.name) << example.name;
}

} // namespace headlight::testing
