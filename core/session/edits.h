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

// THE verbs: Session -> Session, the vocabulary of the product. A verb that would change nothing returns its argument
// (== holds). A Problem is one sentence for a person, and nothing has changed. All are pure; any thread. Those that may
// draw many numbers ask their `watch` meanwhile; that it does not go on is a Problem, too.

/// One row per distinct token; equal tokens share it. Remembered vectors come back; new tokens get theirs from the
/// seed and their own text. A given mask follows the tokens (text/alignment.h); new ones may attend and be attended to.
Result<Session> withSentence(const Session&, std::string words, const Watch& watch = {},
                             Sentence which = Sentence::First);
Result<Session> withTokenizer(const Session&, const TokenizerSpec&, const Watch& watch = {},
                              Sentence which = Sentence::First);

/// A second sentence for keys and values, or none. It begins as the first one, with the same embeddings. Given masks
/// and hidden tokens follow from the tokens of one sentence to those of the other as after an edit of the sentence.
/// Where its d is not that of what a layer reads, rows of W_k and W_v are removed or drawn.
Result<Session> withSecondSentence(const Session&, bool isOn);

/// A Problem if a mask of such a layer has more cells than one that is given by hand (kMaxMaskCells).
Result<void> maskCanBeGiven(const Sizes&);

/// The given mask on, of ones at first, or off.
Result<Session> withGivenMask(const Session&, int layer, bool isOn);

/// A new session: no sentence, `heads` heads drawn from the seed.
Session newSession(std::uint64_t seed, int d, int heads, int dk, int dv);
inline Session blankSession() { return newSession(123, 3, 2, 3, 3); } ///< of File > New

/// The matrix behind a reference; null if there is none (simplified variant, no bias, no W_o). X is gathered by
/// token position; that of all heads is put together, and null unless each has it.
FrozenMatrix matrixOf(const Session&, const ParameterRef&);

/// One number. Row and column must exist and the value be finite, else a Problem.
Result<Session> withCell(const Session&, const ParameterRef&, int row, int col, float value);

/// A block with its top left corner at (row, col), cut where the matrix ends. All values finite, else a Problem. In X
/// a token that stands at several of the block's rows takes the last one.
Result<Session> withBlock(const Session&, const ParameterRef&, int row, int col, const Matrix& block);

/// Heads: 1 to kMaxHeads. A new head is drawn from the seed, a duplicate shares its blocks and stands behind its
/// original. W_o keeps the rows of the heads that stay and gets rows from the seed for a new one.
Result<Session> withHeadAdded(const Session&, int layer);
Result<Session> withHeadDuplicated(const Session&, int layer, int head);
Result<Session> withHeadRemoved(const Session&, int layer, int head);

/// Sizes: 1 to kMaxDims. Kept numbers stay, new ones come from the seed. In cross-attention d is that of both
/// sentences as long as they have the same.
Result<Session> withEmbeddingSize(const Session&, int d, const Watch& watch = {});
Result<Session> withKeySize(const Session&, int layer, int dk, const Watch& watch = {});
Result<Session> withValueSize(const Session&, int layer, int dv, const Watch& watch = {});

/// From Q = K = V = X to W_q, W_k, W_v, which are drawn with the size d if there are none; and back: one head is
/// computed, without bias and W_o, and the scale is none. All that is switched off comes back with the weights.
Result<Session> withTrainableWeights(const Session&, int layer);
Result<Session> withoutTrainableWeights(const Session&, int layer);

/// Layers: 1 to kMaxLayers. A new one stands on top, has the options of the one below it, heads like its, drawn from
/// the seed, and a W_o that gives it the width of its input. When the width of what a layer makes changes, by these
/// verbs or those above, the rows of the layer above that read it follow.
Result<Session> withLayerAdded(const Session&);
/// A copy stands on its original and reads what that makes: where that is of another width, its rows follow.
Result<Session> withLayerDuplicated(const Session&, int layer);
Result<Session> withLayerRemoved(const Session&, int layer);
/// The layer's input is added to what it makes; a Problem if that has another width.
Result<Session> withResidual(const Session&, int layer, bool isOn);

/// Layer norm on, changed or off. Its gain begins as ones and its bias as zeros; they stay where they fit.
Result<Session> withNorm(const Session&, int layer, const std::optional<Norm>&);

/// Gain and bias are on if the layer has a norm, ones and zeros where it lacks them; `mayResize`: those of another
/// width are fitted. Readers call it.
void completeNorm(Layer&, const Sizes&, bool mayResize = false);

/// Positions on, of another kind, or off. A learned table begins drawn, standard normal, from the seed. A Problem if
/// the second sentence's vectors are of another size.
Result<Session> withPositions(const Session&, std::optional<Positions::Kind> kind);
/// The table of learned positions with a row for every token of both sentences: those that it lacks are drawn, and
/// columns, too. Readers call it.
void completePositions(Session&);

/// A parameter that need not be there (a bias; W_o, of d columns), drawn from the seed, in every head that is to have
/// it; or none. A bias goes with its weight.
Result<Session> withOptional(const Session&, int layer, Parameter parameter, bool isThere);

/// A mask that does not fit the sentence is a Problem.
Result<Session> withOptions(const Session&, int layer, const Options&);

/// The session as it is under a name of its own, up to kMaxPins; or that name removed.
Result<Session> withPin(const Session&, const std::string& name);
Result<Session> withoutPin(const Session&, const std::string& name);
/// What is pinned under that name, with all pins.
Result<Session> withPinnedState(const Session&, const std::string& name);

/// Recomputes what follows from sentence, tokenizer, vocabulary and table: the tokens, and rows for the tokens that
/// have none (of d numbers, if there is no table yet). The vocabulary is open and follows the sentence; that of a
/// tokenizer with a model is the model's, and a table that is too small for it a Problem. Readers call it at the end.
Result<Text> completed(const Text&, std::uint64_t seed, Index d, const Watch& watch = {});

} // namespace headlight
