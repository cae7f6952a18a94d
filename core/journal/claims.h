#pragma once

#include "io/fileCalls.h"

#include <filesystem>
#include <utility>

namespace headlight {

/// $XDG_STATE_HOME/headlight, else ~/.local/state/headlight: where work that no file has is stored. Empty if neither
/// variable is an absolute path. Not created.
std::filesystem::path stateFolder();

enum class Claim { Ours, Theirs, Impossible };
/// Locks a file that stands for something that one program at a time should have; it is created, with its folder, if it
/// is not there. Theirs: others have it, too. The lock ends with the file, or with the program, however that ends.
std::pair<Claim, OpenFile> claimed(const std::filesystem::path&);

} // namespace headlight
