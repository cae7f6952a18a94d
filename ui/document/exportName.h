#pragma once

#include "document/ViewState.h"

namespace headlight {

/// Returns a name, without an ending, to save a session that has no file: "mha" if it was opened from "mha.npz", else
/// its first words.
QString saveName(const ViewState& state);

/// Returns the title of the window: that of an example only while its sentence is there, since it names the sentence.
QString shownTitle(const ViewState& state);

/// Returns a name, without an ending or spaces (for use in notebooks), for a file made from the document: "mha-weights"
/// for "mha.npz" and `what` = "weights"; else with the first words, also of an example, whose sentence may be another.
QString exportName(const ViewState& state, const QString& what = {});

} // namespace headlight
