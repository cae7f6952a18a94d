#pragma once

#include "text/Tokens.h"

#include <QString>

#include <optional>
#include <vector>

namespace headlight {

/// Returns the indices of the tokens that contain the text, in upper or lower case; none for an empty text.
std::vector<int> placesHolding(const Tokens& tokens, const QString& text);

/// Returns the index that a user means by a position, as the user counts, or by a token: the first equal one, else the
/// first that is equal in another case.
std::optional<int> placeMeant(const Tokens& tokens, const QString& typed);

} // namespace headlight
