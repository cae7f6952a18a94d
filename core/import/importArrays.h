#pragma once

#include "import/ArraySet.h"
#include "session/Session.h"

#include <span>
#include <string>

namespace headlight {

/// The user's choices about a set of arrays.
struct ImportChoices {
    enum class Words { Kept, OfFile, Typed };
    int layer = 0;                ///< index of a layer of the set
    int heads = 1;                ///< one of headCounts()
    std::optional<Joined> joined; ///< needed by several heads whose q, k and v are one array
    bool isCausal = false;        ///< the layer's causal mask
    bool hasMask = true;          ///< the file's mask of the tokens of X
    std::optional<Scale> scale;   ///< nothing: that of the session
    std::optional<Norm> norm;     ///< takes the layer norm of the file, and with it the residual; nothing: does not
    Words words = Words::Kept;
    /// If Typed, a sentence whose embeddings are drawn. If OfFile, the tokens of X with white space between them, or
    /// empty for tokensOfX().
    std::string sentence;
};

/// Returns the chosen layer; null if the set has none.
const ArrayLayer* chosenLayer(const ArraySet&, const ImportChoices&);

/// Returns a Problem if rows of X for the same token differ. Such an X is given: its rows belong to places.
Result<void> agree(const std::vector<std::string>& tokens, const Matrix& x);

/// Returns the tokens of a text, which must be as many as the rows of X (or of what `x` says).
Result<std::vector<std::string>> namesIn(const std::string& text, std::size_t rows, const std::string& x = "X");

/// Returns the layer norm of the file at a place, with the eps of the config.json; nothing if there is none to take.
std::optional<Norm> normWith(const ArrayLayer&, Norm::Place);

/// Returns the choices to propose for a layer: the heads (0 if the user must say) and the joined q, k and v as the file
/// or its config.json says; the causal mask if the file has one, or the model has; the layer norm if its place is
/// known; X of the file, else the session's sentence.
ImportChoices usualChoices(const ArraySet&, int layer = 0);

/// Returns tokens that the tokenizer of white space does not cut: " journey" becomes "journey", and "a b" becomes
/// "a␣b". A token of white space alone becomes x1, x2 ... by its place. Tokens that differ only in white space keep it:
/// "the" and "␣the".
std::vector<std::string> withoutSpaces(const std::vector<std::string>& tokens);

/// Returns the session with these tokens as a sentence; unchanged if it has these tokens already. They are
/// withoutSpaces().
Result<Session> withTokens(const Session&, const std::vector<std::string>& tokens, Sentence which);

/// Returns the tokens for the rows of X: the file's own; those of the session, if their number fits; or x1, x2 ... All
/// are withoutSpaces(). For the second sentence they are those of X_kv.
std::vector<std::string> tokensOfX(const ArraySet&, std::span<const NamedArray>, const Session&,
                                   Sentence which = Sentence::First);

/// True if the mask of the tokens of X is taken, with these tokens.
bool takesMask(const ArrayLayer&, const ImportChoices&);

/// True if X_kv of the file becomes the second sentence: together with X, or if W_k and W_v need it.
bool usesXkv(const ArraySet&, const ImportChoices&);

/// Returns the session with the matrices in place of a layer's, and with the mask and the sentence as chosen. If d
/// changes, kept embeddings are cut or extended. If the set has only X, only the sentence and its embeddings change. A
/// Problem is one sentence; numbers that are not finite are one.
Result<Session> withArrays(const Session&, int layer, const ArraySet&, std::span<const NamedArray>,
                           const ImportChoices&);

} // namespace headlight
