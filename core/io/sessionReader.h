#pragma once
// The parts of a session's file. Each reads the value of one member, and fails at the reader.

#include "io/jsonObject.h"
#include "io/sessionDraft.h"

#include <optional>
#include <vector>

namespace headlight {

/// The members of a text; its sentence must be there.
std::vector<Member> textMembers(JsonReader&, TextDraft&, bool& hasSentence);
std::optional<TextDraft> readSource(JsonReader&);
LayerDraft readLayer(JsonReader&);
std::optional<PositionsDraft> readPositions(JsonReader&); ///< unless they are null

} // namespace headlight
