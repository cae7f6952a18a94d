#pragma once

#include <QString>

#include <string>

namespace headlight {

/// Returns the text with a space in the place of each character that some system refuses in the name of a file.
QString allowedInFileName(QString text);

/// Returns a name, without an ending, for a file of this sentence: its first words, "My shoes are small", or
/// "untitled".
QString nameForFile(const std::string& sentence);

} // namespace headlight
