#pragma once
// core/session: the document as one copyable value, and its edits (edits.h). Big parts are Frozen blocks: an edit
// copies the blocks that it changes (of the embeddings only rows) and shares the rest, so the same block means
// unchanged. No arithmetic of attention, no files, no Qt; values, safe from any thread.

#include "base/Result.h"
#include "session/EmbeddingTable.h"
#include "session/Layers.h"
#include "text/Tokens.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace headlight {

/// A sentence with the vectors of its tokens. `tokens` follows from the rest (edits.h keeps it so).
struct Text {
    std::string sentence;
    TokenizerSpec tokenizer;
    Frozen<Vocabulary> vocabulary;
    EmbeddingTable embeddings; ///< [rows, d], possibly 0 rows; row id belongs to the token with that id
    Frozen<Tokens> tokens;
    DrawnBy drawn{}; ///< how the user drew the first rows of the table
    UnknownMembers unknown{}, unknownOfTokenizer{};
    friend bool operator==(const Text&, const Text&) = default;
};

/// The positions that are added to the embeddings of both sentences, each counted from 0.
struct Positions {
    enum class Kind { Sinusoidal, Learned };
    Kind kind = Kind::Sinusoidal;
    ParameterValue table{}; ///< [rows, d], at least a row for each token; on if they are learned
    UnknownMembers unknown{};
    friend bool operator==(const Positions&, const Positions&) = default;
};

/// The sentence of the queries, and that of the keys and values if there is a second one.
enum class Sentence : unsigned char { First, Second };

struct Pin;

/// Everything that a person can edit.
struct Session {
    std::uint64_t seed = 123;
    Text text;
    Switchable<std::optional<Text>> source; ///< the second sentence, of cross-attention: keys and values come from it
    Switchable<std::optional<Positions>> positions;
    Layers layers;                   ///< never empty; each reads what the one before it makes
    Frozen<std::vector<Pin>> pins{}; ///< states to compare it with; null, never empty, if there are none
    UnknownMembers unknown{};
    friend bool operator==(const Session&, const Session&) = default;
};

/// A state of the session under a name.
struct Pin {
    std::string name; ///< no other pin has it
    Session session;  ///< without pins
    UnknownMembers unknown{};
};

/// Returns the session that is pinned under the name, or null.
const Session* pinned(const Session&, const std::string& name);

/// Returns the layer, which must exist.
inline const Layer& layerAt(const Session& s, int layer) { return s.layers.at(static_cast<std::size_t>(layer)); }

/// Returns the sizes of a layer. Above the first layer, d is the width of the output of the layer below.
Sizes sizesOf(const Session&, int layer = 0);

/// Calls f(ParameterRef, ParameterValue) for every parameter of every layer, and for the table of positions where there
/// are any.
template <class F>
void forEachParameter(const Session& session, F f) {
    for (std::size_t l = 0; l < session.layers.size(); ++l) forEachParameter(session.layers[l], static_cast<int>(l), f);
    if (session.positions) f(ParameterRef{Parameter::P, 0, 0}, session.positions->table);
}

/// Return a sentence of a session; null if there is no second one.
inline const Text* textOf(const Session& s, Sentence sentence) {
    return sentence == Sentence::First ? &s.text : s.source ? &*s.source : nullptr;
}
inline Text* textOf(Session& s, Sentence sentence) { return const_cast<Text*>(textOf(std::as_const(s), sentence)); }
/// Return the sentence whose embeddings X or X_kv are; null for other parameters, or if there is no second sentence.
inline const Text* textOf(const Session& s, Parameter parameter) {
    if (!areEmbeddings(parameter)) return nullptr;
    return textOf(s, parameter == Parameter::X ? Sentence::First : Sentence::Second);
}
inline Text* textOf(Session& s, Parameter parameter) { return const_cast<Text*>(textOf(std::as_const(s), parameter)); }
/// Returns the sentence from which keys and values come.
inline const Text& keyText(const Session& s) { return s.source ? *s.source : s.text; }

/// Returns the parameter that a reference means; null if it is not computed, does not exist, or is X or X_kv (which are
/// no parameters of their own).
const ParameterValue* valueOf(const Session&, const ParameterRef&);

/// Calls f(ParameterValue&) for a parameter that valueOf() finds.
template <class F>
void changeParameter(Session& session, const ParameterRef& ref, F f) {
    if (ref.parameter == Parameter::P) return f(session.positions->table);
    session.layers.change(ref.layer, [&](Layer& layer) { f(*slotOf(layer, ref)); });
}

/// Returns what a reference means, from left to right: one matrix, or that of each head. None if any is missing or has
/// another number of rows, and none for X and X_kv.
std::vector<FrozenMatrix> blocksOf(const Session&, const ParameterRef&);

/// Returns the blocks side by side as one matrix; a single block as it is; null if there are none.
FrozenMatrix sideBySide(const std::vector<FrozenMatrix>& blocks);

/// True if the layer computes without trainable weights: Q = K = V = X.
inline bool isSimplified(const Layer& layer) { return !layer.usesWeights() && !layer.isGiven(); }

/// Returns X [N, d] of a text: the embedding rows of its tokens, in order.
Matrix tokenVectors(const Text&);

/// Replaces blocks of `session` by those of `other` that hold the same numbers and letters in the same places.
void shareEqual(Session& session, const Session& other);
/// True if two sessions are equal in every number and letter, whether or not they share blocks.
bool sameValues(const Session&, const Session&);

/// Returns a Problem if there is no such layer.
Result<void> layerExists(const Session&, int layer);

} // namespace headlight
