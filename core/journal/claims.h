#pragma once

#include "io/fileCalls.h"

#include <filesystem>
#include <utility>

namespace headlight {

/// Returns the folder for work that is in no file: $XDG_STATE_HOME/headlight, else ~/.local/state/headlight. Empty if
/// neither variable is an absolute path. The folder is not created.
std::filesystem::path stateFolder();

enum class Claim { Ours, Theirs, Impossible };
/// Claims something that one program at a time should have, by locking a file that stands for it. The file and its
/// folder are created if necessary. Theirs: other programs have claimed it, too. The lock ends with the OpenFile, or
/// with the program, however that ends.
std::pair<Claim, OpenFile> claimed(const std::filesystem::path&);

} // namespace headlight
