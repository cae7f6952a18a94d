#pragma once

#include "document/ViewState.h"

namespace headlight {

/// Returns the text with a space in the place of each character that some system refuses in the name of a file.
QString allowedInFileName(QString text);

/// Returns a name, without an ending, for a file of this sentence: its first words, "My shoes are small", or
/// "untitled".
QString nameForFile(const std::string& sentence);

/// Returns a name, without an ending, to save a session that has no file: "mha" if it was opened from "mha.npz", else
/// its first words.
QString saveName(const ViewState& state);

/// Returns the title of the window: that of an example only while its sentence is there, since it names the sentence.
QString shownTitle(const ViewState& state);

/// Returns a name, without an ending or spaces (for use in notebooks), for a file made from the document: "mha-weights"
/// for "mha.npz" and `what` = "weights"; else with the first words, also of an example, whose sentence may be another.
QString exportName(const ViewState& state, const QString& what = {});

} // namespace headlight
