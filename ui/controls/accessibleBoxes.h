#pragma once

namespace headlight {

/// From now on a QComboBox with an accessible name has that name for screen readers, and what is chosen as its value.
/// (Qt on Unix calls it by its value.)
void makeBoxesAccessible();

} // namespace headlight
