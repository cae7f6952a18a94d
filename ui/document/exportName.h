#pragma once

#include "document/ViewState.h"

namespace headlight {

/// What a file that is made from the document could be called, without an ending or a space, for what comes from a
/// notebook goes there: "mha-weights" of "mha.npz" and "weights"; of one without a name its first words.
QString exportName(const ViewState& state, const QString& what = {});

} // namespace headlight
