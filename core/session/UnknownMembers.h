#pragma once

#include "base/Frozen.h"

#include <map>
#include <string>

namespace headlight {

/// What a session's file says that this version does not know, kept to be written back: by the field that says it (""
/// is the session itself, "layers[0].heads[1]") the text of its unknown members. Only core/io looks into the texts.
using UnknownMembers = std::map<std::string, std::string>;

/// After the item `at` of a list ("layers", or headsOf(layer)) has become `copies` items: 0 when it has gone, 2 when it
/// was duplicated. What belongs to it goes or is duplicated with it, what belongs to those behind it moves with them.
Frozen<UnknownMembers> withItem(const Frozen<UnknownMembers>&, const std::string& list, int at, int copies);

/// After what stood at one field has changed places with what stood at another, as by a switch: all of both, and below.
Frozen<UnknownMembers> swapped(const Frozen<UnknownMembers>&, const std::string& one, const std::string& other);

/// "layers[0]": the field of a layer, also in complaints.
std::string layerField(int layer);
/// "layers[0].heads"
std::string headsOf(int layer);

} // namespace headlight
