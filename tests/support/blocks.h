#pragma once
// Matrices and sessions for tests, built from plain numbers without going through the edits.

#include "base/numberText.h"
#include "session/Session.h"

#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace headlight::testing {

inline std::string tokenName(int i) { return "t" + std::to_string(i); }

/// A text of n tokens; token i has the embedding row ids[i] (default: its own, i).
inline Text textOf(const Matrix& embeddings, std::vector<int> ids = {}) {
    const int rows = static_cast<int>(embeddings.rows());
    if (ids.empty())
        for (int i = 0; i < rows; ++i) ids.push_back(i);
    Text text;
    Vocabulary vocabulary;
    vocabulary.pinnedRows = rows;
    for (int i = 0; i < rows; ++i) vocabulary.entries.push_back({tokenName(i), i});
    Tokens tokens;
    for (const int id : ids) {
        tokens.texts.push_back(tokenName(id));
        text.sentence += (text.sentence.empty() ? "" : " ") + tokens.texts.back();
    }
    tokens.ids = std::move(ids);
    text.vocabulary = std::move(vocabulary);
    text.embeddings = Matrix(embeddings);
    text.tokens = std::move(tokens);
    return text;
}

/// Inserts a token of an embedding row, as typing does; eraseToken() removes tokens.
inline void insertToken(Text& text, std::ptrdiff_t at, int id) {
    Tokens tokens = *text.tokens;
    tokens.ids.insert(tokens.ids.begin() + at, id);
    tokens.texts.insert(tokens.texts.begin() + at, tokenName(id));
    text.tokens = std::move(tokens);
}
inline void eraseToken(Text& text, std::ptrdiff_t at, std::ptrdiff_t count = 1) {
    Tokens tokens = *text.tokens;
    tokens.ids.erase(tokens.ids.begin() + at, tokens.ids.begin() + at + count);
    tokens.texts.erase(tokens.texts.begin() + at, tokens.texts.begin() + at + count);
    text.tokens = std::move(tokens);
}

/// A text without tokens, whose embeddings are d wide.
inline Text emptyText(Index d) {
    Text text = textOf(Matrix(0, d));
    return text;
}

/// Returns numbers that are uniform in [-size, size), drawn row by row.
inline Matrix randomMatrix(std::mt19937& generator, Index rows, Index cols, float size = 1) {
    Matrix m(rows, cols);
    for (Index i = 0; i < m.size(); ++i) m.data()[i] = size * (static_cast<float>(generator() >> 8) * 0x1p-23F - 1.0F);
    return m;
}

/// The sorts of masks: none, causal, given, window, causal window, hidden tokens, and all of these together.
inline constexpr int kMaskSorts = 7;
inline Mask maskOf(std::mt19937& generator, int sort, Index queries, Index keys) {
    Mask mask;
    const bool all = sort == 6;
    mask.causal = sort == 1 || sort == 4 || all;
    if (sort == 3 || sort == 4 || all) mask.window = 1 + static_cast<int>(generator() % 9);
    if (sort == 5 || all)
        for (int key = 0; key < keys; ++key)
            if (generator() % 4 == 0) mask.hidden.push_back(key);
    if (sort == 2 || all)
        mask.given = FrozenMatrix(Matrix(randomMatrix(generator, queries, keys).cwiseSign().cwiseMax(0.0F)));
    return mask;
}
inline Mask maskOf(FrozenMatrix given) {
    Mask mask;
    mask.given = std::move(given);
    return mask;
}
inline Mask causalMask() {
    Mask mask;
    mask.causal = true;
    return mask;
}

struct SessionShape {
    int tokens = 6, d = 3, heads = 2, dk = 2, dv = 4;
};

/// A session of one head without weights: Q = K = V = X.
inline Session bareSession(const Matrix& x) {
    Session session;
    session.text = textOf(x);
    Layer layer;
    layer.allHeads.resize(1);
    session.layers.push_back(layer);
    return session;
}

inline Head randomHead(std::mt19937& generator, int d, int dSource, int dk, int dv) {
    const auto w = [&](int rows, int cols) {
        return FrozenMatrix(randomMatrix(generator, rows, cols, 1.7F / std::sqrt(static_cast<float>(rows))));
    };
    Head head;
    head[Parameter::Wq] = w(d, dk);
    head[Parameter::Wk] = w(dSource, dk);
    head[Parameter::Wv] = w(dSource, dv);
    return head;
}

inline Session randomSession(std::mt19937& generator, const SessionShape& shape) {
    Session session;
    session.text = textOf(randomMatrix(generator, shape.tokens, shape.d, 1.7F));
    Layer layer;
    for (int h = 0; h < shape.heads; ++h) {
        layer.allHeads.push_back(randomHead(generator, shape.d, shape.d, shape.dk, shape.dv));
        layer.allHeads.back().number = h;
    }
    session.layers.push_back(layer);
    return session;
}

/// Reads "1 2; 3 4" as a matrix; it may contain "nan" and "inf".
inline Matrix matrixFrom(const std::string& text) {
    std::vector<std::vector<float>> rows(1);
    std::string word;
    const auto endWord = [&] {
        if (word.empty()) return;
        const float inf = std::numeric_limits<float>::infinity();
        rows.back().push_back(word == "nan"    ? std::numeric_limits<float>::quiet_NaN()
                              : word == "inf"  ? inf
                              : word == "-inf" ? -inf
                                               : numberFromInput(word).value());
        word.clear();
    };
    for (const char c : text + " ") {
        if (c == ';') {
            endWord();
            rows.emplace_back();
        } else if (c == ' ') {
            endWord();
        } else {
            word += c;
        }
    }
    Matrix m(static_cast<Index>(rows.size()), static_cast<Index>(rows[0].size()));
    for (std::size_t r = 0; r < rows.size(); ++r)
        for (std::size_t c = 0; c < rows[0].size(); ++c)
            m(static_cast<Index>(r), static_cast<Index>(c)) = rows[r].at(c);
    return m;
}

} // namespace headlight::testing
