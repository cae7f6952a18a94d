#pragma once
// One W per projection: the heads' matrices as one table, its columns bracketed by head.

#include "document/ViewState.h"
#include "session/parameters.h"
#include "words/Bands.h"

#include <vector>

namespace headlight {

/// A matrix as one block, that of all heads put together once for the same blocks.
class WholeMatrix {
public:
    FrozenMatrix of(const Session&, const ParameterRef&);

private:
    std::vector<FrozenMatrix> blocks_;
    FrozenMatrix whole_;
};

/// Which columns of a parameter are of which head, or which rows read them (of W_o); as they are seen, the selected
/// head's marked. None of one head.
Bands headBands(const ViewState&, const ParameterRef&, bool isTurned);

/// "q₁", "q₂", "q₁", "q₂": of each head from the first.
QStringList columnLabelsOf(const ParameterRef&, int columns, const Sizes&);

} // namespace headlight
