#pragma once
// core/session: the document as one copyable value, and the verbs that change it (edits.h). Big parts are Frozen
// blocks: an edit copies one (of the embeddings one row) and shares the rest, so the same block means unchanged. No
// arithmetic of attention, no files, no Qt; values, safe from any thread.

#include "base/Result.h"
#include "session/EmbeddingTable.h"
#include "session/Layer.h"
#include "session/UnknownMembers.h"
#include "text/Tokens.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// A sentence with the vectors of its tokens. `tokens` follows from the rest (edits.h keeps it so).
struct Text {
    std::string sentence;
    TokenizerSpec tokenizer;
    Frozen<Vocabulary> vocabulary;
    EmbeddingTable embeddings; ///< [rows, d]; row id belongs to the token with that id; never none, may have no rows
    Frozen<Tokens> tokens;
    Frozen<Drawing> drawn{}; ///< with what the first rows of the table have been drawn; null: by the program
    friend bool operator==(const Text&, const Text&) = default;
};

/// What is added to the embeddings of both sentences, each counted from 0.
struct Positions {
    enum class Kind { Sinusoidal, Learned };
    Kind kind = Kind::Sinusoidal;
    FrozenMatrix table;      ///< of Learned: [rows, d], at least a row for each token; else null
    Frozen<Drawing> drawn{}; ///< as a Text's
    friend bool operator==(const Positions&, const Positions&) = default;
};

/// Whose tokens: of the queries, or of the keys and values.
enum class Sentence : unsigned char { First, Second };

/// Everything a person can edit.
struct Session {
    std::uint64_t seed = 123;
    Text text;
    std::optional<Text> source, offSource; ///< the second sentence, of cross-attention: keys and values come from it
    std::optional<Positions> positions, offPositions;
    std::vector<Layer> layers;      ///< never empty; each reads what the one before it makes
    Frozen<UnknownMembers> unknown; ///< null: none
    friend bool operator==(const Session&, const Session&) = default;
};

/// There must be such a layer.
inline const Layer& layerAt(const Session& s, int layer) { return s.layers.at(static_cast<std::size_t>(layer)); }
inline Layer& layerAt(Session& s, int layer) { return s.layers.at(static_cast<std::size_t>(layer)); }

/// d of a layer above the first is the width of what the layer below makes.
Sizes sizesOf(const Session&, int layer = 0);

/// Calls f(ParameterRef, matrix) for every parameter of every layer, present or not, and for the table of positions
/// where there are any.
template <class SessionLike, class F>
void forEachParameter(SessionLike& session, F f) {
    for (std::size_t l = 0; l < session.layers.size(); ++l) forEachParameter(session.layers[l], static_cast<int>(l), f);
    if (session.positions) f(ParameterRef{Parameter::P, 0, 0}, session.positions->table);
}

/// With what its tables have been drawn, those that are switched off, too.
std::vector<const Frozen<Drawing>*> tableDrawings(const Session&);

/// Null if there is no second one.
const Text* textOf(const Session&, Sentence);
Text* textOf(Session&, Sentence);
/// Whose embeddings X or X_kv are; null of any other parameter, and where there is no second sentence.
const Text* textOf(const Session&, Parameter);
Text* textOf(Session&, Parameter);
/// Where keys and values come from.
inline const Text& keyText(const Session& s) { return s.source ? *s.source : s.text; }
/// Where they come from when the second sentence is switched on, or off.
inline const Text& otherKeyText(const Session& s) { return !s.source && s.offSource ? *s.offSource : s.text; }

/// The matrix that a reference means, null if its layer or head does not exist or it is X or X_kv (which have none of
/// their own).
const FrozenMatrix* slotOf(const Session&, const ParameterRef&);
FrozenMatrix* slotOf(Session&, const ParameterRef&);

/// What a reference means from left to right: one matrix, or of all heads each one's. None if any is not there or has
/// other rows, nor of X and X_kv.
std::vector<FrozenMatrix> blocksOf(const Session&, const ParameterRef&);

/// They as one matrix: of one itself, of none null.
FrozenMatrix sideBySide(const std::vector<FrozenMatrix>& blocks);

/// True if the layer has no trainable weights at all: Q = K = V = X.
bool isSimplified(const Layer&);

/// X [N, d] of a text: the embedding rows of its tokens, in order.
Matrix tokenVectors(const Text&);

/// Equal in every number and letter, whether or not the blocks are shared.
bool sameValues(const Session&, const Session&);

/// A Problem if there is no such layer.
Result<void> layerExists(const Session&, int layer);

} // namespace headlight
