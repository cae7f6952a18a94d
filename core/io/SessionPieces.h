#pragma once
// The text of a session as it is written: piece by piece. Private to core/io.

#include "io/MatrixJson.h"
#include "io/files.h"
#include "io/sessionFile.h"

#include <string>
#include <vector>

namespace headlight {

/// Large matrices, which stand in base64, are made into letters only when they are poured, a stretch at a time. Keeps
/// them alive. Throws std::bad_alloc only.
class SessionPieces {
public:
    explicit SessionPieces(const SessionFile& file);

    /// sessionText(file), to the letter.
    Poured poured() const; ///< as long as this is there
    std::string whole() const;

    /// The same with {"block": n} in the place of a large matrix, and where a reader finds these.
    std::string outline() const;
    MatrixSource matrices() const; ///< as long as this is there

private:
    struct Large {
        FrozenMatrix matrix;
        std::string before; ///< its letters
    };
    class Form;

    bool pour(const Poured::Put& put) const;
    double bytes() const;

    std::vector<Large> large_;
    std::string text_; ///< a mark in the place of each
};

} // namespace headlight
