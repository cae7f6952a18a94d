#pragma once

#include "import/openedFile.h"

#include <optional>
#include <string>

namespace headlight {

/// A session of the given stages of a file, with sentences about them; empty if there is nothing to say.
struct GivenSession {
    Session session;
    std::string computed; ///< the stages that are computed and not taken, and what they show; `remark` begins with it
    std::string remark;
    std::string caution;     ///< why the numbers may be others than meant
    bool mayBeBatch = false; ///< its layers may be a batch instead, of which takeItemOfBatch() takes one
};

/// Adds a sentence, unless it is there.
void say(std::string& to, const std::string& sentence);

/// Makes a session of a file whose arrays are weights, scores, or Q and K, with V or without: [heads, N, N_kv] or
/// [layers, heads, N, N_kv], of Q, K and V [heads, N, d]; a batch of one may stand before the heads. They are known by
/// their names ("attentions", "scores", "q"), and one without a name by rows that sum to 1, or by squares of at least
/// three sides. W_o, a scale and a mask beside them are taken. The first of four sides is layers under the name
/// "attentions"; under others it may be a batch. Arrays with another prefix ("blocks.0.attn.") are other layers, in the
/// order of their numbers. Tokens are those of the file, else 1, 2 ... Nothing, if there are no such arrays, or others
/// to compute with. A Problem says which shape does not fit, or how to choose among too many numbers.
Result<std::optional<GivenSession>> givenSession(const FileArrays&);

/// Returns the session with the tokens of a text as the names of its places, of which there must be as many.
Result<Session> withNames(const Session&, const std::string& text);

/// Returns the session with its given Q, K and V, which are of one head, cut into heads of equal width: those that a
/// hook of a projection caught, [1, N, heads * d_k]. It has no pins.
Result<Session> withGivenHeads(const Session&, int heads);

/// Returns the session of a file with pins of the scores and weights that the file itself holds, where the session
/// computes them from what comes before: "The file's own weights". Arrays that do not fit the heads and tokens of its
/// only layer are left out. Reads these arrays.
Session withOwnStages(const Session&, const FileArrays&);

} // namespace headlight
