#pragma once

#include "base/Watch.h"
#include "io/arrays.h"
#include "io/sessionFile.h"

#include <filesystem>
#include <variant>
#include <vector>

namespace headlight {

/// What a file that a person opens holds: a session, or arrays that may become one (importArrays.h).
struct OpenedFile {
    std::variant<SessionFile, std::vector<NamedArray>> holds;
    bool isSessionFile = false; ///< a .headlight: the session is saved to it again

    const std::vector<NamedArray>* arrays() const { return std::get_if<1>(&holds); }
};

/// A session file; a .npz with an array `session`, as `headlight eval` writes it; other files of arrays; or a .txt of
/// tokens, with white space between them, as a new session. Problems as of readSession() and readArrays().
Result<OpenedFile> readOpened(const std::filesystem::path&, const Watch& watch = {});

} // namespace headlight
