#pragma once

#include "dialogs/KeysDialog.h"

class QMenuBar;

namespace headlight {

/// What keys and the pointer do where they are, in THE list; then what the menus do from everywhere, which they say
/// themselves.
std::vector<KeyGroup> keyGroups(const QMenuBar& menus);

} // namespace headlight
