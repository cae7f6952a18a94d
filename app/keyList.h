#pragma once

#include "dialogs/KeysDialog.h"

class QMenuBar;

namespace headlight {

/// Returns what keys and the pointer do in each part of the window, from a list; then the shortcuts of the menus, which
/// work everywhere, from the menus.
std::vector<KeyGroup> keyGroups(const QMenuBar& menus);

} // namespace headlight
