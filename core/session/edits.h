#pragma once

#include "base/Matrix.h"
#include "base/Result.h"
#include "base/Watch.h"
#include "session/Session.h"
#include "session/parameters.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace headlight {

// The edits: functions from a Session to a Session. An edit that would change nothing returns its argument (== holds).
// A Problem is one sentence for a person, and nothing has changed. All are pure; any thread. Those that may draw many
// numbers ask their `watch` meanwhile; if it returns false, that is a Problem, too.

/// Changes the sentence or its tokenizer. Equal tokens share one row. Known tokens keep their vectors; new ones get
/// theirs from the seed and their text. A given mask follows the tokens (text/alignment.h) and allows new ones.
Result<Session> withSentence(const Session&, std::string words, const Watch& watch = {},
                             Sentence which = Sentence::First);
Result<Session> withTokenizer(const Session&, const TokenizerSpec&, const Watch& watch = {},
                              Sentence which = Sentence::First);

/// Switches a second sentence, for keys and values, on or off. It begins as the first one, with the same embeddings.
/// Given masks and hidden tokens follow from the tokens of one sentence to those of the other as after an edit of the
/// sentence. If its d differs from that of a layer's input, rows of W_k and W_v are removed or drawn.
Result<Session> withSecondSentence(const Session&, bool isOn);

/// Returns a Problem if a custom mask of a layer of these sizes would have more than kMaxMaskCells cells.
Result<void> maskCanBeGiven(const Sizes&);

/// Switches the given mask on or off. It begins with ones.
Result<Session> withGivenMask(const Session&, int layer, bool isOn);

/// Returns a new session, with no sentence and `heads` heads drawn from the seed.
Session newSession(std::uint64_t seed, int d, int heads, int dk, int dv);
inline Session blankSession() { return newSession(123, 3, 2, 3, 3); } ///< for File > New

/// Returns the matrix of a reference; null if there is none (simplified variant, no bias, no W_o). X is gathered by
/// token position. Those of all heads are put side by side; null unless each head has one.
FrozenMatrix matrixOf(const Session&, const ParameterRef&);

/// Sets one number. A Problem unless row and column exist and the value is finite.
Result<Session> withCell(const Session&, const ParameterRef&, int row, int col, float value);

/// Sets a block with its top left corner at (row, col), cut where the matrix ends. A Problem unless all values are
/// finite. In X, a token that stands at several of the block's rows takes the last one.
Result<Session> withBlock(const Session&, const ParameterRef&, int row, int col, const Matrix& block);

/// A layer has 1 to kMaxHeads heads. A new head is drawn from the seed, a duplicate shares its blocks and stands behind
/// its original. W_o keeps the rows of the heads that stay and gets rows from the seed for a new one.
Result<Session> withHeadAdded(const Session&, int layer);
Result<Session> withHeadDuplicated(const Session&, int layer, int head);
Result<Session> withHeadRemoved(const Session&, int layer, int head);
Result<Session> withHeadSwitched(const Session&, int layer, int head, bool isOn); ///< Head::isOn

/// Sizes are from 1 to kMaxDims. Kept numbers stay, new ones come from the seed. In cross-attention, d is that of both
/// sentences as long as they have the same.
Result<Session> withEmbeddingSize(const Session&, int d, const Watch& watch = {});
Result<Session> withKeySize(const Session&, int layer, int dk, const Watch& watch = {});
Result<Session> withValueSize(const Session&, int layer, int dv, const Watch& watch = {});

/// Switch from Q = K = V = X to W_q, W_k and W_v, which are drawn with the size d if there are none, and back: then one
/// head is computed, without bias and W_o, and there is no scale. All that is switched off comes back with the weights.
Result<Session> withTrainableWeights(const Session&, int layer);
Result<Session> withoutTrainableWeights(const Session&, int layer);

/// A session has 1 to kMaxLayers layers. A new one stands on top, has the options of the layer below it, heads like its
/// heads, drawn from the seed, and a W_o that gives it the width of its input. When an edit changes the width of a
/// layer's output, the rows of the layer above that read it follow.
Result<Session> withLayerAdded(const Session&);
/// Puts a copy on the original, whose output it reads: if that has another width, the rows of the copy follow.
Result<Session> withLayerDuplicated(const Session&, int layer);
Result<Session> withLayerRemoved(const Session&, int layer);
/// Switches the residual, which adds the layer's input to its output, on or off. A Problem if they differ in width.
Result<Session> withResidual(const Session&, int layer, bool isOn);

/// Switches the layer norm on or off, or changes it. Gain begins as ones and bias as zeros; they stay if they fit.
Result<Session> withNorm(const Session&, int layer, const std::optional<Norm>&);

/// Switches gain and bias on if the layer has a norm, and makes those that it lacks of ones and zeros. Readers of files
/// call it.
void completeNorm(Layer&, const Sizes&);

/// Switches positions on or off, or changes their kind. A learned table is drawn from the seed, standard normal. A
/// Problem if the second sentence's vectors are of another size.
Result<Session> withPositions(const Session&, std::optional<Positions::Kind> kind);
/// Gives the table of learned positions a row for every token of both sentences, and the columns of the embeddings:
/// missing numbers are drawn. Readers of files call it.
void completePositions(Session&);

/// Adds a parameter that may be absent (a bias; W_o, of d columns), drawn from the seed, in every head that is to have
/// it; or removes it. A bias goes with its weight.
Result<Session> withOptional(const Session&, int layer, Parameter parameter, bool isThere);

/// Sets the options of a layer. A mask that does not fit the sentence is a Problem.
Result<Session> withOptions(const Session&, int layer, const Options&);

/// Pin the session under a new name, up to kMaxPins; or remove the pin of that name.
Result<Session> withPin(const Session&, const std::string& name);
Result<Session> withoutPin(const Session&, const std::string& name);
/// Returns the session that is pinned under that name, with the pins of this one.
Result<Session> withPinnedState(const Session&, const std::string& name);

/// Recomputes what follows from sentence, tokenizer, vocabulary and table: the tokens, and rows for the tokens that
/// have none (of d numbers, if there is no table yet). Readers of files call it last.
Result<Text> completed(const Text&, std::uint64_t seed, Index d, const Watch& watch = {});

} // namespace headlight
