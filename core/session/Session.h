#pragma once
// core/session: the document as one copyable value, and the verbs that change it (edits.h). Big parts are Frozen
// blocks: an edit copies one (of the embeddings one row) and shares the rest, so the same block means unchanged. No
// arithmetic of attention, no files, no Qt; values, safe from any thread.

#include "base/Result.h"
#include "session/EmbeddingTable.h"
#include "session/Layer.h"
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
    DrawnBy drawn{}; ///< how the user drew the first rows of the table
    UnknownMembers unknown{}, unknownOfTokenizer{};
    friend bool operator==(const Text&, const Text&) = default;
};

/// What is added to the embeddings of both sentences, each counted from 0.
struct Positions {
    enum class Kind { Sinusoidal, Learned };
    Kind kind = Kind::Sinusoidal;
    ParameterValue table{}; ///< [rows, d], at least a row for each token; on if they are learned
    UnknownMembers unknown{};
    friend bool operator==(const Positions&, const Positions&) = default;
};

/// Whose tokens: of the queries, or of the keys and values.
enum class Sentence : unsigned char { First, Second };

struct Pin;

/// Everything a person can edit.
struct Session {
    std::uint64_t seed = 123;
    Text text;
    Switchable<std::optional<Text>> source; ///< the second sentence, of cross-attention: keys and values come from it
    Switchable<std::optional<Positions>> positions;
    std::vector<Layer> layers;       ///< never empty; each reads what the one before it makes
    Frozen<std::vector<Pin>> pins{}; ///< to compare it with; they change no number. Null, or at least one
    UnknownMembers unknown{};
    friend bool operator==(const Session&, const Session&) = default;
};

/// A state of the session under a name.
struct Pin {
    std::string name; ///< of no other pin
    Session session;  ///< without pins
    UnknownMembers unknown{};
};

/// Null if there is none of that name.
const Session* pinned(const Session&, const std::string& name);

/// There must be such a layer.
inline const Layer& layerAt(const Session& s, int layer) { return s.layers.at(static_cast<std::size_t>(layer)); }
inline Layer& layerAt(Session& s, int layer) { return s.layers.at(static_cast<std::size_t>(layer)); }

/// d of a layer above the first is the width of what the layer below makes.
Sizes sizesOf(const Session&, int layer = 0);

/// Calls f(ParameterRef, ParameterValue) for every parameter of every layer, and for the table of positions where there
/// are any.
template <class SessionLike, class F>
void forEachParameter(SessionLike& session, F f) {
    for (std::size_t l = 0; l < session.layers.size(); ++l) forEachParameter(session.layers[l], static_cast<int>(l), f);
    if (session.positions) f(ParameterRef{Parameter::P, 0, 0}, session.positions->table);
}

/// Null if there is no second one.
const Text* textOf(const Session&, Sentence);
Text* textOf(Session&, Sentence);
/// Whose embeddings X or X_kv are; null of any other parameter, and where there is no second sentence.
const Text* textOf(const Session&, Parameter);
Text* textOf(Session&, Parameter);
/// Where keys and values come from.
inline const Text& keyText(const Session& s) { return s.source ? *s.source : s.text; }

/// The parameter that a reference means, null if it is not computed or does not exist, or is X or X_kv (which are no
/// parameters of their own).
const ParameterValue* valueOf(const Session&, const ParameterRef&);
ParameterValue* valueOf(Session&, const ParameterRef&);

/// What a reference means from left to right: one matrix, or of all heads each one's. None if any is not there or has
/// other rows, nor of X and X_kv.
std::vector<FrozenMatrix> blocksOf(const Session&, const ParameterRef&);

/// The blocks side by side as one matrix; the only one itself; null if there are none.
FrozenMatrix sideBySide(const std::vector<FrozenMatrix>& blocks);

/// True if the layer computes without trainable weights: Q = K = V = X.
inline bool isSimplified(const Layer& layer) { return !layer.usesWeights(); }

/// X [N, d] of a text: the embedding rows of its tokens, in order.
Matrix tokenVectors(const Text&);

/// Takes the blocks of `other` that hold the same numbers and letters, where those blocks are in the same places.
void shareEqual(Session& session, const Session& other);
/// Equal in every number and letter, whether or not the blocks are shared.
bool sameValues(const Session&, const Session&);

/// A Problem if there is no such layer.
Result<void> layerExists(const Session&, int layer);

} // namespace headlight
