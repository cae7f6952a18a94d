#pragma once

#include "import/ArraySet.h"
#include "session/Session.h"

#include <span>
#include <string>

namespace headlight {

/// What a person decides about a set of arrays.
struct ImportChoices {
    enum class Words { Kept, OfFile, Typed };
    int layer = 0;                ///< of the set
    int heads = 1;                ///< one of headCounts()
    std::optional<Joined> joined; ///< of several heads whose q, k and v are one array
    bool isCausal = false;        ///< the layer's causal mask
    Words words = Words::Kept;
    /// Typed: its embeddings are drawn. OfFile: the tokens of X, with white space between them; empty: tokensOfX().
    std::string sentence;
};

/// A Problem if rows of X that stand for the same token are not the same.
Result<void> agree(const std::vector<std::string>& tokens, const Matrix& x);

/// What is proposed of a layer: what the file says of heads (else 0: to be asked for) and of q, k and v in one array;
/// the causal mask if the file has one, or the layer is GPT-2's; X of the file, else the session's sentence.
ImportChoices usualChoices(const ArraySet&, int layer = 0);

/// Each token without its white space, as the tokenizer of white space needs them: " journey" is "journey", "a b" is
/// "a␣b". One that has nothing else is x1, x2 ... by its place. Two that differ in their white space alone keep it:
/// "the" and "␣the".
std::vector<std::string> withoutSpaces(const std::vector<std::string>& tokens);

/// The tokens that X of the file stands for: the file's own; those of the session, if they are as many; or x1, x2 ...
/// All withoutSpaces(). Of the second sentence those of X_kv.
std::vector<std::string> tokensOfX(const ArraySet&, std::span<const NamedArray>, const Session&,
                                   Sentence which = Sentence::First);

/// Whether X_kv of the file becomes the second sentence: with X, or where W_k and W_v need it.
bool usesXkv(const ArraySet&, const ImportChoices&);

/// The matrices in the place of those of a layer of the session, as one step; the mask and the sentence as chosen.
/// Where d is another, embeddings that are kept are cut or continued. Of X alone
/// only the sentence and its embeddings are others. A Problem is one sentence; numbers that are not finite are one.
Result<Session> withArrays(const Session&, int layer, const ArraySet&, std::span<const NamedArray>,
                           const ImportChoices&);

} // namespace headlight
