#pragma once

namespace headlight {

/// Makes :/icons and :/examples available: resources of a static library must be initialised by name.
void loadResources();

} // namespace headlight
