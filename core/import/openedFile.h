#pragma once

#include "base/Watch.h"
#include "io/arrays.h"
#include "io/sessionFile.h"

#include <filesystem>
#include <string>
#include <vector>

namespace headlight {

/// The contents of a file that a user opens: a session, or arrays that may become one (importArrays.h).
struct OpenedFile {
    std::vector<NamedArray> arrays{}; ///< empty if it holds a session
    SessionFile file{};
    bool isSessionFile = false; ///< a .headlight: the session is saved to it again
    std::string edited{};       ///< "Its session has other numbers for W_q; ..."; empty if it does not
};

/// Opens a session file; a .npz or .safetensors with an array `session`, as `headlight eval` writes it, with the
/// parameters and X that were changed in it since then (computed stages are not compared); another file of arrays; or a
/// .txt of tokens, separated by white space, as a new session. Problems are those of readSession() and readArrays().
Result<OpenedFile> readOpened(const std::filesystem::path&, const Watch& watch = {});

} // namespace headlight
