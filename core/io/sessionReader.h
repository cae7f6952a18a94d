#pragma once
// The parts of a session's file. Each reads the value of one member, and fails at the reader.

#include "io/jsonObject.h"
#include "io/sessionDraft.h"

#include <optional>
#include <vector>

namespace headlight {

std::vector<Member> textMembers(JsonReader&, TextDraft&); ///< its "sentence" must be there
std::optional<TextDraft> readSource(JsonReader&);
LayerDraft readLayer(JsonReader&);
std::optional<PositionsDraft> readPositions(JsonReader&); ///< unless they are null

} // namespace headlight
