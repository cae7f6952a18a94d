#pragma once

#include <QString>

#include <string>

namespace headlight {

/// With a space in place of each character that some system refuses in the name of a file.
QString allowedInFileName(QString text);

/// What a file of this sentence could be called, without an ending: its first words, "My shoes are small", or
/// "untitled".
QString nameForFile(const std::string& sentence);

} // namespace headlight
