#pragma once

namespace headlight {

/// To screen readers the overview is a list of heads: "Layer 2, head 3: weights". Once, before there is one.
void makeOverviewAccessible();

} // namespace headlight
