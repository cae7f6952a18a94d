#pragma once

#include "document/ViewState.h"

namespace headlight {

/// What a session that has no file could be called, without an ending: "mha" of what was opened from "mha.npz", else
/// its first words.
QString saveName(const ViewState& state);

/// What a file that is made from the document could be called, without an ending or a space, for what comes from a
/// notebook goes there: "mha-weights" of "mha.npz" and "weights"; of one without a name its first words.
QString exportName(const ViewState& state, const QString& what = {});

} // namespace headlight
