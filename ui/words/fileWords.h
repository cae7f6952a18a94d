#pragma once

#include <QString>

#include <string>

namespace headlight {

/// What a file of this sentence could be called, without an ending: its first words, "My shoes are small", or
/// "untitled".
QString nameForFile(const std::string& sentence);

} // namespace headlight
