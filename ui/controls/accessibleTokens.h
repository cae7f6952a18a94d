#pragma once

namespace headlight {

/// From now on screen readers find TokenChips to be a list, each token an item of it.
void makeTokensAccessible();

/// And a QComboBox with an accessible name has that name, and what is chosen as its value. (Qt on Unix calls it by its
/// value.)
void makeBoxesAccessible();

} // namespace headlight
