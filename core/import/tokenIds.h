#pragma once

#include "import/openedFile.h"

namespace headlight {

inline constexpr const char* kXOfIds = "wte[input_ids]+wpe"; ///< the name of the X that is made
inline constexpr const char* kPartOfX = "X is made with it"; ///< whyNot of the arrays of which it is made

/// Adds the X of a text to the arrays of a GPT-2 that also have the text's ids, or an input_ids.npy in the folder: rows
/// of the embeddings plus the positions; and the ids as tokens. An X that cannot be made says why (`whyNot`).
void addXOfIds(FileArrays&, const std::filesystem::path& folder);

} // namespace headlight
