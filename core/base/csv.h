#pragma once

#include <string>

namespace headlight {

/// Returns `text` in quotes, as a cell of a CSV file (RFC 4180).
inline std::string csvText(const std::string& text) {
    std::string all = "\"";
    for (const char c : text) all += c == '"' ? "\"\"" : std::string(1, c);
    return all + '"';
}

} // namespace headlight
