#pragma once
// The parts of a session's file. Each reads the value of one member, and fails at the reader.

#include "io/jsonObject.h"
#include "io/sessionDraft.h"

#include <optional>
#include <vector>

namespace headlight {

/// The members of a text; its sentence must be there.
std::vector<Member> textMembers(JsonReader&, UnknownMembers&, TextDraft&, bool& hasSentence);
std::optional<TextDraft> readSource(JsonReader&, UnknownMembers&);
LayerDraft readLayer(JsonReader&, UnknownMembers&);
std::optional<PositionsDraft> readPositions(JsonReader&, UnknownMembers&); ///< unless they are null

} // namespace headlight
