#pragma once

namespace headlight {

/// Lets screen readers, from now on, read the accessible name of a QComboBox that has one, and its choice as its value.
/// (Qt on Unix calls it by its value.)
void makeBoxesAccessible();

} // namespace headlight
