#pragma once

#include "text/Tokens.h"

#include <QString>

#include <optional>
#include <vector>

namespace headlight {

/// The places of the tokens that hold the text, in upper or lower case; none of an empty text.
std::vector<int> placesHolding(const Tokens& tokens, const QString& text);

/// The place that a person means by a position, counted from 1, or by a token: the first that is it, else the first
/// that is it in another case.
std::optional<int> placeMeant(const Tokens& tokens, const QString& typed);

} // namespace headlight
