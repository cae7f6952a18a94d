#pragma once
// A text that comes in pieces of so many bytes, each gone when the next comes, as a file's do.

#include "io/Pieces.h"

#include <memory>
#include <string>

namespace headlight::testing {

inline Pieces inPieces(const std::string& text, std::size_t size) {
    const auto room = std::make_shared<std::unique_ptr<char[]>>();
    return {[&text, size, room](std::size_t from) -> Result<std::string_view> {
                const std::string_view piece = std::string_view(text).substr(from, size);
                room->reset(new char[piece.size()]); // of its own, so that a sanitizer sees who looks at an old one
                piece.copy(room->get(), piece.size());
                return std::string_view(room->get(), piece.size());
            },
            text.size()};
}

} // namespace headlight::testing
