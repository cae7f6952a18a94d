#pragma once

namespace headlight {

/// Makes :/icons and :/examples available: a static library's resources have to be called for by name.
void loadResources();

} // namespace headlight
